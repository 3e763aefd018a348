"""Conversations as JSONL, one line a message, and back."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from snapglyph.errors import StoreError

from .store import Store

__all__ = ["export_conversation", "import_conversation"]

_KIND = "snapglyph conversation"


def export_conversation(store: Store, conversation: str, path: Path) -> int:
    """Writes every branch, the head and the labels; gives the number of messages.

    The file is whole or not there: a temporary one beside it is synced and takes its name. Raises StoreError and
    OSError.
    """
    info = next((entry for entry in store.list() if entry.id == conversation), None)
    if info is None:
        raise StoreError(f"there is no conversation {conversation[:32]!r} to export; list() has them all")
    stored = store.all_messages(conversation)
    header = {
        "kind": _KIND,
        "version": 1,
        "id": info.id,
        "dialect": info.dialect,
        "head": info.head,
        "labels": store.labels(conversation),
    }
    lines = [json.dumps(header)]
    lines += [
        json.dumps({"id": m.id, "parent": m.parent, "ends_turn": m.ends_turn, "message": m.message}) for m in stored
    ]
    _write_whole(path, "\n".join([*lines, ""]))
    return len(stored)


def _write_whole(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def import_conversation(store: Store, path: Path) -> str:
    """Reads an export into a new conversation with new ids; gives its id. Nothing is written when a line is wrong.

    Raises StoreError that names the line, OSError.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    header = _object(lines[0] if lines else "", path, 1)
    if header.get("kind") != _KIND or header.get("version") != 1:
        raise StoreError(f"{path.name} is no export of a conversation of version 1; its first line says what it is")
    turns: list[tuple[str | None, list[dict[str, Any]], list[str]]] = []
    ends: set[str] = set()
    held: list[dict[str, Any]] = []
    ids: list[str] = []
    parent: str | None = None
    for number, line in enumerate(lines[1:], 2):
        entry = _object(line, path, number)
        expected = ids[-1] if ids else None
        if not held:
            parent = entry.get("parent")
            if parent is not None and parent not in ends:
                raise StoreError(
                    f"{path.name}, line {number}: it continues a message that no turn before it ends with"
                )
        elif entry.get("parent") != expected:
            raise StoreError(f"{path.name}, line {number}: it does not continue the line before it, inside a turn")
        if not isinstance(entry.get("id"), str) or not isinstance(entry.get("message"), dict):
            raise StoreError(f"{path.name}, line {number}: a line holds an id, a parent, ends_turn and a message")
        held.append(entry["message"])
        ids.append(entry["id"])
        if entry.get("ends_turn"):
            turns.append((parent, held, ids))
            ends.add(ids[-1])
            held, ids = [], []
    if held:
        raise StoreError(f"{path.name}, line {len(lines)}: its last turn is not over; leave it out or complete it")
    return _rebuild(store, header, turns)


def _rebuild(
    store: Store, header: dict[str, Any], turns: list[tuple[str | None, list[dict[str, Any]], list[str]]]
) -> str:
    conversation = store.create(header.get("dialect"))
    new: dict[str, str] = {}
    try:
        for parent, messages, ids in turns:
            store.branch(conversation, None if parent is None else new[parent])
            new.update(zip(ids, store.commit_turn(conversation, messages), strict=True))
        head = header.get("head")
        store.branch(conversation, None if head is None else new[head])
        for label, message in (header.get("labels") or {}).items():
            if message in new:
                store.label(conversation, new[message], label)
    except (StoreError, KeyError) as error:
        store.delete(conversation)
        raise StoreError(f"the export could not be read back, nothing was kept: {error}") from error
    return conversation


def _object(line: str, path: Path, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        raise StoreError(f"{path.name}, line {number}: it is no JSON") from None
    if not isinstance(value, dict):
        raise StoreError(f"{path.name}, line {number}: it is no object")
    return value
