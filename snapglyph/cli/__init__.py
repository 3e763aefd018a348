"""The command line. Needs the extra `snapglyph[cli]`."""

import sys

__all__ = ["main"]


def main() -> None:
    """Runs the command that the arguments name, and exits with its code (see `cli.app`)."""
    try:
        import typer  # noqa: F401  (the extra may be missing)
    except ImportError:
        sys.exit("snapglyph: the command line needs typer and rich; install them with: pip install 'snapglyph[cli]'")
    from .app import app

    app(prog_name="snapglyph")
