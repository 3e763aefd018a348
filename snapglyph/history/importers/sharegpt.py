"""ShareGPT conversations: who speaks, and what."""

import json
from collections.abc import Mapping
from typing import Any

from .shape import Converted, Format, Record, as_json, count, openai_call, openai_result

__all__ = ["SHAREGPT"]

_ROLES = {
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "chatgpt": "assistant",
    "assistant": "assistant",
    "model": "assistant",
    "system": "system",
    "function_call": "call",
    "tool": "result",
    "observation": "result",
    "function_response": "result",
}


def _is_sharegpt(value: Any) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("conversations"), list):
        return False
    return all(isinstance(turn, Mapping) and "from" in turn and "value" in turn for turn in value["conversations"])


def _convert(value: Record) -> Converted:
    """Calls have no ids there: they get some, and the next result is theirs."""
    found = Converted("openai-chat")
    open_id = ""
    if isinstance(value.get("system"), str) and value["system"]:
        found.messages.append({"role": "system", "content": value["system"]})
    for turn in value["conversations"]:
        role = _ROLES[turn["from"]]
        call = _call(turn["value"]) if role == "call" else None
        if call:
            open_id = f"call_{len(found.messages)}"
            message = {"role": "assistant", "content": None, "tool_calls": [openai_call(open_id, *call)]}
        elif role == "result" and open_id:
            message = openai_result(open_id, turn["value"])
        else:
            if role in ("call", "result"):
                count(found.notes, "calls and results without a partner, kept as text")
            spoken = {"call": "assistant", "result": "user"}.get(role, role)
            message = {"role": spoken, "content": turn["value"]}
        if role == "result":
            open_id = ""
        found.messages.append(message)
    return found


def _call(value: str) -> tuple[str, str] | None:
    try:
        call = json.loads(value)
    except ValueError:
        return None
    if not isinstance(call, Mapping) or not isinstance(call.get("name"), str):
        return None
    return call["name"], as_json(call.get("arguments", {}))


SHAREGPT = Format("ShareGPT conversation", _is_sharegpt, _convert)
