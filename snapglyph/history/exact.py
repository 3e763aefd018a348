"""Exact strings of a text: what a reader of pixels may misread without noticing, to be listed as text beside it.

A word of prose that is misread is mended by its neighbours. An id, a hash, a number, a path has no such neighbours,
so it is listed; the less redundant it is, the sooner.
"""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from snapglyph.engine.words import telling_words
from snapglyph.pricing import text_tokens

__all__ = [
    "BUDGET",
    "RECALL",
    "Exact",
    "ExactList",
    "choose",
    "exact_list",
    "exact_strings",
    "forget_words",
    "list_tokens",
    "merged",
]

BUDGET = 0.12
"""Share of a text's tokens that its list may cost."""

RECALL = 0.99
"""Share of its exact strings that must be in the list or in text that stays, or the text is not drawn."""

KINDS = ("uuid", "hash", "id", "number", "email", "url", "path")
"""Riskiest first: nothing in a hash tells a wrong digit, a path has words in it."""

_AMOUNT = r"(?P<amount>(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,]))"
_WORD = r"(?P<word>(?<![\w-])(?=[\w-]{0,80}?\d)[A-Za-z0-9]\w*(?:-\w+)*)"
_EXACT = re.compile(
    rf"""
    (?P<url>\b(?:https?|wss?|s?ftp|ssh|git|file)://[^\s"'<>`\\)\]}}|,;]+)
  | (?P<email>(?<![\w.+-])[\w.+-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}})+)
  | (?P<path>(?<![\w./@~%+-])(?:~|\.{{1,2}})?(?:[\w@%+][\w.@%+=~-]*|\.[\w.-]+)?(?:/[\w.@%+=~-]+)+/?)
  | {_AMOUNT}
  | {_WORD}
    """,
    re.VERBOSE | re.ASCII,
)
_PLAIN = re.compile(f"{_AMOUNT}|{_WORD}", re.ASCII)
"""What a word without a slash or an at sign may hold."""

SHORTEST = 5
"""Characters of a number that is exact; a hash has seven, an id six."""

_WORD_KIND = re.compile(
    r"(?P<uuid>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})"
    r"|(?P<number>[0-9][0-9_-]*)"
    r"|(?P<hash>(?:0x)?(?=[0-9a-fA-F]*[0-9])(?=[0-9a-fA-Fx]*[a-fA-F])[0-9a-fA-F]{7,128})"
)
_DIGIT = re.compile(r"[0-9]")
_LONG_NUMBER = re.compile(r"[0-9]{5,}")
_SENTENCE_END = ".,:;!?"


@dataclass(frozen=True, slots=True)
class Exact:
    """One exact string: its kind, one of `KINDS`, and how often the text has it."""

    value: str
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class ExactList:
    """The exact strings of a text, chosen by risk within a budget.

    `listed` are in the list, `kept` in text that stays anyway, `left` in neither. `tokens` is what the list costs,
    at the high edge, since ids are the dearest kind of text; `of_tokens` is what the text costs, likely.
    """

    listed: tuple[Exact, ...]
    kept: tuple[Exact, ...]
    left: tuple[Exact, ...]
    text: str
    tokens: int
    of_tokens: int

    @property
    def recall(self) -> float:
        """Share of the exact strings, each counted once, that stay readable as text."""
        found = len(self.listed) + len(self.kept)
        return found / (found + len(self.left)) if self.left else 1.0

    @property
    def dense(self) -> bool:
        """True when too many were left out: the text should stay text."""
        return self.recall < RECALL


def exact_strings(text: str) -> list[Exact]:
    """Every exact string of a text once, riskiest first, and of one kind in the order in which they appear."""
    counts: dict[tuple[str, str], int] = {}
    # No exact string holds a blank, and a text repeats its words: each word that may hold one is looked at once.
    words = Counter(telling_words(text))
    known = _look_up(words)
    for word, count in words.items():
        for found in known[word]:
            counts[found] = counts.get(found, 0) + count
    order = {kind: i for i, kind in enumerate(KINDS)}
    strings = [Exact(value, kind, count) for (value, kind), count in counts.items()]
    return sorted(strings, key=lambda exact: order[exact.kind])


Strings: TypeAlias = tuple[tuple[str, str], ...]

_REMEMBERED: dict[str, Strings] = {}
"""What ordinary words hold: the groups of a conversation share most of theirs."""

MOST_REMEMBERED = 1 << 14
LONGEST_REMEMBERED = 80
"""Words, and characters of one: together they stay below two megabytes."""


def forget_words() -> None:
    """Empties what is remembered of words; nothing but speed depends on it."""
    _REMEMBERED.clear()


def _look_up(words: Collection[str]) -> dict[str, Strings]:
    """The exact strings of each word."""
    known = {word: found for word in words if (found := _REMEMBERED.get(word)) is not None}
    new = [word for word in words if word not in known]
    # All at once, since a call costs more than most words do. Only a slash or an at sign makes the dearer kinds.
    rich = [word for word in new if "/" in word or "@" in word]
    plain = [word for word in new if "/" not in word and "@" not in word]
    fresh = _strings_of(plain, _PLAIN) | _strings_of(rich, _EXACT)
    if len(_REMEMBERED) + len(fresh) > MOST_REMEMBERED:
        _REMEMBERED.clear()
    _REMEMBERED.update((word, found) for word, found in fresh.items() if len(word) <= LONGEST_REMEMBERED)
    return known | fresh


