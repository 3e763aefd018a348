"""Text to pages and back. Knows no message, no model and no price."""

from .escapes import Escapes, count_escapes
from .face import Face, faces, get_face
from .format import PageFormat
from .page import Estimate, Page, PageSize
from .reader import Reading, decode, read
from .rendering import estimate, iter_pages, render
from .source import Source, Tag

__all__ = [
    "Escapes",
    "Estimate",
    "Face",
    "Page",
    "PageFormat",
    "PageSize",
    "Reading",
    "Source",
    "Tag",
    "count_escapes",
    "decode",
    "estimate",
    "faces",
    "get_face",
    "iter_pages",
    "read",
    "render",
]
