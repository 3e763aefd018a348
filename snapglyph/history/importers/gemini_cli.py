"""Gemini CLI: one JSON object a session."""

from collections.abc import Mapping
from typing import Any

from .shape import Converted, Format, Notes, Record, count, known_kind

__all__ = ["GEMINI_CLI"]


def _is_gemini_cli(value: Any) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("messages"), list):
        return False
    messages = value["messages"]
    return ("sessionId" in value or "projectHash" in value) and all(
        isinstance(message, Mapping) and "type" in message and "role" not in message for message in messages
    )


def _convert(value: Record) -> Converted:
    """Calls and their results, which the file keeps together, go into two contents, as the API has them."""
    found = Converted("gemini")
    for message in value["messages"]:
        kind = message["type"]
        if kind == "user":
            _append(found.messages, "user", _parts(message.get("content")))
        elif kind == "gemini":
            _model_turn(found.messages, message, found.notes)
        else:
            count(found.notes, f"{known_kind(kind)} messages")
    return found


def _model_turn(messages: list[dict[str, Any]], message: Record, notes: Notes) -> None:
    thoughts = [
        {"text": f"{thought.get('subject', '')}\n{thought.get('description', '')}".strip(), "thought": True}
        for thought in message.get("thoughts") or ()
    ]
    calls = message.get("toolCalls") or ()
    asked = [{"functionCall": {"id": c["id"], "name": c["name"], "args": c.get("args") or {}}} for c in calls]
    _append(messages, "model", [*thoughts, *_parts(message.get("content")), *asked])
    results = [part for call in calls for part in call.get("result") or ()]
    if any("functionResponse" not in part for part in results):
        count(notes, "results with parts beside them")
    _append(messages, "user", results)


def _parts(content: Any) -> list[dict[str, Any]]:
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [{"text": content}]
    if isinstance(content, Mapping):
        return [dict(content)]
    return [{"text": part} if isinstance(part, str) else dict(part) for part in content]


def _append(messages: list[dict[str, Any]], role: str, parts: list[dict[str, Any]]) -> None:
    """Adds a content; a model's that follows a model's joins it, since a call must follow a user's turn."""
    if not parts:
        return
    if role == "model" and messages and messages[-1]["role"] == "model":
        messages[-1]["parts"].extend(parts)
    else:
        messages.append({"role": role, "parts": parts})


GEMINI_CLI = Format("Gemini CLI session", _is_gemini_cli, _convert)
