"""Every face at every scale on the same lines, in one run."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from snapglyph.engine import Face
from snapglyph.errors import FontError

from .corpus import KINDS, Line
from .drawing import draw_line
from .scoring import Score, score

__all__ = ["LineReader", "Result", "measure"]


class LineReader(Protocol):
    def read(self, line: NDArray[np.uint8]) -> str: ...


@dataclass(frozen=True, slots=True)
class Result:
    """One face at one scale on one kind of text."""

    face: str
    cell: tuple[int, int]
    scale: float
    kind: str
    score: Score


def measure(
    faces: Sequence[tuple[str, Face]],
    lines: Sequence[Line],
    reader: LineReader,
    *,
    scales: Sequence[float] = (1.0,),
    progress: Callable[[int], None] = lambda done: None,
) -> Iterator[Result]:
    """Results face by face, scale by scale, kind by kind, each when it is done.

    Args:
        faces: (name in the results, face).
        progress: told how many lines were read.

    Raises FontError when a face does not draw a character of the lines.
    """
    for name, face in faces:
        missing = sorted({char for line in lines for char in line.text if not face.covers(ord(char))})
        if missing:
            raise FontError(f"face {name} does not draw U+{ord(missing[0]):04X}, which the lines need")
    done = 0
    for name, face in faces:
        for scale in scales:
            for kind in KINDS:
                pairs = []
                for line in lines:
                    if line.kind == kind:
                        pairs.append((line, reader.read(draw_line(face, line.text, scale))))
                        done += 1
                        progress(done)
                if pairs:
                    yield Result(name, (face.width, face.height), scale, kind, score(pairs))
