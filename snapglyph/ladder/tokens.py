"""What a history weighs: its text by the estimate, its images by the tariff."""

from collections.abc import Iterable, Sequence

from snapglyph.errors import TariffError
from snapglyph.history import Message, Part, sent_texts
from snapglyph.history.images import image_size
from snapglyph.pricing import Tariff, TextTokens, text_tokens

__all__ = ["history_tokens", "image_tokens"]

UNKNOWN_IMAGE = 1600
"""Tokens taken for an image that a request only points at: about a megapixel at 28 pixels a patch, 1,334, and a fifth
more, since its size is not known."""


def image_tokens(part: Part, price: Tariff) -> int:
    """Tokens that an image is billed; an estimate where its size cannot be read or no provider would take it."""
    size = image_size(part.data) if part.data else None
    if size is None:
        return UNKNOWN_IMAGE
    try:
        return price.tokens(*size)
    except TariffError:
        return UNKNOWN_IMAGE


def history_tokens(messages: Sequence[Message], price: Tariff) -> TextTokens:
    """Text and images of these messages together."""
    return text_tokens("".join(sent_texts(messages))) + _exactly(sum(_image_counts(messages, price)))


def _image_counts(messages: Iterable[Message], price: Tariff) -> Iterable[int]:
    return (image_tokens(part, price) for m in messages for part in m.parts if part.kind == "image")


def _exactly(tokens: int) -> TextTokens:
    return TextTokens(tokens, tokens, tokens)
