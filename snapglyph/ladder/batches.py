"""Which groups go onto pages together. A batch's edges depend on what precedes them and on nothing else, so they stay
where they are when the history grows."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from snapglyph.engine import PageFormat, Source, Tag
from snapglyph.engine.layout import page_cells, page_size
from snapglyph.history import Message
from snapglyph.history.exact import BUDGET, list_tokens
from snapglyph.pricing import Tariff, TextTokens

from .counting import NOTHING
from .facts import Facts

__all__ = ["Batch", "Member", "Room", "batch_of", "joined", "seal", "why_text"]

FULL = 7 / 8
"""Of a page. Groups end where they end; to wait for the last cell would put a few rows on a page of their own, and
where images have one price each that doubles it. Nor may the last page be one that the provider shrinks."""

MOST_PAGES = 2
"""After so many full pages a batch closes however full its last one is, or much would stay text for long."""

SLACK = 64
"""Tokens. A group that would lose less by being drawn is drawn: a message between pages costs about as much."""


@dataclass(frozen=True, slots=True)
class Room:
    """What pages of a format hold, and cost with a tariff; `cells` and `tokens` are of a full one."""

    format: PageFormat
    price: Tariff
    cells: int = field(init=False)
    tokens: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", page_cells(self.format))
        object.__setattr__(self, "tokens", self.price.tokens(self.format.width, self.format.height))

    def is_full(self, cells: int) -> bool:
        """Whether a batch of so many cells may close."""
        pages, rest = divmod(cells, self.cells)
        if pages >= MOST_PAGES or rest >= FULL * self.cells or (pages and not rest):
            return not rest or not self.price.shrinks(*page_size(self.format, rest, alone=not pages))
        return False


@dataclass(frozen=True, slots=True)
class Member:
    """A group of the middle: its messages, its facts, and why it stays text, None when it does not.

    `why` is "pinned", "request" (the first of the user's), "dense" (in exact strings) or "not-smaller" (than text).
    """

    messages: tuple[Message, ...]
    facts: Facts
    why: str | None = None


def why_text(facts: Facts, room: Room, known: Container[str]) -> str | None:
    """Why a group had better stay text. `known` are the exact strings that stand as text before it: nobody lists them
    again."""
    why = _why_text(facts, room, facts.exact_tokens)
    if why is None or not facts.exact:
        return why
    return _why_text(facts, room, list_tokens([exact for exact in facts.exact if exact.value not in known]))


def _why_text(facts: Facts, room: Room, listed: int) -> str | None:
    if listed - facts.text.likely * BUDGET > SLACK:
        return "dense"
    if facts.cells * room.tokens / room.cells + listed - facts.text.low > SLACK:
        return "not-smaller"
    return None


@dataclass(frozen=True, slots=True)
class Batch:
    """Groups whose pages are sealed together, with those between them that stay text behind the pages.

    Attributes:
        first, last: message numbers.
        source: of the groups that are drawn, in NFC.
        text: tokens of what is drawn, as text.
        kept: the groups that stay text.
        members: those that are drawn; none for a batch out of an archive, which holds their source alone.
        settled: drawn in an earlier call, whatever it costs now: its text is in an archive, no more in the messages.
    """

    first: int
    last: int
    source: Source
    text: TextTokens
    kept: tuple[Member, ...] = field(default=(), repr=False)
    members: tuple[Member, ...] = field(default=(), repr=False)
    settled: bool = False

    @property
    def behind(self) -> tuple[Message, ...]:
        """The messages that stay text behind the pages."""
        return tuple(message for member in self.kept for message in member.messages)

    @property
    def drawn_count(self) -> int:
        """Messages on the pages."""
        return self.last - self.first + 1 - len(self.behind)


def seal(members: Iterable[Member], room: Room) -> Iterator[Batch]:
    """Closes a batch at the first edge of a group at which its last page is full, or at which it has MOST_PAGES.
    What has not filled one is not given: it stays text."""
    held: list[Member] = []
    cells = 0
    for member in members:
        held.append(member)
        if member.why:
            continue
        cells += member.facts.cells
        if room.is_full(cells):
            yield batch_of(held)
            held, cells = [], 0


def batch_of(members: Sequence[Member]) -> Batch:
    """The batch that these groups make."""
    messages = [message for member in members for message in member.messages]
    drawn = tuple(member for member in members if not member.why)
    return Batch(
        messages[0].number,
        messages[-1].number,
        joined([member.facts.source for member in drawn]),
        sum((member.facts.text for member in drawn), NOTHING),
        tuple(member for member in members if member.why),
        drawn,
    )


def joined(sources: Sequence[Source]) -> Source:
    """One source behind the other."""
    tags: list[Tag] = []
    length = 0
    for source in sources:
        tags += [Tag(length + tag.offset, tag.label) for tag in source.tags]
        length += len(source.text)
    return Source("".join(source.text for source in sources), tuple(tags))
