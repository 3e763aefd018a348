"""Characters that show nothing elsewhere: blanks of other widths, joiners, direction marks, variation selectors.

Each has a number in its list, and shows it in binary as two rows of four dots, the lowest bit first: blanks above an
open box at the foot of the cell, the others between the corners of a frame.
"""

from .pixels import Rows, to_rows
from .yaff import Metrics

__all__ = ["BLANKS", "CONTROLS", "invisible"]

BLANKS = (*range(0x2002, 0x200B), 0x202F, 0x205F, 0x1680)
"""U+2000 and U+2001 are not among them: NFC makes U+2002 and U+2003 of them."""

CONTROLS = (
    *range(0x200B, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2065),
    *range(0x2066, 0x2070),
    *range(0xFE00, 0xFE10),
    0xFEFF,
    0x034F,
    0x061C,
    0x180E,
)


def invisible(metrics: Metrics) -> dict[int, Rows]:
    """Code -> rows, for every blank and control of the two lists."""
    return {code: _blank(i + 1, metrics) for i, code in enumerate(BLANKS)} | {
        code: _control(i + 1, metrics) for i, code in enumerate(CONTROLS)
    }


def _dots(number: int, metrics: Metrics, row: int) -> set[tuple[int, int]]:
    step = 2 if metrics.width >= 8 else 1
    left = (metrics.width - 4 * step + step - 1) // 2 if metrics.width > 5 else 0
    return {(left + step * (bit % 4), row + (bit // 4) * (1 + metrics.gap)) for bit in range(8) if number >> bit & 1}


def _blank(number: int, metrics: Metrics) -> Rows:
    bottom, right = metrics.height - 1, metrics.width - 1
    box = {(x, bottom) for x in range(metrics.width)} | {(x, bottom - 1) for x in (0, right)}
    return to_rows(box | _dots(number, metrics, metrics.x_top), metrics.width, metrics.height)


def _control(number: int, metrics: Metrics) -> Rows:
    bottom, right = metrics.baseline, metrics.width - 1
    top = metrics.cap_top
    frame = {(x, y) for x in (0, right) for y in (top, bottom)}
    frame |= {(x, y) for x in (1, right - 1) for y in (top, bottom)} | {(0, top + 1), (right, bottom - 1)}
    return to_rows(frame | _dots(number, metrics, (top + bottom) // 2), metrics.width, metrics.height)
