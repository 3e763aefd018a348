"""The error family: every error that snapglyph raises on purpose is a `SnapglyphError`.

A message says what was wrong, where, and what to do about it. Sizes, offsets and hashes may appear in it;
conversation text never does.
"""

__all__ = [
    "ConflictError",
    "FontError",
    "FormatError",
    "HistoryError",
    "NoVisionError",
    "NothingToRetryError",
    "ReadError",
    "SnapglyphError",
    "StoreError",
    "TariffError",
]


class SnapglyphError(Exception):
    """Base of the family; catch this to catch them all."""


class FontError(SnapglyphError, ValueError):
    """A face or font file is unknown, malformed, or draws two code points alike."""


class FormatError(SnapglyphError, ValueError):
    """A page format is impossible: a size out of range, a page too small, an unknown layout."""


class ReadError(SnapglyphError, ValueError):
    """A page does not say what one of our pages says; names the page and, where one exists, the cell."""


class HistoryError(SnapglyphError, ValueError):
    """A transcript is malformed or of no known dialect; names the line or message."""


class TariffError(SnapglyphError, LookupError):
    """A model's image price or limits are not known."""


class NoVisionError(TariffError):
    """A model sees no images at all."""


class StoreError(SnapglyphError):
    """A transcript store that cannot do what was asked; nothing was written."""


class ConflictError(StoreError):
    """Another writer moved the conversation's head first; read it again and decide anew."""


class NothingToRetryError(StoreError):
    """The conversation holds no turn, so there is nothing to go back to."""
