"""The line-based sources: what they draw, and the sentence for each mistake in them."""

from pathlib import Path

import pytest

from snapglyph.errors import FontError
from snapglyph.fontsource import Bitmaps, FaceSource, hangul, load_faces
from snapglyph.fontsource.accents import decompose, parse_accents
from snapglyph.fontsource.drafting import load_shared
from snapglyph.fontsource.invisible import BLANKS, CONTROLS
from snapglyph.fontsource.pixels import from_rows, squeeze, to_rows
from snapglyph.fontsource.recipes import OPERATIONS, parse_recipes, parse_small
from snapglyph.fontsource.strokes import draw_in_box, draw_strokes, parse_strokes
from snapglyph.fontsource.tell_apart import tell_apart
from snapglyph.fontsource.yaff import parse_yaff

FONTS = Path(__file__).resolve().parents[2] / "fonts"
SHARED = load_shared(FONTS)
FACES = {face.name: face for face in load_faces(FONTS, ("5x8", "6x12", "7x14", "8x16"))}

each_face = pytest.mark.parametrize("face", FACES.values(), ids=FACES)


def ink(face: FaceSource, char: str) -> frozenset[tuple[int, int]]:
    code = ord(char)
    return from_rows(face.glyphs[code], face.width * (2 if code in face.wide else 1))


# --- composition ------------------------------------------------------------------------------------------


@each_face
@pytest.mark.parametrize("char", "ńřůūẻỗěżăő")
def test_a_letter_with_an_accent_has_ink_above_and_stands_on_the_line(face: FaceSource, char: str) -> None:
    metrics = parse_yaff(FONTS / f"{face.name}.yaff").metrics
    assert metrics
    rows = {y for _, y in ink(face, char)}
    assert min(rows) < metrics.x_top - metrics.gap
    assert max(rows) == metrics.baseline


@each_face
def test_a_letter_and_its_accent_have_an_empty_row_between_where_there_is_room(face: FaceSource) -> None:
    if face.height < 12:
        pytest.skip("eight rows hold no gap")
    for char in "áêñöūǎŕ":
        rows = {y for _, y in ink(face, char)}
        assert set(range(min(rows), max(rows) + 1)) - rows, char


@each_face
def test_the_dot_of_an_i_goes_below_an_accent(face: FaceSource) -> None:
    dotless = ink(face, "ı")
    assert dotless < ink(face, "ĩ")
    assert dotless < ink(face, "í") or face.name in ("5x8", "8x16")  # drawn by hand there


@each_face
def test_accents_alone_stand_on_the_dotted_ring(face: FaceSource) -> None:
    rings = [ink(face, chr(code)) for code in (0x300, 0x301, 0x302, 0x303, 0x308)]
    common = frozenset.intersection(*rings)
    assert len(common) >= 6
    assert all(ring > common for ring in rings)


def test_decomposition_is_canonical() -> None:
    assert decompose(ord("ệ")) == (ord("e"), (0x323, 0x302))
    assert decompose(ord("ﬁ")) == (ord("ﬁ"), ())
    assert decompose(ord("a")) == (ord("a"), ())


# --- signs ------------------------------------------------------------------------------------------------


@each_face
@pytest.mark.parametrize(("latin", "cyrillic", "greek"), ["AАΑ", "BВΒ", "EЕΕ", "OОΟ", "oоο", "PРΡ", "XХΧ"])
def test_homoglyphs_differ_by_their_scripts_sign(face: FaceSource, latin: str, cyrillic: str, greek: str) -> None:
    one, two, three = ink(face, latin), ink(face, cyrillic), ink(face, greek)
    right = face.width - 1
    assert [x for x, _ in one ^ two] == [right]  # the lower right
    assert [x for x, _ in one ^ three] == [right]  # the upper right
    assert one ^ two != one ^ three


@each_face
def test_the_cyrillic_sign_is_the_same_pixel_everywhere(face: FaceSource) -> None:
    signs = {ink(face, a) ^ ink(face, b) for a, b in zip("AEOPXceop", "АЕОРХсеор", strict=True)}
    assert len(signs) == 1


@each_face
def test_every_blank_and_control_shows_ink(face: FaceSource) -> None:
    for code in (*BLANKS, *CONTROLS, 0xA0, 0x3000):
        assert any(face.glyphs[code]), hex(code)


def test_a_later_glyph_that_looks_like_an_earlier_one_gets_a_sign() -> None:
    fixed = {0x20: (0, 0, 0), 0x41: (4, 4, 4)}
    found = tell_apart(fixed, {0x391: (4, 4, 4), 0x410: (4, 4, 4)}, frozenset(), 3)
    assert found[0x391] == (4, 4, 0)  # the first pixel of the last row
    assert found[0x410] == (0, 4, 4)  # then that of the first row
    with pytest.raises(FontError, match=r"U\+0042 is drawn like another glyph"):
        tell_apart({0x20: (0,), 0x41: (1,)}, {0x42: (1,)}, frozenset(), 1)


def test_a_narrow_glyph_is_never_the_left_half_of_a_wide_one() -> None:
    found = tell_apart({0x20: (0, 0), 0x7C: (2, 2)}, {0x3042: (0b1001, 0b1000)}, frozenset({0x3042}), 2)
    assert tuple(row >> 2 for row in found[0x3042]) != (2, 2)


# --- strokes, hangul --------------------------------------------------------------------------------------


