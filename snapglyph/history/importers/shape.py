"""What an importer is, and what several of them do."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

from snapglyph.errors import HistoryError

__all__ = [
    "Converted",
    "Format",
    "LeftOut",
    "Line",
    "Notes",
    "Record",
    "append",
    "append_gemini",
    "as_blocks",
    "as_json",
    "base64_image",
    "count",
    "known_kind",
    "messages_of",
    "openai_call",
    "openai_image",
    "openai_result",
    "refusal",
]

Record: TypeAlias = Mapping[str, Any]
Line: TypeAlias = tuple[int, Record]
"""A record and the number of its line."""
Notes: TypeAlias = dict[str, int]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Messages that a file holds together and that are not imported: why, how many, and between which lines."""

    why: str
    messages: int
    first_line: int
    last_line: int


@dataclass(slots=True)
class Converted:
    """Messages of a dialect, what was left out of them, counted, and the system prompt where it stood beside them."""

    dialect: str
    messages: list[dict[str, Any]] = field(default_factory=list)
    notes: Notes = field(default_factory=dict)
    system: str = ""
    left_out: list[LeftOut] = field(default_factory=list)

    def leave_out(self, why: str, numbers: Sequence[int]) -> None:
        """Counts messages of the file that are not imported, by the numbers of their lines."""
        if numbers:
            self.notes[why] = self.notes.get(why, 0) + len(numbers)
            self.left_out.append(LeftOut(why, len(numbers), min(numbers), max(numbers)))


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file. `source` is the whole JSON value, the numbered objects of a file of lines, or a text.

    `convert` raises KeyError, TypeError or AttributeError for a file that is not what it looked like, or HistoryError
    that names the place.
    """

    name: str
    recognises: Callable[[Any], bool]
    convert: Callable[[Any], Converted]
    runs: Callable[[Any], Sequence[Any]] = lambda source: (source,)
    """The conversations of a file, each as `convert` takes it."""
    refused: bool = False


def refusal(name: str, recognises: Callable[[Any], bool], why: str) -> Format:
    """A kind of file that cannot be imported: `why` says so, and what to do."""

    def convert(_: Any) -> NoReturn:
        raise HistoryError(f"{name}: {why}")

    return Format(name, recognises, convert, refused=True)


def count(notes: Notes, what: str) -> None:
    notes[what] = notes.get(what, 0) + 1


_KNOWN = frozenset(
    [
        *("compaction", "model_change", "thinking_level_change", "branch_summary", "custom", "label", "session_info"),
        *("system", "result", "rate_limit_event", "stream_event", "summary", "progress", "file-history-snapshot"),
        *("thinking", "redacted_thinking", "reasoning", "image", "document", "queue-operation", "attachment"),
        *("event_msg", "turn_context", "compacted", "ghost_snapshot", "info", "error", "warning"),
        *("patch", "retry", "agent", "subtask", "file", "toolConfirmationRequest", "systemNotification"),
        *("agent_state_changed", "recall", "condensation", "change_agent_state"),
    ]
)
"""Kinds that a note may name. A kind is a word of the file, so any other is counted and not repeated."""


def known_kind(value: Any) -> str:
    return value if isinstance(value, str) and value in _KNOWN else "other"


def messages_of(value: Any) -> list[Any]:
    """The list that a file is, or that it holds as `messages`; [] where there is none."""
    messages = value.get("messages") if isinstance(value, Mapping) else value
    return messages if isinstance(messages, list) else []


def as_json(value: Any) -> str:
    """A value as JSON; what is a text stays as it is."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


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


def append_gemini(messages: list[dict[str, Any]], role: str, parts: list[dict[str, Any]]) -> None:
    """Adds a Gemini content; a model's that follows a model's joins it, since a call must follow a user's turn."""
    if not parts:
        return
    if role == "model" and messages and messages[-1]["role"] == "model":
        messages[-1]["parts"].extend(parts)
    else:
        messages.append({"role": role, "parts": parts})


def base64_image(media_type: str, data: str) -> dict[str, Any]:
    """An image as Anthropic has it."""
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def openai_call(call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    """A call as OpenAI chat has it."""
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": as_json(arguments)}}


def openai_image(url: str) -> dict[str, Any]:
    """An image as OpenAI chat has it."""
    return {"type": "image_url", "image_url": {"url": url}}


def openai_result(call_id: str, content: Any) -> dict[str, Any]:
    """A result as OpenAI chat has it."""
    return {"role": "tool", "tool_call_id": call_id, "content": content}
