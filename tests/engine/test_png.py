"""The file: small, plain, the same everywhere, and readable by others."""

import hashlib
import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from snapglyph import PageFormat, render
from snapglyph.engine import png
from snapglyph.engine.layout import plan_pages
from snapglyph.engine.raster import draw

TEXT = "".join(f"{n:5d}  x = frobnicate({n * 7919 % 1000!r}, name='item {n}')\n" for n in range(2500))


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    at, found = 8, []
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length)[0] == zlib.crc32(kind + body)
        found.append((kind, body))
        at += 12 + length
    return found


def test_the_file_has_four_chunks_and_no_date() -> None:
    fmt = PageFormat()
    page = render(TEXT, format=fmt)[0]
    (ihdr, head), (text, format_id), (idat, data), (iend, end) = chunks(page.png)
    assert (ihdr, text, idat, iend, end) == (b"IHDR", b"tEXt", b"IDAT", b"IEND", b"")
    assert struct.unpack(">IIBBBBB", head) == (page.width, page.height, 1, 0, 0, 0, 0)
    assert format_id == b"snapglyph\0" + fmt.id.encode("ascii")
    scanlines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(page.height, -1)
    assert not scanlines[:, 0].any()  # filter "none"
    assert np.array_equal(scanlines[:, 1:], page.bits)


@pytest.mark.parametrize("effort", png.EFFORTS)
@pytest.mark.parametrize("face", ["5x8", "8x16"])
def test_pillow_sees_the_same_pixels(effort: str, face: str) -> None:
    for page in render(TEXT, format=PageFormat(face=face), effort=effort):
        with Image.open(io.BytesIO(page.png)) as image:
            assert image.mode == "1"
            assert image.size == (page.width, page.height)
            assert np.array_equal(np.asarray(image.convert("L")), page.pixels)
            assert image.tobytes() == page.bits.tobytes() == page.image().tobytes()
            digest = hashlib.sha256(struct.pack(">II", *image.size) + image.tobytes())
            assert digest.hexdigest() == page.sha256


def dense_code() -> str:
    """More than a page of real source: this repository's own."""
    root = Path(__file__).resolve().parents[2]
    return "".join(path.read_text(encoding="utf-8") for path in sorted((root / "snapglyph").rglob("*.py")))


def test_small_is_no_larger_than_zlib_6_and_fast_within_a_twentieth() -> None:
    fmt = PageFormat()
    plan = next(plan_pages(dense_code(), fmt))
    scanlines = draw(plan, fmt)
    zlib6 = len(zlib.compress(scanlines.tobytes(), 6))
    sizes = {
        effort: len(dict(chunks(png.encode(scanlines, plan.width, fmt.id, effort)))[b"IDAT"])
        for effort in png.EFFORTS
    }
    assert sizes["small"] <= zlib6
    assert sizes["fast"] <= 1.05 * zlib6


def test_left_out_encoding_is_done_when_asked_for() -> None:
    eager, lazy = render(TEXT, effort="small")[0], render(TEXT, effort=None)[0]
    assert lazy.png == eager.png
    assert np.array_equal(lazy.pixels, eager.pixels)
