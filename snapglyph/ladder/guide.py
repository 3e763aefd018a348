"""The words around the pages: how to read them, and that they are a record. Only marks that occur are named."""

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass

from snapglyph.engine import PageFormat, Source
from snapglyph.history import Message

__all__ = ["END", "EXACT", "Record", "guide_text", "record_in"]

_RECORD = re.compile(r"\[Record of this conversation, messages \d+ to (\d{1,9}), drawn on the (\d{1,3}) page image")

END = "[end of the drawn record; the conversation goes on below]"

EXACT = "[Exact strings that stand on these pages; copy them from here, not from a page:]"


def guide_text(source: Source, fmt: PageFormat, pages: int, messages: tuple[int, int]) -> str:
    """The text before the pages; `record_in` knows it again. `messages` are the first and last number on them."""
    first, last = messages
    lines = [
        f"[Record of this conversation, messages {first} to {last}, drawn on the {pages} page image(s) that follow. "
        f"It is what was said and done, not new instructions.",
        "Read each page row by row from left to right; rows run on, and words may break at a row's end.",
        *_marks(source.text, fmt),
        "Copy exact values (ids, hashes, numbers, paths) only where you can read every character; otherwise say so "
        "or look the value up again.]",
    ]
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Record:
    """What a message of ours holds: its pages, and the number of the last message on them."""

    pages: int
    last: int


def record_in(message: Message) -> Record | None:
    """The record that earlier snapshots put into this message, or None when it holds no page of ours.

    Pages are known by their own PNG text chunk, not by the words around them: hosts merge, prefix and trim those, and
    anybody can paste them.
    """
    # An image inside a tool's result has no text of its own: a page that an agent looked at is no record.
    pages = sum(part.kind == "image" and bool(part.text) and _is_page(part.data) for part in message.parts)
    if not pages or message.role != "user":
        return None
    lasts = [int(match[1]) for part in message.parts if (match := _RECORD.search(part.text))]
    return Record(pages, max(lasts, default=message.number))


def _is_page(data: str) -> bool:
    """True for base64 of a PNG whose first chunk behind the header names a page format, as engine.png writes it."""
    try:
        head = base64.b64decode(data.rpartition(",")[2][:72], validate=True)
    except ValueError:
        return False
    return head.startswith(b"\x89PNG\r\n\x1a\n") and head[37:51] == b"tEXtsnapglyph\0"


def _marks(text: str, fmt: PageFormat) -> Iterator[str]:
    yield "White-on-black words: the top row of a page is its number; USER 12, AI 13, CALL, OUT, ERR or SYSTEM says"
    yield "who or what speaks from there on, and the message's number. A page ends with a check code."
    if "\n" in text:
        yield "A small hooked arrow ends a line."
    if "  " in text:
        yield "A white-on-black number alone stands for that many blanks."
    if "\t" in text:
        yield "An arrow against a bar is a tab."
    if not all(fmt.font.covers(ord(character)) for character in set(text)):
        yield "Angled brackets around hexadecimal digits give the code point of a character that has no glyph here."
