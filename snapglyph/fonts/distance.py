"""How far apart glyphs are, in pixels: as they are drawn, and after a resize that a provider might do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from snapglyph.engine import Face

__all__ = ["PRINTABLE", "Distance", "distances"]

PRINTABLE = tuple(range(0x20, 0x7F))
_PAPER = 4
"""Pixels of paper around a glyph while it is resized, so that its edges blur as they do on a page."""


@dataclass(frozen=True, slots=True)
class Distance:
    """Two characters, and in how many pixels of full contrast they differ: a whole number when nothing is resized."""

    first: str
    second: str
    pixels: float


def distances(face: Face, codes: Iterable[int] = PRINTABLE, *, scale: float = 1.0) -> list[Distance]:
    """All pairs of one-cell glyphs, nearest first.

    Args:
        scale: of width and height; 0.75 is what a page of 1568 pixels goes through at a limit of 1176. Pixels are
            counted in the resized picture (Lanczos, as Pillow does it) and each by how much its grey differs.
    """
    drawn = [code for code in codes if face.covers(code) and not _is_wide(face, code)]
    pictures = np.stack([_picture(face, code, scale) for code in drawn])
    found = []
    for i, j in combinations(range(len(drawn)), 2):
        pixels = float(np.abs(pictures[i] - pictures[j]).sum())
        found.append(Distance(chr(drawn[i]), chr(drawn[j]), round(pixels, 2)))
    return sorted(found, key=lambda pair: (pair.pixels, pair.first, pair.second))


def _is_wide(face: Face, code: int) -> bool:
    return bool(face.code_of[face.entry(code)] & (1 << 30))


def _picture(face: Face, code: int, scale: float) -> NDArray[np.float64]:
    """(H, W) ink, 0.0..1.0."""
    rows: Sequence[int] = face.arrays()[3].reshape(-1, face.height)[face.entry(code)].tolist()
    bits = [[row >> (face.width - 1 - x) & 1 for x in range(face.width)] for row in rows]
    ink = np.pad(np.array(bits, np.float64), _PAPER)
    if scale == 1.0:
        return ink
    picture = Image.fromarray((255 - 255 * ink).astype(np.uint8), "L")
    size = max(round(picture.width * scale), 1), max(round(picture.height * scale), 1)
    return 1.0 - np.asarray(picture.resize(size, Image.Resampling.LANCZOS), np.float64) / 255
