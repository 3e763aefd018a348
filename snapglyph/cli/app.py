"""The whole command line. Each command imports what it needs when it runs: starting up is most of a short run."""

from .cost_commands import cost_app
from .fonts import fonts_app
from .history_commands import history_app
from .page_commands import page_app
from .root import app
from .store import store_app
from .trial_commands import trial_app

__all__ = ["app"]

# The order of the help.
for commands in (page_app, history_app, trial_app, cost_app, fonts_app, store_app):
    app.add_typer(commands)
