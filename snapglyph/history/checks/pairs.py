"""Calls and their results: each answered, in its place, once."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from ..view import Message, Part
from .violation import Check, Violation

__all__ = ["Turn", "by_message", "by_role", "by_tool_run", "pairs_in_next", "results_first"]

Place: TypeAlias = tuple[int, Part]


@dataclass(slots=True)
class Turn:
    """Messages that the provider reads as one."""

    role: str
    places: list[Place] = field(default_factory=list)

    def of(self, kind: str) -> list[Place]:
        return [place for place in self.places if place[1].kind == kind]


Cut: TypeAlias = Callable[[Sequence[Message]], list[Turn]]


def by_role(messages: Sequence[Message]) -> list[Turn]:
    """Consecutive messages of one role are one turn: Anthropic's API merges them."""
    return _turns(messages, lambda role: True)


def by_tool_run(messages: Sequence[Message]) -> list[Turn]:
    """Only consecutive tool messages are one turn."""
    return _turns(messages, lambda role: role in ("tool", "function"))


def by_message(messages: Sequence[Message]) -> list[Turn]:
    """Every message is a turn."""
    return _turns(messages, lambda role: False)


def _turns(messages: Sequence[Message], joins: Callable[[str], bool]) -> list[Turn]:
    turns: list[Turn] = []
    for i, message in enumerate(messages):
        if not turns or turns[-1].role != message.role or not joins(message.role):
            turns.append(Turn(message.role))
        turns[-1].places += [(i, part) for part in message.parts]
    return turns


def pairs_in_next(cut: Cut, *, next_to: str) -> Check:
    """Every call is answered in the very next turn, and every result answers a call of the one before.

    `next_to` says in a sentence where the answer must stand.
    """

    def check(messages: Sequence[Message]) -> Iterator[Violation]:
        calls: list[Place] = []
        for turn in [*cut(messages), Turn("")]:
            yield from _compare(calls, turn.of("result"), next_to)
            calls = turn.of("call")

    return check


def _compare(calls: list[Place], results: list[Place], next_to: str) -> Iterator[Violation]:
    if not calls and not results:
        return
    asked = Counter(part.call_id for _, part in calls)
    open_calls = asked.copy()
    for i, part in results:
        if open_calls[part.call_id] > 0:
            open_calls[part.call_id] -= 1
        elif part.call_id in asked:
            yield Violation(i, "doubled-result", f"message {i + 1} holds a second result for one call")
        else:
            yield Violation(
                i, "orphan-result", f"message {i + 1} holds a result whose call is not in the turn before it"
            )
    for i, part in reversed(calls):  # of calls with one id, the later ones lack their answer
        if open_calls[part.call_id] > 0:
            open_calls[part.call_id] -= 1
            yield Violation(i, "unanswered-call", f"message {i + 1} holds a call that is not answered {next_to}")


def results_first(cut: Cut) -> Check:
    """In a turn that answers calls, the results stand before anything else."""

    def check(messages: Sequence[Message]) -> Iterator[Violation]:
        turns = cut(messages)
        for before, turn in pairwise(turns):
            calls = before.of("call")
            results = _matched(calls, turn.of("result")) if calls else []
            if results and (early := _before_the_last(turn, results[-1])) is not None:
                yield Violation(
                    early, "text-before-result", f"message {early + 1} says something before the results of its turn"
                )

    return check


def _matched(calls: list[Place], results: list[Place]) -> list[Place]:
    """The results that answer these calls; any other is named as an orphan and has no place to be in."""
    open_calls = Counter(part.call_id for _, part in calls)
    matched = []
    for place in results:
        if open_calls[place[1].call_id] > 0:
            open_calls[place[1].call_id] -= 1
            matched.append(place)
    return matched


def _before_the_last(turn: Turn, last: Place) -> int | None:
    """The message of the first text or image that stands before the last result. An image of a result's own bears
    no text, since its name stands in the result."""
    for place in turn.places:
        if place is last:
            return None
        i, part = place
        if part.kind not in ("result", "image") or (part.kind == "image" and part.text):
            return i
    return None
