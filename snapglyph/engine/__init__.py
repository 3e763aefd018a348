"""Text to pages and back. Knows no message, no model and no price."""

from .face import Face, faces, get_face
from .format import PageFormat
from .page import Estimate, Page, PageSize
from .reader import Reading, decode, read
from .rendering import estimate, iter_pages, render
from .source import Source, Tag

__all__ = [
    "Estimate",
    "Face",
    "Page",
    "PageFormat",
    "PageSize",
    "Reading",
    "Source",
    "Tag",
    "decode",
    "estimate",
    "faces",
    "get_face",
    "iter_pages",
    "read",
    "render",
]
