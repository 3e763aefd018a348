"""Exact text out of an archive: what a page, a message or a line says."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from snapglyph.errors import HistoryError

from .archive import Archive, open_archive

__all__ = ["Found", "recall"]


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of the source: its page and message numbers (None where there is none), and the text itself."""

    page: int | None
    message: int | None
    text: str


def recall(archive: Mapping[str, Any], what: str, pattern: str = "", *, most: int = 50) -> list[Found]:
    """Exact source text: `"page 3"`, `"message 12"`, or `"grep"` with a text to find, each hit with its whole line.

    Args:
        pattern: for "grep": a plain text, found in any case.
        most: hits of a search.

    Raises HistoryError for a page or message that the archive does not hold, and for another request.
    """
    kept = open_archive(archive)
    match = re.fullmatch(r"(page|message) (\d{1,9})", what.strip())
    if match and match[1] == "page":
        return [_page(kept, int(match[2]))]
    if match:
        return _message(kept, int(match[2]))
    if what == "grep" and pattern:
        return list(islice(_search(kept, pattern), most))
    raise HistoryError(f"{what[:40]!r} is nothing to recall; ask for 'page 3', 'message 12', or 'grep' with a text")


def _page(archive: Archive, number: int) -> Found:
    for page in archive.pages:
        if page.number == number:
            return Found(number, None, archive.source.text[page.start : page.end])
    pages = archive.pages
    has = f"the archive has {pages[0].number} to {pages[-1].number}" if pages else "the archive has none"
    raise HistoryError(f"there is no page {number}; {has}")


def _message(archive: Archive, number: int) -> list[Found]:
    text, tags = archive.source.text, archive.source.tags
    ends = [*(tag.offset for tag in tags[1:]), len(text)] if tags else []
    found = [
        Found(_page_at(archive, tag.offset), number, text[tag.offset : end])
        for tag, end in zip(tags, ends, strict=True)
        if tag.label.rpartition(" ")[2] == str(number)
    ]
    if not found:
        raise HistoryError(f"there is no message {number} on these pages")
    return found


def _search(archive: Archive, pattern: str) -> Iterator[Found]:
    """Every line with a hit, once."""
    text, tags = archive.source.text, archive.source.tags
    offsets = [tag.offset for tag in tags]
    seen = -1
    for hit in re.finditer(re.escape(pattern), text, re.IGNORECASE):
        start = text.rfind("\n", 0, hit.start()) + 1
        if start <= seen:
            continue
        seen = start
        end = text.find("\n", hit.end())
        line = text[start : end if end >= 0 else len(text)]
        number = tags[bisect_right(offsets, hit.start()) - 1].label.rpartition(" ")[2]
        yield Found(_page_at(archive, hit.start()), int(number) if number.isdigit() else None, line)


def _page_at(archive: Archive, offset: int) -> int | None:
    return next((page.number for page in archive.pages if page.start <= offset < page.end), None)
