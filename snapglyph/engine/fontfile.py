"""Glyphs of a font file (BDF, PCF, OTF, TTF, OTB) as FreeType draws them without grey, in one or two cells."""

import ctypes
import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from snapglyph.errors import FontError

__all__ = ["FontFile", "freetype_version", "read_font", "reason"]

Rows = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FontFile:
    """The glyphs of one file at one size.

    `glyphs` maps a code point to `height` rows of `width` bits, or of twice as many for a code in `wide`. `skipped`
    counts code points that the font maps and that are not here: without ink, or too large for two cells.
    """

    name: str
    digest: str
    """SHA-256 of the file."""
    width: int
    height: int
    glyphs: dict[int, Rows]
    wide: frozenset[int]
    skipped: int


def freetype_version() -> str:
    """The version of the FreeType library that draws, such as 2.13.2."""
    import freetype

    return ".".join(map(str, freetype.version()))


def read_font(path: Path, width: int, height: int, size: int | None = None, *, strict: bool = False) -> FontFile:
    """Draws every code point that the font maps.

    Args:
        width, height: pixels of a cell.
        size: pixels per em of an outline font, or the height of a bitmap font's strike; None takes the largest at
            which the font's own line fits the cell.
        strict: a glyph that does not fit two cells is an error, not skipped.

    Raises FontError for a file that is no font, that has no Unicode map or no strike of that size, or that maps
    nothing which fits; OSError when there is no such file.
    """
    import freetype

    data = path.read_bytes()
    try:
        font = freetype.Face(io.BytesIO(data))
    except freetype.FT_Exception as error:
        raise FontError(f"{path.name} is not a font that FreeType reads ({reason(error)})") from None
    try:
        font.select_charmap(freetype.FT_ENCODING_UNICODE)
    except freetype.FT_Exception:
        raise FontError(f"{path.name} has no Unicode map, so nothing says which glyph is which character") from None
    try:
        ascent = _set_size(font, path.name, height, size)
    except (freetype.FT_Exception, ZeroDivisionError) as error:
        raise FontError(f"{path.name} is damaged: its sizes cannot be used ({reason(error)})") from None

    glyphs: dict[int, Rows] = {}
    wide: set[int] = set()
    skipped = 0
    for code, index in _mapped(font):
        try:
            cells, rows = _draw(font, index, ascent, width, height)
        except freetype.FT_Exception as error:
            raise FontError(f"{path.name} is damaged: U+{code:04X} cannot be drawn ({reason(error)})") from None
        if not rows and cells and strict:
            raise FontError(
                f"{path.name}: U+{code:04X} does not fit two cells of {width}x{height} pixels; "
                f"pass a smaller size or a larger cell"
            )
        if not rows:
            skipped += 1
            continue
        glyphs[code] = rows
        if cells == 2:
            wide.add(code)
    if not glyphs:
        raise FontError(f"{path.name} has no glyph that fits two cells of {width}x{height} pixels")
    return FontFile(path.name, hashlib.sha256(data).hexdigest(), width, height, glyphs, frozenset(wide), skipped)


def reason(error: Exception) -> str:
    """FreeType's words for what went wrong."""
    return str(error).removeprefix("FT_Exception: ").strip(" ()") or "unknown format"


def _set_size(font: Any, name: str, height: int, size: int | None) -> int:
    """Chooses the size; gives the rows from the top of the cell to the baseline."""
    if not font.is_scalable:
        strikes = [strike.height for strike in font.available_sizes]
        wanted = size or max((s for s in strikes if s <= height), default=0)
        if wanted not in strikes:
            listed = ", ".join(map(str, strikes))
            raise FontError(f"{name} is a bitmap font of {listed} pixels; none fits a cell of {height} rows")
        font.select_size(strikes.index(wanted))
        metrics = font.size
        used = int(metrics.ascender - metrics.descender) >> 6
        return int(metrics.ascender >> 6) + max(height - used, 0) // 2
    units = int(font.units_per_EM)
    line = max(int(font.ascender - font.descender), 1)
    pixels = size or max(height * units // line, 1)
    font.set_pixel_sizes(0, pixels)
    ascent = round(int(font.ascender) * pixels / units)
    used = round(line * pixels / units)
    return ascent + (height - used) // 2 if used <= height else round(height * int(font.ascender) / line)


def _mapped(font: Any) -> Iterator[tuple[int, int]]:
    for code, index in font.get_chars():
        if index and code <= 0x10FFFF and not 0xD800 <= code < 0xE000:
            yield code, index


def _draw(font: Any, index: int, ascent: int, width: int, height: int) -> tuple[int, Rows]:
    """(cells, rows) of one glyph; (0, ()) when it has no ink, (2, ()) when it does not fit two cells."""
    import freetype

    font.load_glyph(index, freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO | freetype.FT_LOAD_MONOCHROME)
    slot = font.glyph
    bitmap = slot.bitmap
    drawn_width, drawn_rows, pitch = bitmap.width, bitmap.rows, bitmap.pitch
    if not drawn_width or not drawn_rows:
        return 0, ()
    if bitmap.pixel_mode != freetype.FT_PIXEL_MODE_MONO or pitch < 0:
        return 2, ()  # a colour or grey strike
    advance = slot.advance.x >> 6
    left, top = slot.bitmap_left, ascent - slot.bitmap_top
    cells = 1 if advance <= width and drawn_width <= width else 2
    room = cells * width
    left += max(room - advance, 0) // 2 if cells == 2 else 0
    left = min(max(left, 0), room - drawn_width)
    top = min(max(top, 0), height - drawn_rows)  # a row or two beyond the line: moved into the cell
    if left < 0 or top < 0 or abs(top - (ascent - slot.bitmap_top)) > 2 + height // 8:
        return 2, ()
    data = ctypes.string_at(bitmap._FT_Bitmap.buffer, drawn_rows * pitch)
    rows = [0] * height
    for y in range(drawn_rows):
        line = int.from_bytes(data[y * pitch : y * pitch + pitch], "big") >> (8 * pitch - drawn_width)
        rows[top + y] = line << (room - drawn_width - left)
    return (cells, tuple(rows)) if any(rows) else (0, ())
