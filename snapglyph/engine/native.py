"""The C core as Python sees it: the library handle, its status codes as errors, and the path it draws with."""

import os
from typing import Any

from snapglyph import _core
from snapglyph.errors import FontError, FormatError, SnapglyphError

__all__ = ["PATHS", "SgStatus", "check", "ffi", "lib", "select_path", "writable"]

ffi: Any = _core.ffi
lib: Any = _core.lib

PATHS: dict[str, int] = {ffi.string(lib.sg_path_name(number)).decode(): number for number in range(lib.SG_PATH_COUNT)}
"""Names of the drawing paths, slowest first; all give the same bits."""


class SgStatus:
    """Status codes of the C core that a caller handles itself."""

    OK: int = lib.SG_OK
    BUFFER_TOO_SMALL: int = lib.SG_BUFFER_TOO_SMALL
    TOO_NARROW: int = lib.SG_TOO_NARROW
    ALIKE: int = lib.SG_ALIKE
    BAD_CELL: int = lib.SG_BAD_CELL
    BAD_MARGIN: int = lib.SG_BAD_MARGIN
    BAD_SEAL: int = lib.SG_BAD_SEAL


_MEANING: dict[int, tuple[type[SnapglyphError], str]] = {
    lib.SG_BAD_ARGUMENT: (FormatError, "a size or range is outside what the core takes"),
    lib.SG_BUFFER_TOO_SMALL: (FormatError, "a buffer is smaller than its page"),
    lib.SG_BAD_FACE: (FontError, "a face's tables point outside themselves, or it lacks one of our marks"),
    lib.SG_BAD_SOURCE: (SnapglyphError, "the source holds a broken tag or a code that does not exist"),
    lib.SG_TOO_NARROW: (FormatError, "a row is narrower than one escape or tag; widen the page"),
    lib.SG_BAD_CELL: (SnapglyphError, "a cell number is outside the face"),
}


def check(status: int, doing: str) -> None:
    """Raises what a status means; `doing` names the step, as in "drawing page 3"."""
    if status != SgStatus.OK:
        error, meaning = _MEANING.get(status, (SnapglyphError, f"status {status}"))
        raise error(f"{doing}: {meaning}")


def writable(buffer: Any, ctype: str) -> Any:
    """A C pointer to a buffer that Python holds; no copy, and the buffer must outlive the call."""
    return ffi.from_buffer(ctype, buffer, require_writable=True)


def select_path(name: str | None = None) -> int:
    """The number of the path to draw with: `name`, or else the fastest that this CPU can run.

    Raises SnapglyphError for a name that does not exist or that this CPU cannot run.
    """
    if name:
        if name not in PATHS:
            raise SnapglyphError(f"there is no drawing path {name!r}; the paths are {', '.join(PATHS)}")
        if not lib.sg_path_runs(PATHS[name]):
            raise SnapglyphError(f"this CPU cannot run the drawing path {name!r}; unset SNAPGLYPH_PATH")
        return PATHS[name]
    return max(number for number in PATHS.values() if lib.sg_path_runs(number))


PATH: int = select_path(os.environ.get("SNAPGLYPH_PATH"))
"""Set once, at import; the environment variable SNAPGLYPH_PATH forces one of `PATHS`."""
