"""Files that people have -> messages of a dialect. The format is found by content, never by the file's name."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from snapglyph.errors import HistoryError

from .dialects import find_dialect
from .importers import DOCUMENT_FORMATS, LINE_FORMATS, Converted, Format, Line
from .view import RawMessage

__all__ = ["Transcript", "load"]


@dataclass(frozen=True, slots=True)
class Transcript:
    """Messages, their dialect, where they came from, what the file held beside them, counted, and the text of a
    system prompt that stood beside them."""

    messages: list[RawMessage]
    dialect: str
    format: str
    notes: Mapping[str, int] = field(default_factory=dict)
    system: str = ""


def load(source: Path | str, *, dialect: str | None = None, run: int | None = None) -> Transcript:
    """Reads a transcript from a file (`Path`) or from its text (`str`).

    Known are the files of `importers` (pi sessions, Claude Code sessions and stream-json, Codex rollouts, Gemini CLI
    sessions, ATIF, SWE-agent and mini-swe-agent trajectories, ShareGPT, LangChain), lists of provider messages, as
    JSON or one a line, objects that hold such a list (requests, with a system prompt beside it that is given apart),
    and lists of such objects (`run` picks one, from 0).

    A line that is no JSON, as a crash leaves it, is counted among the notes where the other lines tell what the file
    is; in a file that nothing else tells it is an error.

    Raises HistoryError that names the line for a broken one, or says what to pass; OSError for a file that cannot
    be read.
    """
    name, text = (source.name, _read(source)) if isinstance(source, Path) else ("the text", source)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise HistoryError(f"{name} is empty")
    read = _records(text, name)
    if isinstance(read, _Document):
        return _from_document(read.value, name, dialect, run)
    return _from_lines(read, name, dialect, run)


# --- one JSON object a line -------------------------------------------------------------------------------


def _from_lines(read: "_Lines", name: str, dialect: str | None, run: int | None) -> Transcript:
    for known in LINE_FORMATS if read.records else ():
        if known.recognises(read.records):
            _one_conversation(name, run)
            found = _convert(known, read.records, name)
            if read.broken:
                found.notes["unreadable lines"] = len(read.broken)
            return Transcript(list(found.messages), found.dialect, known.name, found.notes, found.system)
    if read.broken:
        raise HistoryError(read.broken[0])
    records = [record for _, record in read.records]
    if all("messages" in record or "conversations" in record or "contents" in record for record in records):
        return _from_document(records if len(records) > 1 else records[0], name, dialect, run)
    if all("role" in record for record in records):
        return _from_document(records, name, dialect, run)
    raise HistoryError(f"{name} is JSON lines of no known kind; known are {_known()}, or a JSON list of messages")


def _known() -> str:
    return ", ".join(known.name for known in (*LINE_FORMATS, *DOCUMENT_FORMATS))


def _convert(known: Format, source: Any, name: str) -> Converted:
    try:
        return known.convert(source)
    except HistoryError as error:
        raise HistoryError(f"{name}, {error}") from error
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise HistoryError(f"{name} looks like a {known.name} and has something else in it") from error


# --- one JSON value ---------------------------------------------------------------------------------------

_LISTS = ("messages", "conversations", "contents", "input")
"""Keys under which files and requests hold their messages."""


def _from_document(value: Any, name: str, dialect: str | None, run: int | None) -> Transcript:
    runs = [item for item in value if _holds_run(item)] if isinstance(value, list) else []
    if runs and len(runs) == len(value):
        value, name, run = _pick(runs, name, run), f"conversation {run} of {name}", None
    _one_conversation(name, run)
    for known in DOCUMENT_FORMATS:
        if known.recognises(value):
            found = _convert(known, value, name)
            return Transcript(list(found.messages), found.dialect, known.name, found.notes, found.system)
    return _from_list(value, name, dialect)


def _holds_run(item: Any) -> bool:
    return isinstance(item, Mapping) and "role" not in item and any(isinstance(item.get(key), list) for key in _LISTS)


def _pick(runs: list[Any], name: str, run: int | None) -> Any:
    if run is None:
        raise HistoryError(f"{name} holds {len(runs)} conversations; pass run=0 to run={len(runs) - 1}")
    if not 0 <= run < len(runs):
        raise HistoryError(f"{name} has no conversation {run}; there are 0 to {len(runs) - 1}")
    return runs[run]


def _one_conversation(name: str, run: int | None) -> None:
    if run is not None:
        raise HistoryError(f"{name} holds one conversation; leave run out")


def _from_list(value: Any, name: str, dialect: str | None) -> Transcript:
    system: Any = None
    hint = None
    if isinstance(value, Mapping):
        if value.get("previous_response_id") or value.get("conversation"):
            raise HistoryError(f"{name} goes on from a state that the provider holds; there is no list to rebuild")
        key = next((key for key in _LISTS if isinstance(value.get(key), list)), "messages")
        system, hint = _system_beside(value, key)
        value = value.get(key)
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise HistoryError(f"{name} holds no list of messages")
    messages = list(value)
    notes = {"system prompts": 1} if system is not None else {}
    return Transcript(messages, dialect or hint or find_dialect(messages), "json", notes, _text_of(system))


def _system_beside(value: Mapping[str, Any], key: str) -> tuple[Any, str | None]:
    """The system prompt of a request, and the dialect that has it there."""
    for name in ("system", "instructions", "systemInstruction", "system_instruction"):
        if value.get(name) is None:
            continue
        blocks = value[name]
        untyped = isinstance(blocks, list) and all(isinstance(b, Mapping) and "type" not in b for b in blocks)
        dialects = {"messages": "bedrock" if untyped and blocks else "anthropic", "contents": "gemini"}
        return blocks, dialects.get(key, "openai-responses")
    return None, {"contents": "gemini"}.get(key)


def _text_of(system: Any) -> str:
    """A prompt that is a text, a list of blocks or a Gemini content, as one text."""
    if isinstance(system, Mapping):
        system = system.get("parts") or system.get("text") or ""
    if isinstance(system, list):
        texts = [block.get("text", "") if isinstance(block, Mapping) else block for block in system]
        return "\n\n".join(text for text in texts if isinstance(text, str))
    return system if isinstance(system, str) else ""


# --- text -> JSON -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Document:
    value: Any


@dataclass(slots=True)
class _Lines:
    records: list[Line] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    """A sentence for each line that is none."""


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise HistoryError(f"{path.name} is not UTF-8 text (byte {error.start})") from error


def _records(text: str, name: str) -> _Document | _Lines:
    first_line, _, rest = text.lstrip().partition("\n")
    if not rest.strip() or not _is_object(first_line):
        value = _parse(text, name, 1)
        if not rest.strip() and isinstance(value, Mapping) and not any(key in value for key in _DOCUMENT_KEYS):
            return _Lines([(1, value)])
        return _Document(value)
    lines = _Lines()
    for number, line in enumerate(text.split("\n"), 1):  # JSON strings may hold the other line ends
        if not line.strip():
            continue
        try:
            record = _parse(line, name, number)
            if not isinstance(record, Mapping):
                raise HistoryError(f"{name}, line {number}: not an object")
        except HistoryError as error:
            lines.broken.append(str(error))
        else:
            lines.records.append((number, record))
    return lines


_DOCUMENT_KEYS = (*_LISTS, "steps", "history")


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
