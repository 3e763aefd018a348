"""How many tokens a history is, part by part: the one ruler of the rungs and of the context report."""

from collections.abc import Iterable

from snapglyph.errors import TariffError
from snapglyph.history import Message, Part
from snapglyph.history.images import image_size
from snapglyph.pricing import Tariff, TextTokens, tariff, text_tokens

__all__ = ["NOTHING", "find_tariff", "image_tokens", "minus", "part_tokens", "total_tokens"]

NOTHING = TextTokens(0, 0, 0)


def find_tariff(model: str | None) -> Tariff | None:
    """The tariff of a model, None for one whose images cannot be priced: text is counted and cut all the same."""
    try:
        return None if model is None else tariff(model)
    except TariffError:
        return None


def image_tokens(part: Part, price: Tariff | None) -> int:
    """Tokens of an image. One that is only pointed at, cannot be opened or is refused for its size counts as the
    largest page would; without a tariff none counts."""
    if price is None:
        return 0
    size = image_size(part.data)
    try:
        return price.tokens(*size) if size else price.tokens(*price.best_page())
    except TariffError:
        return price.tokens(*price.best_page())


def part_tokens(part: Part, price: Tariff | None) -> TextTokens:
    """Tokens of all that a part sends, its signature included."""
    if part.kind == "image":
        exact = image_tokens(part, price)
        return TextTokens(exact, exact, exact)
    said = text_tokens(f"{part.name} {part.text}" if part.kind == "call" else part.text)
    return said + text_tokens(part.signature) if part.signature else said


def total_tokens(messages: Iterable[Message], price: Tariff | None) -> TextTokens:
    """Tokens of whole messages."""
    total = NOTHING
    for message in messages:
        for part in message.parts:
            total += part_tokens(part, price)
    return total


def minus(before: TextTokens, after: TextTokens) -> TextTokens:
    """What was freed, edge by edge."""
    return TextTokens(before.low - after.low, before.likely - after.likely, before.high - after.high)
