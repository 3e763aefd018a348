"""Provider messages as they are, read through a thin view; files that people have, as such messages."""

from .dialects import DIALECTS, find_dialect, view
from .exact import Exact, ExactList, exact_list, exact_strings
from .groups import Group, find_groups, turn_starts
from .load import Transcript, load
from .redact import Secret, find_secrets, redact
from .serialise import Named, Serialised, sent_texts, serialise, serialise_mapped
from .source_map import Origin, SourceMap
from .validate import Violation, broken_rules, new_violations, validate, worsened
from .view import Message, Part
from .write import Written, write

__all__ = [
    "DIALECTS",
    "Exact",
    "ExactList",
    "Group",
    "Message",
    "Named",
    "Origin",
    "Part",
    "Secret",
    "Serialised",
    "SourceMap",
    "Transcript",
    "Violation",
    "Written",
    "broken_rules",
    "exact_list",
    "exact_strings",
    "find_dialect",
    "find_groups",
    "find_secrets",
    "load",
    "new_violations",
    "redact",
    "sent_texts",
    "serialise",
    "serialise_mapped",
    "turn_starts",
    "validate",
    "view",
    "worsened",
    "write",
]
