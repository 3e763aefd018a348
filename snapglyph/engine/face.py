"""Faces: the drawn sizes of our font, and their compiled forms."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from snapglyph.errors import FontError, FormatError

from .native import SgStatus, check, ffi, lib, writable

if TYPE_CHECKING:
    from snapglyph.fontsource import FaceSource

__all__ = ["Atlas", "Face", "faces", "get_face"]

MAX_ADVANCE: int = lib.SG_MAX_ADVANCE
MAX_PITCH: int = lib.SG_MAX_PITCH


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One face: its name, its version (eight hex digits of its glyphs' hash), its cell, and its C tables.

    `width` and `height` are pixels of one cell. Two faces are equal when they are the same object; `get_face`
    gives the same object for the same name.
    """

    name: str
    version: str
    width: int
    height: int
    pointer: Any
    code_of: NDArray[np.uint32]
    """(cells,) uint32: the code that each cell draws, with the flags of csrc/snapglyph.h."""
    has_wide: bool
    _buffers: tuple[Any, ...] = ()

    @classmethod
    def from_source(cls, source: "FaceSource") -> "Face":
        """A face from glyphs in memory (a parsed YAFF file); raises FontError as the built-in ones would."""
        from snapglyph.fontsource.tables import make_tables  # what the built-in faces need no more

        tables = make_tables(source)
        arrays = (
            np.array(tables.block_of, np.uint16),
            np.array(tables.entries, np.uint32),
            np.array(tables.code_of, np.uint32),
            np.array(tables.rows, np.uint8),
        )
        return cls.from_arrays(tables.name, tables.version, tables.width, tables.height, arrays)

    @classmethod
    def from_arrays(
        cls, name: str, version: str, width: int, height: int, arrays: tuple[NDArray[Any], ...]
    ) -> "Face":
        """A face from its tables, as csrc/snapglyph.h describes them; raises FontError when one points outside."""
        pointers = [
            ffi.from_buffer(ctype, array)
            for ctype, array in zip(("uint16_t[]", "uint32_t[]", "uint32_t[]", "uint8_t[]"), arrays, strict=True)
        ]
        struct = ffi.new("sg_face *")
        struct.width, struct.height = width, height
        struct.cell_count, struct.block_count = len(arrays[2]), len(arrays[1]) // 256
        struct.block_of, struct.entries, struct.code_of, struct.rows = pointers
        if len(arrays[0]) != lib.SG_CODE_BLOCKS or len(arrays[3]) != len(arrays[2]) * height:
            raise FontError(f"the tables of face {name} do not fit each other")
        check(lib.sg_check_face(struct), f"face {name}")
        return cls._wrap(name, version, struct, (arrays, pointers))

    @classmethod
    def from_font(cls, path: str | Path, size: int | None = None, *, cell: tuple[int, int] | None = None) -> "Face":
        """A face from a font file: BDF, PCF, OTF, TTF or OTB, drawn by FreeType without grey.

        Our own marks, which every page needs, come from the largest built-in face that fits the cell.

        Args:
            size: pixels per em of an outline font, or the height of a bitmap font's strike; None for what fits.
            cell: width and height in pixels; None takes the advance of "0" and the font's own line.

        Raises FontError for a file that is no font or has no Unicode map, for a glyph larger than two cells, and for
        printable ASCII that is missing or drawn alike; OSError when there is no such file.
        """
        from .userface import face_from_font

        return face_from_font(Path(path), size, cell)

    @classmethod
    def _wrap(cls, name: str, version: str, struct: Any, buffers: tuple[Any, ...] = ()) -> "Face":
        code_of = np.frombuffer(ffi.buffer(struct.code_of, struct.cell_count * 4), np.uint32)
        has_wide = bool((code_of & lib.SG_RIGHT_HALF).any())
        return cls(name, version, struct.width, struct.height, struct, code_of, has_wide, buffers)

    @property
    def cell_count(self) -> int:
        return len(self.code_of)

    def entry(self, code: int) -> int:
        """The cell that draws `code`; raises FontError when there is none."""
        entry: int = lib.sg_entry(self.pointer, code)
        if entry == lib.SG_NO_GLYPH:
            raise FontError(f"face {self.name} has no glyph for U+{code:04X}")
        return entry & ~int(lib.SG_WIDE)

    def covers(self, code: int) -> bool:
        """True when `code` is drawn as itself and not as an escape."""
        return bool(lib.sg_entry(self.pointer, code) != lib.SG_NO_GLYPH)

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The tables that `from_arrays` takes; read-only views."""
        face = self.pointer

        def view(pointer: Any, count: int, dtype: type[np.generic]) -> NDArray[Any]:
            return np.frombuffer(ffi.buffer(pointer, count * np.dtype(dtype).itemsize), dtype)

        return (
            view(face.block_of, lib.SG_CODE_BLOCKS, np.uint16),
            view(face.entries, face.block_count * 256, np.uint32),
            self.code_of,
            view(face.rows, face.cell_count * face.height, np.uint8),
        )

    def source(self) -> "FaceSource":
        """The glyphs of this face as rows of bits, as a parsed YAFF file holds them."""
        from snapglyph.fontsource import FaceSource

        rows = self.arrays()[3].reshape(-1, self.height).tolist()
        glyphs: dict[int, tuple[int, ...]] = {}
        wide: set[int] = set()
        flags = int(lib.SG_WIDE) | int(lib.SG_RIGHT_HALF)
        for cell, entry in enumerate(self.code_of.tolist()):
            code = entry & ~flags
            if entry & lib.SG_RIGHT_HALF:
                glyphs[code] = tuple(a << self.width | b for a, b in zip(glyphs[code], rows[cell], strict=True))
                wide.add(code)
            else:
                glyphs[code] = tuple(rows[cell])
        return FaceSource(self.name, self.width, self.height, glyphs, frozenset(wide))

    def atlas(self, advance: int, pitch: int) -> "Atlas":
        """This face compiled for a cell step across and down, in pixels; kept for the next call."""
        return _make_atlas(self, advance, pitch)


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """A face compiled for the rasterizer, and the look-up that reads it back."""

    face: Face
    advance: int
    pitch: int
    words: NDArray[np.uint64]
    index: NDArray[np.uint32]


@lru_cache(maxsize=32)
def _make_atlas(face: Face, advance: int, pitch: int) -> Atlas:
    count: int = lib.sg_atlas_words(face.pointer, advance, pitch)
    if not count:
        raise FormatError(
            f"face {face.name} needs an advance of {face.width}..{MAX_ADVANCE} and a pitch of "
            f"{face.height}..{MAX_PITCH} pixels; {advance} and {pitch} were asked for"
        )
    words = np.empty(count, np.uint64)
    atlas = writable(words, "uint64_t[]")
    check(lib.sg_atlas_build(face.pointer, advance, pitch, atlas, count), f"face {face.name}")

    index = np.empty(lib.sg_index_slots(face.pointer), np.uint32)
    pair = ffi.new("uint32_t[2]")
    slots = writable(index, "uint32_t[]")
    status = lib.sg_index_build(face.pointer, atlas, count, advance, pitch, slots, len(index), pair)
    if status == SgStatus.ALIKE:
        raise FontError(f"face {face.name} draws U+{pair[0]:04X} and U+{pair[1]:04X} alike; change one")
    check(status, f"face {face.name}")
    return Atlas(face, advance, pitch, words, index)


@lru_cache(maxsize=1)
def _builtin() -> dict[str, Face]:
    found: dict[str, Face] = {}
    number = 0
    while pointer := lib.sg_builtin_face(number):
        name = ffi.string(lib.sg_builtin_name(number)).decode()
        version = ffi.string(lib.sg_builtin_version(number)).decode()
        check(lib.sg_check_face(pointer), f"face {name}")
        found[name] = Face._wrap(name, version, pointer)
        number += 1
    return found


def faces() -> tuple[str, ...]:
    """Names of the built-in faces, smallest cell first."""
    return tuple(_builtin())


def get_face(name: str) -> Face:
    """The built-in face of that name; raises FontError that lists the faces there are."""
    try:
        return _builtin()[name]
    except KeyError:
        raise FontError(f"there is no face {name!r}; the faces are {', '.join(faces())}") from None
