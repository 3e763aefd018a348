"""Other ways to draw the same text, each used as its documentation shows."""

import json
import os
import subprocess
import tempfile
import textwrap
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from snapglyph.engine import PageFormat
from snapglyph.engine.layout import PagePlan
from snapglyph.engine.native import ffi
from snapglyph.errors import SnapglyphError

__all__ = [
    "freetype_glyphs",
    "numpy_gather",
    "pillow_bitmap",
    "pillow_truetype",
    "snapcompact",
    "snapcompact_command",
]

EDGE = 1568


def _lines(text: str, columns: int) -> list[str]:
    flat = " ".join(text.split())
    return textwrap.wrap(flat, columns, break_long_words=True)


def _pillow(text: str, font: Any, columns: int, pitch: int) -> tuple[Callable[[], bytes], int]:
    rows = (EDGE - 8) // pitch
    lines = _lines(text, columns)[:rows]

    def draw() -> bytes:
        image = Image.new("1", (EDGE, EDGE), 1)
        pen = ImageDraw.Draw(image)
        for row, line in enumerate(lines):
            pen.text((4, 4 + row * pitch), line, fill=0, font=font)
        out = BytesIO()
        image.save(out, "PNG", compress_level=6)
        return out.getvalue()

    return draw, sum(map(len, lines))


def pillow_bitmap(text: str) -> tuple[Callable[[], bytes], int]:
    """Pillow's own bitmap font, a line at a time, to PNG at level 6; and the characters that it draws."""
    return _pillow(text, ImageFont.load_default_imagefont(), 250, 11)


def pillow_truetype(text: str) -> tuple[Callable[[], bytes], int]:
    """Pillow's own TrueType font at 8 px, a line at a time, to PNG at level 6; and the characters that it draws."""
    return _pillow(text, ImageFont.load_default(8), 312, 8)


def numpy_gather(plan: PagePlan, fmt: PageFormat) -> Callable[[], Any]:
    """The same cells by fancy indexing into an array of bitmaps: pixels only, no PNG."""
    face = fmt.font
    raw = np.frombuffer(ffi.buffer(face.pointer.rows, face.cell_count * face.height), np.uint8)
    bits = (raw.reshape(-1, face.height, 1) >> np.arange(face.width - 1, -1, -1, dtype=np.uint8)) & 1
    cells = np.where(bits, np.uint8(0), np.uint8(255))
    rows, columns = plan.grid.shape
    shape = rows * face.height, columns * face.width
    return lambda: cells[plan.grid].swapaxes(1, 2).reshape(shape)


def freetype_glyphs(text: str, fmt: PageFormat) -> Callable[[], Any]:
    """freetype-py, a glyph at a time into an array, from our own face written out as BDF: pixels only."""
    import freetype

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "face.bdf"
        path.write_text(_bdf(fmt), encoding="ascii")
        face = freetype.Face(str(path))
    width, height = fmt.font.width, fmt.font.height
    columns = (EDGE - 8) // width

    def draw() -> Any:
        page = np.zeros((EDGE + height, EDGE), np.uint8)
        for i, character in enumerate(text):
            face.load_char(character, freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
            bitmap = face.glyph.bitmap
            if not bitmap.rows:
                continue
            packed = np.array(bitmap.buffer, np.uint8).reshape(bitmap.rows, bitmap.pitch)
            bits = np.unpackbits(packed, axis=1)[:, : bitmap.width]
            y, x = divmod(i, columns)
            page[y * height : y * height + bitmap.rows, x * width : x * width + bitmap.width] = bits
        return page

    return draw


def _bdf(fmt: PageFormat) -> str:
    """ASCII of a face in Adobe's Glyph Bitmap Distribution Format 2.1."""
    face = fmt.font
    rows = np.frombuffer(ffi.buffer(face.pointer.rows, face.cell_count * face.height), np.uint8)
    bitmaps = rows.reshape(-1, face.height)
    box = f"{face.width} {face.height} 0 0"
    head = (
        f"STARTFONT 2.1\nFONT -snapglyph-{face.name}-medium-r-normal--{face.height}-80-75-75-c-50-iso10646-1\n"
        f"SIZE {face.height} 75 75\nFONTBOUNDINGBOX {box}\nSTARTPROPERTIES 4\nFONT_ASCENT {face.height}\n"
        f'FONT_DESCENT 0\nCHARSET_REGISTRY "ISO10646"\nCHARSET_ENCODING "1"\nENDPROPERTIES\nCHARS 95\n'
    )
    glyphs = []
    for code in range(0x20, 0x7F):
        bits = "\n".join(f"{int(row) << (8 - face.width):02X}" for row in bitmaps[face.entry(code)])
        glyphs.append(
            f"STARTCHAR U+{code:04X}\nENCODING {code}\nSWIDTH 500 0\nDWIDTH {face.width} 0\nBBX {box}\n"
            f"BITMAP\n{bits}\nENDCHAR\n"
        )
    return head + "".join(glyphs) + "ENDFONT\n"


def snapcompact_command() -> list[str] | None:
    """How to run the npm peer's bench script, None where it is not installed.

    SNAPGLYPH_PEER_DIR names the folder whose node_modules holds @oh-my-pi/snapcompact and bun; SNAPGLYPH_PEER_BENCH
    the script, if it is not in shared/peers/ beside the repository.
    """
    folder = os.environ.get("SNAPGLYPH_PEER_DIR")
    beside = Path(__file__).resolve().parents[3] / "shared" / "peers" / "snapcompact_bench.ts"
    script = os.environ.get("SNAPGLYPH_PEER_BENCH") or (str(beside) if beside.is_file() else None)
    return [str(Path(folder, "node_modules", ".bin", "bun")), script, folder] if folder and script else None


def snapcompact(text: str) -> dict[str, Any]:
    """What the npm peer's own bench script measures, in its shape for Claude.

    The peer draws on worker threads, so its CPU seconds are what one core would take. Raises SnapglyphError when it
    is not installed or does not run.
    """
    command = snapcompact_command()
    if not command:
        raise SnapglyphError("the npm peer is not installed; docs/benchmarks.md says how")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "code.txt"
        path.write_text(text, encoding="ascii")
        model = ["--api", "anthropic-messages", "--id", "claude-opus-4-8"]
        result = subprocess.run([*command, str(path), *model], capture_output=True, text=True, check=False)
    if result.returncode:
        raise SnapglyphError(
            f"the npm peer ended with code {result.returncode}; docs/benchmarks.md says how to install it"
        )
    found: dict[str, Any] = json.loads(result.stdout.strip().splitlines()[-1])
    return found
