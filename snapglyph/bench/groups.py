"""Which rows may be compared: pixels with pixels, deflate with deflate, whole runs with whole runs.

And only rows whose rounds took turns: on a shared machine two moments can differ by half.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .measure import BESIDE

__all__ = ["GROUPS", "Group", "grouped"]


@dataclass(frozen=True, slots=True)
class Group:
    """Rows by name; each is compared with the first that was measured. Without names: all that no group has."""

    title: str
    names: tuple[str, ...] = ()


GROUPS = (
    Group(
        "Text to PNG",
        (
            "str to PNG, 5x8, fast, 1 thread",
            "str to PNG, 5x8, small, 1 thread",
            "str to PNG, 8x16, small, 1 thread",
            "Pillow bitmap font, to PNG",
            "Pillow TrueType, to PNG",
        ),
    ),
    Group(
        "Text to PNG beside the npm peer",
        (BESIDE, "snapcompact, str to PNG, a core", "snapcompact, str to PNG, all cores"),
    ),
    Group(
        "Pixels of a page at 5x8",
        (
            "blit, 5x8, avx2",
            "blit, 5x8, portable",
            "numpy gather, pixels only",
            "freetype-py, pixels only",
        ),
    ),
    Group(
        "PNG or deflate of the same pixels",
        (
            "PNG, small",
            "PNG, fast",
            "zlib 1 of the same pixels",
            "zlib 6 of the same pixels",
            "zlib 9 of the same pixels",
        ),
    ),
    Group("Other steps, threads, and length of the text"),
)


def grouped(rates: Mapping[str, float]) -> list[tuple[str, list[tuple[str, float, float | None]]]]:
    """For every group its title and rows: name, rate, and how many times as fast the group's first row is."""
    named = {name for group in GROUPS for name in group.names}
    found = []
    for group in GROUPS:
        names = [name for name in group.names if name in rates]
        first = rates[names[0]] if names else None
        if not group.names:
            names = [name for name in rates if name not in named]
        if names:
            found.append(
                (group.title, [(name, rates[name], first / rates[name] if first else None) for name in names])
            )
    return found
