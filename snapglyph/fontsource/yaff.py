"""Reads YAFF, the text form in which a person draws and edits a face.

Only what our faces need of it: `#` comments, `name: value` properties, and glyphs. A glyph is one label and below
it the indented rows, `@` for ink and `.` for paper:

    u+0041:
        .@@..
        @..@.

A label is `u+` and a code point, a character in single quotes, or the tag of one of our marks in double quotes.
(The format is monobit's; its documentation, read 2026-12, has more kinds of label and row.)
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from snapglyph.errors import FontError

from .marks import INVERSE, INVERSE_CHARS, NAMED_GLYPHS

__all__ = ["Drawing", "Metrics", "parse_yaff"]

_PROPERTY = re.compile(r"([a-z][a-z0-9-]*):\s+(\S.*)")
_LABEL = re.compile(r"""(u\+[0-9a-f]{4,6}|'.'|"[^"]+"):""", re.IGNORECASE | re.DOTALL)
_ROW = re.compile(r"[ \t]+([.@]+)")


@dataclass(frozen=True, slots=True)
class Metrics:
    """The lines that the letters of a face stand on, in pixels from the left and top of the cell, all inclusive.

    `left` and `right` hold an ordinary letter; `cap_top`, `x_top` and `baseline` are the first row of capitals and of
    small letters and the last row of both.
    """

    width: int
    height: int
    left: int
    right: int
    cap_top: int
    x_top: int
    baseline: int

    @property
    def axis(self) -> int:
        """The row of the minus sign, on which arrows and mathematics are centred."""
        return self.cap_top + ((self.baseline - self.cap_top) * 6 + 5) // 10

    @property
    def gap(self) -> int:
        """Empty rows between a letter and its accent: none where eight rows must hold both."""
        return int(self.height > 10)


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a YAFF file says: rows are integers, the leftmost pixel in the highest of `width` (or twice that) bits."""

    name: str
    width: int
    height: int
    metrics: Metrics | None
    """None when the file does not say on which lines its letters stand; nothing can be composed then."""
    glyphs: Mapping[int, tuple[int, ...]]
    wide: frozenset[int]
    lines: Mapping[int, int]
    """Line of each glyph's label, for messages about it."""


def parse_yaff(path: Path) -> Drawing:
    """Parses a file; raises FontError with file, line and glyph for the first mistake, OSError without a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FontError(f"{path.name} is not UTF-8 text (byte {error.start}); save it as UTF-8") from error
    properties: dict[str, str] = {}
    found: list[tuple[int, int, list[tuple[int, str]]]] = []
    for number, kind, value in _statements(text, path.name):
        if kind == "property":
            name, _, content = value.partition(":")
            properties[name] = content.strip()
        elif kind == "label":
            found.append((_code_of(value, path.name, number), number, []))
        elif not found:
            raise FontError(f"{path.name}, line {number}: a row of pixels stands before the first label")
        else:
            found[-1][2].append((number, value))
    width, height = _cell_size(properties, path.name)

    glyphs: dict[int, tuple[int, ...]] = {}
    lines: dict[int, int] = {}
    wide: set[int] = set()
    for code, number, rows in found:
        where = f"{path.name}, line {number}, glyph {_name_of(code)}"
        if code in glyphs:
            raise FontError(f"{where}: drawn before, in line {lines[code]}; keep one of them")
        if len(rows) != height:
            raise FontError(f"{where}: it has {len(rows)} rows; a glyph of this face has {height}")
        if len(rows[0][1]) == 2 * width:
            wide.add(code)
        expected = 2 * width if code in wide else width
        for line, row in rows:
            if len(row) != expected:
                raise FontError(
                    f"{path.name}, line {line}, glyph {_name_of(code)}: the row has {len(row)} pixels instead "
                    f"of {expected}"
                )
        glyphs[code] = tuple(int(row.replace("@", "1").replace(".", "0"), 2) for _, row in rows)
        lines[code] = number
    metrics = _metrics(properties, width, height, path.name)
    return Drawing(properties["name"], width, height, metrics, glyphs, frozenset(wide), lines)


def _statements(text: str, file: str) -> Iterator[tuple[int, str, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if match := _ROW.fullmatch(line.rstrip()):
            yield number, "row", match[1]
        elif match := _LABEL.fullmatch(line.rstrip()):
            yield number, "label", match[1]
        elif match := _PROPERTY.fullmatch(line.rstrip()):
            yield number, "property", f"{match[1]}:{match[2]}"
        else:
            raise FontError(
                f"{file}, line {number}: neither a comment, a property, a label such as u+0041: nor a row of . "
                f"and @ that begins with blanks"
            )


def _code_of(label: str, file: str, line: int) -> int:
    if label[0] in "uU":
        code = int(label[2:], 16)
        if code <= 0x10FFFF:
            return code
        raise FontError(f"{file}, line {line}: {label} is beyond the last code point, U+10FFFF")
    if label[0] == "'":
        return ord(label[1])
    tag = label[1:-1]
    if tag in NAMED_GLYPHS:
        return NAMED_GLYPHS[tag]
    kind, _, char = tag.partition(" ")
    if kind == "inverse" and (char or " ") in INVERSE_CHARS:
        return INVERSE + ord(char or " ")
    known = ", ".join(NAMED_GLYPHS)
    raise FontError(f'{file}, line {line}: there is no mark "{tag}"; the marks are {known} and inverse X')


def _name_of(code: int) -> str:
    if code <= 0x10FFFF:
        return f"U+{code:04X}"
    tags = {value: tag for tag, value in NAMED_GLYPHS.items()}
    return tags.get(code, f"inverse {chr(max(code - INVERSE, 0))}")


def _cell_size(properties: Mapping[str, str], file: str) -> tuple[int, int]:
    missing = {"name", "cell-size"} - properties.keys()
    if missing:
        raise FontError(f"{file}: the property {min(missing)} is missing; put it on top")
    match = re.fullmatch(r"([1-9]\d?) ([1-9]\d?)", properties["cell-size"])
    if not match:
        raise FontError(f"{file}: cell-size is {properties['cell-size']!r}; write width and height as in 5 8")
    width, height = int(match[1]), int(match[2])
    if width > 8 or height > 32:
        raise FontError(f"{file}: a cell of {width}x{height} is too large; the largest is 8x32")
    return width, height


def _metrics(properties: Mapping[str, str], width: int, height: int, file: str) -> Metrics | None:
    if "letters" not in properties:
        return None
    numbers = properties["letters"].split()
    if len(numbers) == 5 and all(number.isdigit() for number in numbers):
        left, right, cap_top, x_top, baseline = map(int, numbers)
        if left < right < width and cap_top <= x_top < baseline < height:
            return Metrics(width, height, left, right, cap_top, x_top, baseline)
    raise FontError(
        f"{file}: letters is {properties['letters']!r}; write left and right column, top row of capitals, top row of "
        f"small letters and baseline as in 0 3 0 2 6"
    )
