"""LangChain messages, as `messages_to_dict` and `dumps` write them, alone, in a state, or in a run of LangSmith."""

from collections.abc import Mapping
from typing import Any

from .shape import Converted, Format, Notes, Record, count, known_kind, openai_call, openai_image

__all__ = ["LANGCHAIN"]

_ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool", "function": "function"}
_CLASSES = {
    f"{name}Message{chunk}": kind
    for name, kind in (("Human", "human"), ("AI", "ai"), ("System", "system"), ("Tool", "tool"), ("Chat", "chat"))
    for chunk in ("", "Chunk")
}
_INPUTS = ("messages", "input", "chat_history")
_OUTPUTS = ("messages", "output", "generations")


def _is_langchain(value: Any) -> bool:
    messages = _messages_in(value)
    return bool(messages) and all(isinstance(m, Mapping) and _opened(m) for m in messages)


def _messages_in(value: Any) -> list[Any]:
    """The messages of a list, of a state that holds one, or of a run's inputs and outputs."""
    if isinstance(value, Mapping) and isinstance(value.get("inputs"), Mapping):
        given = _under(value["inputs"], _INPUTS)
        came = _under(value.get("outputs"), _OUTPUTS)
        return came if came[: len(given)] == given else [*given, *came]  # a graph's outputs hold its inputs too
    if isinstance(value, Mapping) and not _opened(value):
        return _under(value, ("messages",))
    return _flat(value)


def _under(value: Any, keys: tuple[str, ...]) -> list[Any]:
    if isinstance(value, Mapping) and not _opened(value):
        value = next((value[key] for key in keys if value.get(key) is not None), None)
    return _flat(value)


def _flat(value: Any, deep: int = 3) -> list[Any]:
    """Runs hold lists of lists of messages, and each answer in an object with its text beside it."""
    if isinstance(value, list) and deep:
        return [message for inner in value for message in _flat(inner, deep - 1)]
    if isinstance(value, Mapping):
        if not _opened(value) and isinstance(value.get("message"), Mapping):
            return [value["message"]]
        return [value]
    return []


def _opened(raw: Record) -> tuple[str, Record] | None:
    """The kind of message and its fields."""
    kind = raw.get("type")
    if isinstance(raw.get("data"), Mapping) and isinstance(kind, str):
        return _CLASSES.get(kind, kind), raw["data"]
    if raw.get("lc") and isinstance(raw.get("kwargs"), Mapping) and isinstance(raw.get("id"), list) and raw["id"]:
        return _CLASSES.get(str(raw["id"][-1]), ""), raw["kwargs"]
    if isinstance(kind, str) and kind in _ROLES and "content" in raw and "role" not in raw and "parts" not in raw:
        return kind, raw  # as a message's own model_dump writes it
    return None


def _convert(value: Any) -> Converted:
    found = Converted("openai-chat")
    for raw in _messages_in(value):
        opened = _opened(raw)
        if opened is None:
            raise TypeError("not a message of LangChain's")
        kind, data = opened
        role = data["role"] if kind == "chat" else _ROLES[kind]
        message: dict[str, Any] = {"role": role, "content": _content(data["content"], found.notes)}
        calls = _calls(data)
        if calls:
            message |= {"tool_calls": calls, "content": message["content"] or None}
        if role == "tool":
            message["tool_call_id"] = data["tool_call_id"]
            if data.get("status") == "error":
                count(found.notes, "error flags that OpenAI chat has no place for")
        found.messages.append(message)
    return found


def _calls(data: Record) -> list[dict[str, Any]]:
    """The calls of an answer; old files have them in OpenAI's shape alone."""
    calls = [
        openai_call(c.get("id") or "", c.get("name") or "", c.get("args") or {})
        for key in ("tool_calls", "invalid_tool_calls")
        for c in data.get(key) or ()
    ]
    if calls:
        return calls
    raw = (data.get("additional_kwargs") or {}).get("tool_calls") or ()
    return [openai_call(c["id"], c["function"]["name"], c["function"]["arguments"]) for c in raw]


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
            blocks.append(openai_image(f"data:{block.get('mime_type', 'image/png')};base64,{block['base64']}"))
        elif kind not in ("tool_use", "tool_call", "function_call"):
            count(notes, f"{known_kind(kind)} blocks")
    return blocks or ""


LANGCHAIN = Format("LangChain messages", _is_langchain, _convert)
