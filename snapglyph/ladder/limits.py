"""What a provider refuses: too many images, too large ones, too many bytes; the caller's own included."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from snapglyph.history import Message
from snapglyph.history.images import longest_edge
from snapglyph.pricing import Tariff

__all__ = ["bytes_refused", "images_refused"]


def images_refused(kept: Iterable[Message], sizes: Sequence[tuple[int, int]], price: Tariff) -> str | None:
    """Why these pages cannot join the images that the kept messages hold; None when they can. Draws nothing.

    An image that the request only points at, or that cannot be opened, is taken to be small enough: what it is, only
    the provider knows.
    """
    images = [part.data for message in kept for part in message.parts if part.kind == "image"]
    count = len(images) + len(sizes)
    if count > price.most_images:
        return "too-many-images"
    if any(price.shrinks(*size) for size in sizes):
        return "resampled"
    if count > price.many_images:
        if any(max(size) >= price.many_images_edge for size in sizes):
            return "resampled"
        if any(longest_edge(data) >= price.many_images_edge for data in images):
            return "large-images"
    return None


def bytes_refused(kept: Sequence[Any], pngs: Sequence[bytes], price: Tariff) -> bool:
    """Whether one page, or the request with all it holds, has too many bytes."""
    sizes = [-(-len(png) // 3) * 4 for png in pngs]
    rest = json.dumps(kept, ensure_ascii=False, default=str).encode("utf-8", "surrogatepass")
    return max(sizes) > price.image_bytes or sum(sizes) + len(rest) > price.request_bytes
