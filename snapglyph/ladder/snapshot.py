"""Snapshot: head verbatim, middle as pages, tail verbatim; or the input untouched and the reason why.

The data's way: a history is taken apart (`past`), its middle's groups are judged one by one (`facts`), gathered into
batches whose edges never move (`batches`), drawn (`drawing`), held against the provider's limits (`budgets`), and put
together again (`assembly`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from snapglyph.engine import Page, PageFormat, Source
from snapglyph.errors import HistoryError, NoVisionError
from snapglyph.history import (
    Message,
    Named,
    Origin,
    broken_rules,
    find_dialect,
    find_secrets,
    new_violations,
    view,
)
from snapglyph.history.redact import Redactor
from snapglyph.history.view import RawMessage
from snapglyph.pricing import Price, Tariff, TextTokens, family_of, profile
from snapglyph.pricing import tariff as find_tariff
from snapglyph.pricing.profiles import page_formats

from .archive import make_archive
from .assembly import assemble, repeated_requests
from .batches import Batch, joined
from .budgets import MOST_PAGES, fit_bytes, fit_images, limited
from .counting import NOTHING, Ruler, minus, total_tokens
from .drawing import Drawn, Pen, encode_all
from .edges import KEEP, Keep
from .facts import Yardstick
from .middle import Judge, draw_batches
from .past import Past, past_of
from .recall import Found, recall
from .report import Report, batch_report, dollars, page_report

__all__ = ["Snapshot", "snapshot"]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`messages` to send, the `report`, the `pages`, the `source` that they were drawn from, and the `archive`.

    When `report.reason` is set, `messages` holds the caller's own objects, all of them, there are no pages, and the
    archive is the one that was passed.

    Attributes:
        source: of all pages, in NFC; `page.span` counts in its text.
        archive: JSON-safe state to keep: source and seals, no pixels. `archive.pages_of` draws the pages from it.
    """

    messages: list[Any]
    report: Report
    pages: list[Page] = field(default_factory=list)
    source: Source = field(default_factory=lambda: Source(""))
    archive: dict[str, Any] = field(default_factory=dict)
    _batches: tuple[Batch, ...] = field(default=(), repr=False)

    def recall(self, what: str, pattern: str = "") -> list[Found]:
        """Exact source text: `"page 3"`, `"message 12"`, or `"grep"` and a text; as `recall.recall`."""
        return recall(self.archive, what, pattern)

    def origin(self, page: int, position: int) -> Origin:
        """The message, part and character that stand at a position (from 0) of what a page says.

        Raises HistoryError for a page that is not there, or was drawn from an archive, which knows the message alone:
        `archive["tags"]` has it. IndexError for a position outside the page.
        """
        found = next((held for held in self.pages if held.number == page), None)
        if found is None:
            raise HistoryError(f"there is no page {page} in this snapshot")
        if not 0 <= position < found.span[1] - found.span[0]:
            raise IndexError(f"page {page} has {found.span[1] - found.span[0]} characters")
        at = found.span[0] + position
        for batch in self._batches:
            if at < len(batch.source.text):
                return _origin(batch, at, page)
            at -= len(batch.source.text)
        raise HistoryError(f"page {page} is not of this snapshot's batches")


def _origin(batch: Batch, at: int, page: int) -> Origin:
    for member in batch.members:
        length = len(member.facts.source.text)
        if at < length:
            return member.facts.written.map().origin(at)
        at -= length
    raise HistoryError(f"page {page} was drawn from an archive; only a full history leads back to characters")


