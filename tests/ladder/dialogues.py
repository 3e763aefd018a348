"""Long histories of each dialect, with what the rungs look for: large results, files written, images."""

import base64
import io
import json
from typing import Any

from PIL import Image

from snapglyph import Keep
from snapglyph.history import write
from snapglyph.pricing import Limits, Tariff
from snapglyph.pricing.rules import BudgetCells

__all__ = [
    "FILE",
    "KEEP",
    "LISTING",
    "PNG",
    "SMALL",
    "WORDS",
    "Raw",
    "answers",
    "as_openai",
    "calls",
    "coding",
    "dialogue",
    "image",
    "says",
    "shot",
]

Raw = dict[str, Any]

SMALL = Tariff("small pages", (("", BudgetCells(28, 225, 10)),), Limits(), "these tests", "2026-12-01", "memory")
"""Pages of 420x420 pixels for 23 tokens, so that a short history has several."""

KEEP = Keep(turns=2, tail_tokens=4000)
"""Two turns of a dialogue are between so many tokens and twice as many."""

LISTING = "".join(f"{i:5d} src/module_{i * 7919 % 997}/part_{i}.py\n" for i in range(120))
FILE = "".join(f"    value_{i} = compute({i})  # step {i}\n" for i in range(120))


def _png(width: int, height: int) -> bytes:
    stream = io.BytesIO()
    Image.new("1", (width, height), 1).save(stream, "PNG")
    return stream.getvalue()


PNG = _png(640, 480)
DATA = base64.b64encode(PNG).decode()


def image(dialect: str) -> Raw:
    """An image block of a user's message."""
    return {
        "anthropic": {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": DATA}},
        "openai-chat": {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{DATA}"}},
        "openai-responses": {"type": "input_image", "image_url": f"data:image/png;base64,{DATA}", "detail": "high"},
        "gemini": {"inlineData": {"mimeType": "image/png", "data": DATA}},
        "bedrock": {"image": {"format": "png", "source": {"bytes": PNG}}},
    }[dialect]


def says(dialect: str, role: str, text: str) -> Raw:
    if dialect == "gemini":
        return {"role": "model" if role == "assistant" else role, "parts": [{"text": text}]}
    if dialect == "bedrock":
        return {"role": role, "content": [{"text": text}]}
    typed = {"type": "message"} if dialect == "openai-responses" else {}
    return {**typed, "role": role, "content": text}


def calls(dialect: str, name: str, call_id: str, arguments: Raw) -> Raw:
    said = json.dumps(arguments)
    return {
        "anthropic": {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": call_id, "name": name, "input": arguments}],
        },
        "openai-chat": {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": call_id, "type": "function", "function": {"name": name, "arguments": said}}],
        },
        "openai-responses": {"type": "function_call", "call_id": call_id, "name": name, "arguments": said},
        "gemini": {
            "role": "model",
            "parts": [{"functionCall": {"id": call_id, "name": name, "args": arguments}}],
        },
        "bedrock": {
            "role": "assistant",
            "content": [{"toolUse": {"toolUseId": call_id, "name": name, "input": arguments}}],
        },
    }[dialect]


def answers(dialect: str, name: str, call_id: str, text: str, *, with_image: bool = False) -> Raw:
    """A result; with an image beside its text where the dialect lets a result hold one."""
    seen = [image(dialect)] if with_image else []
    if dialect == "anthropic":
        content: Any = [{"type": "text", "text": text}, *seen] if seen else text
        return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call_id, "content": content}]}
    if dialect == "openai-chat":
        return {"role": "tool", "tool_call_id": call_id, "content": text}
    if dialect == "openai-responses":
        output: Any = [{"type": "input_text", "text": text}, *seen] if seen else text
        return {"type": "function_call_output", "call_id": call_id, "output": output}
    if dialect == "gemini":
        answer: Raw = {"id": call_id, "name": name, "response": {"output": text}}
        return {"role": "user", "parts": [{"functionResponse": answer | ({"parts": seen} if seen else {})}]}
    content = [{"text": text}, *seen]
    return {"role": "user", "content": [{"toolResult": {"toolUseId": call_id, "content": content}}]}


def shot(dialect: str, text: str) -> Raw:
    """A user's message with an image."""
    said = says(dialect, "user", text)
    key = "parts" if dialect == "gemini" else "content"
    words = [{"type": "input_text" if dialect == "openai-responses" else "text", "text": text}]
    said[key] = [*(said[key] if isinstance(said[key], list) else words), image(dialect)]
    return said


def dialogue(dialect: str, turns: int = 6) -> list[Raw]:
    """Each turn: a request with an image, a file listed, a file written, a remark."""
    messages: list[Raw] = []
    for n in range(turns):
        written = {"path": f"src/new_{n}.py", "content": f"# file {n}\n{FILE}", "mode": 420}
        messages += [
            shot(dialect, f"Please do step {n}."),
            calls(dialect, "list", f"a{n}", {"path": f"src/{n}"}),
            answers(dialect, "list", f"a{n}", f"step {n}\n{LISTING}", with_image=True),
            calls(dialect, "write", f"b{n}", written),
            answers(dialect, "write", f"b{n}", "written"),
            says(dialect, "assistant", f"Step {n} is done: I listed and wrote."),
        ]
    return messages


WORDS = ("anchor", "buoy", "chart", "depth", "ebb", "flood", "gauge", "harbour", "inlet", "jetty", "keel", "lock")


def coding(turns: int, size: int = 4000) -> list[Raw]:
    """Anthropic messages of an agent that reads modules: prose, calls, long results with few exact strings."""
    messages: list[Raw] = []
    for n in range(turns):
        call = {"type": "tool_use", "id": f"c{n}", "name": "read", "input": {"path": f"src/mod{n}.py"}}
        lines = (f"{i:4d}  {WORDS[i * i % 11]} = {WORDS[i * n % 12]}({i})\n" for i in range(size // 25))
        result = {"type": "tool_result", "tool_use_id": f"c{n}", "content": "".join(lines)}
        messages += [
            {"role": "user", "content": f"Please look at module {n}."},
            {"role": "assistant", "content": [{"type": "text", "text": "Reading."}, call]},
            {"role": "user", "content": [result]},
            {"role": "assistant", "content": [{"type": "text", "text": f"Module {n} is fine."}]},
        ]
    return messages


def as_openai(messages: list[Raw]) -> list[Raw]:
    """The same in OpenAI's shape, with rules in front."""
    return [{"role": "system", "content": "You help."}, *write(messages, "anthropic", "openai-chat").messages]
