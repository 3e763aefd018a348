"""What a model is billed for an image, and what it refuses: looked up by model id.

The numbers are in `tariff_table`, the arithmetic in `rules`. Models that are in neither are refused by name, since a
page priced by another model's rule can cost more than its text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from snapglyph.errors import NoVisionError, TariffError

from .rules import UNLIMITED, Rule

__all__ = ["Limits", "Tariff", "tariff"]

LONGEST_PAGE_EDGE = 16384
"""Pixels; the longest side that a page format may have."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a provider takes in one request; UNLIMITED where it names no limit.

    Attributes:
        most_images: in a request, the caller's own included.
        many_images, many_images_edge: with more images than the first, no side may reach the second, in pixels.
        image_bytes, request_bytes: of base64 text.
        longest_edge: pixels; a longer image is refused, not resized.
        formats: of image files.
        roles: of messages that may hold images.
    """

    most_images: int = UNLIMITED
    image_bytes: int = UNLIMITED
    request_bytes: int = UNLIMITED
    longest_edge: int = UNLIMITED
    many_images: int = UNLIMITED
    many_images_edge: int = UNLIMITED
    formats: tuple[str, ...] = ("png", "jpeg", "webp", "gif")
    roles: tuple[str, ...] = ("user",)

    def within(self, other: "Limits") -> "Limits":
        """The tighter of each: what a model takes behind a gateway."""
        return Limits(
            min(self.most_images, other.most_images),
            min(self.image_bytes, other.image_bytes),
            min(self.request_bytes, other.request_bytes),
            min(self.longest_edge, other.longest_edge),
            min(self.many_images, other.many_images),
            min(self.many_images_edge, other.many_images_edge),
            tuple(name for name in self.formats if name in other.formats),
            tuple(name for name in self.roles if name in other.roles),
        )


@dataclass(frozen=True, slots=True)
class Tariff:
    """One row of the table.

    Attributes:
        line: what the row is called.
        details: rule of each detail level (OpenAI) or media resolution (Gemini); the first is the one to send. A
            provider without levels has one, named "".
        limits: of the provider, or of the gateway where that is tighter.
        source, date: where the numbers are from, and when they were read.
        evidence: "measured", "sourced" (read in the named source), "third-party" or "memory" (unchecked).
        gateway: "" or through whom the id goes.
        note: "" or how an id that is not in the table was resolved.
    """

    line: str
    details: tuple[tuple[str, Rule], ...]
    limits: Limits
    source: str
    date: str
    evidence: str
    gateway: str = ""
    note: str = ""

    def tokens(self, width: int, height: int, detail: str | None = None) -> int:
        """Tokens that an image of this size in pixels is billed.

        Raises TariffError for a size below one pixel or above what the provider takes, and for an unknown detail.
        """
        return self._rule(detail, width, height).tokens(width, height)

    def sees(self, width: int, height: int, detail: str | None = None) -> tuple[int, int]:
        """The size in pixels that reaches the model; other than (width, height) means that it was resampled.

        Raises TariffError as `tokens` does.
        """
        return self._rule(detail, width, height).sees(width, height)

    def shrinks(self, width: int, height: int, detail: str | None = None) -> bool:
        """Whether detail is lost: a side that the model sees is shorter than the one sent."""
        seen = self.sees(width, height, detail)
        return seen[0] < width or seen[1] < height

    def best_page(self, detail: str | None = None, *, longest: int = LONGEST_PAGE_EDGE) -> tuple[int, int]:
        """Width and height of the largest page that is not resampled, in a request of any number of images.

        Args:
            longest: side in pixels that the page must not exceed; the result is still whole cells of the rule.
        """
        below = min(self.limits.longest_edge + 1, self.limits.many_images_edge, longest + 1, LONGEST_PAGE_EDGE + 1)
        return self._rule(detail, 1, 1).best_page(below)

    @property
    def detail(self) -> str:
        """The detail level to send, "" where there are none."""
        return self.details[0][0]

    def _rule(self, detail: str | None, width: int, height: int) -> Rule:
        if width < 1 or height < 1:
            raise TariffError(f"an image of {width}x{height} pixels does not exist; both sides take at least one")
        if max(width, height) > self.limits.longest_edge:
            raise TariffError(
                f"an image of {width}x{height} pixels is refused for {self.line}; its sides may have "
                f"{self.limits.longest_edge} pixels"
            )
        if detail is None or detail == "auto":
            return self.details[0][1]
        for name, rule in self.details:
            if name == detail:
                return rule
        names = ", ".join(name for name, _ in self.details if name)
        has = f"its levels are {names}" if names else "it has no levels; leave detail out"
        raise TariffError(f"{self.line} has no detail level {detail!r}; {has}")

    # The limits that a request is checked against, by their short names.

    @property
    def most_images(self) -> int:
        return self.limits.most_images

    @property
    def many_images(self) -> int:
        return self.limits.many_images

    @property
    def many_images_edge(self) -> int:
        return self.limits.many_images_edge

    @property
    def image_bytes(self) -> int:
        return self.limits.image_bytes

    @property
    def request_bytes(self) -> int:
        return self.limits.request_bytes


Version = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of models: its ids with `{v}` for the version, and the row of each known version."""

    ids: str
    rows: tuple[tuple[str, Tariff], ...]

    def versions(self) -> dict[Version, Tariff]:
        return {_version(word): row for words, row in self.rows for word in words.split()}

    def newest(self) -> str:
        major, minor = max(self.versions())
        return _plain(self.ids).replace("{v}", f"{major}.{minor}" if minor else str(major))


