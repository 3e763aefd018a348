"""A face by its name or by a font file."""

import re
from pathlib import Path

from snapglyph.engine import Face, faces, get_face
from snapglyph.errors import FontError

__all__ = ["open_face"]


def open_face(name: str) -> Face:
    """`8x16`, a built-in face, or `path/to/font.bdf` or `path/to/font.ttf:16`, a file and its size in pixels.

    Raises FontError for neither, and as `Face.from_font` does; OSError for a file that cannot be read.
    """
    if name in faces():
        return get_face(name)
    path, size = name, None
    if (match := re.fullmatch(r"(.+):(\d{1,3})", name)) and not Path(name).exists():
        path, size = match[1], int(match[2])
    if not Path(path).is_file():
        raise FontError(f"{name!r} is neither a face ({', '.join(faces())}) nor a font file")
    return Face.from_font(path, size)
