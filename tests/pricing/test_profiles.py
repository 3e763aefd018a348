"""Which page format a model gets, and what a text costs on it."""

import pytest

from snapglyph import TariffError
from snapglyph.engine import estimate, read, render
from snapglyph.pricing import choose_format, profile, tariff
from snapglyph.pricing.profiles import DENSITIES, measure, page_formats

CODE = "".join(f"    if value_{i} > {i % 7}:\n        return handle(value_{i})\n" for i in range(5000))
FOUR = ("5x8", "6x12", "7x14", "8x16")


@pytest.mark.parametrize(("density", "face"), [("dense", "5x8"), ("balanced", "6x12"), ("legible", "8x16")])
def test_three_densities(density: str, face: str) -> None:
    assert profile("claude-opus-4-8").face(density, FOUR) == face


def test_a_missing_face_gives_way_to_the_next_and_none_is_an_error() -> None:
    shown = profile("gpt-5.5")
    assert shown.face("balanced", ("5x8", "8x16")) == "8x16"
    with pytest.raises(TariffError, match="none of the faces 8x16"):
        shown.face("legible", ("5x8",))
    with pytest.raises(TariffError, match="densities are dense, balanced, legible"):
        shown.face("tiny")


@pytest.mark.parametrize("model", ["claude-opus-5-5", "gemini-9", "my-own-model"])
def test_ids_without_published_readings_get_the_legible_face(model: str) -> None:
    assert profile(model).evidence == ""
    assert profile(model).face() == "8x16"


@pytest.mark.parametrize(
    "model",
    ["claude-opus-5-5", "claude-haiku-4-5", "gpt-6-sol", "gpt-5.1", "gpt-5.4-mini", "gemini-3.5-flash", "qwen3.7"],
)
@pytest.mark.parametrize("density", DENSITIES)
def test_full_pages_are_never_shrunk(model: str, density: str) -> None:
    price = tariff(model)
    fmt = page_formats(price, profile(model).face(density), "packed")[0]
    full = estimate(CODE * 4, format=fmt).pages[:-1]
    assert full
    assert not any(price.shrinks(page.width, page.height) for page in full)


def test_the_choice_is_the_cheapest_and_reads_back() -> None:
    choice = choose_format(CODE, "claude-opus-5-5", "dense")
    price = tariff("claude-opus-5-5")
    others = [
        measure(CODE, price, fmt) for layout in ("packed", "lines") for fmt in page_formats(price, "5x8", layout)
    ]
    assert choice.tokens == min(other.tokens for other in others)
    pages = list(render(CODE, format=choice.format))
    assert read(pages) == CODE
    assert choice.tokens == sum(price.tokens(*page.pixels.shape[::-1]) for page in pages)


def test_narrow_pages_are_tried_for_short_lines() -> None:
    listing = "a.py\nbb.py\nccc.py\n" * 3
    widest = measure(listing, tariff("claude-opus-5-5"), page_formats(tariff("claude-opus-5-5"), "8x16", "packed")[0])
    assert choose_format(listing, "claude-opus-5-5").tokens <= widest.tokens
    widths = [fmt.width for fmt in page_formats(tariff("claude-opus-5-5"), "8x16", "lines")]
    assert widths == sorted(widths, reverse=True)
    assert len(widths) == 4


def test_an_empty_text_costs_nothing() -> None:
    choice = choose_format("", "claude-opus-5-5")
    assert (choice.pages, choice.tokens, choice.characters_per_token, choice.characters_per_page) == (0, 0, 0.0, 0.0)


def test_a_last_page_that_one_shape_shrinks_is_drawn_on_another() -> None:
    price = tariff("gemini-3.5-flash")
    best, *others = page_formats(price, "5x8", "packed")
    assert others
    for spare in range(1, 9):
        text = "word " * (best.columns * (2 * best.rows - spare) // 5)
        choice = choose_format(text, price, "dense", layouts=("packed",))
        if measure(text, price, best).shrunk and not choice.shrunk:
            return
    raise AssertionError("no shape helped")


@pytest.mark.parametrize("model", ["qwen2-vl", "glm-4.6v", "gemini-2.5-pro", "claude-opus-5-5", "gpt-5.4", "kimi-k3"])
def test_a_longest_side_leaves_a_page_of_whole_cells(model: str) -> None:
    """Clipping a page to 2048 pixels made Qwen see 2044 of them."""
    price = tariff(model)
    for longest in (700, 1000, 1568, 2048, 2304):
        page = price.best_page(longest=longest)
        assert max(page) <= longest
        assert price.sees(*page) == page
