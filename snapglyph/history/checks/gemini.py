"""What Gemini refuses, read 2026-12 from SDK types and from the reports named beside each check."""

from collections.abc import Iterator, Sequence

from ..view import Message
from .common import parts_only_in, roles
from .pairs import by_message, pairs_in_next
from .violation import Check, Violation

__all__ = ["GEMINI_CHECKS"]


def _emptiness(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        if not message.raw.get("parts"):
            yield Violation(i, "empty-message", f"content {i + 1} has no parts")


def _call_turns(messages: Sequence[Message]) -> Iterator[Violation]:
    """A call comes straight after a user's turn or after the responses to earlier calls."""
    for i, message in enumerate(messages):
        calls = any(part.kind == "call" for part in message.parts)
        if calls and (i == 0 or messages[i - 1].role != "user"):
            yield Violation(i, "call-turn", f"content {i + 1} calls, and no user's turn or response stands before it")


GEMINI_CHECKS: tuple[Check, ...] = (
    roles(["user", "assistant"]),
    _emptiness,
    _call_turns,
    parts_only_in({"call": "assistant", "result": "user"}),
    # As many responses as calls: google-gemini/gemini-cli issue 3814, microsoft/vscode issue 299295
    pairs_in_next(by_message, next_to="in the very next content"),
)
