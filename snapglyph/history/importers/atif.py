"""ATIF, the Agent Trajectory Interchange Format, versions 1.x."""

from collections.abc import Mapping
from typing import Any

from .shape import Converted, Format, Notes, Record, count, openai_call, openai_result

__all__ = ["ATIF"]

_ROLES = {"user": "user", "system": "system", "agent": "assistant"}


def _is_atif(value: Any) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("steps"), list):
        return False
    return str(value.get("schema_version", "")).startswith("ATIF-")


def _convert(value: Record) -> Converted:
    found = Converted("openai-chat")
    for step in value["steps"]:
        message: dict[str, Any] = {"role": _ROLES[step["source"]], "content": _content(step["message"], found.notes)}
        if step.get("reasoning_content"):
            message["reasoning_content"] = step["reasoning_content"]
        calls = [
            openai_call(c["tool_call_id"], c["function_name"], c["arguments"]) for c in step.get("tool_calls") or ()
        ]
        if calls:
            message["tool_calls"] = calls
        found.messages.append(message)
        for result in (step.get("observation") or {}).get("results") or ():
            found.messages.append(_result(result, {call["id"] for call in calls}, found.notes))
    return found


def _result(result: Record, asked: set[str], notes: Notes) -> dict[str, Any]:
    if result.get("subagent_trajectory_ref"):
        count(notes, "sub-agent trajectories")
    content = _content(result.get("content"), notes)
    call_id = result.get("source_call_id")
    if call_id in asked:
        return openai_result(str(call_id), content)
    return {"role": "user", "content": content}  # what the environment says without being asked


def _content(content: Any, notes: Notes) -> Any:
    """A text, or text blocks. An image is a file beside the trajectory, so it is counted and named."""
    if content is None or isinstance(content, str):
        return content or ""
    blocks = []
    for part in content:
        if part["type"] != "text":
            count(notes, "images in files of their own")
        blocks.append({"type": "text", "text": part["text"] if part["type"] == "text" else "[image in a file]"})
    return blocks


ATIF = Format("ATIF trajectory", _is_atif, _convert)
