"""What Bedrock Converse refuses: Anthropic's rules and limits of its own, from the service model of 2026-12."""

from collections.abc import Iterator, Mapping, Sequence

from ..view import Message
from .anthropic import edges, first_is_user, repeated_ids
from .common import images_only_in, parts_only_in, roles
from .pairs import by_role, pairs_in_next, results_first
from .violation import Check, Violation

__all__ = ["BEDROCK_CHECKS"]

MOST_IMAGES = 20
IMAGE_EDGE = 8001
"""Pixels, the first that is refused: at most 8,000 a side."""

IMAGE_BYTES = 3_750_000


def _emptiness(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        content = message.raw.get("content") or ()
        if not content:
            yield Violation(i, "empty-message", f"message {i + 1} is empty")
        if any("text" in block and not block["text"].strip() for block in content):
            yield Violation(i, "empty-text", f"message {i + 1} holds a text block that says nothing; leave it out")


def _images(messages: Sequence[Message]) -> Iterator[Violation]:
    count = 0
    for i, message in enumerate(messages):
        before, count = count, count + message.images
        if before <= MOST_IMAGES < count:
            yield Violation(i, "too-many-images", f"message {i + 1} holds the image that is one over {MOST_IMAGES}")
        if any(part.kind == "image" and len(part.data) * 3 // 4 > IMAGE_BYTES for part in message.parts):
            yield Violation(i, "image-bytes", f"message {i + 1} holds an image of more than {IMAGE_BYTES:,} bytes")


def _documents(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        blocks = [block for block in message.raw.get("content") or () if isinstance(block, Mapping)]
        if any("document" in block for block in blocks) and not any("text" in block for block in blocks):
            yield Violation(i, "document-alone", f"message {i + 1} holds a document and no text block beside it")


BEDROCK_CHECKS: tuple[Check, ...] = (
    roles(["user", "assistant"]),
    first_is_user,
    _emptiness,
    parts_only_in({"call": "assistant", "result": "user", "thinking": "assistant"}),
    images_only_in(["user"]),
    _images,
    edges(0, IMAGE_EDGE),
    _documents,
    pairs_in_next(by_role, next_to="in the very next message"),
    results_first(by_role),
    repeated_ids,
)
