"""Glyphs that follow a rule: box drawing, block elements, braille, and inverse video.

Each function gives code -> rows for any cell size; a hand-drawn glyph in the YAFF file wins over its rule.
"""

import unicodedata
from collections.abc import Mapping

from .marks import INVERSE, INVERSE_CHARS
from .pixels import Rows, to_rows, where

__all__ = ["block_elements", "box_drawing", "braille", "inverse_video"]

# --- box drawing, U+2500..257F ----------------------------------------------------------------------------

_OFFSETS = {"LIGHT": (0,), "SINGLE": (0,), "HEAVY": (0, 1), "DOUBLE": (-1, 1)}
"""Lines of a stroke, in pixels from the middle of the cell."""

_ARMS = {
    "UP": ("up",),
    "DOWN": ("down",),
    "LEFT": ("left",),
    "RIGHT": ("right",),
    "VERTICAL": ("up", "down"),
    "HORIZONTAL": ("left", "right"),
}
_DASHES = {"DOUBLE DASH": 2, "TRIPLE DASH": 3, "QUADRUPLE DASH": 4}


def box_drawing(width: int, height: int) -> dict[int, Rows]:
    """Every box-drawing character, built from what its Unicode name says of it."""
    return {code: _box(code, width, height) for code in range(0x2500, 0x2580)}


