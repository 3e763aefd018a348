"""Exact text out of an archive: what a page, a message or a line says."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from snapglyph.engine import Source
from snapglyph.errors import HistoryError

from .archive import source_of

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
    source = source_of(archive)
    match = re.fullmatch(r"(page|message) (\d{1,9})", what.strip())
    if match and match[1] == "page":
        return [_page(source, archive, int(match[2]))]
    if match:
        return _message(source, archive, int(match[2]))
    if what == "grep" and pattern:
        return _search(source, archive, pattern, most)
    raise HistoryError(f"{what[:40]!r} is nothing to recall; ask for 'page 3', 'message 12', or 'grep' with a text")


def _page(source: Source, archive: Mapping[str, Any], number: int) -> Found:
    for page in archive["pages"]:
        if page["number"] == number:
            start, end = page["span"]
            return Found(number, None, source.text[start:end])
    numbers = [page["number"] for page in archive["pages"]]
    has = f"the archive has {numbers[0]} to {numbers[-1]}" if numbers else "the archive has none"
    raise HistoryError(f"there is no page {number}; {has}")


def _message(source: Source, archive: Mapping[str, Any], number: int) -> list[Found]:
    ends = [*(tag.offset for tag in source.tags[1:]), len(source.text)]
    found = [
        Found(_page_at(archive, tag.offset), number, source.text[tag.offset : end])
        for tag, end in zip(source.tags, ends, strict=True)
        if tag.label.rpartition(" ")[2] == str(number)
    ]
    if not found:
        raise HistoryError(f"there is no message {number} on these pages")
    return found


def _search(source: Source, archive: Mapping[str, Any], pattern: str, most: int) -> list[Found]:
    offsets = [tag.offset for tag in source.tags]
    found, seen = [], -1
    for hit in re.finditer(re.escape(pattern), source.text, re.IGNORECASE):
        start = source.text.rfind("\n", 0, hit.start()) + 1
        if start <= seen:
            continue
        seen = start
        end = source.text.find("\n", hit.end())
        line = source.text[start : end if end >= 0 else len(source.text)]
        at = bisect_right(offsets, hit.start()) - 1
        number = source.tags[at].label.rpartition(" ")[2] if at >= 0 else ""
        found.append(Found(_page_at(archive, hit.start()), int(number) if number.isdigit() else None, line))
        if len(found) == most:
            break
    return found


def _page_at(archive: Mapping[str, Any], offset: int) -> int | None:
    return next((p["number"] for p in archive["pages"] if p["span"][0] <= offset < p["span"][1]), None)
