"""Vercel's AI SDK: UI messages of version 4 (with `toolInvocation`) and 5, as web applications keep them."""

from collections.abc import Mapping
from typing import Any

from .shape import (
    Converted,
    Format,
    Notes,
    Record,
    as_json,
    count,
    known_kind,
    messages_of,
    openai_call,
    openai_image,
    openai_result,
)

__all__ = ["AI_SDK"]

_SILENT = ("step-start", "source", "source-url", "source-document")


def _is_ai_sdk(value: Any) -> bool:
    messages = messages_of(value)
    return bool(messages) and all(
        isinstance(m, Mapping)
        and isinstance(m.get("role"), str)
        and isinstance(m.get("parts"), list)
        and all(isinstance(part, Mapping) and isinstance(part.get("type"), str) for part in m["parts"])
        for m in messages
    )


def _convert(value: Any) -> Converted:
    found = Converted("openai-chat")
    for message in messages_of(value):
        _Turn(found, message["role"]).read(message["parts"])
    return found


class _Turn:
    """One UI message: an answer of several steps becomes as many messages, each before its results."""

    def __init__(self, found: Converted, role: str) -> None:
        self.found, self.role = found, role
        self.said: list[dict[str, Any]] = []
        self.calls: list[dict[str, Any]] = []
        self.results: list[dict[str, Any]] = []

    def read(self, parts: list[Record]) -> None:
        for part in parts:
            kind = part["type"]
            if kind == "step-start" or (self.results and kind == "text"):
                self._finish()
            if kind == "text":
                self.said.append({"type": "text", "text": part["text"]})
            elif kind == "file" and str(part.get("mediaType", part.get("mimeType"))).startswith("image/"):
                self.said.append(openai_image(part["url"]))
            elif (tool := _tool(part)) is not None:
                self._call(*tool, self.found.notes)
            elif kind not in _SILENT:
                count(self.found.notes, f"{known_kind(kind)} parts")
        self._finish()

    def _call(self, name: str, call: Record, notes: Notes) -> None:
        self.calls.append(openai_call(call["toolCallId"], name, call.get("input", call.get("args")) or {}))
        result = call.get("output", call.get("result", call.get("errorText")))
        if result is None:
            count(notes, "calls without a result")
        else:
            self.results.append(openai_result(call["toolCallId"], as_json(result)))

    def _finish(self) -> None:
        if self.said or self.calls:
            plain = all(block["type"] == "text" for block in self.said)
            text = "\n".join(block["text"] for block in self.said) if plain else self.said
            calls = {"tool_calls": self.calls} if self.calls else {}
            self.found.messages.append({"role": self.role, "content": text or (None if calls else ""), **calls})
        self.found.messages += self.results
        self.said, self.calls, self.results = [], [], []


def _tool(part: Record) -> tuple[str, Record] | None:
    kind = part["type"]
    if kind == "tool-invocation":
        call = part["toolInvocation"]
        return call["toolName"], call
    if kind == "dynamic-tool":
        return part["toolName"], part
    return (kind.removeprefix("tool-"), part) if kind.startswith("tool-") else None


AI_SDK = Format("AI SDK messages", _is_ai_sdk, _convert)
