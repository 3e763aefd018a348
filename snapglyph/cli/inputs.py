"""What commands read: standard input, and archives as files of one JSON object."""

import json
import sys
from typing import Any

from .console import fail
from .files import input_path

__all__ = ["read_archive", "standard_input"]


def standard_input() -> str:
    """All of it, as text."""
    if sys.stdin is None:
        return ""
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        fail(f"standard input is not UTF-8 text (byte {error.start})")


def read_archive(file: str) -> dict[str, Any]:
    """The archive in FILE, or in standard input for "-"; what it holds is checked by who uses it."""
    text = standard_input() if file == "-" else input_path(file).read_text("utf-8", "surrogatepass")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        fail(f"{file} is no archive: it is not JSON ({type(error).__name__})")
    if not isinstance(value, dict):
        fail(f"{file} is no archive of a snapshot; compact --archive writes one")
    return value
