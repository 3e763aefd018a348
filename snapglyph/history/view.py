"""The read view of a message: what all dialects have in common. The caller's objects are never changed or copied."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

__all__ = ["Message", "Part", "RawMessage"]

RawMessage: TypeAlias = Mapping[str, Any]

Kind: TypeAlias = Literal["text", "call", "result", "image", "thinking", "other"]


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a message.

    `text` is what it says: prose, a call's arguments, a result, or how an image or an unknown block is named where
    it stood. `call_id` joins a call to its result, also those of the provider's own tools, which are of kind "other";
    `name` is the tool's. `data` is an image's base64, "" for one that the request only points at, with `url` or an
    id; `media_type` is what the request says that the data are, "" for one without. `signature` is what the provider
    wants back verbatim and nobody reads: it is counted and never drawn.
    """

    kind: Kind
    text: str
    call_id: str = ""
    name: str = ""
    is_error: bool = False
    data: str = field(default="", repr=False)
    media_type: str = ""
    url: str = field(default="", repr=False)
    signature: str = field(default="", repr=False)

    @property
    def opaque(self) -> bool:
        """True for what only the provider can read: redacted thinking, an encrypted summary."""
        return bool(self.signature) and not self.text


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its number (1 for the first), its role, its parts in order, and the object it was read from.

    `role` is one of "user", "assistant", "system", "developer", "tool", whatever the dialect calls it; a role of no
    dialect stays as it is.
    """

    number: int
    role: str
    parts: tuple[Part, ...]
    raw: RawMessage

    @property
    def images(self) -> int:
        return sum(part.kind == "image" for part in self.parts)

    @property
    def starts_turn(self) -> bool:
        """True for what a user says, as against a tool's result in a user's message."""
        return self.role == "user" and all(part.kind != "result" for part in self.parts)
