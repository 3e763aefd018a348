"""A face as a font that other programs load: BDF, and an OpenType font of bitmaps."""

import struct
from pathlib import Path

from snapglyph.engine import Face
from snapglyph.errors import FontError
from snapglyph.fontsource import FaceSource

__all__ = ["write_bdf", "write_otb"]

_FIRST_MARK = 0x110000
"""Our own marks have no code point, so no other program could ask for them."""


def write_bdf(face: Face, path: Path) -> int:
    """Writes a BDF file (Adobe's Glyph Bitmap Distribution Format, version 2.1, 1993); gives the number of glyphs.

    Raises OSError.
    """
    source, ascent = face.source(), _ascent(face)
    codes = sorted(code for code in source.glyphs if code < _FIRST_MARK and code >= 0x20)
    lines = [
        "STARTFONT 2.1",
        f"FONT -snapglyph-snapglyph {face.name}-medium-r-normal--{face.height}-{face.height * 10}-72-72-c-"
        f"{face.width * 10}-iso10646-1",
        f"SIZE {face.height} 72 72",
        f"FONTBOUNDINGBOX {2 * face.width} {face.height} 0 {ascent - face.height}",
        "STARTPROPERTIES 6",
        f"FONT_ASCENT {ascent}",
        f"FONT_DESCENT {face.height - ascent}",
        'CHARSET_REGISTRY "ISO10646"',
        'CHARSET_ENCODING "1"',
        f'FAMILY_NAME "snapglyph {face.name}"',
        f'FONT_VERSION "{face.version}"',
        "ENDPROPERTIES",
        f"CHARS {len(codes)}",
    ]
    for code in codes:
        cells = 2 if code in source.wide else 1
        width = cells * face.width
        digits = (width + 7) // 8 * 2
        lines += [
            f"STARTCHAR U+{code:04X}",
            f"ENCODING {code}",
            f"SWIDTH {width * 1000 // face.height} 0",
            f"DWIDTH {width} 0",
            f"BBX {width} {face.height} 0 {ascent - face.height}",
            "BITMAP",
            *(f"{row << (digits * 4 - width):0{digits}X}" for row in source.glyphs[code]),
            "ENDCHAR",
        ]
    lines.append("ENDFONT\n")
    path.write_text("\n".join(lines), encoding="ascii")
    return len(codes)


def _ascent(face: Face) -> int:
    """Rows from the top of the cell to the baseline: the foot of a capital H."""
    rows = face.arrays()[3].reshape(-1, face.height)[face.entry(ord("H"))]
    return max(y for y, row in enumerate(rows.tolist()) if row) + 1


def write_otb(face: Face, path: Path) -> int:
    """Writes an OpenType font that holds bitmaps only (tables EBLC and EBDT, OpenType 1.9); gives the glyph count.

    Raises FontError without fonttools (`snapglyph[fonts]`), OSError.
    """
    try:
        from fontTools.fontBuilder import FontBuilder
        from fontTools.ttLib import newTable
    except ImportError:
        raise FontError("an OpenType font is written by fonttools: pip install 'snapglyph[fonts]'") from None
    source, ascent = face.source(), _ascent(face)
    codes = sorted(code for code in source.glyphs if code < _FIRST_MARK and code >= 0x20)
    names = [".notdef", *(f"u{code:04X}" for code in codes)]
    unit = 1024 // face.height  # font units of a pixel
    builder = FontBuilder(unitsPerEm=face.height * unit, isTTF=False)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(dict(zip(codes, names[1:], strict=True)))
    advances = [face.width] + [face.width * (2 if code in source.wide else 1) for code in codes]
    builder.setupHorizontalMetrics({name: (width * unit, 0) for name, width in zip(names, advances, strict=True)})
    builder.setupHorizontalHeader(ascent=ascent * unit, descent=(ascent - face.height) * unit)
    builder.setupNameTable({"familyName": f"snapglyph {face.name}", "styleName": "Regular", "version": face.version})
    builder.setupOS2(
        sTypoAscender=ascent * unit, sTypoDescender=(ascent - face.height) * unit, xAvgCharWidth=face.width
    )
    builder.setupPost(keepGlyphNames=False)
    builder.setupMaxp()
    location, data = _bitmap_tables(source, codes, ascent)
    for tag, table in (("EBLC", location), ("EBDT", data)):
        builder.font[tag] = newTable(tag)
        builder.font.tables[tag] = _Raw(tag, table)
    builder.font["head"].created = builder.font["head"].modified = (
        3_849_984_000  # fixed: the same face, the same file
    )
    builder.font.recalcTimestamp = False
    builder.save(path)
    return len(codes)


class _Raw:
    """A table that is already bytes, as fonttools' writer asks for it."""

    dependencies: tuple[str, ...] = ()

    def __init__(self, tag: str, data: bytes) -> None:
        self.tableTag, self._data = tag, data

    def compile(self, font: object) -> bytes:
        return self._data


def _bitmap_tables(source: FaceSource, codes: list[int], ascent: int) -> tuple[bytes, bytes]:
    """EBLC with one strike and one index of format 1, EBDT with glyphs of format 1 (small metrics, whole bytes)."""
    width, height = source.width, source.height
    images = [_image((0,) * height, width, height, ascent)]
    images += [
        _image(source.glyphs[code], width * (2 if code in source.wide else 1), height, ascent) for code in codes
    ]
    data, offsets = bytearray(struct.pack(">HH", 2, 0)), [0]
    for image in images:
        data += image
        offsets.append(offsets[-1] + len(image))
    last = len(images) - 1
    index = struct.pack(">HHL", 1, 1, 4) + struct.pack(f">{len(offsets)}L", *offsets)
    array = struct.pack(">HHL", 0, last, 8)
    line = struct.pack(
        ">bbBbbbbbbbbb", ascent, ascent - height, 2 * width, 0, 0, 0, 0, 0, ascent, ascent - height, 0, 0
    )
    strike = struct.pack(">LLLL", 56, len(array) + len(index), 1, 0) + line + line
    strike += struct.pack(">HHBBBb", 0, last, height, height, 1, 1)
    return struct.pack(">HHL", 2, 0, 1) + strike + array + index, bytes(data)


def _image(rows: tuple[int, ...], width: int, height: int, ascent: int) -> bytes:
    row_bytes = (width + 7) // 8
    bitmap = b"".join((row << (8 * row_bytes - width)).to_bytes(row_bytes, "big") for row in rows)
    return struct.pack(">BBbbB", height, width, 0, ascent, width) + bitmap
