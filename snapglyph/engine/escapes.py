"""What a format cannot draw: how many characters become escapes, and which extra would draw them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from .format import PageFormat, check_format
from .source import SourceLike, events

__all__ = ["Escapes", "Tally", "count_escapes"]

_DRAWN_BY = (
    ("wide", 0x0590, 0x109F),
    ("cjk", 0x1100, 0x11FF),
    ("wide", 0x1200, 0x13FF),
    ("wide", 0x1780, 0x17FF),
    ("wide", 0x1C90, 0x1CBF),
    ("wide", 0x2600, 0x27BF),
    ("wide", 0x2D00, 0x2DDF),
    ("cjk", 0x2E80, 0x9FFF),
    ("cjk", 0xA960, 0xA97F),
    ("wide", 0xA8E0, 0xA8FF),
    ("cjk", 0xAC00, 0xD7FF),
    ("cjk", 0xF900, 0xFAFF),
    ("wide", 0xFB1D, 0xFDFF),
    ("cjk", 0xFE30, 0xFE4F),
    ("wide", 0xFE70, 0xFEFE),
    ("cjk", 0xFF00, 0xFFEF),
    ("wide", 0x1F000, 0x1FAFF),
    ("cjk", 0x20000, 0x3FFFF),
)
"""(extra, first, last) of the scripts whose fonts an extra brings; not all of a script need be in its font."""

_CJK_SHARE, _CJK_HEIGHT = 0.2, 16
"""From this share of a text on, ideographs need cells of this height: below it their strokes run together."""


@dataclass(frozen=True, slots=True)
class Escapes:
    """Of a text's characters, how many are drawn as escapes, which take six to eight cells each."""

    characters: int
    escaped: int
    by_extra: Mapping[str, int]
    """Extra -> characters that its fonts are for; "" for what no extra draws (control characters, rare scripts)."""
    cjk_share: float
    """Chinese, Japanese and Korean among the characters, 0..1."""
    advice: str
    """"" or one sentence: what to install, or to take a taller face."""


class Tally:
    """How often each code point occurs in text that comes in pieces."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}

    def add(self, text: str) -> None:
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        for code, count in zip(*(a.tolist() for a in np.unique(codes, return_counts=True)), strict=True):
            self._counts[code] = self._counts.get(code, 0) + count

    def escapes(self, fmt: PageFormat) -> Escapes:
        """What `fmt` escapes of all that was added."""
        by_extra: dict[str, int] = {}
        ideographs = 0
        for code, count in self._counts.items():
            extra = next((name for name, first, last in _DRAWN_BY if first <= code <= last), "")
            ideographs += count if extra == "cjk" else 0
            if not fmt.font.covers(code):
                by_extra[extra] = by_extra.get(extra, 0) + count
        total = sum(self._counts.values())
        share = ideographs / total if total else 0.0
        return Escapes(total, sum(by_extra.values()), by_extra, share, _advice(by_extra, share, fmt))


def count_escapes(text: SourceLike, *, format: PageFormat | None = None) -> Escapes:
    """Counts what `format` would escape; draws nothing. Takes text as `render` does; None is the default format."""
    fmt = PageFormat() if format is None else format
    check_format(fmt)
    tally = Tally()
    for event in events(text):
        if isinstance(event, str):
            tally.add(event)
    return tally.escapes(fmt)


def _advice(by_extra: Mapping[str, int], share: float, fmt: PageFormat) -> str:
    wanted = [name for name in by_extra if name and name not in fmt.fallback]
    sentences = []
    if wanted:
        extras = ",".join(sorted(wanted))
        options = " ".join(f"--fallback {name}" for name in sorted(wanted))
        count = sum(by_extra[name] for name in wanted)
        sentences.append(
            f"{count:,} characters are drawn as escapes; pip install 'snapglyph[{extras}]' and {options} draw them"
        )
    if share > _CJK_SHARE and fmt.font.height < _CJK_HEIGHT:
        sentences.append(
            f"{share:.0%} of the text is Chinese, Japanese or Korean, which takes a face of at least "
            f"{_CJK_HEIGHT} rows: 8x16"
        )
    return "; ".join(sentences)
