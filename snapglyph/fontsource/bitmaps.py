"""The rule that makes pages readable: no two glyphs alike, and no narrow glyph the left half of a wide one."""

from .pixels import Rows

__all__ = ["Bitmaps"]


class Bitmaps:
    """The bitmaps that are taken. A blank glyph clashes with the blank itself, which every face has."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._narrow: dict[Rows, int] = {}
        self._wide: dict[Rows, int] = {}
        self._halves: dict[Rows, int] = {}

    def clash(self, rows: Rows, wide: bool) -> int | None:
        """The code of a glyph that this one could be read as, None when there is none."""
        if wide:
            same = self._wide.get(rows)
            return self._narrow.get(self._left(rows)) if same is None else same
        same = self._narrow.get(rows)
        return self._halves.get(rows) if same is None else same

    def add(self, code: int, rows: Rows, wide: bool) -> None:
        """Takes a bitmap; of equal ones the first stays."""
        if wide:
            self._wide.setdefault(rows, code)
            self._halves.setdefault(self._left(rows), code)
        else:
            self._narrow.setdefault(rows, code)

    def _left(self, rows: Rows) -> Rows:
        return tuple(row >> self.width for row in rows)
