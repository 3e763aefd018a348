"""OpenAI Responses: dumps of response objects, alone, beside their requests, or as the events of a stream."""

from collections.abc import Mapping, Sequence
from typing import Any

from snapglyph.errors import HistoryError

from .shape import Converted, Format, Line, Record, refusal

__all__ = ["CHAT_COMPLETION", "RESPONSE", "RESPONSE_LINES"]

_ENDS = ("response.completed", "response.incomplete", "response.failed")
"""Events that hold the whole response."""


def _is_response(value: Any) -> bool:
    return (
        isinstance(value, Mapping) and isinstance(value.get("output"), list) and all(map(_is_item, value["output"]))
    )


def _is_item(item: Any) -> bool:
    return isinstance(item, Mapping) and isinstance(item.get("type"), str)


def _opened(value: Any) -> tuple[Record, Any] | None:
    """A response and the input beside it: of one object, of a request and its response, or of a stream's end."""
    if not isinstance(value, Mapping):
        return None
    if _is_response(value) and (
        value.get("object") == "response" or "input" in value or "previous_response_id" in value
    ):
        return value, value.get("input")
    if _is_response(value.get("response")):
        request = value.get("request", value.get("body"))
        beside = request.get("input") if isinstance(request, Mapping) else value.get("input")
        return value["response"], beside
    return None


def _is_document(value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return bool(values) and all(_opened(one) for one in values)


def _is_lines(lines: Sequence[Line]) -> bool:
    return any(record.get("type") in _ENDS and _opened(record) for _, record in lines) or _is_document(
        [record for _, record in lines]
    )


def _threads(values: Sequence[Any]) -> list[list[tuple[Record, Any]]]:
    """Responses that go on from each other are one conversation."""
    found: list[list[tuple[Record, Any]]] = []
    by_id: dict[str, list[tuple[Record, Any]]] = {}
    for opened in map(_opened, values):
        if opened is None:
            continue
        response, _ = opened
        thread = by_id.get(str(response.get("previous_response_id")))
        if thread is None:
            found.append(thread := [])
        thread.append(opened)
        by_id[str(response.get("id"))] = thread
    return found


def _runs(value: Any) -> list[Any]:
    return _threads(value if isinstance(value, list) else [value])


def _runs_of_lines(lines: Sequence[Line]) -> list[Any]:
    return _threads([record for _, record in lines])


def _convert(thread: list[tuple[Record, Any]]) -> Converted:
    """Inputs and outputs in order. A request that is not in the dump is counted."""
    found = Converted("openai-responses")
    first, beside = thread[0]
    if first.get("previous_response_id") or (first.get("conversation") and beside is None):
        raise HistoryError(
            "the response goes on from a state that the provider holds; there is no list to rebuild. Dump the whole "
            "chain, or send with store=false and keep the input"
        )
    for response, given in thread:
        if given is None:
            found.notes["requests that are not in the dump"] = (
                found.notes.get("requests that are not in the dump", 0) + 1
            )
        elif isinstance(given, str):
            found.messages.append({"role": "user", "content": given})
        else:
            found.messages += map(dict, given)
        found.messages += map(dict, response["output"])
    if isinstance(first.get("instructions"), str) and first["instructions"]:
        found.system = first["instructions"]
        found.notes["system prompts"] = 1
    return found


def _is_completion(value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return bool(values) and all(
        isinstance(v, Mapping) and str(v.get("object", "")).startswith("chat.completion") for v in values
    )


RESPONSE = Format("OpenAI response", _is_document, _convert, _runs)
RESPONSE_LINES = Format("OpenAI response", _is_lines, _convert, _runs_of_lines)
CHAT_COMPLETION = refusal(
    "an OpenAI chat completion",
    _is_completion,
    "it is one answer without its request; keep the list `messages` that was sent, with the answer behind it",
)
