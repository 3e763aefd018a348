"""Snapshot: head verbatim, middle as pages, tail verbatim; or the input untouched and the reason why."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from snapglyph.engine import Page, PageFormat, Source, estimate, render
from snapglyph.errors import HistoryError
from snapglyph.history import (
    DIALECTS,
    Message,
    Named,
    exact_list,
    find_dialect,
    find_groups,
    find_secrets,
    sent_texts,
    serialise_mapped,
    turn_starts,
    view,
)
from snapglyph.history.redact import Redactor
from snapglyph.history.view import RawMessage
from snapglyph.pricing import Tariff, TextTokens, family_of, tariff, text_tokens

from .archive import Found, make_archive, recall
from .guide import END, EXACT, Record, guide_text, record_in
from .limits import bytes_refused, images_refused

__all__ = ["PageReport", "Report", "Snapshot", "snapshot"]

PAGE_EDGE = 1932
"""Pixels. The largest square that Claude's high-resolution tier bills whole: 69 * 69 patches = 4,761 of 4,784
tokens; and below the 2,000 px that requests with more than 20 images allow."""

RULES = ("system", "developer")
"""Roles that tell the model how to work."""

MESSAGE_OVERHEAD = 8
"""Tokens for one more message and its blocks; an estimate, on the high side."""

REASONS = {
    "too-short": "there is no middle between the head and the newest turns",
    "not-smaller": "pages would not be cheaper than the text they replace",
    "too-many-images": "the request would hold more images than the provider takes",
    "large-images": "with so many images in a request, the provider refuses the larger ones of the caller's own",
    "too-many-bytes": "the request would be more bytes than the provider takes",
    "resampled": "the provider would resample the pages, and pixel text does not survive that",
}
"""Why a history can come back untouched."""


@dataclass(frozen=True, slots=True)
class PageReport:
    """One page: pixels, tokens, bytes of PNG, and the characters of the source that it holds."""

    number: int
    width: int
    height: int
    tokens: int
    png_bytes: int
    characters: int


@dataclass(frozen=True, slots=True)
class Report:
    """What was done. Sizes only; no word of the conversation.

    `reason` is None when pages were drawn, else a key of `REASONS`. `text` estimates the middle as text, `guide`
    and `image_tokens` are what takes its place. `drawn` is the number of messages on the pages.
    """

    dialect: str
    model: str
    reason: str | None
    messages: int
    drawn: int
    before: TextTokens
    text: TextTokens
    guide_tokens: int
    image_tokens: int
    pages: tuple[PageReport, ...]
    named: Named
    note: str

    @property
    def after(self) -> TextTokens:
        """The whole history once the middle is pages."""
        if self.reason:
            return self.before
        new = self.guide_tokens + self.image_tokens
        kept = (getattr(self.before, edge) - getattr(self.text, edge) for edge in ("low", "likely", "high"))
        low, likely, high = (tokens + new for tokens in kept)
        return TextTokens(low, likely, high)

    @property
    def sentence(self) -> str:
        """The reason in words, "" when pages were drawn."""
        return REASONS[self.reason] if self.reason else ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`messages` to send, the `report`, the `pages`, and the `source` that they were drawn from.

    When `report.reason` is set, `messages` holds the caller's own objects, all of them, and there are no pages.
    """

    messages: list[Any]
    report: Report
    pages: list[Page] = field(default_factory=list)
    source: Source = field(default_factory=lambda: Source(""))

    @property
    def archive(self) -> dict[str, Any]:
        """JSON-safe state to keep: source, format and seals, no pixels. `pages_of` draws the pages from it."""
        return make_archive(self.source, self.pages)

    def recall(self, what: str, pattern: str = "") -> list[Found]:
        """Exact source text by `"page 3"`, `"message 12"` or `"grep"`; as `archive.recall`."""
        return recall(self.archive, what, pattern)


