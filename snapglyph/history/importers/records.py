"""The text of a file -> one JSON value, or the numbered records of its lines. What cannot be read is counted."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from snapglyph.errors import HistoryError

from .shape import Line, Record

__all__ = ["BLANK", "Document", "Lines", "read_text"]


@dataclass(frozen=True, slots=True)
class Document:
    """One JSON value, and a sentence for each line around it that holds something else."""

    value: Any
    broken: Sequence[str] = ()


@dataclass(slots=True)
class Lines:
    """The records of a file of lines, and a sentence for each line that holds something else."""

    records: list[Line] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


BLANK = " \t\r\n\x00\x1e\ufeff"
"""What may stand around a record and says nothing: NULs that a crash left where a file had grown, a byte-order mark
wherever files were joined, the record separator of RFC 7464."""

_BETWEEN = re.compile(rf"[{BLANK},\[\]]*")
"""What may stand between records: also what a list, one record a line, has there."""

_BEGINNING = re.compile(r'\{\s*"')
_EVENT = re.compile(r"^data: ?(?=\{)", re.MULTILINE)
_BESIDE_EVENTS = re.compile(r"^(?:(?:event|id|retry):.*|:.*|data: ?\[DONE\].*)$", re.MULTILINE)
"""Server-sent events, as a captured stream has them: what stands before an object, and lines that say nothing."""

_NOT_UTF8 = re.compile("[\udc80-\udcff]")
"""How bytes that are no UTF-8 stand in the text (`surrogateescape`)."""

_MOST_TRIES = 200
"""Beginnings of objects that are tried in a broken line: half a record has as many open ones as it is deep."""


_MOST_SHAPES = 50
"""Sets of keys that a record is compared with, the most common ones."""


class _UnreadableError(Exception):
    """Why a text is no JSON, and where."""

    def __init__(self, why: str, at: int) -> None:
        super().__init__(why)
        self.at = at


def read_text(text: str, name: str, *, bad_byte: int | None = None) -> Document | Lines:
    """Reads JSON, or JSON objects one a line.

    Objects that stand glued on a line are all read. So is a whole one behind half a one, a banner or NULs, whose line
    is counted among the broken ones.

    Args:
        bad_byte: the first that is no UTF-8; such bytes are surrogates in `text`, and no record has one.

    Raises HistoryError that names the line where there is neither.
    """
    if _EVENT.search(text):
        text = _BESIDE_EVENTS.sub("", _EVENT.sub("", text))
    start = len(text) - len(text.lstrip(BLANK))
    first_line = text.count("\n", 0, start) + 1
    body = text.strip(BLANK)
    escaped = bad_byte is not None
    try:
        value, end = _parse(body, 0, escaped=False)
    except _UnreadableError as error:
        why, at = str(error), error.at
    else:
        if end == len(body) and not escaped:
            return Document(value)
        why, at = "not JSON (there is more behind its end)", end
        if isinstance(value, Mapping) and "\n" in body[:end] and end < len(body):
            return _read_spread(body, name, first_line, escaped=escaped)
    if not escaped and (framed := _read_framed(body, name, first_line)):
        return framed
    lines = _read_lines(text, name, escaped=escaped)
    if lines.records:
        return lines
    if escaped:
        raise HistoryError(f"{name} is not UTF-8 text (byte {bad_byte})")
    raise HistoryError(f"{name}, line {first_line + body.count(chr(10), 0, at)}: {why}")


def _read_framed(body: str, name: str, first_line: int) -> Document | None:
    """A list, or an object of several lines, with what a program said before it or behind it."""
    for match in itertools.islice(_LINE_BEGINNING.finditer(body), _MOST_LINES_BEFORE):
        start = match.start()
        try:
            value, end = _parse(body, start, escaped=False)
        except _UnreadableError:
            continue
        is_record = isinstance(value, Mapping) and "\n" not in body[start:end]
        if is_record or not value or _BEGINNING.search(body, 0, start) or not _ends_there(body, end):
            continue
        around = [(first_line, body[:start]), (first_line + body.count("\n", 0, end), body[end:])]
        return Document(
            value,
            [
                f"{name}, line {first + i}: not JSON"
                for first, text in around
                for i, line in enumerate(text.split("\n"))
                if line.strip(BLANK)
            ],
        )
    return None


_LINE_BEGINNING = re.compile(r"^[ \t]*[\[{]", re.MULTILINE)
_MOST_LINES_BEFORE = 20


def _ends_there(body: str, end: int) -> bool:
    """Whether no JSON follows on the line, and no object after it."""
    line = body[end:].partition("\n")[0]
    return not line.strip(BLANK) and not _BEGINNING.search(body, end)


def _read_spread(body: str, name: str, number: int, *, escaped: bool) -> Lines:
    """Objects that each take several lines. Behind a broken one the next that begins a line is read."""
    lines = Lines()
    at = 0
    while at < len(body):
        try:
            value, end = _parse(body, at, escaped=escaped)
        except _UnreadableError as error:
            lines.broken.append(f"{name}, line {number}: {error}")
            match = _OBJECT_LINE.search(body, at + 1)
            end = match.start() if match else len(body)
        else:
            if isinstance(value, Mapping):
                lines.records.append((number, value))
            else:
                lines.broken.append(f"{name}, line {number}: not an object")
        behind = _skip(body, end)
        number += body.count("\n", at, behind)
        at = behind
    return lines


_OBJECT_LINE = re.compile(r"^\{", re.MULTILINE)


def _read_lines(text: str, name: str, *, escaped: bool) -> Lines:
    found: list[Line] = []
    rests: list[tuple[int, str, str]] = []
    for number, line in enumerate(text.split("\n"), 1):  # JSON strings may hold the other line ends
        body = line.strip(BLANK)
        at = _skip(body, 0)
        objects, end, why = _read_chain(body, at, escaped=escaped)
        if end < len(body):
            objects = [one for one in objects if not at and not one.is_inner(body)]
            rests.append((number, body[end:] if objects else body, why if not at else "not an object"))
        elif not objects and body.strip(",[]"):
            rests.append((number, body, "not an object"))
        found += [(number, one.record) for one in objects]
    behind = [(number, rest, one) for number, rest, _ in rests for one in _objects_in(rest, escaped=escaped)]
    certain = [record for _, record in found] + [one.record for _, rest, one in behind if not one.is_inner(rest)]
    shapes = [shape for shape, _ in Counter(map(frozenset, certain)).most_common(_MOST_SHAPES)] if behind else []
    found += [(n, one.record) for n, rest, one in behind if not one.is_inner(rest) or _is_like(one.record, shapes)]
    found.sort(key=lambda line: line[0])
    return Lines(found, [f"{name}, line {number}: {why}" for number, _, why in rests])


@dataclass(frozen=True, slots=True)
class _Object:
    """An object, and where it stands in a text."""

    start: int
    end: int
    record: Record

    def is_inner(self, text: str) -> bool:
        """Whether it stands as one does within a record: what is before or behind it goes on with that."""
        start, end = self.start, self.end
        while start > 0 and text[start - 1] in BLANK:
            start -= 1
        while end < len(text) and text[end] in BLANK:
            end += 1
        return text[start - 1 : start] in _BEFORE_INNER or text[end : end + 1] in _BEHIND_INNER


_BEFORE_INNER = (":", ",", "[")
_BEHIND_INNER = (",", "]", "}")


def _read_chain(text: str, at: int, *, escaped: bool) -> tuple[list[_Object], int, str]:
    """Objects one behind the other, where the last one ends, and why what stands there is none."""
    found: list[_Object] = []
    while at < len(text):
        try:
            value, end = _parse(text, at, escaped=escaped)
        except _UnreadableError as error:
            return found, at, str(error)
        if not isinstance(value, Mapping):
            return found, at, "not an object"
        found.append(_Object(at, end, value))
        at = _skip(text, end)
    return found, at, ""


def _objects_in(rest: str, *, escaped: bool) -> list[_Object]:
    """The whole objects in a text that begins with something else: a banner, or half a record.

    Half a record holds whole objects too, and they stand there as one does within a record. A record that stands so
    by chance is told by its keys, which no inner object has.
    """
    found: list[_Object] = []
    at = tries = 0
    while tries < _MOST_TRIES and (match := _BEGINNING.search(rest, at)):
        objects, end, _ = _read_chain(rest, match.start(), escaped=escaped)
        if objects:
            found += objects
            at = end
        else:
            tries += 1
            at = match.start() + 1
    return found


def _is_like(record: Record, shapes: Sequence[frozenset[str]]) -> bool:
    """Whether half of the keys are those of a record that is one beyond doubt."""
    keys = frozenset(record)
    return any(2 * len(keys & shape) >= len(keys | shape) for shape in shapes)


def _skip(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at


def _refuse_constant(word: str) -> NoReturn:
    """NaN and Infinity, which Python reads and writes and no provider takes."""
    raise ValueError(word)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def _parse(text: str, at: int, *, escaped: bool) -> tuple[Any, int]:
    """The value that stands at a place, and where it ends."""
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise _UnreadableError(f"not JSON ({error.msg})", error.pos) from error
    except ValueError as error:
        raise _UnreadableError("a number that JSON cannot hold", at) from error
    except RecursionError:
        raise _UnreadableError("nested too deeply to be a transcript", at) from None
    if escaped and _NOT_UTF8.search(text, at, end):
        raise _UnreadableError("not UTF-8", at)
    return value, end
