"""What OpenAI Responses refuses, read 2026-12 from SDK types and from the reports named beside each check."""

import re
from collections.abc import Iterator, Sequence

from ..view import Message
from .common import images_only_in, roles
from .ids import ID_RULES, ids
from .images import IMAGE_RULES, images
from .violation import Check, Violation

__all__ = ["OPENAI_RESPONSES_CHECKS"]


def _pairs(messages: Sequence[Message]) -> Iterator[Violation]:
    """A call and its output pair on `call_id`; the output may stand anywhere behind the call, and no other call has
    the id, in the whole list (NousResearch/hermes-agent issue 102629)."""
    open_calls: dict[str, list[int]] = {}
    for i, message in enumerate(messages):
        for part in message.parts:
            if part.kind == "call":
                if part.call_id in open_calls:
                    yield Violation(i, "doubled-id", f"item {i + 1} is a call with the id of an earlier one")
                open_calls.setdefault(part.call_id, []).append(i)
            elif part.kind == "result":
                if not open_calls.get(part.call_id):
                    rule = "doubled-result" if part.call_id in open_calls else "orphan-result"
                    yield Violation(i, rule, f"item {i + 1} is an output of no call that is open before it")
                else:
                    open_calls[part.call_id].pop()
    for i in sorted(index for indices in open_calls.values() for index in indices):
        yield Violation(i, "unanswered-call", f"item {i + 1} is a call without an output")


MOST_ITEM_ID = 64
"""Characters (earendil-works/pi issue 977)."""

_ITEM_IDS = {
    "message": re.compile(r"msg_[A-Za-z0-9_-]+"),  # openai/codex issue 33176, CopilotKit pull request 6117
    "function_call": re.compile(r"fc_[A-Za-z0-9_-]+"),  # nodetool pull request 4252
    "reasoning": re.compile(r"rs_[A-Za-z0-9_-]+"),  # cockpit-tools issue 2090
}
"""What an item's own id looks like, which nobody needs to send."""


def _item_ids(messages: Sequence[Message]) -> Iterator[Violation]:
    """Doubled ones: earendil-works/pi issues 5147 and 5149, vercel/ai issue 7883."""
    seen: set[str] = set()
    for i, message in enumerate(messages):
        item_id = message.raw.get("id")
        if not isinstance(item_id, str):
            continue
        if item_id in seen:
            yield Violation(i, "doubled-item-id", f"item {i + 1} has the id of an earlier one; leave it out")
        seen.add(item_id)
        kind = message.raw.get("type", "message")
        form = _ITEM_IDS.get(kind) if isinstance(kind, str) else None
        if form and (len(item_id) > MOST_ITEM_ID or not form.fullmatch(item_id)):
            sentence = f"item {i + 1} has an id that none of its type has, or of more than {MOST_ITEM_ID} characters"
            yield Violation(i, "item-id", sentence)


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
    images(IMAGE_RULES["openai-responses"]),
    ids(ID_RULES["openai-responses"]),
    _pairs,
    _item_ids,
    _reasoning,
    _server_state,
)
