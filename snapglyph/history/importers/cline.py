"""Cline and Roo Code: the requests that they keep, and what their windows show, which cannot be imported."""

from collections.abc import Mapping
from typing import Any

from .shape import Converted, Format, Record, as_blocks, refusal

__all__ = ["CLINE", "CLINE_WINDOW"]

_MARKS = ("<task>", "<environment_details>", "<user_message>", "[ERROR] You did not use a tool")
"""What Cline writes around the user's words (cline/cline, src/core/prompts)."""

_PARENTS = (("condenseParent", "condenseId", "isSummary"), ("truncationParent", "truncationId", "isTruncationMarker"))
"""Roo Code: how a message names what took its place, the name of that, and how it is told."""


def _is_cline(value: Any) -> bool:
    if not isinstance(value, list) or not value or not all(map(_is_message, value)):
        return False
    if all("ts" in message and isinstance(message["content"], list) for message in value):
        return True
    return any(
        isinstance(block, Mapping) and str(block.get("text", "")).lstrip().startswith(_MARKS)
        for message in value
        for block in as_blocks(message["content"])
    )


def _is_message(message: Any) -> bool:
    return (
        isinstance(message, Mapping)
        and message.get("role") in ("user", "assistant")
        and isinstance(message.get("content"), str | list)
        and not message.keys() & {"tool_calls", "parts"}
    )


def _convert(value: list[Record]) -> Converted:
    """The messages without the keys that are Cline's own; what a summary took the place of is left out."""
    found = Converted("anthropic")
    there = {(name, m.get(name)) for m in value for _, name, told in _PARENTS if m.get(told)}
    gone: list[int] = []
    for number, message in enumerate(value, 1):
        if any(message.get(parent) and (name, message[parent]) in there for parent, name, _ in _PARENTS):
            gone.append(number)
        else:
            found.messages.append({"role": message["role"], "content": message["content"]})
    found.leave_out("messages that a compaction replaced", gone)
    return found


def _is_window(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(m, Mapping) and "ts" in m and m.get("type") in ("say", "ask") for m in value)
    )


CLINE = Format("Cline conversation", _is_cline, _convert)
CLINE_WINDOW = refusal(
    "Cline's ui_messages.json",
    _is_window,
    "it holds what the window shows, without calls and results as they were sent; import "
    "api_conversation_history.json, which stands beside it",
)
