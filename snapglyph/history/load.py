"""Files that people have -> messages of a dialect. The format is found by content, never by the file's name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from snapglyph.errors import HistoryError

from .dialects import find_dialect
from .importers import (
    BLANK,
    DOCUMENT_FORMATS,
    LINE_FORMATS,
    TEXT_FORMATS,
    Document,
    Format,
    LeftOut,
    Lines,
    read_text,
)
from .view import RawMessage

__all__ = ["FEW", "Transcript", "load"]

FEW = 3
"""Messages that may be left out without a warning."""

_MOST_NAMED = 5
"""Branches that a warning names."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """Messages, their dialect, where they came from, what the file held beside them, counted, the text of a system
    prompt that stood beside them, and the messages that the file holds and that are not among these."""

    messages: list[RawMessage]
    dialect: str
    format: str
    notes: Mapping[str, int] = field(default_factory=dict)
    system: str = ""
    left_out: tuple[LeftOut, ...] = ()

    @property
    def warning(self) -> str:
        """Says how many messages were left out, and where they stand; "" when they are at most FEW."""
        gone = sum(part.messages for part in self.left_out)
        if gone <= FEW:
            return ""
        parts = sorted(self.left_out, key=lambda part: -part.messages)
        named = [f"{part.messages:,} {part.why} ({_lines_of(part)})" for part in parts[:_MOST_NAMED]]
        if more := parts[_MOST_NAMED:]:
            named.append(f"{sum(part.messages for part in more):,} on {len(more):,} more branches")
        here = len(self.messages)
        return f"WARNING: {gone:,} messages of this file are NOT among the {here:,} imported: {', '.join(named)}"


def _lines_of(part: LeftOut) -> str:
    if part.first_line == part.last_line:
        return f"line {part.first_line:,}"
    return f"lines {part.first_line:,} to {part.last_line:,}"


def load(
    source: Path | str, *, dialect: str | None = None, run: int | None = None, likely: str | None = None
) -> Transcript:
    """Reads a transcript from a file (`Path`) or from its text (`str`).

    Known are the files of `importers` (pi sessions, Claude Code sessions and stream-json, Codex rollouts, Gemini CLI
    sessions and checkpoints, Goose sessions, opencode exports, OpenHands events, Cline conversations, aider chat
    histories, ATIF, SWE-agent, mini-swe-agent and tau2-bench trajectories, ShareGPT, LangChain and LangSmith, AI SDK,
    Pydantic AI, OpenAI responses), lists of provider messages, as JSON or one a line, objects that hold such a list
    (requests, with a system prompt beside it that is given apart), and lists of such objects (`run` picks one, from
    0). A session is read as its agent would send it next: along the branch that it ends with, without what was taken
    back, and with the summary of what was compacted.

    A line that is no JSON, as a crash leaves it, is counted among the notes where the other lines tell what the file
    is; in a file that nothing else tells it is an error.

    Args:
        dialect: of a list of messages; None finds it.
        likely: a model or a dialect that decides where the messages fit several; see `find_dialect`.

    Raises HistoryError that names the line for a broken one, or says what to pass; OSError for a file that cannot
    be read.
    """
    name, text, bad_byte = _read(source) if isinstance(source, Path) else ("the text", source, None)
    if not text.strip(BLANK):
        raise HistoryError(f"{name} is empty")
    for known in TEXT_FORMATS:
        if known.recognises(text):
            return _imported(known, text, name, run)
    read = read_text(text, name, bad_byte=bad_byte)
    if isinstance(read, Document):
        found = _from_document(read.value, name, dialect, run, likely)
    else:
        found = _from_lines(read, name, dialect, run, likely)
    if not read.broken:
        return found
    return replace(found, notes={**found.notes, "unreadable lines": len(read.broken)})


_DATABASE = b"SQLite format 3\x00"


def _read(path: Path) -> tuple[str, str, int | None]:
    """A file's name, its text, and the first byte that is no text; such bytes become surrogates."""
    data = path.read_bytes()
    if data.startswith(_DATABASE):
        raise HistoryError(
            f"{path.name} is a database, not a transcript; export the conversation first (goose session export "
            "--format json, opencode export, snapglyph store export)"
        )
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # as PowerShell writes what a program prints
        try:
            return path.name, data.decode("utf-16"), None
        except UnicodeDecodeError as error:
            raise HistoryError(f"{path.name} is not UTF-16 text (byte {error.start})") from error
    try:
        return path.name, data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        return path.name, data.decode("utf-8", "surrogateescape"), error.start


