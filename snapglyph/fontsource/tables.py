"""A checked face -> the look-up tables that the rasterizer works on, in memory or as C text.

Built-in faces become C text at build time, so importing them costs nothing; faces made at run time use the same
tables as buffers. csrc/snapglyph.h says what each table means.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .compile import FaceSource
from .marks import CODE_LIMIT

__all__ = ["FaceTables", "make_tables", "write_tables"]

NO_GLYPH = 0x7FFFFFFF
WIDE = 0x40000000
RIGHT_HALF = 0x20000000


@dataclass(frozen=True, slots=True)
class FaceTables:
    """The tables of one face, as lists of plain integers."""

    name: str
    version: str
    """First eight hexadecimal digits of the SHA-256 of all glyphs: what a page's format id calls the font."""
    width: int
    height: int
    block_of: list[int]
    entries: list[int]
    code_of: list[int]
    rows: list[int]


def make_tables(face: FaceSource) -> FaceTables:
    """Numbers the cells (0 is the blank, a right half directly behind its left) and fills the tables."""
    codes = sorted(face.glyphs, key=lambda code: (code != ord(" "), code))
    entry_of: dict[int, int] = {}
    code_of: list[int] = []
    rows: list[int] = []
    for code in codes:
        glyph = face.glyphs[code]
        entry_of[code] = len(code_of)
        if code in face.wide:
            entry_of[code] |= WIDE
            code_of += [code | WIDE, code | WIDE | RIGHT_HALF]
            rows += [row >> face.width for row in glyph]
            rows += [row & ((1 << face.width) - 1) for row in glyph]
        else:
            code_of.append(code)
            rows += glyph

    used = sorted({code >> 8 for code in codes})
    block_number = {block: i + 1 for i, block in enumerate(used)}  # block 0 is the one without glyphs
    entries = [NO_GLYPH] * 256
    for block in used:
        entries += [entry_of.get(block << 8 | low, NO_GLYPH) for low in range(256)]
    block_of = [block_number.get(block, 0) for block in range(CODE_LIMIT >> 8)]
    return FaceTables(face.name, _version(face), face.width, face.height, block_of, entries, code_of, rows)


def _version(face: FaceSource) -> str:
    digest = hashlib.sha256(f"{face.width}x{face.height}".encode())
    for code in sorted(face.glyphs):
        digest.update(f"{code:x}{'w' if code in face.wide else ''}:{face.glyphs[code]}".encode())
    return digest.hexdigest()[:8]


def write_tables(faces: Iterable[FaceSource]) -> str:
    """The C text of sg_faces.h: static tables and the list of faces."""
    tables = [make_tables(face) for face in faces]
    parts = ["/* Generated from fonts/ by build.py: edit the YAFF files instead. */\n"]
    for number, table in enumerate(tables):
        parts += [
            _array("uint16_t", f"block_of_{number}", table.block_of),
            _array("uint32_t", f"entries_{number}", table.entries),
            _array("uint32_t", f"code_of_{number}", table.code_of),
            _array("uint8_t", f"rows_{number}", table.rows),
        ]
    structs = [
        f"    {{{t.width}, {t.height}, {len(t.code_of)}, {len(t.entries) // 256}, "
        f"block_of_{i}, entries_{i}, code_of_{i}, rows_{i}}}"
        for i, t in enumerate(tables)
    ]
    names = ", ".join(f'"{t.name}"' for t in tables)
    versions = ", ".join(f'"{t.version}"' for t in tables)
    count = len(tables)
    parts.append(f"enum {{ SG_FACE_COUNT = {count} }};\n")
    parts.append(f"static const char *const SG_FACE_NAMES[{count}] = {{{names}}};\n")
    parts.append(f"static const char *const SG_FACE_VERSIONS[{count}] = {{{versions}}};\n")
    parts.append(f"static const sg_face SG_FACES[{count}] = {{\n" + ",\n".join(structs) + "\n};\n")
    return "\n".join(parts)


def _array(ctype: str, name: str, values: Sequence[int]) -> str:
    lines = [", ".join(map(str, values[i : i + 20])) for i in range(0, len(values), 20)]
    return f"static const {ctype} {name}[{len(values)}] = {{\n" + ",\n".join(lines) + "\n};\n"
