"""What a snapshot leaves to keep: the source of its pages and where they are sealed, as JSON, and no pixel of them.

From it the same pages can be drawn at any time, the next snapshot go on where this one ended, and any text be had
again, exactly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from snapglyph.engine import Page, PageFormat, Source, Tag, render
from snapglyph.engine.png import check_effort
from snapglyph.engine.rendering import encode_pages
from snapglyph.errors import FormatError, HistoryError

from .batches import joined
from .drawing import Drawn

__all__ = ["VERSION", "Sealed", "make_archive", "pages_of", "sealed_in", "source_of"]

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


def source_of(archive: Mapping[str, Any]) -> Source:
    """The source of all its pages; raises HistoryError for what is no archive of this version."""
    try:
        if archive["version"] != VERSION:
            raise HistoryError(f"the archive is of version {archive['version']!r}; this snapglyph reads {VERSION}")
        if not (isinstance(archive["pages"], list) and isinstance(archive["batches"], list)):
            raise TypeError("pages and batches are lists")
        return Source(archive["text"], tuple(Tag(offset, label) for offset, label in archive["tags"]))
    except (KeyError, TypeError, ValueError) as error:
        raise _no_archive(error) from None


def sealed_in(archive: Mapping[str, Any]) -> list[Sealed]:
    """Its batches in order; raises HistoryError when what they say does not hold together."""
    source = source_of(archive)
    found: list[Sealed] = []
    expected = archive.get("head", 0) + 1
    end = 0
    try:
        for entry in archive["batches"]:
            first, last = int(entry["first"]), int(entry["last"])
            if first != expected or last < first:
                raise ValueError("batches follow one another")
            expected = last + 1
            if not entry["drawn"]:
                found.append(Sealed(first, last))
                continue
            start, stop = entry["span"]
            behind = tuple(int(number) for number in entry["behind"])
            if start != end or not start < stop <= len(source.text) or not all(first <= n <= last for n in behind):
                raise ValueError("spans follow one another")
            end = stop
            low, likely, high = (int(tokens) for tokens in entry["tokens"])
            found.append(
                Sealed(first, last, behind, _piece(source, start, stop), (low, likely, high), int(entry["pages"]))
            )
        check_effort(archive["effort"])
    except (KeyError, TypeError, ValueError) as error:
        raise _no_archive(error) from None
    return found


def _piece(source: Source, start: int, end: int) -> Source:
    tags = [Tag(tag.offset - start, tag.label) for tag in source.tags if start <= tag.offset < end]
    return Source(source.text[start:end], tuple(tags))


def _no_archive(error: Exception) -> HistoryError:
    return HistoryError(f"this is no archive of a snapshot ({type(error).__name__}); pass Snapshot.archive as it was")


def pages_of(archive: Mapping[str, Any], *, threads: int | None = None) -> list[Page]:
    """Draws the pages anew; they are those of the snapshot, byte for byte. Their spans count in `archive["text"]`.

    Raises HistoryError for an archive of another kind, and when a page comes out otherwise, since the font has
    changed: its text is still all there for `recall`.
    """
    batches = [sealed for sealed in sealed_in(archive) if sealed.source is not None]
    if not batches:
        return []
    try:
        fmt, _ = PageFormat.from_id(archive["format"])
    except FormatError as error:
        raise HistoryError(f"the archive's pages cannot be drawn here: {error}") from None
    drawn: list[Page] = []
    for sealed in batches:
        assert sealed.source is not None
        first_page = drawn[-1].number + 1 if drawn else archive["pages"][0]["number"]
        drawn += render(sealed.source, format=fmt, effort=None, threads=1, first_page=first_page)
    if [page.sha256 for page in drawn] != [page["sha256"] for page in archive["pages"]]:
        raise HistoryError("the archive's pages were drawn with another version of the font; recall() has their text")
    return encode_pages(drawn, archive["effort"], threads=threads)
