"""What rendering gives back: pages, and estimates of pages."""

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import png as png_file
from .format import PageFormat

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["Estimate", "Page", "PageSize"]


@dataclass(frozen=True, slots=True)
class PageSize:
    """One page of an estimate: pixels, the slice of NFC text, the cells that it fills and the rows that it has."""

    number: int
    span: tuple[int, int]
    width: int
    height: int
    cells: int
    rows: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """What rendering would give. `cells`, `rows` and `pixels` are sums over `pages`."""

    pages: tuple[PageSize, ...]
    cells: int
    rows: int
    pixels: int


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One drawn page.

    Attributes:
        number: 1 for the first page of a call, or what the caller began with.
        span: (start, end) of its slice, in characters of the source's NFC text.
        width, height: pixels.
        format: what it was drawn with.
    """

    number: int
    span: tuple[int, int]
    width: int
    height: int
    format: PageFormat
    _png: bytes | None = field(repr=False)
    _scanlines: NDArray[np.uint8] | None = field(repr=False)

    @property
    def png(self) -> bytes:
        """A 1-bit PNG file. Encoded when it was rendered, or at effort "small" here when that was left out."""
        return self._png or png_file.encode(self.scanlines, self.width, self.format.id)

    @property
    def is_encoded(self) -> bool:
        """Whether the PNG is there already."""
        return self._png is not None

    @property
    def held_bytes(self) -> int:
        """Bytes of memory that the PNG and the scanlines take."""
        return len(self._png or b"") + (0 if self._scanlines is None else self._scanlines.nbytes)

    @property
    def scanlines(self) -> NDArray[np.uint8]:
        """(height, 1 + ceil(width / 8)) uint8: PNG's filter byte and the packed row. A view of the caller's
        `out=` while that still holds this page, else inflated from the PNG."""
        if self._scanlines is not None:
            return self._scanlines
        name = f"page {self.number}"
        flat: Any = png_file.inflate(png_file.parse(self.png, name), name)
        rows: NDArray[np.uint8] = flat.reshape(self.height, -1)
        return rows

    @property
    def bits(self) -> NDArray[np.uint8]:
        """(height, ceil(width / 8)) uint8: eight pixels a byte, leftmost highest, 1 = paper."""
        return self.scanlines[:, 1:]

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """(height, width) uint8: 0 = ink, 255 = paper."""
        bits = np.unpackbits(self.bits, axis=1, count=self.width)
        return np.multiply(bits, np.uint8(255), dtype=np.uint8)

    @property
    def sha256(self) -> str:
        """Of the pixels: SHA-256 over width and height as big-endian uint32, then `bits`. Pillow's
        `Image.tobytes()` in mode "1" gives the same bytes."""
        return pixel_hash(self.width, self.height, self.bits)

    def image(self) -> "Image":
        """A Pillow image in mode "1"; its `info` holds the format id, so it can be read back."""
        from PIL import Image

        image = Image.frombytes("1", (self.width, self.height), self.bits.tobytes())
        image.info[png_file.KEYWORD.decode()] = self.format.id
        return image


def pixel_hash(width: int, height: int, bits: NDArray[np.uint8]) -> str:
    """What `Page.sha256` says, from packed rows."""
    import hashlib

    digest = hashlib.sha256(struct.pack(">II", width, height))
    digest.update(np.ascontiguousarray(bits).data)
    return digest.hexdigest()
