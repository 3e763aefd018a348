"""The store: conversations in one sqlite file, saved at turn boundaries and branched by moving a pointer."""

import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, TypeAlias

from snapglyph.errors import ConflictError, HistoryError, StoreError
from snapglyph.history import find_dialect, view

from . import checkpoints, tree
from .codec import decode_bodies, encode_turn, new_id
from .resume import Resumed, resume
from .schema import _reason, open_database
from .turn import check_turn, weigh

__all__ = ["HEAD", "Conversation", "Store", "Stored"]

HEAD: Final = "head"
"""As a parent: wherever the head is when the turn is written."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """A row of the list. `head` is a message's id, None before the first turn."""

    id: str
    dialect: str | None
    head: str | None
    messages: int
    created: float
    forked_from: str | None
    forked_at: str | None


class Stored(NamedTuple):
    """One message with its place: `parent` is the id of the one that it continues.

    A named tuple: a path is thousands of these, and a frozen dataclass takes four times as long to make.
    """

    id: str
    parent: str | None
    message: dict[str, Any]
    ends_turn: bool
    tokens: int
    created: float


# `Store.list` hides the builtin inside the class.
Ids: TypeAlias = list[str]
RawMessages: TypeAlias = list[dict[str, Any]]
StoredMessages: TypeAlias = list[Stored]
Conversations: TypeAlias = list[Conversation]
Moves: TypeAlias = list[tree.Move]


