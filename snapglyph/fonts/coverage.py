"""How much of each Unicode block a face draws."""

from dataclasses import dataclass

from snapglyph.engine import Face
from snapglyph.fontsource import BLOCKS

__all__ = ["BlockCoverage", "coverage"]


@dataclass(frozen=True, slots=True)
class BlockCoverage:
    """Of one block's code points (those that snapglyph knows of), how many a face draws."""

    block: str
    drawn: int
    total: int
    missing: tuple[int, ...]


def coverage(face: Face) -> list[BlockCoverage]:
    """One entry for each block of snapglyph.fontsource.coverage, in Unicode's order."""
    found = []
    for block in BLOCKS:
        codes = block.codes()
        missing = tuple(code for code in codes if not face.covers(code))
        found.append(BlockCoverage(block.name, len(codes) - len(missing), len(codes), missing))
    return found
