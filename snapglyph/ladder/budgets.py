"""How many batches a request has room for: images, their edges, pages, bytes; the caller's own images included."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from snapglyph.engine import Page
from snapglyph.history import Message
from snapglyph.history.images import longest_edge
from snapglyph.history.view import RawMessage
from snapglyph.pricing import Limits, Tariff

from .drawing import Drawn

__all__ = ["MOST_PAGES", "fit_bytes", "fit_images"]

MOST_PAGES = 60
"""In one request, unless the caller says otherwise. By public reports, requests of 72 images and more time out before
the first token (pxpipe 0.6.2 and 0.13.2 cap at 16, 32 or 96 by provider; read 2026-12-01)."""

DIALECT_LIMITS: Mapping[str, Limits] = {
    "anthropic": Limits(many_images=20, many_images_edge=2000),
    "bedrock": Limits(most_images=20),
}
"""What an API takes whichever model answers; `validate` checks the same."""


def limited(price: Tariff, dialect: str) -> Tariff:
    """The tariff with the limits of the API as well."""
    limits = DIALECT_LIMITS.get(dialect)
    return replace(price, limits=price.limits.within(limits)) if limits else price


def fit_images(
    drawn: Sequence[Drawn], others: Sequence[Message], price: Tariff, most_pages: int
) -> tuple[int, str | None]:
    """The most batches, from the first on, whose pages fit; and which budget stopped there, None when all fit.

    Args:
        others: every message that is no page of ours; those that a batch draws are taken off.
    """
    own = [(message.number, part.data) for message in others for part in message.parts if part.kind == "image"]
    stopped: str | None = None
    for count in range(len(drawn), -1, -1):
        pages = [page for one in drawn[:count] for page in one.drawing.pages]
        gone = {m.number for one in drawn[:count] if one.drawing.pages for g in one.batch.members for m in g.messages}
        reason = _images_refused([data for number, data in own if number not in gone], pages, price, most_pages)
        if reason is None:
            return count, stopped
        stopped = reason
    return 0, stopped


def _images_refused(own: Sequence[str], pages: Sequence[Page], price: Tariff, most_pages: int) -> str | None:
    """An image that the request only points at, or that cannot be opened, is taken to be small enough: what it is,
    only the provider knows."""
    if not pages:
        return None
    if len(pages) > most_pages:
        return "too-many-pages"
    count = len(own) + len(pages)
    if count > price.most_images:
        return "too-many-images"
    if count > price.many_images:
        if any(max(page.width, page.height) >= price.many_images_edge for page in pages):
            return "resampled"
        if any(longest_edge(data) >= price.many_images_edge for data in own):
            return "large-images"
    return None


def fit_bytes(drawn: Sequence[Drawn], others: Sequence[Message], price: Tariff) -> tuple[int, str | None]:
    """As `fit_images`, for bytes of one image and of the whole request; the pages have their PNGs."""
    size_of = cache(lambda number: _json_bytes(raws[number]))  # most are asked for never: they are drawn
    raws = {message.number: message.raw for message in others}
    stopped: str | None = None
    for count in range(len(drawn), 0, -1):
        sizes = [-(-len(page.png) // 3) * 4 for one in drawn[:count] for page in one.drawing.pages]
        gone = {m.number for one in drawn[:count] if one.drawing.pages for g in one.batch.members for m in g.messages}
        rest = sum(size_of(number) for number in raws if number not in gone)
        if max(sizes, default=0) <= price.image_bytes and sum(sizes) + rest <= price.request_bytes:
            return count, stopped
        stopped = "too-many-bytes"
    return 0, stopped


def _json_bytes(raw: RawMessage) -> int:
    text: Any = json.dumps(raw, ensure_ascii=False, default=str)
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
