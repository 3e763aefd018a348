"""The blocks of an Anthropic message, also those that stand inside another."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ..view import Message

__all__ = ["Block", "every_block", "top_blocks"]

Block: TypeAlias = Mapping[str, Any]

_HOLDERS = ("tool_result", "document", "search_result")
"""Blocks of the caller's that hold blocks: in `content`, or a document in `source.content`."""

MOST_LEVELS = 4
"""A result may hold a document or a search result, and that texts and images; nothing goes deeper."""


def top_blocks(message: Message) -> list[Block]:
    """The blocks of a message whose content is no plain text."""
    return _listed(message.raw.get("content"))


def _listed(content: Any) -> list[Block]:
    is_list = type(content) is list  # nearly always it is one
    if not is_list and (isinstance(content, str | bytes | bytearray) or not isinstance(content, Sequence)):
        return []
    return [block for block in content if type(block) is dict or isinstance(block, Mapping)]


def every_block(message: Message) -> list[Block]:
    """The blocks of a message in order, each with those inside it behind it."""
    found: list[Block] = []
    for block in top_blocks(message):
        _add(block, MOST_LEVELS, found)
    return found


def _add(block: Block, levels: int, found: list[Block]) -> None:
    found.append(block)
    if levels and block.get("type") in _HOLDERS:
        source = block.get("source")
        for holder in (block, source) if isinstance(source, Mapping) else (block,):
            for inner in _listed(holder.get("content")):
                _add(inner, levels - 1, found)
