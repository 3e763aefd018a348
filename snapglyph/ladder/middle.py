"""The middle of a history -> its batches, in order: those of the archive, and new ones as they fill."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from snapglyph.history import Message, find_groups
from snapglyph.pricing import TextTokens

from .batches import Batch, Member, Room, batch_of, seal, why_text
from .drawing import Drawn, Pen
from .facts import Yardstick, find_facts
from .past import Past, Slot

__all__ = ["Judge", "draw_batches"]


@dataclass(slots=True)
class Judge:
    """Says of each group, in order, whether it may be drawn."""

    pinned: frozenset[int]
    asked: bool
    by: Yardstick
    known: set[str] = field(default_factory=set)

    def known_in(self, head: Sequence[Message]) -> set[str]:
        """Exact strings of the head, which the reader has as text."""
        return set(find_facts(head, self.by).values)

    @property
    def room(self) -> Room:
        assert self.by.ruler.tariff is not None
        return Room(self.by.format, self.by.ruler.tariff)

    def members(self, messages: Sequence[Message], end: int, *, why: str | None = None) -> Iterator[Member]:
        """Groups that end at or before index `end`; `why` is the reason of all of them."""
        room = self.room
        for group in find_groups(messages, settled=True):
            if group.end > end:
                return
            held = tuple(messages[group.start : group.end])
            facts = find_facts(held, self.by)
            yield Member(held, facts, self._why(held) or why or why_text(facts, room, self.known))
            self.known |= facts.values

    def _why(self, messages: Sequence[Message]) -> str | None:
        first = not self.asked and any(message.starts_turn for message in messages)
        self.asked |= first
        if any(message.number in self.pinned for message in messages):
            return "pinned"
        return "request" if first else None


def draw_batches(
    past: Past, judge: Judge, pen: Pen, most_pages: int, progress: Callable[[int], object] | None
) -> list[Drawn]:
    """Draws those of the archive, and new ones until there are more pages than allowed: one more tells that there is
    more to draw."""
    pen.known = judge.known_in(past.head)
    drawn: list[Drawn] = []
    pages = 0
    for batch in _batches(past, judge, pen):
        drawn.append(pen.draw(batch))
        pages += len(drawn[-1].drawing.pages)
        if progress:
            progress(pages)
        if pages > most_pages and len(drawn) > len(past.slots):
            break
    return drawn


def _batches(past: Past, judge: Judge, pen: Pen) -> Iterator[Batch]:
    """Those of the archive, then new ones; each is drawn before the next one is asked for."""
    judge.known = pen.known.copy()
    for slot in past.slots:
        yield _settled(slot, judge)
        judge.known |= pen.known
    yield from seal(judge.members(past.rest, past.middle), judge.room)


def _settled(slot: Slot, judge: Judge) -> Batch:
    sealed = slot.sealed
    if sealed.source is None:
        return batch_of(list(judge.members(slot.messages, len(slot.messages))))
    kept = tuple(judge.members(slot.messages, len(slot.messages), why="kept"))
    text = TextTokens(*sealed.tokens)
    return Batch(sealed.first, sealed.last, sealed.source, text, kept, settled=True)
