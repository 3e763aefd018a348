"""The database: its tables, how an older one is brought up to date, and how a connection is opened safely."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from snapglyph.errors import StoreError

__all__ = ["MIGRATIONS", "open_database"]

BUSY_SECONDS = 30.0
"""How long a writer waits for another one. A turn's commit takes milliseconds."""

Migration = Callable[[sqlite3.Connection], None]


def _first(db: sqlite3.Connection) -> None:
    """Message rows never change. `parent` is what a message continues; `ends_turn` marks where a head may stand."""
    for statement in (
        """CREATE TABLE conversations (
            id TEXT PRIMARY KEY, dialect TEXT, head INTEGER REFERENCES messages(row) DEFERRABLE INITIALLY DEFERRED,
            created REAL NOT NULL, forked_from TEXT, forked_at TEXT
        ) STRICT""",
        """CREATE TABLE messages (
            row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
            conversation TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
            parent INTEGER REFERENCES messages(row) ON DELETE CASCADE,
            ends_turn INTEGER NOT NULL, tokens INTEGER NOT NULL, body TEXT NOT NULL, created REAL NOT NULL
        ) STRICT""",
        "CREATE INDEX messages_by_parent ON messages(parent)",
        "CREATE INDEX messages_by_conversation ON messages(conversation)",
        """CREATE TABLE moves (
            row INTEGER PRIMARY KEY, conversation TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
            before INTEGER, after INTEGER, why TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0, at REAL NOT NULL
        ) STRICT""",
        "CREATE INDEX moves_by_conversation ON moves(conversation)",
        """CREATE TABLE labels (
            conversation TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE, label TEXT NOT NULL,
            message INTEGER REFERENCES messages(row) ON DELETE SET NULL, is_checkpoint INTEGER NOT NULL,
            created REAL NOT NULL, PRIMARY KEY (conversation, label)
        ) STRICT""",
        """CREATE TABLE archives (
            row INTEGER PRIMARY KEY, conversation TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
            message INTEGER NOT NULL REFERENCES messages(row) ON DELETE CASCADE,
            body TEXT NOT NULL, created REAL NOT NULL
        ) STRICT""",
        "CREATE INDEX archives_by_message ON archives(message)",
    ):
        db.execute(statement)


MIGRATIONS: list[Migration] = [_first]
"""Number n brings a database of version n to n + 1. A released one is never changed."""


def open_database(path: Path) -> tuple[sqlite3.Connection, str]:
    """A connection with foreign keys and full durability, and "" or a sentence about a fallback that was taken.

    Raises StoreError for a file that is no database or a damaged one, that a newer snapglyph wrote, or that cannot be
    written.
    """
    try:
        db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        note = _prepare(db)
        _migrate(db, path)
    except sqlite3.Error as error:
        raise StoreError(f"{path.name} cannot be opened as a store: {_reason(error)}") from error
    return db, note


def _prepare(db: sqlite3.Connection) -> str:
    db.execute("PRAGMA foreign_keys = ON")
    mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    db.execute("PRAGMA synchronous = FULL")
    # Network file systems have no shared memory for a WAL; sqlite then says what it uses instead.
    return (
        ""
        if mode in ("wal", "memory")
        else f"write-ahead log refused here, the journal is {mode}: commits are slower"
    )


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise StoreError(
            f"{path.name} was written by a newer snapglyph (schema {version}, this one knows {len(MIGRATIONS)}); "
            f"update snapglyph"
        )
    while version < len(MIGRATIONS):
        db.execute("BEGIN IMMEDIATE")
        try:
            version = db.execute("PRAGMA user_version").fetchone()[0]  # another process may have done it
            if version < len(MIGRATIONS):
                MIGRATIONS[version](db)
                version += 1
                db.execute(f"PRAGMA user_version = {version}")
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise


_REASONS = {
    "SQLITE_FULL": "the disk is full; free some space and commit the turn again, it was not written",
    "SQLITE_READONLY": "it is read-only; make the file and its folder writable",
    "SQLITE_CANTOPEN": "there is no such folder, or it may not be written",
    "SQLITE_NOTADB": "it is no database of sqlite",
    "SQLITE_CORRUPT": "it is damaged; restore it from a copy or an export",
    "SQLITE_BUSY": "another process keeps it locked; try again",
    "SQLITE_IOERR": "the disk reported an error; nothing of this call was written",
}


def _reason(error: sqlite3.Error) -> str:
    """What to do, by sqlite's own code; never a word of a message."""
    name = getattr(error, "sqlite_errorname", "") or ""
    return next((text for code, text in _REASONS.items() if name.startswith(code)), name or type(error).__name__)
