"""Commands that show and measure: their options and help."""

from pathlib import Path
from typing import Annotated

import typer

from .console import reports_errors
from .options import Force, Json, OutDir

__all__ = ["trial_app"]

trial_app = typer.Typer()


@trial_app.command(epilog="Example: snapglyph demo --out demo")
@reports_errors
def demo(
    out: OutDir = Path("snapglyph-demo"),
    model: Annotated[str, typer.Option(help="Model id whose tariff prices the pages.")] = "claude-opus-5-5",
    face: Annotated[
        str | None, typer.Option(help="5x8, 6x12, 8x16; that of the model's profile if left out.")
    ] = None,
    kilobytes: Annotated[int, typer.Option(help="Size of the made-up session.")] = 400,
    force: Force = False,
    json: Json = False,
) -> None:
    """Compact a long coding session that snapglyph makes up, and show what that saves."""
    from .conversation import run_demo

    run_demo(out, model=model, face=face, kilobytes=kilobytes, force=force, as_json=json)


@trial_app.command(epilog="Example: snapglyph fixtures tests/pages && snapglyph fixtures tests/pages --check")
@reports_errors
def fixtures(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the fixtures.")],
    check: Annotated[
        bool, typer.Option("--check", help="Compare instead of writing; exit 1 on a difference.")
    ] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write page fixtures for regression tests: fixed texts on fixed formats, and a manifest of pixel hashes."""
    from .pages import fixtures_folder

    fixtures_folder(folder, check=check, force=force, as_json=json)


@trial_app.command(epilog="Example: snapglyph bench --quick")
@reports_errors
def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer rounds and smaller texts: under half a minute.")
    ] = False,
    json: Json = False,
) -> None:
    """Measure this machine, side by side with other ways to draw text, and print the ratios."""
    from .benchmark import run_bench

    run_bench(quick=quick, as_json=json)


@trial_app.command(epilog="Example: snapglyph legibility 5x8 8x16 path/to/other.bdf --scale 1 --scale 0.75")
@reports_errors
def legibility(
    faces: Annotated[
        list[str] | None, typer.Argument(metavar="[FACE...]", help="Faces or font files; all our faces if left out.")
    ] = None,
    scale: Annotated[list[float] | None, typer.Option(help="Resize as a provider would; may be repeated.")] = None,
    lines: Annotated[int, typer.Option(min=1, max=500, help="Lines of each kind.")] = 24,
    out: Annotated[Path | None, typer.Option("--csv", metavar="FILE.csv", help="Also write the rows there.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Measure how well an OCR engine reads faces: prose, code, JSON and random identifiers, on the same lines.

    Needs the extra snapglyph[ocr]; works without a network.
    """
    from .legibility import run_legibility

    run_legibility(faces or [], scale or [1.0], lines, out, force=force, as_json=json)
