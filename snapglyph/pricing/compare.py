"""Text against pages: tokens, money with a warm and with a cold cache, and after how many turns the switch pays."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from snapglyph.errors import TariffError

from .counters import TokenCounter, counter
from .prices import Price, Usage
from .profiles import Choice, choose_format
from .tariffs import tariff
from .tokens import TextTokens

__all__ = ["Comparison", "Money", "break_even_turns", "compare", "smallest_that_wins"]


@dataclass(frozen=True, slots=True)
class Money:
    """US dollars of the text and of the pages that say it, in one request.

    `cold` pays the input price, `write` the price of writing a cache, `warm` that of reading one.
    """

    text_cold: float
    text_write: float
    text_warm: float
    pages_cold: float
    pages_write: float
    pages_warm: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """One model.

    Attributes:
        choice: the page format that was taken, and its pages and tokens.
        wins: pages are cheaper than the low edge of the text.
        money: None without a price.
        pays_back_cold, pays_back_warm: turns after which the switch has paid, if the text was not in a cache before
            it, and if it was; `inf` when it never does, None without a price.
        smallest: characters of text like this one from which pages win; None when no length does.
        note: how an id that is not in the tables was resolved, "" when it was.
    """

    model: str
    text: TextTokens
    choice: Choice
    wins: bool
    money: Money | None
    pays_back_cold: float | None
    pays_back_warm: float | None
    smallest: int | None
    note: str = ""

    @property
    def image_tokens(self) -> int:
        return self.choice.tokens

    @property
    def ratio(self) -> float:
        """Likely text tokens for one image token."""
        return self.text.likely / self.choice.tokens if self.choice.tokens else 0.0


def compare(
    text: str,
    models: Sequence[str],
    *,
    density: str | None = None,
    prices: dict[str, Price] | None = None,
    counters: dict[str, TokenCounter] | None = None,
) -> list[Comparison]:
    """What a text costs as it is and as pages, for each model.

    Args:
        density: of the profile; None for what the evidence allows.
        prices: by model id; a model without one gets no money.
        counters: by model id; the estimate where there is none.

    Raises TariffError for an empty text, and for a model without a known image price.
    """
    if not text:
        raise TariffError("there is no text to compare; pass some")
    return [
        _compare(text, model, density, (prices or {}).get(model), (counters or {}).get(model)) for model in models
    ]


def _compare(
    text: str, model: str, density: str | None, price: Price | None, count: TokenCounter | None
) -> Comparison:
    rule = tariff(model)
    tokens = (count or counter(model, exact=False)).count(text)
    choice = choose_format(text, model, density)
    money = None if price is None else _money(tokens.likely, choice.tokens, price)
    cold = warm = None
    if price is not None:
        tier = price.of(tokens.likely)
        cold = _turns(tokens.likely, choice.tokens, tier, cached=False)
        warm = _turns(tokens.likely, choice.tokens, tier, cached=True)
    return Comparison(
        model,
        tokens,
        choice,
        choice.tokens < tokens.low,
        money,
        cold,
        warm,
        smallest_that_wins(len(text), tokens.low, choice),
        rule.note,
    )


def _money(text: int, pages: int, price: Price) -> Money:
    def three(tokens: int) -> tuple[float, float, float]:
        return (
            price.cost(Usage(input=tokens)),
            price.cost(Usage(cache_write=tokens)),
            price.cost(Usage(cache_read=tokens)),
        )

    return Money(*three(text), *three(pages))


def _turns(text: int, pages: int, price: Price, *, cached: bool) -> float:
    return break_even_turns(text, pages, 0, price.write / price.input, price.read / price.input, cached=cached)


def break_even_turns(text: int, pages: int, behind: int, write: float, read: float, *, cached: bool = True) -> float:
    """Turns until converting `text` tokens to `pages` image tokens has paid; `inf` when it never does.

    With the text in a warm cache the switch costs `write * pages + (write - read) * behind` at once, where `behind`
    are the cached tokens after the span, which must be written anew; each later turn saves `read * (text - pages)`.
    Without a cache nothing is lost: the first request is cheaper by `write * (text - pages)`, so 0. `write` and
    `read` are multiples of the input price. (Formula: provider cache rules of 2026-12, the arithmetic of one prefix.)

    Raises TariffError for negative figures.
    """
    if min(text, pages, behind) < 0 or write < 0 or read < 0:
        raise TariffError("break-even takes tokens and factors from 0 up")
    saved = read * (text - pages)
    if text <= pages:
        return inf
    if not cached:
        return 0.0 if behind == 0 else max(0.0, (write * behind - write * (text - pages)) / saved if saved else inf)
    once = write * pages + (write - read) * behind
    return once / saved if saved > 0 else inf


def smallest_that_wins(characters: int, low: int, choice: Choice) -> int | None:
    """Characters of text of this kind from which its pages cost less than its low edge.

    A page is cut to the rows that it uses, so cost grows in steps; the first costs as much as one row of cells. None
    when the text costs no more a character than pages do.
    """
    if not characters or not choice.tokens:
        return None
    per_text, per_pages = low / characters, choice.tokens / characters
    if per_text <= per_pages:
        return None
    step = choice.tokens / max(choice.pages, 1) * choice.format.cell[1] / choice.format.height
    return max(int(step / (per_text - per_pages)) + 1, 1)
