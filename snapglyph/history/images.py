"""Sizes of the images that messages hold."""

import base64
import warnings
from io import BytesIO

__all__ = ["image_size", "longest_edge"]


PNG_START = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
PNG_HEAD = 32
"""Characters of base64: 24 bytes, up to behind width and height."""


def longest_edge(data: str) -> int:
    """Pixels, from the header of an image in base64; 0 when it is not to be had."""
    return max(image_size(data) or (0,))


def image_size(data: str) -> tuple[int, int] | None:
    """Width and height in pixels, from the header of an image in base64; None when they are not to be had."""
    try:
        head = base64.b64decode(data[:PNG_HEAD])
        if head.startswith(PNG_START):
            return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
        return _size_by_pillow(base64.b64decode(data))
    except ValueError:
        return None


def _size_by_pillow(file: bytes) -> tuple[int, int] | None:
    from PIL import Image  # only what is no PNG needs it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # nothing is inflated here
            with Image.open(BytesIO(file)) as image:
                return image.size
    except Image.DecompressionBombError:
        return 1 << 31, 1 << 31
    except (ValueError, OSError):
        return None
