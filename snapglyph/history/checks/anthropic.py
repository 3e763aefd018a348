"""What Anthropic Messages refuses, read 2026-12 from SDK types and from the reports named beside each check."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..images import longest_edge
from ..view import Message
from .common import images_only_in, most_messages, parts_only_in, roles
from .pairs import by_role, pairs_in_next, results_first
from .violation import Check, Violation

__all__ = ["ANTHROPIC_CHECKS", "edges", "first_is_user", "repeated_ids"]

MOST_MARKS = 4
"""Cache marks in a request (continuedev/continue issue 6937); tools and the system prompt share them."""

MANY_IMAGES = 20
MANY_IMAGES_EDGE = 2000
"""Pixels. With more than 20 images no side may reach it: exactly 2,000 was refused too (letta-code issue 615,
Gitlawb/openclaude issue 520)."""

IMAGE_TYPES = frozenset(["image/png", "image/jpeg", "image/gif", "image/webp"])


def _blocks(message: Message) -> list[Mapping[str, Any]]:
    content = message.raw.get("content")
    if isinstance(content, str) or content is None:
        return []
    return [b for b in content if type(b) is dict or isinstance(b, Mapping)]


def first_is_user(messages: Sequence[Message]) -> Iterator[Violation]:
    """livekit/agents issue 669."""
    first = next(((i, m) for i, m in enumerate(messages) if m.role not in ("system", "developer")), None)
    if first and first[1].role != "user":
        i = first[0]
        yield Violation(i, "first-role", f"message {i + 1} opens the history and is not a user's")


def repeated_ids(messages: Sequence[Message]) -> Iterator[Violation]:
    """Ids of calls are unique in a whole history, not only in a message."""
    seen: dict[str, int] = {}
    for i, message in enumerate(messages):
        for part in message.parts:
            if part.kind == "call" and seen.setdefault(part.call_id, i) != i:
                yield Violation(i, "doubled-id", f"message {i + 1} holds a call with the id of an earlier one")


def _emptiness(messages: Sequence[Message]) -> Iterator[Violation]:
    """anthropics/claude-code issue 59812, obsidian-smart-composer issue 156."""
    for i, message in enumerate(messages):
        content = message.raw.get("content")
        last = i == len(messages) - 1 and message.role == "assistant"
        if not content and not last:
            yield Violation(i, "empty-message", f"message {i + 1} is empty; only a last one of the assistant may be")
        elif isinstance(content, str) and content and not content.strip():
            yield Violation(i, "empty-text", f"message {i + 1} is nothing but blanks")
        if any(block.get("type") == "text" and not block["text"].strip() for block in _blocks(message)):
            yield Violation(i, "empty-text", f"message {i + 1} holds a text block that says nothing; leave it out")


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


def _cache_marks(messages: Sequence[Message]) -> Iterator[Violation]:
    marks = 0
    for i, message in enumerate(messages):
        for block in _blocks(message):
            mark = block.get("cache_control")
            if not mark:
                continue
            marks += 1
            if marks == MOST_MARKS + 1:
                yield Violation(i, "cache-marks", f"message {i + 1} bears a fifth cache mark; remove one")
            if block.get("type") == "text" and not block["text"].strip():
                yield Violation(i, "cache-mark-place", f"message {i + 1} bears a cache mark on an empty text")
            if isinstance(mark, Mapping) and mark.get("ttl", "5m") not in ("5m", "1h"):
                yield Violation(i, "cache-mark-ttl", f"message {i + 1} bears a cache mark of neither 5m nor 1h")


def _compaction(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        if any(block.get("type") == "compaction" for block in _blocks(message)[1:]):
            yield Violation(i, "compaction-place", f"message {i + 1} holds a compaction block that is not its first")


def edges(most: int, edge: int) -> Check:
    """With more than `most` images, no side may reach `edge` pixels; the caller's own images count."""

    def check(messages: Sequence[Message]) -> Iterator[Violation]:
        if sum(message.images for message in messages) <= most:
            return
        for i, message in enumerate(messages):
            if any(part.kind == "image" and longest_edge(part.data) >= edge for part in message.parts):
                sentence = f"message {i + 1} holds an image of {edge:,} pixels or more among more than {most} images"
                yield Violation(i, "image-edge", sentence)

    return check


def _image_types(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        for block in _blocks(message):
            source = block.get("source") or {}
            is_file = block.get("type") == "image" and source.get("type") == "base64"
            media_type = source.get("media_type") if is_file else None
            if is_file and not (isinstance(media_type, str) and media_type in IMAGE_TYPES):
                sentence = f"message {i + 1} holds an image that is no PNG, JPEG, GIF or WebP"
                yield Violation(i, "image-type", sentence)


ANTHROPIC_CHECKS: tuple[Check, ...] = (
    roles(["user", "assistant", "system"]),
    most_messages(100_000),
    first_is_user,
    _emptiness,
    _trailing_blanks,
    parts_only_in({"call": "assistant", "result": "user", "thinking": "assistant"}),
    images_only_in(["user"]),
    _image_types,
    edges(MANY_IMAGES, MANY_IMAGES_EDGE),
    # earendil-works/pi issue 4189, anthropics/claude-code issue 8484, openclaw issue 8525
    pairs_in_next(by_role, next_to="in the very next message"),
    results_first(by_role),
    repeated_ids,
    _thinking,
    _cache_marks,
    _compaction,
)
