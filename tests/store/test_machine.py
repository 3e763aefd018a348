"""Random histories of calls against a plain model in memory."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from snapglyph.errors import StoreError
from snapglyph.history import validate
from snapglyph.store import Store

from .turns import call_turn, turn


class StoreMachine(RuleBasedStateMachine):
    """The model: for each conversation every turn that was committed, by its last id, and where the head is."""

    conversations = Bundle("conversations")

    @initialize()
    def open(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(Path(self.folder.name) / "t.db")
        self.paths: dict[str, dict[str | None, list[Any]]] = {}
        self.heads: dict[str, str | None] = {}
        self.undo: dict[str, list[str | None]] = {}
        self.labels: dict[str, dict[str, str]] = {}
        self.count = 0

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()

    def move(self, name: str, to: str | None) -> None:
        self.undo[name].append(self.heads[name])
        self.heads[name] = to

    @rule(target=conversations)
    def create(self) -> str:
        name = self.store.create("openai-chat")
        self.paths[name], self.heads[name], self.undo[name], self.labels[name] = {None: []}, None, [], {}
        return name

    @rule(name=conversations, calls=st.booleans())
    def commit(self, name: str, calls: bool) -> None:
        self.count += 1
        messages = call_turn(self.count) if calls else turn(self.count)
        ids = self.store.commit_turn(name, messages, parent=self.heads[name])
        self.paths[name][ids[-1]] = [*self.paths[name][self.heads[name]], *messages]
        self.move(name, ids[-1])

    @rule(name=conversations)
    def commit_half(self, name: str) -> None:
        try:
            self.store.commit_turn(name, call_turn(0)[:2])
        except StoreError:
            return
        raise AssertionError("half a turn was committed")

    @rule(name=conversations, data=st.data())
    def branch(self, name: str, data: st.DataObject) -> None:
        to = data.draw(st.sampled_from(list(self.paths[name])))
        self.store.branch(name, to)
        self.move(name, to)

    @rule(name=conversations)
    def take_back(self, name: str) -> None:
        assert self.store.undo(name) == bool(self.undo[name])
        if self.undo[name]:
            self.heads[name] = self.undo[name].pop()

    @rule(target=conversations, name=conversations)
    def fork(self, name: str) -> str:
        new = self.store.fork(name)
        end = self.store.path(new)[-1].id if self.paths[name][self.heads[name]] else None
        self.paths[new] = {None: [], end: list(self.paths[name][self.heads[name]])}
        for stored in self.store.path(new):
            if stored.ends_turn:
                self.paths[new][stored.id] = [s.message for s in self.store.path(new, stored.id)]
        self.heads[new], self.undo[new], self.labels[new] = end, [None], {}
        return new

    @rule(name=conversations)
    def checkpoint(self, name: str) -> None:
        if self.heads[name] is None:
            return
        label = f"c{len(self.labels[name])}"
        self.labels[name][label] = self.store.checkpoint(name, label)

    @rule(name=conversations, data=st.data(), digest=st.booleans())
    def rewind(self, name: str, data: st.DataObject, digest: bool) -> None:
        if not self.labels[name]:
            return
        label = data.draw(st.sampled_from(sorted(self.labels[name])))
        told = {"role": "user", "content": "digest"} if digest else None
        self.store.rewind(name, label, told)
        base = self.labels[name][label]
        end = self.store.path(name)[-1].id
        self.paths[name][end] = [*self.paths[name][base], *([told] if told else [])]
        self.move(name, end)

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = Store(Path(self.folder.name) / "t.db")

    @invariant()
    def every_head_says_what_the_model_says(self) -> None:
        for name, head in getattr(self, "heads", {}).items():
            messages = self.store.messages(name)
            assert messages == self.paths[name][head]
            assert not messages or validate(messages, "openai-chat") == []


StoreMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestStoreMachine = StoreMachine.TestCase
