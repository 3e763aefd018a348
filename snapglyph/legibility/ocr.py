"""The reader: PP-OCRv6's recognition model as rapidocr runs it, from the model file in its wheel."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from snapglyph.errors import SnapglyphError

__all__ = ["Reader"]


class Reader:
    """Reads single lines. Raises SnapglyphError without the extra."""

    def __init__(self) -> None:
        try:
            from rapidocr import RapidOCR
        except ImportError:
            raise SnapglyphError("legibility is measured by rapidocr: pip install 'snapglyph[ocr]'") from None
        self._engine: Any = RapidOCR(params={"Global.log_level": "error", "Global.text_score": 0.0})

    def read(self, line: NDArray[np.uint8]) -> str:
        """The text of a picture of one line, (H, W) uint8 grey; "" when nothing is recognised."""
        picture = np.repeat(line[:, :, None], 3, axis=2)
        # All three switches on every call: rapidocr 3.10 keeps what a call turned off for the calls after it.
        found = self._engine(picture, use_det=False, use_cls=False, use_rec=True)
        texts = getattr(found, "txts", None) or ()
        return " ".join(texts)
