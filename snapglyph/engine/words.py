"""The words of a text that are worth a closer look."""

from .native import check, ffi, lib
from .shaping import units_of

__all__ = ["telling_words"]

MOST = 4096
"""Words that are asked for at once."""


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
