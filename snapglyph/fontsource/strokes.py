"""Glyphs from strokes: one drawing for all faces, laid anew on each face's own pixels.

A line of a stroke file is a character and its strokes. Points are two hexadecimal digits, x and y, on a grid of 8 by
16 (16 by 16 for a glyph of two cells). What a stroke is, its first character says:

    25-65       a line through these points        38      a dot
    o22-6a      the outline of an ellipse          O22-6a  a filled one
    #22-62-6a   a filled polygon                   @X      all strokes of another glyph of the same file

Straight lines are scaled about the middle and rounded alike on both sides, so what is symmetric stays so. On the
grid `letters` the four lines that letters stand on (capital top 2, small top 5, baseline 12, left 1 and right 6)
land on the face's own.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from .pixels import Pixels
from .sources import Line, parse_character, read_lines
from .yaff import Metrics

__all__ = ["Strokes", "draw_in_box", "draw_strokes", "parse_strokes"]

Point = tuple[int, int]
Place = Callable[[Point], Point]

_STROKE = re.compile(r"([oO#]?)([0-9a-f]{2}(?:-[0-9a-f]{2})*)")
_GRIDS = ("cell", "letters", "wide")


@dataclass(frozen=True, slots=True)
class Strokes:
    """The strokes of one glyph: (kind, points) with kind "" for a line, or "o", "O", "#"."""

    grid: str
    parts: tuple[tuple[str, tuple[Point, ...]], ...]
    least_height: int
    """Faces of a smaller cell leave this glyph out."""


def parse_strokes(path: Path) -> dict[int, Strokes]:
    """All glyphs of a file; raises FontError for the first mistake."""
    found: dict[int, Strokes] = {}
    grid, least_height = "cell", 0
    for line in read_lines(path):
        if line.words[0] == "grid:":
            if len(line.words) < 2 or line.words[1] not in _GRIDS:
                raise line.error(f"a grid is one of {', '.join(_GRIDS)}")
            grid = line.words[1]
            least_height = int(line.words[3]) if line.words[2:3] == ("from-height",) else 0
            continue
        code = parse_character(line.words[0], line)
        if code in found:
            raise line.error("drawn before in this file; keep one of them")
        parts = tuple(part for word in line.words[1:] for part in _parts(word, line, found))
        if not parts:
            raise line.error("it has no strokes; draw it or take the line out")
        found[code] = Strokes(grid, parts, least_height)
    return found


def _parts(word: str, line: Line, found: Mapping[int, Strokes]) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    if word[0] == "@" and len(word) > 1:
        other = parse_character(word[1:], line)
        if other not in found:
            raise line.error(f"{word} refers to a glyph that no line above draws")
        return found[other].parts
    match = _STROKE.fullmatch(word)
    if not match:
        raise line.error(f"{word!r} is no stroke; write points of two hexadecimal digits as in 25-65")
    kind, points = match[1], tuple((int(p[0], 16), int(p[1], 16)) for p in match[2].split("-"))
    if kind in ("o", "O") and len(points) != 2:
        raise line.error(f"{word!r} needs the two corners of the ellipse's box")
    return ((kind, points),)


def draw_strokes(strokes: Strokes, metrics: Metrics) -> Pixels:
    """The ink of a glyph in a face of these metrics."""
    return _draw(strokes, {"cell": _on_cell, "letters": _on_letters, "wide": _on_wide}[strokes.grid](metrics))


def draw_in_box(strokes: Strokes, box: tuple[int, int, int, int]) -> Pixels:
    """The ink of a glyph of the grid `wide`, its 16 by 16 points laid into a box: first column and row, last ones."""
    return _draw(strokes, _on_box(*box))


def _draw(strokes: Strokes, place: Place) -> Pixels:
    pixels: set[Point] = set()
    for kind, points in strokes.parts:
        at = [place(point) for point in points]
        if kind in ("o", "O"):
            pixels |= _ellipse(at[0], at[1], filled=kind == "O")
        elif kind == "#":
            pixels |= _polygon(at)
        else:
            pixels |= {at[0]}
            for a, b in pairwise(at):
                pixels |= _line(a, b)
    return frozenset(pixels)


def _on_cell(metrics: Metrics) -> Place:
    """Scales about the middle of the cell and the axis of mathematics, which is row 8 of the grid.

    An odd number of columns has a middle, so the grid counts 0..6 with the middle at 3, and a cell of six or eight
    columns leaves its last one free; 7 is the cell's last column in any case.
    """
    middle = (metrics.width - 1) // 2
    scale_x, scale_y = middle / 3, (metrics.baseline - metrics.cap_top) / 10

    def place(point: Point) -> Point:
        x, y = point
        across = metrics.width - 1 if x == 7 else middle + _round((x - 3) * scale_x)
        down = {0: 0, 15: metrics.height - 1}.get(y, metrics.axis + _round((y - 8) * scale_y))
        return across, min(max(down, 0), metrics.height - 1)

    return place


def _on_wide(metrics: Metrics) -> Place:
    return _on_box(0, 0, 2 * metrics.width - 1, metrics.height - 1)


def _on_box(left: int, top: int, right: int, bottom: int) -> Place:
    def place(point: Point) -> Point:
        across, down = (point[0] - 7.5) * (right - left) / 15, (point[1] - 7.5) * (bottom - top) / 15
        return _about((left + right) / 2, across), _about((top + bottom) / 2, down)

    return place


def _on_letters(metrics: Metrics) -> Place:
    across = ((0, 0), (1, metrics.left), (6, metrics.right), (7, metrics.width - 1))
    down = ((0, 0), (2, metrics.cap_top), (5, metrics.x_top), (12, metrics.baseline), (15, metrics.height - 1))

    def place(point: Point) -> Point:
        return _between(point[0], across), _between(point[1], down)

    return place


def _between(value: int, stops: tuple[tuple[int, int], ...]) -> int:
    for (low, at_low), (high, at_high) in pairwise(stops):
        if value <= high:
            return _round(at_low + (value - low) * (at_high - at_low) / (high - low))
    return stops[-1][1]


def _round(value: float) -> int:
    """To the nearest, halves away from zero, so that -1.5 and 1.5 stay as far from zero as each other."""
    return int(value + 0.5) if value >= 0 else -int(0.5 - value)


def _about(center: float, offset: float) -> int:
    """The pixel nearest to center + offset; opposite offsets give mirrored pixels, also about half a pixel."""
    if center == int(center):
        return int(center) + _round(offset)
    right = max(int(center) + 1, int(center) + 1 + _round(abs(offset) - 0.5))
    return right if offset >= 0 else int(2 * center) - right


def _line(a: Point, b: Point) -> set[Point]:
    """The nearest pixel in each column or row, whichever are more (Bresenham's line), always from the upper end: so a
    line and its mirror image round alike."""
    if b[1] < a[1]:
        a, b = b, a
    steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    if not steps:
        return {a}
    return {
        (a[0] + _round((b[0] - a[0]) * i / steps), a[1] + _round((b[1] - a[1]) * i / steps)) for i in range(steps + 1)
    }


def _ellipse(a: Point, b: Point, *, filled: bool) -> set[Point]:
    """Inside is a pixel whose middle the ellipse of this box holds; the outline is what has a neighbour outside."""
    (left, right), (top, bottom) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    radius_x, radius_y = (right - left) / 2 + 0.25, (bottom - top) / 2 + 0.25
    inside = {
        (x, y)
        for x in range(left, right + 1)
        for y in range(top, bottom + 1)
        if ((x - middle_x) / radius_x) ** 2 + ((y - middle_y) / radius_y) ** 2 <= 1
    }
    if filled:
        return inside
    return {(x, y) for x, y in inside if not {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= inside}


def _polygon(points: list[Point]) -> set[Point]:
    """The outline, and each row filled between its edges."""
    pixels: set[Point] = set()
    closed = [*points, points[0]]
    for a, b in pairwise(closed):
        pixels |= _line(a, b)
    for y in range(min(y for _, y in points), max(y for _, y in points) + 1):
        cuts = sorted(
            a[0] + (y + 0.01 - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
            for a, b in pairwise(closed)
            if (a[1] <= y + 0.01) != (b[1] <= y + 0.01)
        )
        for start, end in zip(cuts[::2], cuts[1::2], strict=True):
            pixels |= {(x, y) for x in range(_round(start), _round(end) + 1)}
    return pixels
