"""Anything that holds a page -> its scanlines, checked to be nothing but ink and paper."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from snapglyph.errors import ReadError

from . import png
from .page import Page

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["PageLike", "Scan", "scan"]

PageLike: TypeAlias = "Page | bytes | bytearray | memoryview | str | os.PathLike[str] | Image | NDArray[np.uint8]"

INK, PAPER = 0, 255

MAX_FOREIGN_PIXELS = 1 << 25
"""Of a picture that another program wrote: it may take 4 bytes a pixel and more to look at, not 1 bit as ours."""


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """One page as pixels: flat uint8 scanlines (see `raster.draw`), and the format id it came with."""

    name: str
    width: int
    height: int
    scanlines: NDArray[np.uint8]
    format_id: str | None


def scan(item: PageLike, name: str) -> Scan:
    """Opens a page; `name` is what errors call it ("page 3"), to which a path adds its file's name.

    Raises ReadError when it is no picture of ink and paper, TypeError when it is nothing that holds one.
    """
    if isinstance(item, Page) and item._png is not None:  # not its scanlines: `out=` may hold a later page by now
        return _scan_png(item._png, name)
    if isinstance(item, Page):
        flat = item.scanlines.reshape(-1)
        return Scan(name, item.width, item.height, flat, item.format.id)
    if isinstance(item, bytes | bytearray | memoryview):
        return _scan_png(bytes(item), name)
    if isinstance(item, str | os.PathLike):
        with open(item, "rb") as file:
            return _scan_png(file.read(), f"{name} ({os.path.basename(item)})")
    if isinstance(item, np.ndarray):
        return _scan_pixels(item, name, None)
    if hasattr(item, "convert") and hasattr(item, "info"):
        return _scan_image(item, name)
    raise TypeError(
        f"{name} must be a Page, PNG bytes, a path, a Pillow image or an array, not {type(item).__name__}"
    )


def _scan_png(data: bytes, name: str) -> Scan:
    chunks = png.parse(data, name)
    if chunks.plain:
        flat = png.inflate(chunks, name)
        stride = 1 + (chunks.width + 7) // 8
        if not flat[::stride].any():  # every filter byte says "none"
            return Scan(name, chunks.width, chunks.height, flat, chunks.format_id)
    return _scan_foreign(data, name, chunks.format_id, (chunks.width, chunks.height))


def _scan_foreign(data: bytes, name: str, format_id: str | None, size: tuple[int, int]) -> Scan:
    """A PNG that another program wrote; its size is already known to be sane."""
    from io import BytesIO

    from PIL import Image, UnidentifiedImageError

    width, height = size
    if width * height > MAX_FOREIGN_PIXELS:
        raise ReadError(f"{name} is {width}x{height} pixels and no plain page of ours, so it was not inflated")
    try:
        with Image.open(BytesIO(data), formats=("PNG",)) as image:
            image.load()
            found = _scan_image(image, name)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(f"{name} is damaged: its image data cannot be decoded") from error
    return Scan(name, found.width, found.height, found.scanlines, format_id)


def _scan_image(image: "Image", name: str) -> Scan:
    if image.width * image.height > MAX_FOREIGN_PIXELS:
        raise ReadError(f"{name} is {image.width}x{image.height} pixels, larger than any page")
    info = image.info.get(png.KEYWORD.decode())
    format_id = info if isinstance(info, str) else None
    if image.mode in ("1", "L"):
        return _scan_pixels(np.asarray(image.convert("L")), name, format_id)
    pixels = np.asarray(image.convert("RGBA"))
    grey = pixels[..., 0]
    coloured = (pixels[..., 1] != grey) | (pixels[..., 2] != grey) | (pixels[..., 3] != PAPER)
    return _scan_pixels(np.where(coloured, np.uint8(128), grey), name, format_id)


def _scan_pixels(pixels: NDArray[np.uint8], name: str, format_id: str | None) -> Scan:
    if pixels.ndim != 2 or pixels.dtype != np.uint8 or not pixels.size:
        raise ReadError(f"{name} must be a (height, width) array of uint8 with at least one pixel")
    wrong = (pixels != INK) & (pixels != PAPER)
    if wrong.any():
        y, x = (int(n) for n in np.argwhere(wrong)[0])
        raise ReadError(
            f"{name} has a pixel at {x},{y} that is neither ink nor paper: it was rescaled, recoloured or "
            f"compressed with loss"
        )
    height, width = pixels.shape
    scanlines = np.zeros((height, 1 + (width + 7) // 8), np.uint8)
    scanlines[:, 1:] = np.packbits(pixels != INK, axis=1)
    return Scan(name, width, height, scanlines.reshape(-1), format_id)
