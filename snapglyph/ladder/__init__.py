"""The ladder of ways to give room back: elide, drop images, snapshot, summarise; and where the tokens are."""

from .compaction import PageReport, Report, Snapshot, snapshot
from .context import Context, Large, Share, context
from .edges import Keep
from .elide import elide
from .images import drop_images
from .reclaim import Reclaimed, draw, reclaim
from .rungs import Lost, Rung, RungReport
from .summarise import summarise

__all__ = [
    "Context",
    "Keep",
    "Large",
    "Lost",
    "PageReport",
    "Reclaimed",
    "Report",
    "Rung",
    "RungReport",
    "Share",
    "Snapshot",
    "context",
    "draw",
    "drop_images",
    "elide",
    "reclaim",
    "snapshot",
    "summarise",
]
