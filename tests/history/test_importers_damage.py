"""Files as crashes, copies and hooks leave them: every message is imported, or counted, or the file is refused."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import HistoryError
from snapglyph.history import Transcript, load

from . import test_importers_formats as formats

Session: TypeAlias = list[dict[str, Any]]


def word(i: int) -> str:
    """What message i says, and nothing else does."""
    return f"<word-{i}>"


def text(i: int) -> list[dict[str, Any]]:
    return [{"type": "text", "text": f"{word(i)} \u00e9 {{\\ \n"}]


def role(i: int) -> str:
    return ("user", "assistant")[i % 2]


# --- made-up sessions -------------------------------------------------------------------------------------


def claude_code(n: int) -> Session:
    session: Session = [{"type": "summary", "summary": "s", "leafUuid": "x"}]
    for i in range(n):
        message = {"role": role(i), "content": text(i), "id": f"m{i}"}
        parent = f"u{i - 1}" if i else None
        session.append(
            {"parentUuid": parent, "isSidechain": False, "type": role(i), "message": message, "uuid": f"u{i}"}
        )
    return session


def stream_json(n: int) -> Session:
    messages: Session = [{"type": role(i), "message": {"role": role(i), "content": text(i)}} for i in range(n)]
    return [
        {"type": "system", "subtype": "init", "session_id": "s"},
        *messages,
        {"type": "result", "subtype": "success"},
    ]


def pi(n: int) -> Session:
    entries = [
        {
            "type": "message",
            "id": f"e{i}",
            "parentId": f"e{i - 1}" if i else None,
            "message": {"role": role(i), "content": text(i)},
        }
        for i in range(n)
    ]
    return [{"type": "session", "version": 3, "id": "s", "cwd": "/"}, *entries]


def codex(n: int) -> Session:
    items = [
        {
            "timestamp": "t",
            "type": "response_item",
            "payload": {"type": "message", "role": role(i), "content": text(i)},
        }
        for i in range(n)
    ]
    return [{"timestamp": "t", "type": "session_meta", "payload": {"id": "s"}}, *items]


def goose(n: int) -> Session:
    return [
        {"working_dir": "/", "description": "d", "message_count": n},
        *({"id": f"g{i}", "role": role(i), "created": i, "content": text(i)} for i in range(n)),
    ]


def gemini_cli(n: int) -> Session:
    messages = [
        {"id": f"g{i}", "type": ("user", "gemini")[i % 2], "content": [{"text": text(i)[0]["text"]}]}
        for i in range(n)
    ]
    return [{"sessionId": "s", "projectHash": "h"}, *messages]


def openhands(n: int) -> Session:
    return [
        {"id": i, "source": ("user", "agent")[i % 2], "action": "message", "args": {"content": text(i)[0]["text"]}}
        for i in range(n)
    ]


def chat(n: int) -> Session:
    return [{"role": ("user", "tool")[i % 2], "tool_call_id": "a", "content": text(i)} for i in range(n)]


KINDS: tuple[Callable[[int], Session], ...] = (
    claude_code,
    stream_json,
    pi,
    codex,
    goose,
    gemini_cli,
    openhands,
    chat,
)
TELLING = (claude_code, stream_json, pi, codex, openhands, chat)
"""Kinds of which any message tells what the file is."""


def spoken(found: Transcript) -> set[str]:
    said = json.dumps(found.messages, ensure_ascii=False)
    return {word(i) for i in range(20) if word(i) in said}


# --- torn, glued, padded, out of order ---------------------------------------------------------------------

NOISE = ("", "", "", "\x00\x00\x00", "\ufeff", "npm warn config {x} ", "3 ", "> ")
ENDS = ("\n", "\n", "\n", "\r\n", "\n\n", "\x00\n", "")
BLANK = " \t\r\n\x00\ufeff"


@st.composite
def damaged(draw: st.DrawFn) -> tuple[Callable[[int], Session], str, set[str], int]:
    """A kind of session, its damaged text, the words of the messages whose records stand in it whole, and on how many
    lines there is something else."""
    kind = draw(st.sampled_from(KINDS))
    records = kind(draw(st.integers(1, 6)))
    if draw(st.booleans()):
        records = draw(st.permutations(records))
    pieces: list[str] = []
    whole: set[str] = set()
    broken = 0
    dirty = open_head = False
    for record in records:
        line = json.dumps(record, ensure_ascii=draw(st.booleans()))
        noise = draw(st.sampled_from(NOISE))
        cut = draw(st.one_of(st.none(), st.none(), st.integers(1, len(line) - 1)))
        if cut is not None:
            # The end of a record behind the beginning of one could be a record again.
            head = open_head or draw(st.booleans())
            while head and line[:cut].rstrip()[-1] in ":,[":  # what is glued there could be its value
                cut -= 1
            line = line[:cut] if head else line[cut:]
            open_head = head
            dirty = dirty or bool(line.strip(BLANK + ",[]"))
        else:
            open_head = False
            whole |= {word(i) for i in range(20) if word(i) in line}
        dirty = dirty or bool(noise.strip(BLANK))
        end = draw(st.sampled_from(ENDS))
        pieces += [noise, line, end]
        if "\n" in end:
            broken += dirty
            dirty = False
    return kind, "".join(pieces), whole, broken + dirty


@given(damaged())
def test_every_message_is_imported_or_counted_or_the_file_is_refused(
    made: tuple[Callable[[int], Session], str, set[str], int],
) -> None:
    kind, source, whole, broken = made
    try:
        found = load(source, likely="openai-chat")
    except HistoryError:
        assert not whole or kind not in TELLING
        return
    said = spoken(found)
    assert said <= whole
    gone = sum(part.messages for part in found.left_out)
    assert len(whole - said) == gone
    assert found.notes.get("unreadable lines", 0) == broken


@given(st.sampled_from(KINDS), st.data())
def test_bytes_that_are_no_text_cost_their_line_alone(kind: Callable[[int], Session], data: st.DataObject) -> None:
    """A crash within a letter of several bytes; the next record stands glued behind it."""
    raw = [json.dumps(record, ensure_ascii=False).encode() for record in kind(5)]
    torn = data.draw(st.integers(1, len(raw) - 1))
    at = raw[torn].find(b"\xc3")
    if at < 0:
        return
    raw[torn] = raw[torn][: at + 1]
    source = b"\n".join(raw[: torn + 1]) + b"".join(line + b"\n" for line in raw[torn + 1 :])
    found = load_bytes(source)
    assert spoken(found) | {word(torn), word(torn - 1)} >= {word(i) for i in range(5)}
    assert found.notes["unreadable lines"] == 1


def load_bytes(source: bytes) -> Transcript:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "session.jsonl")
        path.write_bytes(source)
        return load(path, likely="openai-chat")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_byte_order_mark_says_nothing(kind: Callable[[int], Session], encoding: str) -> None:
    source = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in kind(4))
    assert load_bytes(source.encode(encoding)) == load(source, likely="openai-chat")


def test_many_broken_lines_take_no_time() -> None:
    """Half a record that is deep is tried at so many places, and no more."""
    deep = '{"a":' * 100_000
    source = json.dumps(stream_json(2)[1]) + "\n" + deep + "\n"
    assert load(source).notes["unreadable lines"] == 1


# --- lines between messages -------------------------------------------------------------------------------

OTHERS = ("progress", "system", "attachment", "saved_hook_context", "file-history-snapshot", "queue-operation")


@st.composite
def with_hooks(draw: st.DrawFn) -> tuple[int, Session]:
    """A conversation without branches. Between its messages stand other lines, which hang on any line above.

    A message hangs on the one before it, or on a line of progress that stands behind that."""
    session: Session = []
    count = draw(st.integers(1, 8))
    for i in range(count):
        parent = f"u{i - 1}" if i else None
        message = {"role": role(i), "content": text(i)}
        for k in range(draw(st.integers(0, 2))) if i else ():
            own = draw(st.sampled_from(["hook", f"p{i}-{k}"]))
            session.append({"type": "progress", "uuid": own, "parentUuid": draw(any_above(session))})
            if draw(st.booleans()):
                parent = own
        session.append({"type": role(i), "uuid": f"u{i}", "parentUuid": parent, "message": message})
    for _ in range(draw(st.integers(0, 3))):
        other: dict[str, Any] = {"type": draw(st.sampled_from(OTHERS))}
        if draw(st.booleans()):
            other |= {"uuid": "late", "parentUuid": draw(any_above(session))}
        session.append(other)
    return count, session


def any_above(session: Session) -> st.SearchStrategy[Any]:
    return st.sampled_from([None, "lost", *(record["uuid"] for record in session if "uuid" in record)])


@given(with_hooks())
def test_no_line_beside_the_messages_takes_one_away(made: tuple[int, Session]) -> None:
    count, session = made
    found = load("\n".join(map(json.dumps, session)))
    assert spoken(found) == {word(i) for i in range(count)}
    assert found.left_out == ()


# --- odd values -------------------------------------------------------------------------------------------

DOCUMENTS: tuple[Any, ...] = (
    *(kind(3) for kind in KINDS),
    formats.opencode_export(revert={"messageID": "m3"}),
    {"working_dir": "/", "conversation": formats.GOOSE[1:]},
    formats.EVENTS,
    formats.SDK_EVENTS,
    {
        "inputs": {"messages": [[formats.ASKED, formats.CALLED]]},
        "outputs": {"generations": [[{"message": formats.DONE}]]},
    },
    [formats.cline("user", "<task>go</task>", condenseParent="c")],
    {"history": formats.CONTENTS},
    {"request": {"input": "go"}, "response": formats.response("r", None)},
    [formats.response("r1", None), formats.response("r2", "r1")],
)
ODD = st.sampled_from([None, True, -1, 10**30, 1.5, "", "odd", [], [[]], {}, {"type": []}, [None], {"text": None}])


@given(st.sampled_from(DOCUMENTS), st.data())
def test_an_odd_value_anywhere_is_imported_or_an_error_of_ours(document: Any, data: st.DataObject) -> None:
    value = json.loads(json.dumps(document))
    for _ in range(data.draw(st.integers(1, 3))):
        value = with_odd_value(value, data)
    one_a_line = isinstance(value, list) and data.draw(st.booleans())
    source = "\n".join(map(json.dumps, value)) if one_a_line else json.dumps(value)
    try:
        found = load(source, run=data.draw(st.sampled_from([None, None, 0])))
    except HistoryError:
        return
    json.dumps(found.messages)


def with_odd_value(value: Any, data: st.DataObject) -> Any:
    if not isinstance(value, list | dict) or not value or data.draw(st.integers(0, 4)) == 0:
        return json.loads(json.dumps(data.draw(ODD)))
    key = data.draw(st.sampled_from(sorted(value) if isinstance(value, dict) else range(len(value))))
    if isinstance(value, dict) and data.draw(st.integers(0, 5)) == 0:
        return {name: inner for name, inner in value.items() if name != key}
    value[key] = with_odd_value(value[key], data)
    return value
