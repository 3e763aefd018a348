"""How one image becomes tokens: the few families of arithmetic that providers use. Every size is in pixels.

A rule has `sees`, the size that reaches the model; `tokens`, what it is billed; and `best_page`. Arithmetic is
on integers and fractions where the provider's own is not known: a rounding error of one token is a wrong count.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, sqrt
from typing import Protocol

__all__ = ["BudgetCells", "FitCells", "Flat", "Grid", "KimiCells", "RoundedCells", "Rule", "ShortTiles", "ThirdTiles"]

Size = tuple[int, int]
UNLIMITED = 1 << 30


class Rule(Protocol):
    """Width and height are at least one pixel; the tariff checks that."""

    def sees(self, width: int, height: int) -> Size:
        """The size that reaches the model."""
        ...

    def tokens(self, width: int, height: int) -> int:
        """Tokens of the image as it is sent."""
        ...

    def best_page(self, below: int) -> Size:
        """The largest page that is not resampled, no side of it reaching `below`; of equal ones the squarest."""
        ...


def _cells(size: Size, cell: int) -> int:
    return -(-size[0] // cell) * -(-size[1] // cell)


def _largest(cell: int, most_cells: int, longest_edge: int) -> Size:
    """Largest page of whole cells, the squarest of equal ones, upright never."""
    most = max(1, longest_edge // cell)
    sides = ((across, min(across, most_cells // across)) for across in range(1, min(most, most_cells) + 1))
    across, down = max(sides, key=lambda side: (side[0] * side[1], -side[0]))
    return across * cell, down * cell


def _scaled(size: Size, by: Fraction) -> Size:
    return max(1, round(size[0] * by)), max(1, round(size[1] * by))


@dataclass(frozen=True, slots=True)
class FitCells:
    """Scaled down to `longest_edge`, then to the largest size of its shape with at most `most_cells` cells.

    Claude; with `row_breaks` (a token more for each row of cells) and no cell limit, Mistral.
    """

    cell: int
    longest_edge: int
    most_cells: int = UNLIMITED
    row_breaks: bool = False

    def sees(self, width: int, height: int) -> Size:
        longest = max(width, height)
        if longest <= self.longest_edge and _cells((width, height), self.cell) <= self.most_cells:
            return width, height
        # Cells never fall when the edge grows, so the largest edge that fits is found by halving.
        fits, over = 1, min(longest, self.longest_edge) + 1
        while over - fits > 1:
            edge = (fits + over) // 2
            if _cells(_scaled((width, height), Fraction(edge, longest)), self.cell) <= self.most_cells:
                fits = edge
            else:
                over = edge
        return _scaled((width, height), Fraction(fits, longest))

    def tokens(self, width: int, height: int) -> int:
        seen = self.sees(width, height)
        breaks = -(-seen[1] // self.cell) if self.row_breaks else 0
        return _cells(seen, self.cell) + breaks

    def best_page(self, below: int) -> Size:
        return _largest(self.cell, self.most_cells, min(self.longest_edge, below - 1))


@dataclass(frozen=True, slots=True)
class BudgetCells:
    """`ceil(hundredths / 100 * cells)` tokens; more than `most_cells` are shrunk until one side is whole cells.

    OpenAI's patches: s = sqrt(cell^2 * budget / (w * h)), times min(floor(a) / a, floor(b) / b) with a = w * s / cell
    and b = h * s / cell. That is computed in floating point, as the published calculator does: where a is a whole
    number the two differ (1932x1932 on 2,500 patches becomes 49 x 49 of them there, not 50 x 50).
    With `fills`, Gemini from 3 on: always resized, up or down, to floor(sqrt(budget * w / h)) by
    floor(sqrt(budget * h / w)) cells.
    """

    cell: int
    most_cells: int
    hundredths: int = 100
    fills: bool = False
    advised_cells: int = UNLIMITED

    def sees(self, width: int, height: int) -> Size:
        if not self.fills and _cells((width, height), self.cell) <= self.most_cells:
            return width, height
        if self.fills:
            across = min(self.most_cells, max(1, isqrt(self.most_cells * width // height)))
            down = min(self.most_cells, max(1, isqrt(self.most_cells * height // width)))
            return across * self.cell, down * self.cell
        by_area = sqrt(self.cell**2 * self.most_cells / (width * height))
        across = min(self.most_cells, max(1, int(width * by_area / self.cell)))
        down = min(self.most_cells, max(1, int(height * by_area / self.cell)))
        by = min(Fraction(across * self.cell, width), Fraction(down * self.cell, height))
        return _scaled((width, height), by)

    def tokens(self, width: int, height: int) -> int:
        seen = self.sees(width, height)
        return -(-_cells(seen, self.cell) * self.hundredths // 100)

    def best_page(self, below: int) -> Size:
        return _largest(self.cell, min(self.most_cells, self.advised_cells), below - 1)


@dataclass(frozen=True, slots=True)
class RoundedCells:
    """Both sides rounded to whole cells, the area clamped to a range: Qwen-VL and GLM-V."""

    cell: int
    least_pixels: int
    most_pixels: int
    advised_cells: int = UNLIMITED
    markers: int = 0

    def sees(self, width: int, height: int) -> Size:
        across, down = (max(1, round(Fraction(side, self.cell))) for side in (width, height))
        area = across * down * self.cell**2
        if area > self.most_pixels:
            # floor(w / sqrt(w * h / most) / cell) = isqrt(most * w / (h * cell^2))
            across = max(1, isqrt(self.most_pixels * width // (height * self.cell**2)))
            down = max(1, isqrt(self.most_pixels * height // (width * self.cell**2)))
        elif area < self.least_pixels:
            across = _ceil_root(self.least_pixels * width, height * self.cell**2)
            down = _ceil_root(self.least_pixels * height, width * self.cell**2)
        return across * self.cell, down * self.cell

    def tokens(self, width: int, height: int) -> int:
        seen = self.sees(width, height)
        return _cells(seen, self.cell) + self.markers

    def best_page(self, below: int) -> Size:
        return _largest(self.cell, min(self.most_pixels // self.cell**2, self.advised_cells), below - 1)


def _ceil_root(dividend: int, divisor: int) -> int:
    """ceil(sqrt(dividend / divisor))"""
    floor = -(-dividend // divisor)
    root = isqrt(floor)
    return root if root * root == floor else root + 1


@dataclass(frozen=True, slots=True)
class KimiCells:
    """`ceil(w / 28) * ceil(h / 28)`; shrunk to 16,384 patches of 14 px and edges of 7,168 px; never enlarged."""

    def sees(self, width: int, height: int) -> Size:
        patches = max(1, width // 14) * max(1, height // 14)
        edge = min(Fraction(1), Fraction(7168, max(width, height)))
        wide, high = int(width * edge), int(height * edge)
        if patches > 16384:
            # int(w * sqrt(16384 / patches)), the root taken once over the whole product
            wide = min(wide, isqrt(width * width * 16384 // patches))
            high = min(high, isqrt(height * height * 16384 // patches))
        return max(1, wide), max(1, high)

    def tokens(self, width: int, height: int) -> int:
        seen = self.sees(width, height)
        return _cells(seen, 28)

    def best_page(self, below: int) -> Size:
        return _largest(28, 4096, min(7168, below - 1))


@dataclass(frozen=True, slots=True)
class ShortTiles:
    """OpenAI's tiles: fit into 2048 x 2048, short side down to 768; `base` and `tile` for each 512 px tile."""

    base: int
    tile: int

    def sees(self, width: int, height: int) -> Size:
        by = min(Fraction(1), Fraction(2048, max(width, height)))
        by = min(by, Fraction(768, min(width, height)))
        return _scaled((width, height), by)

    def tokens(self, width: int, height: int) -> int:
        seen = self.sees(width, height)
        return self.base + self.tile * _cells(seen, 512)

    def best_page(self, below: int) -> Size:
        return min(2048, (below - 1) // 512 * 512), 768


@dataclass(frozen=True, slots=True)
class ThirdTiles:
    """Gemini 2: 258 up to 384 px; else tiles of edge u = clamp(short side / 1.5, 256, 768), each shown at 768."""

    most_tiles: int = 6

    def sees(self, width: int, height: int) -> Size:
        if max(width, height) <= 384:
            return width, height
        return _scaled((width, height), 768 / _tile_edge(width, height))

    def tokens(self, width: int, height: int) -> int:
        if max(width, height) <= 384:
            return 258
        edge = _tile_edge(width, height)
        return 258 * -(-width // edge) * -(-height // edge)

    def best_page(self, below: int) -> Size:
        """Six tiles (more are undocumented), two by two at least: a short side under 1,152 is enlarged. Else a small
        image as it is."""
        if below <= 2 * 768:
            return min(384, below - 1), min(384, below - 1)
        return _largest(768, self.most_tiles, below - 1)


def _tile_edge(width: int, height: int) -> Fraction:
    return min(Fraction(768), max(Fraction(256), Fraction(2 * min(width, height), 3)))


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of at most `most` square tiles that shows an image largest, and one overview tile: Llama 4."""

    edge: int
    tile: int
    most: int

    def sees(self, width: int, height: int) -> Size:
        across, down = self._grid(width, height)
        return _scaled((width, height), min(Fraction(1), Fraction(across, width), Fraction(down, height)))

    def tokens(self, width: int, height: int) -> int:
        tiles = _cells(self._grid(width, height), self.edge)
        return self.tile * (tiles + 1) if tiles > 1 else self.tile

    def _grid(self, width: int, height: int) -> Size:
        """The smallest enlargement that fits, else the least reduction; of equal ones the smallest grid."""
        counts = range(1, self.most + 1)
        grids = [(a * self.edge, d * self.edge) for a in counts for d in counts if a * d <= self.most]

        def rank(grid: Size) -> tuple[bool, Fraction, int]:
            by = min(Fraction(grid[0], width), Fraction(grid[1], height))
            return by < 1, by if by >= 1 else -by, grid[0] * grid[1]

        return min(grids, key=rank)

    def best_page(self, below: int) -> Size:
        return _largest(self.edge, self.most, below - 1)


@dataclass(frozen=True, slots=True)
class Flat:
    """So many tokens for any image, which is shrunk to `edge`."""

    flat: int
    edge: int

    def sees(self, width: int, height: int) -> Size:
        return _scaled((width, height), min(Fraction(1), Fraction(self.edge, max(width, height))))

    def tokens(self, width: int, height: int) -> int:
        return self.flat

    def best_page(self, below: int) -> Size:
        edge = min(self.edge, below - 1)
        return edge, edge
