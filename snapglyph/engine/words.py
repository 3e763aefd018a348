"""The words of a text that are worth a closer look."""

from collections.abc import Sequence

from .native import check, ffi, lib
from .shaping import units_of

__all__ = ["Finder", "telling_words"]

MOST = 4096
"""Words that are asked for at once."""

CAPACITY = 4 * lib.SG_MAX_SOUGHT
"""Places that are asked for at once."""


def telling_words(text: str) -> list[str]:
    """The words (`text.split()`) that may hold an exact string: those with a slash or an at sign, with digits enough
    for a number or an id, or with a row of hexadecimal digits. In order, and as often as they stand there."""
    data, unit_bytes = units_of(text)
    units = len(data) // unit_bytes
    capacity = min(MOST, units // 2 + 1)
    edges = ffi.new("size_t[]", 2 * capacity)
    at, used = ffi.new("size_t *"), ffi.new("size_t *")
    words: list[str] = []
    while at[0] < units:
        check(lib.sg_find_words(data, units, unit_bytes, at, edges, capacity, used), "looking for exact strings")
        found = ffi.unpack(edges, 2 * used[0])
        words += [text[start:end] for start, end in zip(found[::2], found[1::2], strict=True)]
    return words


class Finder:
    """Finds words in texts, all of them in one pass.

    Args:
        words: up to SG_MAX_SOUGHT, each of three ASCII characters at least and none of them zero.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = b"".join(word.encode("ascii") + b"\0" for word in words)

    def places(self, text: str) -> dict[int, list[int]]:
        """By the index of each word that the text holds: where it begins, in order. Raises FormatError for words
        that cannot be looked for."""
        data, unit_bytes = units_of(text)
        units = len(data) // unit_bytes
        pairs = ffi.new("size_t[]", 2 * CAPACITY)
        at, used = ffi.new("size_t *"), ffi.new("size_t *")
        places: dict[int, list[int]] = {}
        while at[0] < units:
            status = lib.sg_find_places(
                data, units, unit_bytes, self._words, len(self._words), at, pairs, CAPACITY, used
            )
            check(status, "looking for words")
            found = ffi.unpack(pairs, 2 * used[0])
            for place, word in zip(found[::2], found[1::2], strict=True):
                places.setdefault(word, []).append(place)
        return places
