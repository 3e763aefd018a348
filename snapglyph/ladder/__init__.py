"""The ladder of ways to give room back: elide, drop images, snapshot, summarise; and where the tokens are."""

from .archive import pages_of
from .context import Context, Large, Share, context
from .edges import Keep
from .elide import elide
from .images import drop_images
from .page_cache import CACHE, PageCache
from .recall import Found, recall
from .reclaim import Reclaimed, draw, reclaim
from .report import BatchReport, PageReport, Report
from .rungs import Lost, Rung, RungReport
from .snapshot import Snapshot, snapshot
from .summarise import summarise

__all__ = [
    "CACHE",
    "BatchReport",
    "Context",
    "Found",
    "Keep",
    "Large",
    "Lost",
    "PageCache",
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
    "pages_of",
    "recall",
    "reclaim",
    "snapshot",
    "summarise",
]
