"""What a rung may touch: the middle, between a head and a tail that come back as the same objects."""

from collections.abc import Sequence
from dataclasses import dataclass

from snapglyph.errors import HistoryError
from snapglyph.history import Message, find_groups, turn_starts

from .counting import Ruler, total_tokens
from .guide import record_in

__all__ = ["KEEP", "RULES", "Keep", "middle_of"]

RULES = ("system", "developer")
"""Roles that tell the model how to work."""


@dataclass(frozen=True, slots=True)
class Keep:
    """What stays untouched.

    Attributes:
        turns: newest turns; with 0 only the last group.
        tail_tokens: when those turns have more than twice so many tokens (an agent's one long turn), the newest
            groups with at least so many stay instead.
        pinned: indices of messages, from 0, that stay wherever they stand.
    """

    turns: int = 2
    tail_tokens: int = 20_000
    pinned: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        for name, value in (("turns", self.turns), ("tail_tokens", self.tail_tokens)):
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise HistoryError(f"{name} is {value!r}; it is a whole number from 0")


KEEP = Keep()


def middle_of(views: Sequence[Message], keep: Keep) -> range:
    """Indices between head and tail, both at edges of groups; an empty range when nothing is between.

    The head reaches through the first user's message, and through pages of an earlier snapshot: nothing is made from
    pages. The last group is always tail, since it may be a call that waits for its result.
    """
    groups = find_groups(views)
    records = {i for i, message in enumerate(views) if record_in(message)}
    starts = [i for i in turn_starts(views) if i not in records]
    if starts:
        head = next(group.end for group in groups if group.start <= starts[0] < group.end)
    else:
        head = next((i for i, message in enumerate(views) if message.role not in RULES), len(views))
    head = max([head, *(i + 1 for i in records)])
    newest = _tail(views, [group.start for group in groups], starts, keep)
    tail = max((group.start for group in groups if group.start <= newest), default=0)
    return range(head, max(head, tail))


def _tail(views: Sequence[Message], edges: Sequence[int], starts: Sequence[int], keep: Keep) -> int:
    """Where the newest turns begin, or the newest groups where those turns are too long.

    It depends on nothing before it: a second climb over a middle that has shrunk finds the same tail.
    """
    by_turns = 0
    if keep.turns == 0:
        by_turns = len(views)
    elif keep.turns <= len(starts):
        by_turns = starts[-keep.turns]
    held = 0
    for i in range(len(views) - 1, by_turns - 1, -1):
        held += total_tokens([views[i]], Ruler()).low
        if held > 2 * keep.tail_tokens:
            return _newest_groups(views, edges, keep.tail_tokens)
    return by_turns


def _newest_groups(views: Sequence[Message], edges: Sequence[int], least: int) -> int:
    held, upper = 0, len(views)
    for edge in reversed(edges):
        held += total_tokens(views[edge:upper], Ruler()).low
        if held >= least:
            return edge
        upper = edge
    return 0
