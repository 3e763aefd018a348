"""Short ways to write messages of each dialect, for tests."""

import json
from typing import Any

__all__ = ["CALLS", "RESULTS", "SAYS", "Raw", "history"]

Raw = dict[str, Any]


def _anthropic_calls(*ids: str) -> list[Raw]:
    return [{"role": "assistant", "content": [{"type": "tool_use", "id": i, "name": "ls", "input": {}} for i in ids]}]


def _anthropic_results(*ids: str) -> list[Raw]:
    return [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": i, "content": "out"} for i in ids]}]


def _chat_calls(*ids: str) -> list[Raw]:
    calls = [{"id": i, "type": "function", "function": {"name": "ls", "arguments": "{}"}} for i in ids]
    return [{"role": "assistant", "content": None, "tool_calls": calls}]


def _chat_results(*ids: str) -> list[Raw]:
    return [{"role": "tool", "tool_call_id": i, "content": "out"} for i in ids]


def _responses_calls(*ids: str) -> list[Raw]:
    return [{"type": "function_call", "call_id": i, "name": "ls", "arguments": "{}"} for i in ids]


def _responses_results(*ids: str) -> list[Raw]:
    return [{"type": "function_call_output", "call_id": i, "output": "out"} for i in ids]


def _gemini_calls(*ids: str) -> list[Raw]:
    return [{"role": "model", "parts": [{"functionCall": {"id": i, "name": "ls", "args": {}}} for i in ids]}]


def _gemini_results(*ids: str) -> list[Raw]:
    answers = [{"functionResponse": {"id": i, "name": "ls", "response": {"output": "out"}}} for i in ids]
    return [{"role": "user", "parts": answers}]


def _bedrock_calls(*ids: str) -> list[Raw]:
    return [{"role": "assistant", "content": [{"toolUse": {"toolUseId": i, "name": "ls", "input": {}}} for i in ids]}]


def _bedrock_results(*ids: str) -> list[Raw]:
    answers = [{"toolResult": {"toolUseId": i, "content": [{"text": "out"}]}} for i in ids]
    return [{"role": "user", "content": answers}]


CALLS = {
    "openai-chat": _chat_calls,
    "openai-responses": _responses_calls,
    "anthropic": _anthropic_calls,
    "gemini": _gemini_calls,
    "bedrock": _bedrock_calls,
}
RESULTS = {
    "openai-chat": _chat_results,
    "openai-responses": _responses_results,
    "anthropic": _anthropic_results,
    "gemini": _gemini_results,
    "bedrock": _bedrock_results,
}
SAYS = {
    "openai-chat": lambda role, text: {"role": role, "content": text},
    "openai-responses": lambda role, text: {"type": "message", "role": role, "content": text},
    "anthropic": lambda role, text: {"role": role, "content": text},
    "gemini": lambda role, text: {"role": "model" if role == "assistant" else role, "parts": [{"text": text}]},
    "bedrock": lambda role, text: {"role": role, "content": [{"text": text}]},
}


def history(dialect: str, script: str) -> list[Raw]:
    """A history from a script of words: `user`, `ai`, `call:a,b`, `out:a,b`."""
    messages: list[Raw] = []
    for word in script.split():
        kind, _, ids = word.partition(":")
        if kind == "call":
            messages += CALLS[dialect](*ids.split(","))
        elif kind == "out":
            messages += RESULTS[dialect](*ids.split(","))
        else:
            messages.append(SAYS[dialect]("assistant" if kind == "ai" else kind, "words"))
    return json.loads(json.dumps(messages))  # type: ignore[no-any-return]
