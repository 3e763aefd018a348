"""Whole requests are priced, with their tier; a figure that cannot be is refused."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import TariffError
from snapglyph.pricing import Price, Usage, find_price

CLIFF = Price(2.0, 0.2, 2.5, 10.0, tiers=((200_000, Price(4.0, 0.4, 5.0, 15.0)),))


def test_a_tier_applies_to_the_whole_request_not_to_what_is_above_it() -> None:
    below, above = Usage(input=200_000, output=1000), Usage(input=200_001, output=1000)
    assert CLIFF.cost(below) == pytest.approx(0.4 + 0.01)
    assert CLIFF.cost(above) == pytest.approx(0.800004 + 0.015)


def test_cached_tokens_decide_on_the_tier_as_well() -> None:
    assert CLIFF.of(Usage(input=1, cache_read=200_000).prompt).input == 4.0


def test_without_a_cache_price_a_read_costs_as_much_as_input() -> None:
    plain = Price(3.0)
    assert plain.cost(Usage(cache_read=1_000_000)) == plain.cost(Usage(input=1_000_000)) == 3.0
    assert plain.cost(Usage(cache_write=1_000_000)) == 3.0
    assert Price(3.0, cache_read=0.0).cost(Usage(cache_read=1_000_000)) == 0.0


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_more_tokens_never_cost_less(a: int, b: int) -> None:
    assert CLIFF.cost(Usage(input=a + b)) >= CLIFF.cost(Usage(input=a))


def test_negative_figures_are_refused() -> None:
    with pytest.raises(TariffError, match="fewer than no tokens"):
        Usage(input=-1)
    with pytest.raises(TariffError, match="below nothing"):
        Price(1.0, cache_read=-0.1)


def test_published_prices_or_how_to_get_them() -> None:
    try:
        import genai_prices  # noqa: F401
    except ImportError:
        with pytest.raises(TariffError, match=r"pip install 'snapglyph\[prices\]', or pass a Price"):
            find_price("claude-opus-4-8")
        return
    found = find_price("claude-opus-4-8", date(2026, 6, 1))
    assert (found.input, found.output, found.cache_read) == (5.0, 25.0, 0.5)
    assert found.date == "2026-06-01"
    with pytest.raises(TariffError, match="no model 'nosuch'"):
        find_price("nosuch")
    for day in (date(1999, 1, 1), date.today() + timedelta(days=400)):
        with pytest.raises(TariffError, match="there are prices from 2023"):
            find_price("claude-opus-4-8", day)
