"""Where cells stand: counted blanks, escapes, soft wraps, newspaper columns, headers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import FormatError, PageFormat, Source, Tag, decode, estimate, render
from snapglyph.engine.layout import PagePlan, count_cells, page_cells, page_size, plan_pages
from snapglyph.engine.source import normalised
from snapglyph.fontsource.marks import (
    ESCAPE_CLOSE,
    ESCAPE_OPEN,
    INVERSE,
    RULE,
    SEAL,
    TAG_CLOSE,
    TAG_OPEN,
    WRAP,
)

SIGNS = {
    0x0A: "¶",
    0x09: "→",
    ESCAPE_OPEN: "⟨",
    ESCAPE_CLOSE: "⟩",
    WRAP: "↩",
    RULE: "│",
    SEAL: "■",
    TAG_OPEN: "«",
    TAG_CLOSE: "»",
}


def rows_of(plan: PagePlan, fmt: PageFormat, *, keep_seal: bool = False) -> list[str]:
    """A plan's grid as text: our marks as the signs above, inverse digits as subscripts, other inverse as is."""
    rows = []
    for row in plan.grid:
        line = ""
        for cell in row.tolist():
            code = int(fmt.font.code_of[cell])
            if INVERSE + 48 <= code <= INVERSE + 57:
                line += chr(0x2080 + code - INVERSE - 48)
            else:
                line += SIGNS.get(code) or chr(code - INVERSE if code >= INVERSE else code)
        if not keep_seal and "■" in line:
            at = line.index("■")
            line = line[:at] + "■" + line[at + 9 :]
        rows.append(line.rstrip())
    return rows


def drawn(text: str | Source, columns: int, rows: int, **options: object) -> list[list[str]]:
    fmt = PageFormat(width=columns * 5, height=rows * 8, margin=0, **options)  # type: ignore[arg-type]
    return [rows_of(plan, fmt) for plan in plan_pages(text, fmt)]


def test_packed_counts_blanks_and_marks_line_ends() -> None:
    assert drawn("if x:\n    y  =  1\n\tz   ", 40, 4) == [["if x:¶₄y₂=₂1¶→z₃■"]]


def test_one_blank_is_a_blank_even_at_the_end() -> None:
    assert drawn(" a ", 40, 4) == [[" a ■"]]


def test_a_long_run_of_blanks_is_counted_in_thousands() -> None:
    assert drawn(" " * 999, 40, 4) == [["₉₉₉■"]]
    assert drawn(" " * 1000, 40, 4) == [["₉₉₉ ■"]]
    assert drawn(" " * 2010, 40, 4) == [["₉₉₉₉₉₉₁₂■"]]


def test_what_has_no_glyph_is_escaped() -> None:
    assert drawn("\0\ud800\U0010ffff", 60, 4) == [["⟨0⟩⟨D800⟩⟨10FFFF⟩■"]]


def test_a_text_that_draws_our_signs_is_not_taken_for_them() -> None:
    ((row,),) = drawn("¶ │ ■", 40, 4)
    assert row.startswith("¶ │ ")  # as glyphs or escapes of its own
    assert decode(render("¶ │ ■ → ⟨A⟩ « »")).tags == ()


def test_a_page_ends_between_tokens() -> None:
    pages = drawn("ab\U0010ffff" * 4, 20, 2)
    assert [row.count("⟨") for row in map("".join, pages)] == [row.count("⟩") for row in map("".join, pages)]


def test_lines_wrap_softly_and_say_so() -> None:
    text = "short\n" + "x" * 25 + "\n\nend"
    assert drawn(text, 16, 9, layout="lines") == [["short", "x" * 15 + "↩", "x" * 10, "", "end■"]]


def test_lines_mark_the_end_of_a_line_that_ends_in_blanks() -> None:
    assert drawn("a  \n  \nb", 16, 9, layout="lines") == [["a  ¶", "  ¶", "b■"]]


def test_lines_tell_a_last_line_end_from_none() -> None:
    assert drawn("a", 16, 9, layout="lines") == [["a■"]]
    assert drawn("a\n", 16, 9, layout="lines") == [["a", "■"]]
    assert drawn("a\n\n", 16, 9, layout="lines") == [["a", "", "■"]]


