"""Groups: runs of messages that must stay together, because a call and its result must."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .view import Message

__all__ = ["Group", "answers", "find_groups", "turn_starts"]


@dataclass(frozen=True, slots=True)
class Group:
    """Messages `start` to `end` (exclusive), as indices into the list."""

    start: int
    end: int


def answers(messages: Sequence[Message]) -> dict[tuple[int, int], tuple[int, int]]:
    """(message, part) of a call -> (message, part) of its result, as indices.

    A result answers a call of its id that is still open: in the newest message that has one, the first of them. So
    ids that repeat do not mix, neither between messages nor among parallel calls. Results may come in any order and
    in any later message.
    """
    open_calls: dict[str, list[tuple[int, int]]] = {}
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for i, message in enumerate(messages):
        for k, part in enumerate(message.parts):
            if part.kind == "call":
                open_calls.setdefault(part.call_id, []).append((i, k))
            elif part.kind == "result" and open_calls.get(part.call_id):
                calls = open_calls[part.call_id]
                found[calls.pop(bisect_left(calls, (calls[-1][0], -1)))] = (i, k)
    return found


def _server_answers(messages: Sequence[Message]) -> Iterator[tuple[int, int | None]]:
    """Of each call of a tool of the provider's, the message, and that of its result, None where there is none. Both
    are parts of kind "other" with one id, and the first is the call."""
    opened: dict[str, int] = {}
    for i, message in enumerate(messages):
        for part in message.parts:
            if part.kind == "other" and part.call_id:
                at = opened.pop(part.call_id, None)
                if at is None:
                    opened[part.call_id] = i
                else:
                    yield at, i
    yield from ((at, None) for at in opened.values())


def find_groups(messages: Sequence[Message], *, settled: bool = False) -> list[Group]:
    """Cuts a history into its groups, oldest first. A call without a result stays with what follows it up to the
    next turn, since its result may only be late.

    Args:
        settled: a result that comes after the next turn has begun is a group by itself, as it was not there when that
            turn began. So what is appended to a history never changes a group that ended before the newest turn.
    """
    reach = list(range(1, len(messages) + 1))
    answered = answers(messages)
    starts = [*turn_starts(messages), len(messages)]
    for i, message in enumerate(messages):
        if message.role == "assistant" and i + 1 < len(messages) and messages[i + 1].role == "assistant":
            reach[i] = (
                i + 2
            )  # one answer in several messages; the API joins them, and thinking must stay with its call
        for k, part in enumerate(message.parts):
            if part.kind != "call":
                continue
            next_turn = starts[bisect_right(starts, i)]
            if (i, k) in answered and (not settled or answered[i, k][0] < next_turn):
                reach[i] = max(reach[i], answered[i, k][0] + 1)
            else:
                reach[i] = max(reach[i], next_turn)
    for i, result in _server_answers(messages):
        next_turn = starts[bisect_right(starts, i)]
        in_time = result is not None and (not settled or result < next_turn)
        reach[i] = max(reach[i], (result or 0) + 1 if in_time else next_turn)
    groups: list[Group] = []
    start = end = 0
    for i, last in enumerate(reach):
        if i == end and i > 0:
            groups.append(Group(start, end))
            start = i
        end = max(end, last)
    if messages:
        groups.append(Group(start, end))
    return groups


def turn_starts(messages: Sequence[Message]) -> list[int]:
    """Indices of the messages with which a user begins a turn."""
    return [i for i, message in enumerate(messages) if message.starts_turn]
