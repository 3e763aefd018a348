"""Labels and checkpoints: names of messages. One whose message is gone says so and never means another."""

import re
import sqlite3
import time

from snapglyph.errors import StoreError

__all__ = ["all_labels", "checkpoint", "put", "target"]

_LABEL = re.compile(r"[^\x00-\x1f\x7f]{1,80}")
_ID = re.compile(r"[0-9a-f]{32}")


def put(db: sqlite3.Connection, conversation: str, label: str, message: int, *, is_checkpoint: bool) -> None:
    if not _LABEL.fullmatch(label) or not label.strip() or _ID.fullmatch(label):
        raise StoreError(f"{label[:40]!r} is no label; take 1 to 80 characters in one line that are no message id")
    try:
        label.encode("utf-8")
    except UnicodeEncodeError:
        raise StoreError("a label holds a lone surrogate; take characters that can be written") from None
    if db.execute("SELECT 1 FROM labels WHERE conversation = ? AND label = ?", (conversation, label)).fetchone():
        raise StoreError(f"the label {label[:40]!r} is taken; take another name")
    db.execute(
        "INSERT INTO labels (conversation, label, message, is_checkpoint, created) VALUES (?, ?, ?, ?, ?)",
        (conversation, label, message, is_checkpoint, time.time()),
    )


def checkpoint(db: sqlite3.Connection, conversation: str, label: str, head: int | None) -> str:
    if head is None:
        raise StoreError("the conversation has no turn yet, so there is nothing to come back to")
    put(db, conversation, label, head, is_checkpoint=True)
    return str(db.execute("SELECT id FROM messages WHERE row = ?", (head,)).fetchone()[0])


def target(db: sqlite3.Connection, conversation: str, label: str) -> int:
    """The row that a label names; raises StoreError for an unknown one, and for one whose message is gone."""
    row = db.execute(
        "SELECT message, is_checkpoint FROM labels WHERE conversation = ? AND label = ?", (conversation, label)
    ).fetchone()
    if row is None:
        raise StoreError(f"there is no message or label {label[:40]!r} in this conversation")
    if row[0] is None:
        kind = "checkpoint" if row[1] else "label"
        raise StoreError(f"the {kind} {label[:40]!r} is gone: its message was trimmed away")
    return int(row[0])


def all_labels(db: sqlite3.Connection, conversation: str) -> dict[str, str | None]:
    return dict(
        db.execute(
            """SELECT l.label, m.id FROM labels l LEFT JOIN messages m ON m.row = l.message
               WHERE l.conversation = ? ORDER BY l.created, l.label""",
            (conversation,),
        )
    )
