"""What the images that messages hold are: their type, their size, and whether they are whole."""

import base64
import warnings
from dataclasses import dataclass
from io import BytesIO

from .image_formats import READERS, Bytes, media_type_of

__all__ = ["ImageFile", "image_size", "longest_edge", "read_image"]


@dataclass(frozen=True, slots=True)
class ImageFile:
    """What an image in base64 is.

    Attributes:
        media_type: that its bytes tell, "" when they begin like nothing that is known.
        size: width and height in pixels, None when they are not to be had.
        fault: "empty", "not-base64", "truncated", "broken" (it does not go on as it begins) or "" for none.
    """

    media_type: str = ""
    size: tuple[int, int] | None = None
    fault: str = ""


def read_image(data: str) -> ImageFile:
    """Reads header and end of an image in base64; nothing is inflated, and of a PNG only a few bytes are decoded."""
    if not data.strip():
        return ImageFile(fault="empty")
    try:
        file = Bytes(data)
        media_type = media_type_of(file.at(0, 32))
        if media_type not in READERS:
            return ImageFile(media_type)
        shape = READERS[media_type](file)
    except ValueError:
        return ImageFile(fault="not-base64")
    if shape is None:
        return ImageFile(media_type, fault="broken")
    size = (shape.width, shape.height) if shape.width and shape.height else None
    return ImageFile(media_type, size, "" if shape.whole else "truncated")


def longest_edge(data: str) -> int:
    """Pixels, from the header of an image in base64; 0 when it is not to be had."""
    return max(image_size(data) or (0,))


def image_size(data: str) -> tuple[int, int] | None:
    """Width and height in pixels, from the header of an image in base64; None when they are not to be had."""
    image = read_image(data)
    if image.size or image.fault or image.media_type in READERS:
        return image.size
    try:
        return _size_by_pillow(base64.b64decode(data))
    except ValueError:
        return None


def _size_by_pillow(file: bytes) -> tuple[int, int] | None:
    from PIL import Image  # only a type that no provider of our tables takes needs it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # nothing is inflated here
            with Image.open(BytesIO(file)) as image:
                return image.size
    except Image.DecompressionBombError:
        return 1 << 31, 1 << 31
    except (ValueError, OSError):
        return None