# --- formats ----------------------------------------------------------------------------------------------


def _imported(known: Format, source: Any, name: str, run: int | None) -> Transcript:
    try:
        conversation, name = _pick(known.runs(source), name, run)
        found = known.convert(conversation)
    except _ChoiceError:
        raise
    except HistoryError as error:
        raise HistoryError(f"{name}, {error}") from error
    except (LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise HistoryError(f"{name} looks like a {known.name} and has something else in it") from error
    return Transcript(
        list(found.messages), found.dialect, known.name, found.notes, found.system, tuple(found.left_out)
    )


class _ChoiceError(HistoryError):
    """That `run` picks no conversation."""


def _pick(runs: Sequence[Any], name: str, run: int | None) -> tuple[Any, str]:
    """A conversation of several, and how it is called."""
    if not runs:
        raise _ChoiceError(f"{name} holds no conversation")
    if run is None and len(runs) > 1:
        raise _ChoiceError(f"{name} holds {len(runs)} conversations; pass run=0 to run={len(runs) - 1}")
    if len(runs) == 1 and run:
        raise _ChoiceError(f"{name} holds one conversation; leave run out")
    if not 0 <= (run or 0) < len(runs):
        raise _ChoiceError(f"{name} has no conversation {run}; there are 0 to {len(runs) - 1}")
    return runs[run or 0], name if len(runs) == 1 else f"conversation {run} of {name}"


def _known() -> str:
    every = (*LINE_FORMATS, *DOCUMENT_FORMATS, *TEXT_FORMATS)
    return ", ".join(dict.fromkeys(known.name for known in every if not known.refused))


# --- one JSON object a line -------------------------------------------------------------------------------


def _from_lines(read: Lines, name: str, dialect: str | None, run: int | None, likely: str | None) -> Transcript:
    """Raises HistoryError for the first broken line where the whole ones do not tell what the file is."""
    records = [record for _, record in read.records]
    for known in LINE_FORMATS:
        if known.recognises(read.records):
            return _imported(known, read.records, name, run)
    if all("role" in record for record in records) or all(map(_holds_run, records)):
        value = records if len(records) > 1 or "role" in records[0] else records[0]
        return _from_document(value, name, dialect, run, likely)
    if read.broken:
        raise HistoryError(read.broken[0])
    raise HistoryError(f"{name} is JSON lines of no known kind; known are {_known()}, or a JSON list of messages")


# --- one JSON value ---------------------------------------------------------------------------------------

_LISTS = ("messages", "conversations", "contents", "input", "traj")
"""Keys under which files and requests hold their messages."""

_ENVELOPES = ("body", "request", "params")
"""Keys under which logs and batches hold a request; what came back stands beside it as `response`."""

_RUNS = ("simulations", "results", "runs", "data")
"""Keys under which files hold several conversations."""


def _from_document(value: Any, name: str, dialect: str | None, run: int | None, likely: str | None) -> Transcript:
    for known in DOCUMENT_FORMATS:
        if known.recognises(value):
            return _imported(known, value, name, run)
    if isinstance(value, Mapping) and not _has_list(value):
        if (request := _in_envelope(value)) is not None:
            return _from_document(_answered(request, value), name, dialect, run, likely)
        value = next((value[key] for key in _RUNS if _are_runs(value.get(key))), value.get("data") or value)
    if _are_runs(value):
        one, called = _pick(value, name, run)
        return _from_document(one, called, dialect, None, likely)
    lines = list(enumerate(value if isinstance(value, list) else [value], 1))
    if all(isinstance(record, Mapping) for _, record in lines):
        for known in LINE_FORMATS:
            if known.recognises(lines):
                return _imported(known, lines, name, run)
    if run is not None:
        raise HistoryError(f"{name} holds one conversation; leave run out")
    return _from_list(value, name, dialect, likely)


def _are_runs(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_holds_run, value))


