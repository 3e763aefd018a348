"""The C header and the font's sources agree on what our marks are called."""

from snapglyph.engine.native import lib
from snapglyph.fontsource import marks, tables


def test_both_sides_use_the_same_codes() -> None:
    for name in (
        "INVERSE",
        "ESCAPE_OPEN",
        "ESCAPE_CLOSE",
        "WRAP",
        "RULE",
        "SEAL",
        "TAG_OPEN",
        "TAG_CLOSE",
        "CODE_LIMIT",
    ):
        assert getattr(marks, name) == getattr(lib, f"SG_{name}")
    for name in ("NO_GLYPH", "WIDE", "RIGHT_HALF"):
        assert getattr(tables, name) == getattr(lib, f"SG_{name}")
    assert marks.CODE_LIMIT >> 8 == lib.SG_CODE_BLOCKS


def test_marks_are_beyond_unicode() -> None:
    codes = {code for code in marks.NAMED_GLYPHS.values() if code > 0x20}
    assert min(codes | {marks.INVERSE}) > 0x10FFFF
