"""How well a machine reads a face: lines drawn, read by an OCR engine, and every mistake counted.

An OCR engine is no vision language model; it is a fixed ruler that needs no network. It ranks faces of one cell, and
shows which characters are taken for which.
"""

from .corpus import KINDS, Line, make_lines
from .harness import Result, measure
from .scoring import Score, score

__all__ = ["KINDS", "Line", "Result", "Score", "make_lines", "measure", "score"]
