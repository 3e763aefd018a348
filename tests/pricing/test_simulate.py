"""The simulation keeps books that add up, and does not flatter a switch."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import TariffError
from snapglyph.pricing import POLICIES, Cache, Price, Settings, Turn, Usage, best_batch, simulate

PRICE = Price(4.0, 0.2, 5.0, 20.0)
TURNS = [Turn(200, 3000, 700, 300, 0.0 if i == 0 else 30.0) for i in range(60)]
SMALL = Settings(fixed=4000, threshold=30_000, keep=4, batch=10_000, summary=1000)

turns = st.lists(
    st.builds(
        Turn,
        st.integers(0, 2000),
        st.integers(0, 8000),
        st.integers(0, 9000),
        st.integers(0, 2000),
        st.sampled_from([0.0, 30.0, 600.0]),
    ),
    min_size=1,
    max_size=25,
)


@given(turns)
def test_every_token_of_every_prompt_is_read_written_or_plain_input(played: list[Turn]) -> None:
    (text,) = simulate(played, PRICE, settings=SMALL, policies=["text"])
    sent, prompts = SMALL.fixed, 0
    for turn in played:
        sent += turn.spoken + turn.results
        prompts += sent
        sent += turn.output
    assert text.usage.prompt == prompts
    assert text.usage.output == sum(turn.output for turn in played)
    assert text.dollars == pytest.approx(text.course[-1])
    assert list(text.course) == sorted(text.course)


@given(turns)
def test_no_policy_makes_a_prompt_larger(played: list[Turn]) -> None:
    outcomes = {o.policy: o for o in simulate(played, PRICE, settings=SMALL)}
    for name in ("drop results", "snapshot", "batches"):
        assert outcomes[name].peak <= outcomes["text"].peak


def test_without_a_cache_nothing_is_read_and_after_its_life_neither() -> None:
    (none,) = simulate(TURNS, PRICE, cache=Cache(lifetime=0), policies=["text"])
    assert none.usage.cache_read == none.usage.cache_write == 0
    idle = [replace(turn, idle=400.0) for turn in TURNS]
    (cold,) = simulate(idle, PRICE, policies=["text"])
    assert cold.usage.cache_read == 0
    assert cold.usage.cache_write == cold.usage.prompt


def test_an_unchanged_prefix_is_read_and_only_the_new_part_written() -> None:
    two = [Turn(5000, 0, 0, 100), Turn(50, 0, 0, 100, 10.0)]
    (text,) = simulate(two, PRICE, settings=replace(SMALL, fixed=1000), policies=["text"])
    assert text.usage == Usage(0, 6000, 6000 + 150, 200)


def test_a_switch_breaks_the_cache_behind_it() -> None:
    outcomes = {o.policy: o for o in simulate(TURNS, PRICE, settings=SMALL)}
    assert outcomes["text"].switches == 0
    assert outcomes["snapshot"].switches > 0
    assert outcomes["snapshot"].usage.cache_write > outcomes["text"].usage.cache_write


def test_with_a_warm_cache_a_late_switch_does_not_pay() -> None:
    """Honest: one switch a few requests before the end costs more than it saves."""
    few = TURNS[:12]
    settings = replace(SMALL, threshold=41_000)
    outcomes = {o.policy: o for o in simulate(few, PRICE, settings=settings, policies=["text", "snapshot"])}
    assert outcomes["snapshot"].switches >= 1
    assert (outcomes["snapshot"].dollars or 0) > (outcomes["text"].dollars or 0)


def test_a_summarys_own_request_is_counted() -> None:
    (summed,) = simulate(TURNS, PRICE, settings=SMALL, policies=["summary"])
    assert summed.usage.output == sum(t.output for t in TURNS) + summed.switches * SMALL.summary
    assert summed.usage.input > 0


def test_prompts_above_the_window_are_told() -> None:
    (text,) = simulate(TURNS, settings=replace(SMALL, window=100_000), policies=["text"])
    assert text.refused > 0
    assert text.dollars is None
    assert text.peak > 100_000


def test_the_cheapest_batch_is_the_cheapest_of_those_tried() -> None:
    size, outcome = best_batch(TURNS, PRICE, settings=SMALL, sizes=(5_000, 50_000))
    others = [
        simulate(TURNS, PRICE, settings=replace(SMALL, batch=s), policies=["batches"])[0].dollars
        for s in (5_000, 50_000)
    ]
    assert outcome.dollars == min(o for o in others if o is not None)
    assert size in (5_000, 50_000)


def test_bad_input_is_one_sentence() -> None:
    with pytest.raises(TariffError, match="no turn to play"):
        simulate([])
    with pytest.raises(TariffError, match="fewer than no tokens"):
        simulate([Turn(-1, 0, 0, 0)])
    with pytest.raises(TariffError, match="no policy 'magic'; the policies are text, drop results"):
        simulate(TURNS, policies=["magic"])
    assert list(POLICIES) == ["text", "drop results", "snapshot", "batches", "summary"]
