"""pi and oh-my-pi: session files, version 1 (flat) to 3 (a tree)."""

from collections.abc import Sequence
from typing import Any

from snapglyph.errors import HistoryError

from .shape import Converted, Format, Line, Notes, Record, append, as_blocks, count, known_kind
from .tree import path_to_last

__all__ = ["PI"]


def _is_pi(lines: Sequence[Line]) -> bool:
    _, first = lines[0]
    return first.get("type") == "session" and first.get("version", 1) in (1, 2, 3)


def _convert(lines: Sequence[Line]) -> Converted:
    """Every message of the branch that the file ends with. The file keeps the messages that its compactions
    replaced, so those are whole again here, and the summaries, which say the same a second time, are left out and
    counted."""
    found = Converted("anthropic")
    flat = lines[0][1].get("version", 1) == 1
    path = list(lines) if flat else path_to_last(lines, lambda r: r.get("id"), lambda r: r.get("parentId"))
    others = sum(1 for _, record in lines if record.get("type") == "message") - sum(
        1 for _, record in path if record.get("type") == "message"
    )
    if others:
        found.notes["messages of other branches"] = others
    for number, record in path:
        try:
            role, content = _entry(record, found.notes)
        except (KeyError, TypeError, AttributeError) as error:
            raise HistoryError(f"line {number}: no message of a pi session") from error
        if content:
            append(found.messages, role, content)
    return found


def _entry(record: Record, notes: Notes) -> tuple[str, list[Any]]:
    kind = record.get("type")
    if kind == "message":
        role, content = _message(record["message"], notes)
        if not content:
            count(notes, "empty messages")
        return role, content
    if kind == "branch_summary":  # all that is left here of the branch that was turned away from
        return "user", [{"type": "text", "text": record["summary"]}]
    if kind == "custom_message":
        return "user", _blocks(record["content"], notes)
    if kind != "session":
        count(notes, f"{known_kind(kind)} entries")
    return "user", []


def _message(message: Record, notes: Notes) -> tuple[str, list[Any]]:
    role = message["role"]
    if not isinstance(role, str):
        raise TypeError("a role is a text")
    if role == "bashExecution":
        code = message.get("exitCode")
        text = f"$ {message['command']}\n{message.get('output', '')}\n[exit code {code}]"
        return "user", [{"type": "text", "text": text}]
    blocks = _blocks(message["content"], notes)
    if role == "toolResult":
        result = {"type": "tool_result", "tool_use_id": message["toolCallId"], "content": blocks}
        return "user", [result | ({"is_error": True} if message.get("isError") else {})]
    return ("user" if role in ("custom", "hookMessage") else role), blocks


def _blocks(content: Any, notes: Notes) -> list[Any]:
    return [block for b in as_blocks(content) if (block := _block(b, notes))]


def _block(block: Record, notes: Notes) -> dict[str, Any] | None:
    kind = block["type"]
    if kind == "text":
        if block["text"].strip():
            return {"type": "text", "text": block["text"]}
        if block["text"]:  # the API refuses it
            count(notes, "blank texts")
        return None
    if kind == "toolCall":
        return {"type": "tool_use", "id": block["id"], "name": block["name"], "input": block["arguments"]}
    if kind == "image":
        source = {"type": "base64", "media_type": block["mimeType"], "data": block["data"]}
        return {"type": "image", "source": source}
    if kind == "thinking" and block.get("thinkingSignature"):
        if block.get("redacted"):
            return {"type": "redacted_thinking", "data": block["thinkingSignature"]}
        return {"type": "thinking", "thinking": block["thinking"], "signature": block["thinkingSignature"]}
    count(notes, "unsigned thinking blocks" if kind == "thinking" else f"{known_kind(kind)} blocks")
    return None


PI = Format("pi session", _is_pi, _convert)
