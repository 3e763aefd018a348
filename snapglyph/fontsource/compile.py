"""A drawn face -> a whole one: rules added, and proof that no two glyphs look the same."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from snapglyph.errors import FontError

from .rules import block_elements, box_drawing, braille, inverse_video
from .yaff import Drawing, parse_yaff

__all__ = ["FaceSource", "load_face", "nearest_pairs", "pixel_distance"]


@dataclass(frozen=True, slots=True)
class FaceSource:
    """One face, complete and checked.

    `glyphs` maps a code to `height` rows; a row holds `width` bits (twice that for a code in `wide`), the leftmost
    pixel highest, 1 = ink.
    """

    name: str
    width: int
    height: int
    glyphs: Mapping[int, tuple[int, ...]]
    wide: frozenset[int]


def load_face(path: Path) -> FaceSource:
    """Reads a YAFF file and completes it; the face's name is the file's.

    Raises FontError for a mistake in the file, a missing letter that a rule needs, or two glyphs that look alike.
    """
    drawing = parse_yaff(path)
    face = complete(drawing, path.stem)
    _check_distinct(face, path.name)
    return face


def complete(drawing: Drawing, name: str) -> FaceSource:
    """Adds what follows by rule; what is drawn by hand wins."""
    width, height = drawing.width, drawing.height
    try:
        inverse = inverse_video(drawing.glyphs, width, height)
    except KeyError as error:
        raise FontError(f"{name}: U+{error.args[0]:04X} is not drawn, and inverse video is made from it") from None
    by_rule = box_drawing(width, height) | block_elements(width, height) | braille(width, height) | inverse
    return FaceSource(name, width, height, by_rule | dict(drawing.glyphs), drawing.wide)


def _check_distinct(face: FaceSource, file: str) -> None:
    """No two codes share a bitmap. A wide glyph is told by its left half, so that must differ as well."""
    seen: dict[tuple[int, ...], int] = {}
    for code, rows in sorted(face.glyphs.items()):
        key = tuple(row >> face.width for row in rows) if code in face.wide else rows
        if key in seen:
            raise FontError(f"{file}: U+{seen[key]:04X} and U+{code:04X} are drawn alike; change one of them")
        seen[key] = code


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
