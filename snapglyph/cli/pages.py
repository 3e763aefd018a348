"""render, read and fixtures: files to pages and back."""

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO, TextIOWrapper
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import typer

from snapglyph.engine import Page, PageFormat
from snapglyph.errors import ReadError

from .console import DIFFERENT, MISUSED, counting, fail, print_json, remark, say
from .files import input_path, number_of, prepare_folder, replacing, will_write, write_page

if TYPE_CHECKING:
    from snapglyph.engine import Reading, Tag
    from snapglyph.engine.escapes import Tally

__all__ = ["fixtures_folder", "read_files", "render_file"]

CHUNK = 1 << 20
"""Characters read at a time."""

PART = 16
"""Pages read back at a time: enough to keep the cores busy."""


def render_file(
    file: str, out: Path, fmt: PageFormat, effort: str, threads: int | None, *, force: bool, as_json: bool
) -> None:
    """Draws a file, chunk by chunk and page by page: memory does not grow with it."""
    from snapglyph.engine import iter_pages
    from snapglyph.engine.escapes import Tally

    tally = Tally()
    entries: list[dict[str, object]] = []
    characters = count = size = 0
    with open_text(file) as stream:
        chunks = _counted(iter(lambda: stream.read(CHUNK), ""), tally)
        pages = iter_pages(chunks, format=fmt, effort=effort, threads=threads)
        first = next(pages, None)  # whatever is wrong shows before anything is replaced
        prepare_folder(out, force=force, inputs=[input_path(file)])
        with counting("page") as progress:
            for page in chain([first] if first else [], pages):
                name = write_page(out, page)
                if as_json:
                    entries.append(page_entry(page) | {"file": name})
                characters, count, size = page.span[1], page.number, size + len(page.png)
                progress(count)
    escaped = tally.escapes(fmt)
    if escaped.advice:
        remark(escaped.advice)
    if as_json:
        told = {"escaped": escaped.escaped, "escaped_by_extra": dict(escaped.by_extra)}
        print_json({"format": fmt.id, "characters": characters, **told, "pages": entries})
    elif not count:
        say("The text is empty: there is nothing to draw.")
    else:
        plural = "s" if count > 1 else ""
        say(f"{characters:,} characters on {count:,} page{plural} ({size:,} bytes) in {out}")


def _counted(chunks: Iterator[str], tally: "Tally") -> Iterator[str]:
    for chunk in chunks:
        tally.add(chunk)
        yield chunk


@contextlib.contextmanager
def open_text(file: str) -> Iterator[TextIO]:
    """Any bytes as text and back: what is not UTF-8 becomes lone surrogates, and line ends stay as they are."""
    if file == "-" and sys.stdin is None:  # closed by who started us
        yield StringIO()
    elif file == "-":
        yield TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="surrogateescape", newline="")
    else:
        with open(file, encoding="utf-8", errors="surrogateescape", newline="") as stream:
            yield stream


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


def read_files(given: list[Path], out: Path | None, *, force: bool, as_json: bool) -> None:
    """Reads pages and writes their text as bytes."""
    pages = list(_pages_in(given))
    _check_names(pages)
    if out:
        will_write(out, force=force, inputs=pages)
        characters = 0
        with replacing(out) as stream:
            for reading in _read_in_parts(pages):
                stream.write(_to_bytes(reading.text))
                characters += len(reading.text)
        if as_json:
            print_json({"characters": characters, "file": str(out)})
        else:
            say(f"{characters:,} characters from {len(pages):,} page(s) in {out}")
    elif as_json:
        parts = list(_read_in_parts(pages))
        print_json(
            {
                "text": "".join(part.text for part in parts),
                "tags": [{"offset": tag.offset, "label": tag.label} for tag in _tags(parts)],
                "pages": [number for part in parts for number in part.numbers],
            }
        )
    elif sys.stdout is None:
        raise BrokenPipeError("standard output is closed")
    else:
        for reading in _read_in_parts(pages):
            sys.stdout.buffer.write(_to_bytes(reading.text))
        sys.stdout.buffer.flush()


def _pages_in(given: list[Path]) -> Iterator[Path]:
    for path in given:
        if not path.is_dir():
            yield path
            continue
        found = {number: page for page in path.iterdir() if (number := number_of(page))}
        if not found:
            fail(f"{path} holds no page-0001.png or the like")
        yield from (found[number] for number in sorted(found))


def _check_names(pages: list[Path]) -> None:
    """Refuses our own names out of order, as a shell lists them from page 10,000 on: the text would be wrong."""
    for before, after in pairwise(pages):
        first, second = number_of(before), number_of(after)
        if first and second and before.parent == after.parent and second <= first:
            fail(f"{after} is given behind {before.name}; put them in order, or name their folder", MISUSED)


def _read_in_parts(pages: list[Path]) -> "Iterator[Reading]":
    """Reads some pages at a time, so that memory does not grow with the text."""
    from snapglyph.engine import decode

    last: int | None = None
    with counting("page") as progress:
        for start in range(0, len(pages), PART):
            part = pages[start : start + PART]
            try:
                reading = decode(part)
            except ReadError as error:
                if len(pages) <= PART:
                    raise
                raise ReadError(f"of pages {start + 1} to {start + len(part)}, {error}") from error
            first = reading.numbers[0]
            if last is not None and first is not None and first != last + 1:
                raise ReadError(
                    f"{part[0].name} is numbered {first} and follows number {last}: a page is missing or out of order"
                )
            last = reading.numbers[-1]
            progress(start + len(part))
            yield reading


def _tags(parts: "list[Reading]") -> "Iterator[Tag]":
    offset = 0
    for part in parts:
        for tag in part.tags:
            yield replace(tag, offset=tag.offset + offset)
        offset += len(part.text)


def _to_bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        remark("snapglyph: the text holds surrogates that no file can have; they are written as they are")
        return b"".join(
            c.encode("utf-8", "surrogateescape" if "\udc80" <= c <= "\udcff" else "surrogatepass") for c in text
        )


def fixtures_folder(folder: Path, *, check: bool, force: bool, as_json: bool) -> None:
    """Writes or compares the fixtures."""
    from snapglyph.fixtures import check_fixtures, fixture_names, write_fixtures

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
    if not force:
        standing = [name for name in ("manifest.json", *fixture_names()) if (folder / name).exists()]
        if standing:
            fail(f"{folder / standing[0]} exists; pass --check to compare fixtures or --force to write them anew")
    names = write_fixtures(folder)
    if as_json:
        print_json({"folder": str(folder), "pages": names})
    else:
        say(f"{len(names)} pages and manifest.json in {folder}")
