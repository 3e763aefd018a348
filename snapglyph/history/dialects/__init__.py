"""Dialects: how each provider shapes a message. Shapes as of 2026-12, from the providers' own SDK types."""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from snapglyph.errors import HistoryError

from ..view import Message, RawMessage
from .anthropic import ANTHROPIC
from .bedrock import BEDROCK
from .gemini import GEMINI
from .openai_chat import OPENAI_CHAT
from .openai_responses import OPENAI_RESPONSES
from .shape import Dialect, Piece

__all__ = ["DIALECTS", "Dialect", "Piece", "check_dialect", "check_list", "find_dialect", "view", "view_one"]

DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect for dialect in (OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC, GEMINI, BEDROCK)
}

_MISFITS = (TypeError, AttributeError, KeyError, ValueError, RecursionError)
"""What reading an object of another shape raises."""


def check_dialect(dialect: str) -> Dialect:
    """The dialect of that name; raises HistoryError that lists the names."""
    if dialect not in DIALECTS:
        raise HistoryError(f"there is no dialect {dialect!r}; the dialects are {', '.join(DIALECTS)}")
    return DIALECTS[dialect]


def view(messages: Sequence[RawMessage], dialect: str) -> list[Message]:
    """Reads messages through a dialect; raises HistoryError that names the first one that is none."""
    shape = check_dialect(dialect)
    check_list(messages)
    return [view_one(raw, number, shape) for number, raw in enumerate(messages, 1)]


def view_one(raw: RawMessage, number: int, shape: Dialect) -> Message:
    """Reads one message; raises HistoryError that names its number."""
    if not isinstance(raw, Mapping):
        raise HistoryError(f"message {number} is not an object with a role")
    try:
        role = shape.role(raw)
    except _MISFITS as error:
        raise HistoryError(f"message {number} is not an object with a role of the dialect {shape.name}") from error
    try:
        parts = tuple(shape.parts(raw))
    except _MISFITS as error:
        raise HistoryError(f"message {number} is not of the dialect {shape.name}") from error
    for part in parts:
        # In one row, since this is asked of every part of every history.
        if not (
            isinstance(part.text, str)
            and isinstance(part.call_id, str)
            and isinstance(part.name, str)
            and isinstance(part.data, str)
            and isinstance(part.signature, str)
        ):
            raise HistoryError(f"message {number} has something else where {shape.name} has a text")
    return Message(number, role, parts, raw)


_PROVIDERS = (("claude", "anthropic"), ("gemini", "gemini"))
"""A part of a model's id, and its provider's own dialect. Other providers speak OpenAI chat, also OpenAI where a list
has no mark of its Responses."""


def find_dialect(messages: Sequence[RawMessage], likely: str | None = None) -> str:
    """The dialect whose marks the messages bear.

    Args:
        likely: a model, whose provider's dialect is meant where the messages fit several, as plain text does, or
            that dialect itself. A list that this one cannot read is OpenAI chat, in which every provider takes it.

    Raises HistoryError where nothing tells the dialect, and for marks of two.
    """
    check_list(messages)
    found: set[frozenset[str]] = set()
    for number, raw in enumerate(messages, 1):
        if not isinstance(raw, Mapping):
            raise HistoryError(f"message {number} is of no known dialect")
        for shape in DIALECTS.values():
            try:
                found.update(shape.marks(raw))
            except _MISFITS as error:
                raise HistoryError(f"message {number} is of no known dialect") from error
    fits = reduce(frozenset.__and__, found, frozenset(DIALECTS))
    if len(fits) == 1:
        return next(iter(fits))
    if not fits:
        certain = {name for marks in found if len(marks) == 1 for name in marks} or set().union(*found)
        raise HistoryError(f"the messages mix the dialects {' and '.join(sorted(certain))}; pass dialect=")
    # System messages within the list are OpenAI's habit. Anthropic has them too since 2026, so they decide nothing
    # against other marks.
    if "openai-chat" in fits and any(raw.get("role") in ("system", "developer") for raw in messages):
        return "openai-chat"
    for name in (_dialect_of(likely), "openai-chat") if likely else ():
        if name in fits and _reads(DIALECTS[name], messages):
            return name
    raise HistoryError(
        f"nothing in the messages tells their dialect (plain text fits several); pass dialect=, one of "
        f"{', '.join(DIALECTS)}, or name a model"
    )


def _dialect_of(likely: str) -> str:
    if likely in DIALECTS:
        return likely
    return next((dialect for part, dialect in _PROVIDERS if part in likely.lower()), "openai-chat")


def _reads(shape: Dialect, messages: Sequence[RawMessage]) -> bool:
    try:
        for number, raw in enumerate(messages, 1):
            view_one(raw, number, shape)
    except HistoryError:
        return False
    return True


def check_list(messages: Any) -> None:
    """Raises HistoryError for what is no list of anything."""
    if not isinstance(messages, Sequence) or isinstance(messages, str | bytes):
        raise HistoryError(f"messages must be a list of messages, not {type(messages).__name__}")
