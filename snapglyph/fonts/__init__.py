"""What people do with a face: count what it covers, look at it, measure it, give it to other programs."""

from .coverage import BlockCoverage, coverage
from .distance import Distance, distances
from .resolve import open_face
from .specimen import specimen, terminal_picture

__all__ = [
    "BlockCoverage",
    "Distance",
    "coverage",
    "distances",
    "open_face",
    "specimen",
    "terminal_picture",
]
