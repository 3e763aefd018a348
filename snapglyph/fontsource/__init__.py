"""The font's sources: YAFF files to checked faces to tables. Standard library only, since build.py runs it."""

from .bitmaps import Bitmaps
from .compile import FaceSource, load_face, load_faces, nearest_pairs, pixel_distance
from .coverage import BLOCKS, Block, promised
from .tables import FaceTables, make_tables, write_tables

__all__ = [
    "BLOCKS",
    "Bitmaps",
    "Block",
    "FaceSource",
    "FaceTables",
    "load_face",
    "load_faces",
    "make_tables",
    "nearest_pairs",
    "pixel_distance",
    "promised",
    "write_tables",
]
