"""Dense code to measure with: source of the running Python's standard library, the same for every row."""

import sysconfig
from collections.abc import Iterator
from pathlib import Path

__all__ = ["code"]

PACKAGES = ("", "asyncio", "email", "http", "json", "logging", "unittest", "xml/dom", "concurrent/futures")


def code(characters: int) -> str:
    """`characters` of ASCII source text, repeated from the start when the library has no more."""
    parts: list[str] = []
    size = 0
    for path in _sources():
        text = path.read_text(encoding="utf-8", errors="replace")
        parts.append("".join(c for c in text if c < "\x80") if not text.isascii() else text)
        size += len(parts[-1])
        if size >= characters:
            break
    whole = "".join(parts)
    return (whole * (characters // len(whole) + 1))[:characters]


def _sources() -> Iterator[Path]:
    root = Path(sysconfig.get_path("stdlib"))
    for package in PACKAGES:
        yield from sorted((root / package).glob("*.py"))
