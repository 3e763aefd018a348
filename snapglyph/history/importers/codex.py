"""Codex rollouts: Responses items in envelopes, and beside them the same again as events."""

from collections.abc import Mapping, Sequence
from typing import Any

from .shape import Converted, Format, Line, Record, count, known_kind

__all__ = ["CODEX"]

_ITEMS = ("message", "reasoning")
_NOT_SENT = ("ghost_snapshot", "other")
"""Items that Codex keeps for itself."""


def _is_item(record: Record) -> bool:
    kind = record.get("type")
    return isinstance(kind, str) and (kind in _ITEMS or kind.endswith(("_call", "_call_output")))


def _is_codex(lines: Sequence[Line]) -> bool:
    if any(record.get("type") == "response_item" for _, record in lines):
        return True
    _, first = lines[0]  # before 2025-09: bare items behind a line that names the session
    return "type" not in first and "timestamp" in first and any(_is_item(record) for _, record in lines)


def _convert(lines: Sequence[Line]) -> Converted:
    """The items, all of them: what a `compacted` line replaced still stands before it."""
    found = Converted("openai-responses")
    for _, record in lines:
        payload = record.get("payload")
        if record.get("type") == "session_meta" or ("type" not in record and "record_type" not in record):
            found.system = found.system or _instructions(payload if isinstance(payload, Mapping) else record)
        elif record.get("type") == "response_item" and isinstance(payload, Mapping):
            if payload.get("type") in _NOT_SENT:
                count(found.notes, f"{known_kind(payload.get('type'))} items")
            else:
                found.messages.append(dict(payload))
        elif _is_item(record):
            found.messages.append(dict(record))
        else:
            count(found.notes, f"{known_kind(record.get('type'))} lines")
    if found.system:
        count(found.notes, "system prompts")
    return found


def _instructions(meta: Mapping[str, Any]) -> str:
    said = meta.get("base_instructions") or meta.get("instructions") or ""
    said = said.get("text", "") if isinstance(said, Mapping) else said
    return said if isinstance(said, str) else ""


CODEX = Format("Codex rollout", _is_codex, _convert)
