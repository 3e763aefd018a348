"""Faces that draw more than their own glyphs: user's fonts and the fonts of the extras, in the order given.

A fallback is part of the page format, so a page stays a function of its text and format. What a chain can draw is
compiled once and kept in a cache folder, since a CJK font has 44,000 glyphs and takes seconds.
"""

import contextlib
import hashlib
import importlib.util
import os
import warnings
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snapglyph.errors import FontError

from .face import Face
from .native import lib

if TYPE_CHECKING:
    from snapglyph.fontsource import FaceSource

    from .fontfile import FontFile

__all__ = ["EXTRAS", "Extra", "fallback_face", "fallback_id"]

_TABLES = ("block_of", "entries", "code_of", "rows")

_SCHEME = "1"
"""Changes when the same fonts would be fitted into cells in another way."""


@dataclass(frozen=True, slots=True)
class Extra:
    """Fonts that a package of the Python index brings: `snapglyph[name]` installs it."""

    name: str
    module: str
    files: tuple[str, ...]
    """In the order in which they are asked; what several draw comes from the first."""
    em: bool
    """True: one em is as high as the cell. Else the font's own line, which is higher than an em, fits it."""


# fmt: off
_SCRIPTS = (
    "Arabic", "Devanagari", "Thai", "Hebrew", "Armenian", "Georgian", "Bengali", "Gurmukhi", "Gujarati", "Oriya",
    "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Lao", "Khmer", "Myanmar", "Ethiopic", "Symbols",
)
# fmt: on

EXTRAS = {
    extra.name: extra
    for extra in (
        Extra(
            "wide",
            "manimgx_fonts",
            (*(f"NotoSans{script}[wght].ttf" for script in _SCRIPTS), "NotoSans[wght].ttf", "NotoEmoji[wght].ttf"),
            em=False,
        ),
        Extra("cjk", "noto_cjk_sans_jp_regular", ("NotoSansCJKjp-Regular.otf",), em=True),
    )
}
"""manimgx-fonts and noto-cjk-sans-jp-regular, both OFL-1.1 (read 2026-12)."""


def fallback_id(fallback: Sequence[str]) -> str:
    """`wide-1a2b3c4d,font-...`: each entry with eight digits of a hash over its files and FreeType's version.

    Raises FontError for an entry whose extra is not installed or whose file is no file.
    """
    from .fontfile import freetype_version

    version = freetype_version()
    return ",".join(
        f"{entry if entry in EXTRAS else 'font'}-"
        f"{hashlib.sha256(' '.join([_SCHEME, version, *_digests(entry)]).encode()).hexdigest()[:8]}"
        for entry in fallback
    )


@lru_cache(maxsize=16)
def _digests(entry: str) -> tuple[str, ...]:
    return tuple(hashlib.sha256(path.read_bytes()).hexdigest() for path in _files(entry))


def _files(entry: str) -> list[Path]:
    if entry not in EXTRAS:
        path = Path(entry)
        if not path.is_file():
            names = ", ".join(EXTRAS)
            raise FontError(f"the fallback {entry!r} is neither an extra ({names}) nor a font file that exists")
        return [path]
    extra = EXTRAS[entry]
    spec = importlib.util.find_spec(extra.module)
    if spec is None or not spec.submodule_search_locations:
        raise FontError(f"the fallback {entry!r} needs its fonts: pip install 'snapglyph[{entry}]'")
    folder = Path(next(iter(spec.submodule_search_locations)))
    files = [folder / name for name in extra.files]
    missing = [path.name for path in files if not path.is_file()]
    if missing:
        raise FontError(f"the fonts of 'snapglyph[{entry}]' lack {missing[0]}; install the extra again")
    return files


@lru_cache(maxsize=8)
def fallback_face(own: Face, fallback: tuple[str, ...]) -> Face:
    """`own` and behind it every glyph of the fallbacks that it lacks.

    Of two code points that come out alike, and of a narrow one that is like the left half of a wide one, the later
    is left out, and so escaped. Within a font that is the higher code point, but radicals (U+2E80..2FDF) come last:
    they look like the ideographs that people write. Raises FontError as `fallback_id` and `read_font` do.
    """
    key = hashlib.sha256(
        f"{_SCHEME} {own.name} {own.version} {own.width}x{own.height} {fallback_id(fallback)}".encode()
    ).hexdigest()
    path = _cache_folder() / f"{key[:32]}.npz"
    if (face := _load(path, own)) is not None:
        return face
    face = Face.from_source(_merge(own, _read_all(own, fallback)))
    _keep(path, face)
    return face


def _read_all(own: Face, fallback: tuple[str, ...]) -> "Iterable[FontFile]":
    from .fontfile import read_font

    for entry in fallback:
        size = own.height if entry in EXTRAS and EXTRAS[entry].em else None
        for path in _files(entry):
            yield read_font(path, own.width, own.height, size)


def _merge(own: Face, fonts: "Iterable[FontFile]") -> "FaceSource":
    from snapglyph.fontsource import Bitmaps, FaceSource

    source = own.source()
    glyphs = dict(source.glyphs)
    wide = set(source.wide)
    taken = Bitmaps(own.width)
    for code, rows in glyphs.items():
        taken.add(code, rows, code in wide)
    for font in fonts:
        for code in sorted(font.glyphs.keys() - glyphs.keys(), key=lambda code: (0x2E80 <= code < 0x2FE0, code)):
            rows, is_wide = font.glyphs[code], code in font.wide
            # A control is always told by its escape.
            if code < 0x20 or 0x7F <= code < 0xA0 or taken.clash(rows, is_wide) is not None or not any(rows):
                continue
            taken.add(code, rows, is_wide)
            glyphs[code] = rows
            if is_wide:
                wide.add(code)
    return FaceSource(own.name, own.width, own.height, glyphs, frozenset(wide))


# --- the cache --------------------------------------------------------------------------------------------


def _cache_folder() -> Path:
    """SNAPGLYPH_CACHE, else the user's cache folder (XDG Base Directory Specification 0.8)."""
    if folder := os.environ.get("SNAPGLYPH_CACHE"):
        return Path(folder)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "snapglyph" / "faces"


def _load(path: Path, own: Face) -> Face | None:
    """The kept face, or None: a file that is missing, damaged or of another version is made anew."""
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as kept:
            arrays = tuple(kept[name] for name in _TABLES)
            version, digest = str(kept["version"]), str(kept["digest"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    if digest != _digest(arrays):
        return None
    return Face.from_arrays(own.name, version, own.width, own.height, arrays)


def _keep(path: Path, face: Face) -> None:
    arrays = face.arrays()
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as stream:
            kept: dict[str, Any] = dict(zip(_TABLES, arrays, strict=True))
            np.savez_compressed(stream, version=np.array(face.version), digest=np.array(_digest(arrays)), **kept)
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        warnings.warn(
            f"the compiled fallback could not be kept in {path.parent} ({error.strerror}), so each start compiles: "
            f"set SNAPGLYPH_CACHE to a folder that can be written",
            RuntimeWarning,
            stacklevel=4,
        )


def _digest(arrays: Iterable[np.ndarray[tuple[int, ...], np.dtype[np.generic]]]) -> str:
    digest = hashlib.sha256(f"{_SCHEME} {lib.SG_CODE_LIMIT}".encode())
    for array in arrays:
        digest.update(f"{array.dtype} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
