"""Where the tokens of a history are, what is largest, and what each rung would free."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from snapglyph.errors import HistoryError
from snapglyph.history import Message, Part, find_dialect, view
from snapglyph.history.groups import answers
from snapglyph.history.view import RawMessage
from snapglyph.pricing import TextTokens, text_tokens

from .counting import NOTHING, find_ruler, part_tokens, total_tokens
from .edges import KEEP, RULES, Keep, middle_of
from .elide import elide
from .images import drop_images
from .reclaim import draw
from .rungs import RungReport

__all__ = ["CATEGORIES", "Context", "Large", "Share", "context"]

CATEGORIES = (
    "system",
    "tool schemas",
    "user",
    "narration",
    "calls",
    "results",
    "images",
    "thinking",
    "signatures",
    "other",
)
"""In the order in which they are shown. Every token of the request is in exactly one."""

LARGEST = 10

FILE_KEYS = ("file_path", "path", "filePath", "filename", "file", "notebook_path", "target_file", "absolute_path")
"""Under which calls of known agents name a file: Claude Code, Codex, Gemini CLI, pi, SWE-agent. The first that a call
has counts."""

UNNAMED = "(no call)"
"""The tool of a result whose call is not in the history."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one category, tool or file comes to: pieces, characters, tokens."""

    pieces: int
    characters: int
    tokens: TextTokens

    def plus(self, characters: int, tokens: TextTokens) -> "Share":
        return Share(self.pieces + 1, self.characters + characters, self.tokens + tokens)


NO_SHARE = Share(0, 0, NOTHING)


@dataclass(frozen=True, slots=True)
class Large:
    """One of the largest pieces: its message (from 0), kind, tool ("" for none), characters and tokens."""

    message: int
    kind: str
    tool: str
    characters: int
    tokens: TextTokens


@dataclass(frozen=True, slots=True)
class Context:
    """The report. It holds names of tools and files as they stand in the history, and no other word of it.

    Attributes:
        categories: by the words of CATEGORIES, all of them.
        tools: results by the tool that was called.
        files: results by the file that the call names; calls without one are not in it.
        largest: the ten largest pieces, largest first.
        total: of all categories.
        window: tokens that the model takes, None when the caller named none.
        rungs: what each rung would do to this history by itself, without a summary.
        summary_at_most: tokens that a summary could free if it said nothing: the whole middle.
        unpriced_images: images that count as nothing, since no tariff is known for the model.
    """

    dialect: str
    messages: int
    categories: Mapping[str, Share]
    tools: Mapping[str, Share]
    files: Mapping[str, Share]
    largest: tuple[Large, ...]
    total: TextTokens
    window: int | None
    rungs: tuple[RungReport, ...]
    summary_at_most: TextTokens
    unpriced_images: int

    @property
    def free(self) -> int | None:
        """Tokens of the window that are left where the text is as dear as it can be; below 0 when it may overflow."""
        return None if self.window is None else self.window - self.total.high


