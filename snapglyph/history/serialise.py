"""The middle of a history -> its source: text to draw, and tags that say who speaks.

Tags are not text, so no message can look like another speaker. Nothing is cut but what is named here: thinking is
left out (providers refuse to see it replayed), images, base64 and secrets are named where they stood, terminal colour
codes are removed. Each is counted, and a map leads from every character of the source to where it came from.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from snapglyph.engine import Source, Tag

from .groups import answers
from .redact import Redactor
from .source_map import Slice, SourceMap
from .view import Message, Part

__all__ = ["Named", "Serialised", "sent_texts", "serialise", "serialise_mapped"]

_COLOUR = re.compile(r"\x1b\[[0-9;:]*m")
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)(?:;[\w=.+-]+)*;base64,([A-Za-z0-9+/=_-]+)")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{512,}={0,2}")
"""512 characters: beyond any hash, key or minified word that a reader could want back."""

_COLOURED_BASE64 = re.compile(r"(?<=[0-9;:\[]m)[A-Za-z0-9+/]{512,}={0,2}")
"""Right behind a colour code, whose last letter could be part of it."""

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
    secrets: int = 0


@dataclass(frozen=True, slots=True)
class Serialised:
    """A source, what it names, and the slices of messages that it is made of, in order."""

    source: Source
    named: Named
    slices: list[Slice] = field(repr=False)

    def map(self) -> SourceMap:
        """Where each character came from. Made anew with every call: keep it."""
        return SourceMap(self.source, self.slices)


def serialise(messages: Sequence[Message]) -> tuple[Source, Named]:
    """Writes messages down in reading order, each result directly behind its own call."""
    written = serialise_mapped(messages)
    return written.source, written.named


def serialise_mapped(messages: Sequence[Message], *, secrets: Redactor | None = None) -> Serialised:
    """As `serialise`, with the map, and with the secrets that a redactor finds named instead of shown.

    Args:
        secrets: a hook that finds them in a text, such as `redact.find_secrets`; it runs before anything is laid out.
    """
    writer = _Writer(secrets)
    answered = answers(messages)
    told = set(answered.values())
    for i, message in enumerate(messages):
        for k, part in enumerate(message.parts):
            if (i, k) in told:
                continue
            writer.write(message, k)
            if part.kind == "call" and (i, k) in answered:
                j, at = answered[i, k]
                writer.write(messages[j], at)
    source = Source("".join(writer.texts), tuple(writer.tags))
    return Serialised(source, writer.named, writer.slices)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A stretch of a part's text that is shown as something else."""

    start: int
    end: int
    shown: str
    what: str
    characters: int = 0
    """Of base64, without what says so."""


@dataclass(slots=True)
class _Writer:
    secrets: Redactor | None = None
    texts: list[str] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    slices: list[Slice] = field(default_factory=list)
    named: Named = field(default_factory=Named)
    length: int = 0
    label: str = ""

    def write(self, message: Message, k: int) -> None:
        part = message.parts[k]
        if part.kind == "thinking":
            self.named.thinking += 1
            return
        if part.kind == "image":
            self.named.images += 1
        elif part.kind == "other":
            self.named.other_blocks += 1
        before = len(self.texts), len(self.slices), self.length
        at_tag = self.length
        if part.kind == "call":
            self._say(f"{part.name} ", message, k, 0, 0, verbatim=False)
        self._plain(part.text, message, k)
        if self.length == at_tag:
            del self.texts[before[0] :], self.slices[before[1] :]
            return
        self._tag(_label(message, part), at_tag, again=part.kind in ("call", "result"))
        if not self.texts[-1].endswith("\n"):
            self._say("\n", message, k, len(part.text), 0, verbatim=False)

    def _tag(self, label: str, offset: int, *, again: bool) -> None:
        if again or label != self.label:
            self.tags.append(Tag(offset, label))
            self.label = label

    def _say(self, text: str, message: Message, k: int, at: int, length: int, *, verbatim: bool = True) -> None:
        """Text that stands for `length` characters of a part from `at` on; 0 for what the part does not have."""
        if text:
            self.slices.append(Slice(self.length, len(text), message.number, k, at, length, verbatim))
            self.texts.append(text)
            self.length += len(text)

    def _plain(self, text: str, message: Message, k: int) -> None:
        at = 0
        for cut in self._cuts(text):
            self._say(text[at : cut.start], message, k, at, cut.start - at)
            self._say(cut.shown, message, k, cut.start, cut.end - cut.start, verbatim=False)
            self._count(cut)
            at = cut.end
        self._say(text[at:], message, k, at, len(text) - at)

    def _cuts(self, text: str) -> list[_Cut]:
        """What is not shown as it is, in order; of two that overlap, the one that begins first."""
        found = [_Cut(m.start(), m.end(), "", "colour") for m in _COLOUR.finditer(text)] if "\x1b" in text else []
        for m in _DATA_URL.finditer(text) if "base64," in text else ():
            found.append(
                _Cut(m.start(), m.end(), f"[{m[1]} data URL, {len(m[2]):,} characters]", "base64", len(m[2]))
            )
        runs = [*_BASE64.finditer(text)] if _may_hold_base64(text) else []
        runs += _COLOURED_BASE64.finditer(text) if found else ()
        for m in runs:
            if _is_base64(m[0]):
                found.append(_Cut(m.start(), m.end(), f"[base64, {len(m[0]):,} characters]", "base64", len(m[0])))
        for secret in self.secrets(text) if self.secrets else ():
            name = f"[{secret.rule}, {secret.end - secret.start:,} characters]"
            found.append(_Cut(secret.start, secret.end, name, "secret"))
        found.sort(key=lambda cut: (cut.start, -cut.end))
        apart: list[_Cut] = []
        for cut in found:
            if not apart or cut.start >= apart[-1].end:
                apart.append(cut)
        return apart

    def _count(self, cut: _Cut) -> None:
        if cut.what == "colour":
            self.named.colour_codes += 1
        elif cut.what == "secret":
            self.named.secrets += 1
        else:
            self.named.base64_runs += 1
            self.named.base64_characters += cut.characters


def _may_hold_base64(text: str) -> bool:
    """False for most texts, without a look at each character: a run of 512 holds a whole slice of 256 from a multiple
    of 256 on, and such a slice has no blank or line end in it."""
    return len(text) >= 512 and any(
        " " not in (piece := text[at : at + 256]) and "\n" not in piece for at in range(0, len(text) - 255, 256)
    )


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
