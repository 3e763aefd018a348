"""The engine's promises: every word, pure, append-only, one ruler."""

import unicodedata
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snapglyph import Page, PageFormat, estimate, faces, iter_pages, read, render

from .strategies import any_character, formats, plain_character, texts


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


@given(texts, formats())
@settings(max_examples=300)
def test_every_word_reads_back(text: str, fmt: PageFormat) -> None:
    assert read(render(text, format=fmt, threads=1)) == nfc(text)


@given(st.text(any_character, max_size=400))
def test_every_code_point_reads_back_on_whole_pages(text: str) -> None:
    for layout in ("packed", "lines"):
        assert read(render(text, format=PageFormat(layout=layout), threads=1)) == nfc(text)


@pytest.mark.parametrize("face", faces())
@pytest.mark.parametrize("layout", ["packed", "lines"])
def test_every_code_point_there_is(face: str, layout: str) -> None:
    """All 1,114,112 of them, each between two letters so that none can join its neighbour."""
    text = "x".join(map(chr, range(0x110000)))
    fmt = PageFormat(width=4000, height=4000, face=face, layout=layout)
    assert read(render(text, format=fmt, effort="fast")) == nfc(text)


@given(texts, formats(), st.integers(1, 4))
def test_threads_do_not_change_a_byte(text: str, fmt: PageFormat, threads: int) -> None:
    alone = render(text, format=fmt, threads=1)
    together = render(text, format=fmt, threads=threads)
    assert [page.png for page in alone] == [page.png for page in together]


@given(texts, formats())
def test_estimate_is_what_render_gives(text: str, fmt: PageFormat) -> None:
    pages = render(text, format=fmt, threads=1)
    said = estimate(text, format=fmt)
    assert [(p.number, p.span, p.width, p.height) for p in said.pages] == [
        (p.number, p.span, p.width, p.height) for p in pages
    ]
    assert said.pixels == sum(page.pixels.size for page in pages)


@given(texts, formats())
def test_spans_cut_the_text_without_gap_or_overlap(text: str, fmt: PageFormat) -> None:
    pages = render(text, format=fmt, threads=1)
    ends = [0, *(page.span[1] for page in pages)]
    assert [page.span[0] for page in pages] == ends[:-1]
    assert ends[-1] == len(nfc(text))
    for page in pages:
        assert read(page) == nfc(text)[slice(*page.span)]


@given(texts, texts, formats())
def test_a_growing_text_leaves_full_pages_as_they_are(text: str, more: str, fmt: PageFormat) -> None:
    """Append-only. ASCII after the old text, since a combining mark would change its last character."""
    before = render(text, format=fmt, threads=1)
    after = render(text + "." + more, format=fmt, threads=1)
    assert [page.png for page in before[:-1]] == [page.png for page in after[: max(len(before) - 1, 0)]]


@given(texts, st.integers(0, 300), any_character, formats())
def test_different_texts_never_share_pixels(text: str, at: int, other: str, fmt: PageFormat) -> None:
    changed = text[:at] + other + text[at + 1 :]
    same = [p.sha256 for p in render(text, format=fmt)] == [p.sha256 for p in render(changed, format=fmt)]
    assert same == (nfc(text) == nfc(changed))


@given(texts, formats())
def test_a_page_is_a_function_of_its_own_slice(text: str, fmt: PageFormat) -> None:
    """Drawn alone, with a successor to keep it from shrinking, a page's slice gives the same page."""
    if fmt.header:
        return  # the page number is part of the page
    for page in render(text, format=fmt, threads=1)[:-1]:
        again = render(nfc(text)[slice(*page.span)] + "." * 20_000, format=fmt, threads=1)[0]
        if again.span[1] == page.span[1] - page.span[0]:
            assert again.png == page.png


@given(texts, formats(), st.lists(st.integers(0, 5000), max_size=6))
def test_chunks_give_the_pages_of_the_whole(text: str, fmt: PageFormat, cuts: list[int]) -> None:
    edges = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    chunks = [text[a:b] for a, b in pairwise(edges)]
    whole = render(text, format=fmt, threads=1)
    assert [p.png for p in iter_pages(iter(chunks), format=fmt, threads=1)] == [p.png for p in whole]


@given(st.text(plain_character, min_size=1, max_size=3000), formats())
def test_a_reused_buffer_draws_the_same_pages(text: str, fmt: PageFormat) -> None:
    out = np.full(fmt.height * (1 + (fmt.width + 7) // 8), 0x55, np.uint8)
    plain = render(text, format=fmt, threads=1)
    for page, expected in zip(iter_pages(text, format=fmt, effort=None, out=out), plain, strict=True):
        assert np.shares_memory(page.bits, out)
        assert np.array_equal(page.pixels, expected.pixels)
        assert page.png == expected.png


def test_nothing_is_drawn_for_the_empty_text() -> None:
    assert render("") == []
    assert read([]) == ""
    assert estimate("").pages == ()


@pytest.mark.parametrize("layout", ["packed", "lines"])
def test_nothing_touches_the_edge(layout: str) -> None:
    text = "█" * 70_000 if layout == "packed" else ("█" * 300 + "\n") * 250
    for page in render(text, format=PageFormat(layout=layout, margin=4)):
        frame = page.pixels.copy()
        frame[4:-4, 4:-4] = 255
        assert (frame == 255).all()
        assert (page.pixels[4:-4, 4:-4] == 0).any()


@pytest.mark.parametrize("layout", ["packed", "lines"])
def test_a_hundred_megabytes_in_one_line_of_one_kind(layout: str) -> None:
    """Shortened to 8 MB here; `make soak` takes the whole length. Blanks are the worst case of `packed`."""
    for text in (" " * (8_000_000 if layout == "packed" else 1_000_000), "x" * 8_000_000):
        pages = iter_pages(text, format=PageFormat(layout=layout), effort="fast")
        assert sum(len(read(page, threads=1)) for page in pages) == len(text)


def pages_of(text: str, **options: object) -> list[Page]:
    return render(text, format=PageFormat(**options))  # type: ignore[arg-type]


def test_height_hugs_the_rows_and_width_what_one_page_uses() -> None:
    (one,) = pages_of("short")
    assert one.width == 4 + (5 + 9) * 5 + 4  # five letters and the seal
    assert one.height == 4 + 8 + 4
    (two,) = pages_of("x" * 400)
    assert (two.width, two.height) == (8 + 205 * 5, 8 + 2 * 8)  # 409 cells in two rows
    *full, last = pages_of("x" * 100_000)
    assert {(page.width, page.height) for page in full} == {(1568, 1568)}
    assert last.width == 1568
    assert last.height < 1568
