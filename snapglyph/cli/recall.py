"""recall: exact text out of an archive."""

from typing import Any

from snapglyph.errors import HistoryError
from snapglyph.ladder import Found, recall

from .console import print_json, remark, say
from .inputs import read_archive

__all__ = ["recall_text"]


def recall_text(file: str, what: str, which: str, *, most: int, dry_run: bool, as_json: bool) -> None:
    """Prints what is found: the text alone on standard output, its place on standard error."""
    archive = read_archive(file)
    if what not in ("page", "message", "grep"):
        raise HistoryError(f"{what[:40]!r} is nothing to recall; ask for page, message or grep")
    found = recall(archive, what, which, most=most) if what == "grep" else recall(archive, f"{what} {which}")
    if as_json:
        print_json({"found": [_entry(one, dry_run) for one in found]})
        return
    if not found:
        remark("no line of the archive holds that text")
    for one in found:
        if what == "grep" or dry_run:
            say(f"{_place(one)}: {f'{len(one.text):,} characters' if dry_run else _printable(one.text)}")
        else:
            say(_printable(one.text.removesuffix("\n")))


def _place(found: Found) -> str:
    words = [f"page {found.page}" if found.page else "", f"message {found.message}" if found.message else ""]
    return ", ".join(word for word in words if word)


def _printable(text: str) -> str:
    """As it is, but for lone surrogates, which no terminal takes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _entry(found: Found, dry_run: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {"page": found.page, "message": found.message, "characters": len(found.text)}
    return entry if dry_run else entry | {"text": found.text}
