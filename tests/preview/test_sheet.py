"""The contact sheet shows every page and a piece at full size."""

import numpy as np
import pytest

from snapglyph import PageFormat, render
from snapglyph.preview import contact_sheet

PAGES = render("the quick brown fox 0123456789\n" * 900, format=PageFormat(width=300, height=200))


def test_a_sheet_holds_a_piece_of_the_first_page_pixel_for_pixel() -> None:
    sheet = np.asarray(contact_sheet(PAGES[:3], ["a", "b"]))
    piece = PAGES[0].pixels[:40, :200]
    windows = np.lib.stride_tricks.sliding_window_view(sheet[-300:], piece.shape)
    rows = [(y, x) for y in range(windows.shape[0]) for x in range(20, 30) if np.array_equal(windows[y, x], piece)]
    assert len(rows) == 1


def test_the_same_pages_give_the_same_picture() -> None:
    assert contact_sheet(PAGES[:5]).tobytes() == contact_sheet(PAGES[:5]).tobytes()


def test_a_long_series_is_cut_and_says_so() -> None:
    many = PAGES * 10
    assert contact_sheet(many).height < 12_000


def test_no_pages_no_sheet() -> None:
    with pytest.raises(ValueError, match="at least one page"):
        contact_sheet([])
