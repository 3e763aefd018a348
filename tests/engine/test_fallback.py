"""Fonts behind our own: what they draw reads back exactly, and what is wrong with a font is one sentence."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from snapglyph import Face, FontError, FormatError, PageFormat, ReadError, count_escapes, read, render
from snapglyph.engine import get_face
from snapglyph.engine.fallback import EXTRAS, fallback_face, fallback_id
from snapglyph.engine.fallback import _digests as fallback_digests
from snapglyph.engine.fontfile import read_font

needs_wide = pytest.mark.skipif(not importlib.util.find_spec("manimgx_fonts"), reason="needs snapglyph[wide]")
needs_cjk = pytest.mark.skipif(
    not importlib.util.find_spec("noto_cjk_sans_jp_regular"), reason="needs snapglyph[cjk]"
)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SNAPGLYPH_CACHE", str(tmp_path_factory.getbasetemp() / "faces"))


def bdf(path: Path, glyphs: dict[int, list[str]], *, advance: int = 8, encoding: str = "ISO10646") -> Path:
    """A font of these glyphs; rows of . and @, set on a baseline three rows above the cell's foot."""
    lines = [
        "STARTFONT 2.1",
        f"FONT -x-x-medium-r-normal--16-160-75-75-c-80-{encoding.lower()}-1",
        "SIZE 16 75 75",
        "FONTBOUNDINGBOX 8 16 0 -3",
        "STARTPROPERTIES 4",
        "FONT_ASCENT 13",
        "FONT_DESCENT 3",
        f'CHARSET_REGISTRY "{encoding}"',
        'CHARSET_ENCODING "1"',
        "ENDPROPERTIES",
        f"CHARS {len(glyphs)}",
    ]
    for code, rows in glyphs.items():
        width = len(rows[0])
        digits = (width + 7) // 8 * 2
        bits = [int(row.replace("@", "1").replace(".", "0"), 2) << (digits * 4 - width) for row in rows]
        lines += [f"STARTCHAR u{code:04X}", f"ENCODING {code}", "SWIDTH 500 0", f"DWIDTH {advance} 0"]
        lines += [
            f"BBX {width} {len(rows)} 0 {-3 if len(rows) == 16 else 0}",
            "BITMAP",
            *(f"{b:0{digits}X}" for b in bits),
            "ENDCHAR",
        ]
    path.write_text("\n".join([*lines, "ENDFONT", ""]))
    return path


SQUARE = ["@@@@@@", "@....@", "@....@", "@@@@@@"]
CROSS = ["@....@", ".@@@@.", ".@@@@.", "@....@"]


def test_a_font_file_draws_what_the_face_lacks(tmp_path: Path) -> None:
    font = bdf(tmp_path / "runes.bdf", {0x16A0: SQUARE, 0x16A1: CROSS, 0x41: SQUARE})
    fmt = PageFormat(width=200, height=100, face="8x16", fallback=(str(font),))
    assert fmt.font.covers(0x16A0)
    assert not fmt.font.covers(0x16A2)
    assert fmt.font.source().glyphs[0x41] == get_face("8x16").source().glyphs[0x41]  # our own comes first
    text = "ᚠᚡᚢ A"
    pages = render(text, format=fmt)
    assert read(pages) == text
    assert read([page.png for page in pages], format=fmt) == text


def test_a_format_names_its_fonts_by_hash_and_never_by_path(tmp_path: Path) -> None:
    font = bdf(tmp_path / "secret-name.bdf", {0x16A0: SQUARE})
    fmt = PageFormat(face="8x16", fallback=(str(font),))
    assert "fallback=font-" in fmt.id
    assert "secret" not in fmt.id
    other = bdf(tmp_path / "other.bdf", {0x16A0: CROSS})
    assert replace(fmt, fallback=(str(other),)).id != fmt.id
    with pytest.raises(ReadError, match="drawn with a font file, which no page holds; pass the format"):
        read(render("ᚠ", format=fmt)[0].png)


def test_of_two_alike_the_later_is_escaped(tmp_path: Path) -> None:
    own = get_face("8x16").source().glyphs[ord("o")]
    shown = [f"{row:08b}".replace("0", ".").replace("1", "@") for row in own[:13]]
    font = bdf(tmp_path / "twins.bdf", {0x16A0: SQUARE, 0x16A1: SQUARE, 0x16A2: shown})
    fmt = PageFormat(width=300, height=100, face="8x16", fallback=(str(font),))
    assert [fmt.font.covers(code) for code in (0x16A0, 0x16A1, 0x16A2)] == [True, False, False]
    assert read(render("ᚠᚡᚢ", format=fmt)) == "ᚠᚡᚢ"


