"""A path cut to what fits, so that the provider still takes it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from snapglyph.errors import StoreError
from snapglyph.history import turn_starts, validate, view, worsened

if TYPE_CHECKING:
    from .store import Stored

__all__ = ["Resumed", "resume"]

RULES = ("system", "developer")


@dataclass(frozen=True, slots=True)
class Resumed:
    """`messages` to go on with; `left_out` messages, and their `tokens_left_out`, are older and stay in the store."""

    messages: list[dict[str, Any]] = field(repr=False)
    left_out: int
    tokens: int
    tokens_left_out: int


def resume(
    path: "Sequence[Stored]", dialect: str | None, limit_tokens: int | None, limit_messages: int | None
) -> Resumed:
    """Cuts at the first turn from which all that follows fits and is as valid as the whole was."""
    if any(limit is not None and limit < 1 for limit in (limit_tokens, limit_messages)):
        raise StoreError("a limit to resume within is at least 1")
    messages = [stored.message for stored in path]
    total = sum(stored.tokens for stored in path)
    if not path or dialect is None:
        return Resumed([], 0, 0, 0)
    views = view(messages, dialect)
    pinned = next((i for i, message in enumerate(views) if message.role not in RULES), len(views))
    broken = validate(messages, dialect)
    for start in [pinned, *(i for i in turn_starts(views) if i > pinned)]:
        kept = [*path[:pinned], *path[start:]]
        tokens = sum(stored.tokens for stored in kept)
        if (limit_tokens and tokens > limit_tokens) or (limit_messages and len(kept) > limit_messages):
            continue
        candidate = [stored.message for stored in kept]
        if start == pinned or not worsened(broken, validate(candidate, dialect)):
            return Resumed(candidate, len(path) - len(kept), tokens, total - tokens)
    raise StoreError("not even the newest turn fits the limit; raise it, or compact the conversation first")
