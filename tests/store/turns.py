"""Turns for the store's tests, in the OpenAI chat dialect."""

from typing import Any

__all__ = ["call_turn", "turn"]


def turn(n: int) -> list[dict[str, Any]]:
    return [{"role": "user", "content": f"question {n}"}, {"role": "assistant", "content": f"answer {n}"}]


def call_turn(n: int) -> list[dict[str, Any]]:
    call = {"id": f"c{n}", "type": "function", "function": {"name": "read", "arguments": "{}"}}
    return [
        {"role": "user", "content": f"read {n}"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"c{n}", "content": f"text {n}"},
        {"role": "assistant", "content": f"done {n}"},
    ]
