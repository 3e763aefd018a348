"""Other ways to draw the same text, in the same run."""

import zlib
from collections.abc import Callable
from typing import Any

import pytest

from snapglyph.bench import peers
from snapglyph.bench.corpus import code
from snapglyph.engine import PageFormat, render
from snapglyph.engine.layout import plan_pages
from snapglyph.engine.raster import draw

FORMAT = PageFormat()
TEXT = code(120_000)
PLAN = next(plan_pages(TEXT, FORMAT))


@pytest.mark.benchmark(group="one page of text")
@pytest.mark.parametrize(
    "name", ["Pillow bitmap font", "Pillow TrueType", "numpy gather", "freetype-py", "snapglyph"]
)
def test_one_page(rates, name: str) -> None:  # type: ignore[no-untyped-def]
    flat = " ".join(TEXT.split())[:6000]
    own = TEXT[: PLAN.span[1]]
    cases: dict[str, Callable[[], tuple[Callable[[], Any], int]]] = {
        "Pillow bitmap font": lambda: peers.pillow_bitmap(TEXT),
        "Pillow TrueType": lambda: peers.pillow_truetype(TEXT),
        "numpy gather": lambda: (peers.numpy_gather(PLAN, FORMAT), PLAN.span[1]),
        "freetype-py": lambda: (peers.freetype_glyphs(flat, FORMAT), len(flat)),
        "snapglyph": lambda: ((lambda: render(own, threads=1)), len(own)),
    }
    call, characters = cases[name]()
    rates(call, characters, 5)


@pytest.mark.benchmark(group="PNG of one page")
@pytest.mark.parametrize("level", [1, 6, 9])
def test_zlib(rates, level: int) -> None:  # type: ignore[no-untyped-def]
    raw = draw(PLAN, FORMAT).tobytes()
    rates(lambda: zlib.compress(raw, level), PLAN.span[1], 5)


@pytest.mark.benchmark(group="one page of text")
def test_snapcompact(benchmark) -> None:  # type: ignore[no-untyped-def]
    """Seconds here are those of its whole process, warm-up included; its own clock's figures stand beside them."""
    if not peers.snapcompact_command():
        pytest.skip("the npm peer is not installed; docs/benchmarks.md says how")
    found = benchmark.pedantic(peers.snapcompact, (code(1_000_000),), rounds=1)
    benchmark.extra_info["M characters/s, a core"] = round(found["chars"] / found["cpu_s_median"] / 1e6, 2)
    benchmark.extra_info["M characters/s, all cores"] = round(found["chars_per_s"] / 1e6, 2)


def test_the_same_pixels_are_gathered() -> None:
    """A comparison is fair only when both draw the same."""
    import numpy as np

    gathered = peers.numpy_gather(PLAN, FORMAT)()
    page = render(TEXT, threads=1)[0].pixels
    assert np.array_equal(page[4 : 4 + gathered.shape[0], 4 : 4 + gathered.shape[1]], gathered)
