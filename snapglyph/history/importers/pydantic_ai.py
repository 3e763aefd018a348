"""Pydantic AI: what `all_messages_json()` writes, requests and responses of parts."""

from collections.abc import Mapping
from typing import Any

from .shape import Converted, Format, Record, as_json, count, known_kind, openai_call, openai_image, openai_result

__all__ = ["PYDANTIC_AI"]


def _is_pydantic_ai(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(message, Mapping)
            and message.get("kind") in ("request", "response")
            and isinstance(message.get("parts"), list)
            for message in value
        )
    )


def _convert(value: list[Record]) -> Converted:
    found = Converted("openai-chat")
    for message in value:
        if message["kind"] == "request":
            found.system = message.get("instructions") or found.system
            for part in message["parts"]:
                _request(found, part)
        else:
            _response(found, message["parts"])
    if found.system:
        found.notes["system prompts"] = 1
    return found


def _request(found: Converted, part: Record) -> None:
    kind = part["part_kind"]
    if kind == "system-prompt":
        found.messages.append({"role": "system", "content": part["content"]})
    elif kind == "user-prompt":
        found.messages.append({"role": "user", "content": _spoken(part["content"], found)})
    elif kind == "tool-return" or (kind == "retry-prompt" and part.get("tool_name")):
        found.messages.append(openai_result(part["tool_call_id"], as_json(part["content"])))
    elif kind == "retry-prompt":
        found.messages.append({"role": "user", "content": as_json(part["content"])})
    else:
        count(found.notes, f"{known_kind(kind)} parts")


def _spoken(content: Any, found: Converted) -> Any:
    if isinstance(content, str):
        return content
    blocks: list[dict[str, Any]] = []
    for piece in content:
        if isinstance(piece, str):
            blocks.append({"type": "text", "text": piece})
        elif piece["kind"] == "image-url":
            blocks.append(openai_image(piece["url"]))
        elif piece["kind"] == "binary" and piece["media_type"].startswith("image/"):
            data = piece["data"].replace("-", "+").replace("_", "/")  # written in the alphabet of URLs
            blocks.append(openai_image(f"data:{piece['media_type']};base64,{data}"))
        else:
            count(found.notes, "files")
    return blocks


def _response(found: Converted, parts: list[Record]) -> None:
    texts: list[str] = []
    calls: list[dict[str, Any]] = []
    for part in parts:
        kind = part["part_kind"]
        if kind == "text":
            texts.append(part["content"])
        elif kind == "tool-call":
            calls.append(openai_call(part["tool_call_id"], part["tool_name"], part.get("args") or {}))
        else:
            count(found.notes, f"{known_kind(kind)} parts")
    text = "\n".join(texts)
    if calls:
        found.messages.append({"role": "assistant", "content": text or None, "tool_calls": calls})
    elif text:
        found.messages.append({"role": "assistant", "content": text})
    else:
        count(found.notes, "empty messages")


PYDANTIC_AI = Format("Pydantic AI messages", _is_pydantic_ai, _convert)
