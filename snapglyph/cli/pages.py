"""render, read and fixtures: files to pages and back."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

import typer

from snapglyph.engine import Page, PageFormat

from .console import DIFFERENT, counting, fail, print_json, remark, say, will_write

__all__ = ["fixtures_folder", "prepare_folder", "read_files", "render_file", "write_page"]

CHUNK = 1 << 20


def render_file(
    file: str, out: Path, fmt: PageFormat, effort: str, threads: int | None, *, force: bool, as_json: bool
) -> None:
    """Draws a file, chunk by chunk and page by page: memory does not grow with it."""
    from snapglyph.engine import iter_pages

    entries: list[dict[str, object]] = []
    characters = count = size = 0
    with _open_text(file) as stream:
        prepare_folder(out, force=force, source=file)
        chunks = iter(lambda: stream.read(CHUNK), "")
        with counting("page") as progress:
            for page in iter_pages(chunks, format=fmt, effort=effort, threads=threads):
                name = write_page(out, page)
                if as_json:
                    entries.append(page_entry(page) | {"file": name})
                characters, count, size = page.span[1], page.number, size + len(page.png)
                progress(count)
    if as_json:
        print_json({"format": fmt.id, "characters": characters, "pages": entries})
    elif not count:
        say("The text is empty: there is nothing to draw.")
    else:
        plural = "s" if count > 1 else ""
        say(f"{characters:,} characters on {count:,} page{plural} ({size:,} bytes) in {out}")


@contextlib.contextmanager
def _open_text(file: str) -> Iterator[TextIO]:
    """Any bytes as text and back: what is not UTF-8 becomes lone surrogates, and line ends stay as they are."""
    if file == "-":
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")  # type: ignore[union-attr]
        yield sys.stdin
    else:
        with open(file, encoding="utf-8", errors="surrogateescape", newline="") as stream:
            yield stream


def prepare_folder(out: Path, *, force: bool, source: str = "-") -> None:
    """Makes the folder. Pages of an earlier run would be read as part of this one, so they must go first; the
    input may not be one of them."""
    out.mkdir(parents=True, exist_ok=True)
    old = sorted(out.glob("page-*.png"))
    if source != "-" and any(path.samefile(source) for path in old):
        fail(f"{source} is the input and lies where the pages go; an input is never written over")
    if old and not force:
        fail(f"{out} holds {len(old)} page(s) of an earlier run; pass --force to replace them")
    for path in old:
        path.unlink()


def write_page(out: Path, page: Page) -> str:
    """Writes page-0001.png and so on; gives that name."""
    name = f"page-{page.number:04d}.png"
    (out / name).write_bytes(page.png)
    return name


def page_entry(page: Page) -> dict[str, object]:
    """What a listing says of a page."""
    return {
        "number": page.number,
        "width": page.width,
        "height": page.height,
        "start": page.span[0],
        "end": page.span[1],
        "bytes": len(page.png),
        "sha256": page.sha256,
    }


def read_files(pages: list[Path], out: Path | None, *, force: bool, as_json: bool) -> None:
    """Reads pages and writes their text as bytes."""
    from snapglyph.engine import decode

    if out:
        will_write(out, force=force, inputs=pages)
    reading = decode(pages)
    if as_json and not out:
        tags = [{"offset": tag.offset, "label": tag.label} for tag in reading.tags]
        print_json({"text": reading.text, "tags": tags, "pages": list(reading.numbers)})
    elif out:
        with open(out, "wb") as stream:
            _write_text(reading.text, stream)
        if as_json:
            print_json({"characters": len(reading.text), "file": str(out)})
        else:
            say(f"{len(reading.text):,} characters from {len(pages):,} page(s) in {out}")
    else:
        _write_text(reading.text, sys.stdout.buffer)


def _write_text(text: str, stream: BinaryIO) -> None:
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        remark("snapglyph: the text holds surrogates that no file can have; they are written as they are")
        data = text.encode("utf-8", "surrogatepass")
    stream.write(data)
    stream.flush()


def fixtures_folder(folder: Path, *, check: bool, force: bool, as_json: bool) -> None:
    """Writes or compares the fixtures."""
    from snapglyph.fixtures import check_fixtures, write_fixtures

    if check:
        differences = check_fixtures(folder)
        if as_json:
            print_json([{"name": d.name, "what": d.what} for d in differences])
        else:
            for difference in differences:
                say(f"{difference.name}: {difference.what}")
            say(f"{len(differences)} differ." if differences else "All fixtures are as they should be.")
        if differences:
            raise typer.Exit(DIFFERENT)
        return
    if (folder / "manifest.json").exists() and not force:
        fail(f"{folder} holds fixtures; pass --check to compare them or --force to write them anew")
    names = write_fixtures(folder)
    if as_json:
        print_json({"folder": str(folder), "pages": names})
    else:
        say(f"{len(names)} pages and manifest.json in {folder}")
