"""Claude Code: the sessions that it keeps, and the stream-json that a headless run prints."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from snapglyph.errors import HistoryError

from .shape import Converted, Format, Line, Record, append, as_blocks, count, known_kind
from .tree import ROOT, branches, parents, path_to

__all__ = ["CLAUDE_CODE_SESSION", "CLAUDE_CODE_STREAM"]


def _holds_messages(lines: Sequence[Line]) -> bool:
    return any(_is_message(record) for _, record in lines)


def _is_session(lines: Sequence[Line]) -> bool:
    """Lines that name their parents, and are no tree of pi's."""
    return any("parentUuid" in record for _, record in lines) and _holds_messages(lines)


def _is_stream(lines: Sequence[Line]) -> bool:
    return not any("parentUuid" in record for _, record in lines) and _holds_messages(lines)


def _is_message(record: Record) -> bool:
    return record.get("type") in ("assistant", "user") and "message" in record


def _is_prompt(record: Record) -> bool:
    return record.get("type") == "user" and not _ids(record, "tool_result", "tool_use_id")


# --- sessions ---------------------------------------------------------------------------------------------


def _from_session(lines: Sequence[Line]) -> Converted:
    """The conversation of the newest message, as the agent would send it next: behind a compaction, its summary and
    what came after. Whatever else the file holds is counted."""
    found = Converted("anthropic")
    main = [line for line in lines if not line[1].get("isSidechain")]
    if not _holds_messages(main):
        main = list(lines)  # a sub-agent's own file
    if len(main) < len(lines):
        found.notes["sub-agent lines"] = len(lines) - len(main)
    tree = _read_tree(main)
    path = path_to(tree.newest, tree.before)
    kept = _with_parallel(main, path)
    for _, record in main:
        if not _is_message(record):
            count(found.notes, f"{known_kind(record.get('type'))} lines")
    replaced = _replaced(tree, path[0]) - kept
    found.leave_out("messages that a compaction replaced", [main[i][0] for i in sorted(replaced)])
    rest = [i for i, (_, record) in enumerate(main) if _is_message(record) and i not in kept and i not in replaced]
    said = {_identity(main[i][1]) for i in kept} if rest else set()
    again = {i for i in rest if _identity(main[i][1]) in said}
    if again:
        found.notes["lines that stand there twice"] = len(again)
    for branch in branches([i for i in rest if i not in again], tree.before):
        found.leave_out("messages of other branches", [main[i][0] for i in branch])
    _join(found, [main[i] for i in sorted(kept)], "session")
    return found


def _identity(record: Record) -> tuple[str, str]:
    """Equal for a line and its copy, as a session that was taken up again may hold them."""
    return str(record.get("uuid")), json.dumps(record["message"], sort_keys=True)


@dataclass(slots=True)
class _Tree:
    """What messages continue. All lists have a place for each line; those of lines without a message say nothing."""

    before: list[int]
    """The message that this one continues."""
    cut: dict[int, int]
    """First messages behind a compaction, and the message before it."""
    newest: int


def _read_tree(lines: Sequence[Line]) -> _Tree:
    """Which message continues which, over the lines that hold none.

    A line of progress forks off beside the answer (anthropics/claude-code 35024), so what hangs on one continues the
    newest message above it, and so does what hangs on a line without a parent. What hangs on another kind of line
    continues the message that this one hangs on, or the newest of the same turn. A compaction begins a new root.
    """
    compacted = any(record.get("isCompactSummary") for _, record in lines)
    is_tree = any(record.get("parentUuid") for _, record in lines)  # early versions have none
    above = parents(lines, lambda record: record.get("uuid"), _parent if is_tree else lambda _: "")
    tree = _Tree([], {}, ROOT)
    stands: list[int] = []  # for each line the message that stands for it
    turns: list[int] = []  # for each message the prompt that its turn begins with
    behind: dict[int, int] = {}  # lines without a message between them and a compaction; the message before that
    for i, (_, record) in enumerate(lines):
        at = stands[above[i]] if above[i] != ROOT else ROOT
        if _is_message(record):
            if above[i] in behind:
                tree.cut[i] = behind[above[i]]
            tree.before.append(at)
            turns.append(i if at == ROOT or _is_prompt(record) else turns[at])
            stands.append(i)
            tree.newest = i
            continue
        tree.before.append(ROOT)
        turns.append(ROOT)
        if compacted and record.get("subtype") == "compact_boundary":
            behind[i] = at if at != ROOT else tree.newest
            stands.append(ROOT)
        elif above[i] in behind:
            behind[i] = behind[above[i]]
            stands.append(ROOT)
        else:
            beside = record.get("type") == "progress" or above[i] == ROOT
            same_turn = at != ROOT and turns[at] == turns[tree.newest]
            stands.append(tree.newest if beside or same_turn else at)
    return tree


def _parent(record: Record) -> Any:
    """The id of the parent; "" for a line that should name one and does not, which continues the line before."""
    named = record.get("parentUuid") or record.get("logicalParentUuid")
    return "" if named is None and "parentUuid" not in record else named


def _replaced(tree: _Tree, root: int) -> set[int]:
    """The messages that the compactions before a root replaced."""
    replaced: set[int] = set()
    while tree.cut.get(root, ROOT) != ROOT:
        path = path_to(tree.cut[root], tree.before)
        replaced.update(path)
        root = path[0]
    return replaced


def _with_parallel(lines: Sequence[Line], path: Sequence[int]) -> set[int]:
    """The path, and the parallel calls and results that hang beside it: one answer stands in several lines, and each
    result names the line of its own call as its parent (anthropics/claude-code 31328)."""
    kept = set(path)
    answers = {_message_id(lines[i][1]) for i in path} - {None}
    answered = {call for i in path for call in _ids(lines[i][1], "tool_result", "tool_use_id")}
    calls: set[str] = set()
    for i in range(path[0], len(lines)):
        record = lines[i][1]
        results = set(_ids(record, "tool_result", "tool_use_id"))
        if i in kept or _message_id(record) in answers or (not calls.isdisjoint(results)):
            kept.add(i)
            calls.update(set(_ids(record, "tool_use", "id")) - answered)
            calls -= results
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


# --- stream-json ------------------------------------------------------------------------------------------


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
