"""What OpenAI chat completions refuses, read 2026-12 from SDK types and from the reports named beside each check."""

from collections.abc import Iterator, Mapping, Sequence

from ..view import Message
from .common import ids_once, images_only_in, parts_only_in, roles
from .ids import ID_RULES, ids
from .images import IMAGE_RULES, images
from .pairs import by_tool_run, pairs_in_next
from .violation import Check, Violation

__all__ = ["OPENAI_CHAT_CHECKS"]


def _emptiness(messages: Sequence[Message]) -> Iterator[Violation]:
    """Only an assistant that calls may say nothing."""
    for i, message in enumerate(messages):
        raw = message.raw
        speaks = any(raw.get(key) for key in ("tool_calls", "function_call", "refusal", "audio"))
        if raw.get("content") is None and not (message.role == "assistant" and speaks):
            yield Violation(i, "empty-message", f"message {i + 1} has no content; only an assistant's with calls may")
        elif raw.get("content") == []:
            yield Violation(i, "empty-message", f"message {i + 1} has an empty list as its content")
        if raw.get("tool_calls") == []:
            yield Violation(i, "empty-calls", f"message {i + 1} has an empty list of calls; leave the key out")


def _arguments(messages: Sequence[Message]) -> Iterator[Violation]:
    """Arguments are JSON in a string, as the model wrote it."""
    for i, message in enumerate(messages):
        for call in (message.raw.get("tool_calls") or ()) if message.role == "assistant" else ():
            function = call.get("function")
            arguments = function.get("arguments") if isinstance(function, Mapping) else None
            if function is not None and not isinstance(arguments, str):
                yield Violation(i, "arguments-type", f"message {i + 1} holds a call whose arguments are not a text")


OPENAI_CHAT_CHECKS: tuple[Check, ...] = (
    roles(["system", "developer", "user", "assistant", "tool", "function"]),
    _emptiness,
    _arguments,
    parts_only_in({"call": "assistant"}),
    images_only_in(["user"]),  # "only for role user": OpenHands issue 7700, openai-node issue 1030
    images(IMAGE_RULES["openai-chat"]),
    ids(ID_RULES["openai-chat"]),
    ids_once,
    # huggingface/tau issue 229, langchain issue 38352
    pairs_in_next(by_tool_run, next_to="by a tool message right behind it"),
)
