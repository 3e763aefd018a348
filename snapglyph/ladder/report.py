"""What a snapshot did, in sizes and counts; no word of the conversation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from snapglyph.engine import Page
from snapglyph.history import Named
from snapglyph.pricing import Price, Tariff, TextTokens, Usage

from .counting import NOTHING
from .drawing import Drawn

__all__ = ["REASONS", "BatchReport", "PageReport", "Report", "batch_report", "dollars", "page_report"]

REASONS = {
    "too-short": "there is no middle between the head and the newest turns",
    "not-full": "what is between the head and the newest turns does not fill a page yet",
    "not-smaller": "pages would not be cheaper than the text they replace",
    "dearer": "the request would cost more money than before",
    "dense": "too many ids, hashes, numbers and paths, and a list of them would cost too much",
    "pinned": "the caller pinned them",
    "request": "the first that the user asked for stays",
    "kept": "an earlier snapshot left them as text",
    "too-many-pages": "the request would hold more pages than the caller allows",
    "too-many-images": "the request would hold more images than the provider takes",
    "large-images": "with so many images in a request, the provider refuses the larger ones of the caller's own",
    "too-many-bytes": "the request would be more bytes than the provider takes",
    "resampled": "the provider would resample the pages, and pixel text does not survive that",
    "over-window": "what must stay does not fit into the window, with pages or without",
    "no-vision": "the model sees no images",
    "invalid": "the provider would refuse something in the result that it did not refuse before",
}
"""Why a history comes back untouched, why a batch or a group stays text, and what stops the drawing."""


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
class BatchReport:
    """Messages that were looked at together.

    Attributes:
        first, last: their numbers.
        reason: why they stay text, None when they are on pages.
        pages: how many.
        behind: messages among them that stay text behind the pages, by why (words of REASONS).
        text: what is drawn, as text.
        image_tokens, guide_tokens: what takes its place.
        exact_listed, exact_left: exact strings in the list, and in neither the list nor text that stays.
    """

    first: int
    last: int
    reason: str | None
    pages: int
    behind: dict[str, int]
    text: TextTokens
    image_tokens: int
    guide_tokens: int
    exact_listed: int
    exact_left: int


@dataclass(frozen=True, slots=True)
class Report:
    """What was done.

    Attributes:
        reason: None when pages are in the messages, else a word of REASONS.
        stopped: the budget that left later batches as text, None when none did.
        drawn: messages on the pages.
        before, after: tokens of all messages, images and thinking included.
        text: of what this call drew, as text, without thinking and images.
        guide_tokens: words of ours, at the high edge; image_tokens: of all pages.
        dollars_before, dollars_after: of one request with a cold cache, None without a price.
        named: what the source names instead of showing.
        note: how the model's price was resolved, "" when its id is in the table.
        violations: rules that the input broke before anything was done, with how often, as `history.validate` names
            them: a provider may refuse the result for what it would have refused in the input.
    """

    dialect: str
    model: str
    reason: str | None
    messages: int
    before: TextTokens
    after: TextTokens
    stopped: str | None = None
    drawn: int = 0
    text: TextTokens = NOTHING
    guide_tokens: int = 0
    image_tokens: int = 0
    pages: tuple[PageReport, ...] = ()
    batches: tuple[BatchReport, ...] = ()
    dollars_before: float | None = None
    dollars_after: float | None = None
    named: Named = field(default_factory=Named)
    note: str = ""
    violations: Mapping[str, int] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The reason in words, "" when pages were drawn."""
        return REASONS[self.reason] if self.reason else ""


def page_report(page: Page, price: Tariff) -> PageReport:
    """Of one page."""
    tokens = price.tokens(page.width, page.height)
    return PageReport(page.number, page.width, page.height, tokens, len(page.png), page.span[1] - page.span[0])


def batch_report(one: Drawn) -> BatchReport:
    """Of one batch."""
    batch, drawing = one.batch, one.drawing
    behind: dict[str, int] = {}
    for member in batch.kept:
        why = member.why or "kept"
        behind[why] = behind.get(why, 0) + len(member.messages)
    return BatchReport(
        batch.first,
        batch.last,
        drawing.reason,
        len(drawing.pages),
        behind,
        batch.text,
        drawing.image_tokens,
        drawing.text_tokens,
        len(drawing.exact.listed),
        len(drawing.exact.left),
    )


def dollars(price: Price | None, prompts: Sequence[TextTokens]) -> list[float | None]:
    """What requests of so many tokens, likely, cost with a cold cache."""
    return [None if price is None else price.cost(Usage(input=tokens.likely)) for tokens in prompts]
