"""What Gemini refuses, read 2026-12 from SDK types and from the reports named beside each check."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..dialects.gemini import either
from ..view import Message
from .common import parts_only_in, roles
from .images import IMAGE_RULES, images
from .pairs import by_message, pairs_in_next
from .violation import Check, Violation

__all__ = ["GEMINI_CHECKS"]


def _emptiness(messages: Sequence[Message]) -> Iterator[Violation]:
    for i, message in enumerate(messages):
        parts = message.raw.get("parts")
        if not parts:
            yield Violation(i, "empty-message", f"content {i + 1} has no parts")
        elif any(_says_nothing(part) for part in _objects(message)):
            yield Violation(i, "empty-part", f"content {i + 1} holds a part without data; leave it out")


def _objects(message: Message) -> list[Mapping[str, Any]]:
    return [part for part in message.raw.get("parts") or () if isinstance(part, Mapping)]


def _says_nothing(part: Mapping[str, Any]) -> bool:
    """No key but those about a part (router-for-me/CLIProxyAPI issue 1292). An empty text may bear a signature."""
    return all(value is None or key in _ABOUT for key, value in part.items())


_ABOUT = frozenset(
    [
        *("thought", "thoughtSignature", "thought_signature", "videoMetadata", "video_metadata"),
        *("mediaResolution", "media_resolution", "partMetadata", "part_metadata"),
    ]
)


def _values(messages: Sequence[Message]) -> Iterator[Violation]:
    """Arguments and responses are objects (`Struct` in the SDK's types)."""
    for i, message in enumerate(messages):
        for part in _objects(message):
            call, answer = either(part, "function_call"), either(part, "function_response")
            if isinstance(call, Mapping) and not _is_object(call.get("args")):
                yield Violation(i, "input-type", f"content {i + 1} holds a call whose args are no object")
            if isinstance(answer, Mapping) and not _is_object(answer.get("response")):
                yield Violation(i, "result-type", f"content {i + 1} holds a response that is no object")


def _is_object(value: Any) -> bool:
    return value is None or isinstance(value, Mapping)


def _ids_once(messages: Sequence[Message]) -> Iterator[Violation]:
    """Calls without an id are told by their order; of those with one, two need two."""
    for i, message in enumerate(messages):
        calls = [call for part in _objects(message) if isinstance(call := either(part, "function_call"), Mapping)]
        named = [call["id"] for call in calls if call.get("id")]
        if len(named) != len(set(named)):
            yield Violation(i, "doubled-id", f"content {i + 1} holds two calls with one id")


def _call_turns(messages: Sequence[Message]) -> Iterator[Violation]:
    """A call comes straight after a user's turn or after the responses to earlier calls."""
    for i, message in enumerate(messages):
        calls = any(part.kind == "call" for part in message.parts)
        if calls and (i == 0 or messages[i - 1].role != "user"):
            yield Violation(i, "call-turn", f"content {i + 1} calls, and no user's turn or response stands before it")


GEMINI_CHECKS: tuple[Check, ...] = (
    roles(["user", "assistant"]),
    _emptiness,
    _values,
    _ids_once,
    _call_turns,
    images(IMAGE_RULES["gemini"]),
    parts_only_in({"call": "assistant", "result": "user"}),
    # As many responses as calls: google-gemini/gemini-cli issue 3814, microsoft/vscode issue 299295
    pairs_in_next(by_message, next_to="in the very next content"),
)
