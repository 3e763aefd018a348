"""What pages are drawn from: text in NFC, and between its characters the tags that no text can hold."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from .native import lib

__all__ = ["Event", "Source", "SourceLike", "Tag", "TagCodes", "events", "nfc", "normalised"]

INVERSE: int = lib.SG_INVERSE

_LABEL = re.compile(r"[A-Z0-9 -]{1,24}")
SAFE_START = re.compile(
    "[\0-\x7f\xa0-\u02ff\u0370-\u0482\u048a-\u052f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3"
    "\U0001f300-\U0001faff]"
)
"""Characters that no composition joins to the one before: Latin, Greek, Cyrillic, kana, ideographs, whole Hangul
syllables, emoji. Not all there are, but every long text has some; tests/engine/test_source.py proves them."""

_LONG_RUN = re.compile(f"[^{SAFE_START.pattern[1:-1]}]{{64,}}")

_CHUNK = 1 << 18
"""Characters normalised at a time: large enough to hide the call, small enough to keep memory flat."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A label in inverse video, such as "USER 12", drawn before `text[offset]`.

    Raises ValueError for a label outside `[A-Z0-9 -]{1,24}` or a negative offset.
    """

    offset: int
    label: str

    def __post_init__(self) -> None:
        if not _LABEL.fullmatch(self.label):
            raise ValueError("a tag's label is 1 to 24 of A-Z, 0-9, blank and hyphen")
        if self.offset < 0:
            raise ValueError(f"a tag's offset is {self.offset}; it counts characters from 0")


@dataclass(frozen=True, slots=True)
class Source:
    """Text with tags in it. Each stretch between tags is normalised to NFC by itself.

    Raises TypeError for a text that is not a str, ValueError for tags that are out of order or behind the end.
    """

    text: str
    tags: tuple[Tag, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError(f"a source's text must be a str, not {type(self.text).__name__}")
        previous = 0
        for tag in self.tags:
            if tag.offset < previous or tag.offset > len(self.text):
                raise ValueError(f"a tag at {tag.offset} is behind the text's end ({len(self.text)}) or out of order")
            previous = tag.offset


SourceLike: TypeAlias = str | Source | Iterable[str]
"""A whole text, a text with tags, or the chunks of a text too long to hold."""


@lru_cache(maxsize=1 << 12)
def _tag_codes(label: str) -> tuple[int, ...]:
    """Remembered, since a layout asks for a tag's codes several times."""
    return lib.SG_TAG_OPEN, *(INVERSE + ord(c) for c in label), lib.SG_TAG_CLOSE


@dataclass(frozen=True, slots=True)
class TagCodes:
    """A tag as the units that are shaped: open, inverse letters, close."""

    label: str

    @property
    def codes(self) -> tuple[int, ...]:
        return _tag_codes(self.label)

    @property
    def number(self) -> str | None:
        """The message number that ends the label, as in "USER 12"; None when it has none."""
        word = self.label.rpartition(" ")[2]
        return word if word.isdigit() else None


Event: TypeAlias = str | TagCodes


def events(source: SourceLike) -> Iterator[Event]:
    """The source as stretches of NFC text and tags, in order; the stretches' lengths carry no meaning.

    Raises TypeError for anything that is not a text.
    """
    if isinstance(source, str):
        yield from _stretch(source)
    elif isinstance(source, Source):
        start = 0
        for tag in source.tags:
            yield from _stretch(source.text[start : tag.offset])
            yield TagCodes(tag.label)
            start = tag.offset
        yield from _stretch(source.text[start:])
    elif isinstance(source, Iterable) and not isinstance(source, bytes | bytearray | memoryview):
        yield from _normalised(_checked(source))
    else:
        raise TypeError(f"text must be a str, a Source or an iterable of str, not {type(source).__name__}")


def normalised(source: Source) -> Source:
    """The source as its pages say it, in NFC; the same object when it is that already, as ASCII is."""
    if source.text.isascii():
        return source
    texts: list[str] = []
    tags: list[Tag] = []
    length = 0
    for event in events(source):
        if isinstance(event, str):
            texts.append(event)
            length += len(event)
        else:
            tags.append(Tag(length, event.label))
    return Source("".join(texts), tuple(tags))


def _checked(chunks: Iterable[str]) -> Iterator[str]:
    for chunk in chunks:
        if not isinstance(chunk, str):
            raise TypeError(f"a chunk of text must be a str, not {type(chunk).__name__}")
        yield chunk


def _stretch(text: str) -> Iterator[str]:
    if not text.isascii():
        yield from _normalised(text[i : i + _CHUNK] for i in range(0, len(text), _CHUNK))
    elif text:
        yield text  # ASCII is in NFC, and this neither copies nor scans it


def _normalised(chunks: Iterable[str]) -> Iterator[str]:
    """NFC of the chunks' concatenation, without ever holding all of it.

    Cut before a starter that no composition joins to what stands before it, NFC(a + b) is NFC(a) + NFC(b)
    (Unicode Standard Annex 15).
    """
    held: list[str] = []
    for chunk in chunks:
        cut = _last_safe_cut(chunk)
        if cut < 0:
            held.append(chunk)
            continue
        held.append(chunk[:cut])
        if done := nfc("".join(held)):
            yield done
        held = [chunk[cut:]]
    if rest := nfc("".join(held)):
        yield rest


def nfc(text: str) -> str:
    """NFC in linear time. CPython sorts a run of combining marks by insertion, which takes a quarter of an hour for a
    million hostile ones; a run that is in canonical order already costs it nothing."""
    return unicodedata.normalize("NFC", _LONG_RUN.sub(_in_canonical_order, text))


def _in_canonical_order(match: re.Match[str]) -> str:
    """Decomposed, with each stretch of marks sorted by combining class: canonically the same text (UAX 15, D109)."""
    decomposed = "".join(unicodedata.normalize("NFD", character) for character in match[0])
    stretches = groupby(decomposed, key=lambda character: unicodedata.combining(character) > 0)
    return "".join("".join(sorted(run, key=unicodedata.combining) if marks else run) for marks, run in stretches)


def _last_safe_cut(chunk: str) -> int:
    if chunk.isascii():
        return len(chunk) - 1  # the last one may still be joined by a mark in the next chunk
    return next((i for i in range(len(chunk) - 1, -1, -1) if SAFE_START.match(chunk[i])), -1)
