"""Claude Code: the sessions that it keeps, and the stream-json that a headless run prints."""

from collections.abc import Mapping, Sequence
from typing import Any

from snapglyph.errors import HistoryError

from .shape import Converted, Format, Line, Record, append, as_blocks, count, known_kind
from .tree import path_to_last

__all__ = ["CLAUDE_CODE_SESSION", "CLAUDE_CODE_STREAM"]


def _holds_messages(lines: Sequence[Line]) -> bool:
    return any(record.get("type") in ("assistant", "user") and "message" in record for _, record in lines)


def _is_session(lines: Sequence[Line]) -> bool:
    """Lines that name their parents, and are no tree of pi's."""
    return any("parentUuid" in record for _, record in lines) and _holds_messages(lines)


def _is_stream(lines: Sequence[Line]) -> bool:
    return not any("parentUuid" in record for _, record in lines) and _holds_messages(lines)


def _from_session(lines: Sequence[Line]) -> Converted:
    """The conversation that the file ends with. A compaction breaks the chain of parents, and its boundary names the
    line that it went on from: so what was compacted is whole again, and the summary of it is left out and counted."""
    found = Converted("anthropic")
    main = [(number, record) for number, record in lines if not record.get("isSidechain")]
    if len(main) < len(lines):
        found.notes["sub-agent lines"] = len(lines) - len(main)
    kept = _on_path(main)
    whole = kept[0][1] is main[0][1] if kept else True
    for _, record in main:
        if not _is_message(record):
            count(found.notes, f"{known_kind(record.get('type'))} lines")
    others = sum(_is_message(record) for _, record in main) - sum(_is_message(record) for _, record in kept)
    if others:
        found.notes["lines of other branches"] = others
    if any(record.get("isCompactSummary") for _, record in kept) and whole:
        summaries = [record for _, record in kept if record.get("isCompactSummary")]
        found.notes["summaries of what is here in full"] = len(summaries)
        kept = [(number, record) for number, record in kept if not record.get("isCompactSummary")]
    _join(found, [(number, record) for number, record in kept if _is_message(record)], "session")
    return found


def _is_message(record: Record) -> bool:
    return record.get("type") in ("assistant", "user") and "message" in record


def _on_path(lines: Sequence[Line]) -> list[Line]:
    """The path to the last message, with the parallel calls and results that hang beside it: one answer stands in
    several lines, and each result names the line of its own call as its parent (anthropics/claude-code 31328)."""
    if not any(record.get("parentUuid") for _, record in lines):
        return list(lines)  # an early version, without a tree
    path = path_to_last(
        [line for line in lines if line[1].get("type") != "summary"],
        lambda record: record.get("uuid"),
        lambda record: record.get("parentUuid") or record.get("logicalParentUuid"),
    )
    on_path = {id(record) for _, record in path}
    answers = {_message_id(record) for _, record in path} - {None}
    calls: set[str] = set()
    kept: list[Line] = []
    for number, record in lines:
        beside = _message_id(record) in answers or (not calls.isdisjoint(_ids(record, "tool_result", "tool_use_id")))
        if id(record) in on_path or (_is_message(record) and beside):
            kept.append((number, record))
            calls.update(_ids(record, "tool_use", "id"))
            calls.difference_update(_ids(record, "tool_result", "tool_use_id"))
    return kept


def _message_id(record: Record) -> str | None:
    message = record.get("message")
    found = message.get("id") if record.get("type") == "assistant" and isinstance(message, Mapping) else None
    return found if isinstance(found, str) else None


def _ids(record: Record, kind: str, key: str) -> list[str]:
    message = record.get("message")
    content = message.get("content") if isinstance(message, Mapping) else None
    if not isinstance(content, list):
        return []
    blocks = [block for block in content if isinstance(block, Mapping) and block.get("type") == kind]
    return [block[key] for block in blocks if isinstance(block.get(key), str)]


def _from_stream(lines: Sequence[Line]) -> Converted:
    """Other kinds of line are counted, and so are those of sub-agents, whose conversations stand among the lines of
    the one that called them: it holds their answers as results."""
    found = Converted("anthropic")
    kept: list[Line] = []
    for number, record in lines:
        if record.get("type") not in ("assistant", "user"):
            count(found.notes, f"{known_kind(record.get('type'))} lines")
        elif record.get("parent_tool_use_id"):
            count(found.notes, "sub-agent lines")
        else:
            kept.append((number, record))
    _join(found, kept, "stream-json run")
    return found


def _join(found: Converted, lines: Sequence[Line], what: str) -> None:
    """Lines that share a message id are one message, also when results of its first calls stand between them."""
    by_id: dict[str, list[Any]] = {}
    for number, record in lines:
        message = record.get("message")
        if not isinstance(message, Mapping) or not isinstance(message.get("content"), str | list):
            raise HistoryError(f"line {number}: no message of a {what}")
        content = as_blocks(message["content"])
        if not all(isinstance(block, Mapping) for block in content):
            raise HistoryError(f"line {number}: no message of a {what}")
        role = record["type"]
        blank = [b for b in content if b.get("type") == "text" and not str(b.get("text", "")).strip()]
        if blank:  # the API refuses them
            content = [block for block in content if block not in blank]
            count(found.notes, "blank texts")
        if not content:
            count(found.notes, "empty messages")
            continue
        message_id = _message_id(record)
        if message_id in by_id:
            known = by_id[message_id]
            known.extend(block for block in content if block not in known)
            continue
        append(found.messages, role, content)
        if message_id:
            by_id[message_id] = found.messages[-1]["content"]


CLAUDE_CODE_SESSION = Format("Claude Code session", _is_session, _from_session)
CLAUDE_CODE_STREAM = Format("Claude Code stream-json", _is_stream, _from_stream)
