"""Counters of text tokens: the estimate, exact ones by extras, and a correction from what the provider billed."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from typing import Protocol

from snapglyph.errors import TariffError

from .tokens import TextTokens, family_of, text_tokens

__all__ = ["Calibrated", "Estimate", "Exact", "TokenCounter", "calibrate", "counter"]


class TokenCounter(Protocol):
    """Counts a text's tokens; the three figures are equal when it is exact."""

    def count(self, text: str) -> TextTokens: ...


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimate of `tokens`, without a dependency."""

    family: str

    def count(self, text: str) -> TextTokens:
        return text_tokens(text, self.family)


_VOCABULARIES = {
    "o200k": "o200k_base",
    "gemma": "gemma3",
    "qwen": "qwen3",
    "kimi": "kimi_k2",
    "llama": "llama3",
    "mistral": "mistral_v3",
    "deepseek": "deepseek_v3",
    "glm": "glm4",
}
"""Names of the vocabularies in splintr-rs 0.22 (read 2026-12)."""

_CLAUDE_VERSIONS = {"claude-3": "3.0", "claude-4.7": "4.8"}
"""Of ctok 1.3."""

KEPT_BLOCKS = 4096
"""Counts kept by the hash of their text: a history is counted again with every turn, and ctok takes a second for
100,000 tokens."""


class Exact:
    """A tokenizer's own count, kept by text.

    Raises TariffError without the extra: `tokens` (splintr-rs), and for Claude `claude` (ctok).
    """

    def __init__(self, family: str) -> None:
        self.family = family
        self._count = _claude(family) if family in _CLAUDE_VERSIONS else _splintr(family)
        self._kept: OrderedDict[bytes, int] = OrderedDict()

    def count(self, text: str) -> TextTokens:
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        if key in self._kept:
            self._kept.move_to_end(key)
        else:
            self._kept[key] = self._count(text)
            if len(self._kept) > KEPT_BLOCKS:
                self._kept.popitem(last=False)
        tokens = self._kept[key]
        return TextTokens(tokens, tokens, tokens)


def _splintr(family: str) -> Callable[[str], int]:
    try:
        from splintr import Tokenizer
    except ImportError:
        raise TariffError(f"exact counts for {family} need splintr-rs: pip install 'snapglyph[tokens]'") from None
    tokenizer = Tokenizer.from_pretrained(_VOCABULARIES[family])
    # encode_ordinary: a special token's name in a text is text.
    return lambda text: len(tokenizer.encode_ordinary(_sendable(text)))


def _claude(family: str) -> Callable[[str], int]:
    try:
        from ctok import token_count
    except ImportError:
        raise TariffError("exact counts for Claude need ctok: pip install 'snapglyph[claude]'") from None
    version = _CLAUDE_VERSIONS[family]
    return lambda text: int(token_count(_sendable(text), version))


def _sendable(text: str) -> str:
    """What a request can hold: lone surrogates are replaced, as JSON encoders on the way do."""
    return text.encode("utf-8", "replace").decode("utf-8")


@dataclass(frozen=True, slots=True)
class Calibrated:
    """Another counter, corrected by what a provider billed."""

    counter: TokenCounter
    factor: float

    def count(self, text: str) -> TextTokens:
        return self.counter.count(text).times(self.factor)


def calibrate(counter: TokenCounter, usage: Iterable[tuple[int, int]]) -> Calibrated:
    """Corrects a counter from (likely tokens it gave, tokens that were billed) of requests so far.

    The factor is the median of billed to given: one request with a hidden prompt or a cached part does not bend it.
    Both figures must be of the same thing: text alone, without images and fixed overheads. Raises TariffError
    without a pair, and for one below one token.
    """
    pairs = list(usage)
    if not pairs or any(given < 1 or billed < 1 for given, billed in pairs):
        raise TariffError("calibrating takes at least one pair of (counted, billed) tokens, both from 1 up")
    return Calibrated(counter, median(billed / given for given, billed in pairs))


def counter(model: str, *, exact: bool | None = None) -> TokenCounter:
    """A counter for a model.

    Args:
        exact: True for the tokenizer's own count, False for the estimate, None for exact where an extra is there.

    Raises TariffError when an exact one is asked for and its extra is not installed.
    """
    family = family_of(model)
    if exact is False:
        return Estimate(family)
    try:
        return Exact(family)
    except TariffError:
        if exact:
            raise
        return Estimate(family)
