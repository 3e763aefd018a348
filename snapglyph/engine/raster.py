"""Page plan -> scanlines: what PNG calls 1-bit grey, with its filter byte in front of every row."""

import numpy as np
from numpy.typing import NDArray

from .format import PageFormat
from .layout import PagePlan
from .native import PATH, check, ffi, lib, writable

__all__ = ["draw", "scanline_bytes"]


def scanline_bytes(width: int, height: int) -> int:
    """Bytes that `draw` needs for a page: a filter byte and `width` bits, rounded up, a scanline."""
    return height * (1 + (width + 7) // 8)


def draw(
    plan: PagePlan, fmt: PageFormat, out: NDArray[np.uint8] | None = None, path: int = PATH
) -> NDArray[np.uint8]:
    """Draws a planned page; gives (height, 1 + ceil(width / 8)) uint8, which is `out`'s memory when given.

    Column 0 is PNG's filter byte, always 0. Then pixels, leftmost in the highest bit, 1 = paper, 0 = ink; the
    unused low bits of the last byte are 0. `out` is a flat contiguous uint8 array of at least
    `scanline_bytes(plan.width, plan.height)`. Raises FormatError when it is too small.
    """
    size = scanline_bytes(plan.width, plan.height)
    if out is None:
        out = np.empty(size, np.uint8)
    atlas = fmt.font.atlas(*fmt.cell)
    rows, row_cells = plan.grid.shape
    status = lib.sg_blit(
        path,
        ffi.from_buffer("uint64_t[]", atlas.words),
        len(atlas.words),
        fmt.font.cell_count,
        atlas.advance,
        atlas.pitch,
        ffi.from_buffer("uint32_t[]", plan.grid),
        row_cells,
        rows,
        fmt.margin,
        plan.width,
        plan.height,
        writable(out, "uint8_t[]"),
        out.nbytes,
    )
    check(status, f"drawing page {plan.number}")
    return out[:size].reshape(plan.height, -1)
