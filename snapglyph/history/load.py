"""Files that people have -> messages of a dialect. The format is found by content, never by the file's name."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from snapglyph.errors import HistoryError

from .dialects import find_dialect
from .importers import IMPORTERS, Line
from .view import RawMessage

__all__ = ["Transcript", "load"]


@dataclass(frozen=True, slots=True)
class Transcript:
    """Messages, their dialect, where they came from, and what the file held beside them, counted."""

    messages: list[RawMessage]
    dialect: str
    format: str
    notes: Mapping[str, int] = field(default_factory=dict)


def load(source: Path | str, *, dialect: str | None = None, run: int | None = None) -> Transcript:
    """Reads a transcript from a file (`Path`) or from its text (`str`).

    Known are a JSON list of OpenAI chat or Anthropic messages, an object that holds such a list under `messages`
    (with `system` beside it, an Anthropic request: that stays with the caller and is counted), a list of such objects
    (`run` picks one, from 0), pi session JSONL (version 1), and Claude Code's stream-json.

    Raises HistoryError that names the line for a broken one, or says what to pass; OSError for a file that cannot
    be read.
    """
    name, text = (source.name, _read(source)) if isinstance(source, Path) else ("the text", source)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise HistoryError(f"{name} is empty")
    records = _records(text, name)
    if isinstance(records, _Document):
        messages, has_system = _pick_messages(records.value, name, run)
        if has_system:  # beside the messages: only Anthropic's requests have it there
            return Transcript(messages, dialect or "anthropic", "json", {"system prompts": 1})
        return Transcript(messages, dialect or find_dialect(messages), "json")
    if run is not None:
        raise HistoryError(f"{name} holds one conversation; leave run out")
    for format_name, (recognises, convert) in IMPORTERS.items():
        if recognises(records):
            try:
                messages, notes = convert(records)
            except HistoryError as error:
                raise HistoryError(f"{name}, {error}") from error
            return Transcript(messages, "anthropic", format_name, notes)
    raise HistoryError(
        f"{name} is JSON lines of no known kind; known are {', '.join(IMPORTERS)}, or a JSON list of messages"
    )


@dataclass(frozen=True, slots=True)
class _Document:
    value: Any


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise HistoryError(f"{path.name} is not UTF-8 text (byte {error.start})") from error


def _records(text: str, name: str) -> "_Document | list[Line]":
    first_line, _, rest = text.lstrip().partition("\n")
    if not rest.strip() or not _is_object(first_line):
        value = _parse(text, name, 1)
        if not rest.strip() and isinstance(value, Mapping) and "messages" not in value:
            return [(1, value)]
        return _Document(value)
    records: list[Line] = []
    for number, line in enumerate(text.split("\n"), 1):  # JSON strings may hold the other line ends
        if not line.strip():
            continue
        record = _parse(line, name, number)
        if not isinstance(record, Mapping):
            raise HistoryError(f"{name}, line {number}: not an object")
        records.append((number, record))
    return records


def _parse(text: str, name: str, first_line: int) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        raise HistoryError(f"{name}, line {line}: not JSON ({error.msg})") from error
    except ValueError as error:
        raise HistoryError(f"{name}, line {first_line} or later: a number that JSON cannot hold") from error
    except RecursionError:
        raise HistoryError(f"{name}, line {first_line}: nested too deeply to be a transcript") from None


def _refuse_constant(word: str) -> Any:
    """NaN and Infinity, which Python reads and writes and no provider takes."""
    raise ValueError(word)


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), Mapping)
    except (ValueError, RecursionError):
        return False


def _pick_messages(value: Any, name: str, run: int | None) -> tuple[list[RawMessage], bool]:
    """The messages, and whether a system prompt stands beside them."""
    has_system = isinstance(value, Mapping) and "system" in value
    if isinstance(value, Mapping):
        value = value.get("messages")
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise HistoryError(f"{name} holds no list of messages")
    if run is not None and not any(isinstance(item, Mapping) and "messages" in item for item in value):
        raise HistoryError(f"{name} holds one conversation; leave run out")
    runs = [item for item in value if isinstance(item, Mapping) and "messages" in item]
    if len(runs) == len(value):
        if run is None:
            raise HistoryError(f"{name} holds {len(runs)} conversations; pass run=0 to run={len(runs) - 1}")
        if not 0 <= run < len(runs):
            raise HistoryError(f"{name} has no conversation {run}; there are 0 to {len(runs) - 1}")
        return _pick_messages(runs[run], f"conversation {run} of {name}", None)
    return list(value), has_system
