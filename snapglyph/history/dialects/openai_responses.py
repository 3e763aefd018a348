"""OpenAI Responses: a list of items, of which only some are messages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..view import Part, RawMessage
from .shape import Dialect, Piece, as_base64, as_text, blocks, image_at, name_image, other, result

__all__ = ["OPENAI_RESPONSES"]

_ONLY = frozenset(["openai-responses"])


def _role(raw: RawMessage) -> str:
    """A message names its role; of the other items, outputs are a tool's and the rest the model's."""
    kind = raw.get("type", "message")
    if not isinstance(kind, str):
        raise TypeError("a type is a text")
    if kind == "message":
        role = raw["role"]
        if not isinstance(role, str):
            raise TypeError("a role is a text")
        return role
    return "tool" if kind.endswith("_output") else "assistant"


def _parts(raw: RawMessage) -> Iterator[Part]:
    kind = raw.get("type", "message")
    if kind == "message":
        yield from map(_block, blocks(raw.get("content")))
    elif kind == "reasoning":
        texts = [block["text"] for field in ("summary", "content") for block in raw.get(field) or ()]
        yield Part("thinking", "\n".join(texts), signature=raw.get("encrypted_content") or "")
    elif kind == "compaction":
        yield Part("other", "", signature=raw.get("encrypted_content") or "")
    elif kind.endswith("_call") and "call_id" in raw:
        arguments = next((raw[key] for key in ("arguments", "input", "action", "operation") if key in raw), "")
        yield Part("call", as_text(arguments), call_id=raw["call_id"], name=raw.get("name") or kind)
    elif kind.endswith("_output"):
        failed = raw.get("status") in ("incomplete", "failed")
        yield from result(_output(raw.get("output")), raw["call_id"], is_error=failed)
    else:
        yield other(raw)


def _output(output: Any) -> Iterator[Part]:
    if isinstance(output, Mapping):  # a computer's screenshot
        yield _block(output)
    else:
        yield from map(_block, blocks(output))


def _block(block: Mapping[str, Any]) -> Part:
    kind = block.get("type")
    if kind in ("input_text", "output_text", "text", "refusal"):
        return Part("text", block["refusal" if kind == "refusal" else "text"])
    if kind in ("input_image", "computer_screenshot"):
        if not (block.get("image_url") or block.get("file_id")):
            return name_image("image", "")
        return image_at(block.get("image_url") or "")
    return other(block)


_ITEMS = frozenset(["message", "reasoning", "compaction", "item_reference"])
_MARKS = frozenset(["input_text", "output_text", "input_image", "input_file"])


def _marks(raw: RawMessage) -> Iterator[frozenset[str]]:
    kind = raw.get("type")
    content = raw.get("content") if "role" in raw else None
    types = set() if content is None or isinstance(content, str) else {b.get("type", "") for b in blocks(content)}
    if types & _MARKS:
        yield _ONLY
    elif kind == "message" and "text" in types:
        return  # an answer of Anthropic's, as its API gives it
    elif isinstance(kind, str) and (kind in _ITEMS or kind.endswith(("_call", "_call_output"))):
        yield _ONLY


def _user_message(pieces: Sequence[Piece], detail: str) -> dict[str, Any]:
    return {"type": "message", "role": "user", "content": [_written(piece, detail) for piece in pieces]}


def _written(piece: Piece, detail: str) -> dict[str, Any]:
    if isinstance(piece, str):
        return {"type": "input_text", "text": piece}
    return {
        "type": "input_image",
        "image_url": f"data:image/png;base64,{as_base64(piece)}",
        "detail": detail or "high",
    }


OPENAI_RESPONSES = Dialect("openai-responses", _role, _parts, _marks, _user_message)
