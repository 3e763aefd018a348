"""Which page format suits a model: three densities each, and the published readings that they rest on.

Nobody's readings are of our own faces, so a cell of equal size stands in for them. The default is `dense` or
`balanced` only where readings of a like cell by that model were published; every other id gets `legible`.
"""

from collections.abc import Collection
from dataclasses import dataclass

from snapglyph.engine import PageFormat, estimate, faces, get_face
from snapglyph.engine.format import LAYOUTS
from snapglyph.errors import TariffError

from .tariffs import Tariff, tariff

__all__ = ["DENSITIES", "Choice", "Profile", "choose_format", "measure", "page_formats", "profile"]

DENSITIES = ("dense", "balanced", "legible")


@dataclass(frozen=True, slots=True)
class Profile:
    """The faces recommended for one model.

    Attributes:
        dense, balanced, legible: faces, best first; the first that exists is taken.
        default: the density that the evidence allows.
        evidence: who read what, with figures; "" when nobody published any.
    """

    dense: tuple[str, ...]
    balanced: tuple[str, ...]
    legible: tuple[str, ...]
    default: str = "legible"
    evidence: str = ""

    def face(self, density: str | None = None, having: Collection[str] | None = None) -> str:
        """The face of a density, of the default one when None. `having` is the faces that exist, ours when None."""
        wanted = self.default if density is None else density
        if wanted not in DENSITIES:
            raise TariffError(f"there is no density {wanted!r}; the densities are {', '.join(DENSITIES)}")
        existing = faces() if having is None else having
        listed: tuple[str, ...] = getattr(self, wanted)
        for name in listed:
            if name in existing:
                return name
        raise TariffError(f"none of the faces {', '.join(listed)} of density {wanted} exists here; pass a face")


_LADDER = (("5x8", "6x12", "7x14", "8x16"), ("6x12", "7x14", "8x16"), ("8x16",))

_OPUS_48 = (
    "Opus 4.8, 20 ids a size exact: 5x8 10 %, 7x10 35 %, 10x16 95 % (pxpipe); tool results: 11x16 .806, 8x16 .755, "
    "6x12 dim .351 (snapcompact)"
)
_GEMINI_35 = "Gemini 3.5 Flash, tool results: 8x22 .934, 8x16 .807 (snapcompact)"
_GPT_55 = "GPT-5.5, SQuAD prose: 8x16 .851 at once, .906 chunked; a 6x6 face .602 (snapcompact)"

_EVIDENCE: dict[str, tuple[str, str]] = {
    "claude-opus-4-8": ("legible", _OPUS_48),
    "gemini-3.5-flash": ("legible", _GEMINI_35),
    "gpt-5.5": ("legible", _GPT_55),
}
"""By exact id: the default density, and the readings. Even 8x16 is near the floor of what was read exactly, so no
published reading supports a denser default on any model yet."""


def profile(model: str) -> Profile:
    """The profile of an exact model id; ids without published readings get `legible`."""
    default, evidence = _EVIDENCE.get(model.lower(), ("legible", ""))
    return Profile(*_LADDER, default=default, evidence=evidence)


@dataclass(frozen=True, slots=True)
class Choice:
    """A page format for a text, and what it comes to.

    Attributes:
        detail: the level to send the pages at; the tokens are of that.
        pages, tokens: of all pages together.
        shrunk: pages that the model would see smaller than they are; only a last page can be, and only where a
            provider resizes every image (Gemini from 3 on).
        characters: of the text.
    """

    format: PageFormat
    detail: str
    pages: int
    tokens: int
    shrunk: int
    characters: int

    @property
    def characters_per_token(self) -> float:
        return self.characters / self.tokens if self.tokens else 0.0

    @property
    def characters_per_page(self) -> float:
        return self.characters / self.pages if self.pages else 0.0


def choose_format(
    text: str,
    model: str | Tariff,
    density: str | None = None,
    *,
    layouts: Collection[str] = LAYOUTS,
    having: Collection[str] | None = None,
) -> Choice:
    """The cheapest page format for this text that the profile and the tariff allow.

    Tries the layouts on the largest page that is not resampled, and narrower pages, which suit short lines. Formats
    whose pages are not shrunk come first; of equal costs the fewest pages win, then the first layout.
    """
    price = tariff(model) if isinstance(model, str) else model
    shown = profile(model) if isinstance(model, str) else Profile(*_LADDER)
    face = shown.face(density, having)
    formats = [fmt for layout in layouts for fmt in page_formats(price, face, layout)]
    if len(text) <= SAMPLE:
        return min((measure(text, price, fmt) for fmt in formats), key=_rank)
    middle = (len(text) - SAMPLE) // 2
    part = text[middle : middle + SAMPLE]
    best = sorted((measure(part, price, fmt) for fmt in formats), key=_rank)[:2]
    return min((measure(text, price, choice.format) for choice in best), key=_rank)


SAMPLE = 150_000
"""Characters. Of a longer text the formats are ranked by a piece from its middle, several pages of the densest face,
and only the best two are laid out whole: laying out a megabyte takes 0.02 s a format."""


def _rank(choice: Choice) -> tuple[int, int, int]:
    return choice.shrunk, choice.tokens, choice.pages


def measure(text: str, price: Tariff, fmt: PageFormat) -> Choice:
    """What a text comes to on one page format."""
    sizes = [(page.width, page.height) for page in estimate(text, format=fmt).pages]
    tokens = sum(price.tokens(*size) for size in sizes)
    shrunk = sum(price.shrinks(*size) for size in sizes)
    return Choice(fmt, price.detail, len(sizes), tokens, shrunk, len(text))


def page_formats(price: Tariff, face: str, layout: str) -> list[PageFormat]:
    """Page formats of a tariff, the best page first: other shapes of it for `packed`, narrower pages for `lines`."""
    best = price.best_page(longest=LARGEST_SIDE)
    sizes = _shapes(price, best) if layout == "packed" else _narrower(best)
    return [PageFormat(*size, face, layout, margin=_margin(size[1], get_face(face).height)) for size in sizes]


def _shapes(price: Tariff, best: tuple[int, int]) -> list[tuple[int, int]]:
    """Pages as large as the best one: where all images are resized, one shape may shrink a last page, another not."""
    width, height = best
    wider = width * 8 // 7, height * 7 // 8
    return [
        best,
        *(
            size
            for size in dict.fromkeys((best[::-1], wider, wider[::-1]))
            if size != best
            and max(size) <= LARGEST_SIDE
            and max(size) < price.many_images_edge
            and price.sees(*size) == size
            and price.tokens(*size) <= price.tokens(*best)
        ),
    ]


def _narrower(best: tuple[int, int]) -> list[tuple[int, int]]:
    width, height = best
    widths = [width * part // 4 for part in (4, 3, 2, 1)]
    return [(across, height) for across in widths if across == width or across >= NARROWEST_PAGE]


def _margin(height: int, pitch: int) -> int:
    """A full page must be as high as the tariff's page: where all images are resized, a lower one would be too."""
    margin = height % pitch // 2
    return margin if margin >= LEAST_MARGIN else margin + pitch // 2


LEAST_MARGIN = 2
"""Pixels of paper around the text."""

LARGEST_SIDE = 2304
"""Pixels: three of Gemini's tiles of 768. No reading of a page with longer sides was published."""

NARROWEST_PAGE = 320
"""Pixels. Forty cells of the widest face: most lines of code break below that."""
