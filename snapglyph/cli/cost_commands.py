"""density, cost and simulate: their options and help."""

from pathlib import Path
from typing import Annotated

import typer

from .console import reports_errors
from .options import Density, Dialect, Force, Json, Rates, Run, Transcript

__all__ = ["cost_app"]

cost_app = typer.Typer()


@cost_app.command(epilog="Example: snapglyph density src/app.py --model claude-opus-5-5 --model gemini-4-argon")
@reports_errors
def density(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="Text; - for standard input; code if left out.")
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option(help="Model id; may be repeated; one of each family if left out.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--csv", metavar="FILE.csv", help="Also write the rows there.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Also draw a chart there.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Measure characters per page and per image token, for every face, layout and model.

    --plot needs the extra snapglyph[plot].
    """
    from .density import run_density

    run_density(file, model or [], out, plot, force=force, as_json=json)


def _rates(price: str | None) -> list[str]:
    return price.split(",") if price else []


@cost_app.command(epilog="Example: snapglyph cost session.jsonl --model claude-opus-5-5 --model gemini-4-argon")
@reports_errors
def cost(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Text or transcript; - for standard input.")],
    model: Annotated[list[str], typer.Option(help="Model id; may be repeated.")],
    density: Density = None,
    price: Rates = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Count with the model's own tokenizer: snapglyph[tokens] or [claude].")
    ] = False,
    dialect: Dialect = None,
    run: Run = None,
    json: Json = False,
) -> None:
    """Compare what a text costs as it is and as pages: tokens, money, and when the switch pays."""
    from .cost import run_cost

    run_cost(file, model, density, _rates(price), exact=exact, dialect=dialect, run=run, as_json=json)


@cost_app.command(
    epilog="Example: snapglyph simulate session.jsonl --model claude-opus-5-5 --price 4,0.2,5,20 --plot c.png"
)
@reports_errors
def simulate(
    file: Transcript,
    model: Annotated[str, typer.Option(help="Model id.")],
    price: Rates = None,
    density: Density = None,
    threshold: Annotated[int, typer.Option(min=1, help="Tokens at which a policy acts.")] = 100_000,
    keep: Annotated[int, typer.Option(min=1, help="Newest requests that stay as they are.")] = 4,
    batch: Annotated[int, typer.Option(min=1, help="Tokens of text in a sealed batch.")] = 20_000,
    summary: Annotated[int, typer.Option(min=1, help="Tokens of a summary.")] = 2000,
    window: Annotated[int, typer.Option(min=0, help="Tokens of the model's window; 0 for none.")] = 0,
    fixed: Annotated[int, typer.Option(min=0, help="Tokens of system prompt and tool schemas.")] = 4000,
    idle: Annotated[float, typer.Option(min=0, help="Seconds between requests.")] = 30.0,
    lifetime: Annotated[float, typer.Option(min=0, help="Seconds that the cache lives; 0 for none.")] = 300.0,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Also draw a chart there.")] = None,
    dialect: Dialect = None,
    run: Run = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Play a transcript turn by turn under policies, with cache reads, writes and lifetimes, and total the costs.

    It says plainly when a switch does not pay: with a warm cache it often takes many requests.
    """
    from snapglyph.pricing import Settings

    from .simulate import run_simulation

    settings = Settings(fixed, threshold, keep, batch, summary, window)
    run_simulation(
        file,
        model,
        _rates(price),
        settings,
        idle=idle,
        lifetime=lifetime,
        density=density,
        plot=plot,
        dialect=dialect,
        run=run,
        force=force,
        as_json=json,
    )
