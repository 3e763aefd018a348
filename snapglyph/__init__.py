"""Old conversation onto dense pages of pixel text: exact, never dearer than the text, and ready at once.

The names below are the public interface; each is loaded when it is first used, so that `import snapglyph` costs
next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine import (
        Escapes,
        Estimate,
        Face,
        Page,
        PageFormat,
        PageSize,
        Reading,
        Source,
        Tag,
        count_escapes,
        decode,
        estimate,
        faces,
        get_face,
        iter_pages,
        read,
        render,
    )
    from .errors import FontError, FormatError, HistoryError, NoVisionError, ReadError, SnapglyphError, TariffError
    from .ladder.context import context
    from .ladder.edges import Keep
    from .ladder.reclaim import reclaim
    from .ladder.snapshot import Snapshot, snapshot

__version__ = "0.1.0"

__all__ = [
    "Escapes",
    "Estimate",
    "Face",
    "FontError",
    "FormatError",
    "HistoryError",
    "Keep",
    "NoVisionError",
    "Page",
    "PageFormat",
    "PageSize",
    "ReadError",
    "Reading",
    "SnapglyphError",
    "Snapshot",
    "Source",
    "Tag",
    "TariffError",
    "context",
    "count_escapes",
    "decode",
    "estimate",
    "faces",
    "get_face",
    "iter_pages",
    "read",
    "reclaim",
    "render",
    "snapshot",
]

_LADDER = ("Keep", "Snapshot", "context", "reclaim", "snapshot")
_HOMES = dict.fromkeys(_LADDER, ".ladder") | {name: ".errors" for name in __all__ if name.endswith("Error")}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES.get(name, ".engine"), __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
