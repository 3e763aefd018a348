"""Gemini contents, with names in either spelling: functionCall of the wire, function_call of the Python SDK."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..view import Part, RawMessage
from .shape import Dialect, Piece, as_base64, as_text, blocks, name_image, named_role, other, result

__all__ = ["GEMINI", "either"]

_ONLY = frozenset(["gemini"])


def either(raw: Mapping[str, Any], snake: str) -> Any:
    """The value of a name in either spelling, None where there is none."""
    if snake in raw:
        return raw[snake]
    first, *rest = snake.split("_")
    return raw.get(first + "".join(map(str.capitalize, rest)))


def _role(raw: RawMessage) -> str:
    """A content without a role is a user's."""
    role = named_role(raw) if raw.get("role") is not None else "user"
    return "assistant" if role == "model" else role


def _parts(raw: RawMessage) -> Iterator[Part]:
    parts = raw["parts"]
    if not isinstance(parts, Sequence) or isinstance(parts, str | bytes):
        raise TypeError("parts must be a list")
    for part in blocks(parts):
        yield from _part(part)


def _part(part: Mapping[str, Any]) -> Iterator[Part]:
    signature = either(part, "thought_signature") or ""
    signature = as_base64(signature) if isinstance(signature, bytes | bytearray) else signature
    if (call := either(part, "function_call")) is not None:
        call_id = call.get("id") or call["name"]
        yield Part("call", as_text(call.get("args") or {}), call_id=call_id, name=call["name"], signature=signature)
    elif (answer := either(part, "function_response")) is not None:
        yield from _answer(answer)
    elif (inline := either(part, "inline_data")) is not None:
        yield from _inline(inline, part)
    elif "text" in part and part["text"] is not None:
        yield Part("thinking" if part.get("thought") else "text", part["text"], signature=signature)
    else:
        yield other(part)


def _answer(answer: Mapping[str, Any]) -> Iterator[Part]:
    response = answer.get("response")
    is_error = isinstance(response, Mapping) and bool(response.get("error"))
    if isinstance(response, Mapping) and len(response) == 1:
        response = next(iter(response.values()))  # {"output": ...}, {"result": ...} or {"error": ...}
    inner = [Part("text", as_text(response))]
    inner += [piece for part in answer.get("parts") or () for piece in _part(part)]
    yield from result(inner, answer.get("id") or answer["name"], name=answer["name"], is_error=is_error)


def _inline(inline: Mapping[str, Any], part: Mapping[str, Any]) -> Iterator[Part]:
    media_type = either(inline, "mime_type") or ""
    yield name_image(media_type, inline.get("data", "")) if media_type.startswith("image/") else other(part)


def _marks(raw: RawMessage) -> Iterator[frozenset[str]]:
    if raw.get("role") == "model" or ("parts" in raw and not any(map(_is_foreign, blocks(raw["parts"])))):
        yield _ONLY


def _is_foreign(part: Mapping[str, Any]) -> bool:
    """Whether a part names its kind: Gemini's are told by the key that they have."""
    return "type" in part or "part_kind" in part


def _user_message(pieces: Sequence[Piece], detail: str) -> dict[str, Any]:
    return {"role": "user", "parts": [_written(piece, detail) for piece in pieces]}


def _written(piece: Piece, detail: str) -> dict[str, Any]:
    if isinstance(piece, str):
        return {"text": piece}
    image: dict[str, Any] = {"inlineData": {"mimeType": "image/png", "data": as_base64(piece)}}
    return image | ({"mediaResolution": {"level": f"MEDIA_RESOLUTION_{detail.upper()}"}} if detail else {})


GEMINI = Dialect("gemini", _role, _parts, _marks, _user_message)
