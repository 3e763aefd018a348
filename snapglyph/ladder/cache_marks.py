"""Where a prompt's cache marks go when the messages that bore them are drawn: the last one moves to the last page.

A provider takes four marks and no more (anthropic, bedrock; 2026-12-01), so none is ever added: a mark that is moved
stood on a message that is not sent any more.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from snapglyph.history.view import RawMessage

__all__ = ["last_mark", "with_mark"]

Mark = Mapping[str, Any]


def last_mark(messages: Sequence[RawMessage], dialect: str) -> Mark | None:
    """The last cache mark on these messages, None when there is none or the dialect has no such thing."""
    if dialect not in ("anthropic", "bedrock"):
        return None
    for raw in reversed(messages):
        for block in reversed(_blocks(raw.get("content"))):
            if mark := _mark_on(block, dialect):
                return mark
    return None


def _mark_on(block: Mapping[str, Any], dialect: str) -> Mark | None:
    mark = block.get("cache_control" if dialect == "anthropic" else "cachePoint")
    if isinstance(mark, Mapping):
        return mark
    # A result's own blocks may bear one as well.
    inner = block.get("content") if dialect == "anthropic" and block.get("type") == "tool_result" else None
    return next((mark for b in reversed(_blocks(inner)) if (mark := _mark_on(b, dialect))), None)


def _blocks(content: Any) -> list[Mapping[str, Any]]:
    if not isinstance(content, str | bytes) and isinstance(content, Sequence):
        return [block for block in content if type(block) is dict or isinstance(block, Mapping)]
    return []


def with_mark(message: dict[str, Any], mark: Mark, dialect: str) -> dict[str, Any]:
    """A message of pages with the mark on its last page."""
    content: list[dict[str, Any]] = list(message["content"])
    last = max(i for i, block in enumerate(content) if block.get("type") == "image" or "image" in block)
    if dialect == "bedrock":
        content.insert(last + 1, {"cachePoint": dict(mark)})
    else:
        content[last] = {**content[last], "cache_control": dict(mark)}
    return {**message, "content": content}
