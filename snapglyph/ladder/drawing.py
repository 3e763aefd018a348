"""A batch -> its pages and the words before them, or the reason why it stays text."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from snapglyph.engine import Page, PageFormat
from snapglyph.engine.rendering import encode_pages, render
from snapglyph.history import exact_strings
from snapglyph.history.exact import ExactList, choose, merged
from snapglyph.pricing import Tariff, text_tokens

from .batches import Batch, joined
from .guide import GUIDE, batch_text, end_text, marks_in
from .page_cache import CACHE

__all__ = ["Drawing", "Drawn", "Pen", "encode_all"]

MESSAGE_OVERHEAD = 8
"""Tokens for one more message and its blocks; an estimate, on the high side."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a batch comes to, as the cache holds it.

    Attributes:
        reason: why it stays text, None when it is drawn.
        text: what stands before the pages.
        pages: their spans count from the start of the batch's source; none for a batch that stays text.
        seals: SHA-256 of the pixels of each.
        image_tokens: of the pages.
        text_tokens: of all words of ours that come with them, at the high edge.
        exact: its exact strings: listed, known before, left out.
        marks: of the guide's, those that occur here first.
    """

    reason: str | None
    text: str
    pages: tuple[Page, ...]
    seals: tuple[str, ...]
    image_tokens: int
    text_tokens: int
    exact: ExactList
    marks: frozenset[str]

    @property
    def held_bytes(self) -> int:
        """What it takes in memory, roughly."""
        strings = len(self.exact.listed) + len(self.exact.kept) + len(self.exact.left)
        return sum(page.held_bytes for page in self.pages) + 2 * len(self.text) + 200 * strings + 1000


@dataclass(frozen=True, slots=True)
class Drawn:
    """A batch and what it comes to; `key` is its place in the cache."""

    batch: Batch
    drawing: Drawing
    key: bytes

    def encoded(self, pages: Sequence[Page]) -> "Drawn":
        """With its pages encoded, and kept for the next call."""
        if all(page.is_encoded for page in self.drawing.pages) and CACHE.get(self.key):
            return self
        drawing = replace(self.drawing, pages=tuple(pages))
        CACHE.put(self.key, drawing, drawing.held_bytes)
        return replace(self, drawing=drawing)


@dataclass(slots=True)
class Pen:
    """Draws batches one after the other. What comes of one depends on those before it: its page numbers, the marks
    that were explained, the exact strings that were listed. A running hash over all of that is the key of the cache.
    """

    format: PageFormat
    price: Tariff
    family: str
    effort: str
    first_page: int = 1
    chain: bytes = b""
    marks: frozenset[str] = frozenset()
    known: set[str] = field(default_factory=set)

    def draw(self, batch: Batch) -> Drawn:
        """The next batch; its pages have no PNG yet when they are new."""
        key = self._key(batch)
        drawing: Drawing | None = CACHE.get(key)
        if drawing is None:
            drawing = self._drawing(batch)
        self.chain = key
        self.first_page += len(drawing.pages)
        self.marks |= drawing.marks
        self.known |= _values(drawing.exact, batch)
        return Drawn(batch, drawing, key)

    def _key(self, batch: Batch) -> bytes:
        """All that the drawing depends on."""
        digest = hashlib.sha256(self.chain or self._start())
        digest.update(f"{self.first_page} {batch.first} {batch.last} {batch.text}".encode())
        for source in (batch.source, joined([member.facts.source for member in batch.kept])):
            tags = " ".join(f"{tag.offset} {tag.label}" for tag in source.tags)
            digest.update(f"{len(source.text)} {tags}\n".encode())
            digest.update(source.text.encode("utf-8", "surrogatepass"))
        return digest.digest()

    def _start(self) -> bytes:
        """What the first batch depends on beside itself: how it is drawn and priced, and what the head has listed."""
        known = "\n".join(sorted(self.known))
        return f"{self.format.id} {self.price} {self.family} {self.effort}\n{known}".encode()

    def _drawing(self, batch: Batch) -> Drawing:
        exact = self._exact(batch)
        if exact.dense and not batch.settled:
            return Drawing("dense", "", (), (), 0, 0, exact, frozenset())
        pages = render(batch.source, format=self.format, effort=None, threads=1, first_page=self.first_page)
        sizes = [(page.width, page.height) for page in pages]
        image_tokens = sum(self.price.tokens(*size) for size in sizes)
        marks = frozenset(marks_in(batch.source.text, self.format)) - self.marks
        behind = [message.number for message in batch.behind]
        numbers = (pages[0].number, pages[-1].number)
        text = batch_text((batch.first, batch.last), numbers, behind, marks, exact.text)
        words = [text, end_text(batch.last, len(behind)), *([] if self.marks else [GUIDE])]
        tokens = sum(text_tokens(word, self.family).high for word in words) + MESSAGE_OVERHEAD
        if not batch.settled:
            reason = self._refusal(batch, sizes, image_tokens + tokens)
            if reason:
                return Drawing(reason, "", (), (), 0, 0, exact, frozenset())
        seals = tuple(page.sha256 for page in pages)
        return Drawing(None, text, tuple(pages), seals, image_tokens, tokens, exact, marks)

    def _refusal(self, batch: Batch, sizes: Sequence[tuple[int, int]], cost: int) -> str | None:
        if any(self.price.shrinks(*size) for size in sizes):
            return "resampled"
        # The low edge: pages must win even where the text is cheapest.
        return "not-smaller" if cost >= batch.text.low else None

    def _exact(self, batch: Batch) -> ExactList:
        """What to list; strings that stand as text before these pages, or behind them, are there already."""
        if batch.settled:
            strings = exact_strings(batch.source.text)
        else:
            strings = merged([member.facts.exact for member in batch.members])
        return choose(strings, batch.text.likely, known=self.known | _behind(batch))


def _behind(batch: Batch) -> set[str]:
    return set().union(*(member.facts.values for member in batch.kept))


def _values(exact: ExactList, batch: Batch) -> set[str]:
    """What a reader has as text once this batch is behind: in its list, or in its messages."""
    return {one.value for one in (*exact.listed, *exact.left)} | _behind(batch)


def encode_all(drawn: Sequence[Drawn], effort: str, threads: int | None) -> list[Drawn]:
    """With every page encoded, side by side."""
    pages = iter(encode_pages([page for one in drawn for page in one.drawing.pages], effort, threads=threads))
    return [one.encoded([next(pages) for _ in one.drawing.pages]) for one in drawn]
