"""Agents' own files -> messages of a dialect; each kind is found by what it holds, never by its name."""

from .atif import ATIF
from .claude_code import CLAUDE_CODE_SESSION, CLAUDE_CODE_STREAM
from .codex import CODEX
from .gemini_cli import GEMINI_CLI
from .langchain import LANGCHAIN
from .pi import PI
from .shape import Converted, Format, Line
from .sharegpt import SHAREGPT
from .swe_agent import MINI_SWE_AGENT, SWE_AGENT

__all__ = ["DOCUMENT_FORMATS", "LINE_FORMATS", "Converted", "Format", "Line"]

LINE_FORMATS: tuple[Format, ...] = (PI, CODEX, CLAUDE_CODE_SESSION, CLAUDE_CODE_STREAM)
"""Files of one JSON object a line."""

DOCUMENT_FORMATS: tuple[Format, ...] = (ATIF, GEMINI_CLI, MINI_SWE_AGENT, SWE_AGENT, SHAREGPT, LANGCHAIN)
"""Files of one JSON value."""
