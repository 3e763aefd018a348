"""What OpenAI Responses refuses, read 2026-12 from SDK types and from the reports named beside each check."""

from collections.abc import Iterator, Sequence

from ..view import Message
from .common import images_only_in, roles
from .violation import Check, Violation

__all__ = ["OPENAI_RESPONSES_CHECKS"]


def _pairs(messages: Sequence[Message]) -> Iterator[Violation]:
    """A call and its output pair on `call_id`; the output may stand anywhere behind the call."""
    open_calls: dict[str, list[int]] = {}
    for i, message in enumerate(messages):
        for part in message.parts:
            if part.kind == "call":
                if open_calls.get(part.call_id):
                    yield Violation(i, "doubled-id", f"item {i + 1} is a call with the id of one that is still open")
                open_calls.setdefault(part.call_id, []).append(i)
            elif part.kind == "result":
                if not open_calls.get(part.call_id):
                    rule = "doubled-result" if part.call_id in open_calls else "orphan-result"
                    yield Violation(i, rule, f"item {i + 1} is an output of no call that is open before it")
                else:
                    open_calls[part.call_id].pop()
    for i in sorted(index for indices in open_calls.values() for index in indices):
        yield Violation(i, "unanswered-call", f"item {i + 1} is a call without an output")


def _reasoning(messages: Sequence[Message]) -> Iterator[Violation]:
    """A reasoning item keeps the item that it led to (openai-agents-js issue 1280, qbit-ai/qbit issue 180), and its
    `summary`, also when that is empty (newo-ether/Agora issue 141)."""
    for i, message in enumerate(messages):
        if message.raw.get("type") != "reasoning":
            continue
        if not isinstance(message.raw.get("summary"), Sequence):
            yield Violation(i, "reasoning-summary", f"item {i + 1} is reasoning without a summary; [] will do")
        if i + 1 == len(messages) or messages[i + 1].role != "assistant":
            yield Violation(i, "lone-reasoning", f"item {i + 1} is reasoning without the item that it led to")


def _server_state(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        if message.raw.get("type") == "item_reference":
            yield Violation(i, "server-state", f"item {i + 1} only points at what the server holds; pass that")


def _emptiness(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        if message.raw.get("type", "message") == "message" and not message.raw.get("content"):
            yield Violation(i, "empty-message", f"item {i + 1} is a message without content")


def _arguments(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        if message.raw.get("type") == "function_call" and not isinstance(message.raw.get("arguments"), str):
            yield Violation(i, "arguments-type", f"item {i + 1} is a call whose arguments are not a text")


OPENAI_RESPONSES_CHECKS: tuple[Check, ...] = (
    roles(["system", "developer", "user", "assistant", "tool"]),
    _emptiness,
    _arguments,
    images_only_in(["user", "tool", "system", "developer"]),
    _pairs,
    _reasoning,
    _server_state,
)
