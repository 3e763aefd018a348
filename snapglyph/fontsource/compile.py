"""A drawn face -> a whole one: rules and recipes added, and proof that no two glyphs look the same."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from snapglyph.errors import FontError

from . import hangul
from .bitmaps import Bitmaps
from .coverage import promised
from .drafting import Drafter, Shared, load_shared
from .invisible import invisible
from .pixels import Rows
from .rules import block_elements, box_drawing, braille, inverse_video
from .tell_apart import tell_apart
from .yaff import Drawing, parse_yaff

__all__ = ["FaceSource", "load_face", "load_faces", "nearest_pairs", "pixel_distance"]


@dataclass(frozen=True, slots=True)
class FaceSource:
    """One face, complete and checked.

    `glyphs` maps a code to `height` rows; a row holds `width` bits (twice that for a code in `wide`), the leftmost
    pixel highest, 1 = ink. `signed` are the codes that a rule drew like an earlier one, and that got a sign for it.
    """

    name: str
    width: int
    height: int
    glyphs: Mapping[int, Rows]
    wide: frozenset[int]
    signed: frozenset[int] = frozenset()


def load_faces(folder: Path, names: Iterable[str]) -> list[FaceSource]:
    """The faces of a font folder, each with everything that coverage.py promises.

    Raises FontError for a mistake in a file, two glyphs that look alike, or a promised glyph that nothing draws.
    """
    shared = load_shared(folder)
    faces = [load_face(folder / f"{name}.yaff", shared) for name in names]
    for face in faces:
        missing = sorted(promised(face.height) - face.glyphs.keys())
        if missing:
            listed = ", ".join(f"U+{code:04X}" for code in missing[:12])
            raise FontError(
                f"{face.name}: {len(missing)} promised glyphs are not drawn, {listed} the first; draw them"
            )
    return faces


def load_face(path: Path, shared: Shared | None = None) -> FaceSource:
    """Reads a YAFF file and completes it, from the shared sources too if given; the face's name is the file's.

    Raises FontError for a mistake in the file, a missing letter that a rule needs, or two glyphs that look alike.
    """
    face = complete(parse_yaff(path), path.stem, shared)
    _check_distinct(face, path.name)
    return face


def complete(drawing: Drawing, name: str, shared: Shared | None = None) -> FaceSource:
    """Adds what follows by rule; what is drawn by hand wins."""
    width, height = drawing.width, drawing.height
    try:
        inverse = inverse_video(drawing.glyphs, width, height)
    except KeyError as error:
        raise FontError(f"{name}: U+{error.args[0]:04X} is not drawn, and inverse video is made from it") from None
    by_rule = box_drawing(width, height) | block_elements(width, height) | braille(width, height) | inverse
    fixed = by_rule | dict(drawing.glyphs)
    if shared is None or drawing.metrics is None:
        return FaceSource(name, width, height, fixed, drawing.wide)
    drafted = invisible(drawing.metrics) | Drafter(drawing, name, shared).glyphs()
    drafted_wide = {code for code in drafted if shared.is_wide(code)}
    if height >= 16:
        syllables = hangul.syllables(shared.strokes)
        drafted |= syllables
        drafted_wide |= syllables.keys()
    drafted = {code: rows for code, rows in drafted.items() if code not in fixed}
    wide = drawing.wide | (drafted_wide & drafted.keys())
    apart = tell_apart(fixed, drafted, wide, width)
    signed = frozenset(code for code, rows in apart.items() if rows != drafted[code])
    return FaceSource(name, width, height, fixed | apart, wide, signed)


def _check_distinct(face: FaceSource, file: str) -> None:
    taken = Bitmaps(face.width)
    # Wide glyphs last, so that a left half meets the narrow glyph that it equals.
    for code, rows in sorted(face.glyphs.items(), key=lambda glyph: (glyph[0] in face.wide, glyph[0])):
        other = taken.clash(rows, code in face.wide)
        if other is not None:
            alike = (other in face.wide) == (code in face.wide)
            pair = f"U+{other:04X} and U+{code:04X} are drawn alike"
            half = f"U+{other:04X} is drawn like the left half of U+{code:04X}"
            raise FontError(f"{file}: {pair if alike else half}; change one of them")
        taken.add(code, rows, code in face.wide)


def pixel_distance(a: Iterable[int], b: Iterable[int]) -> int:
    """Pixels in which two glyphs of one size differ."""
    return sum((x ^ y).bit_count() for x, y in zip(a, b, strict=True))


def nearest_pairs(face: FaceSource, codes: Iterable[int], limit: int) -> Iterator[tuple[int, int, int]]:
    """(distance, code, code) of all pairs that differ in fewer than `limit` pixels."""
    listed = sorted(codes)
    for i, a in enumerate(listed):
        for b in listed[i + 1 :]:
            distance = pixel_distance(face.glyphs[a], face.glyphs[b])
            if distance < limit:
                yield distance, a, b