def tariff(model: str) -> Tariff:
    """The rule for a model id; ids with a date, a gateway's prefix or suffix are understood.

    A version newer than the newest known takes that one's row, and `note` says so. Raises NoVisionError for a model
    that sees no images, TariffError with the reason for others that no page should be sent to, and with the known
    lines for any other.
    """
    from .tariff_table import BLIND, GATEWAYS, LINES, REFUSED

    name = _bare(model)
    if any(re.fullmatch(pattern, name) for pattern in BLIND):
        raise NoVisionError(f"{model!r} sees no images, so no page can be sent to it; keep its history text")
    for pattern, reason in REFUSED:
        if re.search(pattern, name):
            raise TariffError(f"no page should be sent to {model!r}: {reason}; pass a Tariff of your own to insist")
    row = next(filter(None, (_row_in(line, name, model) for line in LINES)), None)
    if row is None:
        raise TariffError(
            f"the image price of model {model!r} is not known, so pages could cost more than their text; known are "
            f"{', '.join(_known())}"
        )
    for pattern, gateway, limits in GATEWAYS:
        if re.search(pattern, model.lower()):
            return replace(row, gateway=gateway, limits=row.limits.within(limits))
    return row


def _row_in(line: Line, name: str, model: str) -> Tariff | None:
    match = _pattern(line.ids).fullmatch(name)
    if not match:
        return None
    versions = line.versions()
    if "{v}" not in line.ids:
        return next(iter(versions.values()))
    asked = int(match["major"]), int(match["minor"] or 0)
    if asked in versions:
        return versions[asked]
    newest = max(versions)
    if asked > newest:
        return replace(versions[newest], note=f"{model} is not known yet: priced as {line.newest()}")
    return None


@cache
def _pattern(ids: str) -> re.Pattern[str]:
    """The pattern of a table's `ids`: a regular expression in which a dot is a dot and {v} a version."""
    return re.compile(ids.replace(".", r"\.").replace("{v}", r"(?P<major>\d{1,2})(?:[-.](?P<minor>\d{1,2}))?"))


def _plain(ids: str) -> str:
    return re.sub(r"\(([^|)]*)[^)]*\)|\[[^]]*\]\?|-\?", r"\1", ids)


_BEHIND = re.compile(r"(?:-\d{8}|-\d{4}-\d{2}-\d{2}|-latest|-preview(?:-\d{2}-\d{2,4})?|-exp|-v\d+|\[1m\]|[@:].*)+$")
_BEFORE = re.compile(r"^(?:.*/)?(?:(?:[a-z-]+\.)*(?:anthropic|amazon|meta|mistral|deepseek|qwen|openai)\.)?")


def _bare(model: str) -> str:
    """The id without the gateway before it and the date or revision behind it."""
    return _BEHIND.sub("", _BEFORE.sub("", model.lower().strip()))


def _known() -> Iterator[str]:
    from .tariff_table import LINES

    return (line.newest() for line in LINES)


def _version(word: str) -> Version:
    major, _, minor = word.partition(".")
    return int(major), int(minor or 0)
