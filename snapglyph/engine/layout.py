"""Source -> page plans: which cell stands where on each page, and how large the page is.

`estimate` and `render` both run this and nothing else, so they cannot disagree.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snapglyph.errors import FormatError

from .format import GUTTER, SEAL_CELLS, PageFormat
from .native import SgStatus, check, ffi, lib, writable
from .shaping import CONTINUED, UnitStream, Window, check_value, seal_cells, shape, word_cells
from .source import Source, SourceLike

__all__ = ["PagePlan", "count_cells", "page_cells", "page_size", "plan_pages"]

NARROWEST_COLUMN = 20
"""Cells. Below this, newspaper columns break most words."""

COMFORTABLE_COLUMN = 60
"""Cells. A narrower newspaper column is used only for text that needs no wrap in it: listings, tables, short logs."""

MOST_COLUMNS = 8
"""Newspaper columns. At 5x8 on the widest page in use (2,576 px) eight are 61 cells each, about the shortest
line that prose and listings still fill."""


def _blank_before_tag(source: Source) -> bool:
    return any(source.text[tag.offset - 1] == " " for tag in source.tags if tag.offset)


_COUNTED = 1 << 14
"""Cells counted at a time."""

LONGEST_TAG = 32
"""Cells: a label of 24 letters between its two brackets is 26, so a window's tag always finds room."""


@dataclass(frozen=True, slots=True, eq=False)
class PagePlan:
    """One page before it is drawn. `grid` is (rows, row_cells) uint32 cell numbers, page header included."""

    number: int
    span: tuple[int, int]
    width: int
    height: int
    cells: int
    """Cells that hold text, marks and the seal; the header and blank remainders are not counted."""
    grid: NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """A page's grid, its header row and its seal still blank."""

    grid: NDArray[np.uint32]
    header: str
    cells: int
    stream: NDArray[np.uint32]
    """What the check value covers behind the header, in reading order."""
    seal_at: int
    """Index of the seal in the flat grid."""


def plan_pages(source: SourceLike, fmt: PageFormat, first_page: int = 1) -> Iterator[PagePlan]:
    """Plans page after page; holds one page and one window of the source at a time."""
    plan = _plan_packed if fmt.layout == "packed" else _plan_lines
    stream = UnitStream(source)
    number = first_page
    while not stream.at_end():
        start = stream.offset
        body = plan(stream, fmt, number, number == first_page)
        yield _page(fmt, body, number, (start, stream.offset))
        number += 1


def page_cells(fmt: PageFormat) -> int:
    """Cells of text, marks and tags that a full packed page holds."""
    return fmt.text_rows * fmt.columns - SEAL_CELLS


