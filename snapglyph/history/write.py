"""A history of any dialect -> OpenAI chat or Anthropic messages."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from snapglyph.errors import HistoryError

from .dialects import view
from .groups import answers
from .view import Message, Part, RawMessage

__all__ = ["TARGETS", "Written", "write"]


@dataclass(slots=True)
class Written:
    """Messages of the new dialect, the system prompt where that stands beside them, and what has no place in it,
    counted."""

    messages: list[Any] = field(default_factory=list)
    system: str = ""
    notes: dict[str, int] = field(default_factory=dict)

    def count(self, what: str, times: int = 1) -> None:
        if times:
            self.notes[what] = self.notes.get(what, 0) + times


def write(messages: Sequence[RawMessage], dialect: str, to: str, *, system: str = "") -> Written:
    """Writes messages of a dialect in another one.

    Results go right behind their calls, and calls that share an id get one each, since both targets want that. What
    is broken stays what it is: a call without a result is written without one, a result without a call too. Thinking
    is left out, since only who signed it takes it back. Messages of the same dialect come back as the same objects.

    Args:
        to: one of `TARGETS`.
        system: the prompt that stood beside the messages.

    Raises HistoryError for an unknown dialect or a message that is not of it.
    """
    if to not in TARGETS:
        raise HistoryError(f"messages cannot be written as {to!r}; known are {', '.join(TARGETS)}")
    views = view(messages, dialect)
    if dialect == to:
        return _as_they_are(messages, to, system)
    written = Written()
    TARGETS[to](list(_steps(views)), system, written)
    return written


def _as_they_are(messages: Sequence[RawMessage], to: str, system: str) -> Written:
    if system and to == "openai-chat":
        return Written([{"role": "system", "content": system}, *messages])
    return Written(list(messages), system)


# --- any dialect -> steps ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Answer:
    """A result and the images that it holds."""

    result: Part
    images: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class _Step:
    """What one speaker says in a row, or the answers to its calls."""

    role: str
    parts: tuple[Part, ...] = ()
    answers: tuple[_Answer, ...] = ()


def _steps(views: Sequence[Message]) -> Iterator[_Step]:
    """Assistant messages in a row are one answer; the results of its calls follow it, in the order of the calls."""
    answered = answers(views)
    told = set(answered.values())
    ids = _unique_ids(views)
    i = 0
    while i < len(views):
        end = i + 1
        while views[i].role == "assistant" and end < len(views) and views[end].role == "assistant":
            end += 1
        said: list[Part] = []
        behind: list[_Answer] = []
        for j in range(i, end):
            for k, part in enumerate(views[j].parts):
                if part.kind == "call":
                    said.append(replace(part, call_id=ids[j, k]))
                    if (j, k) in answered:
                        behind.append(_answer_at(views, answered[j, k], ids[j, k]))
                elif part.kind == "result":
                    if (j, k) not in told:
                        behind.append(_answer_at(views, (j, k), part.call_id))
                elif not _is_of_result(part):
                    said.append(part)
        if said or not views[i].parts:
            yield _Step(views[i].role, parts=tuple(said))
        if behind:
            yield _Step("tool", answers=tuple(behind))
        i = end


_ID = re.compile(r"[A-Za-z0-9_-]{1,48}")
"""At most 64 characters are taken anywhere; sixteen are left for what tells two of one id apart."""


def _unique_ids(views: Sequence[Message]) -> dict[tuple[int, int], str]:
    """An id for each call that no other has, and that every provider takes."""
    taken: set[str] = set()
    ids = {}
    for i, message in enumerate(views):
        for k, part in enumerate(message.parts):
            if part.kind == "call":
                own = part.call_id if _ID.fullmatch(part.call_id) else f"call_{i}_{k}"
                own = own if own not in taken else f"{own}_{i}_{k}"
                taken.add(own)
                ids[i, k] = own
    return ids


def _is_of_result(part: Part) -> bool:
    """An image of a result bears no text, since its name stands in the result."""
    return part.kind == "image" and not part.text


def _answer_at(views: Sequence[Message], place: tuple[int, int], call_id: str) -> _Answer:
    i, k = place
    parts = views[i].parts
    end = k + 1
    while end < len(parts) and _is_of_result(parts[end]):
        end += 1
    return _Answer(replace(parts[k], call_id=call_id), parts[k + 1 : end])


# --- steps -> OpenAI chat ---------------------------------------------------------------------------------


def _to_openai_chat(steps: Sequence[_Step], system: str, written: Written) -> None:
    if system:
        written.messages.append({"role": "system", "content": system})
    for step in steps:
        if step.answers:
            _openai_answers(step.answers, written)
            continue
        blocks = [block for part in step.parts if (block := _openai_block(part, written))]
        calls = [
            {"id": p.call_id, "type": "function", "function": {"name": p.name, "arguments": p.text}}
            for p in step.parts
            if p.kind == "call"
        ]
        content: Any = blocks[0]["text"] if len(blocks) == 1 and blocks[0]["type"] == "text" else blocks
        message: dict[str, Any] = {"role": step.role, "content": content or (None if calls else "")}
        if calls:
            message["tool_calls"] = calls
        if blocks or calls or not step.parts:
            written.messages.append(message)


def _openai_block(part: Part, written: Written) -> dict[str, Any] | None:
    if part.kind in ("text", "other"):
        return {"type": "text", "text": part.text}
    if part.kind == "image":
        url = f"data:{part.media_type};base64,{part.data}" if part.data else part.url
        if url:
            return {"type": "image_url", "image_url": {"url": url}}
        written.count("images that only the provider can reach")
        return {"type": "text", "text": part.text}
    if part.kind == "thinking":
        written.count("thinking blocks")
    return None


def _openai_answers(given: Sequence[_Answer], written: Written) -> None:
    """Images of results go into a user's message behind all of them: a tool message holds text only."""
    images = []
    for answer in given:
        written.count("error flags", answer.result.is_error)
        written.messages.append(
            {"role": "tool", "tool_call_id": answer.result.call_id, "content": answer.result.text}
        )
        images += [block for image in answer.images if (block := _openai_block(image, written))]
    if images:
        written.messages.append({"role": "user", "content": images})


