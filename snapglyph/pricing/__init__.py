"""What pages and text cost. Knows no message."""

from .tariffs import Tariff, tariff
from .tokens import TextTokens, text_tokens

__all__ = ["Tariff", "TextTokens", "tariff", "text_tokens"]
