"""aider: `.aider.chat.history.md`, all chats of a project as Markdown."""

import re

from .shape import Converted, Format

__all__ = ["AIDER"]

_BEGINNING = re.compile(r"^# aider chat started at .*$", re.MULTILINE)


def _is_aider(text: str) -> bool:
    return _BEGINNING.search(text) is not None


def _chats(text: str) -> list[str]:
    """The chats in which someone said something; what stands before the first heading is the end of one."""
    return [chat for chat in _BEGINNING.split(text) if _speeches(chat)[0]]


def _convert(text: str) -> Converted:
    speeches, shown = _speeches(text)
    found = Converted("openai-chat", [{"role": role, "content": said} for role, said in speeches])
    if shown:
        found.notes["lines of aider's own"] = shown
    return found


def _speeches(text: str) -> tuple[list[tuple[str, str]], int]:
    """Who said what, and how many lines aider itself wrote: "#### " is before what the user typed, "> " before what
    aider said (aider/utils.py, split_chat_history_markdown)."""
    found: list[tuple[str, list[str]]] = []
    own = 0
    role = ""
    for line in text.split("\n"):
        if line.startswith("> ") or line.rstrip() == ">":
            own += 1
            role = ""
            continue
        speaker = "user" if line.startswith("#### ") or line.rstrip() == "####" else "assistant"
        said = line[5:].rstrip() if speaker == "user" else line
        if speaker != role:
            found.append((speaker, []))
            role = speaker
        found[-1][1].append(said)
    texts = [(speaker, "\n".join(lines).strip("\n")) for speaker, lines in found]
    return [(speaker, said) for speaker, said in texts if said.strip()], own


AIDER = Format("aider chat history", _is_aider, _convert, _chats)
