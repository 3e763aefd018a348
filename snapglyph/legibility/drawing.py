"""Lines as grey pictures, as a page shows them and as a provider may have resized it."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from snapglyph.engine import Face

__all__ = ["draw_line"]

MARGIN = 4
"""Pixels of paper around a line; without any an OCR engine loses its ends."""


def draw_line(face: Face, text: str, scale: float = 1.0) -> NDArray[np.uint8]:
    """(H, W) uint8, 0 ink .. 255 paper. The face must draw every character in one cell.

    Args:
        scale: of width and height, by Pillow's Lanczos filter.
    """
    rows = face.arrays()[3].reshape(-1, face.height)
    cells = rows[[face.entry(ord(char)) for char in text]]  # (n, height)
    bits = cells[:, :, None] >> np.arange(face.width - 1, -1, -1) & 1  # (n, height, width)
    ink = np.pad(bits.transpose(1, 0, 2).reshape(face.height, -1), MARGIN)
    grey: NDArray[np.uint8] = np.where(ink, 0, 255).astype(np.uint8)
    if scale == 1.0:
        return grey
    picture = Image.fromarray(grey, "L")
    size = max(round(picture.width * scale), 1), max(round(picture.height * scale), 1)
    return np.asarray(picture.resize(size, Image.Resampling.LANCZOS), np.uint8)
