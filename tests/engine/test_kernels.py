"""Every drawing path gives the bits that a page's definition gives, pixel by pixel."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from snapglyph import PageFormat, SnapglyphError
from snapglyph.engine.layout import plan_pages
from snapglyph.engine.native import PATHS, ffi, lib, select_path
from snapglyph.engine.raster import draw

from .strategies import formats, texts

RUNNABLE = [number for number in PATHS.values() if lib.sg_path_runs(number)]


def draw_slowly(grid: NDArray[np.uint32], fmt: PageFormat, width: int, height: int) -> NDArray[np.uint8]:
    """The oracle: one Python loop over cells, straight from the face's bitmaps."""
    face, (advance, pitch) = fmt.font, fmt.cell
    size = face.cell_count * face.height
    bitmaps = np.frombuffer(ffi.buffer(face.pointer.rows, size), np.uint8).reshape(-1, face.height, 1)
    ink = (bitmaps >> np.arange(face.width - 1, -1, -1, dtype=np.uint8)) & 1
    pixels = np.ones((height, width), np.uint8)
    for (row, column), cell in np.ndenumerate(grid):
        y, x = fmt.margin + row * pitch, fmt.margin + column * advance
        pixels[y : y + face.height, x : x + face.width] = 1 - ink[cell]
    scanlines = np.zeros((height, 1 + (width + 7) // 8), np.uint8)
    scanlines[:, 1:] = np.packbits(pixels, axis=1)
    return scanlines


@given(texts, formats())
def test_all_paths_draw_what_the_definition_says(text: str, fmt: PageFormat) -> None:
    for plan in plan_pages(text, fmt):
        expected = draw_slowly(plan.grid, fmt, plan.width, plan.height)
        for path in RUNNABLE:
            assert np.array_equal(draw(plan, fmt, path=path), expected)


@given(st.integers(1, 16_384), st.integers(0, 40))
def test_any_width_and_margin_is_drawn_inside_its_buffer(width: int, margin: int) -> None:
    fmt = PageFormat(width=max(width, 2 * margin + 17 * 5), height=2 * margin + 8, margin=margin)
    plan = next(plan_pages("#" * 3000, fmt))
    expected = draw_slowly(plan.grid, fmt, plan.width, plan.height)
    for path in RUNNABLE:
        out = np.full(expected.size + 64, 0xA5, np.uint8)
        assert np.array_equal(draw(plan, fmt, out, path), expected)
        assert (out[expected.size :] == 0xA5).all()


@pytest.mark.parametrize("name", PATHS)
def test_a_path_can_be_forced(name: str) -> None:
    if PATHS[name] not in RUNNABLE:
        pytest.skip(f"this CPU cannot run {name}")
    script = (
        "from snapglyph import render, read; from snapglyph.engine.native import PATH; "
        "pages = render('same bits\\n' * 9000); assert read(pages) == 'same bits\\n' * 9000; "
        "print(PATH, *(page.sha256 for page in pages))"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"SNAPGLYPH_PATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for path in ("portable", name)
    ]
    assert int(outputs[1][0]) == PATHS[name]
    assert outputs[0][1:] == outputs[1][1:]


def test_a_path_that_does_not_exist_is_named() -> None:
    with pytest.raises(SnapglyphError, match="the paths are portable"):
        select_path("quantum")
