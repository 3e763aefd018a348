"""How commands talk: results on standard output, everything else on standard error, errors in one sentence."""

import functools
import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

import typer

from snapglyph.errors import FontError, FormatError, SnapglyphError, TariffError

from . import CANNOT_RUN

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = [
    "BAD_INPUT",
    "DIFFERENT",
    "MISUSED",
    "counting",
    "fail",
    "print_json",
    "print_table",
    "remark",
    "reports_errors",
    "say",
]

DIFFERENT = 1
MISUSED = 2
BAD_INPUT = 3
STOPPED = 130

PROGRESS_AFTER = 0.4
"""Seconds. Drawing progress takes rich a tenth of a second to load, as long as a short run."""

P = ParamSpec("P")
R = TypeVar("R")


def reports_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turns every error into one sentence and an exit code.

    An error of our own gives no traceback either: its words could be a conversation's. SNAPGLYPH_TRACEBACK=1 lets
    it through.
    """

    @functools.wraps(command)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except (typer.Exit, typer.Abort):
            raise
        except (FormatError, FontError, TariffError) as error:
            fail(str(error), MISUSED)
        except SnapglyphError as error:
            fail(str(error))
        except BrokenPipeError:
            # The reader of our output has gone, as `head` does; Python would complain once more at exit.
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115  (open until the process ends)
            raise typer.Exit(0) from None
        except OSError as error:
            fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except KeyboardInterrupt:
            fail("stopped; what is written so far may be incomplete", STOPPED)
        except Exception as error:
            if os.environ.get("SNAPGLYPH_TRACEBACK"):
                raise
            fail(
                f"stopped by an error of its own, {type(error).__name__} in {_place(error)}; please report it. "
                f"SNAPGLYPH_TRACEBACK=1 shows more, which may hold words of the input",
                CANNOT_RUN,
            )

    return wrapper


def _place(error: Exception) -> str:
    """The innermost line of ours that an error came through."""
    root = Path(__file__).resolve().parents[1]
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(root)
    ]
    return f"{Path(frames[-1].filename).relative_to(root)}, line {frames[-1].lineno}"


def fail(sentence: str, code: int = BAD_INPUT) -> NoReturn:
    """Says what is wrong, and exits."""
    typer.echo(f"snapglyph: {sentence}", err=True)
    raise typer.Exit(code)


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
    rows = list(rows)
    for i, column in enumerate(columns):
        widest = max((len(row[0]) for row in rows), default=0) if i == 0 else 0  # names are what a table is read by
        table.add_column(column, justify="left" if i == 0 else "right", no_wrap=i > 0, min_width=min(widest, 28))
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
    drawn: list[Progress] = []
    begun = time.monotonic()

    def show(done: int) -> None:
        if not drawn:
            if time.monotonic() - begun < PROGRESS_AFTER:
                return
            drawn.append(_progress(what))
        drawn[0].update(drawn[0].task_ids[0], completed=done)

    try:
        yield show
    finally:
        for progress in drawn:
            progress.stop()


def _progress(what: str) -> "Progress":
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description} {task.completed}"), TimeElapsedColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    progress.add_task(what, total=None)
    progress.start()
    return progress
