"""Options and arguments that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "Density",
    "Dialect",
    "Face",
    "Fallback",
    "Force",
    "Json",
    "KeepTurns",
    "ModelFace",
    "OutDir",
    "Rates",
    "Run",
    "TailTokens",
    "Threads",
    "Transcript",
]

Json = Annotated[bool, typer.Option("--json", help="Print one JSON value on standard output, nothing else.")]
Force = Annotated[bool, typer.Option("--force", help="Replace what an earlier run wrote there.")]
Face = Annotated[str, typer.Option(help="5x8 is the densest, 8x16 the most legible.")]
ModelFace = Annotated[str | None, typer.Option(help="5x8, 6x12, 8x16; that of the model's profile if left out.")]
Fallback = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Fonts for what the face lacks: wide, cjk or a font file; may be repeated."),
]
Threads = Annotated[int | None, typer.Option(help="Pages side by side; all CPUs if left out.")]
Transcript = Annotated[str, typer.Argument(metavar="FILE", help="Transcript; - for standard input.")]
Dialect = Annotated[str | None, typer.Option(help="Of a list of messages, where it cannot be told.")]
Run = Annotated[int | None, typer.Option(help="Which conversation of a file with several, from 0.")]
KeepTurns = Annotated[int, typer.Option(min=0, help="Newest turns that stay as they are, with")]
TailTokens = Annotated[int, typer.Option(min=0, help="at least so many tokens, and about twice as many at most.")]
OutDir = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder to write to; made if needed.")]
Rates = Annotated[
    str | None,
    typer.Option("--price", metavar="IN,READ,WRITE,OUT", help="Dollars a million tokens; else genai-prices."),
]
Density = Annotated[str | None, typer.Option(help="dense, balanced or legible; by the evidence if left out.")]
