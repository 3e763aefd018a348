"""Anthropic Messages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..view import Part, RawMessage
from .shape import Dialect, Piece, as_base64, as_text, blocks, image_at, name_image, named_role, other, result

__all__ = ["ANTHROPIC"]

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
        source = block["source"]
        if isinstance(source.get("url"), str):
            yield image_at(source["url"])
        else:
            yield name_image(source.get("media_type", "image"), source.get("data"))
    elif kind in ("thinking", "redacted_thinking"):
        signature = block.get("signature") or block.get("data") or ""
        yield Part("thinking", block.get("thinking", ""), signature=signature)
    elif kind == "compaction":
        yield Part("other", block.get("content") or "", signature=block.get("signature") or "")
    else:
        yield other(block)


_MARKS = frozenset(
    ["tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document", "server_tool_use", "compaction"]
)


def _marks(raw: RawMessage) -> Iterator[frozenset[str]]:
    content = raw.get("content")
    if isinstance(content, str) or content is None:
        return
    if any(block.get("type", "") in _MARKS for block in blocks(content)):
        yield _ONLY


def _user_message(pieces: Sequence[Piece], _detail: str) -> dict[str, Any]:
    return {"role": "user", "content": [_written(piece) for piece in pieces]}


def _written(piece: Piece) -> dict[str, Any]:
    if isinstance(piece, str):
        return {"type": "text", "text": piece}
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": as_base64(piece)}}


ANTHROPIC = Dialect("anthropic", named_role, _parts, _marks, _user_message)
