"""Letters made from other letters: turned, mirrored, barred, hooked, made small, or marked as another script's.

A line of recipes.txt is a character, the letter that it starts from (or `-` for none), and what happens to it, from
left to right:

    U+0250 a turn
    U+0410 A cyrillic

`OPERATIONS` says what each word does. A word with a colon has an argument, as in `small:abc`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .pixels import Pixels, shift, squeeze
from .sources import Line, parse_character, read_lines
from .yaff import Metrics

__all__ = ["OPERATIONS", "SIGNS", "Recipe", "follow", "parse_recipes", "parse_small"]

Small = Mapping[str, Pixels]
"""The small letters of small.txt: three columns by five rows, from the cell's corner."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What one line says: `base` is a code or None."""

    line: Line
    base: int | None
    steps: tuple[tuple[str, str], ...]
    least_height: int
    """Faces of a smaller cell leave this glyph out."""

    @property
    def shape(self) -> tuple[tuple[str, str], ...]:
        """The steps less the signs: what accents and further recipes start from."""
        return tuple(step for step in self.steps if step[0] not in SIGNS)

    @property
    def signs(self) -> tuple[tuple[str, str], ...]:
        return tuple(step for step in self.steps if step[0] in SIGNS)


@dataclass(frozen=True, slots=True)
class _Kit:
    metrics: Metrics
    small: Small

    @property
    def middle(self) -> int:
        return (self.metrics.left + self.metrics.right) // 2

    @property
    def x_middle(self) -> int:
        return (self.metrics.x_top + self.metrics.baseline) // 2


def parse_recipes(path: Path) -> dict[int, Recipe]:
    """All recipes of a file; raises FontError for the first mistake."""
    found: dict[int, Recipe] = {}
    least_height = 0
    for line in read_lines(path):
        if line.words[0] == "from-height:":
            least_height = int(line.words[1])
            continue
        code = parse_character(line.words[0], line)
        if code in found:
            raise line.error("described before in this file; keep one of them")
        if len(line.words) < 2:
            raise line.error("a letter to start from was expected, or - for none")
        base = None if line.words[1] == "-" else parse_character(line.words[1], line)
        steps = tuple(word.partition(":")[::2] for word in line.words[2:])
        for name, _ in steps:
            if name not in OPERATIONS:
                raise line.error(f"there is no operation {name!r}; there are {', '.join(OPERATIONS)}")
        found[code] = Recipe(line, base, steps, least_height)
    return found


