"""OpenAI chat completions, and what LiteLLM and others take in that shape."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..view import Part, RawMessage
from .shape import Dialect, Piece, as_base64, as_text, blocks, image_at, named_role, other, result

__all__ = ["OPENAI_CHAT"]

_ONLY = frozenset(["openai-chat"])
_OPENAI = frozenset(["openai-chat", "openai-responses"])
_TYPED = frozenset(["openai-chat", "anthropic"])


def _parts(raw: RawMessage) -> Iterator[Part]:
    if raw["role"] in ("tool", "function"):
        call_id = raw.get("tool_call_id") or raw.get("name") or ""
        yield from result(map(_block, blocks(raw.get("content"))), call_id)
        return
    if raw.get("reasoning_content"):
        yield Part("thinking", raw["reasoning_content"])
    yield from map(_block, blocks(raw.get("content")))
    if raw.get("refusal"):
        yield Part("text", raw["refusal"])
    for call in raw.get("tool_calls") or ():
        function = call.get("function") or call.get("custom") or {}
        arguments = function.get("arguments", function.get("input", ""))
        yield Part("call", as_text(arguments), call_id=call.get("id") or "", name=function.get("name") or "")
    if legacy := raw.get("function_call"):
        yield Part("call", as_text(legacy["arguments"]), call_id=legacy["name"], name=legacy["name"])


def _block(block: Mapping[str, Any]) -> Part:
    kind = block.get("type")
    if kind in ("text", "refusal"):
        return Part("text", block[kind])
    if kind == "image_url":
        url = block["image_url"] if isinstance(block["image_url"], str) else block["image_url"]["url"]
        return image_at(url)
    return other(block)


_MARKS = {
    "image_url": _ONLY,
    "input_audio": _ONLY,
    "file": _ONLY,
    "refusal": _OPENAI,
    "text": _TYPED,
}


def _marks(raw: RawMessage) -> Iterator[frozenset[str]]:
    role = raw.get("role")
    if role in ("tool", "function") or "tool_calls" in raw:
        yield _ONLY
    elif role == "developer":
        yield _OPENAI
    content = raw.get("content")
    if content is not None and not isinstance(content, str):
        for block in blocks(content):
            if found := _MARKS.get(block.get("type", "")):
                yield found


def _user_message(pieces: Sequence[Piece], detail: str) -> dict[str, Any]:
    return {"role": "user", "content": [_written(piece, detail) for piece in pieces]}


def _written(piece: Piece, detail: str) -> dict[str, Any]:
    if isinstance(piece, str):
        return {"type": "text", "text": piece}
    return {
        "type": "image_url",
        "image_url": {"url": f"data:image/png;base64,{as_base64(piece)}", "detail": detail or "high"},
    }


OPENAI_CHAT = Dialect("openai-chat", named_role, _parts, _marks, _user_message)
