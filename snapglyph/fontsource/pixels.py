"""Ink as a set of points, and the few changes that rules make to it."""

from collections.abc import Callable, Iterable, Sequence

__all__ = ["Pixels", "Rows", "from_rows", "shift", "squeeze", "to_rows", "where"]

Rows = tuple[int, ...]
"""A bitmap from top to bottom; the leftmost pixel is the highest bit of a row, 1 = ink."""

Pixels = frozenset[tuple[int, int]]
"""Ink as (x, y), from the left and from the top."""


def to_rows(pixels: Iterable[tuple[int, int]], width: int, height: int) -> Rows:
    """Pixels outside the cell are left out."""
    rows = [0] * height
    for x, y in pixels:
        if 0 <= x < width and 0 <= y < height:
            rows[y] |= 1 << (width - 1 - x)
    return tuple(rows)


def from_rows(rows: Sequence[int], width: int) -> Pixels:
    return frozenset((x, y) for y, row in enumerate(rows) for x in range(width) if row >> (width - 1 - x) & 1)


def where(width: int, height: int, inked: Callable[[int, int], bool]) -> Rows:
    return to_rows(((x, y) for y in range(height) for x in range(width) if inked(x, y)), width, height)


def shift(pixels: Iterable[tuple[int, int]], right: int, down: int) -> Pixels:
    return frozenset((x + right, y + down) for x, y in pixels)


def squeeze(pixels: Pixels, height: int) -> Pixels:
    """Takes rows out until the ink is `height` rows tall; its lowest row stays where it is.

    Of the inner rows the one that is most like its neighbour goes first: stems get shorter before bowls close.
    """
    if not pixels:
        return pixels
    top, bottom = min(y for _, y in pixels), max(y for _, y in pixels)
    rows = [frozenset(x for x, at in pixels if at == y) for y in range(top, bottom + 1)]
    while len(rows) > max(height, 1):
        inner = range(1, len(rows) - 1) if len(rows) > 2 else range(1)
        order = {i: (_novelty(rows, i), abs(i - (len(rows) - 1) / 2)) for i in inner}
        del rows[min(order, key=order.__getitem__)]
    first = bottom - len(rows) + 1
    return frozenset((x, first + i) for i, row in enumerate(rows) for x in row)


def _novelty(rows: Sequence[frozenset[int]], i: int) -> int:
    """Pixels in which a row differs from the neighbour that it is more like."""
    return min(len(rows[i] ^ rows[k]) for k in (i - 1, i + 1) if 0 <= k < len(rows))