def _holds_run(item: Any) -> bool:
    return _is_conversation(item) or (isinstance(item, Mapping) and _in_envelope(item) is not None)


def _is_conversation(item: Any) -> bool:
    if isinstance(item, list) and item:
        return all(isinstance(message, Mapping) and "role" in message for message in item)
    if not isinstance(item, Mapping) or "role" in item:
        return False
    return _has_list(item) or any(known.recognises(item) for known in DOCUMENT_FORMATS)


def _has_list(value: Mapping[str, Any]) -> bool:
    return any(isinstance(value.get(key), list) for key in _LISTS)


def _in_envelope(value: Mapping[str, Any]) -> Any:
    return next((value[key] for key in _ENVELOPES if _is_conversation(value.get(key))), None)


def _answered(request: Mapping[str, Any], beside: Mapping[str, Any]) -> Mapping[str, Any]:
    """A request with the answer of a model behind it, where the log has one."""
    response = beside.get("response")
    if not isinstance(response, Mapping) or not isinstance(request.get("messages"), list):
        return request
    choices = response.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
        answer = choices[0].get("message")
    else:
        answer = {key: response.get(key) for key in ("role", "content")}
    if not isinstance(answer, Mapping) or not isinstance(answer.get("role"), str):
        return request
    return {**request, "messages": [*request["messages"], answer]}


def _check_spoken(messages: list[Any], name: str) -> None:
    """Refuses messages that say things under a key of no dialect, since all of them would be read as empty."""
    if all(isinstance(m, Mapping) and "role" in m and not _SPEAKING & m.keys() for m in messages):
        raise HistoryError(f"{name} has messages with a role and no content, so they are of no known dialect")


_SPEAKING = frozenset(["content", "parts", "tool_calls", "function_call", "refusal", "type"])


def _from_list(value: Any, name: str, dialect: str | None, likely: str | None) -> Transcript:
    system: Any = None
    hint = None
    if isinstance(value, Mapping) and "role" not in value:
        if value.get("previous_response_id") or value.get("conversation"):
            raise HistoryError(f"{name} goes on from a state that the provider holds; there is no list to rebuild")
        if isinstance(value.get("input"), str):
            value = {**value, "input": [{"role": "user", "content": value["input"]}]}
        key = next((key for key in _LISTS if isinstance(value.get(key), list)), "messages")
        system, hint = _system_beside(value, key)
        if not any(other in value for other in _LISTS):
            raise HistoryError(f"{name} is JSON of no known kind; known are {_known()}, or a JSON list of messages")
        value = value.get(key)
    elif isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list) or not value:
        raise HistoryError(f"{name} holds no list of messages")
    notes = {"system prompts": 1} if system is not None else {}
    _check_spoken(value, name)
    found = dialect or hint or find_dialect(value, likely)
    return Transcript(value, found, "json", notes, _text_of(system))


def _system_beside(value: Mapping[str, Any], key: str) -> tuple[Any, str | None]:
    """The system prompt of a request, and the dialect that has it there."""
    for name in ("system", "instructions", "systemInstruction", "system_instruction"):
        if value.get(name) is None:
            continue
        blocks = value[name]
        untyped = isinstance(blocks, list) and all(isinstance(b, Mapping) and "type" not in b for b in blocks)
        dialects = {"messages": "bedrock" if untyped and blocks else "anthropic", "contents": "gemini"}
        return blocks, dialects.get(key, "openai-responses")
    return None, {"contents": "gemini", "input": "openai-responses"}.get(key)


def _text_of(system: Any) -> str:
    """A prompt that is a text, a list of blocks or a Gemini content, as one text."""
    if isinstance(system, Mapping):
        system = system.get("parts") or system.get("text") or ""
    if isinstance(system, list):
        texts = [block.get("text", "") if isinstance(block, Mapping) else block for block in system]
        return "\n\n".join(text for text in texts if isinstance(text, str))
    return system if isinstance(system, str) else ""
