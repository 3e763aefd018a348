"""Text -> pages: whole, one after the other, or only measured."""

from collections import deque
from collections.abc import Iterator, Sequence
from threading import local
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from snapglyph.errors import FormatError

from . import png
from .format import PageFormat, check_format
from .layout import PagePlan, plan_pages
from .page import Estimate, Page, PageSize
from .raster import draw, scanline_bytes
from .source import SourceLike
from .threads import thread_count

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["encode_pages", "estimate", "iter_pages", "render"]

DEFAULT_FORMAT = PageFormat()


def render(
    text: SourceLike,
    *,
    format: PageFormat = DEFAULT_FORMAT,
    effort: str | None = "small",
    threads: int | None = None,
    first_page: int = 1,
) -> list[Page]:
    """Draws a text onto pages; the empty text has none.

    Args:
        text: a str, a `Source` (text with tags), or an iterable of str.
        format: page format.
        effort: "small" or "fast" deflate; None leaves encoding until `Page.png` is asked for.
        threads: draws and encodes that many pages side by side; 1 stays on this thread, None takes the CPUs.
            The pages do not depend on it.
        first_page: number of the first page.

    Raises TypeError when text is not one, FormatError for an unknown effort or a page too small for a tag.
    """
    return list(iter_pages(text, format=format, effort=effort, threads=threads, first_page=first_page))


def iter_pages(
    text: SourceLike,
    *,
    format: PageFormat = DEFAULT_FORMAT,
    effort: str | None = "small",
    threads: int | None = None,
    first_page: int = 1,
    out: NDArray[np.uint8] | None = None,
) -> Iterator[Page]:
    """`render`, page after page: holds one window of the text and at most two pages a thread at a time.

    `out` is a flat contiguous uint8 array that every page is drawn into, on this thread: a page's `scanlines`,
    `bits` and `pixels` then view it and hold until the next page is asked for. It must have
    `raster.scanline_bytes(format.width, format.height)` bytes; FormatError says so when it has not.
    """
    if effort is not None:
        png.check_effort(effort)
    check_format(format)
    if not isinstance(first_page, int) or isinstance(first_page, bool) or first_page < 1:
        raise FormatError(f"first_page is {first_page!r}; pages count from 1")
    workers = thread_count(threads) if out is None else 1
    if out is not None:
        _check_out(out, format)
    plans = plan_pages(text, format, first_page)
    if workers == 1:
        return _draw_here(plans, format, effort, out)
    return _draw_side_by_side(plans, format, effort, workers)


def encode_pages(pages: Sequence[Page], effort: str, *, threads: int | None = None) -> list[Page]:
    """The pages with their PNGs made, side by side, and their scanlines let go; those that have one stay as they are.

    Raises FormatError for an unknown effort.
    """
    png.check_effort(effort)

    def work(page: Page) -> Page:
        if page.is_encoded:
            return page
        data = png.encode(page.scanlines, page.width, page.format.id, effort)
        return Page(page.number, page.span, page.width, page.height, page.format, data, None)

    workers = min(thread_count(threads), sum(not page.is_encoded for page in pages))
    if workers < 2:
        return [work(page) for page in pages]

    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers, thread_name_prefix="snapglyph") as pool:
        return list(pool.map(work, pages))


def estimate(
    text: SourceLike,
    *,
    format: PageFormat = DEFAULT_FORMAT,
    first_page: int = 1,
) -> Estimate:
    """What `render` would give, by the same layout code, with nothing drawn."""
    check_format(format)
    pages = tuple(
        PageSize(plan.number, plan.span, plan.width, plan.height, plan.cells, len(plan.grid))
        for plan in plan_pages(text, format, first_page)
    )
    return Estimate(
        pages,
        sum(page.cells for page in pages),
        sum(page.rows for page in pages),
        sum(page.width * page.height for page in pages),
    )


def _check_out(out: NDArray[np.uint8], fmt: PageFormat) -> None:
    needed = scanline_bytes(fmt.width, fmt.height)
    if not isinstance(out, np.ndarray) or out.dtype != np.uint8 or out.ndim != 1:
        raise TypeError("out must be a flat numpy array of uint8")
    if out.size < needed or not out.flags.c_contiguous or not out.flags.writeable:
        raise FormatError(f"out has {out.size} bytes; it must be contiguous, writeable and hold {needed}")


def _finish(
    plan: PagePlan, fmt: PageFormat, effort: str | None, scratch: NDArray[np.uint8] | None, keep: bool
) -> Page:
    scanlines = draw(plan, fmt, scratch)
    data = png.encode(scanlines, plan.width, fmt.id, effort) if effort else None
    return Page(plan.number, plan.span, plan.width, plan.height, fmt, data, scanlines if keep or not data else None)


def _draw_here(
    plans: Iterator[PagePlan], fmt: PageFormat, effort: str | None, out: NDArray[np.uint8] | None
) -> Iterator[Page]:
    scratch = out
    for plan in plans:
        # Fresh memory costs more than drawing into it, so a page that ends as a PNG borrows one buffer.
        if scratch is None and effort:
            scratch = np.empty(scanline_bytes(fmt.width, fmt.height), np.uint8)
        yield _finish(plan, fmt, effort, scratch, keep=out is not None)


def _draw_side_by_side(
    plans: Iterator[PagePlan], fmt: PageFormat, effort: str | None, workers: int
) -> Iterator[Page]:
    first = next(plans, None)
    second = next(plans, None)
    if first is None:
        return
    if second is None:
        yield _finish(first, fmt, effort, None, keep=False)
        return

    from concurrent.futures import ThreadPoolExecutor  # costs as much to import as the engine

    store = local()

    def work(plan: PagePlan) -> Page:
        if not effort:
            return _finish(plan, fmt, effort, None, keep=True)
        if not hasattr(store, "scratch"):
            store.scratch = np.empty(scanline_bytes(fmt.width, fmt.height), np.uint8)
        return _finish(plan, fmt, effort, store.scratch, keep=False)

    with ThreadPoolExecutor(workers, thread_name_prefix="snapglyph") as pool:
        waiting: deque[Future[Page]] = deque([pool.submit(work, first), pool.submit(work, second)])
        for plan in plans:
            waiting.append(pool.submit(work, plan))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
