"""Files whose lines name their parents: what each continues, the path to the last one, and the branches beside."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .shape import Line, Record

__all__ = ["ROOT", "branches", "parents", "path_to"]

ROOT = -1
"""In the place of a parent: the line begins a conversation."""


def parents(lines: Sequence[Line], own: Callable[[Record], Any], parent: Callable[[Record], Any]) -> list[int]:
    """For each line, the place of the one that it continues.

    An id that stands on several lines means the nearest one above. A parent that is not above (lost in a crash, the
    line itself, a later one) is the line before, since that is what the agent had written until then.
    """
    above: dict[str, int] = {}
    places: list[int] = []
    for i, (_, record) in enumerate(lines):
        named = parent(record)
        if named is None:
            places.append(ROOT)
        else:
            places.append(above.get(named, i - 1) if isinstance(named, str) else i - 1)
        if isinstance(key := own(record), str):
            above[key] = i
    return places


def path_to(leaf: int, places: Sequence[int]) -> list[int]:
    """The places of the lines from a root to `leaf`, oldest first; `places` names earlier ones only."""
    path: list[int] = []
    while leaf != ROOT:
        path.append(leaf)
        leaf = places[leaf]
    return path[::-1]


def branches(rest: Iterable[int], places: Sequence[int]) -> list[list[int]]:
    """Lines that are on no path, in ascending order, by the branch that they are on."""
    of: dict[int, list[int]] = {}
    found: list[list[int]] = []
    for i in rest:
        branch = of.get(places[i])
        if branch is None:
            found.append(branch := [])
        branch.append(i)
        of[i] = branch
    return found
