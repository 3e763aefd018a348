"""Coverage, distances, specimens and exported files tell the truth about a face."""

import json
from pathlib import Path

import freetype
import pytest

from snapglyph import FontError, read, render
from snapglyph.engine import PageFormat, faces, get_face
from snapglyph.fonts import coverage, distances, open_face, specimen, terminal_picture
from snapglyph.fonts.export import write_bdf, write_otb
from snapglyph.fontsource import pixel_distance

from ..cli.run import run

SOME = [0x21, 0x41, 0x6A, 0xE9, 0x416, 0x2192, 0x3042, 0x1F600]


def rows_of(font: freetype.Face, code: int, width: int, height: int, ascent: int) -> tuple[int, ...]:
    font.load_char(chr(code))
    bitmap = font.glyph.bitmap
    rows = [0] * height
    for y in range(bitmap.rows):
        line = int.from_bytes(bytes(bitmap.buffer[y * bitmap.pitch : (y + 1) * bitmap.pitch]), "big")
        line >>= 8 * bitmap.pitch - bitmap.width
        rows[ascent - font.glyph.bitmap_top + y] = line << (width - bitmap.width - font.glyph.bitmap_left)
    assert font.glyph.advance.x >> 6 == width
    return tuple(rows)


@pytest.mark.parametrize("name", faces())
@pytest.mark.parametrize("kind", ["bdf", "otb"])
def test_an_exported_font_has_the_pixels_of_the_face(tmp_path: Path, name: str, kind: str) -> None:
    face = get_face(name)
    path = tmp_path / f"x.{kind}"
    count = {"bdf": write_bdf, "otb": write_otb}[kind](face, path)
    source = face.source()
    font = freetype.Face(str(path))
    font.select_size(0)
    ascent = font.size.ascender >> 6
    mapped = {code for code, index in font.get_chars() if index}
    assert len(mapped) == count
    assert mapped == {code for code in source.glyphs if 0x20 <= code < 0x110000}
    for code in SOME:
        width = face.width * (2 if code in source.wide else 1)
        assert rows_of(font, code, width, face.height, ascent) == source.glyphs[code], hex(code)


def test_an_exported_font_draws_pages_that_read_back(tmp_path: Path) -> None:
    write_bdf(get_face("6x12"), tmp_path / "out.bdf")
    face = open_face(str(tmp_path / "out.bdf"))
    fmt = PageFormat(width=300, height=100, face=face)
    assert read(render("0O1lI| é Ж →", format=fmt)) == "0O1lI| é Ж →"


def test_the_same_face_gives_the_same_file(tmp_path: Path) -> None:
    for kind, write in (("bdf", write_bdf), ("otb", write_otb)):
        write(get_face("5x8"), tmp_path / f"1.{kind}")
        write(get_face("5x8"), tmp_path / f"2.{kind}")
        assert (tmp_path / f"1.{kind}").read_bytes() == (tmp_path / f"2.{kind}").read_bytes()


def test_coverage_counts_by_block() -> None:
    small = {entry.block: entry for entry in coverage(get_face("5x8"))}
    assert small["Basic Latin"].drawn == small["Basic Latin"].total == 95
    assert small["Hangul Syllables"].drawn == 0
    assert small["Hangul Syllables"].missing[0] == 0xAC00
    assert all(entry.drawn == entry.total for entry in coverage(get_face("8x16")))


def test_distances_are_pixels_and_shrink_with_the_picture() -> None:
    face = get_face("8x16")
    glyphs = face.source().glyphs
    whole = {(d.first, d.second): d.pixels for d in distances(face)}
    assert len(whole) == 95 * 94 // 2
    assert whole["1", "l"] == pixel_distance(glyphs[ord("1")], glyphs[ord("l")])
    half = distances(face, [ord(c) for c in "1Il"], scale=0.5)
    assert all(0 < d.pixels < whole[d.first, d.second] for d in half)
    assert [d.pixels for d in distances(face)] == sorted(whole.values())


def test_a_specimen_shows_every_block() -> None:
    sheet = specimen(get_face("6x12"), "Hello", scale=1)
    assert sheet.mode == "L"
    assert sheet.height > 100 * 12
    assert sheet.getextrema() == (0, 255)


def test_a_terminal_picture_has_the_ink_of_the_text() -> None:
    face = get_face("5x8")
    picture = terminal_picture(face, "A")
    ink = sum({"▀": 1, "▄": 1, "█": 2}.get(char, 0) for char in picture)
    source = face.source().glyphs
    assert ink >= sum(row.bit_count() for row in source[ord("A")])
    assert set(picture) <= set(" ▀▄█\n")


@pytest.mark.parametrize("name", ["9x9", "none.ttf", "none.ttf:12"])
def test_neither_a_face_nor_a_file(name: str) -> None:
    with pytest.raises(FontError, match=r"is neither a face \(5x8, 6x12, 7x14, 8x16\) nor a font file"):
        open_face(name)


# --- commands ---------------------------------------------------------------------------------------------


def test_fonts_lists_faces_and_blocks() -> None:
    listed = json.loads(run("fonts", "--json").stdout)
    assert [entry["face"] for entry in listed] == list(faces())
    assert listed[0]["blocks"]["Armenian"] == {"drawn": 0, "of": 91}
    text = run("fonts").stdout.decode()
    assert "Latin Extended Additional" in text


def test_fonts_distance_and_export(tmp_path: Path) -> None:
    told = json.loads(run("fonts", "distance", "5x8", "--json", "--below", "4").stdout)
    assert [pair["first"] + pair["second"] for pair in told["pairs"]] == ["EF", "bh", "bp", "op"]
    run("fonts", "export", "5x8", "-o", str(tmp_path / "new"))
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == ["snapglyph-5x8.bdf", "snapglyph-5x8.otb"]
    again = run("fonts", "export", "5x8", "-o", str(tmp_path / "new"), code=3)
    assert "exists; pass --force to replace it" in again.stderr.decode()
    assert "the kinds are bdf, otb and both" in run("fonts", "export", "5x8", "--only", "x", code=2).stderr.decode()


def test_fonts_show_writes_a_sheet_and_draws_in_the_terminal(tmp_path: Path) -> None:
    result = run("fonts", "show", "5x8", "Hi [b]there[/b]", "-o", str(tmp_path / "s.png"), "--scale", "1")
    assert "█" in result.stdout.decode()
    assert (tmp_path / "s.png").read_bytes().startswith(b"\x89PNG")
    assert "nor a font file" in run("fonts", "show", "9x9", code=2).stderr.decode()


def test_render_says_what_it_escapes(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("漢字 and more", encoding="utf-8")
    result = run("render", str(tmp_path / "t.txt"), "-o", str(tmp_path / "p"), "--face", "8x16", "--json")
    assert json.loads(result.stdout)["escaped_by_extra"] == {"cjk": 2}
    assert "snapglyph[cjk]" in result.stderr.decode()
