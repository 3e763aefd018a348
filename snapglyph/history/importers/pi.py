"""pi and oh-my-pi: session files, version 1 (flat) to 3 (a tree)."""

from collections.abc import Mapping, Sequence
from typing import Any

from snapglyph.errors import HistoryError

from .shape import Converted, Format, Line, Notes, Record, append, as_blocks, base64_image, count, known_kind
from .tree import branches, parents, path_to

__all__ = ["PI"]

_VERSIONS = (1, 2, 3)


def _is_pi(lines: Sequence[Line]) -> bool:
    """A header, or, where a crash or a copy lost it, messages in pi's envelope."""
    if any(record.get("type") == "session" and "cwd" in record for _, record in lines[:1]):
        return True
    messages = [record["message"] for _, record in lines if _is_message(record)]
    return any(isinstance(message.get("role"), str) for message in messages) and not any(map(_is_anthropic, messages))


def _is_message(record: Record) -> bool:
    return record.get("type") == "message" and isinstance(record.get("message"), Mapping)


def _is_anthropic(message: Record) -> bool:
    """Whether a message has blocks of Anthropic's, as another agent writes them into an envelope like pi's."""
    content = message.get("content")
    return isinstance(content, list) and any(
        isinstance(block, Mapping) and block.get("type") in ("tool_use", "tool_result") for block in content
    )


def _convert(lines: Sequence[Line]) -> Converted:
    """The branch that the file ends with, as pi would send it next: behind a compaction, its summary, the messages
    that it kept, and what came after."""
    header = next((record for _, record in lines if record.get("type") == "session"), {})
    if header.get("version", 1) not in _VERSIONS:
        raise HistoryError(
            f"a pi session of version {str(header['version'])[:20]}; known are 1 to 3, so export it as messages"
        )
    found = Converted("anthropic")
    named = [i for i, (_, record) in enumerate(lines) if "parentId" in record]
    if named:
        places = parents(lines, lambda r: r.get("id") if "parentId" in r else None, lambda r: r.get("parentId"))
        path = path_to(named[-1], places)
    else:
        places, path = list(range(-1, len(lines) - 1)), list(range(len(lines)))
    on_path = set(path)
    rest = [i for i, (_, record) in enumerate(lines) if record.get("type") == "message" and i not in on_path]
    for branch in branches(rest, places):
        found.leave_out("messages of other branches", [lines[i][0] for i in branch])
    for number, record in _sent([lines[i] for i in path], found):
        try:
            role, content = _entry(record, found.notes)
        except (KeyError, TypeError, AttributeError) as error:
            raise HistoryError(f"line {number}: no message of a pi session") from error
        if content:
            append(found.messages, role, content)
    return found


def _sent(path: list[Line], found: Converted) -> list[Line]:
    """The entries that a request is made of, the newest compaction first."""
    at = max((i for i, (_, record) in enumerate(path) if record.get("type") == "compaction"), default=-1)
    if at < 0:
        return path
    first = next((i for i in range(at) if _is_first_kept(path[i], path[at][1])), at)
    replaced = [number for number, record in path[:first] if record.get("type") == "message"]
    found.leave_out("messages that a compaction replaced", replaced)
    for _, record in path[:first]:
        if record.get("type") not in ("message", "session"):
            count(found.notes, f"{known_kind(record.get('type'))} entries")
    older = [line for line in path[first:at] if line[1].get("type") != "compaction"]
    return [path[at], *older, *path[at + 1 :]]


def _is_first_kept(line: Line, compaction: Record) -> bool:
    number, record = line
    if isinstance(index := compaction.get("firstKeptEntryIndex"), int):  # version 1 counts entries from the header, 0
        return number > index
    kept = compaction.get("firstKeptEntryId")
    return kept is not None and record.get("id") == kept


def _entry(record: Record, notes: Notes) -> tuple[str, list[Any]]:
    kind = record.get("type")
    if kind == "message":
        if record["message"].get("excludeFromContext"):
            count(notes, "commands that were kept from the model")
            return "user", []
        role, content = _message(record["message"], notes)
        if not content:
            count(notes, "empty messages")
        return role, content
    if kind in ("branch_summary", "compaction"):  # all that is left of what was turned away from or replaced
        return "user", as_blocks(record["summary"])
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
    if role in ("branchSummary", "compactionSummary"):
        return "user", as_blocks(message["summary"])
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
        return base64_image(block["mimeType"], block["data"])
    if kind == "thinking" and block.get("thinkingSignature"):
        if block.get("redacted"):
            return {"type": "redacted_thinking", "data": block["thinkingSignature"]}
        return {"type": "thinking", "thinking": block["thinking"], "signature": block["thinkingSignature"]}
    count(notes, "unsigned thinking blocks" if kind == "thinking" else f"{known_kind(kind)} blocks")
    return None


PI = Format("pi session", _is_pi, _convert)
