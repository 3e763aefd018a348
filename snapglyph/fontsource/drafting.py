"""The glyphs that fonts/ describes once for all faces, drawn on the lines of one face."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from snapglyph.errors import FontError

from .accents import Accents, decompose, parse_accents
from .coverage import promised
from .pixels import Pixels, Rows, from_rows, shift, to_rows
from .recipes import Recipe, follow, parse_recipes, parse_small
from .strokes import Strokes, draw_in_box, draw_strokes, parse_strokes
from .yaff import Drawing

__all__ = ["Drafter", "Shared", "load_shared"]

_DOTLESS = {ord("i"): 0x131, ord("j"): 0x237, 0x456: 0x131, 0x458: 0x237}
"""Letters that lose their dot below an accent."""

_CROWNS = frozenset((*range(0x300, 0x315), 0x342))
"""Accents that stand where the dot of an i stands."""

_HALF_KATAKANA = (
    "・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテ"
    "トナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
)
"""U+FF65..FF9F in their order."""

_HALF_CJK = {0xFF61: "。", 0xFF62: "「", 0xFF63: "」", 0xFF64: "、"}
_HALF_SYMBOLS = dict(zip(range(0xFFE8, 0xFFEF), "│←↑→↓■○", strict=True))
_FULL_SYMBOLS = dict(zip(range(0xFFE0, 0xFFE7), "¢£¬¯¦¥₩", strict=True)) | {0xFF5F: "⦅", 0xFF60: "⦆"}


@dataclass(frozen=True, slots=True)
class Shared:
    """What the line-based files of fonts/ say."""

    strokes: Mapping[int, Strokes]
    recipes: Mapping[int, Recipe]
    accents: Accents
    small: Mapping[str, Pixels]

    def is_wide(self, code: int) -> bool:
        """True for what takes two cells."""
        if 0xFF01 <= code <= 0xFF60 or 0xFFE0 <= code <= 0xFFE6:
            return True
        return code in self.strokes and code not in self.recipes and self.strokes[code].grid == "wide"


def load_shared(folder: Path) -> Shared:
    """Reads accents.txt, small.txt, recipes.txt and all of strokes/; raises FontError for the first mistake."""
    strokes: dict[int, Strokes] = {}
    for path in sorted((folder / "strokes").glob("*.txt")):
        part = parse_strokes(path)
        if twice := sorted(part.keys() & strokes.keys()):
            raise FontError(
                f"{path.name}: U+{twice[0]:04X} is drawn in another stroke file as well; keep one of them"
            )
        strokes |= part
    recipes = parse_recipes(folder / "recipes.txt")
    return Shared(strokes, recipes, parse_accents(folder / "accents.txt"), parse_small(folder / "small.txt"))


class Drafter:
    """Draws every shared glyph in one face; a glyph that the face draws by hand is taken as it is."""

    def __init__(self, drawing: Drawing, face: str, shared: Shared) -> None:
        if drawing.metrics is None:
            raise FontError(f"{face}: the property letters is missing, and accents are placed by it; put it on top")
        self._drawing, self._face, self._shared = drawing, face, shared
        self._metrics = drawing.metrics
        self._known: dict[int, Pixels | None] = {}

    def glyphs(self) -> dict[int, Rows]:
        """Code -> rows of all that can be drafted of the promised blocks, the recipes and the strokes."""
        found: dict[int, Rows] = {}
        codes = promised(self._drawing.height) | self._shared.recipes.keys() | self._shared.strokes.keys()
        for code in sorted((codes | self._shared.accents.codes()) - self._drawing.glyphs.keys()):
            if (ink := self._shape(code)) is not None:
                width = self._drawing.width * (2 if self._shared.is_wide(code) else 1)
                found[code] = to_rows(self._sign(code, ink), width, self._drawing.height)
        return found

    def _shape(self, code: int) -> Pixels | None:
        """The glyph's ink without its signs, or None when nothing says how to draw it."""
        if code not in self._known:
            self._known[code] = None  # a recipe that leads back to itself finds nothing
            self._known[code] = self._draft(code)
        return self._known[code]

    def _sign(self, code: int, ink: Pixels) -> Pixels:
        """The ink with the signs of the glyph's recipe, or of the letter that it is composed of."""
        recipe = self._recipe(code) or self._recipe(decompose(code)[0])
        return follow(recipe.signs, recipe, ink, self._metrics, self._shared.small) if recipe else ink

    def _recipe(self, code: int) -> Recipe | None:
        recipe = self._shared.recipes.get(code)
        return recipe if recipe and self._drawing.height >= recipe.least_height else None

    def _draft(self, code: int) -> Pixels | None:
        shared, height = self._shared, self._drawing.height
        if code in self._drawing.glyphs:
            return from_rows(self._drawing.glyphs[code], self._drawing.width)
        if recipe := self._recipe(code):
            return self._follow(recipe)
        if (strokes := shared.strokes.get(code)) and height >= strokes.least_height:
            return draw_strokes(strokes, self._metrics)
        if code in shared.accents.codes():
            return shared.accents.put_on(self._ring(), (code,), self._metrics, self._face)
        if (form := self._form(code)) is not None:
            return form
        return self._compose(code)

    def _follow(self, recipe: Recipe) -> Pixels:
        base = frozenset() if recipe.base is None else self._shape(recipe.base)
        if base is None:
            raise recipe.line.error(f"it starts from U+{recipe.base or 0:04X}, which face {self._face} does not draw")
        return follow(recipe.shape, recipe, base, self._metrics, self._shared.small)

    def _compose(self, code: int) -> Pixels | None:
        base, accents = decompose(code)
        if not accents or not set(accents) <= self._shared.accents.codes():
            return None
        if any(accent in _CROWNS for accent in accents):
            base = _DOTLESS.get(base, base)
        letter = self._shape(base)
        if letter is None:
            return None
        return self._shared.accents.put_on(letter, accents, self._metrics, self._face)

    def _ring(self) -> Pixels:
        """The dotted ring that an accent stands on when it stands alone."""
        m = self._metrics
        middle = (m.left + m.right) // 2
        dots = {(x, y) for y in (m.x_top, m.baseline) for x in (middle, middle + (m.right - m.left) % 2)}
        rows = range(m.x_top + 1, m.baseline)
        dots |= {(x, y) for y in rows for x in (m.left, m.right) if (y - m.x_top) % 2}
        return frozenset(dots)

    def _form(self, code: int) -> Pixels | None:
        """Half- and full-width forms."""
        width, height = self._drawing.width, self._drawing.height
        if 0xFF01 <= code <= 0xFF5E or code in _FULL_SYMBOLS:
            letter = self._shape(ord(_FULL_SYMBOLS[code]) if code in _FULL_SYMBOLS else code - 0xFEE0)
            corners = {(0, height - 1), (2 * width - 1, height - 1)}
            return None if letter is None else shift(letter, (width + 1) // 2, 0) | corners
        if code in _HALF_SYMBOLS:
            symbol = self._shape(ord(_HALF_SYMBOLS[code]))
            return None if symbol is None else symbol
        char = _HALF_CJK.get(code, "")
        if 0xFF65 <= code <= 0xFF9F:
            char = _HALF_KATAKANA[code - 0xFF65]
        elif 0xFFA0 <= code <= 0xFFDC:
            char = _half_jamo(code)
        if char and ord(char) in self._shared.strokes:
            return draw_in_box(self._shared.strokes[ord(char)], (0, 0, width - 1, height - 1))
        return None


def _half_jamo(code: int) -> str:
    """U+FFA0 is the filler; consonants follow in the order of U+3131, vowels in groups of six."""
    if code == 0xFFA0:
        return chr(0x3164)
    if code <= 0xFFBE:
        return chr(code - 0xFFA1 + 0x3131)
    return chr(0x314F + sum(1 for c in range(0xFFC2, code) if c & 7 in (2, 3, 4, 5, 6, 7)))
