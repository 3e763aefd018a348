"""render and read: their options and help."""

from pathlib import Path
from typing import Annotated

import typer

from .console import reports_errors
from .options import Face, Fallback, Force, Json, OutDir, Threads

__all__ = ["page_app"]

page_app = typer.Typer()


@page_app.command(epilog="Example: snapglyph render notes.txt -o pages")
@reports_errors
def render(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Text to draw; - for standard input.")],
    out: OutDir,
    face: Face = "5x8",
    layout: Annotated[str, typer.Option(help="packed (the most text) or lines (real lines).")] = "packed",
    width: Annotated[int, typer.Option(help="Pixels of a full page.")] = 1568,
    height: Annotated[int, typer.Option(help="Pixels of a full page.")] = 1568,
    advance: Annotated[int | None, typer.Option(help="Pixels from cell to cell.")] = None,
    pitch: Annotated[int | None, typer.Option(help="Pixels from row to row.")] = None,
    margin: Annotated[int, typer.Option(help="Blank pixels on all sides.")] = 4,
    header: Annotated[bool, typer.Option(help="Number the pages in their first row.")] = False,
    fallback: Fallback = None,
    effort: Annotated[str, typer.Option(help="small or fast.")] = "small",
    threads: Threads = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Draw a text file onto pages.

    Any file will do: bytes that are not UTF-8 are drawn as escapes and come back as they were. Text comes back in
    Unicode's NFC form.
    """
    from snapglyph.engine import PageFormat

    from .pages import render_file

    fmt = PageFormat(width, height, face, layout, advance, pitch, margin, header, tuple(fallback or ()))
    render_file(file, out, fmt, effort, threads, force=force, as_json=json)


@page_app.command(epilog="Example: snapglyph read pages > notes.txt")
@reports_errors
def read(
    pages: Annotated[list[Path], typer.Argument(metavar="PNG...", help="Pages in order, or a folder of them.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the text there.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Read pages back to the text that they were drawn from.

    A page that was damaged, cropped, rescaled or recoloured is refused with its number and its first bad cell.
    """
    from .pages import read_files

    read_files(pages, out, force=force, as_json=json)
