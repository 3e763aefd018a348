"""What pages and text cost. Knows no message."""

from .profiles import Choice, Profile, choose_format, profile
from .tariffs import Limits, Tariff, tariff
from .tokens import TextTokens, text_tokens

__all__ = [
    "Choice",
    "Limits",
    "Profile",
    "Tariff",
    "TextTokens",
    "choose_format",
    "profile",
    "tariff",
    "text_tokens",
]
