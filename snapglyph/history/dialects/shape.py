"""What a dialect is, and the pieces of message that several dialects share."""

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ..view import Part, RawMessage

__all__ = [
    "Dialect",
    "Piece",
    "as_base64",
    "as_text",
    "blocks",
    "image_at",
    "name_image",
    "named_role",
    "other",
    "result",
]

Piece: TypeAlias = str | bytes
"""What a user message is made of: a text, or the bytes of a PNG."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one provider shapes a message.

    `role` and `parts` read a message and raise TypeError, AttributeError, KeyError or ValueError for one of another
    shape. `marks` yields, for each thing that only some dialects have, the names of those. `user_message` writes one,
    its images at a detail level of the provider's, "" where it has none.
    """

    name: str
    role: Callable[[RawMessage], str]
    parts: Callable[[RawMessage], Iterator[Part]]
    marks: Callable[[RawMessage], Iterator[frozenset[str]]]
    user_message: Callable[[Sequence[Piece], str], dict[str, Any]]


def named_role(raw: RawMessage) -> str:
    """The role of a message that names it."""
    role = raw["role"]
    if not isinstance(role, str):
        raise TypeError("a role is a text")
    return role


def blocks(content: Any) -> Iterator[Mapping[str, Any]]:
    """The blocks of a content that may also be a plain text."""
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    elif _is_list(content):
        for block in content:
            yield {"type": "text", "text": block} if isinstance(block, str) else block
    elif content is not None:
        raise TypeError("content must be a text or a list of blocks")


def _is_list(content: Any) -> bool:
    """True for a list of any kind; a plain list is nearly always what it is, and much faster to tell."""
    return type(content) is list or (isinstance(content, Sequence) and not isinstance(content, bytes | bytearray))


def other(block: Mapping[str, Any], call_id: object = "") -> Part:
    """A block of no known type, as its JSON: a document or a server's tool call says things too. `call_id` joins the
    latter to its result."""
    said = json.dumps(_without_files(block), ensure_ascii=False, default=_type_name)
    return Part("other", said, call_id=call_id if isinstance(call_id, str) else "")


def _without_files(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_files(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_files(inner) for inner in value]
    if isinstance(value, str) and len(value) >= 512 and not any(c.isspace() for c in value):
        return f"[{len(value):,} characters of base64]"
    if isinstance(value, bytes | bytearray):
        return f"[{len(value):,} bytes]"
    return value


def _type_name(value: Any) -> str:
    return f"[{type(value).__name__}]"


def as_text(value: Any) -> str:
    """Arguments or a result as text: what is a text stays as it is, anything else is written as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def result(inner: Iterable[Part], call_id: str, *, name: str = "", is_error: bool = False) -> Iterator[Part]:
    """A result, and behind it the images that it holds."""
    pieces = list(inner)
    text = "\n".join(part.text for part in pieces)
    yield Part("result", text, call_id=call_id, name=name, is_error=is_error)
    # An image in a result counts against the request's images; its name already stands in the result.
    yield from (replace(part, text="") for part in pieces if part.kind == "image")


def image_at(url: str) -> Part:
    """An image that a URL holds or points at, with its name for where it stood."""
    if not url.startswith("data:"):
        return Part("image", "[image by URL]", url=url)
    media_type = url[5 : url.find(";")] if ";" in url[:60] else "image"
    name = f"[{media_type}, {len(url):,} characters of base64]"
    return Part("image", name, data=url.partition(",")[2], media_type=media_type)


def name_image(media_type: Any, data: Any) -> Part:
    """An image whose data stand beside its type; data that are neither text nor bytes are only pointed at, and then
    only the provider knows the type."""
    media_type = media_type if isinstance(media_type, str) else "image"
    if not isinstance(data, str | bytes | bytearray):
        return Part("image", f"[{media_type}]")
    text = data if isinstance(data, str) else as_base64(data)
    size = f", {len(text):,} characters of base64" if text else ""
    return Part("image", f"[{media_type}{size}]", data=text, media_type=media_type)


def as_base64(data: bytes | bytearray) -> str:
    return base64.b64encode(data).decode("ascii")
