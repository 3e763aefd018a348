"""What a rung may touch: the middle, between a head and a tail that come back as the same objects."""

from collections.abc import Sequence
from dataclasses import dataclass

from snapglyph.errors import HistoryError
from snapglyph.history import Group, Message, find_groups, turn_starts

from .counting import Ruler, total_tokens
from .guide import Record, record_in

__all__ = ["KEEP", "RULES", "Keep", "head_end", "middle_of", "records_in", "tail_start"]

RULES = ("system", "developer")
"""Roles that tell the model how to work."""


@dataclass(frozen=True, slots=True)
class Keep:
    """What stays untouched.

    The tail never moves back as a history grows, and depends on nothing before it: what was once behind it stays
    behind it, and a second climb over a middle that has shrunk finds the same tail.

    Attributes:
        turns: newest turns that stay, with
        tail_tokens: at least so many tokens. Where that makes more than twice as many (an agent's one long turn), the
            newest groups with at least twice `tail_tokens` stay instead. With both 0 only the last group does.
        pinned: indices of messages, from 0, that stay wherever they stand.
    """

    turns: int = 2
    tail_tokens: int = 8_000
    pinned: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        for name, value in (("turns", self.turns), ("tail_tokens", self.tail_tokens)):
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise HistoryError(f"{name} is {value!r}; it is a whole number from 0")


KEEP = Keep()

LEAD = 4
"""Messages that may stand before the first user's message for it to be part of the head: a greeting or two. Wherever
it comes later, it stays text all the same, behind what was drawn before it."""


def middle_of(views: Sequence[Message], keep: Keep, groups: Sequence[Group] | None = None) -> range:
    """Indices between head and tail, both at edges of groups; an empty range when nothing is between.

    The head reaches through the first user's message, and through pages of an earlier snapshot with what belongs to
    them: nothing is made from pages. The last group is always tail, since it may be a call that waits for its result.
    """
    groups = find_groups(views) if groups is None else groups
    start = max(head_end(views, groups), *(i + 1 + record.behind for i, record in records_in(views).items()), 0)
    start = next((group.start for group in groups if group.start >= start), len(views))
    return range(start, max(start, tail_start(views, groups, keep)))


def records_in(views: Sequence[Message]) -> dict[int, Record]:
    """Where pages of earlier snapshots are, and what they say of themselves."""
    return {i: record for i, message in enumerate(views) if message.images and (record := record_in(message))}


def head_end(views: Sequence[Message], groups: Sequence[Group]) -> int:
    """Behind the rules that open the history and the first user's message; behind the rules alone when too many
    messages stand before that one, and behind everything as long as it may still come."""
    rules = next((i for i, message in enumerate(views) if message.role not in RULES), len(views))
    lead = views[rules : rules + LEAD + 1]
    first = next((rules + i for i, message in enumerate(lead) if message.starts_turn), None)
    if first is not None:
        return next(group.end for group in groups if group.start <= first < group.end)
    return len(views) if len(lead) <= LEAD else rules


def tail_start(views: Sequence[Message], groups: Sequence[Group], keep: Keep) -> int:
    """Where the tail begins, at the edge of a group; 0 when all is tail."""
    if not groups:
        return 0
    starts = [i for i in turn_starts(views) if not (views[i].images and record_in(views[i]))]
    by_turns = len(views) if keep.turns == 0 else starts[-keep.turns] if keep.turns <= len(starts) else 0
    least, most = _newest(views, groups, (keep.tail_tokens, 2 * keep.tail_tokens))
    wanted = max(min(by_turns, least), most)
    return max(group.start for group in groups if group.start <= wanted)


def _newest(views: Sequence[Message], groups: Sequence[Group], tokens: tuple[int, int]) -> tuple[int, int]:
    """Where the newest groups begin that have at least so many tokens; images count as nothing, since what they cost
    depends on the model."""
    held = 0
    least: int | None = None
    for group in reversed(groups):
        held += total_tokens(views[group.start : group.end], Ruler()).low
        if least is None and held >= tokens[0]:
            least = group.start
        if held >= tokens[1]:
            return least or 0, group.start
    return least or 0, 0
