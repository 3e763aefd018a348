"""Tools that the provider runs: call and result both stand in the assistant's turn."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..view import Message
from .violation import Check, Violation

__all__ = ["server_pairs"]


def server_pairs(find: Callable[[Message], Iterable[tuple[str, Any]]]) -> Check:
    """Every result has its call before it in the turn, and no call is open when the user goes on.

    `find` yields ("call" or "result", id) for the blocks of a message. A turn may be long: where the model called a
    tool of the caller's as well, the result comes behind the answer to that. A call at the end of a history is one
    that the provider has still to run (`pause_turn`).
    """

    def check(messages: Sequence[Message]) -> Iterator[Violation]:
        open_calls: dict[str, int] = {}
        answered: set[str] = set()
        for i, message in enumerate(messages):
            if message.starts_turn:
                yield from _unanswered(open_calls)
                open_calls.clear()
                answered.clear()
            for kind, raw_id in find(message):
                call_id = raw_id if isinstance(raw_id, str) else ""
                if kind == "call":
                    if call_id in open_calls or call_id in answered:
                        yield Violation(i, "doubled-id", f"message {i + 1} holds two calls with one id")
                    open_calls[call_id] = i
                elif open_calls.pop(call_id, None) is not None:
                    answered.add(call_id)
                elif call_id in answered:
                    yield Violation(i, "doubled-result", f"message {i + 1} holds a second result for one call")
                else:
                    yield Violation(i, "orphan-server-result", _ORPHAN.format(n=i + 1))

    return check


_ORPHAN = "message {n} holds a result of a server tool whose call is not before it in the turn"


def _unanswered(open_calls: dict[str, int]) -> Iterator[Violation]:
    for i in open_calls.values():
        sentence = f"message {i + 1} calls a server tool, and the user goes on without its result"
        yield Violation(i, "unanswered-server-call", sentence)
