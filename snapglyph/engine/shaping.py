"""Source -> units -> a stream of cells, a window at a time, so that no text is ever held twice."""

import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .face import Face
from .native import check, ffi, lib, writable
from .source import Event, SourceLike, TagCodes, events

__all__ = ["UTF32", "UnitStream", "Window", "check_value", "seal_cells", "shape", "units_of", "word_cells"]

CONTINUED: int = lib.SG_CONTINUED
MIN_WINDOW = 4096
"""Units. More than SG_MAX_BLANKS, so that a window always holds a whole counted run."""

UTF32 = f"utf-32-{'le' if sys.byteorder == 'little' else 'be'}"


def units_of(text: str) -> tuple[bytes, int]:
    """A text as the C core takes it, one unit a character, and the bytes of a unit: Latin-1 (1) where it can be, or
    else native uint32 codes (4)."""
    try:
        return text.encode("latin-1"), 1
    except UnicodeEncodeError:
        return text.encode(UTF32, "surrogatepass"), 4


@dataclass(frozen=True, slots=True)
class Window:
    """The next units of a source: Latin-1 bytes (`unit_bytes` 1) or native uint32 codes (4)."""

    data: bytes
    units: int
    unit_bytes: int
    last: bool
    tags: tuple[tuple[int, TagCodes], ...]
    """First unit of each tag in the window."""


class UnitStream:
    """A source read forward: look at a window of units, then advance by what was used of it.

    `offset` counts characters of NFC text passed so far, `message` is the number in the last tag passed.
    """

    def __init__(self, source: SourceLike) -> None:
        self._events: Iterator[Event] = events(source)
        self._pending: deque[Event] = deque()
        self._start = 0  # characters of _pending[0] already passed
        self._held = 0  # units in _pending, those already passed left out
        self._ended = False
        self.offset = 0
        self.message: str | None = None

    def window(self, units: int) -> Window:
        """The next `units` units, or as many as there are. A tag is whole in it or not in it at all."""
        units = max(units, MIN_WINDOW)
        self._fill(units)
        texts: list[str] = []
        tags: list[tuple[int, TagCodes]] = []
        count = 0
        start = self._start
        for event in self._pending:
            if isinstance(event, str):
                text = event[start : start + units - count]
                texts.append(text)
                count += len(text)
                cut = start + len(text) < len(event)
                start = 0
                if cut:
                    break
            else:
                codes = event.codes
                if count + len(codes) > units:
                    break
                tags.append((count, event))
                texts.append("\0" * len(codes))
                count += len(codes)
            if count == units:
                break
        last = self._ended and count == self._held
        return self._encode("".join(texts), tuple(tags), last)

    def advance(self, units: int) -> None:
        """Passes `units` units, which must not end inside a tag."""
        self._held -= units
        while units:
            event = self._pending[0]
            if isinstance(event, str):
                step = min(units, len(event) - self._start)
                self.offset += step
                self._start += step
                if self._start < len(event):
                    return
            else:
                step = len(event.codes)
                self.message = event.number or self.message
            units -= step
            self._pending.popleft()
            self._start = 0

    def at_end(self) -> bool:
        """True when nothing is left."""
        self._fill(1)
        return not self._held

    def _fill(self, units: int) -> None:
        # One unit more than asked for, so that a window which ends with the source knows that it is the last.
        while not self._ended and self._held <= units:
            event = next(self._events, None)
            if event is None:
                self._ended = True
            else:
                self._pending.append(event)
                self._held += len(event) if isinstance(event, str) else len(event.codes)

    @staticmethod
    def _encode(text: str, tags: tuple[tuple[int, TagCodes], ...], last: bool) -> Window:
        if not tags:
            data, unit_bytes = units_of(text)
            return Window(data, len(text), unit_bytes, last, ())
        codes = np.frombuffer(text.encode(UTF32, "surrogatepass"), np.uint32).copy()
        for at, tag in tags:
            codes[at : at + len(tag.codes)] = tag.codes
        return Window(codes.tobytes(), len(codes), 4, last, tags)


def shape(
    face: Face,
    window: Window,
    cells: NDArray[np.uint32],
    used: int,
    *,
    capacity: int,
    count_blanks: bool,
    row_cells: int = 0,
) -> tuple[int, int]:
    """Appends a window's tokens to `cells[used:capacity]`; gives (cells used in all, units consumed)."""
    used_out = ffi.new("size_t *", used)
    consumed = ffi.new("size_t *")
    status = lib.sg_shape(
        face.pointer,
        ffi.from_buffer(window.data),
        window.units,
        window.unit_bytes,
        window.last,
        count_blanks,
        row_cells,
        writable(cells, "uint32_t[]"),
        capacity,
        used_out,
        consumed,
    )
    check(status, "shaping the source")
    return used_out[0], consumed[0]


def check_value(face: Face, cells: NDArray[np.uint32], state: int = 0) -> int:
    """Folds cells into the running check value `state` (csrc/shape.c says how and why)."""
    value = ffi.new("uint64_t *", state)
    check(
        lib.sg_check_value(face.pointer, ffi.from_buffer("uint32_t[]", cells), cells.size, value),
        "sealing a page",
    )
    return int(value[0])


def word_cells(face: Face, words: str) -> NDArray[np.uint32]:
    """Cells that draw `words` (A-Z, 0-9, blank, hyphen) in inverse video."""
    return np.array([face.entry(lib.SG_INVERSE + ord(c)) for c in words], np.uint32)


def seal_cells(face: Face, state: int) -> NDArray[np.uint32]:
    """The seal mark and the upper half of the check value, eight hexadecimal digits in inverse video."""
    mark = np.array([face.entry(lib.SG_SEAL)], np.uint32)
    return np.concatenate([mark, word_cells(face, f"{state >> 32:08X}")])
