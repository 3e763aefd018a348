"""Sizes of the images that messages hold."""

import base64
import warnings
from io import BytesIO

__all__ = ["image_size", "longest_edge"]


def longest_edge(data: str) -> int:
    """Pixels, from the header of an image in base64; 0 when it is not to be had."""
    return max(image_size(data) or (0,))


def image_size(data: str) -> tuple[int, int] | None:
    """Width and height in pixels, from the header of an image in base64; None when they are not to be had."""
    from PIL import Image  # only requests with many images need it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # nothing is inflated here
            with Image.open(BytesIO(base64.b64decode(data))) as image:
                return image.size
    except Image.DecompressionBombError:
        return 1 << 31, 1 << 31
    except (ValueError, OSError):
        return None
