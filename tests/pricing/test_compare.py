"""Text against pages: the published payback table, and what never pays says so."""

from math import inf

import pytest

from snapglyph import TariffError
from snapglyph.pricing import Price, break_even_turns, compare, smallest_that_wins, text_tokens

MODEL = "claude-opus-5-5"
CODE = "def tide(hours, *, datum=0.62):\n    return {h: h * 1.25 for h in hours}\n" * 3000


@pytest.mark.parametrize(
    ("write", "read", "k", "turns"),
    [  # provider cache rules of 2026-12; S = 0: (w / r) / (k - 1)
        (1.25, 0.1, 3, 6.25),
        (1.25, 0.1, 4.8, 3.29),
        (1.25, 0.1, 10, 1.39),
        (1.25, 0.05, 3, 12.5),
        (1.25, 0.05, 4.8, 6.58),
        (1.25, 0.05, 10, 2.78),
        (1.25, 0.025, 3, 25.0),
        (1.25, 0.025, 4.8, 13.16),
        (1.25, 0.025, 10, 5.56),
        (1.0, 0.1, 3, 5.0),
        (1.0, 0.1, 10, 1.11),
    ],
)
def test_the_published_payback_table(write: float, read: float, k: float, turns: float) -> None:
    assert break_even_turns(round(10_000 * k), 10_000, 0, write, read) == pytest.approx(turns, abs=0.01)


def test_what_stands_behind_the_span_must_be_written_anew() -> None:
    alone = break_even_turns(50_000, 10_000, 0, 1.25, 0.1)
    assert break_even_turns(50_000, 10_000, 40_000, 1.25, 0.1) == pytest.approx(alone + 1.15 * 40_000 / 4_000)


def test_a_cold_switch_pays_at_once_and_dear_pages_never() -> None:
    assert break_even_turns(50_000, 10_000, 0, 1.25, 0.1, cached=False) == 0
    assert break_even_turns(10_000, 10_000, 0, 1.25, 0.1) == inf
    assert break_even_turns(10_000, 20_000, 0, 1.25, 0.1, cached=False) == inf
    assert break_even_turns(50_000, 10_000, 0, 1.25, 0.0) == inf  # reads that cost nothing
    with pytest.raises(TariffError, match="from 0 up"):
        break_even_turns(-1, 1, 0, 1.25, 0.1)


def test_compare_weighs_text_and_pages_by_one_ruler() -> None:
    (found,) = compare(CODE, [MODEL], prices={MODEL: Price(4.0, 0.2, 5.0, 20.0)})
    assert found.text == text_tokens(CODE, "claude-4.7")
    assert found.wins == (found.image_tokens < found.text.low)
    assert found.money
    assert found.money.pages_cold == pytest.approx(found.image_tokens * 4e-6)
    assert found.money.text_warm == pytest.approx(found.text.likely * 0.2e-6)
    assert found.pays_back_cold == 0
    assert found.pays_back_warm
    assert found.pays_back_warm > 1
    assert found.choice.characters == len(CODE)


def test_several_models_at_once_and_money_only_with_a_price() -> None:
    found = compare(CODE[:20_000], [MODEL, "gemini-4-argon", "gpt-5.4"])
    assert [entry.model for entry in found] == [MODEL, "gemini-4-argon", "gpt-5.4"]
    assert all(entry.money is None and entry.pays_back_warm is None for entry in found)
    assert compare("x", [MODEL])[0].wins is False


def test_nothing_to_compare_and_an_unknown_model() -> None:
    with pytest.raises(TariffError, match="no text to compare"):
        compare("", [MODEL])
    with pytest.raises(TariffError, match="is not known"):
        compare("x", ["opus"])


def test_from_the_smallest_text_on_pages_do_win() -> None:
    (found,) = compare(CODE, [MODEL])
    assert found.smallest
    assert compare(CODE[: 4 * found.smallest], [MODEL])[0].wins
    assert smallest_that_wins(1000, 10, found.choice) is None
    assert smallest_that_wins(0, 0, found.choice) is None
