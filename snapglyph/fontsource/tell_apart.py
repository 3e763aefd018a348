"""The last rule: what other rules draw alike gets a sign, so that every glyph has a bitmap of its own."""

from collections.abc import Iterator, Mapping, Set
from itertools import combinations

from snapglyph.errors import FontError

from .bitmaps import Bitmaps
from .pixels import Rows

__all__ = ["tell_apart"]


def tell_apart(fixed: Mapping[int, Rows], drafted: Mapping[int, Rows], wide: Set[int], width: int) -> dict[int, Rows]:
    """The drafted glyphs, each unlike all of `fixed` and all drafted before it.

    In the order of their codes, a glyph that looks like an earlier one has pixels changed: the first of the places
    that `_places` lists which makes it differ, then the first two, and so on. `fixed` holds the blank. Raises
    FontError for a glyph that no sign tells apart.
    """
    taken = Bitmaps(width)
    for code, rows in fixed.items():
        taken.add(code, rows, code in wide)
    found: dict[int, Rows] = {}
    for code in sorted(drafted):
        variants = _variants(drafted[code], width * (2 if code in wide else 1))
        unlike = next((rows for rows in variants if taken.clash(rows, code in wide) is None), None)
        if unlike is None:
            raise FontError(
                f"U+{code:04X} is drawn like another glyph, and no sign tells them apart; draw it by hand"
            )
        taken.add(code, unlike, code in wide)
        found[code] = unlike
    return found


def _variants(rows: Rows, width: int) -> Iterator[Rows]:
    yield rows
    places = list(_places(width, len(rows)))
    for count in (1, 2, 3):
        for chosen in combinations(places, count):
            changed = list(rows)
            for x, y in chosen:
                changed[y] ^= 1 << (width - 1 - x)
            yield tuple(changed)


def _places(width: int, height: int) -> Iterator[tuple[int, int]]:
    """The first column's ends, then the last row, the first row, the first column; the last column, where the signs
    of scripts stand, comes last."""
    right, bottom = width - 1, height - 1
    yield from ((0, bottom), (0, 0))
    yield from ((x, bottom) for x in range(1, right))
    yield from ((x, 0) for x in range(1, right))
    yield from ((0, y) for y in range(bottom - 1, 0, -1))
    yield from ((right, y) for y in range(height))
