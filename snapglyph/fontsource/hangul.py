"""Hangul syllables from their letters: 19 initials, 21 vowels and 27 finals fill boxes of a square of two cells.

The square has 16 by 16 pixels; its last row and column stay paper, so that rows and syllables stay apart.
"""

from collections.abc import Mapping
from itertools import product

from .pixels import Pixels, Rows, to_rows
from .strokes import Strokes, draw_in_box

__all__ = ["FIRST", "LAST", "syllables"]

FIRST, LAST = 0xAC00, 0xD7A3

_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FINALS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
"""The order that The Unicode Standard, section 3.12, numbers syllables by: (initial * 21 + vowel) * 28 + final."""

_COMPOUND = {"ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ"}
_FLAT = "ㅗㅛㅜㅠㅡ"

Box = tuple[int, int, int, int]
"""First column and row, last column and row."""

_BOXES: Mapping[tuple[str, bool], tuple[Box, Box, Box]] = {
    ("upright", False): ((1, 2, 7, 12), (9, 0, 14, 14), (9, 0, 14, 14)),
    ("upright", True): ((1, 0, 7, 6), (9, 0, 14, 8), (9, 0, 14, 8)),
    ("flat", False): ((2, 0, 12, 7), (0, 9, 14, 13), (0, 9, 14, 13)),
    ("flat", True): ((2, 0, 12, 4), (0, 6, 14, 8), (0, 6, 14, 8)),
    ("both", False): ((1, 0, 8, 7), (0, 9, 9, 13), (10, 0, 14, 14)),
    ("both", True): ((1, 0, 8, 4), (0, 6, 9, 8), (10, 0, 14, 9)),
}
"""Boxes of the initial and of a vowel's one or two parts, by the vowel's kind and whether a final follows."""

_FINAL: Box = (2, 10, 12, 14)


def syllables(jamo: Mapping[int, Strokes]) -> dict[int, Rows]:
    """Code -> 16 rows of 16 bits for all 11,172 syllables. `jamo` holds U+3131..3163."""
    initials = {
        (kind, final, char): _ink(jamo, char, box[0]) for (kind, final), box in _BOXES.items() for char in _INITIALS
    }
    vowels = {(char, final): _vowel(jamo, char, final) for char in _VOWELS for final in (False, True)}
    finals = {char: _ink(jamo, char, _FINAL) for char in _FINALS if char != " "}
    found = {}
    for number, (initial, vowel, final) in enumerate(product(_INITIALS, _VOWELS, _FINALS)):
        has_final = final != " "
        parts = [initials[_kind(vowel), has_final, initial], vowels[vowel, has_final]]
        parts += [finals[final]] if has_final else []
        found[FIRST + number] = tuple(a | b | c for a, b, c in zip(parts[0], parts[1], parts[-1], strict=True))
    return found


def _kind(vowel: str) -> str:
    return "both" if vowel in _COMPOUND else "flat" if vowel in _FLAT else "upright"


def _vowel(jamo: Mapping[int, Strokes], char: str, final: bool) -> Rows:
    boxes = _BOXES[_kind(char), final][1:]
    parts = [_ink(jamo, part, box) for part, box in zip(_COMPOUND.get(char, char * 2), boxes, strict=True)]
    return tuple(a | b for a, b in zip(*parts, strict=True))


def _ink(jamo: Mapping[int, Strokes], char: str, box: Box) -> Rows:
    pixels: Pixels = draw_in_box(jamo[ord(char)], box)
    return to_rows(pixels, 16, 16)
