"""The reader says what a page says or names what is wrong; it never says something else."""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from snapglyph import FormatError, Page, PageFormat, ReadError, Source, Tag, decode, iter_pages, read, render
from snapglyph.engine import png
from snapglyph.engine.layout import PagePlan
from snapglyph.engine.native import lib
from snapglyph.engine.raster import draw
from snapglyph.engine.shaping import check_value, seal_cells

TEXT = "def f(x):\n    return x  # 0O 1lI|\n\nid 8B5S-rn-m: 4096\t{}\n" * 3

each_layout = pytest.mark.parametrize("layout", ["packed", "lines"])
each_face = pytest.mark.parametrize("face", ["5x8", "8x16"])


def one_page(text: str = TEXT, **options: object) -> Page:
    (page,) = render(text, format=PageFormat(width=600, **options))  # type: ignore[arg-type]
    return page


def file_of(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


@each_layout
@each_face
def test_reads_every_kind_of_page(tmp_path: Path, layout: str, face: str) -> None:
    page = one_page(layout=layout, face=face)
    path = tmp_path / "page.png"
    path.write_bytes(page.png)
    kinds = [
        page,
        page.png,
        bytearray(page.png),
        memoryview(page.png),
        path,
        str(path),
        page.image(),
        page.pixels,
    ]
    assert [read(kind) for kind in kinds] == [TEXT] * len(kinds)
    assert read(iter([page, page])) == TEXT * 2


@each_layout
@each_face
@pytest.mark.parametrize("mode", ["1", "L", "RGB", "RGBA", "P"])
def test_reads_a_page_that_another_program_saved_without_loss(layout: str, face: str, mode: str) -> None:
    """No text chunk is left and the pixels are packed otherwise; the check value finds the format."""
    assert read(file_of(one_page(layout=layout, face=face, header=True).image().convert(mode))) == TEXT


def test_an_unusual_format_without_its_text_chunk_needs_to_be_told() -> None:
    page = one_page(advance=7, margin=9)
    with pytest.raises(ReadError, match="pass format="):
        read(file_of(page.image()))
    assert read(file_of(page.image()), format=page.format) == TEXT


@each_layout
@each_face
def test_every_flipped_pixel_is_seen(layout: str, face: str) -> None:
    pixels = one_page("Il1|! 0O .,:;\nrn m 8B\n  x\n", layout=layout, face=face).pixels
    fmt = PageFormat(width=600, layout=layout, face=face)
    for y, x in np.ndindex(*pixels.shape):
        pixels[y, x] ^= 255
        with pytest.raises(ReadError, match="page 1"):
            read(pixels, format=fmt)
        pixels[y, x] ^= 255


def test_names_the_first_bad_cell() -> None:
    page = one_page()
    pixels = page.pixels
    pixels[4 + 8 * 1 : 4 + 8 * 2, 4 + 5 * 3 : 4 + 5 * 4] = np.arange(40).reshape(8, 5) % 3 * 127 // 254 * 255
    with pytest.raises(ReadError, match=r"page 2, cell at row 2, column 4 \(pixel 19,12\)"):
        read([page, pixels], format=page.format)


@each_layout
@given(data=st.data())
@settings(max_examples=40)
def test_a_swapped_cell_is_seen(layout: str, data: st.DataObject) -> None:
    """Each cell is still a glyph of ours: only the check value can tell."""
    page = one_page(layout=layout)
    pixels = page.pixels
    rows, columns = (pixels.shape[0] - 8) // 8, (pixels.shape[1] - 8) // 5
    cells = pixels[4 : 4 + rows * 8, 4 : 4 + columns * 5].reshape(rows, 8, columns, 5).swapaxes(1, 2)
    a = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    b = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    if np.array_equal(cells[a], cells[b]):
        return
    cells[a], cells[b] = cells[b].copy(), cells[a].copy()
    with pytest.raises(ReadError):
        read(pixels, format=page.format)


@each_layout
@each_face
def test_cropped_pages_are_refused(layout: str, face: str) -> None:
    image = one_page(layout=layout, face=face).image()
    width, height = image.size
    cell_width, cell_height = (int(n) for n in face.split("x"))
    for box in [
        (0, 0, width, height - cell_height),
        (0, cell_height, width, height),
        (cell_width, 0, width, height),
        (0, 0, width - cell_width, height),
        (1, 0, width, height),
        (0, 0, width, height - 1),
        (0, 0, width // 2, height // 2),
    ]:
        with pytest.raises(ReadError, match="page 1"):
            read(image.crop(box))


@each_layout
def test_rescaled_pages_are_refused(layout: str) -> None:
    image = one_page(layout=layout).image().convert("L")
    for scale in (0.5, 0.9, 1.1, 2, 3):
        size = round(image.width * scale), round(image.height * scale)
        for how in (Image.Resampling.NEAREST, Image.Resampling.LANCZOS):
            with pytest.raises(ReadError, match="page 1"):
                read(image.resize(size, how))


def test_recoloured_pages_are_refused() -> None:
    page = one_page()
    pixels = page.pixels
    for changed in (255 - pixels, pixels // 2, np.where(pixels == 0, 1, 255).astype(np.uint8)):
        with pytest.raises(ReadError, match="page 1"):
            read(changed, format=page.format)
    red = np.stack([np.full_like(pixels, 255), pixels, pixels], axis=-1)
    with pytest.raises(ReadError, match="neither ink nor paper"):
        read(Image.fromarray(red))


def test_foreign_pictures_are_refused() -> None:
    noise = np.random.default_rng(1).integers(0, 2, (64, 80), np.uint8) * 255
    for picture in (noise, np.zeros((40, 40), np.uint8), np.full((24, 200), 255, np.uint8)):
        with pytest.raises(ReadError):
            read(file_of(Image.fromarray(picture)))
        with pytest.raises(ReadError):
            read(picture)
    stream = io.BytesIO()
    Image.fromarray(noise).save(stream, "JPEG")
    for data in (stream.getvalue(), b"", b"GIF89a", b"\x89PNG\r\n\x1a\n"):
        with pytest.raises(ReadError, match="page 1"):
            read(data)


def test_a_page_of_paper_has_no_check_value() -> None:
    with pytest.raises(ReadError, match="check value"):
        read(np.full((24, 208), 255, np.uint8), format=PageFormat())


@given(at=st.integers(0, 10**6), bit=st.integers(0, 7))
@settings(max_examples=200)
def test_a_flipped_bit_in_the_file_is_seen_or_harmless(at: int, bit: int) -> None:
    data = bytearray(one_page().png)
    data[at % len(data)] ^= 1 << bit
    with pytest.raises(ReadError, match="page 1"):
        read(bytes(data))


@given(length=st.integers(0, 10**6))
def test_a_file_that_was_cut_off_is_refused(length: int) -> None:
    data = one_page().png
    with pytest.raises(ReadError, match="page 1"):
        read(data[: length % len(data)])


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_of(width: int, height: int, data: bytes, *, depth: int = 1, extra: bytes = b"") -> bytes:
    header = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def test_a_bomb_is_refused_before_it_is_inflated() -> None:
    bomb = zlib.compress(bytes(50_000_000))
    for depth in (1, 8):
        with pytest.raises(ReadError, match="not inflated"):
            read(png_of(60_000, 60_000, bomb, depth=depth))
    with pytest.raises(ReadError, match="not inflated"):
        read(png_of(16_000, 16_000, bomb, depth=8))
    with pytest.raises(ReadError, match="damaged"):  # promises little and holds much
        read(png_of(100, 100, bomb))


def test_a_hostile_format_id_is_refused() -> None:
    data = zlib.compress(bytes(24 * 27))
    good = PageFormat().id.encode()
    for format_id in (
        b"",
        b"2 face=5x8",
        good.replace(b"5x8", b"../../etc", 1),
        good.replace(b"margin=4", b"margin=" + b"9" * 150),
        good.replace(b"page=1568x1568", b"page=0x0"),
        good + b"\xff" * 1000,
    ):
        with pytest.raises(ReadError, match="page 1"):
            read(png_of(208, 24, data, extra=chunk(b"tEXt", b"snapglyph\0" + format_id)))


def test_numbered_pages_out_of_order_are_refused() -> None:
    pages = render("word " * 3000, format=PageFormat(width=400, height=200, header=True))
    assert len(pages) > 3
    assert read(pages) == "word " * 3000
    assert decode(pages).numbers == tuple(range(1, len(pages) + 1))
    for wrong in (pages[::-1], pages[:1] + pages[2:], [pages[0], pages[0]]):
        with pytest.raises(ReadError, match="missing or out of order"):
            read(wrong)
    assert read(pages[2:4]) == ("word " * 3000)[pages[2].span[0] : pages[3].span[1]]


@each_layout
def test_tags_come_back_where_they_stood(layout: str) -> None:
    text = "do it\nwell, I did\n" * 60
    tags = tuple(Tag(i * 18, f"USER {2 * i + 1}" if i % 2 else f"AI {i}") for i in range(60))
    pages = render(Source(text, tags), format=PageFormat(width=400, height=120, layout=layout, header=True))
    reading = decode(pages)
    assert (reading.text, reading.tags) == (text, tags)


def test_what_is_no_page_is_a_type_error() -> None:
    for item in (3, None, [4], object()):
        with pytest.raises(TypeError):
            read(item)  # type: ignore[arg-type]


def test_a_page_of_counted_blanks_is_a_bomb_too() -> None:
    """A small file could say hundreds of millions of blanks; `render` ends such a page early, `read` refuses it."""
    fmt = PageFormat()
    pages = render(" " * 12_000_000, format=fmt)
    assert len(pages) == 3
    assert max(page.span[1] - page.span[0] for page in pages) < 2 * fmt.most_characters
    assert read(pages) == " " * 12_000_000
    font = fmt.font
    nines = [font.entry(lib.SG_INVERSE + ord("9"))] * 3 * 12_000
    cells = np.array(nines, np.uint32)
    seal = seal_cells(font, check_value(font, cells))
    grid = np.zeros(-(-(len(cells) + 9) // fmt.columns) * fmt.columns, np.uint32)
    grid[: len(cells)] = cells
    grid[len(cells) : len(cells) + 9] = seal
    plan = PagePlan(1, (0, 0), fmt.width, 8 + 8 * (len(grid) // fmt.columns), 0, grid.reshape(-1, fmt.columns))
    with pytest.raises(ReadError, match="11,988,000 characters, more than a page of its size"):
        read(png.encode(draw(plan, fmt), plan.width, fmt.id))


@pytest.mark.parametrize("header", [b"IHDR short", struct.pack(">IIBBBBB", 100, 24, 1, 0, 0, 0, 0)])
def test_a_second_image_header_is_refused(header: bytes) -> None:
    data = zlib.compress(bytes(24 * 27))
    with pytest.raises(ReadError, match="image header is missing, broken or repeated"):
        read(png_of(208, 24, data, extra=chunk(b"IHDR", header)))


def test_a_side_beyond_any_page_is_refused() -> None:
    text = chunk(b"tEXt", b"snapglyph\0" + PageFormat().id.encode())
    with pytest.raises(ReadError, match="not inflated"):
        read(png_of(1568, 163_848, zlib.compress(b""), extra=text))


def test_a_kept_page_does_not_read_as_a_later_one() -> None:
    """`out=` holds only the newest page's scanlines; each page still has its own PNG."""
    fmt = PageFormat(width=200, height=100)
    text = "".join(f"{n:05d} " for n in range(400))
    out = np.empty(100 * 26, np.uint8)
    assert read(list(iter_pages(text, format=fmt, out=out))) == text


@pytest.mark.parametrize("threads", [0, -1, True, 2.0, 1000])
def test_threads_are_a_small_number(threads: object) -> None:
    with pytest.raises(FormatError, match="threads is"):
        read([], threads=threads)  # type: ignore[arg-type]


def test_a_format_is_a_page_format() -> None:
    with pytest.raises(TypeError, match="must be a PageFormat, not str"):
        read(one_page().png, format="5x8")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be a PageFormat, not NoneType"):
        render("x", format=None)  # type: ignore[arg-type]
