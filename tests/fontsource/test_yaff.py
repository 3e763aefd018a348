"""A mistake in a font file is named with file, line and glyph; nothing is half-loaded."""

from pathlib import Path

import pytest

from snapglyph import Face, FontError, PageFormat
from snapglyph.engine.layout import plan_pages
from snapglyph.fontsource import load_face
from snapglyph.fontsource.compile import complete
from snapglyph.fontsource.yaff import parse_yaff

HEAD = "name: tiny\ncell-size: 3 2\n\n"
A = "u+0041:\n    .@.\n    @.@\n"


def parse(tmp_path: Path, text: str) -> object:
    path = tmp_path / "tiny.yaff"
    path.write_text(text, encoding="utf-8")
    return parse_yaff(path)


def test_a_small_file(tmp_path: Path) -> None:
    text = (
        HEAD
        + "# comment\n"
        + A
        + "\n'b':\n\t@@.\n\t@@@\n\n\"tab\":\n    ...\n    @@@\n\nu+4e00:\n    @@@@@@\n    .@....\n"
    )
    path = tmp_path / "tiny.yaff"
    path.write_text(text, encoding="utf-8")
    drawing = parse_yaff(path)
    assert drawing.glyphs == {
        0x41: (0b010, 0b101),
        0x62: (0b110, 0b111),
        9: (0, 7),
        0x4E00: (0b111111, 0b010000),
    }
    assert drawing.wide == {0x4E00}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name: x\n" + A, "the property cell-size is missing"),
        ("cell-size: 3 2\n" + A, "the property name is missing"),
        (HEAD.replace("3 2", "3x2") + A, "cell-size is '3x2'"),
        (HEAD.replace("3 2", "9 2") + A, "a cell of 9x2 is too large"),
        (HEAD + "    .@.\n", "line 4: a row of pixels stands before the first label"),
        (HEAD + A + A, r"line 7, glyph U\+0041: drawn before, in line 4"),
        (HEAD + A + "    @@@\n", r"line 4, glyph U\+0041: it has 3 rows"),
        (HEAD + "u+0041:\n", r"line 4, glyph U\+0041: it has 0 rows"),
        (HEAD + "u+0041:\n    .@.\n    @.\n", r"line 6, glyph U\+0041: the row has 2 pixels instead of 3"),
        (HEAD + "u+0041:\n    .@.x\n", "line 5: neither a comment"),
        (HEAD + "u+110000:\n    .@.\n    @.@\n", "line 4: u\\+110000 is beyond the last code point"),
        (HEAD + '"no such mark":\n    .@.\n    @.@\n', "line 4: there is no mark"),
        (HEAD + '"inverse é":\n    .@.\n    @.@\n', "line 4: there is no mark"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(FontError, match=f"tiny.yaff.*{sentence}"):
        parse(tmp_path, text)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "tiny.yaff"
    path.write_bytes(b"name: \xff")
    with pytest.raises(FontError, match=r"tiny.yaff is not UTF-8 text \(byte 6\)"):
        parse_yaff(path)


def test_a_letter_that_a_rule_needs_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "tiny.yaff"
    path.write_text(HEAD + A, encoding="utf-8")
    with pytest.raises(FontError, match=r"U\+0020 is not drawn"):
        load_face(path)


FIVE = Path(__file__).resolve().parents[2] / "fonts" / "5x8.yaff"


def test_two_glyphs_alike_are_a_build_error(tmp_path: Path) -> None:
    text = FIVE.read_text(encoding="utf-8")
    rows = text.split("u+0041:\n")[1].split("\n\n")[0]
    path = tmp_path / "alike.yaff"
    path.write_text(text + "\nu+0391:\n" + rows + "\n", encoding="utf-8")
    with pytest.raises(FontError, match=r"alike.yaff: U\+0041 and U\+0391 are drawn alike"):
        load_face(path)


def test_a_face_made_at_run_time_draws_wide_glyphs_and_never_parts_them(tmp_path: Path) -> None:
    wide = "\nu+4e2d:\n" + "    @@@@@@@@@@\n    @...@@...@\n" * 4
    path = tmp_path / "wide.yaff"
    path.write_text(FIVE.read_text(encoding="utf-8") + wide, encoding="utf-8")
    face = Face.from_source(complete(parse_yaff(path), "wide"))
    assert face.has_wide
    for layout in ("packed", "lines"):
        fmt = PageFormat(width=8 + 5 * 25, height=8 + 8 * 6, layout=layout)
        object.__setattr__(fmt, "font", face)
        left = face.entry(0x4E2D)
        for plan in plan_pages("a\u4e2d" * 300 + "\u4e2d" * 300, fmt):
            for row in plan.grid.tolist():
                assert all((b == left + 1) == (a == left) for a, b in zip(row, [*row[1:], 0], strict=True))
