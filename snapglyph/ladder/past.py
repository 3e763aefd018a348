"""What a history has behind it already when a snapshot is asked for: its head, and batches sealed before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from snapglyph.errors import HistoryError
from snapglyph.history import Message, find_groups

from .archive import Sealed, open_archive
from .edges import Keep, middle_of, records_in, tail_start

__all__ = ["Past", "Slot", "past_of"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A sealed batch, and those of its messages that the list still holds: all of them where it stayed text."""

    sealed: Sealed
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """A history taken apart. Its messages have the numbers that they had before anything was drawn.

    Attributes:
        head: stays in front as it is, pages of earlier snapshots without an archive included.
        slots: batches out of the archive.
        repeated: messages that stand on a page of the archive and behind it as text as well.
        rest: everything behind, up to the end.
        middle: how many messages of `rest` are before the tail.
        records: messages of pages that the archive's slots stand for, by index in the list.
        first_page: number of the first page that is drawn.
        asked: whether a user speaks in the head.
    """

    head: list[Message]
    slots: list[Slot]
    repeated: list[Message]
    rest: list[Message]
    middle: int
    first_page: int
    asked: bool
    records: list[Message] = field(default_factory=list)

    @property
    def others(self) -> list[Message]:
        """Every message that is no page of the archive's."""
        return [
            *self.head,
            *(message for slot in self.slots for message in slot.messages),
            *self.repeated,
            *self.rest,
        ]


def past_of(views: Sequence[Message], keep: Keep, archive: Mapping[str, Any] | None) -> Past:
    """Takes a history apart; raises HistoryError for an archive that it does not go on from."""
    if archive is None or not archive.get("batches"):
        return _without(views, keep)
    return _with(views, keep, archive)


def _without(views: Sequence[Message], keep: Keep) -> Past:
    middle = middle_of(views, keep, find_groups(views, settled=True))
    head, rest = list(views[: middle.start]), list(views[middle.start :])
    records = records_in(head)
    if records:
        at, record = max(records.items())
        behind = max(middle.start - at - 1, 0)
        rest = [replace(m, number=record.last + i + 1 + max(0, behind - record.behind)) for i, m in enumerate(rest)]
    first_page = 1 + sum(record.pages for record in records.values())
    asked = any(message.starts_turn for message in head)
    return Past(head, [], [], rest, len(middle), first_page, asked)


def _with(views: Sequence[Message], keep: Keep, archive: Mapping[str, Any]) -> Past:
    reader = _Reader(views)
    kept = open_archive(archive)
    batches = kept.batches
    head = [reader.take(number) for number in range(1, kept.head + 1)]
    slots: list[Slot] = []
    repeated: list[Message] = []
    pages = 0
    for i, sealed in enumerate(batches):
        if sealed.source is None:
            slots.append(Slot(sealed, tuple(reader.take(n) for n in range(sealed.first, sealed.last + 1))))
            continue
        pages += sealed.pages
        following = batches[i + 1] if i + 1 < len(batches) else None
        if sealed.behind or following is None or following.source is None:
            reader.take_pages(pages)
            pages = 0
        slots.append(Slot(sealed, tuple(reader.take(number) for number in sealed.behind)))
        if i == _last_drawn(batches):
            repeated = [reader.take(number) for number in kept.repeated]
    last = batches[-1].last
    at = reader.at
    rest = [replace(message, number=last + 1 + i) for i, message in enumerate(views[at:])]
    middle = max(tail_start(views, find_groups(views, settled=True), keep) - at, 0)
    first = kept.pages[0].number if kept.pages else 1
    asked = any(message.starts_turn for message in head)
    return Past(head, slots, repeated, rest, middle, first, asked, reader.records)


def _last_drawn(batches: Sequence[Sealed]) -> int:
    return max((i for i, sealed in enumerate(batches) if sealed.source is not None), default=-1)


class _Reader:
    """Reads a result of `snapshot` again, message by message."""

    def __init__(self, views: Sequence[Message]) -> None:
        self.views, self.at = views, 0
        self.records: list[Message] = []

    def take(self, number: int) -> Message:
        message = self._next()
        return message if message.number == number else replace(message, number=number)

    def take_pages(self, pages: int) -> None:
        message = self._next()
        record = records_in([message]).get(0)
        if record is None or record.pages != pages:
            raise HistoryError(
                f"message {message.number} should hold the archive's next {pages} page(s) and holds "
                f"{record.pages if record else 'none'}; pass the messages as the last snapshot gave them, with the "
                f"new ones behind, or the full history without an archive"
            )
        self.records.append(message)

    def _next(self) -> Message:
        if self.at == len(self.views):
            raise HistoryError(
                f"the archive goes with a longer history than these {len(self.views)} messages; pass the messages as "
                f"the last snapshot gave them, with the new ones behind"
            )
        self.at += 1
        return self.views[self.at - 1]
