"""Messages to rows and back: JSON that says the same when it is read, or an error that names the place."""

import json
import math
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from snapglyph.errors import StoreError

__all__ = ["MOST_BYTES", "decode_bodies", "encode_turn", "new_id"]

MOST_BYTES = 64_000_000
"""Of one turn, as JSON. A turn of more is a mistake of its caller: no provider takes a request of half of it."""


def new_id() -> str:
    """128 random bits: two forks never share an id, as counters would make them."""
    return secrets.token_hex(16)


def encode_turn(messages: Sequence[Mapping[str, Any]]) -> list[str]:
    """Each message as JSON; raises StoreError for what JSON does not hold, before anything is written."""
    bodies = []
    for i, message in enumerate(messages):
        if not isinstance(message, Mapping):
            raise StoreError(f"message {i} of the turn is a {type(message).__name__}, not an object")
        try:
            body = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        except RecursionError:
            raise StoreError(f"message {i} of the turn holds itself; send plain JSON") from None
        except (TypeError, ValueError) as error:
            raise StoreError(f"message {i} of the turn is no JSON: {_where(message)} {_what(error)}") from None
        if not _survives(message):
            raise StoreError(f"message {i} of the turn has keys that are no texts; JSON would change them")
        try:
            size = len(body.encode("utf-8"))
        except UnicodeEncodeError:
            raise StoreError(
                f"message {i} of the turn holds a lone surrogate, which no provider takes; replace it first"
            ) from None
        bodies.append(body)
        if sum(map(len, bodies)) > MOST_BYTES or size > MOST_BYTES:
            raise StoreError(f"the turn is larger than {MOST_BYTES:,} bytes; keep such data outside the transcript")
    return bodies


def decode_bodies(bodies: Sequence[str]) -> list[dict[str, Any]]:
    """The messages of rows, in one go: that is twice as fast as one by one."""
    found: list[dict[str, Any]] = json.loads(f"[{','.join(bodies)}]")
    return found


def _what(error: Exception) -> str:
    return "has a number that is not finite" if isinstance(error, ValueError) else "has a value of another kind"


def _where(message: Mapping[str, Any]) -> str:
    """The first key whose value is to blame."""
    for key, value in message.items():
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError):
            return f"its {str(key)[:40]!r}"
    return "it"


def _survives(value: Any) -> bool:
    """JSON turns keys into texts and tuples into lists; the first changes what a message says."""
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and _survives(inner) for key, inner in value.items())
    if isinstance(value, list | tuple):
        return all(map(_survives, value))
    return not (isinstance(value, float) and not math.isfinite(value))
