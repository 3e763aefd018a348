"""The font's sources: YAFF files to checked faces to tables. Standard library only, since build.py runs it."""

from .compile import FaceSource, load_face, nearest_pairs, pixel_distance
from .tables import FaceTables, make_tables, write_tables

__all__ = [
    "FaceSource",
    "FaceTables",
    "load_face",
    "make_tables",
    "nearest_pairs",
    "pixel_distance",
    "write_tables",
]
