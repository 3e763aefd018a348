"""How a provider turns an image into tokens, and what it refuses: a table, and the few lines that read it.

One rule so far: Claude's high-resolution tier. Models that are not in the table are refused by name, since a page
priced by another model's rule can cost more than its text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from snapglyph.errors import TariffError

__all__ = ["Tariff", "tariff"]


@dataclass(frozen=True, slots=True)
class Tariff:
    """One line of models: `ceil(w / patch) * ceil(h / patch)` tokens, after the provider's own resize.

    Attributes:
        patch: pixels of a patch's side.
        longest_edge: pixels; a longer image is scaled down to it.
        most_tokens: an image of more is scaled down to the largest size of its shape that is not.
        most_images: in a request, the caller's own included.
        many_images, many_images_edge: with more images than the first, no side may reach the second.
        image_bytes, request_bytes: of base64 text.
        note: "" or how an id that is not in the table was resolved.
    """

    line: str
    patch: int
    longest_edge: int
    most_tokens: int
    most_images: int
    many_images: int
    many_images_edge: int
    image_bytes: int
    request_bytes: int
    source: str
    date: str
    note: str = ""

    def tokens(self, width: int, height: int) -> int:
        """Tokens that an image of this size is billed; raises TariffError for a size below one pixel."""
        seen = self.sees(width, height)
        return self._patches(*seen)

    def sees(self, width: int, height: int) -> tuple[int, int]:
        """The size in pixels that reaches the model; other than (width, height) means that it was resampled."""
        if width < 1 or height < 1:
            raise TariffError(f"an image of {width}x{height} pixels does not exist")
        longest = max(width, height)
        if longest <= self.longest_edge and self._patches(width, height) <= self.most_tokens:
            return width, height
        for edge in range(min(longest, self.longest_edge), 0, -1):
            size = max(1, round(width * edge / longest)), max(1, round(height * edge / longest))
            if self._patches(*size) <= self.most_tokens:
                return size
        return 1, 1

    def _patches(self, width: int, height: int) -> int:
        return -(-width // self.patch) * -(-height // self.patch)


_CLAUDE_HIGH_RESOLUTION = Tariff(
    line="claude high resolution",
    patch=28,
    longest_edge=2576,
    most_tokens=4784,
    most_images=100,  # 600 with windows above 200k tokens; the smaller holds for all
    many_images=20,
    many_images_edge=2000,  # exactly 2,000 was refused too (Gitlawb/openclaude issue 520)
    image_bytes=5_000_000,
    request_bytes=32_000_000,
    source="anthropics/skills, claude-api, model-migration.md; patch rule measured on 5.5; vendor vision page",
    date="2026-12-01",
)

_VERSIONS: dict[str, tuple[tuple[int, int], ...]] = {
    "opus": ((4, 7), (4, 8), (5, 0), (5, 5)),
    "sonnet": ((5, 0), (5, 5)),
    "fable": ((5, 0), (5, 1), (5, 2)),
    "mythos": ((5, 0),),
}
"""Versions of the high-resolution tier, by model line."""

_CLAUDE = re.compile(
    r"(?:^|[/.:@])claude-(?P<line>[a-z]+)-(?P<major>\d{1,2})(?:[-.](?P<minor>\d{1,2}))?"
    r"(?:-(?:\d{8}|latest))?(?:-v\d+)?(?:\[1m\])?(?:[@:].*)?$"
)


def tariff(model: str) -> Tariff:
    """The rule for a model id; ids with a date, a gateway's prefix or suffix are understood.

    A version newer than the newest known takes that one's row, and `note` says so. Raises TariffError that lists
    the known ids for any other model.
    """
    match = _CLAUDE.search(model.lower())
    versions = _VERSIONS.get(match["line"], ()) if match else ()
    if match and versions:
        asked = int(match["major"]), int(match["minor"] or 0)
        if asked in versions:
            return _CLAUDE_HIGH_RESOLUTION
        if asked > versions[-1]:
            newest = _id_of(match["line"], versions[-1])
            return replace(_CLAUDE_HIGH_RESOLUTION, note=f"{model} is not known yet: priced as {newest}")
    raise TariffError(
        f"the image price of model {model!r} is not known, so pages could cost more than their text; known are "
        f"{', '.join(_known())}"
    )


def _known() -> Iterator[str]:
    return (_id_of(line, version) for line, versions in _VERSIONS.items() for version in versions)


def _id_of(line: str, version: tuple[int, int]) -> str:
    major, minor = version
    return f"claude-{line}-{major}" + (f"-{minor}" if minor else "")
