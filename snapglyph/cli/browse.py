"""The tree of a conversation in the terminal: arrows move, enter branches, f forks, l labels, u undoes."""

from typing import TYPE_CHECKING, Any, ClassVar

from .console import MISUSED, fail
from .store import first_words, role_of

if TYPE_CHECKING:
    from snapglyph.store import Store

__all__ = ["make_browser", "run_browser"]


def run_browser(store: "Store", talk: str) -> None:
    make_browser(store, talk).run()


def make_browser(store: "Store", talk: str) -> Any:
    """The application, so that a test can drive it. Exits with a sentence without textual."""
    try:
        from textual.app import App, ComposeResult
        from textual.binding import Binding
        from textual.widgets import Footer, Input, Label, Tree
    except ImportError:
        fail("browsing takes textual: pip install 'snapglyph[tui]'", MISUSED)
    from rich.text import Text

    from snapglyph.errors import StoreError

    class Browser(App[None]):
        """One tree, a line for what was done, and an input that shows when a label is asked for."""

        TITLE = f"conversation {talk[:12]}"
        BINDINGS: ClassVar = [
            Binding("enter", "branch", "branch here", priority=True),
            Binding("f", "fork", "fork"),
            Binding("l", "label", "label"),
            Binding("u", "undo", "undo"),
            Binding("q", "quit", "quit"),
        ]

        def compose(self) -> ComposeResult:
            yield Tree(Text(self.TITLE or ""), id="tree")
            yield Label("", id="said", markup=False)
            yield Input(placeholder="label", id="label")
            yield Footer()

        def on_mount(self) -> None:
            self.query_one("#label").display = False
            self.draw()
            self.query_one("#tree").focus()

        def draw(self) -> None:
            tree = self.query_one("#tree", Tree)
            at = tree.cursor_node.data if tree.cursor_node else None
            tree.clear()
            tree.root.expand()
            path = store.path(talk)
            head = path[-1].id if path else None
            labels: dict[str, list[str]] = {}
            for name, message in store.labels(talk).items():
                labels.setdefault(message or "", []).append(name)
            stored = store.all_messages(talk)
            counts: dict[str | None, int] = {}
            for entry in stored:
                counts[entry.parent] = counts.get(entry.parent, 0) + 1
            nodes: dict[str | None, Any] = {None: tree.root}
            for entry in stored:
                line = Text(f"{role_of(entry.message):9} {first_words(entry.message)}")
                for name in labels.get(entry.id, []):
                    line.append(f"  [{name}]", style="yellow")
                if entry.id == head:
                    line.append("  <- head", style="bold green")
                node = nodes[entry.parent].add(line, data=entry.id, expand=True)
                nodes[entry.id] = node if counts.get(entry.id, 0) > 1 else node.parent
                if entry.id == (at or head):
                    self.call_after_refresh(tree.move_cursor, node)

        def say(self, text: str) -> None:
            self.query_one("#said", Label).update(text)

        def chosen(self) -> str | None:
            node = self.query_one("#tree", Tree).cursor_node
            return node.data if node else None

        def action_branch(self) -> None:
            if self.query_one("#label").has_focus:
                self.set_label()
                return
            self.change(lambda: store.branch(talk, self.chosen()), "the head stands here")

        def action_fork(self) -> None:
            def fork() -> None:
                self.say(f"forked into {store.fork(talk, self.chosen())[:12]}")

            self.change(fork, "")

        def action_undo(self) -> None:
            self.change(lambda: self.say("" if store.undo(talk) else "there is no move to take back"), "")

        def action_label(self) -> None:
            field = self.query_one("#label", Input)
            field.display = True
            field.value = ""
            field.focus()

        def set_label(self) -> None:
            field = self.query_one("#label", Input)
            chosen = self.chosen()
            if chosen:
                self.change(lambda: store.label(talk, chosen, field.value), f"labelled {field.value}")
            field.display = False
            self.query_one("#tree").focus()

        def change(self, call: Any, said: str) -> None:
            try:
                call()
            except StoreError as error:
                self.say(str(error))
                return
            if said:
                self.say(said)
            self.draw()

    return Browser()
