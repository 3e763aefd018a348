"""What a provider refuses in a history, as tables of checks: one for all dialects, one for each."""

from .anthropic import ANTHROPIC_CHECKS
from .bedrock import BEDROCK_CHECKS
from .common import COMMON_CHECKS
from .gemini import GEMINI_CHECKS
from .openai_chat import OPENAI_CHAT_CHECKS
from .openai_responses import OPENAI_RESPONSES_CHECKS
from .values import bad_values
from .violation import Check, Violation

__all__ = ["CHECKS", "COMMON_CHECKS", "Check", "Violation", "bad_values"]

CHECKS: dict[str, tuple[Check, ...]] = {
    "openai-chat": OPENAI_CHAT_CHECKS,
    "openai-responses": OPENAI_RESPONSES_CHECKS,
    "anthropic": ANTHROPIC_CHECKS,
    "gemini": GEMINI_CHECKS,
    "bedrock": BEDROCK_CHECKS,
}
