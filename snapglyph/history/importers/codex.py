"""Codex rollouts: Responses items in envelopes, and beside them the same again as events."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .shape import Converted, Format, Line, Record, count, known_kind, refusal

__all__ = ["CODEX", "CODEX_EVENTS"]

_ITEMS = ("message", "reasoning", "compaction")
_NOT_SENT = ("ghost_snapshot", "other", "compaction_trigger")
"""Items that Codex keeps for itself."""

_SURROUNDINGS = (
    "<environment_context>",
    "<user_instructions>",
    "<INSTRUCTIONS>",
    "# AGENTS.md instructions",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<skill",
    "<personality_spec>",
    "<model_switch>",
    "<turn_aborted>",
    "<user_shell_command>",
    "<subagent_notification>",
)
"""How messages begin that Codex writes in the name of the user or the developer (openai/codex, event_mapping.rs)."""

_KEPT_BYTES = 80_000
"""Of the user's messages behind a compaction that lists no history: 20,000 tokens of about 4 bytes (compact.rs)."""


def _is_item(record: Record) -> bool:
    kind = record.get("type")
    return isinstance(kind, str) and (kind in _ITEMS or kind.endswith(("_call", "_call_output")))


def _is_codex(lines: Sequence[Line]) -> bool:
    """Items in envelopes, or, before 2025-09, bare ones behind a line that names the session."""
    if any(record.get("type") == "response_item" and "payload" in record for _, record in lines):
        return True
    named = any("type" not in record and "timestamp" in record for _, record in lines)
    return named and any(_is_item(record) for _, record in lines)


def _convert(lines: Sequence[Line]) -> Converted:
    """The items that Codex would send next: without the turns that were taken back, and with what a compaction put
    in the place of the older ones."""
    found = Converted("openai-responses")
    thread = _Thread()
    for number, record in lines:
        kind, payload = record.get("type"), record.get("payload")
        if kind == "session_meta" or ("type" not in record and "record_type" not in record):
            found.system = found.system or _instructions(payload if isinstance(payload, Mapping) else record)
        elif kind == "response_item" and isinstance(payload, Mapping):
            if payload.get("type") in _NOT_SENT:
                count(found.notes, f"{known_kind(payload.get('type'))} items")
            else:
                thread.add(number, payload)
        elif kind == "compacted" and isinstance(payload, Mapping):
            thread.compact(number, payload)
        elif kind == "event_msg" and isinstance(payload, Mapping) and payload.get("type") == "thread_rolled_back":
            thread.roll_back(payload["num_turns"])
        elif _is_item(record):
            thread.add(number, record)
        else:
            count(found.notes, f"{known_kind(kind)} lines")
    found.messages = [dict(item) for _, item in thread.items]
    for why, numbers in thread.gone().items():
        found.leave_out(why, numbers)
    if found.system:
        count(found.notes, "system prompts")
    return found


class _Thread:
    """Items as they are added, compacted and taken back."""

    def __init__(self) -> None:
        self.items: list[Line] = []
        self._turns: list[tuple[list[Line], int]] = []
        """For each turn of the user's, the items that it began with: a list, and how many of it. A compaction makes a
        new list, so a turn that is taken back takes back the compactions since."""
        self._gone: dict[int, tuple[str, Line]] = {}
        """Why items of the file are not among `items`, by their identity."""

    def add(self, number: int, item: Record) -> None:
        if _is_request(item):
            self._turns.append((self.items, len(self.items)))
        self.items.append((number, item))

    def roll_back(self, turns: int) -> None:
        """Takes back the newest turns, and what Codex wrote about the surroundings just before the oldest of them."""
        if not isinstance(turns, int) or isinstance(turns, bool):
            raise TypeError("a number of turns")
        if turns < 1 or not self._turns:
            return
        oldest = max(0, len(self._turns) - turns)
        items, length = self._turns[oldest]
        del self._turns[oldest:]
        first = _first_request(items)
        while length > first and _is_surrounding(items[length - 1][1]):
            length -= 1
        why = "items that were taken back"
        if items is self.items:
            self._gone |= {id(line[1]): (why, line) for line in items[length:]}
            del items[length:]
        else:  # a compaction since is taken back too
            self._replace(items[:length], why)

    def compact(self, number: int, payload: Record) -> None:
        """Puts a compaction's history in the place of the items; where it lists none, as Codex rebuilds it: what
        stands before the first request, the newest requests, and the summary."""
        replacement = payload.get("replacement_history")
        if isinstance(replacement, list):
            kept = [(number, item) for item in replacement if item.get("type") not in _NOT_SENT]
        else:
            before = [line for line in self.items[: _first_request(self.items)] if "role" in line[1]]
            kept = [*before, *self._newest_requests(), (number, _said(payload["message"]))]
        self._replace(kept, "items that a compaction replaced")

    def _newest_requests(self) -> list[Line]:
        left = _KEPT_BYTES
        kept: list[Line] = []
        for line in reversed(self.items):
            if left > 0 and _is_request(line[1]):
                kept.append(line)
                left -= len(_text(line[1]).encode("utf-8", "surrogatepass"))
        return kept[::-1]

    def _replace(self, kept: list[Line], why: str) -> None:
        for line in self.items:
            self._gone[id(line[1])] = why, line
        for _, item in kept:
            self._gone.pop(id(item), None)
        self.items = kept

    def gone(self) -> dict[str, list[int]]:
        """The lines of the items that are not there any more, by reason; what a replacement says again is there."""
        said = {_key(item) for _, item in self.items}
        found: dict[str, list[int]] = {}
        for why, (number, item) in self._gone.values():
            if _key(item) not in said:
                found.setdefault(why, []).append(number)
        return found


def _key(item: Record) -> str:
    return json.dumps(item, sort_keys=True)


def _first_request(items: Sequence[Line]) -> int:
    return next((i for i, (_, item) in enumerate(items) if _is_request(item)), len(items))


def _said(text: str) -> Record:
    if not isinstance(text, str):
        raise TypeError("a summary is a text")
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def _is_request(item: Record) -> bool:
    """A message of the user's own."""
    return item.get("role") == "user" and not _is_surrounding(item)


def _is_surrounding(item: Record) -> bool:
    return item.get("role") in ("user", "developer") and _text(item).lstrip().startswith(_SURROUNDINGS)


def _text(item: Record) -> str:
    content = item.get("content")
    if isinstance(content, str):
        return content
    texts = [block.get("text") for block in content or () if isinstance(block, Mapping)]
    return "\n".join(text for text in texts if isinstance(text, str))


def _instructions(meta: Mapping[str, Any]) -> str:
    said = meta.get("base_instructions") or meta.get("instructions") or ""
    said = said.get("text", "") if isinstance(said, Mapping) else said
    return said if isinstance(said, str) else ""


CODEX = Format("Codex rollout", _is_codex, _convert)
CODEX_EVENTS = refusal(
    "the events of codex exec",
    lambda lines: any(str(record.get("type")).startswith(("thread.", "item.")) for _, record in lines),
    "they say what the window shows and leave the requests out; import the rollout in ~/.codex/sessions",
)
