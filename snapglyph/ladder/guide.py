"""The words around the pages: how to read them, and that they are a record. Only marks that occur are named."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from snapglyph.engine import PageFormat, Source
from snapglyph.history import Message

__all__ = ["END", "Record", "guide_text", "record_in"]

_RECORD = re.compile(r"\[Record of this conversation, messages \d+ to (\d{1,9}), drawn on the (\d{1,3}) page image")

END = "[end of the drawn record; the conversation goes on below]"


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
    """The record that earlier snapshots put into this message, or None when it is nobody's but the caller's.

    Other blocks may stand beside it: for gateways that want roles to alternate, hosts merge user messages.
    """
    if message.role != "user" or not any(part.text == END for part in message.parts):
        return None
    found = [match for part in message.parts if part.kind == "text" and (match := _RECORD.match(part.text))]
    pages = sum(int(match[2]) for match in found)
    return Record(pages, max(int(match[1]) for match in found)) if 0 < pages <= message.images else None


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