# --- steps -> Anthropic -----------------------------------------------------------------------------------


def _to_anthropic(steps: Sequence[_Step], system: str, written: Written) -> None:
    """System messages that open the history become the prompt beside it."""
    opening = 0
    while opening < len(steps) and steps[opening].role in ("system", "developer"):
        opening += 1
    prompts = [system, *(part.text for step in steps[:opening] for part in step.parts)]
    written.system = "\n\n".join(prompt for prompt in prompts if prompt)
    for step in steps[opening:]:
        if step.answers:
            content = [_anthropic_answer(answer, written) for answer in step.answers]
            role = "user"
        else:
            content = [block for part in step.parts if (block := _anthropic_block(part, written))]
            role = "system" if step.role == "developer" else step.role
        if content:
            written.messages.append({"role": role, "content": content})
        elif not step.parts:
            written.count("empty messages")
    if written.messages and written.messages[-1]["role"] == "assistant":
        last = written.messages[-1]["content"][-1]
        if last["type"] == "text" and last["text"] != last["text"].rstrip():
            written.count("blanks at the end")
            last["text"] = last["text"].rstrip()


def _anthropic_block(part: Part, written: Written) -> dict[str, Any] | None:
    if part.kind == "call":
        return {"type": "tool_use", "id": part.call_id, "name": part.name, "input": _input(part.text, written)}
    if part.kind == "image":
        return _anthropic_image(part, written)
    if part.kind == "thinking":
        written.count("thinking blocks")
        return None
    if not part.text.strip():
        written.count("blank texts", bool(part.text))
        return None
    return {"type": "text", "text": part.text}


def _anthropic_image(part: Part, written: Written) -> dict[str, Any]:
    if part.data:
        return {"type": "image", "source": {"type": "base64", "media_type": part.media_type, "data": part.data}}
    if part.url:
        return {"type": "image", "source": {"type": "url", "url": part.url}}
    written.count("images that only the provider can reach")
    return {"type": "text", "text": part.text or "[image]"}


def _anthropic_answer(answer: _Answer, written: Written) -> dict[str, Any]:
    content: Any = answer.result.text
    if answer.images:
        text = [{"type": "text", "text": content}] if content.strip() else []
        content = [*text, *(_anthropic_image(image, written) for image in answer.images)]
    block = {"type": "tool_result", "tool_use_id": answer.result.call_id, "content": content}
    if answer.result.is_error and not content:  # an error that says nothing is refused
        written.count("error flags of results that say nothing")
        return block
    return block | ({"is_error": True} if answer.result.is_error else {})


def _input(arguments: str, written: Written) -> dict[str, Any]:
    """Arguments as an object; what a model wrote that is none is kept whole in one."""
    try:
        value = json.loads(arguments) if arguments.strip() else {}
    except (ValueError, RecursionError):
        value = arguments
    if isinstance(value, Mapping):
        return dict(value)
    written.count("arguments that are no JSON object")
    return {"arguments": value}


TARGETS: dict[str, Callable[[Sequence[_Step], str, Written], None]] = {
    "openai-chat": _to_openai_chat,
    "anthropic": _to_anthropic,
}
"""Dialects that messages can be written in."""
