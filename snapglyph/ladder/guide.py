"""The words around the pages: how to read them, and that they are a record. Only marks that occur are named."""

from collections.abc import Iterator

from snapglyph.engine import PageFormat, Source

__all__ = ["END", "guide_text"]

END = "[end of the drawn record; the conversation goes on below]"


def guide_text(source: Source, fmt: PageFormat, pages: int, messages: tuple[int, int]) -> str:
    """The text before the pages. `messages` are the first and last message number on them."""
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
