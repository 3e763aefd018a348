"""Bedrock Converse: blocks that have no type and one key each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..view import Part, RawMessage
from .shape import Dialect, Piece, as_base64, as_text, name_image, named_role, other, result

__all__ = ["BEDROCK", "server_part"]

_ONLY = frozenset(["bedrock"])
_KEYS = frozenset(
    [
        *("text", "image", "document", "video", "audio", "toolUse", "toolResult", "guardContent", "cachePoint"),
        *("reasoningContent", "citationsContent", "searchResult"),
    ]
)


def _parts(raw: RawMessage) -> Iterator[Part]:
    content = raw["content"]
    if not isinstance(content, Sequence) or isinstance(content, str | bytes):
        raise TypeError("content must be a list of blocks")
    for block in content:
        if raw.get("role") == "assistant" and (tool := server_part(block)):
            yield other(block, tool[1])
        else:
            yield from _block(block)


def server_part(block: Mapping[str, Any]) -> tuple[str, Any] | None:
    """("call" or "result", id) for a tool of the provider's, whose result stands in the assistant's message too; both
    bear a type, which those of the caller's tools do not."""
    for key, kind in (("toolUse", "call"), ("toolResult", "result")):
        tool = block.get(key) if isinstance(block, Mapping) else None
        if isinstance(tool, Mapping) and tool.get("type"):
            return kind, tool.get("toolUseId")
    return None


def _block(block: Mapping[str, Any]) -> Iterator[Part]:
    if not isinstance(block, Mapping) or "type" in block:
        raise TypeError("a block is an object without a type")
    if "text" in block:
        yield Part("text", block["text"])
    elif "toolUse" in block:
        call = block["toolUse"]
        yield Part("call", as_text(call["input"]), call_id=call["toolUseId"], name=call["name"])
    elif "toolResult" in block:
        answer = block["toolResult"]
        inner = (part for b in answer.get("content") or () for part in _inner(b))
        yield from result(inner, answer["toolUseId"], is_error=answer.get("status") == "error")
    elif "image" in block:
        image = block["image"]
        source = image.get("source", {})
        data = source.get("bytes", None if "s3Location" in source else b"")  # what must be there and is not is empty
        yield name_image(f"image/{image.get('format', 'png')}", data)
    elif "reasoningContent" in block:
        yield _thinking(block["reasoningContent"])
    elif "cachePoint" not in block:
        yield other(block)


def _inner(block: Mapping[str, Any]) -> Iterator[Part]:
    if "json" in block:
        yield Part("text", as_text(block["json"]))
    else:
        yield from _block(block)


def _thinking(content: Mapping[str, Any]) -> Part:
    if (said := content.get("reasoningText")) is not None:
        return Part("thinking", said["text"], signature=said.get("signature") or "")
    redacted = content.get("redactedContent") or ""
    return Part("thinking", "", signature=as_base64(redacted) if isinstance(redacted, bytes) else redacted)


def _marks(raw: RawMessage) -> Iterator[frozenset[str]]:
    content = raw.get("content")
    if not isinstance(content, Sequence) or isinstance(content, str | bytes):
        return
    if any(isinstance(b, Mapping) and "type" not in b and not _KEYS.isdisjoint(b) for b in content):
        yield _ONLY


def _user_message(pieces: Sequence[Piece], _detail: str) -> dict[str, Any]:
    return {"role": "user", "content": [_written(piece) for piece in pieces]}


def _written(piece: Piece) -> dict[str, Any]:
    return {"text": piece} if isinstance(piece, str) else {"image": {"format": "png", "source": {"bytes": piece}}}


BEDROCK = Dialect("bedrock", named_role, _parts, _marks, _user_message)
