"""Page formats: what is impossible is refused when the format is made, in a sentence that says why."""

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from snapglyph import FontError, FormatError, PageFormat, iter_pages, read, render

from .strategies import formats


@given(formats())
def test_an_id_names_the_whole_format(fmt: PageFormat) -> None:
    found, version = PageFormat.from_id(fmt.id)
    assert found.id == fmt.id
    assert version == fmt.font.version
    assert re.fullmatch(r"[ -~]{1,200}", fmt.id)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"width": 0}, "width is 0"),
        ({"height": -5}, "height is -5"),
        ({"width": 10**9}, "width is 1000000000"),
        ({"margin": -1}, "margin is -1"),
        ({"width": 12, "height": 12}, "no room for one cell"),
        ({"margin": 256, "width": 500}, "no room for one cell"),
        ({"width": 8 + 5 * 16, "height": 16}, "16 cells of text; it takes 17"),
        ({"width": 200, "height": 23, "layout": "lines"}, "1 text rows"),
        ({"width": 8 + 5 * 9, "height": 400, "header": True}, "too narrow for a page header"),
        ({"layout": "columns"}, "the layouts are packed, lines"),
        ({"advance": 4}, "advance is 4"),
        ({"advance": 17}, "advance is 17"),
        ({"pitch": 7}, "pitch is 7"),
        ({"pitch": 65}, "pitch is 65"),
    ],
)
def test_impossible_formats_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError, match=re.escape(sentence)):
        PageFormat(**options)


def test_an_unknown_face_lists_the_faces() -> None:
    with pytest.raises(FontError, match=r"no face '9x9'; the faces are 5x8, .*8x16"):
        PageFormat(face="9x9")


@pytest.mark.parametrize("value", ["1568", 1568.0, True, None])
def test_sizes_are_whole_numbers(value: object) -> None:
    with pytest.raises(TypeError, match="width must be an int"):
        PageFormat(width=value)  # type: ignore[arg-type]


def test_the_smallest_pages_work() -> None:
    text = "\U0010ffff ok\n" * 20
    for fmt in (
        PageFormat(width=17 * 5, height=8, margin=0),
        PageFormat(width=10 * 5, height=16, margin=0, layout="lines"),
        PageFormat(width=10 * 5, height=32, margin=0, header=True),
    ):
        assert read(render(text, format=fmt)) == text


@pytest.mark.parametrize("text", [b"bytes", 3, None, ["ok", 3], bytearray(b"x")])
def test_only_text_is_drawn(text: object) -> None:
    with pytest.raises(TypeError, match="must be a str"):
        render(text)  # type: ignore[arg-type]


def test_options_are_checked_before_anything_is_drawn() -> None:
    with pytest.raises(FormatError, match="the efforts are small, fast"):
        render("x", effort="best")
    with pytest.raises(FormatError, match="threads is 0"):
        render("x", threads=0)
    with pytest.raises(FormatError, match="pages count from 1"):
        render("x", first_page=0)
    with pytest.raises(FormatError, match="hold 308896"):
        iter_pages("x", out=np.empty(10, np.uint8))
    with pytest.raises(TypeError, match="flat numpy array"):
        iter_pages("x", out=np.empty((10, 10), np.uint8))
