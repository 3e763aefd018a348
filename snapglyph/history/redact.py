"""Secrets in a text: keys, tokens and passwords, which must never be drawn.

The shapes are those that the issuers publish for secret scanning, as of 2026-12. A shape with a prefix of its own is
safe to name; the general rule (a word such as password, then a value) asks for a value that looks random.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from snapglyph.engine.words import Finder

__all__ = ["RULES", "Redactor", "Secret", "find_secrets", "redact"]


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret at `start` to `end` (exclusive) of a text, and the rule that found it."""

    start: int
    end: int
    rule: str


Redactor: TypeAlias = Callable[[str], Iterable[Secret]]
"""A hook: the secrets of a text, in order and without overlap. `find_secrets` is the default."""

_SHAPES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "private-key",
        ("-----BEGIN ",),
        r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[\w+/=\s\\:,]|-(?!-)){20,20000}-----END [A-Z ]{0,30}-----",
    ),
    ("anthropic-key", ("sk-ant-",), r"sk-ant-[A-Za-z0-9_-]{20,}"),
    ("openai-key", ("sk-",), r"sk-(?!ant-)[A-Za-z0-9_-]{32,}"),
    ("aws-key", ("AKIA", "ASIA"), r"A[KS]IA[A-Z2-7]{16}\b"),
    ("github-token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_[A-Za-z0-9]{36,}"),
    ("github-token", ("github_pat_",), r"github_pat_[A-Za-z0-9_]{60,}"),
    ("gitlab-token", ("glpat-",), r"glpat-[A-Za-z0-9_-]{20,}"),
    ("google-key", ("AIza",), r"AIza[A-Za-z0-9_-]{35}"),
    ("slack-token", ("xox",), r"xox[abeprs]-[A-Za-z0-9-]{20,}"),
    ("stripe-key", ("sk_live_", "sk_test_", "rk_live_", "rk_test_"), r"[rs]k_(?:live|test)_[A-Za-z0-9]{20,}"),
    ("huggingface-token", ("hf_",), r"hf_[A-Za-z0-9]{30,}"),
    ("npm-token", ("npm_",), r"npm_[A-Za-z0-9]{36}\b"),
    ("pypi-token", ("pypi-",), r"pypi-[A-Za-z0-9_-]{50,}"),
    ("sendgrid-key", ("SG.",), r"SG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{30,}"),
    ("jwt", ("eyJ",), r"eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"),
)
"""Rule, what it begins with, and its shape. A shape is only tried where it begins."""

_COMPILED = [
    (beginning, rule, re.compile(r"(?<![A-Za-z0-9])" + shape, re.ASCII))
    for rule, beginnings, shape in _SHAPES
    for beginning in beginnings
]
RULES = (*dict.fromkeys(rule for rule, _, _ in _SHAPES), "password-in-url", "bearer", "assigned")
"""The names of the default rules."""

_NAMES = (
    *("password", "Password", "PASSWORD", "passwd", "PASSWD", "pwd", "Pwd", "PWD"),
    *("secret", "Secret", "SECRET", "token", "Token", "TOKEN"),
    *("api_key", "API_KEY", "api-key", "Api-Key", "API-KEY", "apikey", "apiKey", "ApiKey", "APIKEY"),
    *("access_key", "ACCESS_KEY", "accesskey", "accessKey", "AccessKey"),
    *("private_key", "PRIVATE_KEY", "privateKey", "PrivateKey", "AccountKey", "accountKey"),
)
"""Names that a value which is a secret stands behind, as they are written."""

_VALUE = re.compile(r"""\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']?([^\s"'`,;<>(){}\[\]\\]{12,400})""", re.ASCII)
_BEARER = re.compile(r"earer ([A-Za-z0-9._~+/=-]{20,})", re.ASCII)
_URL_PASSWORD = re.compile(r"""://[^\s/:@"'<>]{1,100}:([^\s/:@"'<>{}$]{3,200})@""", re.ASCII)


_SOUGHT = (*(beginning for beginning, _, _ in _COMPILED), *_NAMES, "earer ", "://")
_FINDER = Finder(_SOUGHT)


def find_secrets(text: str) -> list[Secret]:
    """The secrets of a text, in order, none inside another."""
    found: list[Secret] = []
    for number, places in sorted(_FINDER.places(text).items()):
        found += _behind(text, number, places)
    apart: list[Secret] = []
    for secret in sorted(found, key=lambda secret: (secret.start, -secret.end)):
        if not apart or secret.start >= apart[-1].end:
            apart.append(secret)
    return apart


def _behind(text: str, number: int, places: Iterable[int]) -> Iterator[Secret]:
    """The secrets that begin with one of _SOUGHT, or stand behind it."""
    word = _SOUGHT[number]
    if number < len(_COMPILED):
        _, rule, shape = _COMPILED[number]
        yield from _shaped(text, places, rule, shape)
    elif word == "://":
        for at in places:
            if match := _URL_PASSWORD.match(text, at):
                yield Secret(match.start(1), match.end(1), "password-in-url")
    else:
        rule, value, skip = ("bearer", _BEARER, 0) if word == "earer " else ("assigned", _VALUE, len(word))
        for at in places:
            match = value.match(text, at + skip)
            if match and _looks_random(match[1]):
                yield Secret(match.start(1), match.end(1), rule)


def _shaped(text: str, places: Iterable[int], rule: str, shape: re.Pattern[str]) -> Iterator[Secret]:
    end = 0
    for at in places:
        match = shape.match(text, at) if at >= end else None
        # A word such as sk-this-is-a-long-css-class has the prefix of a key and no digit.
        if match and (rule != "openai-key" or _looks_random(match[0][3:])):
            yield Secret(match.start(), match.end(), rule)
        end = match.end() if match else end


def _looks_random(value: str) -> bool:
    """Letters and digits mixed as no name or number has them: process.env.KEY, my_token_name and 20240515 do not."""
    value = value[:64]  # what a secret is, it is from the start
    digits = sum(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    if digits < 3 or letters < 3 or "://" in value or value.startswith(("/", "./", "$")):
        return False
    changes = sum(a.isdigit() != b.isdigit() for a, b in pairwise(value))
    return changes >= 4 and len(set(value)) >= 8


def redact(text: str, find: Redactor = find_secrets) -> tuple[str, dict[str, int]]:
    """The text with each secret named in its place, and how many of each rule there were."""
    pieces: list[str] = []
    counts: dict[str, int] = {}
    at = 0
    for secret in find(text):
        pieces += (text[at : secret.start], f"[{secret.rule}, {secret.end - secret.start} characters]")
        counts[secret.rule] = counts.get(secret.rule, 0) + 1
        at = secret.end
    return "".join([*pieces, text[at:]]), counts
