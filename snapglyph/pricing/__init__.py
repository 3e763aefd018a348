"""What pages and text cost. Knows no message."""

from .compare import Comparison, Money, break_even_turns, compare, smallest_that_wins
from .counters import Calibrated, Estimate, Exact, TokenCounter, calibrate, counter
from .prices import Price, Usage, find_price
from .profiles import Choice, Profile, choose_format, profile
from .simulate import POLICIES, Cache, Outcome, Settings, Turn, best_batch, simulate
from .tariffs import Limits, Tariff, tariff
from .tokens import TextTokens, family_of, text_tokens

__all__ = [
    "POLICIES",
    "Cache",
    "Calibrated",
    "Choice",
    "Comparison",
    "Estimate",
    "Exact",
    "Limits",
    "Money",
    "Outcome",
    "Price",
    "Profile",
    "Settings",
    "Tariff",
    "TextTokens",
    "TokenCounter",
    "Turn",
    "Usage",
    "best_batch",
    "break_even_turns",
    "calibrate",
    "choose_format",
    "compare",
    "counter",
    "family_of",
    "find_price",
    "profile",
    "simulate",
    "smallest_that_wins",
    "tariff",
    "text_tokens",
]
