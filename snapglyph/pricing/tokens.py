"""How many tokens a text is, without a tokenizer: three figures that bracket the truth.

The rates are characters per token of Claude's tokenizer from 4.7 on, with runs of blanks counted as one character
each. They are quotients of two published columns (o200k characters per token, and Claude tokens per o200k token,
both on 200,000 characters a kind, read 2026-12): English legal prose 4.73 / 1.48 = 3.2, Python 4.23 / 1.53 = 2.8,
Markdown 4.05 / 1.62 = 2.5, JSON 3.78 / 1.52 = 2.5, TypeScript 3.81 / 1.68 = 2.3, directory listings
2.25 / 1.33 = 1.7, hexadecimal 1.70 / 1.13 = 1.5; Chinese 2.09 / 1.51 = 1.4 characters.

The low edge must hold for every kind of text, since pages have to win even there: 10 % beyond the most economical
kind. Decisions use it and nothing else.
"""

from dataclasses import dataclass

import numpy as np

__all__ = ["TextTokens", "text_tokens"]

_ASCII_RATE = {"low": 3.5, "likely": 2.6, "high": 1.5}
_OTHER_RATE = {"low": 3.0, "likely": 1.5, "high": 0.5}
"""Characters beyond ASCII: accented Latin is near the low edge, Chinese near the middle, rare scripts at the high."""


@dataclass(frozen=True, slots=True)
class TextTokens:
    """An estimate: `low` and `high` bracket it, `likely` is for mixed code and prose."""

    low: int
    likely: int
    high: int

    def __add__(self, other: "TextTokens") -> "TextTokens":
        return TextTokens(self.low + other.low, self.likely + other.likely, self.high + other.high)


def text_tokens(text: str) -> TextTokens:
    """Estimates a text's tokens in one pass; a text that is not empty has at least one."""
    data = np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)
    blank = data == ord(" ")
    ascii_characters = int(np.count_nonzero(data < 0x80)) - int(np.count_nonzero(blank[1:] & blank[:-1]))
    other_characters = int(np.count_nonzero(data >= 0xC0))  # lead bytes

    def at(edge: str) -> int:
        exact = ascii_characters / _ASCII_RATE[edge] + other_characters / _OTHER_RATE[edge]
        return -int(-exact // 1)

    return TextTokens(at("low"), at("likely"), at("high"))
