"""What Anthropic Messages refuses, read 2026-12 from SDK types and from the reports named beside each check."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..dialects.anthropic import SERVER_CALLS, image_of, is_server_result
from ..view import Message, Part
from .blocks import every_block, top_blocks
from .cache_marks import cache_marks
from .common import ids_once, images_only_in, most_messages, parts_only_in, roles
from .ids import ID_RULES, ids, repeated_ids
from .images import IMAGE_RULES, images
from .pairs import by_role, pairs_in_next, results_first
from .server import server_pairs
from .violation import Check, Violation

__all__ = ["ANTHROPIC_CHECKS", "first_is_user"]


def first_is_user(messages: Sequence[Message]) -> Iterator[Violation]:
    """livekit/agents issue 669."""
    first = next(((i, m) for i, m in enumerate(messages) if m.role not in ("system", "developer")), None)
    if first and first[1].role != "user":
        i = first[0]
        yield Violation(i, "first-role", f"message {i + 1} opens the history and is not a user's")


def _emptiness(messages: Sequence[Message]) -> Iterator[Violation]:
    """anthropics/claude-code issues 59812 and 23440, obsidian-smart-composer issue 156; texts in results as well
    (anomalyco/opencode pull request 17381). A result whose whole content is an empty text, and no block, is taken."""
    for i, message in enumerate(messages):
        content = message.raw.get("content")
        last = i == len(messages) - 1 and message.role == "assistant"
        if not content and not last:
            yield Violation(i, "empty-message", f"message {i + 1} is empty; only a last one of the assistant may be")
        elif isinstance(content, str) and content and not content.strip():
            yield Violation(i, "empty-text", f"message {i + 1} is nothing but blanks")
        if any(_is_blank(block) for block in every_block(message)):
            yield Violation(i, "empty-text", f"message {i + 1} holds a text block that says nothing; leave it out")


def _is_blank(block: Mapping[str, Any]) -> bool:
    text = block.get("text") if block.get("type") == "text" else None
    return isinstance(text, str) and not text.strip()


def _values(messages: Sequence[Message]) -> Iterator[Violation]:
    """An error says something (bytedance/trae-agent issue 230), and an input is an object (anthropics/claude-code
    issue 6696, anthropic-sdk-typescript issue 648)."""
    for i, message in enumerate(messages):
        found: dict[str, str] = {}  # each rule once a message
        for block in top_blocks(message):
            kind = block.get("type")
            if kind == "tool_result":
                if block.get("is_error") and not block.get("content"):
                    found["empty-error"] = "holds a result that is an error and says nothing"
            elif kind in _CALLS:
                if not isinstance(block.get("input"), Mapping):
                    found["input-type"] = "holds a call whose input is no object"
                if kind == "server_tool_use" and not _is_server_id(block.get("id")):
                    found["server-id"] = "calls a server tool with an id that is no srvtoolu_ one"
        for rule, what in found.items():
            yield Violation(i, rule, f"message {i + 1} {what}")


_CALLS = ("tool_use", *SERVER_CALLS)


def _is_server_id(call_id: Any) -> bool:
    """tingly-dev/tingly-box pull request 1401."""
    return isinstance(call_id, str) and bool(re.fullmatch(r"srvtoolu_[A-Za-z0-9_]+", call_id))


def _trailing_blanks(messages: Sequence[Message]) -> Iterator[Violation]:
    """crewAIInc/crewAI issue 4620."""
    if not messages or messages[-1].role != "assistant" or not messages[-1].parts:
        return
    part = messages[-1].parts[-1]
    if part.kind == "text" and part.text != part.text.rstrip():
        i = len(messages) - 1
        yield Violation(i, "trailing-blanks", f"message {i + 1} is a last assistant message that ends in blanks")


def _thinking(messages: Sequence[Message]) -> Iterator[Violation]:
    """Thinking goes back signed or not at all. Signed thinking that says nothing is legal (opencode issue 46291)."""
    for i, message in enumerate(messages):
        if any(part.kind == "thinking" and not part.signature for part in message.parts):
            yield Violation(i, "unsigned-thinking", f"message {i + 1} holds thinking without its signature")


def _thinking_last(messages: Sequence[Message]) -> Iterator[Violation]:
    """A last message of the assistant does not end in thinking (router-for-me/CLIProxyAPI issue 5321)."""
    if not messages or messages[-1].role != "assistant" or not messages[-1].parts:
        return
    if messages[-1].parts[-1].kind == "thinking":
        i = len(messages) - 1
        yield Violation(i, "thinking-last", f"message {i + 1} is a last assistant message that ends in thinking")


def _compaction(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        if any(block.get("type") == "compaction" for block in top_blocks(message)[1:]):
            yield Violation(i, "compaction-place", f"message {i + 1} holds a compaction block that is not its first")


def _server_tools(message: Message) -> Iterator[tuple[str, Any]]:
    for block in top_blocks(message):
        kind = block.get("type")
        if kind in SERVER_CALLS:
            yield "call", block.get("id")
        elif is_server_result(kind):
            yield "result", block.get("tool_use_id")


def _every_image(message: Message) -> list[Part]:
    """Those in documents too, which the view keeps as one piece."""
    blocks = (block for block in every_block(message) if block.get("type") == "image")
    return [image_of(block["source"]) for block in blocks if isinstance(block.get("source"), Mapping)]


ANTHROPIC_CHECKS: tuple[Check, ...] = (
    roles(["user", "assistant", "system"]),
    most_messages(100_000),
    first_is_user,
    _emptiness,
    _values,
    _trailing_blanks,
    parts_only_in({"call": "assistant", "result": "user", "thinking": "assistant"}),
    images_only_in(["user"]),
    images(IMAGE_RULES["anthropic"], _every_image),
    # earendil-works/pi issue 4189, anthropics/claude-code issue 8484, openclaw issue 8525
    pairs_in_next(by_role, next_to="in the very next message"),
    results_first(by_role),
    ids(ID_RULES["anthropic"]),
    ids_once,
    repeated_ids,
    # The vendor's page on server tools; anthropics/claude-code issue 95406
    server_pairs(_server_tools),
    _thinking,
    _thinking_last,
    cache_marks,
    _compaction,
)
