"""Values that belong nowhere, and every place to put them."""

from typing import Any

__all__ = ["ODD", "places"]

ODD: list[Any] = [
    None,
    0,
    True,
    1.5,
    "",
    "x",
    "\0",
    "\ud800",
    [],
    {},
    [None],
    [[]],
    {"text": None},
    [{}],
    ["x"],
    -1,
    10**9,
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in nested values, as container and key."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in [(value, key), *places(value[key])]]
