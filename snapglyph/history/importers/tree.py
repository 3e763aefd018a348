"""Files whose lines name their parents: which lines the last one continues."""

from collections.abc import Callable, Sequence
from typing import Any

from .shape import Line, Record

__all__ = ["path_to_last"]


def path_to_last(lines: Sequence[Line], own: Callable[[Record], Any], parent: Callable[[Record], Any]) -> list[Line]:
    """The lines from the root to the last line that has an id, oldest first.

    A parent that the file does not hold was lost in a crash: the path goes on with the line before, since that is
    what the agent had written until then. A line that names itself or a later one as its parent does so too.
    """
    place = {own(record): i for i, (_, record) in reversed(list(enumerate(lines))) if own(record) is not None}
    at = max((i for i, (_, record) in enumerate(lines) if own(record) is not None), default=-1)
    path: list[Line] = []
    while at >= 0:
        path.append(lines[at])
        named = parent(lines[at][1])
        if named is None:
            break
        found = place.get(named, at - 1) if isinstance(named, str) else at - 1
        at = found if found < at else at - 1
    return path[::-1]
