"""Letters with accents, from a letter and its accents.

accents.txt draws each accent once, five pixels wide, and where a face needs it differently, once more for that face:

    above 0301 ...@./..@..
    above 0301 for 5x8 ..@../.@...
    above 0302+0301 ..@.@/.@.@.

`above` and `below` stand apart from the letter, `joined` hangs from its foot, `right` stands in its upper right
corner, `over` is laid on its middle. Two accents above a letter are one drawing where there is one, else a pile.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from snapglyph.errors import FontError

from .pixels import Pixels, shift, squeeze
from .sources import read_lines
from .yaff import Metrics

__all__ = ["Accents", "decompose", "parse_accents"]

_PLACES = ("above", "below", "joined", "right", "over")
_WIDTH = 5


@dataclass(frozen=True, slots=True)
class Accents:
    """The accents of accents.txt: (place, codes, face or "") -> rows of text."""

    drawings: Mapping[tuple[str, tuple[int, ...], str], tuple[str, ...]]

    def codes(self) -> frozenset[int]:
        """Every accent that is drawn for itself."""
        return frozenset(codes[0] for _, codes, _ in self.drawings if len(codes) == 1)

    def put_on(self, letter: Pixels, codes: Sequence[int], metrics: Metrics, face: str) -> Pixels:
        """The letter with these accents; raises FontError for an accent that is not drawn."""
        by_place: dict[str, list[int]] = {}
        for code in codes:
            by_place.setdefault(self._place_of(code), []).append(code)
        ink = letter
        for code in by_place.get("over", []):
            ink |= self._over(code, ink, metrics, face)
        for code in by_place.get("right", []):
            drawing = _fit(self._find("right", (code,), face), metrics)
            ink |= shift(drawing, metrics.width - 1 - max(x for x, _ in drawing), _top(ink))
        if below := [*by_place.get("below", []), *by_place.get("joined", [])]:
            ink = self._below(ink, below, metrics, face, crowned="above" in by_place)
        if above := by_place.get("above", []):
            ink = self._above(ink, above, metrics, face)
        return ink

    def _above(self, letter: Pixels, codes: list[int], metrics: Metrics, face: str) -> Pixels:
        drawing = _fit(self._pile("above", codes, face), metrics)
        height = max(y for _, y in drawing) + 1
        if _top(letter) >= metrics.x_top:
            return letter | shift(drawing, 0, max(metrics.x_top - metrics.gap - height, 0))
        return _lower(letter, height, metrics) | drawing

    def _below(self, letter: Pixels, codes: list[int], metrics: Metrics, face: str, *, crowned: bool) -> Pixels:
        place = self._place_of(codes[0])
        drawing = _fit(self._find(place, tuple(codes), face), metrics)
        height = max(y for _, y in drawing) + 1
        gap = 1 if place == "below" else 0
        over = metrics.baseline + gap + height - (metrics.height - 1)
        if over > 0:
            at_top = _top(letter) - over < (metrics.x_top if crowned else 0)
            letter = squeeze(letter, max(y for _, y in letter) - _top(letter) + 1 - over) if at_top else letter
            letter = shift(letter, 0, -over)
        return letter | shift(drawing, 0, min(metrics.baseline + gap + 1, metrics.height - height))

    def _over(self, code: int, letter: Pixels, metrics: Metrics, face: str) -> Pixels:
        drawing = _fit(self._find("over", (code,), face), metrics)
        middle = (_top(letter) + max(y for _, y in letter)) / 2
        return shift(drawing, 0, int(middle - max(y for _, y in drawing) / 2))

    def _pile(self, place: str, codes: list[int], face: str) -> tuple[str, ...]:
        try:
            return self._find(place, tuple(codes), face)
        except FontError:
            if len(codes) == 1:
                raise
            return tuple(row for code in reversed(codes) for row in self._find(place, (code,), face))

    def _place_of(self, code: int) -> str:
        for place in _PLACES:
            if (place, (code,), "") in self.drawings:
                return place
        raise FontError(f"accents.txt draws no U+{code:04X}, and a letter needs it; add a line for it")

    def _find(self, place: str, codes: tuple[int, ...], face: str) -> tuple[str, ...]:
        for name in (face, ""):
            if (place, codes, name) in self.drawings:
                return self.drawings[place, codes, name]
        names = " and ".join(f"U+{code:04X}" for code in codes)
        raise FontError(f"accents.txt draws no {names} {place} a letter; add a line for it")


def parse_accents(path: Path) -> Accents:
    """Reads accents.txt; raises FontError for the first mistake."""
    drawings: dict[tuple[str, tuple[int, ...], str], tuple[str, ...]] = {}
    for line in read_lines(path):
        place, codes, *rest = line.words
        face, rows = (rest[1], rest[2:]) if rest[:1] == ["for"] else ("", rest)
        if place not in _PLACES:
            raise line.error(f"an accent is one of {', '.join(_PLACES)}")
        drawn = tuple(rows[0].split("/")) if len(rows) == 1 else ()
        if not drawn or any(len(row) != _WIDTH or set(row) - set(".@") for row in drawn):
            raise line.error(f"rows of {_WIDTH} pixels . and @, parted by /, were expected")
        try:
            key = place, tuple(int(code, 16) for code in codes.split("+")), face
        except ValueError:
            raise line.error(f"{codes!r} is not an accent's code point such as 0301") from None
        if key in drawings:
            raise line.error("drawn before; keep one of them")
        drawings[key] = drawn
    return Accents(drawings)


def decompose(code: int) -> tuple[int, tuple[int, ...]]:
    """A letter and its accents, of one that Unicode takes apart canonically; (code, ()) for any other."""
    parts = unicodedata.normalize("NFD", chr(code))
    if len(parts) < 2 or not all(map(unicodedata.combining, parts[1:])):
        return code, ()
    return ord(parts[0]), tuple(map(ord, parts[1:]))


def _fit(rows: Sequence[str], metrics: Metrics) -> Pixels:
    """Five columns -> the columns of a letter: a sixth doubles the middle one."""
    if metrics.right - metrics.left == _WIDTH:
        rows = [row[:3] + row[2:] for row in rows]
    return frozenset(
        (metrics.left + x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "@"
    )


def _lower(letter: Pixels, height: int, metrics: Metrics) -> Pixels:
    """A capital, or a letter with an ascender, that leaves `height` rows above and still is taller than a small one:
    where that needs the row below the baseline, and it is free, the letter stands on that."""
    top, bottom = _top(letter), max(y for _, y in letter)
    new_top = max(min(height + metrics.gap, metrics.x_top - metrics.gap), top)
    if new_top >= metrics.x_top and bottom == metrics.baseline:
        letter, bottom = shift(letter, 0, 1), bottom + 1
    return squeeze(letter, min(bottom - new_top, bottom - top) + 1)


def _top(pixels: Pixels) -> int:
    return min(y for _, y in pixels)
