"""Rung 2: old images become a note with size and hash; the newest stay, and so do the pages of a snapshot."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from snapglyph.errors import HistoryError
from snapglyph.history import Part, find_dialect, view
from snapglyph.history.view import RawMessage

from .counting import find_ruler
from .edges import KEEP, Keep, middle_of
from .rewriting import Editor, rewritten
from .rungs import Lost, Rung, digest, finish, note_of

__all__ = ["KEEP_IMAGES", "drop_images"]

KEEP_IMAGES = 3
"""Newest images of the whole history. An agent that looks at a screen needs the last few and never the first."""


def drop_images(
    messages: Sequence[RawMessage],
    *,
    keep: Keep = KEEP,
    keep_images: int = KEEP_IMAGES,
    dialect: str | None = None,
    model: str | None = None,
) -> Rung:
    """Leaves old images out, in users' messages and in results.

    Args:
        messages, dialect, model: as for `elide`.
        keep: head and tail, which stay with their images.
        keep_images: so many newest images of the whole history stay.

    A computer's screenshot stays in OpenAI Responses, since that item takes nothing else.

    Raises HistoryError for messages of no or two dialects, or a number of images that is none.
    """
    if not isinstance(keep_images, int) or isinstance(keep_images, bool) or keep_images < 0:
        raise HistoryError(f"keep_images is {keep_images!r}; it is a whole number from 0")
    dialect = dialect or find_dialect(messages, model)
    views = view(messages, dialect)
    places = [(i, k) for i, message in enumerate(views) for k in range(message.images)]
    newest = set(places[max(0, len(places) - keep_images) :])
    middle = middle_of(views, keep)  # behind all pages of a snapshot
    kept: Counter[str] = Counter({"newest images": len(newest)} if newest else {})
    lost: list[Lost] = []
    changed: list[Any] = list(messages)
    for i in sorted({i for i, _ in places}):
        if i not in middle or i in keep.pinned:
            older = sum((i, k) not in newest for k in range(views[i].images))
            kept["images of head, tail and pinned messages"] += older
            continue
        images = [part for part in views[i].parts if part.kind == "image"]
        editor = _Dropper(i, images, [(i, k) in newest for k in range(len(images))], lost)
        changed[i] = rewritten(messages[i], dialect, editor)
    return finish("images", messages, views, changed, dialect, find_ruler(model), +kept, lost)


class _Dropper(Editor):
    def __init__(self, index: int, images: Sequence[Part], stays: Sequence[bool], lost: list[Lost]) -> None:
        self.index, self.lost = index, lost
        self.images = iter(zip(images, stays, strict=True))

    def image(self) -> str | None:
        part, stays = next(self.images)
        if stays:
            return None
        said = part.data or part.url
        self.lost.append(Lost(self.index, "image", len(said), digest(said)))
        return note_of("image", said)