def test_the_first_fallback_that_draws_a_character_wins(tmp_path: Path) -> None:
    first = bdf(tmp_path / "a.bdf", {0x16A0: SQUARE})
    second = bdf(tmp_path / "b.bdf", {0x16A0: CROSS, 0x16A1: CROSS})
    one = PageFormat(face="8x16", fallback=(str(first), str(second))).font.source().glyphs
    other = PageFormat(face="8x16", fallback=(str(second), str(first))).font.source().glyphs
    assert one[0x16A0] != other[0x16A0]
    assert one[0x16A1] == other[0x16A0]


def test_a_kept_face_is_the_compiled_one_and_a_damaged_one_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SNAPGLYPH_CACHE", str(tmp_path / "cache"))
    chain = (str(bdf(tmp_path / "runes.bdf", {0x16A0: SQUARE})),)
    own = get_face("8x16")
    made = fallback_face.__wrapped__(own, chain)
    (kept,) = (tmp_path / "cache").iterdir()
    loaded = fallback_face.__wrapped__(own, chain)
    assert loaded.version == made.version
    assert [a.tolist() for a in loaded.arrays()] == [a.tolist() for a in made.arrays()]
    kept.write_bytes(kept.read_bytes()[:-40])
    assert fallback_face.__wrapped__(own, chain).version == made.version


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SNAPGLYPH_CACHE", str(tmp_path / "file" / "below"))
    chain = (str(bdf(tmp_path / "runes.bdf", {0x16A0: SQUARE})),)
    with pytest.warns(RuntimeWarning, match="could not be kept .* set SNAPGLYPH_CACHE"):
        assert fallback_face.__wrapped__(get_face("8x16"), chain).covers(0x16A0)


# --- what is wrong with a font ----------------------------------------------------------------------------


def test_a_file_that_is_no_font(tmp_path: Path) -> None:
    path = tmp_path / "notes.ttf"
    path.write_text("not a font")
    with pytest.raises(FontError, match=r"notes\.ttf is not a font that FreeType reads"):
        read_font(path, 8, 16)
    with pytest.raises(FontError, match=r"notes\.ttf is not a font"):
        Face.from_font(path)
    with pytest.raises(FontError, match=r"notes\.ttf is not a font"):
        PageFormat(fallback=(str(path),))
    with pytest.raises(FontError, match=r"neither an extra \(wide, cjk\) nor a font file that exists"):
        PageFormat(fallback=("klingon",))
    with pytest.raises(FileNotFoundError):
        Face.from_font(tmp_path / "none.ttf")
    with pytest.raises(TypeError, match="fallback must be a tuple"):
        PageFormat(fallback="cjk")  # type: ignore[arg-type]


def test_a_font_without_a_unicode_map(tmp_path: Path) -> None:
    path = bdf(tmp_path / "dec.bdf", {0x41: SQUARE}, encoding="DEC.CNS11643")
    with pytest.raises(FontError, match=r"dec\.bdf has no Unicode map"):
        read_font(path, 8, 16)


def test_glyphs_of_more_than_two_cells(tmp_path: Path) -> None:
    path = bdf(tmp_path / "broad.bdf", {0x16A0: ["@" * 24], 0x16A1: SQUARE}, advance=24)
    font = read_font(path, 8, 16)
    assert (sorted(font.glyphs), font.skipped) == ([0x16A1], 1)
    with pytest.raises(FontError, match=r"broad\.bdf: U\+16A0 does not fit two cells of 8x16 pixels"):
        read_font(path, 8, 16, strict=True)
    with pytest.raises(FontError, match="has no glyph that fits"):
        read_font(bdf(tmp_path / "b.bdf", {0x16A0: ["@" * 24]}, advance=24), 8, 16)


def test_marks_without_a_width_and_without_ink(tmp_path: Path) -> None:
    path = bdf(tmp_path / "marks.bdf", {0x1AB0: ["@@"], 0x1AB1: [".."], 0x1AB2: [".@"]}, advance=0)
    fmt = PageFormat(width=300, height=100, face="8x16", fallback=(str(path),))
    assert [fmt.font.covers(code) for code in (0x1AB0, 0x1AB1)] == [True, False]
    text = "a\u1ab0\u1ab1\u1ab2"
    assert read(render(text, format=fmt)) == text


def test_a_face_from_a_font_needs_all_of_ascii_and_all_of_it_distinct(tmp_path: Path) -> None:
    own = get_face("8x16").source().glyphs
    shown = {c: [f"{r:08b}".replace("0", ".").replace("1", "@") for r in own[c]] for c in range(0x21, 0x7F)}
    whole = Face.from_font(bdf(tmp_path / "whole.bdf", shown))
    assert (whole.width, whole.height) == (8, 16)
    fmt = PageFormat(width=300, height=100, face=whole)
    text = "def f(x): return x\t# 0O1lI|\n\u0394"
    assert read(render(text, format=fmt)) == text
    assert fmt.id.startswith("1 face=font-")
    with pytest.raises(FontError, match=r"part\.bdf draws no U\+007E .1 of printable ASCII"):
        Face.from_font(bdf(tmp_path / "part.bdf", {c: shown[c] for c in range(0x21, 0x7E)}))
    with pytest.raises(FontError, match=r"twin\.bdf draws U\+0049 like U\+0031"):
        Face.from_font(bdf(tmp_path / "twin.bdf", shown | {0x49: shown[0x31]}))
    with pytest.raises(FontError, match=r"a cell of 9x40 pixels is out of range"):
        Face.from_font(tmp_path / "whole.bdf", cell=(9, 40))


