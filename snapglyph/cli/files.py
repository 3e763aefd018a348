"""Where commands write: never over an input, never over somebody else's file, and whole files or none."""

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from snapglyph.engine import Page

from .console import fail

__all__ = ["input_path", "number_of", "prepare_folder", "replacing", "will_write", "write_json", "write_page"]

_PAGE_NAME = re.compile(r"page-(\d{4,})\.png")


def input_path(file: str) -> Path:
    """The path of FILE. Standard input has one as well: a file redirected to it is an input like any other."""
    return Path("/dev/stdin" if file == "-" else file)


def will_write(path: Path, *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuses to write over an input, ever, and over any other file without --force. Devices and pipes are fine."""
    _refuse_inputs(path, inputs)
    if path.is_dir():
        fail(f"{path} is a folder; name a file")
    if path.is_file() and not force:
        fail(f"{path} exists; pass --force to replace it")


def _refuse_inputs(path: Path, inputs: Iterable[Path]) -> None:
    for source in inputs:
        if path.exists() and source.exists() and path.samefile(source):
            fail(f"{path} is the input; an input is never written over")


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file that takes its place when it is whole, so that a failure leaves what stood there.

    A link keeps pointing where it does; a device or pipe is written to as it is.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = path.is_file() or not path.exists()
    part = path.with_name(f".{path.name}.{os.getpid()}.part") if whole else path
    try:
        with open(part, "xb" if whole else "wb") as stream:
            yield stream
        if whole:
            os.replace(part, path)
    except BaseException as error:
        if whole:
            part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(part)):
            raise OSError(error.errno, error.strerror, str(path)) from error  # our own name for it means nothing
        raise


def write_json(path: Path, value: Any) -> None:
    """One JSON value in ASCII, so that lone surrogates survive."""
    with replacing(path) as stream:
        stream.write(json.dumps(value).encode("ascii") + b"\n")


def number_of(path: Path) -> int | None:
    """The number in a page's file name as `write_page` makes it, None for any other name."""
    match = _PAGE_NAME.fullmatch(path.name)
    return int(match[1]) if match else None


def prepare_folder(out: Path, *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Makes the folder. Pages of an earlier run would be read as part of this one, so they must go first; with
    --force they do. A file that only has a page's name is somebody's, and stays."""
    out.mkdir(parents=True, exist_ok=True)
    inputs = list(inputs)
    old = sorted(path for path in out.iterdir() if number_of(path))
    for path in old:
        _refuse_inputs(path, inputs)
        if not _is_ours(path):
            fail(f"{path} is not a page of ours and stands in the way; move it, or name another folder")
    if old and not force:
        fail(f"{out} holds {len(old)} page(s) of an earlier run; pass --force to replace them")
    for path in old:
        path.unlink()


def _is_ours(path: Path) -> bool:
    """True for a PNG that names a page format where `engine.png` writes it: behind signature and header."""
    with open(path, "rb") as stream:
        head = stream.read(51)
    return head.startswith(b"\x89PNG\r\n\x1a\n") and head[37:] == b"tEXtsnapglyph\0"


def write_page(out: Path, page: Page) -> str:
    """Writes page-0001.png and so on; gives that name."""
    name = f"page-{page.number:04d}.png"
    (out / name).write_bytes(page.png)
    return name
