"""From a position on a page back to the message and the character that stand there."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from snapglyph.engine import Source
from snapglyph.engine.source import SAFE_START, nfc

__all__ = ["Origin", "Slice", "SourceMap"]


@dataclass(frozen=True, slots=True)
class Slice:
    """`length` characters of the source from `start` on stand for `origin_length` characters of a part's text from
    `character` on: the same ones where it is `verbatim`, else a name for what is not shown, or, with 0, something
    that the part does not have, such as a line end of ours."""

    start: int
    length: int
    message: int
    part: int
    character: int
    origin_length: int
    verbatim: bool


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a character came from: the message's number, the index of its part, and the character of that part's
    text (the first of those that it stands for)."""

    message: int
    part: int
    character: int


class SourceMap:
    """Maps positions in a source's NFC text, which is what `page.span` counts in, to where they came from.

    The position of a character on a page is `page.span[0]` plus its place in what the page says.
    """

    __slots__ = ("_nfc", "_raw", "_slices", "_starts", "length")

    def __init__(self, source: Source, slices: Sequence[Slice]) -> None:
        self._slices = slices
        self._starts = [piece.start for piece in slices]
        self._nfc, self._raw, self.length = _knots(source)

    def origin(self, position: int) -> Origin:
        """Where the character at this position of the NFC text came from; raises IndexError outside the text."""
        if not 0 <= position < self.length:
            raise IndexError(f"position {position} is outside the source, which has {self.length} characters")
        raw = self._to_raw(position)
        piece = self._slices[bisect_right(self._starts, raw) - 1]
        ahead = raw - piece.start if piece.verbatim else 0
        return Origin(piece.message, piece.part, piece.character + ahead)

    def messages(self, start: int, end: int) -> list[int]:
        """The numbers of the messages that stand in a span of the NFC text, as `page.span`, in reading order, each
        once."""
        if start >= end:
            return []
        first = bisect_right(self._starts, self._to_raw(start)) - 1
        last = bisect_right(self._starts, self._to_raw(end - 1))
        return list(dict.fromkeys(piece.message for piece in self._slices[first:last]))

    def _to_raw(self, position: int) -> int:
        at = bisect_right(self._nfc, position) - 1
        ahead = position - self._nfc[at]
        # Characters that were composed or reordered have no place of their own: they lead to where they begin.
        longest = self._raw[at + 1] - self._raw[at] if at + 1 < len(self._raw) else ahead + 1
        composed = at + 1 < len(self._nfc) and self._nfc[at + 1] - self._nfc[at] != longest
        return self._raw[at] + (0 if composed else ahead)


def _knots(source: Source) -> tuple[list[int], list[int], int]:
    """Positions in NFC and in the source at which stretches begin that are the same in both, or are not."""
    composed: list[int] = []
    raw: list[int] = []
    at = 0
    offsets = sorted({0, *(tag.offset for tag in source.tags), len(source.text)})
    for start, end in pairwise(offsets):
        for offset, length in _stretches(source.text[start:end]):
            composed.append(at)
            raw.append(start + offset)
            at += length
    return [*composed, at], [*raw, len(source.text)], at


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """(offset, length in NFC) of stretches of a text that is normalised by itself. A text in NFC is one stretch; in
    any other, each character that NFC changes is one, with the marks behind it."""
    if text.isascii() or nfc(text) == text:
        yield 0, len(text)
        return
    plain = 0  # where the stretch begins that NFC leaves alone
    cuts = [match.start() for match in SAFE_START.finditer(text)]
    for start, end in pairwise([*([] if cuts[:1] == [0] else [0]), *cuts, len(text)]):
        if end - start == 1 and text[start].isascii():
            continue
        normal = nfc(text[start:end])
        if normal != text[start:end]:
            if start > plain:
                yield plain, start - plain
            yield start, len(normal)
            plain = end
    if plain < len(text):
        yield plain, len(text) - plain
