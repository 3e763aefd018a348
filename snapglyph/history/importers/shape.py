"""What an importer is, and what several of them do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

__all__ = [
    "Converted",
    "Format",
    "Line",
    "Notes",
    "Record",
    "append",
    "as_blocks",
    "count",
    "known_kind",
    "openai_call",
]

Record: TypeAlias = Mapping[str, Any]
Line: TypeAlias = tuple[int, Record]
"""A record and the number of its line."""
Notes: TypeAlias = dict[str, int]


@dataclass(slots=True)
class Converted:
    """Messages of a dialect, what was left out of them, counted, and the system prompt where it stood beside them."""

    dialect: str
    messages: list[dict[str, Any]] = field(default_factory=list)
    notes: Notes = field(default_factory=dict)
    system: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file. `source` is the whole JSON value, or the numbered objects of a file of lines.

    `convert` raises KeyError, TypeError or AttributeError for a file that is not what it looked like, or HistoryError
    that names the place.
    """

    name: str
    recognises: Callable[[Any], bool]
    convert: Callable[[Any], Converted]


def count(notes: Notes, what: str) -> None:
    notes[what] = notes.get(what, 0) + 1


_KNOWN = frozenset(
    [
        *("compaction", "model_change", "thinking_level_change", "branch_summary", "custom", "label", "session_info"),
        *("system", "result", "rate_limit_event", "stream_event", "summary", "progress", "file-history-snapshot"),
        *("thinking", "redacted_thinking", "reasoning", "image", "document", "queue-operation", "attachment"),
        *("event_msg", "turn_context", "compacted", "ghost_snapshot", "info", "error", "warning"),
    ]
)
"""Kinds that a note may name. A kind is a word of the file, so any other is counted and not repeated."""


def known_kind(value: Any) -> str:
    return value if isinstance(value, str) and value in _KNOWN else "other"


def as_blocks(content: Any) -> list[Any]:
    """The blocks of a content that may be a plain text."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        raise TypeError("content must be a text or a list of blocks")
    return content


def append(messages: list[dict[str, Any]], role: str, content: Sequence[Any]) -> None:
    """Adds an Anthropic message; results that follow results join them, as the API wants all answers in one."""
    if messages and role == "user" == messages[-1]["role"] and _are_results(content):
        previous = messages[-1]["content"]
        if _are_results(previous):
            previous.extend(content)
            return
    messages.append({"role": role, "content": list(content)})


def _are_results(content: Sequence[Any]) -> bool:
    return all(block.get("type") == "tool_result" for block in content)


def openai_call(call_id: str, name: str, arguments: str) -> dict[str, Any]:
    """A call as OpenAI chat has it."""
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
