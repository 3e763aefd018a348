"""Pages -> text: exact on our own pages at native size, and an error on anything else."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias, cast

import numpy as np

from snapglyph.errors import ReadError

from .format import PageFormat, check_format
from .page import Page
from .page_reader import PageText, read_page
from .scan import PageLike
from .source import Tag
from .threads import thread_count

__all__ = ["PagesLike", "Reading", "decode", "read"]

PagesLike: TypeAlias = "PageLike | Iterable[PageLike]"


@dataclass(frozen=True, slots=True)
class Reading:
    """What pages say: the text, the tags at their offsets in it, and each page's number (None without header)."""

    text: str
    tags: tuple[Tag, ...]
    numbers: tuple[int | None, ...]


def read(
    pages: PagesLike,
    *,
    format: PageFormat | None = None,
    threads: int | None = None,
) -> str:
    """The text that pages were drawn from, in NFC; tags and page headers are left out.

    Args:
        pages: one page or several: `Page`, PNG bytes, a path, a Pillow image, or an array of pixels
            ((height, width) uint8, 0 and 255).
        format: needed only for pictures that lost their PNG's text chunk and use steps or margins of their own.
        threads: pages read side by side; None takes the CPUs.

    Raises ReadError that names the page and the first bad cell when a page is damaged, cropped, rescaled,
    recoloured, foreign or out of order; OSError for a path that cannot be opened.
    """
    return decode(pages, format=format, threads=threads).text


def decode(
    pages: PagesLike,
    *,
    format: PageFormat | None = None,
    threads: int | None = None,
) -> Reading:
    """`read`, with the tags and the page numbers."""
    if format is not None:
        check_format(format)
    workers = thread_count(threads)
    items = _as_list(pages)
    work = [
        (item, f"page {i + 1}", format or (item.format if isinstance(item, Page) else None))
        for i, item in enumerate(items)
    ]
    if len(work) > 1 and workers > 1:
        from concurrent.futures import ThreadPoolExecutor  # costs as much to import as the engine

        with ThreadPoolExecutor(workers) as pool:
            read_pages = list(pool.map(lambda item: read_page(*item), work))
    else:
        read_pages = [read_page(*item) for item in work]
    _check_order(read_pages)
    return _join(read_pages)


def _as_list(pages: PagesLike) -> list[PageLike]:
    """Several pages as they come; one page, which may be iterable itself, alone."""
    one = isinstance(pages, Page | bytes | bytearray | memoryview | str | os.PathLike | np.ndarray)
    if one or hasattr(pages, "tobytes"):  # as Pillow images have
        return [cast("PageLike", pages)]
    return list(cast("Iterable[PageLike]", pages))


def _check_order(pages: list[PageText]) -> None:
    for before, after in pairwise(pages):
        if before.number and after.number and after.number != before.number + 1:
            raise ReadError(
                f"{after.name} is numbered {after.number} and follows number {before.number}: a page is missing "
                f"or out of order; sort them, or read them one at a time"
            )


def _join(pages: list[PageText]) -> Reading:
    texts: list[str] = []
    tags: list[Tag] = []
    offset = 0
    for page in pages:
        for part in page.parts:
            if isinstance(part, str):
                texts.append(part)
                offset += len(part)
            else:
                tags.append(Tag(offset, part.label))
    return Reading("".join(texts), tuple(tags), tuple(page.number for page in pages))
