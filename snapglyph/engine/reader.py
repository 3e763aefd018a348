"""Pages -> text: exact on our own pages at native size, and an error on anything else."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from snapglyph.errors import FontError, FormatError, ReadError

from .face import Atlas, faces
from .format import SEAL_CELLS, PageFormat
from .native import PATH, SgStatus, check, ffi, lib, writable
from .page import Page
from .scan import PageLike, Scan, scan
from .shaping import check_value
from .source import INVERSE, Tag

__all__ = ["PagesLike", "Reading", "decode", "read"]

PagesLike: TypeAlias = "PageLike | Iterable[PageLike]"


@dataclass(frozen=True, slots=True)
class Reading:
    """What pages say: the text, the tags at their offsets in it, and each page's number (None without header)."""

    text: str
    tags: tuple[Tag, ...]
    numbers: tuple[int | None, ...]


def read(
    pages: PagesLike,
    *,
    format: PageFormat | None = None,  # noqa: A002
    threads: int | None = None,
) -> str:
    """The text that pages were drawn from, in NFC; tags and page headers are left out.

    Args:
        pages: one page or several: `Page`, PNG bytes, a path, a Pillow image, or an array of pixels
            ((height, width) uint8, 0 and 255).
        format: needed only for pictures that lost their PNG's text chunk and use steps or margins of their own.
        threads: pages read side by side; None takes the CPUs.

    Raises ReadError that names the page and the first bad cell when a page is damaged, cropped, rescaled,
    recoloured, foreign or out of order; OSError for a path that cannot be opened.
    """
    return decode(pages, format=format, threads=threads).text


def decode(
    pages: PagesLike,
    *,
    format: PageFormat | None = None,  # noqa: A002
    threads: int | None = None,
) -> Reading:
    """`read`, with the tags and the page numbers."""
    single = isinstance(pages, Page | bytes | bytearray | memoryview | str | os.PathLike | np.ndarray)
    items: list[PageLike] = [pages] if single or hasattr(pages, "tobytes") else list(pages)  # type: ignore[list-item, arg-type]  # narrowed by `single`
    work = [(item, f"page {i + 1}", format) for i, item in enumerate(items)]
    if len(work) > 1 and threads != 1:
        from concurrent.futures import ThreadPoolExecutor  # costs as much to import as the engine

        with ThreadPoolExecutor(threads or min(os.cpu_count() or 1, 8)) as pool:
            read_pages = list(pool.map(_read_page, work))
    else:
        read_pages = [_read_page(item) for item in work]
    _check_order(read_pages)
    return _join(read_pages)


@dataclass(frozen=True, slots=True)
class _PageText:
    name: str
    codes: NDArray[np.uint32]
    largest: int
    number: int | None


def _check_order(pages: list[_PageText]) -> None:
    for before, after in pairwise(pages):
        if before.number and after.number and after.number != before.number + 1:
            raise ReadError(
                f"{after.name} is numbered {after.number} and follows number {before.number}: a page is missing "
                f"or out of order; sort them, or read them one at a time"
            )


def _join(pages: list[_PageText]) -> Reading:
    texts: list[str] = []
    tags: list[Tag] = []
    offset = 0
    for page in pages:
        for part in _split_tags(page):
            if isinstance(part, str):
                texts.append(part)
                offset += len(part)
            else:
                tags.append(Tag(offset, "".join(chr(code - INVERSE) for code in part)))
    return Reading("".join(texts), tuple(tags), tuple(page.number for page in pages))


def _split_tags(page: _PageText) -> Iterator[str | NDArray[np.uint32]]:
    codes = page.codes
    if page.largest < INVERSE:
        yield _to_str(codes, page.largest)
        return
    opens = np.flatnonzero(codes == lib.SG_TAG_OPEN)
    closes = np.flatnonzero(codes == lib.SG_TAG_CLOSE)
    start = 0
    for opened, closed in zip(opens.tolist(), closes.tolist(), strict=True):
        yield _to_str(codes[start:opened])
        yield codes[opened + 1 : closed]
        start = closed + 1
    yield _to_str(codes[start:])


def _to_str(codes: NDArray[np.uint32], largest: int | None = None) -> str:
    if largest is not None and largest < 256:
        return codes.astype(np.uint8).tobytes().decode("latin-1")
    return codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


# --- one page ---------------------------------------------------------------------------------------------


def _read_page(work: tuple[PageLike, str, PageFormat | None]) -> _PageText:
    item, name, fmt = work
    page = scan(item, name)
    if fmt is None and page.format_id is not None:
        fmt, version = _named_format(page)
        try:
            return _read_as(page, fmt)
        except ReadError as error:
            if version != fmt.font.version:
                raise ReadError(
                    f"{error} (it was drawn with version {version} of face {fmt.face}; this is version "
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


def _read_by_trying(page: Scan) -> _PageText:
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


def _read_as(page: Scan, fmt: PageFormat) -> _PageText:
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
    return _PageText(page.name, codes, largest, number)


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
    grid = np.empty(columns * rows, np.uint32)
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
            f"{_where(page, fmt, columns, bad[0])} is no glyph of face {fmt.face}: the page was changed",
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
        if len(words) > 1 and words[0] == "PAGE" and words[1].isdigit():
            return int(words[1])
    raise ReadError(f"{page.name} has no page header in its first row, which its format promises")


def _gather_lines(page: Scan, fmt: PageFormat, grid: NDArray[np.uint32], columns: int) -> NDArray[np.uint32]:
    rows = len(grid) // columns
    stream = np.empty(grid.size + MOST_SLOTS_A_ROW * rows + columns, np.uint32)
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


MOST_SLOTS_A_ROW = 64
"""Line ends that one row of a grid can stand for; a grid with more newspaper columns is not one of ours."""


def _decode_cells(
    page: Scan, fmt: PageFormat, cells: NDArray[np.uint32], state: int, columns: int
) -> tuple[NDArray[np.uint32], int]:
    used, bad = ffi.new("size_t *"), ffi.new("size_t *")
    largest = ffi.new("uint32_t *")
    capacity = cells.size * 3 // 2 + 64  # dense code says 1.3 characters a cell; the core asks for more if need be
    while True:
        codes = np.empty(capacity, np.uint32)
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
