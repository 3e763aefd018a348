"""How many tokens a history is, part by part: the one ruler of the rungs and of the context report."""

from collections.abc import Iterable
from dataclasses import dataclass

from snapglyph.errors import TariffError
from snapglyph.history import Message, Part
from snapglyph.history.images import image_size
from snapglyph.pricing import Tariff, TextTokens, family_of, tariff, text_tokens

__all__ = ["NOTHING", "Ruler", "find_ruler", "image_tokens", "minus", "part_tokens", "total_tokens"]

NOTHING = TextTokens(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Ruler:
    """What a model's tokens are counted by: its image price, None where none is known, and its tokenizer's family."""

    tariff: Tariff | None = None
    family: str = family_of("claude")


def find_ruler(model: str | None) -> Ruler:
    """The ruler of a model; one whose images cannot be priced has its text counted and cut all the same."""
    if model is None:
        return Ruler()
    try:
        return Ruler(tariff(model), family_of(model))
    except TariffError:
        return Ruler(None, family_of(model))


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


def part_tokens(part: Part, ruler: Ruler) -> TextTokens:
    """Tokens of all that a part sends, its signature included."""
    if part.kind == "image":
        exact = image_tokens(part, ruler.tariff)
        return TextTokens(exact, exact, exact)
    said = text_tokens(f"{part.name} {part.text}" if part.kind == "call" else part.text, ruler.family)
    return said + text_tokens(part.signature, ruler.family) if part.signature else said


def total_tokens(messages: Iterable[Message], ruler: Ruler) -> TextTokens:
    """Tokens of whole messages."""
    total = NOTHING
    for message in messages:
        for part in message.parts:
            total += part_tokens(part, ruler)
    return total


def minus(before: TextTokens, after: TextTokens) -> TextTokens:
    """What was freed, edge by edge."""
    return TextTokens(before.low - after.low, before.likely - after.likely, before.high - after.high)
