"""What a turn must be to be committed, and what its messages weigh."""

from collections.abc import Sequence

from snapglyph.errors import StoreError
from snapglyph.history import Message, sent_texts
from snapglyph.history.groups import answers
from snapglyph.pricing import text_tokens

__all__ = ["check_turn", "weigh"]

IMAGE_TOKENS = 1600
"""Taken for any image: the store knows no model."""


def check_turn(messages: Sequence[Message]) -> None:
    """Raises StoreError unless every call is answered and every result answers one, all within the turn.

    A crash between a call and its result then resumes the turn before.
    """
    answered = answers(messages)
    told = set(answered.values())
    parts = [((i, k), part) for i, m in enumerate(messages) for k, part in enumerate(m.parts)]
    waiting = [part.call_id for at, part in parts if part.kind == "call" and at not in answered]
    if waiting:
        raise StoreError(f"the turn is not over: no result for {_named(waiting)}; commit it when all are answered")
    orphans = [part.call_id for at, part in parts if part.kind == "result" and at not in told]
    if orphans:
        raise StoreError(f"the turn has results of no call in it: {_named(orphans)}; commit a call with its result")


def _named(ids: Sequence[str]) -> str:
    shown = ", ".join(repr(name[:60]) for name in ids[:8])
    return shown + (f" and {len(ids) - 8} more" if len(ids) > 8 else "")


def weigh(message: Message) -> int:
    """Likely tokens of a message."""
    return text_tokens("".join(sent_texts([message]))).likely + IMAGE_TOKENS * message.images
