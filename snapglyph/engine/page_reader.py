"""One page -> what it says, proved by its check value."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import local
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from snapglyph.errors import FontError, FormatError, ReadError

from .face import Atlas, faces
from .format import SEAL_CELLS, PageFormat
from .native import PATH, SgStatus, check, ffi, lib, writable
from .scan import PageLike, Scan, scan
from .shaping import UTF32, check_value
from .source import INVERSE, Event, TagCodes

__all__ = ["PageText", "read_page"]

MOST_SLOTS_A_ROW = 64
"""Line ends that one row of a grid can stand for; a grid with more newspaper columns is not one of ours."""

KEPT_SCRATCH = 1 << 21
"""Codes. Working memory up to 8 MB is kept by its thread: fresh pages of memory cost a tenth of reading a page."""

_store = local()


def _scratch(name: str, size: int) -> NDArray[np.uint32]:
    """(size,) uint32 of this thread, with anything in it; whoever asks for the same name again gets the same."""
    kept: NDArray[np.uint32] | None = getattr(_store, name, None)
    if kept is None or kept.size < size:
        kept = np.empty(size, np.uint32)
        if size <= KEPT_SCRATCH:
            setattr(_store, name, kept)
    return kept[:size]


@dataclass(frozen=True, slots=True)
class PageText:
    """What one page says: stretches of text and tags, in order, and its number (None without a header)."""

    name: str
    parts: tuple[Event, ...]
    number: int | None


def read_page(item: PageLike, name: str, fmt: PageFormat | None) -> PageText:
    """Reads one page; `name` is what errors call it, `fmt` its format where the caller knows better than the file.

    Raises ReadError that names the page and the first bad cell; OSError for a path that cannot be opened.
    """
    page = scan(item, name)
    if fmt is None and page.format_id is not None:
        fmt, version = _named_format(page)
        try:
            return _read_as(page, fmt)
        except ReadError as error:
            if version != fmt.font.version:
                raise ReadError(
                    f"{error} (it was drawn with version {version} of face {fmt.font.name}; this is version "
                    f"{fmt.font.version})"
                ) from None
            raise
    if fmt is not None:
        return _read_as(page, fmt)
    return _read_by_trying(page)


def _named_format(page: Scan) -> tuple[PageFormat, str]:
    try:
        return PageFormat.from_id(page.format_id or "")
    except (FormatError, FontError) as error:
        raise ReadError(f"{page.name} names a page format that cannot be used: {error}") from error


def _read_by_trying(page: Scan) -> PageText:
    """Without a format id: every face at its own cell. The check value makes trying safe."""
    best: tuple[int, ReadError] | None = None
    for face in faces():
        for layout in ("packed", "lines"):
            for header in (False, True):
                try:
                    fmt = PageFormat(page.width, page.height, face, layout, header=header)
                    return _read_as(page, fmt)
                except _BadCellError as error:
                    if best is None or error.cell > best[0]:
                        best = (error.cell, error)
                except (ReadError, FormatError):
                    continue
    hint = "; it names no page format and no built-in one fits: pass format="
    raise ReadError(f"{best[1]}{hint}" if best else f"{page.name} is no page of ours{hint}")


class _BadCellError(ReadError):
    def __init__(self, message: str, cell: int) -> None:
        super().__init__(message)
        self.cell = cell


def _read_as(page: Scan, fmt: PageFormat) -> PageText:
    columns, rows = _grid_size(page, fmt)
    grid = _read_grid(page, fmt, columns, rows)
    number, state = None, 0
    if fmt.header:
        number = _header_number(page, fmt, grid[:columns])
        state = check_value(fmt.font, grid[:columns])
        grid = grid[columns:]
    cells = grid
    if fmt.layout == "lines":
        cells = _gather_lines(page, fmt, grid, columns)
    codes, largest = _decode_cells(page, fmt, cells, state, columns)
    return PageText(page.name, tuple(_split_tags(codes, largest)), number)


def _grid_size(page: Scan, fmt: PageFormat) -> tuple[int, int]:
    advance, pitch = fmt.cell
    columns, over = divmod(page.width - 2 * fmt.margin, advance)
    rows, under = divmod(page.height - 2 * fmt.margin, pitch)
    if columns < 1 or rows < 1 + fmt.header or under or (over and page.width != fmt.width):
        raise ReadError(
            f"{page.name} is {page.width}x{page.height} pixels, which is no whole number of {advance}x{pitch} "
            f"cells and a margin of {fmt.margin}: it was cropped, padded or rescaled"
        )
    return columns, rows


def _where(page: Scan, fmt: PageFormat, columns: int, cell: int) -> str:
    row, column = divmod(cell, columns)
    x, y = fmt.margin + column * fmt.cell[0], fmt.margin + row * fmt.cell[1]
    return f"{page.name}, cell at row {row + 1}, column {column + 1} (pixel {x},{y})"


def _read_grid(page: Scan, fmt: PageFormat, columns: int, rows: int) -> NDArray[np.uint32]:
    atlas: Atlas = fmt.font.atlas(*fmt.cell)
    grid = _scratch("grid", columns * rows)
    bad = ffi.new("size_t *")
    status = lib.sg_read_grid(
        PATH,
        fmt.font.pointer,
        ffi.from_buffer("uint64_t[]", atlas.words),
        len(atlas.words),
        ffi.from_buffer("uint32_t[]", atlas.index),
        len(atlas.index),
        atlas.advance,
        atlas.pitch,
        ffi.from_buffer("uint8_t[]", page.scanlines),
        page.scanlines.nbytes,
        fmt.margin,
        page.width,
        page.height,
        writable(grid, "uint32_t[]"),
        columns,
        rows,
        bad,
    )
    if status == SgStatus.BAD_MARGIN:
        raise ReadError(f"{page.name} has ink outside its cells, first in pixel row {bad[0]}: it was changed")
    if status == SgStatus.BAD_CELL:
        raise _BadCellError(
            f"{_where(page, fmt, columns, bad[0])} is no glyph of face {fmt.font.name}: the page was changed",
            bad[0],
        )
    check(status, f"reading {page.name}")
    return grid


def _header_number(page: Scan, fmt: PageFormat, row: NDArray[np.uint32]) -> int:
    codes = fmt.font.code_of[row]
    used = int(np.count_nonzero(row))
    inverse = codes[:used]
    if used and row[:used].all() and bool(((inverse >= INVERSE) & (inverse < INVERSE + 128)).all()):
        words = "".join(chr(int(code) - INVERSE) for code in inverse).split(" ")
        if len(words) > 1 and words[0] == "PAGE" and words[1].isdigit() and int(words[1]) > 0:
            return int(words[1])
    raise ReadError(f"{page.name} has no page header in its first row, which its format promises")


def _gather_lines(page: Scan, fmt: PageFormat, grid: NDArray[np.uint32], columns: int) -> NDArray[np.uint32]:
    rows = len(grid) // columns
    stream = _scratch("stream", grid.size + MOST_SLOTS_A_ROW * rows + columns)
    used, bad = ffi.new("size_t *"), ffi.new("size_t *")
    status = lib.sg_gather_lines(
        fmt.font.pointer,
        ffi.from_buffer("uint32_t[]", grid),
        columns,
        rows,
        writable(stream, "uint32_t[]"),
        stream.size,
        used,
        bad,
    )
    if status == SgStatus.BAD_CELL:
        cell = bad[0] + fmt.header * columns
        raise _BadCellError(f"{_where(page, fmt, columns, cell)} cannot stand there: the page was changed", cell)
    check(status, f"reading {page.name}")
    return stream[: used[0]]


def _decode_cells(
    page: Scan, fmt: PageFormat, cells: NDArray[np.uint32], state: int, columns: int
) -> tuple[NDArray[np.uint32], int]:
    used, bad = ffi.new("size_t *"), ffi.new("size_t *")
    largest = ffi.new("uint32_t *")
    capacity = cells.size * 3 // 2 + 64  # dense code says 1.3 characters a cell; the core asks for more if need be
    while True:
        codes = _scratch("codes", capacity)
        status = lib.sg_decode(
            fmt.font.pointer,
            ffi.from_buffer("uint32_t[]", cells),
            cells.size,
            state,
            writable(codes, "uint32_t[]"),
            capacity,
            used,
            largest,
            bad,
        )
        if status != SgStatus.BUFFER_TOO_SMALL:
            break
        if used[0] > 2 * fmt.most_characters:
            raise ReadError(
                f"{page.name} says {used[0]:,} characters, more than a page of its size can; it was not unpacked"
            )
        capacity = used[0]
    if status in (SgStatus.BAD_CELL, SgStatus.BAD_SEAL):
        _raise_bad_text(page, fmt, columns, bad[0], status)
    check(status, f"reading {page.name}")
    return codes[: used[0]], largest[0]


def _raise_bad_text(page: Scan, fmt: PageFormat, columns: int, at: int, status: int) -> NoReturn:
    cell = at + fmt.header * columns
    where = _where(page, fmt, columns, cell) if fmt.layout == "packed" else f"{page.name}, cell {at + 1} of its text"
    if status == SgStatus.BAD_SEAL:
        raise _BadCellError(
            f"{where}: the page's check value ({SEAL_CELLS} cells) is missing or does not match its text: the page "
            f"was changed or cut",
            cell,
        )
    raise _BadCellError(f"{where} cannot stand there: the page was changed", cell)


def _split_tags(codes: NDArray[np.uint32], largest: int) -> Iterator[Event]:
    """Codes as text and tags, in order. The text is copied out of the codes, which a later page overwrites."""
    if largest < INVERSE:
        yield _to_str(codes, largest)
        return
    opens = np.flatnonzero(codes == lib.SG_TAG_OPEN)
    closes = np.flatnonzero(codes == lib.SG_TAG_CLOSE)
    start = 0
    for opened, closed in zip(opens.tolist(), closes.tolist(), strict=True):
        yield _to_str(codes[start:opened])
        yield TagCodes("".join(chr(code - INVERSE) for code in codes[opened + 1 : closed].tolist()))
        start = closed + 1
    yield _to_str(codes[start:])


def _to_str(codes: NDArray[np.uint32], largest: int | None = None) -> str:
    if largest is not None and largest < 256:
        return codes.astype(np.uint8).tobytes().decode("latin-1")
    return codes.tobytes().decode(UTF32, "surrogatepass")
