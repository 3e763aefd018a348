"""How commands talk: results on standard output, everything else on standard error, errors in one sentence."""

import functools
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, TypeVar

import typer

from snapglyph.errors import SnapglyphError

__all__ = [
    "BAD_INPUT",
    "DIFFERENT",
    "counting",
    "fail",
    "print_json",
    "print_table",
    "remark",
    "reports_errors",
    "say",
    "will_write",
]

DIFFERENT = 1
BAD_INPUT = 3

P = ParamSpec("P")
R = TypeVar("R")


def reports_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turns the errors that a user can mend into one sentence and exit code 3; others are ours and show whole."""

    @functools.wraps(command)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except (SnapglyphError, UnicodeError) as error:
            fail(str(error))
        except BrokenPipeError:
            # The reader of our output has gone, as `head` does; Python would complain once more at exit.
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115  (open until the process ends)
            raise typer.Exit(0) from None
        except OSError as error:
            fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except KeyboardInterrupt:
            fail("stopped; what is written so far may be incomplete")

    return wrapper


def fail(sentence: str) -> NoReturn:
    """Says what is wrong and exits with code 3."""
    typer.echo(f"snapglyph: {sentence}", err=True)
    raise typer.Exit(BAD_INPUT)


def say(text: str = "") -> None:
    """A line of the result."""
    typer.echo(text)


def remark(text: str) -> None:
    """A line beside the result."""
    typer.echo(text, err=True)


def print_json(value: Any) -> None:
    """The whole result as one JSON value; ASCII, so that lone surrogates survive any terminal."""
    typer.echo(json.dumps(value, indent=2))


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table by rich; the first column is left-aligned, numbers to the right. Plain when it is no terminal."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False)
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 else "right", no_wrap=i > 0)
    for row in rows:
        table.add_row(*row)
    terminal = sys.stdout.isatty()
    Console(width=None if terminal else 110, highlight=False).print(table)


@contextmanager
def counting(what: str) -> Iterator[Callable[[int], None]]:
    """Progress of long work: a call says how many are done. Drawn only when standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description} {task.completed}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done: progress.update(task, completed=done)


def will_write(path: Path, *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuses to write over an input, ever, and over any other file without --force."""
    for source in inputs:
        if path.exists() and source.exists() and path.samefile(source):
            fail(f"{path} is the input; an input is never written over")
    if path.is_dir():
        fail(f"{path} is a folder; name a file")
    if path.exists() and not force:
        fail(f"{path} exists; pass --force to replace it")
