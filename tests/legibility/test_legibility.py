"""The harness without the engine: lines are fixed, drawn as a page draws them, and mistakes are counted right."""

import json
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from snapglyph import FontError, PageFormat, render
from snapglyph.engine import faces, get_face
from snapglyph.legibility import KINDS, Line, make_lines, measure, score
from snapglyph.legibility.drawing import MARGIN, draw_line
from snapglyph.legibility.scoring import Score

from ..cli.run import run


class Echo:
    """Reads what it is told to, line by line."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)

    def read(self, line: NDArray[np.uint8]) -> str:
        assert line.dtype == np.uint8
        return self.answers.pop(0)


def test_lines_are_the_same_in_every_run_and_have_every_kind() -> None:
    lines = make_lines(28)
    assert lines == make_lines(28)
    assert lines != make_lines(28, seed=1)
    assert {line.kind for line in lines} == set(KINDS)
    assert all(20 <= len(line.text) <= 86 for line in lines)
    assert all(line.ids and " ".join(line.ids) == line.text for line in lines if line.kind == "ids")
    for face in faces():
        assert all(get_face(face).covers(ord(char)) for line in lines for char in line.text)


@pytest.mark.parametrize("name", faces())
def test_a_line_is_drawn_as_a_page_draws_it(name: str) -> None:
    face, text = get_face(name), "def f(x): 0O1lI|"
    line = draw_line(face, text)
    page = render(text, format=PageFormat(width=800, height=200, face=name, margin=MARGIN))[0]
    width = len(text) * face.width
    rows = slice(MARGIN, MARGIN + face.height)
    assert np.array_equal(line[rows, MARGIN:-MARGIN], page.pixels[rows, MARGIN : MARGIN + width])
    assert line.shape == (face.height + 2 * MARGIN, width + 2 * MARGIN)
    small = draw_line(face, text, 0.5)
    assert small.shape == (round(line.shape[0] / 2), round(line.shape[1] / 2))


def test_mistakes_are_counted_by_what_was_taken_for_what() -> None:
    line = Line("ids", "O0l1 abc O0l1", ("O0l1", "abc", "O0l1"))
    found = score([(line, "00l1 abc O0l1"), (line, "O0l1 ab O0l1x")])
    assert (found.characters, found.edits) == (26, 3)
    assert found.confusions == {("O", "0"): 1, ("c", ""): 1, ("", "x"): 1}
    assert (found.ids, found.exact_ids) == (6, 3)
    assert found.exact_rate == 0.5
    assert found.error_rate == 3 / 26


def test_nothing_read_is_everything_lost() -> None:
    found = score([(Line("prose", "abc"), "")])
    assert found.error_rate == 1.0
    assert found.exact_rate is None
    assert Score(0, 0, 0, 0, found.confusions).error_rate == 0.0


def test_results_come_face_by_face_and_kind_by_kind() -> None:
    lines = [Line("prose", "ab"), Line("ids", "x1", ("x1",))]
    seen: list[int] = []
    results = list(
        measure(
            [("5x8", get_face("5x8")), ("8x16", get_face("8x16"))],
            lines,
            Echo(["ab", "x1", "aB", "xl"]),
            progress=seen.append,
        )
    )
    assert [(r.face, r.kind, r.score.edits) for r in results] == [
        ("5x8", "prose", 0),
        ("5x8", "ids", 0),
        ("8x16", "prose", 1),
        ("8x16", "ids", 1),
    ]
    assert seen == [1, 2, 3, 4]


def test_a_face_that_lacks_a_character_is_refused_before_anything_is_read() -> None:
    with pytest.raises(FontError, match=r"face 5x8 does not draw U\+6F22"):
        next(measure([("5x8", get_face("5x8"))], [Line("prose", "漢")], Echo([])))


def test_without_the_extra_the_command_says_how_to_get_it() -> None:
    try:
        import rapidocr  # noqa: F401
    except ImportError:
        assert "pip install 'snapglyph[ocr]'" in run("legibility", code=3).stderr.decode()
    else:
        told = json.loads(run("legibility", "8x16", "--lines", "1", "--json").stdout)
        assert {entry["kind"] for entry in told} == set(KINDS)
        assert all(entry["error_rate"] < 0.2 for entry in told)
