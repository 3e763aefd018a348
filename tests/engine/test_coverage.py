"""Every face round-trips every code point that it claims, in both layouts."""

import pytest

from snapglyph import PageFormat, read, render
from snapglyph.engine import get_face
from snapglyph.engine.face import faces
from snapglyph.fontsource import promised


@pytest.mark.parametrize("layout", ["packed", "lines"])
@pytest.mark.parametrize("name", faces())
def test_every_promised_code_point_reads_back(name: str, layout: str) -> None:
    face = get_face(name)
    text = "\n".join(map(chr, sorted(promised(face.height))))  # a line each, so that NFC joins none
    fmt = PageFormat(width=800, height=800, face=name, layout=layout)
    assert all(face.covers(ord(char)) for char in text.replace("\n", ""))
    assert read(render(text, format=fmt)) == text


@pytest.mark.parametrize("name", faces())
def test_neighbours_that_share_a_left_half_are_told_apart(name: str) -> None:
    """Thousands of two-cell glyphs begin with the same half; the right half decides."""
    face = get_face(name)
    text = "".join(chr(code) for code in range(0xAC00, 0xAC00 + 588) if face.covers(code)) + "｛｜｝～！"
    fmt = PageFormat(width=13 * face.width + 8, height=700, face=name)  # an odd number of columns: gaps at the end
    assert read(render(text, format=fmt)) == text