def page_size(fmt: PageFormat, cells: int, *, alone: bool) -> tuple[int, int]:
    """Pixels of a packed page with so many cells of text, `alone` when its source has no other page. Two-cell glyphs
    may make it a row higher."""
    filled = cells + SEAL_CELLS
    rows = -(-filled // fmt.columns)
    columns = -(-filled // rows) if alone else fmt.columns
    advance, pitch = fmt.cell
    width = fmt.width if columns == fmt.columns else 2 * fmt.margin + columns * advance
    return width, 2 * fmt.margin + (rows + fmt.header) * pitch


def count_cells(source: SourceLike, fmt: PageFormat) -> int:
    """Cells that the packed layout fills with a source: text, marks and tags, without headers, seals and the places
    that two-cell glyphs leave unused at the end of a row. Sources that are drawn one behind the other add up, as long
    as each begins with a tag."""
    total = 0
    if isinstance(source, Source) and source.text.isascii() and not _blank_before_tag(source):
        # Nothing runs on across a tag, so its cells are counted by themselves and the text in one go.
        total = sum(len(tag.label) + 2 for tag in source.tags)
        source = source.text
    stream = UnitStream(source)
    cells = np.empty(_COUNTED + LONGEST_TAG, np.uint32)
    while not stream.at_end():
        window = stream.window(_COUNTED)
        used, consumed = shape(fmt.font, window, cells, 0, capacity=len(cells), count_blanks=True)
        stream.advance(consumed)
        total += used
    return total


def _page(fmt: PageFormat, body: _Body, number: int, span: tuple[int, int]) -> PagePlan:
    grid = body.grid
    state = 0
    if body.header:
        grid[0] = 0
        grid[0, : len(body.header)] = word_cells(fmt.font, body.header)
        state = check_value(fmt.font, grid[0])
    seal = seal_cells(fmt.font, check_value(fmt.font, body.stream, state))
    grid.reshape(-1)[body.seal_at : body.seal_at + SEAL_CELLS] = seal

    rows, row_cells = grid.shape
    advance, pitch = fmt.cell
    width = fmt.width if row_cells == fmt.columns else 2 * fmt.margin + row_cells * advance
    return PagePlan(number, span, width, 2 * fmt.margin + rows * pitch, body.cells, grid)


def _header(fmt: PageFormat, number: int, first: str | None, last: str | None) -> str:
    """The words of the page header, "" when the format has none; too narrow a page leaves the messages out."""
    if not fmt.header:
        return ""
    # Newspaper columns of equal width may leave this many cells of a row unused.
    room = fmt.columns - (MOST_COLUMNS - 1 if fmt.columns >= 2 * NARROWEST_COLUMN else 0)
    page = f"PAGE {number}"
    full = f"{page} MSG {first}" if first == last else f"{page} MSG {first}-{last}"
    words = full if first and last and len(full) <= room else page
    if len(words) > room:
        raise FormatError(f"page {number} is too narrow for its header; widen it or pass header=False")
    return words


# --- packed -----------------------------------------------------------------------------------------------


def _plan_packed(stream: UnitStream, fmt: PageFormat, number: int, alone: bool) -> _Body:
    columns = fmt.columns
    start = columns if fmt.header else 0
    flat = np.empty(fmt.rows * columns, np.uint32)
    cells = flat[start:]
    capacity = len(cells) - SEAL_CELLS
    used = 0
    first: str | None = None
    taken = 0
    while used < capacity and taken < fmt.most_characters:
        window = stream.window((capacity - used) * 3 // 2)
        used, consumed = shape(
            fmt.font,
            window,
            cells,
            used,
            capacity=capacity,
            count_blanks=True,
            row_cells=columns if fmt.font.has_wide else 0,
        )
        first = first or _first_message(stream, window)
        stream.advance(consumed)
        taken += consumed
        if not consumed or stream.at_end():
            break
    if not used:
        raise FormatError("a tag is longer than the page; enlarge the page")

    header = _header(fmt, number, first, stream.message)
    filled = used + SEAL_CELLS
    rows = -(-filled // columns)
    if alone and stream.at_end():
        columns = _balanced_columns(fmt, cells[:used], filled, rows, len(header))
        rows = -(-filled // columns)
        flat = np.empty((rows + fmt.header) * columns, np.uint32)
        start = columns if fmt.header else 0
        flat[start : start + used] = cells[:used]
    end = start + rows * columns
    flat[start + used : end] = 0
    return _Body(flat[:end].reshape(-1, columns), header, filled, flat[start : start + used], start + used)


def _balanced_columns(fmt: PageFormat, cells: NDArray[np.uint32], filled: int, rows: int, header_width: int) -> int:
    """The narrowest rows that need no more of them. Two-cell glyphs keep full rows once there are several,
    since their places in a row decide where cells are left unused."""
    if rows > 1 and fmt.font.has_wide and bool((fmt.font.code_of[cells] & lib.SG_WIDE).any()):
        return fmt.columns
    return min(fmt.columns, max(-(-filled // rows), header_width))


def _first_message(stream: UnitStream, window: Window) -> str | None:
    """The message that a page begins with: that of a tag at its very start, else the one that goes on."""
    if window.tags and window.tags[0][0] == 0:
        return window.tags[0][1].number or stream.message
    return stream.message


# --- lines ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Broken:
    """A page's worth of the stream cut into slots, for one number of newspaper columns."""

    columns: int
    slot_cells: int
    slots: NDArray[np.uint32]
    consumed: int
    widest: int
    rows: int

    @property
    def wraps(self) -> bool:
        """True when some line is carried on to another row."""
        return bool((self.slots[:, 2] == lib.SG_END_WRAP).any())


def _plan_lines(stream: UnitStream, fmt: PageFormat, number: int, alone: bool) -> _Body:
    # A slot takes at most slot_cells cells of the stream (its last place may stand for a line end), so this
    # many always fill the page.
    capacity = fmt.text_rows * fmt.columns + 64
    cells = np.empty(capacity, np.uint32)
    window = stream.window(capacity)
    used, shaped = shape(fmt.font, window, cells, 0, capacity=capacity, count_blanks=False)
    best = _best_columns(fmt, cells[:used], window.last and shaped == window.units)
    units = _units_of(window, cells[: best.consumed])
    if not units:
        raise FormatError("one escape or tag is wider than a row; widen the page")
    first = _first_message(stream, window)
    stream.advance(units)

    header = _header(fmt, number, first, stream.message)
    slot_cells = best.slot_cells
    if alone and stream.at_end():
        for_header = -(-(len(header) - (best.columns - 1) * GUTTER) // best.columns)
        slot_cells = min(slot_cells, max(best.widest, for_header))
    return _place(fmt, cells[:used], best, slot_cells, header)


def _best_columns(fmt: PageFormat, cells: NDArray[np.uint32], last: bool) -> _Broken:
    """The most text on the page, then the fewest rows, then the fewest columns."""
    best = _break(fmt, cells, last, 1, fmt.columns)
    for columns in range(2, MOST_COLUMNS + 1):
        slot_cells = (fmt.columns - (columns - 1) * GUTTER) // columns
        if slot_cells < NARROWEST_COLUMN:
            break
        broken = _break(fmt, cells, last, columns, slot_cells)
        if slot_cells < COMFORTABLE_COLUMN and broken.wraps:
            continue
        if (broken.consumed, -broken.rows) > (best.consumed, -best.rows):
            best = broken
    return best


def _break(fmt: PageFormat, cells: NDArray[np.uint32], last: bool, columns: int, slot_cells: int) -> _Broken:
    slots = np.empty((fmt.text_rows * columns, lib.SG_SLOT_WORDS), np.uint32)
    counts = ffi.new("uint32_t[2]")
    consumed = ffi.new("size_t *")
    status = lib.sg_break_lines(
        fmt.font.pointer,
        ffi.from_buffer("uint32_t[]", cells),
        len(cells),
        last,
        slot_cells,
        len(slots),
        writable(slots, "uint32_t[]"),
        counts,
        consumed,
        counts + 1,
    )
    if status == SgStatus.TOO_NARROW and columns > 1:
        return _Broken(columns, slot_cells, slots[:0], 0, 0, 0)
    check(status, "breaking lines")
    rows = min(fmt.text_rows, -(-counts[0] // columns))
    return _Broken(columns, slot_cells, slots[: counts[0]], consumed[0], counts[1], rows)


def _units_of(window: Window, cells: NDArray[np.uint32]) -> int:
    """Units behind these cells: one for each token, but a tag is one token of several units."""
    units = int(np.count_nonzero((cells & CONTINUED) == 0))
    for at, tag in window.tags:
        if at >= units:
            break
        units += len(tag.codes) - 1
    return units


def _place(fmt: PageFormat, cells: NDArray[np.uint32], broken: _Broken, slot_cells: int, header: str) -> _Body:
    row_cells = broken.columns * slot_cells + (broken.columns - 1) * GUTTER
    grid = np.empty((fmt.header + broken.rows, row_cells), np.uint32)
    seal = np.zeros(SEAL_CELLS, np.uint32)
    status = lib.sg_place_lines(
        fmt.font.pointer,
        ffi.from_buffer("uint32_t[]", cells),
        len(cells),
        ffi.from_buffer("uint32_t[]", broken.slots),
        len(broken.slots),
        ffi.from_buffer("uint32_t[]", seal),
        slot_cells,
        broken.columns,
        broken.rows,
        writable(grid[fmt.header :], "uint32_t[]"),
        broken.rows * row_cells,
    )
    check(status, "placing lines")
    column, row = divmod(len(broken.slots) - 1, broken.rows)
    left = column * (slot_cells + GUTTER) + int(broken.slots[-1, 1])
    filled = int(broken.slots[:, 1].sum()) + SEAL_CELLS
    stream = cells[: broken.consumed] & ~np.uint32(CONTINUED)
    return _Body(grid, header, filled, stream, (row + fmt.header) * row_cells + left)