def _box(code: int, width: int, height: int) -> Rows:
    name = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ")
    if "DIAGONAL" in name:
        return _diagonal(name, width, height)
    dashes = next((count for words, count in _DASHES.items() if words in name), 0)
    for words in _DASHES:
        name = name.replace(f"{words} ", "")
    pixels = _strokes(_arms(name.replace("ARC ", "")), width, height)
    if dashes:
        pixels -= _gaps(dashes, width, height, vertical="VERTICAL" in name)
    if "ARC" in name:
        pixels.discard(((width - 1) // 2, (height - 1) // 2))
    return to_rows(pixels, width, height)


def _arms(name: str) -> dict[str, str]:
    """Direction -> weight. A part of the name without a weight has the weight of the part before it."""
    arms: dict[str, str] = {}
    weight = ""
    for part in name.split(" AND "):
        words = part.split()
        weight = next((word for word in words if word in _OFFSETS), weight)
        for word in words:
            for arm in _ARMS.get(word, ()):
                arms[arm] = weight
    return arms


def _strokes(arms: Mapping[str, str], width: int, height: int) -> set[tuple[int, int]]:
    middle_x, middle_y = (width - 1) // 2, (height - 1) // 2
    across = [o for arm in ("left", "right") if arm in arms for o in _OFFSETS[arms[arm]]] or [0]
    along = [o for arm in ("up", "down") if arm in arms for o in _OFFSETS[arms[arm]]] or [0]
    spans = {
        "up": range(middle_y + max(across) + 1),
        "down": range(middle_y + min(across), height),
        "left": range(middle_x + max(along) + 1),
        "right": range(middle_x + min(along), width),
    }
    pixels: set[tuple[int, int]] = set()
    for arm, weight in arms.items():
        for offset in _OFFSETS[weight]:
            if arm in ("up", "down"):
                pixels |= {(middle_x + offset, y) for y in spans[arm]}
            else:
                pixels |= {(x, middle_y + offset) for x in spans[arm]}
    return pixels


def _gaps(dashes: int, width: int, height: int, *, vertical: bool) -> set[tuple[int, int]]:
    length = height if vertical else width
    cuts = {(2 * k + 1) * length // (2 * dashes) for k in range(dashes)}
    return {(x, y) for x in range(width) for y in range(height) if (y if vertical else x) in cuts}


def _diagonal(name: str, width: int, height: int) -> Rows:
    falling = {((y * (width - 1) * 2 + height - 1) // (2 * (height - 1)), y) for y in range(height)}
    rising = {(width - 1 - x, y) for x, y in falling}
    pixels: set[tuple[int, int]] = set()
    if "CROSS" in name or "UPPER LEFT" in name:
        pixels |= falling
    if "CROSS" in name or "UPPER RIGHT" in name:
        pixels |= rising
    return to_rows(pixels, width, height)


# --- block elements, U+2580..259F -------------------------------------------------------------------------

_QUADRANTS = {"UPPER LEFT": (0, 0), "UPPER RIGHT": (1, 0), "LOWER LEFT": (0, 1), "LOWER RIGHT": (1, 1)}


def block_elements(width: int, height: int) -> dict[int, Rows]:
    """Eighths, shades and quadrants.

    An eighth that is no whole number of columns inks the next column from below for the rest, and one that is no
    whole number of rows the next row from the left: the inked area is right to the pixel, and all eighths differ
    however small the cell is.
    """
    glyphs = {
        0x2580: where(width, height, lambda x, y: y < height // 2),
        0x2588: where(width, height, lambda x, y: True),
        0x2590: _mirror(_left(4, width, height), width),
        0x2591: where(width, height, lambda x, y: (x + 2 * y) % 4 == 0),
        0x2592: where(width, height, lambda x, y: (x + y) % 2 == 0),
        0x2593: where(width, height, lambda x, y: (x + 2 * y) % 4 != 0),
        0x2594: where(width, height, lambda x, y: y < height // 8),
        0x2595: _mirror(_left(1, width, height), width),
    }
    for n in range(1, 8):
        glyphs[0x2580 + n] = _lower(n, width, height)
        glyphs[0x2590 - n] = _left(n, width, height)
    for code in range(0x2596, 0x25A0):
        glyphs[code] = _quadrants(unicodedata.name(chr(code)), width, height)
    return glyphs


def _lower(n: int, width: int, height: int) -> Rows:
    whole, rest = divmod(n * height, 8)
    top = height - whole
    return where(width, height, lambda x, y: y >= top or (y == top - 1 and (x + 1) * 8 <= rest * width))


def _left(n: int, width: int, height: int) -> Rows:
    whole, rest = divmod(n * width, 8)
    return where(width, height, lambda x, y: x < whole or (x == whole and (height - y) * 8 <= rest * height))


def _mirror(rows: Rows, width: int) -> Rows:
    return tuple(int(f"{row:0{width}b}"[::-1], 2) for row in rows)


def _quadrants(name: str, width: int, height: int) -> Rows:
    inked = {place for words, place in _QUADRANTS.items() if words in name}
    return where(width, height, lambda x, y: (int(x >= width // 2), int(y >= height // 2)) in inked)


# --- braille, U+2800..28FF --------------------------------------------------------------------------------

_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""(column, row) of dot 1 to 8; bit k of the code point's low byte is dot k + 1."""


def braille(width: int, height: int) -> dict[int, Rows]:
    """Two by four dots, and in both lower corners a pixel: so the empty pattern is no blank and a single dot no
    full stop."""
    size = max(width // 4, 1)
    band = height // 4
    corners = {(0, height - 1), (width - 1, height - 1)}
    glyphs = {}
    for code in range(0x2800, 0x2900):
        pixels = set(corners)
        for bit, (column, row) in enumerate(_DOTS):
            if code >> bit & 1:
                left = (width // 4 if column == 0 else width - width // 4 - size) + (size == 2) * (2 * column - 1)
                top = row * band + (band - size) // 2
                pixels |= {(left + i, top + j) for i in range(size) for j in range(size)}
        glyphs[code] = to_rows(pixels, width, height)
    return glyphs


# --- inverse video ----------------------------------------------------------------------------------------


def inverse_video(glyphs: Mapping[int, Rows], width: int, height: int) -> dict[int, Rows]:
    """White letters on a black label. The last row stays paper: labels in two rows do not merge, and the empty
    label is not U+2588."""
    ink = (1 << width) - 1
    found = {}
    for char in INVERSE_CHARS:
        letter = glyphs[ord(char)]
        found[INVERSE + ord(char)] = (*(ink & ~row for row in letter[:-1]), 0)
    return found
