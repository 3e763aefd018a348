"""What a snapshot leaves to keep: the source of its pages and where they are sealed, as JSON, and no pixel of them.

From it the same pages can be drawn at any time, the next snapshot go on where this one ended, and any text be had
again, exactly.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from snapglyph.engine import Page, PageFormat, Source, Tag, render
from snapglyph.engine.png import check_effort
from snapglyph.engine.rendering import encode_pages
from snapglyph.errors import FontError, FormatError, HistoryError

from .batches import joined
from .drawing import Drawn

__all__ = ["VERSION", "Archive", "Sealed", "SealedPage", "make_archive", "open_archive", "pages_of"]

VERSION = 2


def make_archive(
    drawn: Sequence[Drawn], *, fmt: PageFormat, effort: str, head: int, repeated: Sequence[int]
) -> dict[str, Any]:
    """The JSON-safe state of a snapshot.

    `text` and `tags` are the source of all pages in NFC, which is what pages say and what every span here counts.
    `head` is the number of messages before the first batch, `repeated` are the numbers of messages that stand on a
    page and behind it as text as well.
    """
    source = joined([one.batch.source for one in drawn if one.drawing.pages])
    batches: list[dict[str, Any]] = []
    pages: list[dict[str, Any]] = []
    at = 0
    for one in drawn:
        batch = one.batch
        entry: dict[str, Any] = {"first": batch.first, "last": batch.last, "drawn": bool(one.drawing.pages)}
        if one.drawing.pages:
            end = at + len(batch.source.text)
            text = batch.text
            entry |= {
                "behind": [message.number for message in batch.behind],
                "span": [at, end],
                "tokens": [text.low, text.likely, text.high],
                "pages": len(one.drawing.pages),
            }
            pages += [
                {"number": page.number, "span": [at + page.span[0], at + page.span[1]], "sha256": seal}
                for page, seal in zip(one.drawing.pages, one.drawing.seals, strict=True)
            ]
            at = end
        batches.append(entry)
    return {
        "version": VERSION,
        "format": fmt.id if drawn else "",
        "effort": effort,
        "head": head,
        "repeated": list(repeated),
        "text": source.text,
        "tags": [[tag.offset, tag.label] for tag in source.tags],
        "pages": pages,
        "batches": batches,
    }


@dataclass(frozen=True, slots=True)
class Sealed:
    """A batch of an archive; `source` is None for one that stayed text, whole."""

    first: int
    last: int
    behind: tuple[int, ...] = ()
    source: Source | None = None
    tokens: tuple[int, int, int] = (0, 0, 0)
    pages: int = 0


@dataclass(frozen=True, slots=True)
class SealedPage:
    """A page of an archive: its number, its span in the source, and the hash of its pixels."""

    number: int
    start: int
    end: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Archive:
    """What `make_archive` writes, read and checked."""

    format: str
    effort: str
    head: int
    repeated: tuple[int, ...]
    source: Source
    pages: tuple[SealedPage, ...]
    batches: tuple[Sealed, ...]


def open_archive(value: Mapping[str, Any]) -> Archive:
    """Reads an archive whole; raises HistoryError for what is none, of another version, or does not hold together."""
    try:
        if value["version"] != VERSION:
            raise HistoryError(f"the archive is of version {value['version']!r}; this snapglyph reads {VERSION}")
        source = Source(value["text"], tuple(Tag(_count(offset), label) for offset, label in value["tags"]))
        pages = tuple(_page(entry) for entry in value["pages"])
        archive = Archive(
            str(value["format"]),
            str(value["effort"]),
            _count(value["head"]),
            tuple(_count(number) for number in value["repeated"]),
            source,
            pages,
            tuple(_batches(value["batches"], source, _count(value["head"]) + 1)),
        )
        check_effort(archive.effort)
        _hold_together(archive)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, HistoryError):
            raise
        raise HistoryError(
            f"this is no archive of a snapshot ({type(error).__name__}); pass Snapshot.archive as it was"
        ) from None
    return archive


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("a whole number from 0")
    return value


def _page(entry: Mapping[str, Any]) -> SealedPage:
    start, end = entry["span"]
    return SealedPage(_count(entry["number"]), _count(start), _count(end), str(entry["sha256"]))


def _batches(entries: Any, source: Source, expected: int) -> Iterator[Sealed]:
    end = 0
    for entry in entries:
        first, last = _count(entry["first"]), _count(entry["last"])
        if first != expected or last < first:
            raise ValueError("batches follow one another")
        expected = last + 1
        if not entry["drawn"]:
            yield Sealed(first, last)
            continue
        start, stop = map(_count, entry["span"])
        behind = tuple(_count(number) for number in entry["behind"])
        if start != end or not start < stop <= len(source.text) or not all(first <= n <= last for n in behind):
            raise ValueError("spans follow one another")
        end = stop
        low, likely, high = map(_count, entry["tokens"])
        piece = _piece(source, start, stop)
        yield Sealed(first, last, behind, piece, (low, likely, high), _count(entry["pages"]))
    if end != len(source.text):
        raise ValueError("every text belongs to a batch")


def _hold_together(archive: Archive) -> None:
    """Pages follow one another and are as many as the batches say; every text has a speaker."""
    numbers = [page.number for page in archive.pages]
    spans = [(page.start, page.end) for page in archive.pages]
    joints = [0, *(end for _, end in spans)]
    if numbers and (numbers[0] < 1 or numbers != list(range(numbers[0], numbers[0] + len(numbers)))):
        raise ValueError("pages are numbered one after the other")
    if [start for start, _ in spans] != joints[:-1] or joints != sorted(joints):
        raise ValueError("pages follow one another")
    if joints[-1] != len(archive.source.text):
        raise ValueError("every text stands on a page")
    if sum(sealed.pages for sealed in archive.batches) != len(numbers):
        raise ValueError("every page belongs to a batch")
    if archive.source.text and not (archive.source.tags and archive.source.tags[0].offset == 0):
        raise ValueError("somebody speaks first")


def _piece(source: Source, start: int, end: int) -> Source:
    tags = [Tag(tag.offset - start, tag.label) for tag in source.tags if start <= tag.offset < end]
    return Source(source.text[start:end], tuple(tags))


def pages_of(archive: Mapping[str, Any], *, threads: int | None = None) -> list[Page]:
    """Draws the pages anew; they are those of the snapshot, byte for byte. Their spans count in `archive["text"]`.

    Raises HistoryError for an archive of another kind, and when a page comes out otherwise, since the font has
    changed: its text is still all there for `recall`.
    """
    kept = open_archive(archive)
    if not kept.pages:
        return []
    try:
        fmt, _ = PageFormat.from_id(kept.format)
    except (FormatError, FontError) as error:
        raise HistoryError(f"the archive's pages cannot be drawn here: {error}") from None
    drawn: list[Page] = []
    for sealed in kept.batches:
        if sealed.source is not None:
            first_page = kept.pages[0].number + len(drawn)
            drawn += render(sealed.source, format=fmt, effort=None, threads=1, first_page=first_page)
    if [page.sha256 for page in drawn] != [page.sha256 for page in kept.pages]:
        raise HistoryError("the archive's pages were drawn with another version of the font; recall() has their text")
    encoded = encode_pages(drawn, kept.effort, threads=threads)
    return [replace(page, span=(at.start, at.end)) for page, at in zip(encoded, kept.pages, strict=True)]
