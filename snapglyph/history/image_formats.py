"""What the bytes of an image are, how large it is, and whether its end is there: read from header and end, with
nothing inflated or decoded.

Each reader takes `Bytes`, which decodes only the stretches that it is asked for, and returns width, height and
whether the file is whole, or None when what begins like that type does not go on like it.
"""

import base64
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["READERS", "Bytes", "Shape", "media_type_of"]

MOST_STEPS = 1 << 16
"""Chunks, segments or blocks that are walked. A file of a provider's largest size has a few thousand; one that is
made of more is taken to be whole, since walking on would only cost time."""

JPEG_TAIL = 64
"""Bytes at the end in which the mark of the end is looked for first; only behind it may a camera write more."""


class Shape(NamedTuple):
    """Pixels, and whether the end is there."""

    width: int
    height: int
    whole: bool


class Bytes:
    """The bytes that a base64 text stands for, a stretch at a time. Raises ValueError for a stretch that is none."""

    __slots__ = ("_text", "length")

    def __init__(self, text: str) -> None:
        if "\n" in text or "\r" in text or " " in text:  # lines as mail has them
            text = "".join(text.split())
        text = text.rstrip("=")
        if len(text) % 4 == 1:  # six bits are no byte
            raise ValueError("no whole number of bytes")
        self._text = text
        self.length = len(text) * 3 // 4

    def at(self, start: int, end: int) -> bytes:
        """Bytes `start` to `end` (exclusive), fewer where the file ends."""
        first = start // 3
        stretch = self._text[first * 4 : -(-end // 3) * 4]
        if "-" in stretch or "_" in stretch:  # the alphabet for addresses
            stretch = stretch.replace("-", "+").replace("_", "/")
        found = base64.b64decode(stretch + "=" * (-len(stretch) % 4), validate=True)
        return found[start - first * 3 : end - first * 3]


def media_type_of(head: bytes) -> str:
    """The type that a file's first 32 bytes tell; "" when they are none of these."""
    for offset, magic, media_type in _MAGICS:
        if head.startswith(magic, offset):
            return media_type
    if head[4:8] == b"ftyp":
        return "image/avif" if head[8:12] in (b"avif", b"avis") else "image/heic"
    if head.lstrip()[:1] == b"<":
        return "image/svg+xml" if b"<svg" in head else "text/html"
    return ""


_MAGICS = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"BM", "image/bmp"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (0, b"\0\0\1\0", "image/x-icon"),
    (0, b"%PDF", "application/pdf"),
)
"""Where a magic number stands, the number, and what it says."""


# --- PNG --------------------------------------------------------------------------------------------------

_PNG_END = b"\0\0\0\0IEND\xae\x42\x60\x82"


def _png(file: Bytes) -> Shape | None:
    head = file.at(0, 24)
    if head[8:16] != b"\0\0\0\rIHDR":
        return None
    width, height = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    if not width or not height:
        return None
    end = file.at(max(0, file.length - len(_PNG_END)), file.length)
    return Shape(width, height, end == _PNG_END or _png_chunks_end(file))


def _png_chunks_end(file: Bytes) -> bool:
    """Whether the chunk of the end is there, with something behind it."""
    at = 33
    for _ in range(MOST_STEPS):
        chunk = file.at(at, at + 8)
        if len(chunk) < 8:
            return False
        if chunk[4:] == b"IEND":
            return at + 12 <= file.length
        at += 12 + int.from_bytes(chunk[:4], "big")
    return True


# --- JPEG -------------------------------------------------------------------------------------------------

_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of frames, which tell the size."""

_BARE = frozenset([0x01, *range(0xD0, 0xD8)])
"""Markers without a length."""


def _jpeg(file: Bytes) -> Shape | None:
    width = height = 0
    at = 2
    for _ in range(MOST_STEPS):
        marker = file.at(at, at + 2)
        if len(marker) < 2:
            return Shape(width, height, whole=False)
        if marker[0] != 0xFF or marker[1] == 0xD9:
            return None
        if marker[1] == 0xFF:  # a byte to fill
            at += 1
            continue
        if marker[1] in _BARE:
            at += 2
            continue
        segment = file.at(at + 2, at + 9)
        if marker[1] in _SIZES:
            height, width = int.from_bytes(segment[3:5], "big"), int.from_bytes(segment[5:7], "big")
        at += 2 + max(2, int.from_bytes(segment[:2], "big"))
        if marker[1] == 0xDA:
            return Shape(width, height, _jpeg_ends(file, at)) if width else None
    return Shape(width, height, whole=True)


def _jpeg_ends(file: Bytes, scan: int) -> bool:
    """Whether the mark of the end stands behind the start of the scan. No other byte pair of a scan looks like it."""
    tail = file.at(max(scan, file.length - JPEG_TAIL), file.length)
    return b"\xff\xd9" in tail or b"\xff\xd9" in file.at(scan, file.length)


# --- GIF --------------------------------------------------------------------------------------------------


def _gif(file: Bytes) -> Shape | None:
    data = file.at(0, file.length)
    if len(data) < 13:
        return Shape(0, 0, whole=False)
    width, height = int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    return Shape(width, height, _gif_blocks_end(data))


def _gif_blocks_end(data: bytes) -> bool:
    """Whether the last block is whole. Many writers leave the mark of the end out, and readers do without."""
    at = 13 + _colours(data[10])
    images = 0
    for _ in range(MOST_STEPS):
        if at >= len(data):
            return at == len(data) and images > 0
        kind = data[at]
        if kind == 0x3B:
            return images > 0
        if kind == 0x2C:
            if at + 10 >= len(data):
                return False
            images += 1
            at += 11 + _colours(data[at + 9])  # its head, its colours and the size of a code
        elif kind == 0x21:
            at += 2
        else:
            return images > 0  # what follows is no part of the file
        while at < len(data) and data[at]:
            at += 1 + data[at]
        at += 1
    return True


def _colours(flags: int) -> int:
    """Bytes of the table of colours that these flags announce."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


# --- WebP -------------------------------------------------------------------------------------------------


def _webp(file: Bytes) -> Shape | None:
    head = file.at(0, 30)
    if head[:4] != b"RIFF" or len(head) < 30:
        return None
    kind = head[12:16]
    if kind == b"VP8X":
        width, height = int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    elif kind == b"VP8 ":
        width, height = (int.from_bytes(head[i : i + 2], "little") & 0x3FFF for i in (26, 28))
    elif kind == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        return None
    said = int.from_bytes(head[4:8], "little") + 8
    return Shape(width, height, file.length + 1 >= said)  # the last chunk's byte to fill may be left out


READERS: dict[str, Callable[[Bytes], Shape | None]] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/gif": _gif,
    "image/webp": _webp,
}