def test_what_is_symmetric_stays_symmetric_in_every_face() -> None:
    for name in FACES:
        metrics = parse_yaff(FONTS / f"{name}.yaff").metrics
        assert metrics
        middle = (metrics.width - 1) // 2
        for char in "↔⊕◇⊞":
            drawn = draw_strokes(SHARED.strokes[ord(char)], metrics)
            assert {(2 * middle - x, y) for x, y in drawn} == drawn, (name, char)


def test_a_syllable_is_made_of_its_letters() -> None:
    rows = hangul.syllables(SHARED.strokes)
    assert len(rows) == 11_172
    assert len(set(rows.values())) == 11_172
    whole = from_rows(rows[ord("각")], 16)
    final = draw_in_box(SHARED.strokes[ord("ㄱ")], (2, 10, 12, 14))
    assert final < whole
    assert from_rows(rows[ord("가")], 16) != whole
    assert all(not row & 1 for row in rows[ord("뷁")])  # the last column stays paper
    assert rows[ord("뷁")][-1] == 0


def test_squeezing_keeps_the_foot_and_takes_out_what_repeats() -> None:
    letter = from_rows((0b110, 0b101, 0b101, 0b101, 0b110), 3)
    assert to_rows(squeeze(letter, 3), 3, 5) == (0, 0, 0b110, 0b101, 0b110)
    assert squeeze(letter, 9) == letter
    assert squeeze(frozenset(), 3) == frozenset()


# --- mistakes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parse", "text", "sentence"),
    [
        (parse_strokes, "A zz", "line 1, glyph A: 'zz' is no stroke"),
        (parse_strokes, "A o11", "needs the two corners"),
        (parse_strokes, "A", "it has no strokes"),
        (parse_strokes, "A 11\nA 22", "line 2, glyph A: drawn before"),
        (parse_strokes, "A @B", "refers to a glyph that no line above draws"),
        (parse_strokes, "grid: round", "a grid is one of cell, letters, wide"),
        (parse_strokes, "U+110000 11", "neither one character nor a code point"),
        (parse_recipes, "U+0250 a spin", "there is no operation 'spin'; there are turn,"),
        (parse_recipes, "U+0250", "a letter to start from"),
        (parse_recipes, "U+0250 a\nU+0250 b", "described before"),
        (parse_small, "a @@@", "five rows of three pixels"),
        (parse_accents, "beside 0301 .....", "an accent is one of above, below"),
        (parse_accents, "above 0301 ...", "rows of 5 pixels"),
        (parse_accents, "above acute ..@..", "'acute' is not an accent's code point"),
        (parse_accents, "above 0301 ..@..\nabove 0301 ..@..", "line 2"),
    ],
)
def test_a_mistake_names_file_line_and_glyph(tmp_path: Path, parse: object, text: str, sentence: str) -> None:
    path = tmp_path / "broken.txt"
    path.write_text(text)
    assert callable(parse)
    with pytest.raises(FontError) as caught:
        parse(path)
    assert str(caught.value).startswith("broken.txt, line ")
    assert sentence in str(caught.value)


def test_a_recipe_from_nothing_drawn_is_told(tmp_path: Path) -> None:
    for name in ("accents.txt", "small.txt"):
        (tmp_path / name).write_text((FONTS / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "recipes.txt").write_text("U+0250 U+E000 turn\n")
    (tmp_path / "strokes").mkdir()
    (tmp_path / "8x16.yaff").write_text((FONTS / "8x16.yaff").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(FontError, match=r"recipes.txt, line 1, glyph U\+0250: it starts from U\+E000"):
        load_faces(tmp_path, ("8x16",))


def test_a_promised_glyph_that_nothing_draws_is_told(tmp_path: Path) -> None:
    for name in ("accents.txt", "small.txt", "8x16.yaff"):
        (tmp_path / name).write_text((FONTS / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "recipes.txt").write_text("")
    (tmp_path / "strokes").mkdir()
    for path in (FONTS / "strokes").glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        (tmp_path / "strokes" / path.name).write_text(
            text.replace("U+2191 ", "U+E000 ").replace("@↑", "@U+E000"), encoding="utf-8"
        )
    with pytest.raises(FontError, match=r"8x16: \d+ promised glyphs are not drawn, U\+01"):
        load_faces(tmp_path, ("8x16",))


def test_every_operation_is_used() -> None:
    used = {name for recipe in SHARED.recipes.values() for name, _ in recipe.steps}
    assert used == set(OPERATIONS)


def test_a_bitmap_clashes_with_what_it_could_be_read_as() -> None:
    taken = Bitmaps(3)
    taken.add(0x20, (0, 0), wide=False)
    taken.add(0x41, (0b101, 0b010), wide=False)
    taken.add(0x4E00, (0b111_001, 0b000_100), wide=True)
    assert taken.clash((0b101, 0b010), wide=False) == 0x41
    assert taken.clash((0b111, 0b000), wide=False) == 0x4E00  # the left half of a wide one
    assert taken.clash((0b101_111, 0b010_111), wide=True) == 0x41  # a narrow one is its left half
    assert taken.clash((0b111_001, 0b000_100), wide=True) == 0x4E00
    assert taken.clash((0b000_111, 0b000_111), wide=True) == 0x20
    assert taken.clash((0b111_010, 0b000_100), wide=True) is None
    assert taken.clash((0b011, 0b010), wide=False) is None
