"""The store's commands: a tree to look at, and pointers to move."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from .console import fail, print_json, remark, reports_errors, say
from .files import will_write
from .options import Force, Json

__all__ = ["store_app"]

store_app = typer.Typer(rich_markup_mode=None)
"""Without a name: its commands stand beside all others."""

Db = Annotated[Path, typer.Argument(metavar="DB", help="The store's file.")]
Talk = Annotated[str, typer.Argument(metavar="CONVERSATION", help="Its id, or the beginning of it.")]

SHOWN = 60
"""Characters of a message that the tree shows: the words are the caller's own, on the caller's terminal."""


def _open(db: Path, *, new: bool = False) -> Any:
    """The store; a name that was mistyped must not make an empty one."""
    from snapglyph.store import Store

    if not new and not db.is_file():
        fail(f"{db} is no file; `snapglyph keep` makes one from a transcript")
    store = Store(db)
    if store.note:
        remark(store.note)
    return store


def _talk(store: Any, name: str) -> str:
    """A conversation by its id or an unambiguous beginning of it."""
    found = [entry.id for entry in store.list() if entry.id.startswith(name)]
    if len(found) != 1:
        fail(f"{len(found) or 'no'} conversations begin with {name!r}; `snapglyph tree` lists them")
    return str(found[0])


def _message(store: Any, talk: str, name: str) -> str:
    """A message by its id, an unambiguous beginning of it, or a label."""
    if name in store.labels(talk):
        return name
    found = [stored.id for stored in store.all_messages(talk) if stored.id.startswith(name)]
    return str(found[0]) if len(found) == 1 else name


@store_app.command(epilog="Example: snapglyph tree talks.db 3f2a")
@reports_errors
def tree(
    db: Db,
    conversation: Annotated[str | None, typer.Argument(metavar="[CONVERSATION]", help="All if left out.")] = None,
    browse: Annotated[bool, typer.Option("--browse", help="Move about in it; needs snapglyph[tui].")] = False,
    json: Json = False,
) -> None:
    """List the conversations of a store, or draw the tree of one: head, labels and branches."""
    with _open(db) as store:
        if conversation is None:
            _list(store, as_json=json)
        elif browse:
            from .browse import run_browser

            run_browser(store, _talk(store, conversation))
        else:
            _draw(store, _talk(store, conversation), as_json=json)


def _list(store: Any, *, as_json: bool) -> None:
    from datetime import datetime

    from .console import print_table

    entries = store.list()
    if as_json:
        fields = ("id", "dialect", "head", "messages", "created", "forked_from", "forked_at")
        print_json([{name: getattr(entry, name) for name in fields} for entry in entries])
        return
    rows = [
        [
            entry.id[:12],
            entry.dialect or "",
            f"{entry.messages:,}",
            datetime.fromtimestamp(entry.created).strftime("%Y-%m-%d %H:%M"),
            (entry.forked_from or "")[:12],
        ]
        for entry in entries
    ]
    print_table(f"{len(rows)} conversations", ["id", "dialect", "messages", "created", "forked from"], rows)


def _draw(store: Any, talk: str, *, as_json: bool) -> None:
    stored = store.all_messages(talk)
    path = store.path(talk)
    head = path[-1].id if path else None
    labels: dict[str, list[str]] = {}
    for label, message in store.labels(talk).items():
        if message:
            labels.setdefault(message, []).append(label)
    if as_json:
        print_json(
            {
                "id": talk,
                "head": head,
                "messages": [
                    {
                        "id": entry.id,
                        "parent": entry.parent,
                        "role": role_of(entry.message),
                        "ends_turn": entry.ends_turn,
                        "tokens": entry.tokens,
                        "labels": labels.get(entry.id, []),
                    }
                    for entry in stored
                ],
            }
        )
        return
    from rich.console import Console
    from rich.text import Text
    from rich.tree import Tree

    on_path = {entry.id for entry in path}
    root = Tree(Text(f"conversation {talk[:12]}", style="bold"))
    children: dict[str | None, list[Any]] = {}
    for entry in stored:
        children.setdefault(entry.parent, []).append(entry)
    # A run without a branch is drawn flat: a thousand messages must not stand a thousand levels deep.
    waiting = [(root, entry) for entry in reversed(children.get(None, []))]
    while waiting:
        under, entry = waiting.pop()
        line = _line(entry, labels.get(entry.id, []), head=entry.id == head, faint=entry.id not in on_path)
        node = under.add(line)
        following = children.get(entry.id, [])
        below = under if len(following) == 1 else node
        waiting += [(below, child) for child in reversed(following)]
    Console(highlight=False).print(root)


def _line(entry: Any, labels: list[str], *, head: bool, faint: bool) -> Any:
    """One message as rich text: its words are never read as markup."""
    from rich.text import Text

    line = Text(f"{entry.id[:8]} ", style="dim" if faint else "", no_wrap=True, overflow="ellipsis")
    line.append(f"{role_of(entry.message):9} ", style="dim" if faint else "cyan")
    line.append(first_words(entry.message), style="dim" if faint else "")
    for label in labels:
        line.append(f"  [{label}]", style="yellow")
    if head:
        line.append("  <- head", style="bold green")
    return line


def role_of(message: dict[str, Any]) -> str:
    """What a message calls its speaker."""
    return str(message.get("role") or message.get("type") or "?")


def first_words(message: dict[str, Any]) -> str:
    """The beginning of what a message says, in one line without control characters."""
    content = message.get("content", message.get("parts", message.get("output", "")))
    text = content if isinstance(content, str) else _first_text(content)
    line = "".join(char if char.isprintable() else " " for char in text[: 4 * SHOWN])
    line = " ".join(line.split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"


def _first_text(content: Any) -> str:
    blocks = content if isinstance(content, list) else []
    for block in blocks:
        if isinstance(block, dict):
            text = block.get("text") or block.get("name") or block.get("content")
            if isinstance(text, str):
                return text
    return ""


@store_app.command(epilog="Example: snapglyph branch talks.db 3f2a 9c01")
@reports_errors
def branch(
    db: Db,
    conversation: Talk,
    to: Annotated[str, typer.Argument(metavar="MESSAGE", help="Id or label; `start` for the beginning.")],
) -> None:
    """Move the head to a message; what stood behind it stays a branch."""
    with _open(db) as store:
        talk = _talk(store, conversation)
        store.branch(talk, None if to == "start" else _message(store, talk, to))
        say(f"The head of {talk[:12]} stands on {to}; `snapglyph undo` takes it back.")


@store_app.command(epilog="Example: snapglyph undo talks.db 3f2a")
@reports_errors
def undo(db: Db, conversation: Talk) -> None:
    """Take the last move of the head back."""
    with _open(db) as store:
        talk = _talk(store, conversation)
        say("The head is back where it was." if store.undo(talk) else "There is no move to take back.")


@store_app.command(epilog="Example: snapglyph fork talks.db 3f2a --at before-the-search")
@reports_errors
def fork(
    db: Db,
    conversation: Talk,
    at: Annotated[str | None, typer.Option(metavar="MESSAGE", help="Up to there; the head if left out.")] = None,
) -> None:
    """Copy a path into a new conversation under new ids; prints its id."""
    with _open(db) as store:
        talk = _talk(store, conversation)
        say(store.fork(talk, None if at is None else _message(store, talk, at)))


@store_app.command(epilog="Example: snapglyph checkpoint talks.db 3f2a before-the-search")
@reports_errors
def checkpoint(
    db: Db, conversation: Talk, label: Annotated[str, typer.Argument(metavar="LABEL", help="Its name.")]
) -> None:
    """Name the head, to come back to it with `rewind`."""
    with _open(db) as store:
        say(store.checkpoint(_talk(store, conversation), label))


@store_app.command(epilog="Example: snapglyph rewind talks.db 3f2a before-the-search")
@reports_errors
def rewind(
    db: Db,
    conversation: Talk,
    label: Annotated[str, typer.Argument(metavar="LABEL", help="A checkpoint.")],
    digest: Annotated[str | None, typer.Option(metavar="TEXT", help="What was found; kept as a message.")] = None,
) -> None:
    """Go back to a checkpoint."""
    from snapglyph.history import DIALECTS

    with _open(db) as store:
        talk = _talk(store, conversation)
        dialect = next(entry.dialect for entry in store.list() if entry.id == talk) or "openai-chat"
        store.rewind(talk, label, DIALECTS[dialect].user_message([digest], "") if digest else None)
        say(f"The head of {talk[:12]} stands on {label!r}{' with the digest behind it' if digest else ''}.")


@store_app.command(epilog="Example: snapglyph log talks.db 3f2a")
@reports_errors
def log(db: Db, conversation: Talk, json: Json = False) -> None:
    """List the moves of the head."""
    from datetime import datetime

    from .console import print_table

    with _open(db) as store:
        moves = store.log(_talk(store, conversation))
    if json:
        fields = ("before", "after", "why", "undone", "at")
        print_json([{name: getattr(move, name) for name in fields} for move in moves])
        return
    rows = [
        [
            datetime.fromtimestamp(move.at).strftime("%Y-%m-%d %H:%M:%S"),
            move.why + (" (undone)" if move.undone else ""),
            (move.before or "start")[:8],
            (move.after or "start")[:8],
        ]
        for move in moves
    ]
    print_table(f"{len(rows)} moves", ["at", "why", "from", "to"], rows)


@store_app.command(epilog="Example: snapglyph show talks.db 3f2a > messages.json")
@reports_errors
def show(
    db: Db,
    conversation: Talk,
    limit_tokens: Annotated[int | None, typer.Option(min=1, help="Only the newest that fit.")] = None,
) -> None:
    """Print the messages of the path as JSON, ready to be sent."""
    with _open(db) as store:
        resumed = store.resume(_talk(store, conversation), limit_tokens=limit_tokens)
    if resumed.left_out:
        remark(f"{resumed.left_out} older messages ({resumed.tokens_left_out:,} tokens) are left out")
    print_json(resumed.messages)


@store_app.command(epilog="Example: snapglyph export talks.db 3f2a -o talk.jsonl")
@reports_errors
def export(
    db: Db,
    conversation: Talk,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE.jsonl", help="Where it goes.")],
    force: Force = False,
) -> None:
    """Write a conversation with all of its branches as JSONL."""
    from snapglyph.store import export_conversation

    with _open(db) as store:
        talk = _talk(store, conversation)
        will_write(out, force=force, inputs=[db])
        say(f"{export_conversation(store, talk, out):,} messages in {out}")


@store_app.command(epilog="Example: snapglyph keep talks.db session.jsonl")
@reports_errors
def keep(
    db: Db,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An agent's transcript, or an export.")],
    run: Annotated[int | None, typer.Option(help="Which conversation of a file with several, from 0.")] = None,
) -> None:
    """Keep an agent's transcript, or an export, as a new conversation of a store; prints its id."""
    from snapglyph.errors import StoreError
    from snapglyph.history import load, view
    from snapglyph.store import import_conversation

    if '"kind": "snapglyph conversation"' in _head_of(file):
        with _open(db, new=True) as store:
            say(import_conversation(store, file))
        return
    transcript = load(file, run=run)
    if transcript.warning:
        remark(transcript.warning)
    views = view(transcript.messages, transcript.dialect)
    with _open(db, new=True) as store:
        talk = store.create(transcript.dialect)
        left_out = 0
        for start, end in _turns(views):
            try:
                store.commit_turn(talk, transcript.messages[start:end])
            except StoreError as error:  # a crash left a call without its result: told, and the rest is kept
                left_out += end - start
                remark(f"messages {start + 1} to {end} are left out: {error}")
        if left_out == len(views):
            store.delete(talk)
            fail(f"{file.name} holds no whole turn, so nothing was kept")
        say(talk)


def _turns(views: Any) -> "list[tuple[int, int]]":
    """Turns as (first message, one past the last). One that is not whole falls apart into its groups, so that a call
    without its result costs no more than its own."""
    from snapglyph.errors import StoreError
    from snapglyph.history import find_groups, turn_starts
    from snapglyph.store.turn import check_turn

    starts = [0, *turn_starts(views)[1:], len(views)] if views else []
    found: list[tuple[int, int]] = []
    for start, end in pairwise(starts):
        try:
            check_turn(views[start:end])
            found.append((start, end))
        except StoreError:
            groups = find_groups(views)
            found += [(g.start, g.end) for g in groups if start <= g.start and g.end <= end]
    return found


def _head_of(file: Path) -> str:
    with file.open(encoding="utf-8", errors="replace") as stream:
        return stream.readline(4096)