def _strings_of(words: Sequence[str], pattern: re.Pattern[str]) -> dict[str, Strings]:
    found: dict[str, list[tuple[str, str]]] = {word: [] for word in words}
    at, end = -1, -1  # the word that a match is in, and where it ends
    for match in pattern.finditer("\n".join(words)):
        value, kind = match[0], match.lastgroup or ""
        if kind == "word" and len(value) < SHORTEST:
            continue  # most: v2, 17, 0x1
        strings = _strings_in(value, kind)
        if strings:
            while match.start() >= end:
                at += 1
                end += len(words[at]) + 1
            found[words[at]] += strings
    return {word: tuple(strings) for word, strings in found.items()}


def _strings_in(value: str, kind: str) -> list[tuple[str, str]]:
    """What a match of `_EXACT` comes to; `kind` names its group."""
    if kind == "word":
        kind_of_word = _kind_of_word(value)
        return [(value, kind_of_word)] if kind_of_word else []
    value = value.rstrip(_SENTENCE_END)
    if kind == "path" and not _is_path(value):
        return [(piece, kind) for piece in value.split("/") if (kind := _kind_of_word(piece))]
    return [(value, "number" if kind == "amount" else kind)]


def _kind_of_word(word: str) -> str:
    """The kind of a word that has a digit in it, "" for one that is not exact: utf8, v2, x1."""
    if len(word) < SHORTEST:
        return ""
    match = _WORD_KIND.fullmatch(word)
    if match is None:
        digits = len(_DIGIT.findall(word))
        exact = digits >= 3 or (digits >= 2 and len(word) >= 12) or _LONG_NUMBER.search(word)
        return "id" if exact and len(word) >= 6 else ""
    kind = match.lastgroup or ""
    return "" if kind == "number" and not _LONG_NUMBER.search(word) else kind


def _is_path(word: str) -> bool:
    """Against and/or, 1/2 and 2024/05/15: a path begins as one, goes three deep, or ends in a name with a dot."""
    if word[0] in "/~.":
        return len(word) > 2
    if word.lower() == word.upper():
        return False  # no letter in it
    _, _, last = word.rstrip("/").rpartition("/")
    return word.count("/") > 1 or "." in last.strip(".")


def merged(lists: Iterable[Sequence[Exact]]) -> list[Exact]:
    """The exact strings of several texts, as `exact_strings` gives those of all of them together."""
    counts: dict[tuple[str, str], int] = {}
    for strings in lists:
        for exact in strings:
            key = exact.value, exact.kind
            counts[key] = counts.get(key, 0) + exact.count
    order = {kind: i for i, kind in enumerate(KINDS)}
    return sorted((Exact(*key, count) for key, count in counts.items()), key=lambda exact: order[exact.kind])


def exact_list(text: str, *, kept: str = "", budget: float = BUDGET) -> ExactList:
    """Chooses what to list of a text, riskiest first, as long as the list costs no more than `budget` of its tokens.

    Args:
        kept: text that the reader gets anyway; what stands there need not be listed.
        budget: 0 to 1.
    """
    strings = exact_strings(text)
    known = {exact.value for exact in strings if exact.value in kept} if kept else frozenset[str]()
    return choose(strings, text_tokens(text).likely, known=known, budget=budget)


def choose(
    strings: Sequence[Exact], of_tokens: int, *, known: Container[str] = (), budget: float = BUDGET
) -> ExactList:
    """`exact_list` of strings that are found already, of a text of `of_tokens` tokens; `known` ones are `kept`."""
    kept = tuple(exact for exact in strings if exact.value in known)
    asked = [exact for exact in strings if exact.value not in known] if kept else strings
    most, written, tokens = _most_that_fits(asked, of_tokens * budget)
    return ExactList(tuple(asked[:most]), kept, tuple(asked[most:]), written, tokens, of_tokens)


def list_tokens(strings: Sequence[Exact]) -> int:
    """Tokens of a list of all of them, at the high edge."""
    return text_tokens(_written(strings)).high


def _most_that_fits(asked: Sequence[Exact], limit: float) -> tuple[int, str, int]:
    """How many of the first, their list, and what it costs.

    By halving, since a list grows with what is in it: each string brings a blank or a comma and its own pieces, and
    a folder that it shares brings two braces. Nearly always all of them fit.
    """
    fits = 0, "", 0
    low, high, middle = 0, len(asked), len(asked)
    while low < high:
        written = _written(asked[:middle])
        tokens = text_tokens(written).high
        if tokens <= limit:
            low = middle
            fits = middle, written, tokens
        else:
            high = middle - 1
        middle = (low + high + 1) // 2
    return fits


def _written(listed: Sequence[Exact]) -> str:
    """One line a kind. Paths and URLs of one folder share its name: `src/{a.c,b.c}`."""
    by_kind: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for exact in listed:
        by_kind[exact.kind].append(exact.value)
    return "".join(
        f"{kind}: {' '.join(_folded(values) if kind in ('path', 'url') else values)}\n"
        for kind, values in by_kind.items()
        if values
    )


def _folded(values: Sequence[str]) -> Iterator[str]:
    folders: dict[str, list[str]] = {}
    for value in values:
        folder, slash, name = value.rpartition("/")
        folders.setdefault(folder + slash, []).append(name)
    for folder, names in folders.items():
        yield folder + (names[0] if len(names) == 1 else "{" + ",".join(names) + "}")
