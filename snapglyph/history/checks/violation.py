"""One thing that a provider would refuse."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..view import Message

__all__ = ["Check", "Violation"]


@dataclass(frozen=True, slots=True)
class Violation:
    """`index` of the message, from 0; the `rule` that it breaks, a word to count and compare by; and a `sentence`
    for people, which names the message by its number, from 1, and repeats no word of it."""

    index: int
    rule: str
    sentence: str


Check: TypeAlias = Callable[[Sequence[Message]], Iterator[Violation]]
"""Reads a whole history once and yields what it finds."""
