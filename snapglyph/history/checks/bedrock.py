"""What Bedrock Converse refuses: Anthropic's rules and limits of its own, from the service model of 2026-12."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..dialects.bedrock import server_part
from ..view import Message
from .anthropic import first_is_user
from .cache_marks import bedrock_cache_marks
from .common import ids_once, images_only_in, parts_only_in, roles
from .ids import ID_RULES, ids, repeated_ids
from .images import IMAGE_RULES, images
from .pairs import by_role, pairs_in_next, results_first
from .server import server_pairs
from .violation import Check, Violation

__all__ = ["BEDROCK_CHECKS"]

MOST_DOCUMENTS = 5
"""In a message."""


def _tools(message: Message, key: str) -> list[Mapping[str, Any]]:
    """What stands under `toolUse` or `toolResult` in a message."""
    return [block[key] for block in message.raw.get("content") or () if isinstance(block.get(key), Mapping)]


def _emptiness(messages: Sequence[Message]) -> Iterator[Violation]:
    """Texts in results too: refused with some models (NousResearch/hermes-agent pull request 61318, opencode pull
    request 17381), taken with others (hermes-agent issue 55092)."""
    for i, message in enumerate(messages):
        content = message.raw.get("content") or ()
        if not content:
            yield Violation(i, "empty-message", f"message {i + 1} is empty")
        inner = [block for result in _tools(message, "toolResult") for block in result.get("content") or ()]
        if any(_is_blank(block) for block in (*content, *inner)):
            yield Violation(i, "empty-text", f"message {i + 1} holds a text block that says nothing; leave it out")


def _is_blank(block: Mapping[str, Any]) -> bool:
    text = block.get("text") if isinstance(block, Mapping) else None
    return isinstance(text, str) and not text.strip()


def _values(messages: Sequence[Message]) -> Iterator[Violation]:
    """Arguments are an object, a JSON result is one (sigoden/aichat pull request 1544), and an error says something
    (aws-samples/sample-multi-agent-orchestration-chat-on-agentcore issue 15)."""
    for i, message in enumerate(messages):
        if any(not isinstance(call.get("input"), Mapping) for call in _tools(message, "toolUse")):
            yield Violation(i, "input-type", f"message {i + 1} holds a call whose input is no object")
        for result in _tools(message, "toolResult"):
            content = result.get("content") or ()
            if not content and result.get("status") == "error":
                yield Violation(i, "empty-error", f"message {i + 1} holds a result that is an error and says nothing")
            if any(
                isinstance(block, Mapping) and "json" in block and not isinstance(block["json"], Mapping)
                for block in content
            ):
                yield Violation(i, "result-type", f"message {i + 1} holds a JSON result that is no object; send text")


def _documents(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        blocks = [block for block in message.raw.get("content") or () if isinstance(block, Mapping)]
        documents = sum("document" in block for block in blocks)
        if documents and not any("text" in block for block in blocks):
            yield Violation(i, "document-alone", f"message {i + 1} holds a document and no text block beside it")
        if documents > MOST_DOCUMENTS:
            sentence = f"message {i + 1} holds {documents} documents; {MOST_DOCUMENTS} are allowed"
            yield Violation(i, "too-many-documents", sentence)


def _server_tools(message: Message) -> Iterator[tuple[str, Any]]:
    if message.role == "assistant":
        yield from filter(None, map(server_part, message.raw.get("content") or ()))


BEDROCK_CHECKS: tuple[Check, ...] = (
    roles(["user", "assistant", "system"]),
    first_is_user,
    _emptiness,
    _values,
    parts_only_in({"call": "assistant", "result": "user", "thinking": "assistant"}),
    images_only_in(["user"]),
    images(IMAGE_RULES["bedrock"]),
    _documents,
    pairs_in_next(by_role, next_to="in the very next message"),
    results_first(by_role),
    ids(ID_RULES["bedrock"]),
    ids_once,
    repeated_ids,
    server_pairs(_server_tools),
    bedrock_cache_marks,
)
