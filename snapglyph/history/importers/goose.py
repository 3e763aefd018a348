"""Goose: session files (a line that names the session, then messages), and `goose session export --format json`."""

from collections.abc import Mapping, Sequence
from typing import Any

from snapglyph.errors import HistoryError

from .shape import Converted, Format, Line, Notes, Record, append, base64_image, count, known_kind

__all__ = ["GOOSE", "GOOSE_EXPORT"]

_CALLS = ("toolRequest", "frontendToolRequest")
_OWN = (*_CALLS, "toolResponse", "redactedThinking", "toolConfirmationRequest", "systemNotification")
"""Kinds of block that no provider has."""


def _is_message(record: Any) -> bool:
    return isinstance(record, Mapping) and "role" in record and isinstance(record.get("content"), list)


def _is_own(record: Record) -> bool:
    """Whether a message has a block of Goose's, or says who sees it."""
    seen = record.get("metadata")
    if isinstance(seen, Mapping) and "agentVisible" in seen:
        return True
    return any(isinstance(block, Mapping) and block.get("type") in _OWN for block in record["content"])


def _is_goose(lines: Sequence[Line]) -> bool:
    messages = [record for _, record in lines if _is_message(record)]
    named = any("working_dir" in record and "role" not in record for _, record in lines)
    return (named and bool(messages)) or any(map(_is_own, messages))


def _convert(lines: Sequence[Line]) -> Converted:
    """The messages that the agent still sees; a compaction hides the older ones from it."""
    found = Converted("anthropic")
    hidden: list[int] = []
    for number, record in lines:
        if not _is_message(record):
            if "working_dir" not in record:
                count(found.notes, "other lines")
            continue
        seen = record.get("metadata") or {}
        if seen.get("agentVisible") is False:
            hidden.append(number)
            continue
        try:
            content = [block for b in record["content"] if (block := _block(b, found.notes))]
        except (KeyError, TypeError, AttributeError) as error:
            raise HistoryError(f"line {number}: no message of a Goose session") from error
        if content:
            append(found.messages, record["role"], content)
        else:
            count(found.notes, "empty messages")
    found.leave_out("messages that the agent does not see", hidden)
    return found


def _block(block: Record, notes: Notes) -> dict[str, Any] | None:
    kind = block["type"]
    if kind == "text":
        return {"type": "text", "text": block["text"]} if block["text"].strip() else None
    if kind == "image":
        return base64_image(block["mimeType"], block["data"])
    if kind in _CALLS:
        call = block["toolCall"].get("value") or {"name": "unreadable_call", "arguments": block["toolCall"]}
        return {"type": "tool_use", "id": block["id"], "name": call["name"], "input": call.get("arguments") or {}}
    if kind == "toolResponse":
        return _result(block["id"], block["toolResult"], notes)
    if kind == "thinking" and block.get("signature"):
        return {"type": "thinking", "thinking": block["thinking"], "signature": block["signature"]}
    if kind == "redactedThinking":
        return {"type": "redacted_thinking", "data": block["data"]}
    count(notes, "unsigned thinking blocks" if kind == "thinking" else f"{known_kind(kind)} blocks")
    return None


def _result(call_id: str, result: Record, notes: Notes) -> dict[str, Any]:
    """`value` is a list of blocks, or since 2025-11 an object that holds one."""
    value = result.get("value")
    failed = result.get("status") == "error"
    if isinstance(value, Mapping):
        failed = failed or bool(value.get("isError"))
        value = value.get("content")
    if value is None:
        content: list[Any] = [{"type": "text", "text": str(result.get("error") or "no result")}]
    else:
        content = [piece for b in value if (piece := _piece(b, notes))]
    found = {"type": "tool_result", "tool_use_id": call_id, "content": content}
    return found | ({"is_error": True} if failed else {})


def _piece(block: Record, notes: Notes) -> dict[str, Any] | None:
    if block["type"] == "resource":
        text = block["resource"].get("text")
        return {"type": "text", "text": text} if isinstance(text, str) and text.strip() else None
    return _block(block, notes)


def _is_export(value: Any) -> bool:
    if not isinstance(value, Mapping) or "working_dir" not in value:
        return False
    return isinstance(value.get("conversation"), list) and all(map(_is_message, value["conversation"]))


def _from_export(value: Record) -> Converted:
    return _convert(list(enumerate(value["conversation"], 1)))


GOOSE = Format("Goose session", _is_goose, _convert)
GOOSE_EXPORT = Format("Goose session", _is_export, _from_export)