# --- extras -----------------------------------------------------------------------------------------------


@needs_wide
@pytest.mark.parametrize("text", ["مرحبا بالعالم", "नमस्ते दुनिया", "สวัสดีชาวโลก", "ጤና ይስጥልኝ", "🦄🥑🪐"])
@pytest.mark.parametrize("face", ["6x12", "8x16"])
def test_scripts_of_the_wide_extra_read_back(face: str, text: str) -> None:
    fmt = PageFormat(width=400, height=200, face=face, fallback=("wide",))
    pages = render(text, format=fmt)
    assert read(pages) == text
    assert read([page.png for page in pages]) == text  # the page names the extra
    assert count_escapes(text, format=fmt).escaped <= (face == "6x12")  # small marks may come out alike there


@needs_cjk
def test_ideographs_of_the_cjk_extra_read_back() -> None:
    text = "东京都是日本的首都。東京都は日本の首都です。서울、臺北、鬱" * 3
    fmt = PageFormat(width=400, height=200, face="8x16", fallback=("cjk",))
    pages = render(text, format=fmt)
    assert read([page.png for page in pages]) == text
    assert count_escapes(text, format=fmt).escaped == 0
    drawn = sum(fmt.font.covers(code) for code in range(0x4E00, 0xA000))
    assert drawn > 20_900  # of the 20,992 there are


def test_without_the_extra_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    fallback_digests.cache_clear()
    for name in EXTRAS:
        with pytest.raises(FontError, match=rf"pip install 'snapglyph\[{name}\]'"):
            fallback_face.__wrapped__(get_face("8x16"), (name,))


def test_a_page_cannot_name_a_path() -> None:
    """What a stranger's page says must not open a file."""
    fmt = PageFormat(face="8x16")
    for named in ("/etc/passwd-12345678", "wide-00000000,../x-11111111"):
        with pytest.raises(FormatError, match="the extras are wide, cjk"):
            PageFormat.from_id(f"{fmt.id} fallback={named}")


@needs_wide
def test_other_fonts_than_a_page_was_drawn_with_are_told() -> None:
    fmt = PageFormat(face="8x16", fallback=("wide",))
    assert PageFormat.from_id(fmt.id)[0].id == fmt.id
    assert fmt.id.endswith(f"fallback={fallback_id(('wide',))}")
    with pytest.raises(FormatError, match="other fonts or another FreeType"):
        PageFormat.from_id(fmt.id[:-8] + "00000000")


# --- the count of escapes ---------------------------------------------------------------------------------


def test_escapes_are_counted_by_the_extra_that_would_draw_them() -> None:
    counted = count_escapes("aé漢字ก\x01\U0001f984", format=PageFormat(face="8x16"))
    assert counted.characters == 7
    assert counted.by_extra == {"cjk": 2, "wide": 2, "": 1}
    assert counted.escaped == 5
    assert "pip install 'snapglyph[cjk,wide]'" in counted.advice


def test_much_chinese_asks_for_sixteen_rows() -> None:
    assert "takes a face of at least 16 rows" in count_escapes("漢字" * 30 + "a" * 20).advice
    assert "16 rows" not in count_escapes("漢字" * 30, format=PageFormat(face="8x16")).advice
    assert count_escapes("plain", format=PageFormat()).advice == ""
    assert count_escapes("").cjk_share == 0.0


@needs_wide
@pytest.mark.parametrize("table", [b"loca", b"glyf", b"head", b"hhea", b"hmtx", b"cmap", b"OS/2"])
def test_a_damaged_outline_font_is_one_sentence(tmp_path: Path, table: bytes) -> None:
    """FreeType opens such a file and fails later, at a glyph."""
    import random

    import manimgx_fonts

    original = bytearray((Path(manimgx_fonts.__file__).parent / "NotoSansThai[wght].ttf").read_bytes())
    at = original.index(table) + 8
    start, length = (int.from_bytes(original[at + k : at + k + 4], "big") for k in (0, 4))
    for seed in range(6):
        rng, data = random.Random(seed), bytearray(original)
        for _ in range(max(length // 50, 2)):
            data[start + rng.randrange(length)] = rng.randrange(256)
        path = tmp_path / f"{seed}.ttf"
        path.write_bytes(data)
        for make in (lambda p: Face.from_font(p, 12), lambda p: PageFormat(face="8x16", fallback=(str(p),))):
            try:
                make(path)
            except FontError as error:
                assert path.name in str(error)
