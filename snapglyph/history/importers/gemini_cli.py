"""Gemini CLI: sessions (one JSON object, or lines since 2026), and the checkpoints that /chat save writes."""

from collections.abc import Mapping, Sequence
from typing import Any

from .shape import Converted, Format, Line, Notes, Record, append_gemini, count, known_kind, refusal

__all__ = ["GEMINI_CLI", "GEMINI_CLI_CHECKPOINT", "GEMINI_CLI_LINES", "GEMINI_CLI_LOG"]


def _is_session(value: Any) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("messages"), list):
        return False
    messages = value["messages"]
    return ("sessionId" in value or "projectHash" in value) and all(
        isinstance(message, Mapping) and "type" in message and "role" not in message for message in messages
    )


def _from_session(value: Record) -> Converted:
    """Calls and their results, which the file keeps together, go into two contents, as the API has them."""
    found = Converted("gemini")
    for message in value["messages"]:
        kind = message["type"]
        if kind == "user":
            append_gemini(found.messages, "user", _parts(message.get("content")))
        elif kind == "gemini":
            _model_turn(found.messages, message, found.notes)
        else:
            count(found.notes, f"{known_kind(kind)} messages")
    return found


def _is_session_lines(lines: Sequence[Line]) -> bool:
    """A line that names the session and the project, and messages; or messages alone, where a crash lost it."""
    named = any("projectHash" in record and "sessionId" in record for _, record in lines)
    spoken = [record for _, record in lines if "type" in record and "id" in record and "content" in record]
    return (named or any(r.get("type") == "gemini" for r in spoken)) and any(
        record.get("type") in ("user", "gemini") and "message" not in record for record in spoken
    )


def _from_lines(lines: Sequence[Line]) -> Converted:
    """A message that stands there again is its newer state; $rewindTo takes back a message and all behind it."""
    messages: dict[str, Line] = {}
    whole: list[Any] = []
    gone: list[int] = []
    for number, record in lines:
        if isinstance(record.get("$rewindTo"), str):
            ids = list(messages)
            first = ids.index(record["$rewindTo"]) if record["$rewindTo"] in messages else 0
            gone += [messages.pop(own)[0] for own in ids[first:]]
        elif isinstance(record.get("id"), str) and "type" in record:
            messages[record["id"]] = (number, record)
        elif isinstance(record.get("$set"), Mapping) and isinstance(record["$set"].get("messages"), list):
            whole = record["$set"]["messages"]  # a compressed history takes the place of the lines
    found = _from_session({"messages": whole or [record for _, record in messages.values()]})
    found.leave_out("messages that were taken back", gone)
    if whole:
        found.leave_out("messages that a compaction replaced", [number for number, _ in messages.values()])
    return found


def _model_turn(messages: list[dict[str, Any]], message: Record, notes: Notes) -> None:
    thoughts = [
        {"text": f"{thought.get('subject', '')}\n{thought.get('description', '')}".strip(), "thought": True}
        for thought in message.get("thoughts") or ()
    ]
    calls = message.get("toolCalls") or ()
    asked = [{"functionCall": {"id": c["id"], "name": c["name"], "args": c.get("args") or {}}} for c in calls]
    append_gemini(messages, "model", [*thoughts, *_parts(message.get("content")), *asked])
    results = [part for call in calls for part in _results(call)]
    if any("functionResponse" not in part for part in results):
        count(notes, "results with parts beside them")
    append_gemini(messages, "user", results)


def _results(call: Record) -> list[Any]:
    result = call.get("result") or []
    if isinstance(result, str):
        return [{"functionResponse": {"id": call["id"], "name": call["name"], "response": {"output": result}}}]
    return [result] if isinstance(result, Mapping) else list(result)


def _parts(content: Any) -> list[dict[str, Any]]:
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [{"text": content}]
    if isinstance(content, Mapping):
        return [dict(content)]
    return [{"text": part} if isinstance(part, str) else dict(part) for part in content]


def _is_checkpoint(value: Any) -> bool:
    """Contents as `history`; or, in those written before a tool changes a file, as `clientHistory`, beside what the
    window showed."""
    if not isinstance(value, Mapping):
        return False
    history = value.get("clientHistory", value.get("history"))
    return (
        isinstance(history, list)
        and bool(history)
        and all(isinstance(content, Mapping) and isinstance(content.get("parts"), list) for content in history)
    )


def _from_checkpoint(value: Record) -> Converted:
    return Converted("gemini", [dict(content) for content in value.get("clientHistory", value.get("history"))])


def _is_log(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(e, Mapping) and {"sessionId", "messageId", "type", "message"} <= e.keys() for e in value)
    )


GEMINI_CLI = Format("Gemini CLI session", _is_session, _from_session)
GEMINI_CLI_LINES = Format("Gemini CLI session", _is_session_lines, _from_lines)
GEMINI_CLI_CHECKPOINT = Format("Gemini CLI checkpoint", _is_checkpoint, _from_checkpoint)
GEMINI_CLI_LOG = refusal(
    "Gemini CLI's logs.json",
    _is_log,
    "it holds what the user typed and no answer; import the session in the folder chats beside it",
)
