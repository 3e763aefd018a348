"""The faces: complete, distinct, and what is easily confused kept apart."""

import unicodedata
from itertools import combinations
from pathlib import Path

import pytest

from snapglyph.fontsource import BLOCKS, FaceSource, load_faces, nearest_pairs, pixel_distance, promised
from snapglyph.fontsource.marks import INVERSE, INVERSE_CHARS, NAMED_GLYPHS

FONTS = Path(__file__).resolve().parents[2] / "fonts"
FACES = {face.name: face for face in load_faces(FONTS, ("5x8", "6x12", "7x14", "8x16"))}

PRINTABLE = range(0x20, 0x7F)
LOOK_ALIKES = ["0OoQD", "1lI|!i", "5Ss", "8B", "6b", "2Zz", "coe", ".,:;", "'`\"", "([{", "uv", "mwnh", "HK"]

each_face = pytest.mark.parametrize("face", FACES.values(), ids=FACES)


COUNTS = {"5x8": 4038, "6x12": 4038, "7x14": 4038, "8x16": 15389}
"""Glyphs of each face; a change that adds or loses one is meant to be seen here."""


@each_face
def test_a_face_covers_what_it_promises(face: FaceSource) -> None:
    marks = {*NAMED_GLYPHS.values(), *(INVERSE + ord(c) for c in INVERSE_CHARS)}
    assert sorted(hex(code) for code in (promised(face.height) | marks) - face.glyphs.keys()) == []
    assert len(face.glyphs) == COUNTS[face.name]


def test_blocks_of_scripts_that_need_sixteen_rows() -> None:
    tall = {block.name for block in BLOCKS if block.least_height}
    assert tall == {"Armenian", "Georgian", "Hangul Syllables"}
    assert promised(16) - promised(14) == {c for b in BLOCKS if b.least_height for c in b.codes()}


@each_face
def test_no_code_is_promised_that_normalisation_replaces(face: FaceSource) -> None:
    """NFC runs before shaping, so such a glyph would never be drawn and could never round-trip."""
    replaced = [hex(c) for c in promised(face.height) if unicodedata.normalize("NFC", chr(c)) != chr(c)]
    assert replaced == []


@each_face
def test_no_two_codes_share_a_bitmap_and_only_the_blank_is_empty(face: FaceSource) -> None:
    narrow = [rows for code, rows in face.glyphs.items() if code not in face.wide]
    wide = [rows for code, rows in face.glyphs.items() if code in face.wide]
    assert len(set(narrow)) == len(narrow)
    assert len(set(wide)) == len(wide)
    assert not set(narrow) & {tuple(row >> face.width for row in rows) for rows in wide}
    assert [code for code, rows in face.glyphs.items() if not any(rows)] == [0x20]


@each_face
@pytest.mark.parametrize("group", LOOK_ALIKES)
def test_look_alikes_are_told_apart(face: FaceSource, group: str) -> None:
    """can1357/oh-my-pi 8713: ids came back with 0 and O swapped; teamchong/pxpipe 127: K was read as H."""
    for a, b in combinations(group, 2):
        assert pixel_distance(face.glyphs[ord(a)], face.glyphs[ord(b)]) >= 3, f"{a} and {b}"


@pytest.mark.parametrize(("name", "most"), [("8x16", 0), ("7x14", 0), ("6x12", 4), ("5x8", 10)])
def test_pairs_of_printable_ascii_within_three_pixels(name: str, most: int) -> None:
    near = [(d, chr(a), chr(b)) for d, a, b in nearest_pairs(FACES[name], PRINTABLE, 4)]
    assert len(near) <= most, near
    assert all(distance == 3 for distance, _, _ in near)


@each_face
def test_zero_is_slashed(face: FaceSource) -> None:
    zero, letter = face.glyphs[ord("0")], face.glyphs[ord("O")]
    assert all(a & b == b for a, b in zip(zero, letter, strict=True))  # the letter, and ink inside it


@each_face
def test_letters_leave_a_gap_to_the_next_cell(face: FaceSource) -> None:
    touching = {chr(c) for c in range(0x21, 0x7F) if any(row & 1 for row in face.glyphs[c])}
    allowed = {"5x8": "MQTVWXYmqvwx#$%&*+@^~", "6x12": "_", "7x14": "_", "8x16": "#%&@AQq~"}
    assert touching <= set(allowed[face.name])


@each_face
def test_box_lines_reach_the_edge_of_the_cell(face: FaceSource) -> None:
    left, right = 1 << (face.width - 1), 1
    horizontal, vertical = face.glyphs[0x2500], face.glyphs[0x2502]
    assert sum(horizontal) == (1 << face.width) - 1
    assert all(row == vertical[0] for row in vertical)
    for code in (0x250C, 0x2514, 0x251C, 0x252C, 0x2534, 0x253C):
        rows = face.glyphs[code]
        assert any(row & right for row in rows)
        assert (rows[0] == vertical[0]) == (code in (0x2514, 0x251C, 0x2534, 0x253C))
        assert (rows[-1] == vertical[0]) == (code in (0x250C, 0x251C, 0x252C, 0x253C))
        assert any(row & left for row in rows) == (code in (0x252C, 0x2534, 0x253C))


@each_face
def test_eighths_ink_exactly_their_part(face: FaceSource) -> None:
    area = face.width * face.height
    ink = {code: sum(row.bit_count() for row in rows) for code, rows in face.glyphs.items()}
    for n in range(1, 9):
        assert abs(ink[0x2580 + n] * 8 - n * area) < 8
        assert abs(ink[0x2590 - n] * 8 - n * area) < 8
    assert ink[0x2800] == 2  # the corners alone: no blank
    assert [ink[0x2591] < ink[0x2592], ink[0x2592] < ink[0x2593]] == [True, True]


@each_face
def test_rules_join_down_the_page(face: FaceSource) -> None:
    rule = face.glyphs[NAMED_GLYPHS["rule"]]
    assert rule[0]
    assert rule[-1]


@each_face
def test_inverse_letters_have_ink_around_them(face: FaceSource) -> None:
    full = (1 << face.width) - 1
    for char in INVERSE_CHARS:
        rows = face.glyphs[INVERSE + ord(char)]
        assert rows[0] == full, char
        assert rows[-1] == 0, char
        assert char == " " or any(row != full for row in rows[:-1])
        if char.isdigit():  # these stand alone
            assert all(row >> (face.width - 1) & row & 1 for row in rows[:-1]), char
