"""The line-based files in fonts/: one glyph a line, `#` comments, and errors that name file and line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from snapglyph.errors import FontError

__all__ = ["Line", "parse_character", "read_lines"]

_CODE = re.compile(r"[Uu]\+([0-9A-Fa-f]{4,6})")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a source file, split at its blanks."""

    file: str
    number: int
    words: tuple[str, ...]

    def error(self, sentence: str) -> FontError:
        return FontError(f"{self.file}, line {self.number}, glyph {self.words[0]}: {sentence}")


def read_lines(path: Path) -> Iterator[Line]:
    """Lines that hold something; raises FontError when the file is not UTF-8, OSError when there is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FontError(f"{path.name} is not UTF-8 text (byte {error.start}); save it as UTF-8") from error
    for number, line in enumerate(text.splitlines(), 1):
        words = tuple(line.split())
        if words and not line.startswith("# ") and line != "#":
            yield Line(path.name, number, words)


def parse_character(word: str, line: Line) -> int:
    """A code point from `U+00E9` or from the character itself; raises FontError for anything else."""
    if match := _CODE.fullmatch(word):
        code = int(match[1], 16)
        if code <= 0x10FFFF:
            return code
    elif len(word) == 1:
        return ord(word)
    raise line.error(f"{word!r} is neither one character nor a code point such as U+00E9")
