"""Provider messages as they are, read through a thin view; files that people have, as such messages."""

from .dialects import DIALECTS, find_dialect, view
from .groups import Group, find_groups, turn_starts
from .load import Transcript, load
from .serialise import Named, sent_texts, serialise
from .validate import Violation, validate, worsened
from .view import Message, Part
from .write import Written, write

__all__ = [
    "DIALECTS",
    "Group",
    "Message",
    "Named",
    "Part",
    "Transcript",
    "Violation",
    "Written",
    "find_dialect",
    "find_groups",
    "load",
    "sent_texts",
    "serialise",
    "turn_starts",
    "validate",
    "view",
    "worsened",
    "write",
]