def parse_small(path: Path) -> dict[str, Pixels]:
    """small.txt: a character and its five rows of three pixels."""
    found: dict[str, Pixels] = {}
    for line in read_lines(path):
        rows = line.words[1].split("/") if len(line.words) == 2 else []
        if len(rows) != 5 or any(len(row) != 3 or set(row) - set(".@") for row in rows):
            raise line.error("five rows of three pixels . and @, parted by /, were expected")
        code = chr(parse_character(line.words[0], line))
        found[code] = frozenset((x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "@")
    return found


def follow(steps: Sequence[tuple[str, str]], recipe: Recipe, base: Pixels, metrics: Metrics, small: Small) -> Pixels:
    """The ink that some steps of a recipe lead to."""
    kit = _Kit(metrics, small)
    pixels = base
    for name, argument in steps:
        try:
            pixels = OPERATIONS[name](pixels, kit, argument)
        except KeyError as error:
            raise recipe.line.error(f"small.txt does not draw {error.args[0]!r}") from None
    return pixels


# --- whole letters ----------------------------------------------------------------------------------------


def _turn(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    return _mirror(_flip(ink, kit, ""), kit, "")


def _mirror(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """About the middle of the letter's columns, or of its own where it uses one more."""
    left, right = min(x for x, _ in ink), max(x for x, _ in ink)
    total = kit.metrics.left + kit.metrics.right if right <= kit.metrics.right else left + right
    return frozenset((total - x, y) for x, y in ink)


def _flip(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """Top to bottom: a capital stays between its lines; a small letter's stems go from above to below."""
    m = kit.metrics
    top, bottom = _top(ink), _bottom(ink)
    small = top >= m.x_top or bottom > m.baseline
    total = m.x_top + m.baseline if small else top + bottom
    return _within(frozenset((x, total - y) for x, y in ink), m)


def _over_line(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """Turned about the small letters' middle, so that an ascender becomes a descender."""
    m = kit.metrics
    turned = frozenset((m.left + m.right - x, m.x_top + m.baseline - y) for x, y in ink)
    return _within(turned, m)


def _small_capital(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    return squeeze(ink, kit.metrics.baseline - kit.metrics.x_top + 1)


def _dotless(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    return frozenset((x, y) for x, y in ink if y >= kit.metrics.x_top)


def _slant(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    middle = (_top(ink) + _bottom(ink)) // 2
    return frozenset((x + (y <= middle), y) for x, y in ink)


def _double(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """Double-struck: a second stem beside the first ink of each row."""
    first = {y: min(x for x, at in ink if at == y) for _, y in ink}
    return ink | {(x + 1 + (kit.metrics.width > 5), y) for y, x in first.items()}


def _descend(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """Down until the letter stands on the lowest row."""
    return shift(ink, 0, kit.metrics.height - 1 - _bottom(ink))


def _down(ink: Pixels, kit: _Kit, rows: str) -> Pixels:
    return shift(ink, 0, int(rows or "1"))


def _up(ink: Pixels, kit: _Kit, rows: str) -> Pixels:
    return shift(ink, 0, -int(rows or "1"))


# --- strokes across and at the ends -----------------------------------------------------------------------


def _bar(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """A bar across the middle, as far as the letter goes and a pixel more where there is room."""
    row = (_top(ink) + min(_bottom(ink), kit.metrics.baseline)) // 2
    return ink | {(x, row) for x in range(kit.metrics.left, kit.metrics.right + 1)}


def _bar_top(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    row = max(kit.metrics.x_top - 1 - kit.metrics.gap, _top(ink) + 1)
    return ink | {(x, row) for x in range(kit.metrics.left, kit.metrics.right + 1)}


def _bar_left(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    row = (_top(ink) + min(_bottom(ink), kit.metrics.baseline)) // 2
    return ink | {(x, row) for x in range(kit.middle + 1)}


def _bar_foot(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    row = min(kit.metrics.baseline + 1 + kit.metrics.gap, kit.metrics.height - 1)
    return ink | {(x, row) for x in range(kit.metrics.left, kit.metrics.right + 1)}


def _slash(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    m = kit.metrics
    top, bottom = _top(ink), min(_bottom(ink), m.baseline)
    span = max(bottom - top, 1)
    return ink | {(m.right - (m.right - m.left) * (y - top) // span, y) for y in range(top, bottom + 1)}


def _tilde(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """A wave across the middle."""
    m = kit.metrics
    row = (_top(ink) + min(_bottom(ink), m.baseline)) // 2
    return ink | {(x, row + ((x - m.left) // 2) % 2) for x in range(m.left, m.right + 1)}


def _hook_top(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """The upper left stem bends to the right."""
    top = _top(ink)
    x = min(x for x, y in ink if y == top)
    return (ink - {(x, top)}) | {(x + 1, top), (x + 2, top), (x, top + 1)}


def _hook_right_top(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """The upper right end bends to the right and down."""
    top = _top(ink)
    x = max(x for x, y in ink if y == top)
    return ink | {(x + 1, max(top - 1, 0)), (x + 1, top), (min(x + 2, kit.metrics.width - 1), top + 1)}


def _tail(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """The right foot goes below the line and bends to the right (retroflex hook)."""
    x, foot = _right_foot(ink, kit)
    end = kit.metrics.height - 1
    return ink | {(x, y) for y in range(foot, end)} | {(min(x + 1, kit.metrics.width - 1), end)}


def _hook_left(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """The right foot goes below the line and bends to the left."""
    x, foot = _right_foot(ink, kit)
    end = kit.metrics.height - 1
    return ink | {(x, y) for y in range(foot, end)} | {(x - 1, end), (x - 2, end)}


def _left_tail(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """The left foot goes below the line and bends to the left."""
    foot = max((y for _, y in ink if y <= kit.metrics.baseline), default=_bottom(ink))
    x = min(x for x, y in ink if y == foot)
    end = kit.metrics.height - 1
    return ink | {(x, y) for y in range(foot, end)} | {(max(x - 1, 0), end)}


def _descender(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """A short stroke down at the right foot, as on the Cyrillic tse."""
    m = kit.metrics
    x = min(_right_foot(ink, kit)[0] + 1, m.width - 1)
    end = m.baseline + 1 + (m.height > 10)
    return ink | {(x, y) for y in range(m.baseline, end + 1)}


def _curl(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """A small loop at the right foot."""
    m = kit.metrics
    x = m.width - 1
    return ink | {(x, m.baseline), (x - 1, m.baseline - 1), (x, m.baseline - 2)}


# --- small letters in the cell ----------------------------------------------------------------------------


def _row_of_small(ink: Pixels, kit: _Kit, text: str, top: int) -> Pixels:
    step = 4 if 4 * len(text) - 1 <= kit.metrics.width else 3
    left = max((kit.metrics.width - (step * (len(text) - 1) + 3)) // 2, 0)
    for i, char in enumerate(text):
        ink |= shift(kit.small[char], left + i * step, top)
    return ink


def _super(ink: Pixels, kit: _Kit, text: str) -> Pixels:
    return _row_of_small(ink, kit, text, max(kit.metrics.cap_top - 1, 0))


def _sub(ink: Pixels, kit: _Kit, text: str) -> Pixels:
    return _row_of_small(ink, kit, text, min(kit.metrics.baseline - 2, kit.metrics.height - 5))


def _mid(ink: Pixels, kit: _Kit, text: str) -> Pixels:
    return _row_of_small(ink, kit, text, kit.metrics.baseline - 4)


def _fraction(ink: Pixels, kit: _Kit, text: str) -> Pixels:
    """Numerator above left, denominator below right, both as tall as there is room; `1/` stands without one."""
    m = kit.metrics
    above, _, below = text.partition("/")
    tall = min(5, (m.baseline + 1 - m.gap) // 2)
    parts = [(above, 0)] if above else []
    for part, right in [*parts, (below, 1)] if below else parts:
        bottom = m.baseline if right else m.baseline - tall - m.gap
        width = 3 if len(part) == 1 else 2
        for i, char in enumerate(part):
            digit = squeeze(kit.small[char], tall)
            digit = frozenset((min(x, width - 1), y) for x, y in digit) if width == 2 else digit
            x = (m.width - (width + (width == 2)) * (len(part) - i) + (width == 2)) if right else i * (width + 1)
            ink |= shift(digit, x, bottom - _bottom(digit))
    if m.gap:
        row = m.baseline - tall
        ink |= {(x, row) for x in range(m.left, m.right + 1)}
    return ink


def _diagonal(ink: Pixels, kit: _Kit, text: str) -> Pixels:
    """Two small letters, one above left and one below right, without a bar."""
    m = kit.metrics
    for i, char in enumerate(text):
        letter = squeeze(kit.small[char], min(5, m.height // 2))
        ink |= shift(letter, i * (m.width - 3), (m.height - 1 if i else m.height // 2 - 1) - _bottom(letter))
    return ink


def _roman(ink: Pixels, kit: _Kit, text: str) -> Pixels:
    """The number between the two serif lines of a Roman numeral."""
    m = kit.metrics
    row = max(m.baseline - 5 - m.gap, 0)
    ink = _row_of_small(ink, kit, text, row + m.gap)
    ends = (row - 1 if row else 0, min(m.baseline + 1, m.height - 1))
    return ink | {(x, y) for x in range(m.width) for y in ends}


def _ringed(ink: Pixels, kit: _Kit, text: str) -> Pixels:
    """A small letter in a ring as large as the cell."""
    m = kit.metrics
    tall = min(m.height, m.width + 2 + m.gap)
    top = (m.height - tall) // 2
    right, bottom = m.width - 1, top + tall - 1
    ring = {(x, y) for x in range(1, right) for y in (top, bottom)}
    ring |= {(x, y) for x in (0, right) for y in range(top + 1, bottom)}
    return _row_of_small(ink, kit, text, top + (tall - 5) // 2) | ring


def _black(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    """White on black, within the box of the ink."""
    left, right = min(x for x, _ in ink), max(x for x, _ in ink)
    return frozenset((x, y) for x in range(left, right + 1) for y in range(_top(ink), _bottom(ink) + 1)) - ink


# --- signs that keep look-alikes apart --------------------------------------------------------------------


def _cyrillic(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    m = kit.metrics
    return ink ^ {(m.width - 1, min(m.baseline + 1, m.height - 1))}


def _greek(ink: Pixels, kit: _Kit, _: str) -> Pixels:
    return ink ^ {(kit.metrics.width - 1, max(kit.metrics.cap_top - 1, 0))}


def _sign(ink: Pixels, kit: _Kit, which: str) -> Pixels:
    """Two pixels at the foot of the cell, left to right by number: for what is told apart by a sign alone."""
    m = kit.metrics
    number = int(which or "0")
    return ink | {(x, m.height - 1) for x in range(m.width) if number >> x & 1}


def _top(ink: Pixels) -> int:
    return min(y for _, y in ink)


def _bottom(ink: Pixels) -> int:
    return max(y for _, y in ink)


def _right_foot(ink: Pixels, kit: _Kit) -> tuple[int, int]:
    foot = max((y for _, y in ink if y <= kit.metrics.baseline), default=_bottom(ink))
    return max(x for x, y in ink if y == foot), foot


def _within(ink: Pixels, m: Metrics) -> Pixels:
    """Moved into the cell where it hangs out, and made shorter where it is too tall."""
    if _bottom(ink) >= m.height:
        ink = squeeze(ink, min(_bottom(ink) - _top(ink) + 1, m.height - _top(ink)))
        ink = shift(ink, 0, m.height - 1 - _bottom(ink))
    if _top(ink) < 0:
        ink = squeeze(ink, _bottom(ink) + 1)
    return ink


OPERATIONS: Mapping[str, Callable[[Pixels, _Kit, str], Pixels]] = {
    "turn": _turn,
    "mirror": _mirror,
    "flip": _flip,
    "over": _over_line,
    "small-capital": _small_capital,
    "dotless": _dotless,
    "slant": _slant,
    "double": _double,
    "descend": _descend,
    "down": _down,
    "up": _up,
    "bar": _bar,
    "bar-top": _bar_top,
    "bar-left": _bar_left,
    "bar-foot": _bar_foot,
    "slash": _slash,
    "tilde": _tilde,
    "hook-top": _hook_top,
    "hook-right-top": _hook_right_top,
    "tail": _tail,
    "hook-left": _hook_left,
    "left-tail": _left_tail,
    "descender": _descender,
    "curl": _curl,
    "super": _super,
    "sub": _sub,
    "mid": _mid,
    "fraction": _fraction,
    "diagonal": _diagonal,
    "roman": _roman,
    "ringed": _ringed,
    "black": _black,
    "cyrillic": _cyrillic,
    "greek": _greek,
    "sign": _sign,
}
"""Each takes the ink so far, the face's measures, and its argument."""

SIGNS = frozenset({"cyrillic", "greek", "sign"})
"""Operations that only tell a glyph from another one; they are done last, on top of any accent."""
