"""tau2-bench: messages of OpenAI chat whose calls and results have a shape of their own."""

from collections.abc import Mapping
from typing import Any

from .shape import Converted, Format, Record, openai_call, openai_result

__all__ = ["TAU2"]


def _is_tau2(value: Any) -> bool:
    messages = value.get("messages") if isinstance(value, Mapping) else None
    return isinstance(messages, list) and any(
        isinstance(message, Mapping) and any(map(_is_call, message.get("tool_calls") or ())) for message in messages
    )


def _is_call(call: Any) -> bool:
    return isinstance(call, Mapping) and {"name", "arguments"} <= call.keys() and "function" not in call


def _convert(value: Record) -> Converted:
    """The conversation between the user and the agent; the user's own calls are the benchmark's."""
    found = Converted("openai-chat")
    for message in value["messages"]:
        if message.get("requestor", "assistant") == "user" or (
            message["role"] == "user" and message.get("tool_calls")
        ):
            found.notes["calls and results of the user"] = found.notes.get("calls and results of the user", 0) + 1
        elif message["role"] == "tool":
            found.messages.append(openai_result(message["id"], message["content"]))
        else:
            calls = [openai_call(c["id"], c["name"], c["arguments"]) for c in message.get("tool_calls") or ()]
            made = {"role": message["role"], "content": message.get("content")}
            found.messages.append(made | ({"tool_calls": calls} if calls else {}))
    return found


TAU2 = Format("tau2-bench simulation", _is_tau2, _convert)
