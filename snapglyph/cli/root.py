"""The root of the command line: its help, its exit codes, and what stands before any command."""

from typing import Annotated

import typer

__all__ = ["app"]

EPILOG = (
    "Exit codes: 0 done, 1 fixtures differ or a history is invalid, 2 the command was misused, 3 the input could not "
    "be used or a file stands in the way, 4 snapglyph itself cannot run. With --json, standard output holds one JSON "
    "value and nothing else. Progress and remarks go to standard error."
)

app = typer.Typer(
    name="snapglyph",
    help="Draws text onto dense pages of pixel text and reads it back, exactly.",
    epilog=EPILOG,
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from snapglyph import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Options before the command; `version` is answered by its callback."""
