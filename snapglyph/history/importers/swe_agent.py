"""SWE-agent and mini-swe-agent trajectories: OpenAI messages with the agent's own keys beside them."""

from collections.abc import Mapping
from typing import Any

from .shape import Converted, Format, Record, count

__all__ = ["MINI_SWE_AGENT", "SWE_AGENT"]

_SENT = ("role", "content", "tool_calls", "tool_call_id", "reasoning_content")


def _is_swe_agent(value: Any) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("history"), list):
        return False
    return "trajectory" in value or all(isinstance(m, Mapping) and "message_type" in m for m in value["history"])


def _is_mini(value: Any) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("messages"), list):
        return False
    return str(value.get("trajectory_format", "")).startswith("mini-swe-agent")


def _from_swe_agent(value: Record) -> Converted:
    return _clean(value["history"])


def _from_mini(value: Record) -> Converted:
    return _clean(value["messages"])


def _clean(messages: list[Record]) -> Converted:
    """What is sent, without `thought` and `action`, which say the content a second time."""
    found = Converted("openai-chat")
    for raw in messages:
        if raw["role"] == "exit":
            count(found.notes, "exit records")
            continue
        message = {key: raw[key] for key in _SENT if raw.get(key) is not None or key == "content"}
        ids = raw.get("tool_call_ids") or []
        if raw["role"] == "tool" and len(ids) == 1:
            message["tool_call_id"] = ids[0]
        if message.get("tool_calls") == []:
            del message["tool_calls"]
        found.messages.append(message)
    return found


SWE_AGENT = Format("SWE-agent trajectory", _is_swe_agent, _from_swe_agent)
MINI_SWE_AGENT = Format("mini-swe-agent trajectory", _is_mini, _from_mini)
