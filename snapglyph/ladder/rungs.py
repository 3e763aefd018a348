"""What every rung of the ladder hands back, and the gate that each passes: never more tokens, never less valid."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from snapglyph.history import Message, validate, view, worsened
from snapglyph.history.view import RawMessage
from snapglyph.pricing import TextTokens

from .counting import Ruler, minus, total_tokens

__all__ = ["REASONS", "Lost", "Rung", "RungReport", "digest", "finish", "note_of", "untouched"]

REASONS = {
    "nothing-to-do": "there is nothing old enough and large enough to leave out",
    "not-smaller": "the result would not be smaller",
    "invalid": "the provider would refuse something in the result that it did not refuse before",
    "no-tariff": "what images cost this model is not known, or it sees none, so no page can be drawn for it",
    "no-summariser": "no function that summarises was passed, so no summary was allowed",
    "no-room": "a request of the summariser would hold too little text to be worth sending",
    "empty-summary": "the summariser answered nothing",
    "summariser-failed": "the summariser raised an error",
}
"""Why a rung can hand the input back; a snapshot's own reasons are `report.REASONS`."""


@dataclass(frozen=True, slots=True)
class Lost:
    """One thing that the result does not hold any more: sizes and a hash, by which the host finds it in its own
    record.

    Attributes:
        message: index in the input, from 0.
        kind: "result", "argument", "image" or "message".
        characters: of text, or of base64.
        sha256: of the text as UTF-8.
    """

    message: int
    kind: str
    characters: int
    sha256: str


@dataclass(frozen=True, slots=True)
class RungReport:
    """What a rung did. Sizes and hashes only; no word of the conversation.

    Attributes:
        name: "elide", "images", "snapshot" or "summarise".
        before, after: tokens of the whole history, images and signatures included.
        kept: what it looked at and left, counted by why.
        lost: what it left out.
        reason: None when something was done, else a word of `REASONS` or of a snapshot.
        error: the kind of error that the caller's function raised, "" for none.
    """

    name: str
    before: TextTokens
    after: TextTokens
    kept: Mapping[str, int] = field(default_factory=dict)
    lost: tuple[Lost, ...] = ()
    reason: str | None = None
    error: str = ""

    @property
    def freed(self) -> TextTokens:
        """Tokens at each edge."""
        return minus(self.before, self.after)


@dataclass(frozen=True, slots=True)
class Rung:
    """`messages` to send, and the `report`. With a reason, the messages are the caller's own, all of them."""

    messages: list[Any]
    report: RungReport


def untouched(
    name: str, messages: Sequence[RawMessage], tokens: TextTokens, reason: str, kept: Mapping[str, int] | None = None
) -> Rung:
    """The input, and why."""
    return Rung(list(messages), RungReport(name, tokens, tokens, kept or {}, (), reason))


def finish(
    name: str,
    messages: Sequence[RawMessage],
    views: Sequence[Message],
    changed: list[Any],
    dialect: str,
    ruler: Ruler,
    kept: Mapping[str, int],
    lost: Sequence[Lost],
) -> Rung:
    """The result if it passes the gate, else the input and the reason."""
    before = total_tokens(views, ruler)
    if not lost:
        return untouched(name, messages, before, "nothing-to-do", kept)
    after = total_tokens(view(changed, dialect), ruler)
    if after.low > before.low or after.likely > before.likely or after.high > before.high:
        return untouched(name, messages, before, "not-smaller", kept)
    if worsened(validate(messages, dialect), validate(changed, dialect)):
        return untouched(name, messages, before, "invalid", kept)
    return Rung(changed, RungReport(name, before, after, kept, tuple(lost)))


def digest(text: str) -> str:
    """SHA-256 of a text, whatever code points it has, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def note_of(what: str, text: str, advice: str = "") -> str:
    """What stands where something was left out: its size and the first 12 digits of its hash."""
    return f"[{what} left out: {len(text):,} characters, sha256 {digest(text)[:12]}{advice}]"
