"""Anthropic Messages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..view import Part, RawMessage
from .shape import Dialect, Piece, as_base64, as_text, blocks, image_at, name_image, named_role, other, result

__all__ = ["ANTHROPIC", "SERVER_CALLS", "image_of", "is_server_result"]

_ONLY = frozenset(["anthropic"])


def _parts(raw: RawMessage) -> Iterator[Part]:
    for block in blocks(raw.get("content")):
        yield from _block(block)


def _block(block: Mapping[str, Any]) -> Iterator[Part]:
    kind = block.get("type")
    if kind == "text":
        yield Part("text", block["text"])
    elif kind == "tool_use":
        yield Part("call", as_text(block["input"]), call_id=block["id"], name=block["name"])
    elif kind == "tool_result":
        inner = (part for b in blocks(block.get("content")) for part in _block(b))
        yield from result(inner, block["tool_use_id"], is_error=bool(block.get("is_error")))
    elif kind == "image":
        yield image_of(block["source"])
    elif kind in ("thinking", "redacted_thinking"):
        signature = block.get("signature") or block.get("data") or ""
        yield Part("thinking", block.get("thinking", ""), signature=signature)
    elif kind == "compaction":
        yield Part("other", block.get("content") or "", signature=block.get("signature") or "")
    elif kind in SERVER_CALLS:
        yield other(block, block.get("id"))
    elif is_server_result(kind):
        yield other(block, block.get("tool_use_id"))
    else:
        yield other(block)


def image_of(source: Mapping[str, Any]) -> Part:
    """An image from its source. Data that must be there and are not are empty ones."""
    if isinstance(source.get("url"), str):
        return image_at(source["url"])
    data = source.get("data", "" if source.get("type") == "base64" else None)
    return name_image(source.get("media_type", "image"), data)


SERVER_CALLS = ("server_tool_use", "mcp_tool_use")
"""Blocks in which the model calls a tool that the provider runs. The result stands in a block of the assistant's as
well: web_search_tool_result, code_execution_tool_result and others, one for each tool."""

_MARKS = frozenset(
    [
        *SERVER_CALLS,
        *("tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document", "compaction"),
        *("search_result", "container_upload", "mcp_tool_listing", "tool_addition", "tool_removal"),
    ]
)


def is_server_result(kind: object) -> bool:
    """True for the type of a block that holds the result of a tool of the provider's, also of one made later."""
    return isinstance(kind, str) and kind.endswith("_tool_result")


def _marks(raw: RawMessage) -> Iterator[frozenset[str]]:
    content = raw.get("content")
    if isinstance(content, str) or content is None:
        return
    if raw.get("type") == "message" and "stop_reason" in raw:  # an answer as the API gives it
        yield _ONLY
    kinds = (block.get("type", "") for block in blocks(content))
    if any(kind in _MARKS or is_server_result(kind) for kind in kinds):
        yield _ONLY


def _user_message(pieces: Sequence[Piece], _detail: str) -> dict[str, Any]:
    return {"role": "user", "content": [_written(piece) for piece in pieces]}


def _written(piece: Piece) -> dict[str, Any]:
    if isinstance(piece, str):
        return {"type": "text", "text": piece}
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": as_base64(piece)}}


ANTHROPIC = Dialect("anthropic", named_role, _parts, _marks, _user_message)
