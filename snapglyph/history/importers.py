"""Agents' own session files -> Anthropic messages."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from snapglyph.errors import HistoryError

__all__ = ["IMPORTERS", "Line"]

Record: TypeAlias = Mapping[str, Any]
Line: TypeAlias = tuple[int, Record]
"""A record and the number of its line."""
Notes: TypeAlias = dict[str, int]
Converted: TypeAlias = tuple[list[Mapping[str, Any]], Notes]


def _count(notes: Notes, what: str) -> None:
    notes[what] = notes.get(what, 0) + 1


_KNOWN = frozenset(
    [
        *("compaction", "model_change", "thinking_level_change", "branch_summary", "custom", "label", "session_info"),
        *("system", "result", "rate_limit_event", "stream_event", "summary"),
        *("thinking", "redacted_thinking", "image", "document"),
    ]
)
"""Kinds that a note may name. A kind is a word of the file, so any other is counted and not repeated."""


def _kind(value: Any) -> str:
    return value if isinstance(value, str) and value in _KNOWN else "other"


def _append(messages: list[dict[str, Any]], role: str, content: list[Any]) -> None:
    """Adds a message; results that follow results join them, as the API wants all answers in one message."""
    results = all(block.get("type") == "tool_result" for block in content)
    if messages and results and role == "user" == messages[-1]["role"]:
        previous = messages[-1]["content"]
        if all(block.get("type") == "tool_result" for block in previous):
            previous.extend(content)
            return
    messages.append({"role": role, "content": content})


# --- pi, session JSONL version 1 --------------------------------------------------------------------------


def _is_pi(lines: Sequence[Line]) -> bool:
    _, first = lines[0]
    return first.get("type") == "session" and first.get("version", 1) == 1


def _from_pi(lines: Sequence[Line]) -> Converted:
    """Every message that the file holds. It keeps the messages that its compactions replaced, so those are whole
    again here, and the summaries, which say the same a second time, are left out and counted."""
    messages: list[dict[str, Any]] = []
    notes: Notes = {}
    for number, record in lines:
        if record.get("type") != "message":
            if record.get("type") != "session":
                _count(notes, f"{_kind(record.get('type'))} entries")
            continue
        try:
            role, content = _pi_message(record["message"], notes)
        except (KeyError, TypeError, AttributeError) as error:
            raise HistoryError(f"line {number}: no message of a pi session") from error
        if content:
            _append(messages, role, content)
        else:
            _count(notes, "empty messages")
    return list(messages), notes


def _pi_message(message: Record, notes: Notes) -> tuple[str, list[Any]]:
    role = message["role"]
    if not isinstance(role, str):
        raise TypeError("a role is a text")
    if role == "bashExecution":
        code = message.get("exitCode")
        text = f"$ {message['command']}\n{message.get('output', '')}\n[exit code {code}]"
        return "user", [{"type": "text", "text": text}]
    blocks = [block for b in _as_blocks(message["content"]) if (block := _pi_block(b, notes))]
    if role == "toolResult":
        result = {"type": "tool_result", "tool_use_id": message["toolCallId"], "content": blocks}
        return "user", [result | ({"is_error": True} if message.get("isError") else {})]
    return role, blocks


def _as_blocks(content: Any) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _pi_block(block: Record, notes: Notes) -> dict[str, Any] | None:
    kind = block["type"]
    if kind == "text":
        return {"type": "text", "text": block["text"]} if block["text"] else None
    if kind == "toolCall":
        return {"type": "tool_use", "id": block["id"], "name": block["name"], "input": block["arguments"]}
    if kind == "image":
        source = {"type": "base64", "media_type": block["mimeType"], "data": block["data"]}
        return {"type": "image", "source": source}
    if kind == "thinking" and block.get("thinkingSignature"):
        return {"type": "thinking", "thinking": block["thinking"], "signature": block["thinkingSignature"]}
    _count(notes, "unsigned thinking blocks" if kind == "thinking" else f"{_kind(kind)} blocks")
    return None


# --- Claude Code, stream-json -----------------------------------------------------------------------------


def _is_stream(lines: Sequence[Line]) -> bool:
    """A run's own output. The sessions that Claude Code keeps look alike but are trees: their lines name parents."""
    return not any("parentUuid" in record for _, record in lines) and any(
        record.get("type") in ("assistant", "user") and "message" in record for _, record in lines
    )


def _from_stream(lines: Sequence[Line]) -> Converted:
    """Lines that share a message id are one message. Other kinds of line are counted, and so are those of sub-agents,
    whose conversations stand among the lines of the one that called them: it holds their answers as results."""
    messages: list[dict[str, Any]] = []
    notes: Notes = {}
    open_id: str | None = None
    for number, record in lines:
        kind = record.get("type")
        if kind not in ("assistant", "user"):
            _count(notes, f"{_kind(kind)} lines")
            continue
        if record.get("parent_tool_use_id"):
            _count(notes, "sub-agent lines")
            continue
        message = record.get("message")
        if not isinstance(message, Mapping) or not isinstance(message.get("content"), str | list):
            raise HistoryError(f"line {number}: no message of a stream-json run")
        content = _as_blocks(message["content"])
        if not all(isinstance(block, Mapping) for block in content):
            raise HistoryError(f"line {number}: no message of a stream-json run")
        message_id = message.get("id") if kind == "assistant" else None
        if message_id and message_id == open_id and messages[-1]["role"] == "assistant":
            messages[-1]["content"].extend(content)
        else:
            _append(messages, kind, list(content))
        open_id = message_id
    return list(messages), notes


IMPORTERS: dict[str, tuple[Callable[[Sequence[Line]], bool], Callable[[Sequence[Line]], Converted]]] = {
    "pi session": (_is_pi, _from_pi),
    "Claude Code stream-json": (_is_stream, _from_stream),
}
