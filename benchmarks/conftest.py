"""One corpus for all benchmarks, and the formats that they run on."""

import pytest

from snapglyph.bench.corpus import code
from snapglyph.engine import PageFormat

SIZES = {"30 kB": 30_000, "1 MB": 1_000_000, "30 MB": 30_000_000}


@pytest.fixture(scope="session", params=SIZES, ids=SIZES)
def text(request: pytest.FixtureRequest) -> str:
    return code(SIZES[request.param])


@pytest.fixture(params=["5x8", "8x16"])
def fmt(request: pytest.FixtureRequest) -> PageFormat:
    return PageFormat(face=request.param)


@pytest.fixture
def rates(benchmark, request):  # type: ignore[no-untyped-def]  # pytest-benchmark has no types
    """Runs a call and notes the characters a second beside its seconds."""

    def run(call, characters: int, rounds: int = 7):  # type: ignore[no-untyped-def]
        result = benchmark.pedantic(call, rounds=rounds, warmup_rounds=1)
        if benchmark.stats:
            benchmark.extra_info["M characters/s"] = round(characters / benchmark.stats.stats.median / 1e6, 2)
        return result

    return run
