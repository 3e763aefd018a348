"""Page formats: everything that decides how a slice of text becomes one page."""

from dataclasses import dataclass, field
from typing import Self

from snapglyph.errors import FormatError

from .face import Face, get_face
from .native import lib
from .png import MAX_EDGE

__all__ = ["LAYOUTS", "PageFormat", "check_format"]

LAYOUTS = ("packed", "lines")

SEAL_CELLS: int = lib.SG_SEAL_CELLS
GUTTER: int = lib.SG_GUTTER
LEAST_CHARACTERS = 1 << 22
"""Characters that any page may say, however small; see `PageFormat.most_characters`."""

LONGEST_TOKEN = 8
"""Cells of the longest token of a plain text: an escape, two brackets around six digits."""

SCHEME = "1"
"""First word of a format id; changes when the same id would mean other pixels."""


@dataclass(frozen=True, slots=True)
class PageFormat:
    """Page size, face, steps, margin and layout; hashable, and checked when it is made.

    Args:
        width, height: pixels of a full page, 1..16384. A page's height is cut to the rows it uses, and a page
            that is the only one is cut in width too.
        face: name of a built-in face (`get_face` lists them in its error), or a Face, as `Face.from_font` makes it.
        layout: "packed" fills rows to the end and draws a line end as a mark; "lines" keeps real lines and sets
            them in as many newspaper columns as make the page shortest.
        advance, pitch: cell step across and down in pixels; None for the face's own cell.
        margin: blank pixels on all four sides.
        fallback: what draws the characters that the face lacks, in this order: extras ("wide": Arabic, Devanagari,
            Thai and other scripts, emoji; "cjk": Chinese, Japanese, Korean) and paths of font files. What none of
            them draws is escaped.
        header: first row says "PAGE 3", and which messages the page holds when its source has tags.

    Raises FormatError for a size that is out of range or cannot hold one token and the seal, FontError for an
    unknown face, and for a fallback that is not installed or no font.
    """

    width: int = 1568
    height: int = 1568
    face: str | Face = "5x8"
    layout: str = "packed"
    advance: int | None = None
    pitch: int | None = None
    margin: int = 4
    header: bool = False
    fallback: tuple[str, ...] = ()
    font: Face = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            _check_int(name, getattr(self, name), 1, MAX_EDGE)
        _check_int("margin", self.margin, 0, 256)
        if self.layout not in LAYOUTS:
            raise FormatError(f"there is no layout {self.layout!r}; the layouts are {', '.join(LAYOUTS)}")
        font = self.face if isinstance(self.face, Face) else get_face(self.face)
        if not isinstance(self.fallback, tuple):
            raise TypeError('fallback must be a tuple of names and paths, such as ("cjk",)')
        if self.fallback:
            from .fallback import fallback_face

            object.__setattr__(self, "fallback", tuple(map(str, self.fallback)))
            font = fallback_face(font, self.fallback)
        object.__setattr__(self, "font", font)
        if self.advance is not None:
            _check_int("advance", self.advance, font.width, lib.SG_MAX_ADVANCE)
        if self.pitch is not None:
            _check_int("pitch", self.pitch, font.height, lib.SG_MAX_PITCH)
        self._check_room()

    def _check_room(self) -> None:
        size = f"a page of {self.width}x{self.height} px with margin {self.margin} px"
        if self.columns < 1 or self.rows < 1:
            raise FormatError(f"{size} has no room for one cell of {self.cell[0]}x{self.cell[1]} px; enlarge it")
        rows = self.text_rows
        if self.layout == "packed":
            least = SEAL_CELLS + LONGEST_TOKEN
            if rows * self.columns < least:
                raise FormatError(
                    f"{size} has room for {max(rows, 0) * self.columns} cells of text; it takes {least} to "
                    f"hold one escaped character and the page's check value; enlarge it"
                )
        elif self.columns < SEAL_CELLS + 1 or rows < 2:
            raise FormatError(
                f"{size} is {self.columns} cells wide and has {max(rows, 0)} text rows; layout 'lines' takes "
                f"{SEAL_CELLS + 1} cells and 2 rows; enlarge it"
            )
        if self.header and self.columns < len("PAGE 99999"):
            raise FormatError(f"{size} is too narrow for a page header; widen it or pass header=False")

    @property
    def cell(self) -> tuple[int, int]:
        """Pixels from one cell to the next, across and down."""
        return self.advance or self.font.width, self.pitch or self.font.height

    @property
    def columns(self) -> int:
        """Cells in a row of a full page."""
        return (self.width - 2 * self.margin) // self.cell[0]

    @property
    def rows(self) -> int:
        """Rows of a full page, its header included."""
        return (self.height - 2 * self.margin) // self.cell[1]

    @property
    def text_rows(self) -> int:
        """Rows of a full page that text can use."""
        return self.rows - self.header

    @property
    def most_characters(self) -> int:
        """Characters after which a page ends though it has room; a reader refuses twice as many. Only counted blanks
        come near it: a full page of them would say 333 times its cells, and take gigabytes to read."""
        return max(LEAST_CHARACTERS, 4 * self.columns * self.rows)

    @property
    def id(self) -> str:
        """The format in one line of ASCII: what a PNG names, and all that the pixels depend on beside the text."""
        advance, pitch = self.cell
        words = (
            f"{SCHEME} face={self.font.name} font={self.font.version} layout={self.layout} cell={advance}x{pitch} "
            f"page={self.width}x{self.height} margin={self.margin} header={int(self.header)}"
        )
        if not self.fallback:
            return words
        from .fallback import fallback_id

        return f"{words} fallback={fallback_id(self.fallback)}"

    @classmethod
    def from_id(cls, text: str) -> tuple[Self, str]:
        """The format that an id names, and the font version it was drawn with.

        Raises FormatError when the id is not one of ours, when it names a font file (only who has the file can make
        that format), or when a font of its extras is another one here; FontError when an extra is not installed.
        """
        scheme, *words = text.split(" ")
        pairs = dict(word.partition("=")[::2] for word in words)
        names = {"face", "font", "layout", "cell", "page", "margin", "header"}
        drawn_with = pairs.pop("fallback", "")
        if scheme != SCHEME or pairs.keys() != names or len(text) > 400:
            raise FormatError(f"a page format id of scheme {SCHEME} was expected; this one is not readable")
        if pairs["face"].startswith("font-") or "font-" in drawn_with:
            raise FormatError(
                "the page was drawn with a font file, which no page holds; pass the format that it was drawn with"
            )
        try:
            advance, pitch = (int(n) for n in pairs["cell"].split("x"))
            width, height = (int(n) for n in pairs["page"].split("x"))
            margin, header = int(pairs["margin"]), bool(int(pairs["header"]))
        except ValueError:
            raise FormatError("a number in the page format id is malformed") from None
        fallback = tuple(entry.partition("-")[0] for entry in drawn_with.split(",")) if drawn_with else ()
        _check_extras(fallback)
        fmt = cls(width, height, pairs["face"], pairs["layout"], advance, pitch, margin, header, fallback)
        if fallback and not fmt.id.endswith(f" fallback={drawn_with}"):
            raise FormatError(
                f"the page was drawn with other fonts or another FreeType ({drawn_with}) than are installed here; "
                f"install those versions to read it"
            )
        return fmt, pairs["font"]


def check_format(value: object) -> None:
    """Raises TypeError when a caller passed something else for a page format."""
    if not isinstance(value, PageFormat):
        raise TypeError(f"format must be a PageFormat, not {type(value).__name__}")


def _check_int(name: str, value: int, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    if not least <= value <= most:
        raise FormatError(f"{name} is {value}; it must be {least}..{most} pixels")


def _check_extras(names: tuple[str, ...]) -> None:
    """A page may name an extra, never a path: what a stranger's page says must not open a file."""
    if names:
        from .fallback import EXTRAS

        if unknown := [name for name in names if name not in EXTRAS]:
            raise FormatError(f"the page names {unknown[0]!r} as a font, and the extras are {', '.join(EXTRAS)}")
