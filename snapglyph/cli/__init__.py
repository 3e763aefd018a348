"""The command line. Needs the extra `snapglyph[cli]`."""

import io
import os
import sys

__all__ = ["main"]

CANNOT_RUN = 4
"""Exit code: snapglyph itself cannot go on, whatever the input."""


def main() -> None:
    """Runs the command that the arguments name, and exits with its code (see `cli.app`)."""
    # numpy's linear algebra starts a thread a core when it is loaded, 0.05 s with two; nothing here needs it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a file's name may be no text
    try:
        import typer  # noqa: F401  (the extra may be missing)
    except ImportError:
        print(
            "snapglyph: the command line needs typer and rich; install them with: pip install 'snapglyph[cli]'",
            file=sys.stderr,
        )
        sys.exit(CANNOT_RUN)
    from .app import app

    app(prog_name="snapglyph")
