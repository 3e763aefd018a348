"""Transcripts saved at turn boundaries, resumed valid, branched without writing, rewound to labels."""

from .export import export_conversation, import_conversation
from .resume import Resumed
from .store import HEAD, Conversation, Store, Stored
from .tree import Move

__all__ = [
    "HEAD",
    "Conversation",
    "Move",
    "Resumed",
    "Store",
    "Stored",
    "export_conversation",
    "import_conversation",
]
