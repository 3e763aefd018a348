"""Money: what a million tokens cost, with cache reads and writes and with tiers that whole requests fall into."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from snapglyph.errors import TariffError

__all__ = ["Price", "Usage", "find_price"]

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request. `input` is what is neither read from a cache nor written to one; images are among it."""

    input: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0

    def __post_init__(self) -> None:
        if min(self.input, self.cache_read, self.cache_write, self.output) < 0:
            raise TariffError("a request cannot have fewer than no tokens; check the usage's figures")

    @property
    def prompt(self) -> int:
        """All that goes in: what decides on the tier."""
        return self.input + self.cache_read + self.cache_write


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens.

    Attributes:
        cache_read, cache_write: None where the provider has no such price: a read then costs as much as input, and so
            does a write.
        tiers: (tokens, Price): a request whose prompt has more tokens than that is billed by that price as a whole.
        source, date: where the figures are from, and of which day.
    """

    input: float
    cache_read: float | None = None
    cache_write: float | None = None
    output: float = 0.0
    tiers: tuple[tuple[int, "Price"], ...] = field(default=())
    source: str = "caller"
    date: str = ""

    def __post_init__(self) -> None:
        figures = [self.input, self.output, self.cache_read or 0.0, self.cache_write or 0.0]
        if min(figures) < 0:
            raise TariffError(f"a price below nothing is no price; it is {min(figures)} dollars a million tokens")

    @property
    def read(self) -> float:
        return self.input if self.cache_read is None else self.cache_read

    @property
    def write(self) -> float:
        return self.input if self.cache_write is None else self.cache_write

    def of(self, prompt: int) -> "Price":
        """The price of the tier that a prompt of so many tokens falls into."""
        above = [price for tokens, price in sorted(self.tiers, key=lambda tier: tier[0]) if prompt > tokens]
        return above[-1] if above else self

    def cost(self, usage: Usage) -> float:
        """US dollars of a whole request: the tier applies to all of it, not to the tokens above the cliff."""
        tier = self.of(usage.prompt)
        return (
            usage.input * tier.input
            + usage.cache_read * tier.read
            + usage.cache_write * tier.write
            + usage.output * tier.output
        ) / MILLION


def find_price(model: str, on: date | None = None) -> Price:
    """The published price of a model from genai-prices' data, offline.

    Args:
        on: the day; None for today.

    Raises TariffError without the extra `prices`, for a model that the data lack, and for a day outside the data.
    """
    try:
        from genai_prices import Usage as PricedUsage
        from genai_prices import calc_price
    except ImportError:
        raise TariffError(
            "prices are looked up in genai-prices: pip install 'snapglyph[prices]', or pass a Price of your own"
        ) from None
    day = on or datetime.now(UTC).date()
    if day.year < FIRST_YEAR or day > datetime.now(UTC).date():
        raise TariffError(f"there are prices from {FIRST_YEAR} to today, not of {day}; pass a Price of your own")
    moment = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    try:
        found = calc_price(PricedUsage(input_tokens=1), model, genai_request_timestamp=moment)
    except LookupError:
        raise TariffError(f"the price data have no model {model!r}; pass a Price of your own") from None
    return _from_data(found.model_price, f"genai-prices, {found.provider.id}", day.isoformat())


FIRST_YEAR = 2023
"""Of the price data."""

_FIELDS = {
    "input": "input_mtok",
    "cache_read": "cache_read_mtok",
    "cache_write": "cache_write_mtok",
    "output": "output_mtok",
}


def _from_data(data: Any, source: str, day: str) -> Price:
    starts = sorted({tier.start for name in _FIELDS.values() for tier in getattr(getattr(data, name), "tiers", ())})
    base = Price(**_at(data, None), source=source, date=day)
    tiers = tuple((start, Price(**_at(data, start), source=source, date=day)) for start in starts)
    return Price(**_at(data, None), tiers=tiers, source=source, date=day) if tiers else base


def _at(data: Any, start: int | None) -> Mapping[str, Any]:
    """The figures in force above `start` tokens of prompt."""
    found: dict[str, float | None] = {}
    for name, attribute in _FIELDS.items():
        value = getattr(data, attribute)
        if value is not None and hasattr(value, "tiers"):
            reached = [tier.price for tier in value.tiers if start is not None and tier.start <= start]
            value = reached[-1] if reached else value.base
        found[name] = None if value is None else float(value)
    found["input"] = found["input"] or 0.0
    found["output"] = found["output"] or 0.0
    return found
