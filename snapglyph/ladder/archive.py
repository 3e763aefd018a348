"""What a snapshot leaves to keep: the source of its pages, as JSON, and no pixel of them.

From it the same pages can be drawn at any time, and any of their text be had again, exactly.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from snapglyph.engine import Page, PageFormat, Source, Tag, render
from snapglyph.engine.source import events
from snapglyph.errors import FormatError, HistoryError

__all__ = ["Found", "make_archive", "pages_of", "recall"]

VERSION = 1


def make_archive(source: Source, pages: Sequence[Page]) -> dict[str, Any]:
    """The JSON-safe state of a snapshot: source in NFC, page format, where each page begins and what its pixels are.

    NFC, because that is what pages say and what their spans count.
    """
    texts: list[str] = []
    tags: list[list[Any]] = []
    length = 0
    for event in events(source):
        if isinstance(event, str):
            texts.append(event)
            length += len(event)
        else:
            tags.append([length, event.label])
    return {
        "version": VERSION,
        "format": pages[0].format.id if pages else "",
        "text": "".join(texts),
        "tags": tags,
        "pages": [{"number": page.number, "span": list(page.span), "sha256": page.sha256} for page in pages],
    }


def pages_of(archive: Mapping[str, Any], *, threads: int | None = None) -> list[Page]:
    """Draws the pages anew; they are those of the snapshot, byte for byte.

    Raises HistoryError for an archive of another kind, and when a page comes out otherwise, since the font has
    changed: its text is still all there for `recall`.
    """
    source, pages = _source_of(archive), archive["pages"]
    if not pages:
        return []
    try:
        fmt, _ = PageFormat.from_id(archive["format"])
    except FormatError as error:
        raise HistoryError(f"the archive's pages cannot be drawn here: {error}") from None
    drawn = render(source, format=fmt, threads=threads, first_page=pages[0]["number"])
    if [page.sha256 for page in drawn] != [page["sha256"] for page in pages]:
        raise HistoryError("the archive's pages were drawn with another version of the font; recall() has their text")
    return drawn


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
    source = _source_of(archive)
    match = re.fullmatch(r"(page|message) (\d{1,9})", what.strip())
    if match and match[1] == "page":
        return [_page(source, archive, int(match[2]))]
    if match:
        return _message(source, archive, int(match[2]))
    if what == "grep" and pattern:
        return _search(source, archive, pattern, most)
    raise HistoryError(f"{what[:40]!r} is nothing to recall; ask for 'page 3', 'message 12', or 'grep' with a text")


def _source_of(archive: Mapping[str, Any]) -> Source:
    try:
        if archive["version"] != VERSION:
            raise HistoryError(f"the archive is of version {archive['version']!r}; this snapglyph reads {VERSION}")
        return Source(archive["text"], tuple(Tag(offset, label) for offset, label in archive["tags"]))
    except (KeyError, TypeError, ValueError) as error:
        raise HistoryError(f"this is no archive of a snapshot ({type(error).__name__})") from None


def _page(source: Source, archive: Mapping[str, Any], number: int) -> Found:
    for page in archive["pages"]:
        if page["number"] == number:
            start, end = page["span"]
            return Found(number, None, source.text[start:end])
    numbers = [page["number"] for page in archive["pages"]]
    raise HistoryError(f"there is no page {number}; the archive has {numbers[0]} to {numbers[-1]}")


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
