"""What is known of one group by itself: its source, the room it takes on a page, what it costs as text."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from snapglyph.engine import PageFormat, Source
from snapglyph.engine.layout import count_cells
from snapglyph.engine.source import normalised
from snapglyph.history import Exact, Message, Serialised, exact_strings, sent_texts, serialise_mapped
from snapglyph.history.exact import list_tokens
from snapglyph.history.redact import Redactor
from snapglyph.pricing import TextTokens, text_tokens

from .counting import Ruler, total_tokens
from .page_cache import CACHE

__all__ = ["Facts", "Yardstick", "find_facts"]


@dataclass(frozen=True, slots=True)
class Facts:
    """Of a group.

    Attributes:
        written: its source as its messages have it, with what is named and the map.
        source: the same in NFC, as a page says it.
        cells: that it fills on a packed page.
        text: tokens of what it sends, without thinking, which providers do not bill again, and without images.
        total: tokens of all that it sends, thinking and images included.
        exact: its exact strings.
        exact_tokens: of a list of them all, at the high edge.
        values: the exact strings themselves.
    """

    written: Serialised
    source: Source
    cells: int
    text: TextTokens
    total: TextTokens
    exact: tuple[Exact, ...]
    exact_tokens: int
    values: frozenset[str]

    @property
    def held_bytes(self) -> int:
        """What it takes in memory, roughly."""
        return 2 * len(self.source.text) + 200 * (len(self.written.slices) + len(self.exact)) + 1000


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What groups are measured by; `words` is all of it but the redactor in one text, worked out once."""

    format: PageFormat
    ruler: Ruler
    secrets: Redactor | None
    words: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", f"{self.format.font.version} {self.ruler}")


def find_facts(messages: Sequence[Message], by: Yardstick) -> Facts:
    """The facts of a group, worked out or remembered."""
    key = ("group", _digest(messages), by.words, id(by.secrets))
    kept: tuple[Facts, Redactor | None] | None = CACHE.get(key)
    if kept is None:
        kept = _facts(messages, by), by.secrets  # the redactor is held, so that no other can have its id
        CACHE.put(key, kept, kept[0].held_bytes)
    return kept[0]


def _facts(messages: Sequence[Message], by: Yardstick) -> Facts:
    written = serialise_mapped(messages, secrets=by.secrets)
    source = normalised(written.source)
    exact = tuple(exact_strings(source.text))
    return Facts(
        written,
        source,
        count_cells(source, by.format),
        text_tokens("".join(sent_texts(messages)), by.ruler.family),
        total_tokens(messages, by.ruler),
        exact,
        list_tokens(exact),
        frozenset(one.value for one in exact),
    )


def _digest(messages: Sequence[Message]) -> bytes:
    """SHA-256 of all that the facts depend on. Lengths keep neighbours apart: no text can pass for another part."""
    pieces: list[str] = []
    for message in messages:
        pieces.append(f"{message.number} {message.role} {len(message.parts)}\n")
        for part in message.parts:
            words = (part.kind, part.call_id, part.name, str(part.is_error), part.text, part.signature, part.data)
            pieces.append(" ".join(str(len(word)) for word in words))
            pieces += words
    return hashlib.sha256("".join(pieces).encode("utf-8", "surrogatepass")).digest()
