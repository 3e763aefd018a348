"""opencode: what `opencode export` writes, messages of an `info` and its `parts`."""

from collections.abc import Mapping, Sequence
from typing import Any

from .shape import (
    Converted,
    Format,
    Line,
    Notes,
    Record,
    append,
    base64_image,
    count,
    known_kind,
    messages_of,
    refusal,
)

__all__ = ["OPENCODE", "OPENCODE_EVENTS"]

_BETWEEN = ("step-start", "step-finish", "snapshot")
"""Parts that say nothing."""


def _is_opencode(value: Any) -> bool:
    messages = messages_of(value)
    return bool(messages) and all(
        isinstance(m, Mapping)
        and isinstance(m.get("info"), Mapping)
        and isinstance(m.get("parts"), list)
        and "role" in m["info"]
        for m in messages
    )


def _convert(value: Any) -> Converted:
    """What opencode would send next: nothing from a revert on, and nothing before its last compaction."""
    found = Converted("anthropic")
    messages = list(enumerate(messages_of(value), 1))
    kept = _without_reverted(messages, value.get("info") if isinstance(value, Mapping) else None)
    found.leave_out("messages that were taken back", [number for number, _ in messages[len(kept) :]])
    first = _last_compaction(kept)
    found.leave_out("messages that a compaction replaced", [number for number, _ in kept[:first]])
    for _, message in kept[first:]:
        info = message["info"]
        if info["role"] == "user":
            content = [b for part in message["parts"] for b in _user_blocks(part, found.notes)]
            if content:
                append(found.messages, "user", content)
            else:
                count(found.notes, "empty messages")
        elif info.get("error") and not _went_on(info["error"], message["parts"]):
            count(found.notes, "failed answers")
        else:
            _answer(found, message["parts"])
    return found


def _without_reverted(messages: list[Line], session: Any) -> list[Line]:
    """A revert hides a message, or the parts of one from a part on, and all behind it."""
    revert = session.get("revert") if isinstance(session, Mapping) else None
    if not isinstance(revert, Mapping):
        return messages
    kept: list[Line] = []
    for number, message in messages:
        if message["info"].get("id") == revert.get("messageID"):
            ids = [part.get("id") for part in message["parts"]]
            if revert.get("partID") in ids[1:]:
                kept.append((number, {**message, "parts": message["parts"][: ids.index(revert["partID"])]}))
            break
        kept.append((number, message))
    return kept


def _last_compaction(messages: list[Line]) -> int:
    """The place of the request that the newest finished summary answers; 0 where there is none."""
    answered = {
        message["info"].get("parentID")
        for _, message in messages
        if message["info"].get("summary") is True
        and message["info"].get("finish")
        and not message["info"].get("error")
    }
    for i in range(len(messages) - 1, 0, -1):
        _, message = messages[i]
        if message["info"].get("id") in answered and any(p.get("type") == "compaction" for p in message["parts"]):
            return i
    return 0


def _went_on(error: Record, parts: Sequence[Record]) -> bool:
    """Whether an answer that was stopped said something, which is sent again."""
    said = any(part.get("type") not in (*_BETWEEN, "reasoning") for part in parts)
    return error.get("name") == "MessageAbortedError" and said


def _user_blocks(part: Record, notes: Notes) -> list[dict[str, Any]]:
    kind = part["type"]
    if kind == "text" and not part.get("ignored"):
        return [{"type": "text", "text": part["text"]}] if part["text"].strip() else []
    if kind == "compaction":
        return [{"type": "text", "text": "Summarise this conversation."}]
    if kind == "subtask":
        return [{"type": "text", "text": part["prompt"]}]
    if kind == "file" and (image := _image(part)):
        return [image]
    if kind == "file" and part.get("mime") in ("text/plain", "application/x-directory"):
        return []  # their text stands in parts of its own
    count(notes, f"{known_kind(kind)} parts")
    return []


def _image(part: Record) -> dict[str, Any] | None:
    url = part.get("url", "")
    if str(part.get("mime", "")).startswith("image/") and url.startswith("data:"):
        return base64_image(part["mime"], url.partition(",")[2])
    return None


def _answer(found: Converted, parts: Sequence[Record]) -> None:
    """An answer of several steps becomes as many messages: the results of a step stand before the next."""
    said: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []

    def finish() -> None:
        if said:
            append(found.messages, "assistant", said)
        if results:
            append(found.messages, "user", results)
        said.clear()
        results.clear()

    for part in parts:
        kind = part["type"]
        if kind == "step-start":
            finish()
        elif kind == "text":
            if part["text"].strip():
                said.append({"type": "text", "text": part["text"]})
        elif kind == "tool":
            state = part["state"]
            asked = state.get("input")
            call = {"type": "tool_use", "id": part["callID"], "name": part["tool"]}
            said.append(call | {"input": asked if isinstance(asked, Mapping) else {}})
            results.append(_result(part["callID"], state, found.notes))
        elif kind == "reasoning" and (signature := _signature(part)):
            said.append({"type": "thinking", "thinking": part["text"], "signature": signature})
        elif kind == "reasoning":
            count(found.notes, "unsigned thinking blocks")
        elif kind not in _BETWEEN:
            count(found.notes, f"{known_kind(kind)} parts")
    finish()


def _signature(part: Record) -> Any:
    metadata = part.get("metadata")
    own = metadata.get("anthropic") if isinstance(metadata, Mapping) else None
    return own.get("signature") if isinstance(own, Mapping) else None


def _result(call_id: str, state: Record, notes: Notes) -> dict[str, Any]:
    result: dict[str, Any] = {"type": "tool_result", "tool_use_id": call_id}
    status = state["status"]
    if status == "completed" and (state.get("time") or {}).get("compacted"):
        count(notes, "results that opencode cleared")
        return result | {"content": "[an old result, cleared]"}
    if status == "completed":
        images = [image for file in state.get("attachments") or () if (image := _image(file))]
        return result | {
            "content": [*([{"type": "text", "text": state["output"]}] if state["output"] else []), *images]
        }
    if status != "error":
        count(notes, "calls that were interrupted")
    text = state["error"] if status == "error" else "[interrupted]"
    return result | {"content": text, "is_error": True}


def _are_events(lines: Sequence[Line]) -> bool:
    """What `opencode run --format json` prints."""
    return any("sessionID" in r and isinstance(r.get("part"), Mapping) and "type" in r for _, r in lines)


OPENCODE = Format("opencode export", _is_opencode, _convert)
OPENCODE_EVENTS = refusal(
    "the events of opencode run",
    _are_events,
    "they say what the window shows and leave the requests out; write the session with `opencode export SESSION`",
)