def test_lines_never_part_an_escape() -> None:
    ((first, second),) = drawn("x" * 12 + "\0\0", 16, 9, layout="lines")
    assert (first, second) == ("x" * 12 + "⟨0⟩↩", "⟨0⟩■")


def test_newspaper_columns_are_as_many_as_make_the_page_shortest() -> None:
    text = "".join(f"line {n}\n" for n in range(40))
    (rows,) = drawn(text, 100, 90, layout="lines")
    assert len(rows) == 11  # 40 lines and the seal in four columns
    assert rows[0] == "line 0    │ line 11   │ line 22   │ line 33"  # as wide as the seal
    narrow = estimate(text, format=PageFormat(width=40 * 5, height=90 * 8, margin=0, layout="lines"))
    assert narrow.pages[0].rows == 41


def test_long_lines_stay_in_one_column() -> None:
    (rows,) = drawn("word " * 15 + "\n" + "word " * 15, 100, 90, layout="lines")
    assert len(rows) == 2
    assert "│" not in rows[0]


def test_a_header_numbers_the_page_and_its_messages() -> None:
    source = Source("a" * 60 + "b" * 60, (Tag(0, "USER 7"), Tag(60, "AI 8")))
    pages = drawn(source, 30, 3, header=True)
    assert [rows[0].translate({0x2080 + n: 48 + n for n in range(10)}) for rows in pages] == [
        "PAGE 1 MSG 7",
        "PAGE 2 MSG 7-8",
        "PAGE 3 MSG 8",
    ]


def test_a_header_without_messages_is_a_page_number() -> None:
    ((header, _),) = drawn("text", 30, 3, header=True)
    assert header == "PAGE ₁"


def test_a_tag_is_never_parted() -> None:
    source = Source("x" * 19, (Tag(19, "SYSTEM 1234"),))  # 31 cells of text on a page, 32 to draw
    pages = drawn(source, 20, 2)
    assert "«" not in "".join(pages[0])
    assert pages[1][0].startswith("«SYSTEM ₁₂₃₄»")


@pytest.mark.parametrize("layout", ["packed", "lines"])
def test_a_tag_that_fits_no_page_is_named(layout: str) -> None:
    source = Source("x", (Tag(0, "A" * 24),))
    with pytest.raises(FormatError, match="tag"):
        drawn(source, 12, 2, layout=layout)


@pytest.mark.parametrize("label", ["", "user 1", "USER_1", "A" * 25, "É", "USER 1\n"])
def test_a_label_is_plain_capitals(label: str) -> None:
    with pytest.raises(ValueError, match="label"):
        Tag(0, label)


def test_tags_stand_in_order_inside_the_text() -> None:
    for tags in ((Tag(3, "A"), Tag(2, "B")), (Tag(4, "A"),)):
        with pytest.raises(ValueError, match="out of order"):
            Source("abc", tags)
    with pytest.raises(TypeError, match="must be a str"):
        Source(b"abc")  # type: ignore[arg-type]


WORDS = st.text(st.sampled_from("ab \n\t.\u00e9\u4e00\u0e01\ud800\x1b"), max_size=300)


@given(st.lists(WORDS, min_size=1, max_size=6), st.sampled_from(["5x8", "8x16"]))
def test_cells_are_counted_as_they_are_laid_out(texts: list[str], face: str) -> None:
    """What closes a batch is the same count that fills its pages."""
    fmt = PageFormat(width=900, height=900, face=face, header=True)
    offset, tags = 0, []
    for n, text in enumerate(texts):
        tags.append(Tag(offset, f"USER {n}"))
        offset += len(text)
    source = normalised(Source("".join(texts), tuple(tags)))
    (page,) = estimate(source, format=fmt).pages
    wide = sum(ord(c) > 0x1100 and fmt.font.has_wide for text in texts for c in text)
    assert 0 <= page.cells - 9 - count_cells(source, fmt) <= wide
    if not wide:
        assert page_size(fmt, count_cells(source, fmt), alone=True)[1] == page.height
        assert page_size(fmt, page_cells(fmt), alone=False) == (900, fmt.rows * fmt.cell[1] + 2 * fmt.margin)
