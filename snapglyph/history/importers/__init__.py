"""Agents' own files -> messages of a dialect; each kind is found by what it holds, never by its name."""

from .ai_sdk import AI_SDK
from .aider import AIDER
from .atif import ATIF
from .claude_code import CLAUDE_CODE_SESSION, CLAUDE_CODE_STREAM
from .cline import CLINE, CLINE_WINDOW
from .codex import CODEX, CODEX_EVENTS
from .gemini_cli import GEMINI_CLI, GEMINI_CLI_CHECKPOINT, GEMINI_CLI_LINES, GEMINI_CLI_LOG
from .goose import GOOSE, GOOSE_EXPORT
from .langchain import LANGCHAIN
from .opencode import OPENCODE, OPENCODE_EVENTS
from .openhands import OPENHANDS, OPENHANDS_FILE
from .pi import PI
from .pydantic_ai import PYDANTIC_AI
from .records import BLANK, Document, Lines, read_text
from .responses import CHAT_COMPLETION, RESPONSE, RESPONSE_LINES
from .shape import Converted, Format, LeftOut, Line
from .sharegpt import SHAREGPT
from .swe_agent import MINI_SWE_AGENT, SWE_AGENT
from .tau_bench import TAU2

__all__ = [
    "BLANK",
    "DOCUMENT_FORMATS",
    "LINE_FORMATS",
    "TEXT_FORMATS",
    "Converted",
    "Document",
    "Format",
    "LeftOut",
    "Line",
    "Lines",
    "read_text",
]

TEXT_FORMATS: tuple[Format, ...] = (AIDER,)
"""Files that are no JSON."""

LINE_FORMATS: tuple[Format, ...] = (
    PI,
    CODEX,
    CLAUDE_CODE_SESSION,
    CLAUDE_CODE_STREAM,
    GEMINI_CLI_LINES,
    GOOSE,
    OPENCODE_EVENTS,
    CODEX_EVENTS,
    RESPONSE_LINES,
    OPENHANDS,
)
"""Files of one JSON object a line, and lists of such objects."""

DOCUMENT_FORMATS: tuple[Format, ...] = (
    ATIF,
    GEMINI_CLI,
    GEMINI_CLI_LOG,
    MINI_SWE_AGENT,
    OPENHANDS_FILE,
    SWE_AGENT,
    GEMINI_CLI_CHECKPOINT,
    SHAREGPT,
    OPENCODE,
    AI_SDK,
    PYDANTIC_AI,
    TAU2,
    LANGCHAIN,
    CLINE_WINDOW,
    CLINE,
    GOOSE_EXPORT,
    RESPONSE,
    CHAT_COMPLETION,
)
"""Files of one JSON value; the first that recognises it reads it."""