def snapshot(
    messages: Sequence[RawMessage],
    *,
    model: str,
    tariff: Tariff | None = None,
    dialect: str | None = None,
    archive: Mapping[str, Any] | None = None,
    face: str | None = None,
    keep: Keep = KEEP,
    most_pages: int = MOST_PAGES,
    window: int | None = None,
    price: Price | None = None,
    secrets: Redactor | None = find_secrets,
    effort: str = "fast",
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Snapshot:
    """Draws the old middle of a history.

    Args:
        messages: the caller's provider messages; never changed. Head and tail come back as the same objects.
        model: whose tariff prices the pages, and whose tokenizer counts the text.
        tariff: of your own, for a model or a gateway that the table does not know as it is.
        dialect: one of `history.DIALECTS`; None finds it.
        archive: of the last snapshot, when `messages` are its result with new ones behind. Without it they may be the
            full history each time; the pages are the same either way.
        face: None takes the one for which there is evidence with this model, "8x16" where there is none. "5x8" holds
            three times as much and is for models that are known to read it.
        keep: head, tail and pinned messages. A group with a pinned message stays text, behind the pages around it.
        most_pages: in the request; a provider that gets too many is slow to its first token.
        window: tokens that the messages may have; a result that is likely to have more is refused.
        price: for money in the report; a result that would cost more is refused.
        secrets: finds keys, tokens and passwords in a text; each is named on the page and not shown. None shows all.
        effort, threads: as for `render`. A megabyte's pages at "small" take twice the time for 11 % fewer bytes.
        progress: is told how many pages there are so far.

    The middle is cut into batches at edges of groups, each as soon as it fills a page. What precedes an edge decides
    where it is, so as a history grows, pages stay as they are, byte for byte, and so does all before them. What has
    not filled a batch stays text. Exact strings (ids, hashes, numbers, paths, URLs) are listed as text before the
    pages of their batch, for at most 12 % of its tokens; a group too dense in them stays text behind the pages. The
    newest requests of the user stand behind the pages as text as well when they are on one.

    The pages go into user messages behind the head, the only role that every provider lets hold images: one message,
    unless text stays between them. Without its archive, a message of pages from an earlier snapshot stays as the same
    object, and what it and all before it says is not drawn again: pages are never drawn from pages.

    Raises HistoryError for messages of no or two dialects and an archive that does not go with them, TariffError for
    a model without a known price when no tariff is passed.
    """
    for name, value in (("most_pages", most_pages), ("window", window)):
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
            raise HistoryError(f"{name} is {value!r}; it is a whole number from 1")
    dialect = dialect or find_dialect(messages, model)
    views = view(messages, dialect)
    broken = broken_rules(views, dialect)
    try:
        price_list = limited(tariff or find_tariff(model), dialect)
    except NoVisionError:
        before = total_tokens(views, Ruler(None, family_of(model)))
        report = Report(dialect, model, "no-vision", len(views), before, before, violations=broken)
        return Snapshot(list(messages), report, archive=dict(archive or {}))
    fmt = _format(price_list, face or profile(model).face())
    job = _Job(
        messages, views, dialect, model, price_list, fmt, keep, archive, most_pages, window, price, effort, threads
    )
    snap = job.run(secrets, progress)
    return replace(snap, report=replace(snap.report, violations=broken))


def _format(price: Tariff, face: str) -> PageFormat:
    """The largest page that the model's provider does not resample."""
    return replace(page_formats(price, face, "packed")[0], header=True)


@dataclass(frozen=True, slots=True)
class _Job:
    messages: Sequence[RawMessage]
    views: list[Message]
    dialect: str
    model: str
    tariff: Tariff
    format: PageFormat
    keep: Keep
    archive: Mapping[str, Any] | None
    most_pages: int
    window: int | None
    price: Price | None
    effort: str
    threads: int | None

    def run(self, secrets: Redactor | None, progress: Callable[[int], object] | None) -> Snapshot:
        past = past_of(self.views, self.keep, self.archive)
        if not past.middle and not past.slots:
            return self.refuse("too-short")
        pen = Pen(self.format, self.tariff, self.ruler.family, self.effort, past.first_page)
        judge = Judge(self.pinned(past), past.asked, Yardstick(self.format, self.ruler, secrets))
        drawn = draw_batches(past, judge, pen, self.most_pages, progress)
        new = drawn[len(past.slots) :]
        if not new:
            return self.nothing_new(past, drawn, "not-full", new)
        count, stopped = fit_images(drawn, past.others, self.tariff, self.most_pages)
        encoded = encode_all(drawn[:count], self.effort, self.threads)
        count, by_bytes = fit_bytes(encoded, past.others, self.tariff)
        drawn, stopped = encoded[:count], by_bytes or stopped
        while any(one.drawing.pages for one in drawn[len(past.slots) :]):
            while not drawn[-1].drawing.pages:
                drawn.pop()  # it stays text with all behind it
            snap = self.result(past, drawn, stopped)
            if snap.report.reason != "invalid":
                return snap
            # Something behind needs what is on the last pages, such as a result that came very late.
            drawn.pop()
            stopped = "invalid"
        reason = stopped or new[0].drawing.reason or "not-smaller"
        return self.nothing_new(past, drawn[: len(past.slots)], reason, new)

    def nothing_new(self, past: Past, drawn: list[Drawn], reason: str, looked_at: Sequence[Drawn]) -> Snapshot:
        """What was sealed stays as it is; but requests that an earlier call repeated may have newer ones by now."""
        complete = len(drawn) == len(past.slots) > 0
        if not complete or len(repeated_requests(past, drawn, self.newest)) == len(past.repeated):
            return self.refuse(reason, looked_at)
        return self.result(past, encode_all(drawn, self.effort, self.threads), None)

    @property
    def ruler(self) -> Ruler:
        return Ruler(self.tariff, family_of(self.model))

    @property
    def newest(self) -> int:
        """How many of the user's newest requests stay text."""
        return max(self.keep.turns, 1)

    def pinned(self, past: Past) -> frozenset[int]:
        """Numbers of the pinned messages: indices count in the caller's list, numbers in the whole history."""
        at = len(self.views) - len(past.rest)
        return frozenset(past.rest[i - at].number for i in self.keep.pinned if at <= i < len(self.views))

    def result(self, past: Past, drawn: list[Drawn], stopped: str | None) -> Snapshot:
        repeated = repeated_requests(past, drawn, self.newest)
        messages = assemble(past, drawn, repeated, self.dialect, self.tariff.detail)
        before, after = self.tokens(past, drawn, repeated, messages)
        costs = dollars(self.price, (before, after))
        # Where nothing new is drawn and only an old request goes, as many tokens are no loss.
        least = 1 if len(drawn) > len(past.slots) else 0
        freed = minus(before, after)
        if min(freed.low, freed.likely, freed.high) < least:
            return self.refuse("not-smaller", drawn)
        if costs[0] is not None and costs[1] is not None and costs[1] >= costs[0]:
            return self.refuse("dearer", drawn)
        if self.window is not None and after.likely > self.window:
            return self.refuse("over-window", drawn)
        if new_violations(self.views, messages, self.dialect):
            return self.refuse("invalid", drawn)
        archive = make_archive(
            drawn,
            fmt=self.format,
            effort=self.effort,
            head=len(past.head),
            repeated=[message.number for message in repeated],
        )
        batches = tuple(one.batch for one in drawn if one.drawing.pages)
        pages = list(_pages(drawn))
        report = Report(
            self.dialect,
            self.model,
            None,
            len(self.views),
            before,
            after,
            stopped,
            sum(batch.drawn_count for batch in batches),
            sum((batch.text for batch in batches if not batch.settled), NOTHING),
            sum(one.drawing.text_tokens for one in drawn),
            sum(one.drawing.image_tokens for one in drawn),
            tuple(page_report(page, self.tariff) for page in pages),
            tuple(batch_report(one) for one in drawn),
            costs[0],
            costs[1],
            _named(batches),
            self.tariff.note,
        )
        source = joined([batch.source for batch in batches])
        return Snapshot(messages, report, pages, source, archive, batches)

    def tokens(
        self, past: Past, drawn: Sequence[Drawn], repeated: Sequence[Message], messages: Sequence[RawMessage]
    ) -> tuple[TextTokens, TextTokens]:
        """Of the messages before and after. What both hold is counted once; of what is drawn, its facts know it."""
        members = [member for one in drawn if one.drawing.pages for member in one.batch.members]
        gone = {message.number for member in members for message in member.messages}
        gone |= {message.number for message in past.repeated}
        known = {id(message.raw) for message in self.views}
        pages = view([raw for raw in messages if id(raw) not in known], self.dialect)
        stays = total_tokens((message for message in past.others if message.number not in gone), self.ruler)
        drawn_now = sum((member.facts.total for member in members), NOTHING)
        before = total_tokens([*past.records, *past.repeated], self.ruler) + drawn_now
        return stays + before, stays + total_tokens([*repeated, *pages], self.ruler)

    def refuse(self, reason: str, drawn: Sequence[Drawn] = ()) -> Snapshot:
        before = total_tokens(self.views, self.ruler)
        report = Report(self.dialect, self.model, reason, len(self.views), before, before, note=self.tariff.note)
        report = replace(report, batches=tuple(batch_report(one) for one in drawn))
        return Snapshot(list(self.messages), report, archive=dict(self.archive or {}))


def _pages(drawn: Sequence[Drawn]) -> Iterator[Page]:
    """All pages, their spans counted from the start of the whole source."""
    at = 0
    for one in drawn:
        for page in one.drawing.pages:
            yield replace(page, span=(at + page.span[0], at + page.span[1])) if at else page
        at += len(one.batch.source.text) if one.drawing.pages else 0


def _named(batches: Sequence[Batch]) -> Named:
    total = Named()
    for batch in batches:
        for member in batch.members:
            for name in Named.__slots__:
                setattr(total, name, getattr(total, name) + getattr(member.facts.written.named, name))
    return total
