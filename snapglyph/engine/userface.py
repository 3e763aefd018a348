"""A whole face from a font file: its glyphs, and our marks beside them."""

import hashlib
import io
from collections.abc import Container
from pathlib import Path

from snapglyph.errors import FontError

from .face import Face, faces, get_face
from .fontfile import FontFile, freetype_version, read_font, reason
from .native import lib

__all__ = ["face_from_font"]

_PRINTABLE = range(0x21, 0x7F)


def face_from_font(path: Path, size: int | None, cell: tuple[int, int] | None) -> Face:
    """What `Face.from_font` describes."""
    from snapglyph.fontsource import FaceSource

    width, height = cell or _natural_cell(path, size)
    if not 1 <= width <= lib.SG_MAX_CELL_WIDTH or not 1 <= height <= lib.SG_MAX_CELL_HEIGHT:
        raise FontError(
            f"{path.name}: a cell of {width}x{height} pixels is out of range; the largest is "
            f"{lib.SG_MAX_CELL_WIDTH}x{lib.SG_MAX_CELL_HEIGHT}, so pass a smaller size"
        )
    font = read_font(path, width, height, size, strict=True)
    marks = _marks(width, height)
    glyphs = {code: rows for code, rows in font.glyphs.items() if code > 0x20 and not 0x7F <= code < 0xA0}
    _check(font, glyphs.keys())
    kept = _distinct(glyphs, marks, font)
    wide = frozenset(font.wide & kept.keys())
    digest = hashlib.sha256(f"{font.digest} {size} {width}x{height} {freetype_version()}".encode()).hexdigest()[:8]
    return Face.from_source(FaceSource(f"font-{digest}", width, height, marks | kept, wide))


def _natural_cell(path: Path, size: int | None) -> tuple[int, int]:
    """The advance of a zero, and the height of the font's line."""
    import freetype

    data = path.read_bytes()
    try:
        font = freetype.Face(io.BytesIO(data))
        if font.is_scalable:
            font.set_pixel_sizes(0, size or 16)
        else:
            strikes = [strike.height for strike in font.available_sizes]
            if size is not None and size not in strikes:
                raise FontError(f"{path.name} has bitmaps of {', '.join(map(str, strikes))} pixels, not of {size}")
            font.select_size(strikes.index(size) if size else 0)
        font.load_char("0")
    except freetype.FT_Exception as error:
        raise FontError(f"{path.name} is not a font that FreeType reads, or is damaged ({reason(error)})") from None
    metrics = font.size
    return int(font.glyph.advance.x) >> 6, int(metrics.ascender - metrics.descender) >> 6


def _marks(width: int, height: int) -> dict[int, tuple[int, ...]]:
    """Blank and marks of the largest built-in face that fits, in the middle of the cell."""
    fitting = [face for face in map(get_face, faces()) if face.width <= width and face.height <= height]
    if not fitting:
        raise FontError(f"a cell of {width}x{height} pixels is too small for our marks; the smallest is 5x8")
    own = fitting[-1].source()
    above = (height - own.height) // 2
    left = (width - own.width) // 2
    right = width - own.width - left
    codes = [code for code in own.glyphs if code in (0x09, 0x0A, 0x0D, 0x20) or code >= lib.SG_INVERSE]
    return {
        code: (0,) * above + tuple(row << right for row in own.glyphs[code]) + (0,) * (height - own.height - above)
        for code in codes
    }


def _check(font: FontFile, drawn: Container[int]) -> None:
    missing = [code for code in _PRINTABLE if code not in drawn]
    if missing:
        raise FontError(
            f"{font.name} draws no U+{missing[0]:04X} ({len(missing)} of printable ASCII are missing), and a page "
            f"needs it; use the font as a fallback instead"
        )


def _distinct(
    glyphs: dict[int, tuple[int, ...]], marks: dict[int, tuple[int, ...]], font: FontFile
) -> dict[int, tuple[int, ...]]:
    """The glyphs that are unlike all before them; ASCII must all be among them."""
    from snapglyph.fontsource import Bitmaps

    taken = Bitmaps(font.width)
    for code, rows in marks.items():
        taken.add(code, rows, wide=False)
    kept: dict[int, tuple[int, ...]] = {}
    for code in sorted(glyphs):
        rows, is_wide = glyphs[code], code in font.wide
        other = taken.clash(rows, is_wide)
        if other is None:
            taken.add(code, rows, is_wide)
            kept[code] = rows
        elif code in _PRINTABLE:
            name = f"U+{other:04X}" if other < lib.SG_INVERSE else "one of our marks"
            raise FontError(f"{font.name} draws U+{code:04X} like {name}, so it could not be read back")
    return kept
