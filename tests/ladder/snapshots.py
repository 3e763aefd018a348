"""What tests of snapshots share: how they call it, and how they take its result apart."""

import base64
from functools import partial
from typing import Any

from snapglyph import Keep
from snapglyph import snapshot as snapshot_with

__all__ = ["KEEP", "MODEL", "drawn_message", "image", "new_messages", "pngs", "snapshot", "texts_of"]

MODEL = "claude-opus-5"
KEEP = Keep(turns=2, tail_tokens=500)
snapshot = partial(snapshot_with, model=MODEL, keep=KEEP)


def new_messages(result: list[Any], before: list[Any]) -> list[tuple[int, dict[str, Any]]]:
    known = {id(message) for message in before}
    return [(i, message) for i, message in enumerate(result) if id(message) not in known]


def drawn_message(result: list[Any], before: list[Any]) -> tuple[int, dict[str, Any]]:
    (found,) = new_messages(result, before)
    return found


def texts_of(message: dict[str, Any]) -> list[str]:
    return [block["text"] for block in message["content"] if block["type"] == "text"]


def pngs(message: dict[str, Any]) -> list[bytes]:
    found = []
    for block in message["content"]:
        if block["type"] == "image":
            found.append(base64.b64decode(block["source"]["data"]))
        elif block["type"] == "image_url":
            found.append(base64.b64decode(block["image_url"]["url"].partition(",")[2]))
    return found


def image(data: str = "AAAA") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
