"""Pictures of a face: a specimen sheet, and text in a terminal's half blocks."""

import numpy as np
from PIL import Image

from snapglyph.engine import Face, PageFormat, render
from snapglyph.fontsource import BLOCKS

__all__ = ["SAMPLE", "specimen", "terminal_picture"]

SAMPLE = """The quick brown fox jumps over the lazy dog, 0123456789.
0O 1lI| 5S 8B 2Z rn m cl d vv w ,. :; '` "" () [] {} <> /\\ -~ _=
def tide(hours, *, datum=0.62): return {h: h * 1.25 for h in hours}  # ok?
Żółć, naïve façade, Ångström, người Việt; Привет, мир! Δx ≤ ∑α·β²
┌─┬─┐ ░▒▓█ ← → ⇒ ✓ ✗ ● ■ ▲ ½ € № ひらがな カタカナ ✅ ❌ 🔥 📁
"""
"""What a specimen begins with, and what is shown when no text is given."""

_ROW = 30
"""Glyphs in a row of the sheet's tables, a blank behind each: two such rows and a gutter are a line of the sheet."""


def specimen(face: Face, text: str = SAMPLE, *, scale: int = 2) -> Image.Image:
    """A sheet of paper-white PIL image, mode "L": the text, then every glyph, block by block under its name.

    Args:
        scale: pixels of the picture for one of the face.
    """
    parts = [f"{face.name}  {face.width}x{face.height} pixels  {face.cell_count:,} cells", "", text.rstrip("\n"), ""]
    for block in BLOCKS:
        drawn = [code for code in block.codes() if face.covers(code)]
        if not drawn:
            continue
        shown = drawn if len(drawn) <= 1024 else drawn[:512]
        parts.append(f"{block.name}, {len(drawn):,}")
        parts += _rows(face, shown)
        if len(shown) < len(drawn):
            parts.append(f"and {len(drawn) - len(shown):,} more")
        parts.append("")
    fmt = PageFormat(
        width=(4 * _ROW + 10) * face.width + 16,
        height=16_000,
        face=face,
        layout="lines",
        pitch=face.height + 2,
        margin=8,
    )
    pages = render("\n".join(parts), format=fmt, threads=1)
    pictures = [page.image().convert("L") for page in pages]
    sheet = Image.new("L", (max(p.width for p in pictures), sum(p.height for p in pictures)), 255)
    top = 0
    for picture in pictures:
        sheet.paste(picture, (0, top))
        top += picture.height
    return sheet.resize((sheet.width * scale, sheet.height * scale), Image.Resampling.NEAREST)


def _rows(face: Face, codes: list[int]) -> list[str]:
    """Glyphs with a blank between; a combining mark is held off its neighbours by the blank before it."""
    return [" ".join(map(chr, codes[i : i + _ROW])) for i in range(0, len(codes), _ROW)]


def terminal_picture(face: Face, text: str, *, columns: int = 100) -> str:
    """The text as half-block characters, two rows of pixels in a line, at most `columns` wide."""
    width = max(columns // face.width, 20) * face.width + 2
    fmt = PageFormat(width=width, height=4096, face=face, layout="lines", margin=1)
    lines = []
    for page in render(text, format=fmt, threads=1):
        ink = page.pixels < 128
        ink = ink[:, np.flatnonzero(ink.any(axis=0)).min(initial=0) :] if ink.any() else ink
        if len(ink) % 2:
            ink = np.vstack([ink, np.zeros_like(ink[:1])])
        for upper, lower in zip(ink[::2], ink[1::2], strict=True):
            cells = upper.astype(int) + 2 * lower.astype(int)
            lines.append("".join(" ▀▄█"[cell] for cell in cells.tolist()).rstrip())
    return "\n".join(lines)