def context(
    messages: Sequence[RawMessage],
    model: str | None = None,
    *,
    system: str = "",
    tools: Sequence[Any] = (),
    window: int | None = None,
    keep: Keep = KEEP,
    rungs: bool = True,
    dialect: str | None = None,
) -> Context:
    """Counts a request.

    Args:
        messages: the caller's; never changed.
        model: whose tariff prices images; without one they count as nothing, and the report says how many.
        system, tools: what the request holds beside the messages: its system prompt and tool schemas.
        window: tokens that the model takes.
        keep: what the rungs would keep.
        rungs: whether to try them; a snapshot draws its pages for that.
        dialect: one of `history.DIALECTS`; None finds it.

    Raises HistoryError for messages of no or two dialects, tool schemas that are no JSON, and a window that is none.
    """
    if window is not None and (not isinstance(window, int) or isinstance(window, bool) or window < 1):
        raise HistoryError(f"window is {window!r}; it is a whole number of tokens from 1, or None")
    dialect = dialect or find_dialect(messages, model)
    views = view(messages, dialect)
    ruler = find_ruler(model)
    counts = _Counts()
    counts.add("system", system)
    for schema in tools:
        counts.add("tool schemas", _as_json(schema))
    called = _called(views)
    for i, message in enumerate(views):
        for k, part in enumerate(message.parts):
            counts.part(i, message, part, part_tokens(part, ruler), called.get((i, k), (UNNAMED, "")))
    tried: list[RungReport] = []
    if rungs:
        tried = [
            elide(messages, keep=keep, dialect=dialect, model=model).report,
            drop_images(messages, keep=keep, dialect=dialect, model=model).report,
        ]
        if model is not None:
            tried.append(draw(messages, model=model, keep=keep, dialect=dialect)[0].report)
    middle = middle_of(views, keep)
    return Context(
        dialect=dialect,
        messages=len(views),
        categories={name: counts.categories.get(name, NO_SHARE) for name in CATEGORIES},
        tools=_by_size(counts.tools),
        files=_by_size(counts.files),
        largest=tuple(sorted(counts.pieces, key=lambda piece: -piece.tokens.likely)[:LARGEST]),
        total=_sum(share.tokens for share in counts.categories.values()),
        window=window,
        rungs=tuple(tried),
        summary_at_most=total_tokens(views[middle.start : middle.stop], ruler),
        unpriced_images=sum(message.images for message in views) if ruler.tariff is None else 0,
    )


class _Counts:
    def __init__(self) -> None:
        self.categories: dict[str, Share] = {}
        self.tools: dict[str, Share] = {}
        self.files: dict[str, Share] = {}
        self.pieces: list[Large] = []

    def add(self, category: str, text: str) -> None:
        if text:
            _count(self.categories, category, len(text), text_tokens(text))

    def part(self, i: int, message: Message, part: Part, tokens: TextTokens, called: tuple[str, str]) -> None:
        signature = text_tokens(part.signature) if part.signature else NOTHING
        if part.signature:
            _count(self.categories, "signatures", len(part.signature), signature)
        said = TextTokens(tokens.low - signature.low, tokens.likely - signature.likely, tokens.high - signature.high)
        category = _category(message, part)
        characters = len(part.data or part.url) if part.kind == "image" else len(part.text)
        if not part.opaque:
            _count(self.categories, category, characters, said)
        tool = ""
        if part.kind == "result":
            tool, file = called
            _count(self.tools, tool, characters, said)
            if file:
                _count(self.files, file, characters, said)
        elif part.kind == "call":
            tool = part.name
        self.pieces.append(
            Large(i, "signatures" if part.opaque else category, tool, characters + len(part.signature), tokens)
        )


def _category(message: Message, part: Part) -> str:
    of_kind = {"call": "calls", "result": "results", "image": "images", "thinking": "thinking", "other": "other"}
    if part.kind in of_kind:
        return of_kind[part.kind]
    if message.role in RULES:
        return "system"
    return {"user": "user", "assistant": "narration"}.get(message.role, "other")


def _called(views: Sequence[Message]) -> dict[tuple[int, int], tuple[str, str]]:
    """Place of a result -> the tool of its call, and the file that it names or ""."""
    found = {}
    for (i, k), answer in answers(views).items():
        call = views[i].parts[k]
        found[answer] = (call.name or UNNAMED, _file_of(call.text))
    return found


def _file_of(arguments: str) -> str:
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(value, dict):
        return ""
    return next((value[key] for key in FILE_KEYS if isinstance(value.get(key), str)), "")


def _count(shares: dict[str, Share], name: str, characters: int, tokens: TextTokens) -> None:
    shares[name] = shares.get(name, NO_SHARE).plus(characters, tokens)


def _by_size(shares: Mapping[str, Share]) -> dict[str, Share]:
    return dict(sorted(shares.items(), key=lambda item: -item[1].tokens.likely))


def _sum(tokens: Iterable[TextTokens]) -> TextTokens:
    total = NOTHING
    for one in tokens:
        total += one
    return total


def _as_json(schema: Any) -> str:
    try:
        return json.dumps(schema, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise HistoryError(f"a tool schema is no JSON ({type(error).__name__}); pass schemas as sent") from error
