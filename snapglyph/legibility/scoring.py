"""What was read against what was drawn: errors a character, identifiers that came out whole, and confusions."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from snapglyph.errors import SnapglyphError

from .corpus import Line

__all__ = ["Score", "score"]


@dataclass(frozen=True, slots=True)
class Score:
    """Of some lines: characters drawn, edits to get from what was drawn to what was read, and identifiers."""

    characters: int
    edits: int
    ids: int
    exact_ids: int
    confusions: Counter[tuple[str, str]]
    """(drawn, read) -> times; "" for a character that was lost, or that was not drawn."""

    @property
    def error_rate(self) -> float:
        """Edits a character (Levenshtein's distance, blanks included)."""
        return self.edits / self.characters if self.characters else 0.0

    @property
    def exact_rate(self) -> float | None:
        """Share of identifiers that came out whole; None without any."""
        return self.exact_ids / self.ids if self.ids else None

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.characters + other.characters,
            self.edits + other.edits,
            self.ids + other.ids,
            self.exact_ids + other.exact_ids,
            self.confusions + other.confusions,
        )


def score(pairs: Iterable[tuple[Line, str]]) -> Score:
    """Scores (line, what was read) pairs; raises SnapglyphError without the extra `ocr`."""
    try:
        from rapidfuzz.distance import Levenshtein
    except ImportError:
        raise SnapglyphError("readings are compared by rapidfuzz: pip install 'snapglyph[ocr]'") from None
    total = Score(0, 0, 0, 0, Counter())
    for line, read in pairs:
        confusions: Counter[tuple[str, str]] = Counter()
        edits = Levenshtein.editops(line.text, read)
        for kind, at, to in ((op.tag, op.src_pos, op.dest_pos) for op in edits):
            drawn = "" if kind == "insert" else line.text[at]
            seen = "" if kind == "delete" else read[to]
            confusions[drawn, seen] += 1
        words = Counter(read.split())
        exact = sum(min(count, words[word]) for word, count in Counter(line.ids).items())
        total += Score(len(line.text), len(edits), len(line.ids), exact, confusions)
    return total
