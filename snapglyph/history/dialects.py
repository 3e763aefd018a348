"""Dialects: how each provider shapes a message. Shapes as of 2026-12, from the providers' own SDK types."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from snapglyph.errors import HistoryError

from .view import Message, Part, RawMessage

__all__ = ["DIALECTS", "find_dialect", "view"]


def view(messages: Sequence[RawMessage], dialect: str) -> list[Message]:
    """Reads messages through a dialect; raises HistoryError that names the first one that is none."""
    if dialect not in DIALECTS:
        raise HistoryError(f"there is no dialect {dialect!r}; the dialects are {', '.join(DIALECTS)}")
    parts_of = DIALECTS[dialect]
    if not isinstance(messages, Sequence):
        raise HistoryError(f"messages must be a list of messages, not {type(messages).__name__}")
    views = []
    for number, raw in enumerate(messages, 1):
        if not isinstance(raw, Mapping) or not isinstance(raw.get("role"), str):
            raise HistoryError(f"message {number} is not an object with a role")
        try:
            parts = tuple(parts_of(raw))
        except (TypeError, AttributeError, KeyError, ValueError, RecursionError) as error:
            raise HistoryError(f"message {number} is not of the dialect {dialect}") from error
        if not all(
            isinstance(word, str) for part in parts for word in (part.text, part.call_id, part.name, part.data)
        ):
            raise HistoryError(f"message {number} has something else where {dialect} has a text")
        views.append(Message(number, raw["role"], parts, raw))
    return views


def find_dialect(messages: Sequence[RawMessage]) -> str:
    """The dialect whose marks the messages bear; raises HistoryError when there are none or of two."""
    if not isinstance(messages, Sequence):
        raise HistoryError(f"messages must be a list of messages, not {type(messages).__name__}")
    found: set[str] = set()
    for number, raw in enumerate(messages, 1):
        try:
            found.update(_marks(raw))
        except (TypeError, AttributeError) as error:
            raise HistoryError(f"message {number} is of no known dialect") from error
    # Anthropic has system messages inside the list too since 2026, so that role alone decides nothing against it.
    if not found and any(raw.get("role") == "system" for raw in messages):
        return "openai-chat"
    if len(found) == 1:
        return found.pop()
    if found:
        raise HistoryError(f"the messages mix the dialects {' and '.join(sorted(found))}; pass dialect=")
    raise HistoryError(
        f"nothing in the messages tells their dialect (plain text fits several); pass dialect=, one of "
        f"{', '.join(DIALECTS)}"
    )


_OPENAI_ROLES = {"developer", "tool", "function"}
_BLOCK_DIALECT = {
    "image_url": "openai-chat",
    "input_audio": "openai-chat",
    "refusal": "openai-chat",
    "tool_use": "anthropic",
    "tool_result": "anthropic",
    "thinking": "anthropic",
    "redacted_thinking": "anthropic",
    "image": "anthropic",
    "document": "anthropic",
}


def _marks(raw: RawMessage) -> Iterator[str]:
    if raw.get("role") in _OPENAI_ROLES or "tool_calls" in raw:
        yield "openai-chat"
    for block in _blocks(raw.get("content")):
        if dialect := _BLOCK_DIALECT.get(block.get("type", "")):
            yield dialect


def _blocks(content: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    elif isinstance(content, Sequence):
        for block in content:
            yield {"type": "text", "text": block} if isinstance(block, str) else block
    elif content is not None:
        raise TypeError("content must be a text or a list of blocks")


def _other(block: Mapping[str, Any]) -> Part:
    """A block of no known type, as its JSON: a document or a server's tool call says things too."""
    return Part("other", json.dumps(_without_files(block), ensure_ascii=False, default=_type_name))


def _without_files(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_files(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_files(inner) for inner in value]
    if isinstance(value, str) and len(value) >= 512 and not any(c.isspace() for c in value):
        return f"[{len(value):,} characters of base64]"
    return value


def _type_name(value: Any) -> str:
    return f"[{type(value).__name__}]"


# --- OpenAI chat ------------------------------------------------------------------------------------------


def _openai_chat(raw: RawMessage) -> Iterator[Part]:
    if raw["role"] in ("tool", "function"):
        call_id = raw.get("tool_call_id") or raw.get("name") or ""
        yield from _result(map(_openai_block, _blocks(raw.get("content"))), call_id)
        return
    if raw.get("reasoning_content"):
        yield Part("thinking", raw["reasoning_content"])
    yield from map(_openai_block, _blocks(raw.get("content")))
    if raw.get("refusal"):
        yield Part("text", raw["refusal"])
    for call in raw.get("tool_calls") or ():
        function = call.get("function") or call.get("custom") or {}
        arguments = function.get("arguments", function.get("input", ""))
        yield Part("call", _as_text(arguments), call_id=call.get("id") or "", name=function.get("name") or "")
    if legacy := raw.get("function_call"):
        yield Part("call", _as_text(legacy["arguments"]), call_id=legacy["name"], name=legacy["name"])


def _openai_block(block: Mapping[str, Any]) -> Part:
    kind = block.get("type")
    if kind in ("text", "refusal"):
        return Part("text", block[kind])
    if kind == "image_url":
        url = block["image_url"] if isinstance(block["image_url"], str) else block["image_url"]["url"]
        return Part("image", _image_name(url), data=url.partition(",")[2] if url.startswith("data:") else "")
    return _other(block)


def _as_text(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _result(inner: Iterable[Part], call_id: str, *, is_error: bool = False) -> Iterator[Part]:
    pieces = list(inner)
    yield Part("result", "\n".join(part.text for part in pieces), call_id=call_id, is_error=is_error)
    # An image in a result counts against the request's images; its name already stands in the result.
    yield from (replace(part, text="") for part in pieces if part.kind == "image")


def _image_name(url: str) -> str:
    if url.startswith("data:"):
        media_type = url[5 : url.find(";")] if ";" in url[:60] else "image"
        return f"[{media_type}, {len(url):,} characters of base64]"
    return "[image by URL]"


# --- Anthropic --------------------------------------------------------------------------------------------


def _anthropic(raw: RawMessage) -> Iterator[Part]:
    for block in _blocks(raw.get("content")):
        yield from _anthropic_block(block)


def _anthropic_block(block: Mapping[str, Any]) -> Iterator[Part]:
    kind = block.get("type")
    if kind == "text":
        yield Part("text", block["text"])
    elif kind == "tool_use":
        yield Part("call", _as_text(block["input"]), call_id=block["id"], name=block["name"])
    elif kind == "tool_result":
        inner = (part for b in _blocks(block.get("content")) for part in _anthropic_block(b))
        yield from _result(inner, block["tool_use_id"], is_error=bool(block.get("is_error")))
    elif kind == "image":
        source = block["source"]
        data = source.get("data")
        size = f", {len(data):,} characters of base64" if isinstance(data, str) else ""
        yield Part("image", f"[{source.get('media_type', 'image')}{size}]", data=data if size else "")
    elif kind in ("thinking", "redacted_thinking"):
        yield Part("thinking", block.get("thinking", ""))
    else:
        yield _other(block)


DIALECTS: dict[str, Callable[[RawMessage], Iterator[Part]]] = {
    "openai-chat": _openai_chat,
    "anthropic": _anthropic,
}