def snapshot(
    messages: Sequence[RawMessage],
    *,
    model: str,
    dialect: str | None = None,
    face: str = "8x16",
    keep_turns: int = 2,
    tail_tokens: int = 20_000,
    secrets: Redactor | None = find_secrets,
    threads: int | None = None,
) -> Snapshot:
    """Draws the old middle of a history.

    Args:
        messages: the caller's provider messages; never changed. Head and tail come back as the same objects.
        model: whose tariff prices the pages.
        dialect: one of `history.DIALECTS`; None finds it.
        face: "8x16" is legible to every model that reads pages; "5x8" holds three times as much and is for models
            that are known to read it.
        keep_turns: newest turns that stay text; with 0 only the last group does, since it may be a request that
            waits for its answer or a call that waits for its result. When the turns to keep alone are more than half
            of the history (an agent's one long turn), the newest groups with at least `tail_tokens` tokens, or a
            third of the history if that is less, stay instead.
        secrets: finds keys, tokens and passwords in a text; each is named on the page and not shown. None shows all.
        threads: as for `render`.

    Exact strings of what is drawn (ids, hashes, numbers, paths, URLs) are listed as text before the pages, riskiest
    first, for at most 12 % of the text's tokens; the list counts in the price.

    The pages go into one user message behind the head, the only role that every provider lets hold images. It may
    stand beside another user message; the Anthropic and OpenAI APIs take that (the former merges them).

    A message of pages from an earlier snapshot stays, as the same object, in front of the new one, and what it and
    all before it says is not drawn again: pages are never drawn from pages. Numbers of pages and messages go on.

    Raises HistoryError for messages of no or two dialects, TariffError for a model without a known price.
    """
    for name, value in (("keep_turns", keep_turns), ("tail_tokens", tail_tokens)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise HistoryError(f"{name} is {value!r}; it is a whole number from 0")
    price = tariff(model)
    dialect = dialect or find_dialect(messages)
    views = view(messages, dialect)
    records = {i: record for i, message in enumerate(views) if (record := record_in(message))}
    start, end = _middle(views, list(records), keep_turns, tail_tokens, family_of(model))
    middle = _numbered_on(views[start:end], records)
    written = serialise_mapped(middle, secrets=secrets)
    source, named = written.source, written.named
    plan = _Plan(views, start, end, source, named, dialect, model, price, face)
    if not source.text:
        return plan.refuse(messages, "too-short")

    first_page = 1 + sum(record.pages for record in records.values())
    said = estimate(source, format=plan.format, first_page=first_page)
    image_tokens = sum(price.tokens(page.width, page.height) for page in said.pages)
    guide = guide_text(source, plan.format, len(said.pages), (middle[0].number, middle[-1].number))
    exact = exact_list(source.text).text
    texts = [guide, f"{EXACT}\n{exact}"] if exact else [guide]
    plan = plan.with_pages(image_tokens, "".join(texts))
    if reason := plan.why_not([(page.width, page.height) for page in said.pages]):
        return plan.refuse(messages, reason)
    pages = render(source, format=plan.format, threads=threads, first_page=first_page)
    if bytes_refused([*messages[:start], *messages[end:]], [page.png for page in pages], price):
        return plan.refuse(messages, "too-many-bytes")
    drawn = DIALECTS[dialect].user_message([*texts, *(page.png for page in pages), END])
    return Snapshot([*messages[:start], drawn, *messages[end:]], plan.report(None, pages), pages, source)


# --- what to draw -----------------------------------------------------------------------------------------


def _middle(
    views: list[Message], records: list[int], keep_turns: int, tail_tokens: int, family: str
) -> tuple[int, int]:
    """Indices of the first and behind the last message to draw; equal when there is nothing between."""
    groups = find_groups(views)
    starts = [i for i in turn_starts(views) if i not in records]
    if starts:
        head = next(group.end for group in groups if group.start <= starts[0] < group.end)
    else:  # an agent's record that lacks its request: only its rules are worth keeping in front
        head = next((i for i, message in enumerate(views) if message.role not in RULES), len(views))
    head = max([head, *(i + 1 for i in records)])
    newest = starts[-keep_turns] if 0 < keep_turns <= len(starts) else (len(views) if keep_turns < 1 else 0)
    total = text_tokens("".join(sent_texts(views)), family).low
    if newest < head or text_tokens("".join(sent_texts(views[newest:])), family).low * 2 > total:
        newest = _newest_groups(views, min(tail_tokens, total // 3), family)
    tail = max((group.start for group in groups if group.start <= newest), default=0)
    return (head, tail) if tail > head else (head, head)


def _numbered_on(middle: list[Message], records: dict[int, Record]) -> list[Message]:
    """Message numbers that go on from those on earlier pages, whose messages are not in the list any more."""
    if not records:
        return middle
    at, record = max(records.items())
    return [replace(message, number=message.number - (at + 1) + record.last) for message in middle]


def _newest_groups(views: list[Message], tail_tokens: int, family: str) -> int:
    held = 0
    for group in reversed(find_groups(views)):
        held += text_tokens("".join(sent_texts(views[group.start : group.end])), family).low
        if held >= tail_tokens:
            return group.start
    return 0


# --- whether to draw it -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    views: list[Message]
    start: int
    end: int
    source: Source
    named: Named
    dialect: str
    model: str
    price: Tariff
    face: str
    image_tokens: int = 0
    guide_tokens: int = 0

    @property
    def format(self) -> PageFormat:
        return PageFormat(width=PAGE_EDGE, height=PAGE_EDGE, face=self.face, header=True)

    @property
    def text(self) -> TextTokens:
        return self.count("".join(sent_texts(self.views[self.start : self.end])))

    def count(self, text: str) -> TextTokens:
        """By the tokenizer of the model."""
        return text_tokens(text, family_of(self.model))

    def with_pages(self, image_tokens: int, guide: str) -> "_Plan":
        guide_tokens = self.count(guide).high + self.count(END).high + MESSAGE_OVERHEAD
        return replace(self, image_tokens=image_tokens, guide_tokens=guide_tokens)

    def why_not(self, sizes: list[tuple[int, int]]) -> str | None:
        kept = self.views[: self.start] + self.views[self.end :]
        if reason := images_refused(kept, sizes, self.price):
            return reason
        # The low edge: pages must win even where the text is cheapest.
        if self.image_tokens + self.guide_tokens >= self.text.low:
            return "not-smaller"
        return None

    def refuse(self, messages: Sequence[RawMessage], reason: str) -> Snapshot:
        return Snapshot(list(messages), self.report(reason, []))

    def report(self, reason: str | None, pages: list[Page]) -> Report:
        return Report(
            dialect=self.dialect,
            model=self.model,
            reason=reason,
            messages=len(self.views),
            drawn=0 if reason else self.end - self.start,
            before=self.count("".join(sent_texts(self.views))),
            text=self.text,
            guide_tokens=self.guide_tokens,
            image_tokens=self.image_tokens,
            pages=tuple(
                PageReport(
                    page.number,
                    page.width,
                    page.height,
                    self.price.tokens(page.width, page.height),
                    len(page.png),
                    page.span[1] - page.span[0],
                )
                for page in pages
            ),
            named=self.named,
            note=self.price.note,
        )
