"""Rung 1: old unremarkable results of tools, and huge arguments of old calls, become a note with size and hash.

Every narrated word stays, and so do errors, short results, and whatever is not text. It is the cheapest rung: the
model can run most calls again, and the host has the full text in its own record.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from snapglyph.history import Message, Part, find_dialect, find_groups, turn_starts, view
from snapglyph.history.view import RawMessage
from snapglyph.pricing import text_tokens

from .counting import find_ruler
from .edges import KEEP, Keep, middle_of
from .rewriting import Editor, rewritten
from .rungs import Lost, Rung, digest, finish, note_of

__all__ = ["ARGUMENTS_FROM", "RESULTS_FROM", "Remarkable", "elide", "looks_remarkable"]

RESULTS_FROM = 800
"""Characters. A note is about 120; a result of less than 800 frees too little for the loss."""

ARGUMENTS_FROM = 1500
"""Characters of one value of a call's arguments. Paths, commands and patterns are shorter; files written are not."""

DEEPEST = 32
"""Levels of arguments that are looked into."""

Remarkable: TypeAlias = Callable[[Part], bool]

_TROUBLE = re.compile(
    r"^\W{0,8}(?:error|fatal|panic|traceback|exception|failed|failure|warning|\w{1,60}(?:Error|Exception))\b"
    r"|^\W{0,8}exit (?:code|status):? *[1-9]",
    re.IGNORECASE | re.MULTILINE,
)
LOOKED_AT = 600
"""Characters at each end of a result in which a word of trouble at the start of a line makes it remarkable. Providers
without an error flag leave no other sign; a whole source file would hold such words by chance."""


def looks_remarkable(part: Part) -> bool:
    """True for a result that is marked as an error, or begins or ends like one."""
    return part.is_error or bool(_TROUBLE.search(part.text[:LOOKED_AT]) or _TROUBLE.search(part.text[-LOOKED_AT:]))


def elide(
    messages: Sequence[RawMessage],
    *,
    keep: Keep = KEEP,
    remarkable: Remarkable = looks_remarkable,
    dialect: str | None = None,
    model: str | None = None,
) -> Rung:
    """Leaves old results and huge arguments out.

    Args:
        messages: the caller's; never changed. What is not edited comes back as the same objects.
        keep: head and tail, which stay.
        remarkable: says of a result's part whether it must stay.
        dialect: one of `history.DIALECTS`; None finds it.
        model: whose tariff counts images in the report; they are not counted without.

    Arguments stay where the provider signed them, and in the newest turn where it signed thinking beside them: such a
    turn must go back as it came (bastani-inc/atomic issue 1386).

    Raises HistoryError for messages of no or two dialects.
    """
    dialect = dialect or find_dialect(messages, model)
    views = view(messages, dialect)
    fixed = _signed_newest(views)
    kept: Counter[str] = Counter()
    lost: list[Lost] = []
    changed: list[Any] = list(messages)
    for i in middle_of(views, keep):
        if i in keep.pinned:
            kept["pinned messages"] += 1
        elif any(part.kind in ("call", "result") for part in views[i].parts):
            editor = _Elider(i, views[i].parts, i in fixed, remarkable, kept, lost)
            changed[i] = rewritten(messages[i], dialect, editor)
    return finish("elide", messages, views, changed, dialect, find_ruler(model), kept, lost)


def _signed_newest(views: Sequence[Message]) -> set[int]:
    """Messages of the newest turn whose group bears signed thinking."""
    newest = max(turn_starts(views), default=0)
    return {
        i
        for group in find_groups(views)
        if group.end > newest
        and any(p.kind == "thinking" and p.signature for m in views[group.start : group.end] for p in m.parts)
        for i in range(group.start, group.end)
    }


class _Elider(Editor):
    def __init__(
        self,
        index: int,
        parts: Sequence[Part],
        fixed: bool,
        remarkable: Remarkable,
        kept: Counter[str],
        lost: list[Lost],
    ) -> None:
        self.index, self.fixed, self.remarkable, self.kept, self.lost = index, fixed, remarkable, kept, lost
        self.results = iter([part for part in parts if part.kind == "result"])
        self.calls = iter([part for part in parts if part.kind == "call"])

    def result(self, text: str) -> str | None:
        part = next(self.results)
        if len(text) < RESULTS_FROM:
            self.kept["short results"] += 1
            return None
        if self.remarkable(part):
            self.kept["remarkable results"] += 1
            return None
        return self._left_out("result", text, note_of("result", text, "; call the tool again if it matters"))

    def call(self, arguments: Any) -> Any:
        part = next(self.calls)
        if len(part.text) < ARGUMENTS_FROM:
            return arguments
        if part.signature or self.fixed:
            self.kept["signed arguments"] += 1
            return arguments
        return _shortened(arguments, self._value)

    def _value(self, text: str) -> str | None:
        if len(text) < ARGUMENTS_FROM:
            return None
        return self._left_out("argument", text, note_of("text", text))

    def _left_out(self, kind: str, text: str, note: str) -> str | None:
        """The note, None where even that could be dearer."""
        if text_tokens(note).high >= text_tokens(text).low:
            self.kept["cheap texts"] += 1
            return None
        self.lost.append(Lost(self.index, kind, len(text), digest(text)))
        return note


Shorten: TypeAlias = Callable[[str], str | None]


def _shortened(arguments: Any, shorten: Shorten) -> Any:
    """Arguments with their long texts replaced: a JSON text, a free text, or an object."""
    if not isinstance(arguments, str):
        return _in_object(arguments, shorten, DEEPEST)
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict | list):
        return _in_json(arguments, shorten)
    if arguments.lstrip()[:1] in ("{", "["):
        return arguments  # cut off: with a note in it nobody could read it
    return shorten(arguments) or arguments


def _in_object(value: Any, shorten: Shorten, levels: int) -> Any:
    if isinstance(value, str):
        return shorten(value) or value
    if not levels or not isinstance(value, Mapping | list):
        return value
    if isinstance(value, Mapping):
        changed: Any = {key: _in_object(inner, shorten, levels - 1) for key, inner in value.items()}
        same = all(changed[key] is value[key] for key in value)
    else:
        changed = [_in_object(inner, shorten, levels - 1) for inner in value]
        same = all(new is old for new, old in zip(changed, value, strict=True))
    return value if same else changed


_JSON_TEXT = re.compile(r'"(?:[^"\\]|\\.)*+"(\s*+:)?', re.DOTALL)


def _in_json(text: str, shorten: Shorten) -> str:
    """Only the texts are written anew: numbers, blanks, the order and doubled keys stay as the model wrote them."""

    def change(found: re.Match[str]) -> str:
        if found[1] or len(found[0]) < ARGUMENTS_FROM:  # a key, or too short however it is escaped
            return found[0]
        note = shorten(json.loads(found[0]))
        return found[0] if note is None else json.dumps(note)

    changed = _JSON_TEXT.sub(change, text)
    return text if changed == text else changed
