"""The middle of a history -> its source: text to draw, and tags that say who speaks.

Tags are not text, so no message can look like another speaker. Nothing is cut but what is named here: thinking is
left out (providers refuse to see it replayed), images and base64 are named where they stood, terminal colour codes
are removed. Each is counted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from snapglyph.engine import Source, Tag

from .groups import answers
from .view import Message, Part

__all__ = ["Named", "sent_texts", "serialise"]

_COLOUR = re.compile(r"\x1b\[[0-9;:]*m")
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)(?:;[\w=.+-]+)*;base64,([A-Za-z0-9+/=_-]+)")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{512,}={0,2}")
"""512 characters: beyond any hash, key or minified word that a reader could want back."""

_ROLE_TAGS = {"user": "USER", "assistant": "AI", "system": "SYSTEM", "developer": "SYSTEM", "tool": "OUT"}


@dataclass(slots=True)
class Named:
    """What the source names instead of showing, or leaves out, in pieces (and characters for base64)."""

    thinking: int = 0
    images: int = 0
    base64_runs: int = 0
    base64_characters: int = 0
    colour_codes: int = 0
    other_blocks: int = 0
    """Blocks of no known type, drawn as their JSON."""


def serialise(messages: Sequence[Message]) -> tuple[Source, Named]:
    """Writes messages down in reading order, each result directly behind its own call."""
    writer = _Writer()
    answered = answers(messages)
    told = set(answered.values())
    for i, message in enumerate(messages):
        for k, part in enumerate(message.parts):
            if (i, k) in told:
                continue
            writer.write(message, part)
            if part.kind == "call" and (i, k) in answered:
                j, at = answered[i, k]
                writer.write(messages[j], messages[j].parts[at])
    return Source("".join(writer.texts), tuple(writer.tags)), writer.named


@dataclass(slots=True)
class _Writer:
    texts: list[str] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    named: Named = field(default_factory=Named)
    length: int = 0
    label: str = ""

    def write(self, message: Message, part: Part) -> None:
        if part.kind == "thinking":
            self.named.thinking += 1
            return
        if part.kind == "image":
            self.named.images += 1
        elif part.kind == "other":
            self.named.other_blocks += 1
        text = self._plain(part.text)
        if part.kind == "call":
            text = f"{part.name} {text}"
        if text:
            self._tag(_label(message, part), again=part.kind in ("call", "result"))
            self._say(text if text.endswith("\n") else text + "\n")

    def _tag(self, label: str, *, again: bool) -> None:
        if again or label != self.label:
            self.tags.append(Tag(self.length, label))
            self.label = label

    def _say(self, text: str) -> None:
        self.texts.append(text)
        self.length += len(text)

    def _plain(self, text: str) -> str:
        text, codes = _COLOUR.subn("", text)
        self.named.colour_codes += codes
        text = _DATA_URL.sub(lambda m: self._name_base64(f"[{m[1]} data URL", m[2]), text)
        return _BASE64.sub(lambda m: self._name_base64("[base64", m[0]) if _is_base64(m[0]) else m[0], text)

    def _name_base64(self, what: str, data: str) -> str:
        self.named.base64_runs += 1
        self.named.base64_characters += len(data)
        return f"{what}, {len(data):,} characters]"


def _is_base64(run: str) -> bool:
    """Encoded bytes use capitals, small letters and digits freely; a ruler of dashes or a long word does not."""
    return len(set(run)) > 24 and any(c.isdigit() for c in run) and run.lower() != run != run.upper()


def _label(message: Message, part: Part) -> str:
    if part.kind == "call":
        return f"CALL {message.number}"
    if part.kind == "result":
        return f"{'ERR' if part.is_error else 'OUT'} {message.number}"
    return f"{_ROLE_TAGS.get(message.role, 'OTHER')} {message.number}"


def sent_texts(messages: Sequence[Message]) -> Iterator[str]:
    """Every text that the messages send: what a provider bills, thinking left out as in the source."""
    for message in messages:
        for part in message.parts:
            if part.kind != "thinking":
                yield f"{part.name} {part.text}" if part.kind == "call" else part.text
