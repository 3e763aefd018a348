"""Each step by itself, and all of them: shaping and layout, blit, PNG, end to end, read."""

import numpy as np
import pytest

from snapglyph.engine import PageFormat, iter_pages, read, render
from snapglyph.engine import png as png_file
from snapglyph.engine.layout import plan_pages
from snapglyph.engine.native import PATHS, lib
from snapglyph.engine.raster import draw, scanline_bytes


def rounds_for(text: str) -> int:
    return 3 if len(text) > 10_000_000 else 7


@pytest.mark.benchmark(group="shaping and layout")
@pytest.mark.parametrize("layout", ["packed", "lines"])
def test_layout(rates, text: str, fmt: PageFormat, layout: str) -> None:  # type: ignore[no-untyped-def]
    fmt = PageFormat(face=fmt.face, layout=layout)
    rates(lambda: sum(1 for _ in plan_pages(text, fmt)), len(text), rounds_for(text))


@pytest.mark.benchmark(group="blit")
@pytest.mark.parametrize("path", [p for p in PATHS if lib.sg_path_runs(PATHS[p])])
def test_blit(rates, fmt: PageFormat, path: str) -> None:  # type: ignore[no-untyped-def]
    from snapglyph.bench.corpus import code

    plan = next(plan_pages(code(200_000), fmt))
    out = np.empty(scanline_bytes(fmt.width, fmt.height), np.uint8)
    rates(lambda: draw(plan, fmt, out, PATHS[path]), plan.span[1], 200)


@pytest.mark.benchmark(group="PNG of one page")
@pytest.mark.parametrize("effort", png_file.EFFORTS)
def test_png(rates, fmt: PageFormat, effort: str) -> None:  # type: ignore[no-untyped-def]
    from snapglyph.bench.corpus import code

    plan = next(plan_pages(code(200_000), fmt))
    scanlines = draw(plan, fmt)
    rates(lambda: png_file.encode(scanlines, plan.width, fmt.id, effort), plan.span[1], 50)


@pytest.mark.benchmark(group="end to end")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("effort", png_file.EFFORTS)
def test_render(rates, text: str, fmt: PageFormat, effort: str, threads: int) -> None:  # type: ignore[no-untyped-def]
    def draw_all() -> int:
        return sum(len(page.png) for page in iter_pages(text, format=fmt, effort=effort, threads=threads))

    rates(draw_all, len(text), rounds_for(text))


@pytest.mark.benchmark(group="read")
def test_read(rates, text: str, fmt: PageFormat) -> None:  # type: ignore[no-untyped-def]
    if len(text) > 10_000_000:
        pytest.skip("reads page by page as 1 MB does")
    pages = [page.png for page in render(text, format=fmt, effort="fast")]
    assert rates(lambda: read(pages, threads=1), len(text)) == text
