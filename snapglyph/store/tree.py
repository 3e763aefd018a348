"""The tree inside a conversation: every message names the one that it continues, and the head is one pointer."""

import sqlite3
import time
from dataclasses import dataclass
from typing import Any

from snapglyph.errors import NothingToRetryError, StoreError

from .codec import new_id

__all__ = [
    "Move",
    "all_rows",
    "child_rows",
    "fork",
    "last_turn",
    "leaf_rows",
    "move",
    "moves",
    "newest_archive",
    "path_rows",
    "trim",
    "undo",
]

Row = tuple[Any, ...]
"""row, id, id of the parent, ends_turn, tokens, body, created"""

_COLUMNS = "m.row, m.id, p.id, m.ends_turn, m.tokens, m.body, m.created"
_FROM = f"SELECT {_COLUMNS} FROM messages m LEFT JOIN messages p ON p.row = m.parent"
_PATH = """WITH RECURSIVE path(row, parent, depth) AS (
    SELECT row, parent, 0 FROM messages WHERE row = ?
    UNION ALL SELECT m.row, m.parent, depth + 1 FROM messages m JOIN path ON m.row = path.parent
)"""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the head: ids of the messages, None for the beginning or for one that is gone."""

    before: str | None
    after: str | None
    why: str
    undone: bool
    at: float


def path_rows(db: sqlite3.Connection, end: int) -> list[Row]:
    """From the first message to `end`."""
    low, count = db.execute(
        """SELECT min(m.row), count(*) FROM messages m
           WHERE m.conversation = (SELECT conversation FROM messages WHERE row = ?)""",
        (end,),
    ).fetchone()
    # A conversation that lies together in the file is read in one sweep and walked here, in half the time that a
    # recursive query takes.
    together = end - low < 3 * count
    found = _swept(db, low, end) if together else _walked(db, end)
    parents = [None, *(row[1] for row in found)]
    return [(row[0], row[1], parent, *row[2:]) for row, parent in zip(found, parents, strict=False)]


def _swept(db: sqlite3.Connection, low: int, end: int) -> list[Row]:
    rows = db.execute(
        "SELECT row, id, ends_turn, tokens, body, created, parent FROM messages WHERE row BETWEEN ? AND ?", (low, end)
    ).fetchall()
    by_row = {row[0]: row for row in rows}
    path: list[Row] = []
    at: int | None = end
    while at is not None:
        row = by_row[at]
        path.append(row[:6])
        at = row[6]
    path.reverse()
    return path


def _walked(db: sqlite3.Connection, end: int) -> list[Row]:
    rows = db.execute(
        f"{_PATH} SELECT m.row, m.id, m.ends_turn, m.tokens, m.body, m.created FROM path"
        " CROSS JOIN messages m ON m.row = path.row",  # a cross join keeps the path outside: it is in order already
        (end,),
    ).fetchall()
    rows.reverse()
    return rows


def child_rows(db: sqlite3.Connection, conversation: str, parent: int | None) -> list[Row]:
    return db.execute(
        f"{_FROM} WHERE m.conversation = ? AND m.parent IS ? ORDER BY m.row", (conversation, parent)
    ).fetchall()


def leaf_rows(db: sqlite3.Connection, conversation: str) -> list[Row]:
    return db.execute(
        f"{_FROM} WHERE m.conversation = ? AND NOT EXISTS (SELECT 1 FROM messages c WHERE c.parent = m.row)"
        " ORDER BY m.row",
        (conversation,),
    ).fetchall()


def all_rows(db: sqlite3.Connection, conversation: str) -> list[Row]:
    return db.execute(f"{_FROM} WHERE m.conversation = ? ORDER BY m.row", (conversation,)).fetchall()


def move(db: sqlite3.Connection, conversation: str, before: int | None, after: int | None, why: str) -> None:
    """Sets the head and notes the move."""
    db.execute("UPDATE conversations SET head = ? WHERE id = ?", (after, conversation))
    db.execute(
        "INSERT INTO moves (conversation, before, after, why, at) VALUES (?, ?, ?, ?, ?)",
        (conversation, before, after, why, time.time()),
    )


def moves(db: sqlite3.Connection, conversation: str) -> list[Move]:
    rows = db.execute(
        """SELECT b.id, a.id, v.why, v.undone, v.at FROM moves v LEFT JOIN messages b ON b.row = v.before
           LEFT JOIN messages a ON a.row = v.after WHERE v.conversation = ? ORDER BY v.row""",
        (conversation,),
    )
    return [Move(before, after, why, bool(undone), at) for before, after, why, undone, at in rows]


def undo(db: sqlite3.Connection, conversation: str) -> bool:
    row = db.execute(
        "SELECT row, before FROM moves WHERE conversation = ? AND undone = 0 ORDER BY row DESC LIMIT 1",
        (conversation,),
    ).fetchone()
    if row is None:
        return False
    number, before = row
    if before is not None and not db.execute("SELECT 1 FROM messages WHERE row = ?", (before,)).fetchone():
        raise StoreError("the message that the head stood on was trimmed away, so the move cannot be undone")
    db.execute("UPDATE moves SET undone = 1 WHERE row = ?", (number,))
    db.execute("UPDATE conversations SET head = ? WHERE id = ?", (before, conversation))
    return True


def fork(db: sqlite3.Connection, conversation: str, dialect: str | None, end: int | None) -> str:
    """Copies the rows of a path; nothing is shared with the new conversation."""
    name, now = new_id(), time.time()
    rows = [] if end is None else path_rows(db, end)
    at = rows[-1][1] if rows else None
    db.execute(
        "INSERT INTO conversations (id, dialect, created, forked_from, forked_at) VALUES (?, ?, ?, ?, ?)",
        (name, dialect, now, conversation, at),
    )
    parent: int | None = None
    base = db.execute("SELECT coalesce(max(row), 0) FROM messages").fetchone()[0]
    copies = []
    for i, row in enumerate(rows, 1):
        copies.append((base + i, new_id(), name, parent, row[3], row[4], row[5], now))
        parent = base + i
    db.executemany("INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?)", copies)
    move(db, name, None, parent, "fork")
    return name


def last_turn(db: sqlite3.Connection, conversation: str, head: int | None) -> tuple[list[Row], int | None]:
    """The rows of the newest turn, and the row that it continues."""
    rows = [] if head is None else path_rows(db, head)
    if not rows:
        raise NothingToRetryError(f"conversation {conversation[:8]} holds no turn, so there is nothing to retry")
    start = next((i + 1 for i in range(len(rows) - 2, -1, -1) if rows[i][3]), 0)
    return rows[start:], rows[start - 1][0] if start else None


def trim(db: sqlite3.Connection, conversation: str, first: int, head: int | None) -> int:
    rows = [] if head is None else path_rows(db, head)
    at = next((i for i, row in enumerate(rows) if row[0] == first), None)
    if at is None:
        raise StoreError("the message is not on the path to the head; branch to it first")
    if at and not rows[at - 1][3]:
        raise StoreError("the message stands inside a turn; trim before the first message of one")
    if not at:
        return 0
    before = db.execute("SELECT count(*) FROM messages WHERE conversation = ?", (conversation,)).fetchone()[0]
    db.execute("UPDATE messages SET parent = NULL WHERE row = ?", (first,))
    db.execute(
        """DELETE FROM messages WHERE conversation = ?1 AND row NOT IN (
               WITH RECURSIVE kept(row) AS (
                   SELECT ?2 UNION ALL SELECT m.row FROM messages m JOIN kept ON m.parent = kept.row
               ) SELECT row FROM kept)""",
        (conversation, first),
    )
    after = db.execute("SELECT count(*) FROM messages WHERE conversation = ?", (conversation,)).fetchone()[0]
    return int(before - after)


def newest_archive(db: sqlite3.Connection, head: int | None) -> str | None:
    row = db.execute(
        f"{_PATH} SELECT a.body FROM path JOIN archives a ON a.message = path.row ORDER BY depth, a.row DESC LIMIT 1",
        (head,),
    ).fetchone()
    return None if row is None else str(row[0])
