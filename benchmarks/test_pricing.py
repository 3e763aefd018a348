"""What deciding costs: comparing a megabyte of text, and playing a thousand requests."""

import random
from typing import Any

from snapglyph.bench.corpus import code
from snapglyph.pricing import Price, Turn, compare, simulate


def test_compare_a_megabyte(benchmark: Any) -> None:
    """Target: under 0.2 s without extras."""
    text = code(1_000_000)
    found = benchmark(lambda: compare(text, ["claude-opus-5-5"]))
    assert found[0].wins


def test_simulate_a_thousand_requests(benchmark: Any) -> None:
    """Target: under 5 s."""
    rng = random.Random(1)
    turns = [Turn(200, size := rng.randrange(100, 4000), size // 5, 300, 30.0) for _ in range(1000)]
    outcomes = benchmark(lambda: simulate(turns, Price(4.0, 0.2, 5.0, 20.0)))
    assert len(outcomes) == 5