class Store:
    """One file of conversations; safe across threads and processes.

    Every call is one transaction: it is done whole, or raises and has written nothing. `note` is "" or says which
    fallback was taken. Use it as a context manager, or call `close`.
    """

    def __init__(self, path: str | Path) -> None:
        """Opens or makes the file. Raises StoreError with what to do when it cannot be used."""
        self.file = Path(path)
        self._db, self.note = open_database(self.file)
        self._lock = threading.RLock()

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- conversations ------------------------------------------------------------------------------------

    def create(self, dialect: str | None = None) -> str:
        """A new conversation's id; without a dialect its first turn tells it."""
        name = new_id()
        with self._write() as db:
            db.execute(
                "INSERT INTO conversations (id, dialect, created) VALUES (?, ?, ?)", (name, dialect, time.time())
            )
        return name

    def list(self) -> Conversations:
        """All conversations, the oldest first."""
        with self._read() as db:
            rows = db.execute(
                """SELECT c.id, c.dialect, m.id, (SELECT count(*) FROM messages WHERE conversation = c.id), c.created,
                          c.forked_from, c.forked_at
                   FROM conversations c LEFT JOIN messages m ON m.row = c.head ORDER BY c.created, c.id"""
            ).fetchall()
        return [Conversation(*row) for row in rows]

    def delete(self, conversation: str) -> None:
        """Deletes a conversation with all of its messages, labels and archives."""
        with self._write() as db:
            self._row_of(db, conversation)
            db.execute("UPDATE conversations SET head = NULL WHERE id = ?", (conversation,))
            db.execute("DELETE FROM conversations WHERE id = ?", (conversation,))

    # --- turns --------------------------------------------------------------------------------------------

    def commit_turn(
        self, conversation: str, messages: Sequence[Mapping[str, Any]], *, parent: str | None = HEAD
    ) -> Ids:
        """Appends a whole turn behind the head, and moves the head to its end; gives the new ids.

        Args:
            parent: the message that the turn continues, as the caller knows it: ConflictError when the head is
                another one by now. HEAD takes whatever the head is; None is the beginning.

        Raises StoreError for a turn with an unanswered call or a result without a call, of messages that are no JSON
        or of another dialect, and for an unknown conversation; ConflictError as above.
        """
        bodies = encode_turn(messages)
        with self._write() as db:
            known, head = self._row_of(db, conversation)
            dialect = self._dialect(messages, known)
            if parent != HEAD:
                expected = None if parent is None else self._message(db, conversation, parent)
                if expected != head:
                    raise ConflictError(
                        f"the head of conversation {conversation[:8]} has moved; read its path again and commit anew"
                    )
            views = view(messages, dialect)
            check_turn(views)
            ids: Ids = []
            row, now = head, time.time()
            for i, (body, message) in enumerate(zip(bodies, views, strict=True)):
                ids.append(new_id())
                last = i == len(bodies) - 1
                row = db.execute(
                    "INSERT INTO messages (id, conversation, parent, ends_turn, tokens, body, created)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (ids[-1], conversation, row, last, weigh(message), body, now),
                ).lastrowid
            tree.move(db, conversation, head, row, "commit")
            if known is None:
                db.execute("UPDATE conversations SET dialect = ? WHERE id = ?", (dialect, conversation))
        return ids

    def _dialect(self, messages: Sequence[Mapping[str, Any]], known: str | None) -> str:
        if not messages:
            raise StoreError("a turn holds at least one message; nothing was given")
        try:
            return known or find_dialect(messages)
        except HistoryError as error:
            raise StoreError(f"the first turn does not tell its dialect: {error}; pass it to create()") from None

    def path(self, conversation: str, to: str | None = None) -> StoredMessages:
        """The messages from the first to the head, or to the message `to`."""
        with self._read() as db:
            _, head = self._row_of(db, conversation)
            end = head if to is None else self._message(db, conversation, to)
            return [] if end is None else _stored(tree.path_rows(db, end))

    def messages(self, conversation: str) -> RawMessages:
        """The path's messages alone, as they were committed."""
        return [stored.message for stored in self.path(conversation)]

    def resume(
        self, conversation: str, *, limit_tokens: int | None = None, limit_messages: int | None = None
    ) -> Resumed:
        """The newest messages that fit, cut where the provider takes them; the system prompt in front is kept.

        Raises StoreError when not even the newest turn fits, for a limit below one, and for an unknown conversation.
        """
        dialect = self._info(conversation)[0]
        return resume(self.path(conversation), dialect, limit_tokens, limit_messages)

    def _info(self, conversation: str) -> tuple[str | None, int | None]:
        with self._read() as db:
            return self._row_of(db, conversation)

    # --- tree ---------------------------------------------------------------------------------------------

    def branch(self, conversation: str, to: str | None) -> None:
        """Moves the head to a message (an id or a label) that ends a turn, or to the beginning; writes no message."""
        with self._write() as db:
            _, head = self._row_of(db, conversation)
            target = None if to is None else self._turn_end(db, conversation, to)
            tree.move(db, conversation, head, target, "branch")

    def undo(self, conversation: str) -> bool:
        """Takes the last move of the head that was not undone back; False when there is none."""
        with self._write() as db:
            self._row_of(db, conversation)
            return tree.undo(db, conversation)

    def fork(self, conversation: str, at: str | None = None) -> str:
        """Copies the path to a message that ends a turn (the head if None) into a new conversation with new ids."""
        with self._write() as db:
            dialect, head = self._row_of(db, conversation)
            end = head if at is None else self._turn_end(db, conversation, at)
            return tree.fork(db, conversation, dialect, end)

    def children(self, conversation: str, message: str | None) -> StoredMessages:
        """The messages that continue a message (an id or a label), or that begin the conversation."""
        with self._read() as db:
            row = None if message is None else self._message(db, conversation, message)
            return _stored(tree.child_rows(db, conversation, row))

    def siblings(self, conversation: str, message: str) -> StoredMessages:
        """The other messages that continue what this one continues."""
        with self._read() as db:
            row = self._message(db, conversation, message)
            parent = db.execute("SELECT parent FROM messages WHERE row = ?", (row,)).fetchone()[0]
            return _stored([found for found in tree.child_rows(db, conversation, parent) if found[0] != row])

    def ancestors(self, conversation: str, message: str) -> StoredMessages:
        """What stands before a message, from the first on."""
        return self.path(conversation, message)[:-1]

    def leaves(self, conversation: str) -> StoredMessages:
        """The ends of all branches."""
        with self._read() as db:
            self._row_of(db, conversation)
            return _stored(tree.leaf_rows(db, conversation))

    def all_messages(self, conversation: str) -> StoredMessages:
        """Every message of every branch, in the order in which they were written."""
        with self._read() as db:
            self._row_of(db, conversation)
            return _stored(tree.all_rows(db, conversation))

    def log(self, conversation: str) -> Moves:
        """The moves of the head, the newest last."""
        with self._read() as db:
            self._row_of(db, conversation)
            return tree.moves(db, conversation)

    # --- labels and checkpoints ---------------------------------------------------------------------------

    def label(self, conversation: str, message: str, label: str) -> None:
        """Names a message; raises StoreError for a label that is taken or that could be an id."""
        with self._write() as db:
            row = self._message(db, conversation, message)
            checkpoints.put(db, conversation, label, row, is_checkpoint=False)

    def labels(self, conversation: str) -> dict[str, str | None]:
        """Label -> message id, None when the message is gone."""
        with self._read() as db:
            self._row_of(db, conversation)
            return checkpoints.all_labels(db, conversation)

    def checkpoint(self, conversation: str, label: str) -> str:
        """Names the head, so that `rewind` can come back to it; gives its id."""
        with self._write() as db:
            _, head = self._row_of(db, conversation)
            return checkpoints.checkpoint(db, conversation, label, head)

    def rewind(self, conversation: str, label: str, digest: Mapping[str, Any] | None = None) -> None:
        """Goes back to a checkpoint; a digest, one message of what was found meanwhile, is committed behind it.

        Raises StoreError for an unknown label, and for a checkpoint whose message is gone: it never moves elsewhere.
        """
        body = encode_turn([digest])[0] if digest is not None else None
        with self._write() as db:
            dialect, head = self._row_of(db, conversation)
            target = checkpoints.target(db, conversation, label)
            end: int | None = target
            if body is not None and digest is not None:
                views = view([digest], dialect or find_dialect([digest]))
                check_turn(views)
                end = db.execute(
                    "INSERT INTO messages (id, conversation, parent, ends_turn, tokens, body, created)"
                    " VALUES (?, ?, ?, 1, ?, ?, ?)",
                    (new_id(), conversation, target, weigh(views[0]), body, time.time()),
                ).lastrowid
            tree.move(db, conversation, head, end, f"rewind to {label}")

    def retry(self, conversation: str) -> RawMessages:
        """Takes the newest turn back and gives its messages, to be committed anew; the old one stays a branch.

        Raises NothingToRetryError for a conversation without a turn; StoreError when it could not be loaded at all.
        """
        with self._write() as db:
            _, head = self._row_of(db, conversation)
            rows, start = tree.last_turn(db, conversation, head)
            tree.move(db, conversation, head, start, "retry")
        return [stored.message for stored in _stored(rows)]

    def trim(self, conversation: str, first: str) -> int:
        """Deletes every message that does not continue `first`, which becomes the beginning; gives how many.

        `first` must begin a turn on the path to the head. Checkpoints and labels on what is deleted are gone.
        """
        with self._write() as db:
            _, head = self._row_of(db, conversation)
            return tree.trim(db, conversation, self._message(db, conversation, first), head)

    # --- archives -----------------------------------------------------------------------------------------

    def keep_archive(self, conversation: str, message: str, archive: Mapping[str, Any]) -> None:
        """Keeps a snapshot's archive (source and seals, no pixels) with the message up to which it was drawn."""
        body = encode_turn([archive])[0]
        with self._write() as db:
            row = self._message(db, conversation, message)
            db.execute(
                "INSERT INTO archives (conversation, message, body, created) VALUES (?, ?, ?, ?)",
                (conversation, row, body, time.time()),
            )

    def archive(self, conversation: str) -> dict[str, Any] | None:
        """The archive of the newest message on the path to the head that has one: a branch uses that of its common
        prefix. None without any."""
        with self._read() as db:
            _, head = self._row_of(db, conversation)
            body = tree.newest_archive(db, head)
            return None if body is None else decode_bodies([body])[0]

    # --- inside -------------------------------------------------------------------------------------------

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        """One transaction that no other writer interleaves with."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                raise StoreError(f"{self.file.name}: nothing was written: {_reason(error)}") from error

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        """One moment of the file: a writer in between is not seen."""
        with self._lock:
            try:
                self._db.execute("BEGIN")
                try:
                    yield self._db
                finally:
                    if self._db.in_transaction:
                        self._db.execute("COMMIT")
            except sqlite3.Error as error:
                raise StoreError(f"{self.file.name} could not be loaded: {_reason(error)}") from error

    def _row_of(self, db: sqlite3.Connection, conversation: str) -> tuple[str | None, int | None]:
        row = db.execute("SELECT dialect, head FROM conversations WHERE id = ?", (conversation,)).fetchone()
        if row is None:
            raise StoreError(
                f"there is no conversation {conversation[:32]!r} in {self.file.name}; list() has them all"
            )
        return row[0], row[1]

    def _message(self, db: sqlite3.Connection, conversation: str, name: str) -> int:
        """The row of a message by its id or a label."""
        self._row_of(db, conversation)
        row = db.execute("SELECT row, conversation FROM messages WHERE id = ?", (name,)).fetchone()
        if row is None:
            return checkpoints.target(db, conversation, name)
        if row[1] != conversation:
            raise StoreError(f"message {name[:32]!r} belongs to another conversation; fork that one to build on it")
        return int(row[0])

    def _turn_end(self, db: sqlite3.Connection, conversation: str, name: str) -> int:
        row = self._message(db, conversation, name)
        if not db.execute("SELECT ends_turn FROM messages WHERE row = ?", (row,)).fetchone()[0]:
            raise StoreError(f"message {name[:32]!r} stands inside a turn; a head stands where a turn ends")
        return row


def _stored(rows: Sequence[tuple[Any, ...]]) -> StoredMessages:
    bodies = decode_bodies([row[5] for row in rows])
    return [
        Stored(row[1], row[2], body, bool(row[3]), row[4], row[6]) for row, body in zip(rows, bodies, strict=True)
    ]
