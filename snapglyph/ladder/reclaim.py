"""The ladder: climbs from the rung that loses least, and stops as soon as the history fits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from snapglyph.errors import HistoryError
from snapglyph.history import broken_rules, find_dialect, view
from snapglyph.history.view import RawMessage
from snapglyph.pricing import Tariff, TextTokens

from .counting import Ruler, find_ruler, minus, total_tokens
from .edges import KEEP, Keep
from .elide import Remarkable, elide, looks_remarkable
from .images import KEEP_IMAGES, drop_images
from .rungs import Rung, RungReport, untouched
from .snapshot import Snapshot, snapshot
from .summarise import REQUEST_TOKENS, Summariser, summarise

__all__ = ["EDGES", "Reclaimed", "draw", "reclaim"]

EDGES = {"threshold": "likely", "overflow": "high"}
"""By reason, the edge of the estimate that must fit. A request that overflowed once must not do so again, so
there the text is taken to be as dear as it can be."""

TAIL_SHARE = 4
"""A tail may have twice `Keep.tail_tokens`, so with at most a quarter of the room for that it takes half of it."""


@dataclass(frozen=True, slots=True)
class Reclaimed:
    """What the climb came to.

    Attributes:
        messages: to send.
        rungs: a report for each rung that was tried, in order.
        before, after: tokens of the history.
        target_tokens: what was asked for.
        reached: whether the result fits; when it is False, everything allowed was tried.
        snapshot: of rung 3 when it drew pages that are in the messages, for its archive and pages.
        violations: rules that the input broke before anything was done, with how often, as for a snapshot's report.
    """

    messages: list[Any]
    rungs: tuple[RungReport, ...]
    before: TextTokens
    after: TextTokens
    target_tokens: int
    reached: bool
    snapshot: Snapshot | None = None
    violations: Mapping[str, int] = field(default_factory=dict)

    @property
    def freed(self) -> TextTokens:
        """Tokens at each edge."""
        return minus(self.before, self.after)


def reclaim(
    messages: Sequence[RawMessage],
    *,
    model: str,
    target_tokens: int,
    reason: str = "threshold",
    beside_tokens: int = 0,
    keep: Keep = KEEP,
    keep_images: int = KEEP_IMAGES,
    remarkable: Remarkable = looks_remarkable,
    face: str | None = None,
    archive: Mapping[str, Any] | None = None,
    summariser: Summariser | None = None,
    request_tokens: int = REQUEST_TOKENS,
    dialect: str | None = None,
) -> Reclaimed:
    """Gives room back: 1 elide old results, 2 drop old images, 3 draw a snapshot, 4 summarise.

    Args:
        messages: the caller's; never changed.
        model: whose tariff prices images and pages. For one without, rung 3 is refused by name and the others climb.
        target_tokens: that the history and `beside_tokens` may have together.
        reason: a word of `EDGES`. On "overflow" nothing but CPU is used until rungs 1 to 3 have been tried; rung 4
            comes last on "threshold" as well.
        beside_tokens: of the request outside the messages: system prompt, tool schemas.
        keep: as for each rung; its `tail_tokens` are at most a quarter of the room, so that something is left to cut.
        keep_images, remarkable, face: what rungs 1 and 2 keep, and how pages are drawn.
        archive: of the last result's snapshot, when `messages` go on from that result; as for `snapshot`.
        summariser, request_tokens: for rung 4, which is not climbed without a function.

    Rung 4 summarises what rung 2 left, since nothing is made from pages; its result counts only when it is smaller
    than that of rung 3.

    Raises HistoryError for messages of no or two dialects, and for a target or reason that is none.
    """
    if reason not in EDGES:
        raise HistoryError(f"reason is {reason!r}; it is one of {', '.join(EDGES)}")
    for name, value, least in (("target_tokens", target_tokens, 1), ("beside_tokens", beside_tokens, 0)):
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise HistoryError(f"{name} is {value!r}; it is a whole number from {least}")
    dialect = dialect or find_dialect(messages, model)
    climb = _Climb(find_ruler(model), dialect, EDGES[reason], target_tokens - beside_tokens)
    keep = replace(keep, tail_tokens=max(0, min(keep.tail_tokens, climb.room // TAIL_SHARE)))
    before = climb.size(messages)
    broken = broken_rules(view(messages, dialect), dialect)
    rungs: list[RungReport] = []
    drawn: Snapshot | None = None

    def result(now: list[Any]) -> Reclaimed:
        after = climb.size(now)
        return Reclaimed(now, tuple(rungs), before, after, target_tokens, climb.fits(after), drawn, broken)

    now = list(messages)
    if climb.fits(before):
        return result(now)
    step = elide(now, keep=keep, remarkable=remarkable, dialect=dialect, model=model)
    rungs.append(step.report)
    if climb.fits(step.report.after):
        return result(step.messages)
    step = drop_images(step.messages, keep=keep, keep_images=keep_images, dialect=dialect, model=model)
    rungs.append(step.report)
    now = written = step.messages
    if climb.fits(step.report.after):
        return result(now)
    step, drawn = draw(now, model=model, keep=keep, face=face, archive=archive, dialect=dialect)
    rungs.append(step.report)
    now, size = step.messages, step.report.after
    if climb.fits(size):
        return result(now)
    if summariser is None:
        rungs.append(untouched("summarise", now, size, "no-summariser").report)
        return result(now)
    step = summarise(written, summariser, keep=keep, request_tokens=request_tokens, dialect=dialect, model=model)
    rungs.append(step.report)
    if climb.edge(step.report.after) < climb.edge(size):
        now, drawn = step.messages, None
    return result(now)


@dataclass(frozen=True, slots=True)
class _Climb:
    ruler: Ruler
    dialect: str
    name: str
    room: int

    def size(self, messages: Sequence[RawMessage]) -> TextTokens:
        return total_tokens(view(messages, self.dialect), self.ruler)

    def edge(self, tokens: TextTokens) -> int:
        tokens_at: int = getattr(tokens, self.name)
        return tokens_at

    def fits(self, tokens: TextTokens) -> bool:
        return self.edge(tokens) <= self.room


def draw(
    messages: Sequence[RawMessage],
    *,
    model: str,
    tariff: Tariff | None = None,
    keep: Keep = KEEP,
    face: str | None = None,
    archive: Mapping[str, Any] | None = None,
    dialect: str | None = None,
) -> tuple[Rung, Snapshot | None]:
    """Rung 3 by itself: `snapshot`, told as a rung, and the snapshot where it drew.

    Raises HistoryError as `snapshot` does. For a model without a tariff the reason is "no-tariff".
    """
    dialect = dialect or find_dialect(messages, model)
    ruler = find_ruler(model)
    if ruler.tariff is None and tariff is None:
        before = total_tokens(view(messages, dialect), ruler)
        return untouched("snapshot", messages, before, "no-tariff"), None
    snap = snapshot(messages, model=model, tariff=tariff, dialect=dialect, face=face, keep=keep, archive=archive)
    report = snap.report
    kept = {"messages on pages": report.drawn, "pages": len(snap.pages)} if snap.pages else {}
    rung = Rung(snap.messages, RungReport("snapshot", report.before, report.after, kept, (), report.reason))
    return rung, None if report.reason else snap
