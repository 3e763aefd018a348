"""Batches that are drawn, and all that stays -> the messages to send."""

from collections.abc import Sequence
from typing import Any

from snapglyph.history import DIALECTS, Message
from snapglyph.history.dialects import Piece

from .cache_marks import last_mark, with_mark
from .drawing import Drawn
from .guide import GUIDE, end_text
from .past import Past

__all__ = ["assemble", "repeated_requests"]


def repeated_requests(past: Past, drawn: Sequence[Drawn], most: int) -> list[Message]:
    """The user's newest requests, as far as they are on pages: a task is never to be read off a page alone.

    They stand behind the last page. A later call has newer ones there, and what is sealed stays as it is.
    """
    on_pages = [message for one in drawn if one.drawing.pages for g in one.batch.members for message in g.messages]
    numbers = {message.number for message in (*past.repeated, *on_pages)}
    spoken = {m.number: m for m in (*past.others, *on_pages) if m.starts_turn}
    return [spoken[number] for number in sorted(spoken)[-most:] if number in numbers]


def assemble(past: Past, drawn: Sequence[Drawn], repeated: Sequence[Message], dialect: str, detail: str) -> list[Any]:
    """Head, pages with what stays text between and behind them, and the rest; the caller's own objects but for the
    messages of pages.

    Args:
        drawn: from the first batch on; those without pages stay text.
        detail: level at which the pages are sent.
    """
    messages: list[Any] = [message.raw for message in past.head]
    last_drawn = max(i for i, one in enumerate(drawn) if one.drawing.pages)
    marks = [message.raw for message in past.records]
    pieces: list[Piece] = []
    guided = False
    for i, one in enumerate(drawn):
        if not one.drawing.pages:
            messages += [message.raw for message in _messages(one)]
            continue
        if not guided:
            pieces.append(GUIDE)
            guided = True
        marks += [message.raw for member in one.batch.members for message in member.messages]
        pieces += [one.drawing.text, *(page.png for page in one.drawing.pages)]
        behind = [*one.batch.behind, *(repeated if i == last_drawn else ())]
        if behind or i == last_drawn or not drawn[i + 1].drawing.pages:
            pieces.append(end_text(one.batch.last, len(behind)))
            message = DIALECTS[dialect].user_message(pieces, detail)
            if i == last_drawn and (mark := last_mark(marks, dialect)):
                message = with_mark(message, mark, dialect)
            messages.append(message)
            messages += [message.raw for message in behind]
            pieces = []
    done = {message.number for one in drawn for message in _messages(one)}
    return [*messages, *(message.raw for message in past.rest if message.number not in done)]


def _messages(one: Drawn) -> list[Message]:
    members = (*one.batch.members, *one.batch.kept)
    return sorted((message for member in members for message in member.messages), key=lambda m: m.number)
