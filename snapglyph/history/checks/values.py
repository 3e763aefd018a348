"""Values that no request can carry: what JSON does not know, cycles, halves of characters, NUL."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from .violation import Violation

__all__ = ["bad_values"]

MOST_LEVELS = 100
"""Nested deeper than any message is; a value that holds itself is deeper than that too."""

_SENTENCES = {
    "not-json": "message {n} holds a value that JSON has no form for; texts, numbers, lists and objects can be sent",
    "too-deep": "message {n} is nested more than {levels} levels deep, or holds itself; it cannot be sent",
    "lone-surrogate": "message {n} holds half of a surrogate pair, which UTF-8 cannot carry; replace it",
    "nul": "message {n} holds the character NUL, which gateways refuse; escape it",
}


def bad_values(index: int, raw: Any, *, with_bytes: bool) -> Iterator[Violation]:
    """Each kind of bad value once a message. `with_bytes` is for SDKs that take files as bytes."""
    found: dict[str, None] = {}
    try:
        _look(raw, MOST_LEVELS, found, with_bytes)
    except RecursionError:
        found["too-deep"] = None
    for rule in found:
        yield Violation(index, rule, _SENTENCES[rule].format(n=index + 1, levels=MOST_LEVELS))


def _look(value: Any, levels: int, found: dict[str, None], with_bytes: bool) -> None:
    kind = type(value)  # JSON's own types are nearly all there is, and much faster to tell than their relatives
    if kind is str or (kind not in _PLAIN and isinstance(value, str)):
        _look_at_text(value, found)
    elif kind is dict or kind is list or (kind not in _PLAIN and isinstance(value, Mapping | list | tuple)):
        if not levels:
            found["too-deep"] = None
            return
        if isinstance(value, Mapping):
            for key in value:
                if not isinstance(key, str):
                    found["not-json"] = None
            value = value.values()
        for inner in value:
            if "too-deep" in found:  # a cycle with branches would take for ever
                return
            _look(inner, levels - 1, found, with_bytes)
    elif isinstance(value, float):
        if not math.isfinite(value):
            found["not-json"] = None
    elif not (value is None or isinstance(value, bool | int) or (with_bytes and isinstance(value, bytes))):
        found["not-json"] = None


_PLAIN = frozenset([str, dict, list, int, float, bool, type(None)])


def _look_at_text(text: str, found: dict[str, None]) -> None:
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            found["lone-surrogate"] = None
    if "\0" in text:
        found["nul"] = None
