"""LangChain messages, as `messages_to_dict` and as `dumps` write them."""

import json
from collections.abc import Mapping
from typing import Any

from .shape import Converted, Format, Notes, Record, count, known_kind, openai_call

__all__ = ["LANGCHAIN"]

_ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool", "function": "function"}
_CLASSES = {
    f"{name}Message{chunk}": kind
    for name, kind in (("Human", "human"), ("AI", "ai"), ("System", "system"), ("Tool", "tool"))
    for chunk in ("", "Chunk")
}


def _is_langchain(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(m, Mapping) and _opened(m) for m in value)


def _opened(raw: Record) -> tuple[str, Record] | None:
    """The kind of message and its fields."""
    if isinstance(raw.get("data"), Mapping) and isinstance(raw.get("type"), str):
        kind = str(raw["type"])
        return _CLASSES.get(kind, kind), raw["data"]
    if raw.get("lc") and isinstance(raw.get("kwargs"), Mapping) and isinstance(raw.get("id"), list):
        return _CLASSES.get(str(raw["id"][-1]), ""), raw["kwargs"]
    return None


def _convert(value: list[Record]) -> Converted:
    found = Converted("openai-chat")
    for raw in value:
        opened = _opened(raw)
        if opened is None:
            raise TypeError("not a message of LangChain's")
        kind, data = opened
        role = data["role"] if kind == "chat" else _ROLES[kind]
        message: dict[str, Any] = {"role": role, "content": _content(data["content"], found.notes)}
        calls = [
            openai_call(c.get("id") or "", c.get("name") or "", _arguments(c.get("args")))
            for key in ("tool_calls", "invalid_tool_calls")
            for c in data.get(key) or ()
        ]
        if calls:
            message |= {"tool_calls": calls, "content": message["content"] or None}
        if role == "tool":
            message["tool_call_id"] = data["tool_call_id"]
            if data.get("status") == "error":
                count(found.notes, "error flags that OpenAI chat has no place for")
        found.messages.append(message)
    return found


def _arguments(args: Any) -> str:
    return args if isinstance(args, str) else json.dumps(args or {}, ensure_ascii=False)


def _content(content: Any, notes: Notes) -> Any:
    """A text or OpenAI's blocks. Calls that stand among the blocks stand among `tool_calls` too."""
    if isinstance(content, str):
        return content
    blocks: list[dict[str, Any]] = []
    for block in content:
        kind = "text" if isinstance(block, str) else block["type"]
        if kind == "text":
            blocks.append({"type": "text", "text": block if isinstance(block, str) else block["text"]})
        elif kind == "image_url":
            blocks.append(dict(block))
        elif kind == "image" and isinstance(block.get("base64"), str):
            url = f"data:{block.get('mime_type', 'image/png')};base64,{block['base64']}"
            blocks.append({"type": "image_url", "image_url": {"url": url}})
        elif kind not in ("tool_use", "tool_call", "function_call"):
            count(notes, f"{known_kind(kind)} blocks")
    return blocks or ""


LANGCHAIN = Format("LangChain messages", _is_langchain, _convert)
