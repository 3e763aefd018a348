"""Cache marks: how many, where, and for how long."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..view import Message
from .blocks import every_block
from .violation import Violation

__all__ = ["MOST_MARKS", "bedrock_cache_marks", "cache_marks"]

MOST_MARKS = 4
"""In a request (continuedev/continue issue 6937); tools and the system prompt share them."""

_TIMES = ("5m", "1h")


def cache_marks(messages: Sequence[Message]) -> Iterator[Violation]:
    """Anthropic's, at every depth. None stands on thinking (Wei-Shaw/sub2api issue 225) or on an empty text
    (anthropics/claude-code issue 50082), and none of an hour behind one of five minutes (headroom issue 2939)."""
    count = _Count()
    for i, message in enumerate(messages):
        for block in every_block(message):
            mark = block.get("cache_control")
            if mark is None:
                continue
            yield from count.add(i, mark if isinstance(mark, Mapping) else {}, "ephemeral")
            kind, text = block.get("type"), block.get("text")
            if kind in ("thinking", "redacted_thinking"):
                yield Violation(i, "cache-mark-place", f"message {i + 1} bears a cache mark on thinking")
            elif kind == "text" and isinstance(text, str) and not text.strip():
                yield Violation(i, "cache-mark-place", f"message {i + 1} bears a cache mark on an empty text")


def bedrock_cache_marks(messages: Sequence[Message]) -> Iterator[Violation]:
    """Bedrock's, which are blocks by themselves; type and times by the service model."""
    count = _Count()
    for i, message in enumerate(messages):
        for block in message.raw.get("content") or ():
            if "cachePoint" in block:
                mark = block["cachePoint"]
                yield from count.add(i, mark if isinstance(mark, Mapping) else {}, "default")


class _Count:
    """Counts the marks of a history, and knows whether one of five minutes has been."""

    def __init__(self) -> None:
        self.marks = 0
        self.short = False

    def add(self, i: int, mark: Mapping[str, Any], kind: str) -> Iterator[Violation]:
        self.marks += 1
        if self.marks == MOST_MARKS + 1:
            yield Violation(i, "cache-marks", f"message {i + 1} bears a fifth cache mark; remove one")
        if mark.get("type") != kind:
            yield Violation(i, "cache-mark-type", f"message {i + 1} bears a cache mark of a type other than {kind}")
        ttl = mark.get("ttl")
        time = _TIMES[0] if ttl is None else ttl
        if time not in _TIMES:
            yield Violation(i, "cache-mark-ttl", f"message {i + 1} bears a cache mark of neither 5m nor 1h")
        elif time == "1h" and self.short:
            yield Violation(
                i, "cache-mark-order", f"message {i + 1} bears a cache mark of 1h behind one of 5m; turn them round"
            )
        self.short |= time == _TIMES[0]
