"""fonts: what the faces cover, how they look, how far their glyphs are apart, and as files for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from .console import print_json, print_table, remark, reports_errors, say
from .options import Force, Json

__all__ = ["fonts_app"]

fonts_app = typer.Typer(
    name="fonts",
    help="Faces: coverage, specimen sheets, distances between glyphs, export.",
    invoke_without_command=True,
    no_args_is_help=False,
    rich_markup_mode=None,
)

FaceName = Annotated[str, typer.Argument(metavar="FACE", help="A face, or a font file with its size: font.ttf:16.")]


@fonts_app.callback(epilog="Example: snapglyph fonts")
@reports_errors
def fonts(ctx: typer.Context, json: Json = False) -> None:
    """List the faces and how much of each Unicode block they draw."""
    if ctx.invoked_subcommand is not None:
        return
    from snapglyph.engine import faces, get_face
    from snapglyph.fonts import coverage

    listed = [get_face(name) for name in faces()]
    covered = {face.name: coverage(face) for face in listed}
    if json:
        print_json(
            [
                {
                    "face": face.name,
                    "version": face.version,
                    "width": face.width,
                    "height": face.height,
                    "cells": face.cell_count,
                    "blocks": {b.block: {"drawn": b.drawn, "of": b.total} for b in covered[face.name]},
                }
                for face in listed
            ]
        )
        return
    rows = [
        [first.block, f"{first.total:,}", *(_drawn(covered[face.name][i].drawn, first.total) for face in listed)]
        for i, first in enumerate(covered[listed[0].name])
    ]
    total = sum(b.total for b in covered[listed[0].name])
    rows.append(["together", f"{total:,}", *(f"{sum(b.drawn for b in covered[face.name]):,}" for face in listed)])
    print_table("Code points drawn, by block", ["block", "of", *(face.name for face in listed)], rows)
    say("A character without a glyph is drawn as an escape and reads back all the same.")


def _drawn(drawn: int, total: int) -> str:
    return "all" if drawn == total else "-" if not drawn else f"{drawn:,}"


@fonts_app.command(epilog="Example: snapglyph fonts show 8x16 'Hello, 0O1lI|' --out specimen.png")
@reports_errors
def show(
    face: FaceName,
    text: Annotated[str | None, typer.Argument(metavar="TEXT", help="What to show; a sample if left out.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE.png", help="Write a specimen sheet.")
    ] = None,
    scale: Annotated[int, typer.Option(min=1, max=8, help="Pixels of the sheet for one of the face.")] = 2,
    force: Force = False,
) -> None:
    """Show text in a face here in the terminal, and with --out write a sheet of all its glyphs."""
    import shutil

    from snapglyph.fonts import open_face, specimen, terminal_picture
    from snapglyph.fonts.specimen import SAMPLE

    from .files import will_write

    opened = open_face(face)
    if out is not None:
        will_write(out, force=force)
        sheet = specimen(opened, text or SAMPLE, scale=scale)
        sheet.save(out, format="PNG")
        remark(f"{sheet.width}x{sheet.height} pixels in {out}")
    say(terminal_picture(opened, text or SAMPLE, columns=shutil.get_terminal_size((120, 24)).columns))


@fonts_app.command(epilog="Example: snapglyph fonts export 8x16 --out fonts")
@reports_errors
def export(
    face: FaceName,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder to write to.")] = Path(),
    only: Annotated[str, typer.Option(metavar="KIND", help="bdf, otb or both.")] = "both",
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a face as BDF and as an OpenType bitmap font, for terminals and editors.

    Our own marks have no code points and are left out. The OpenType font needs the extra snapglyph[fonts].
    """
    from snapglyph.errors import FontError
    from snapglyph.fonts import open_face
    from snapglyph.fonts.export import write_bdf, write_otb

    from .files import will_write

    writers = {"bdf": write_bdf, "otb": write_otb}
    kinds = list(writers) if only == "both" else [only]
    if not set(kinds) <= writers.keys():
        raise FontError(f"there is no kind {only!r}; the kinds are bdf, otb and both")
    opened = open_face(face)
    paths = {kind: out / f"snapglyph-{opened.name}.{kind}" for kind in kinds}
    for path in paths.values():
        will_write(path, force=force)
    out.mkdir(parents=True, exist_ok=True)
    counts = {kind: writers[kind](opened, path) for kind, path in paths.items()}
    if json:
        print_json([{"file": str(paths[kind]), "kind": kind, "glyphs": counts[kind]} for kind in kinds])
        return
    for kind in kinds:
        say(f"{counts[kind]:,} glyphs in {paths[kind]}")


@fonts_app.command(epilog="Example: snapglyph fonts distance 5x8 --scale 0.75")
@reports_errors
def distance(
    face: FaceName,
    scale: Annotated[float, typer.Option(min=0.2, max=4.0, help="Resize first, as a provider would.")] = 1.0,
    below: Annotated[float | None, typer.Option(help="List all pairs nearer than this many pixels.")] = None,
    json: Json = False,
) -> None:
    """List the pairs of printable ASCII that differ least, in pixels."""
    from snapglyph.fonts import distances, open_face

    pairs = distances(open_face(face), scale=scale)
    shown = [pair for pair in pairs if pair.pixels < below] if below is not None else pairs[:20]
    counts = {limit: sum(pair.pixels <= limit for pair in pairs) for limit in (1, 2, 3, 4, 6, 8)}
    if json:
        listed = [{"first": p.first, "second": p.second, "pixels": p.pixels} for p in shown]
        print_json({"face": face, "scale": scale, "within": counts, "pairs": listed})
        return
    resized = "" if scale == 1.0 else f", resized by {scale:g}"
    rows = [[f"{_visible(p.first)} {_visible(p.second)}", f"{p.pixels:g}"] for p in shown]
    print_table(f"Nearest pairs of {face}{resized}", ["pair", "pixels"], rows)
    say("; ".join(f"{count} within {limit}" for limit, count in counts.items()))


def _visible(char: str) -> str:
    return "blank" if char == " " else char
