"""The store: turn commits beside the disk's own syncs, and what must not grow with the conversation."""

import os
from pathlib import Path
from typing import Any

import pytest

from snapglyph.store import Store

TURN = [{"role": "user", "content": "question " * 20}, {"role": "assistant", "content": "answer " * 40}]


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(tmp_path / "t.db") as opened:
        yield opened


def filled(store: Store, messages: int) -> str:
    """One conversation of so many messages, written as one turn each thousand."""
    talk = store.create("openai-chat")
    for _ in range(messages // 1000):
        store.commit_turn(talk, TURN * 500)
    return talk


def test_turn_commits(benchmark: Any, store: Store) -> None:
    """Target: 500 a second where the disk allows; test_syncs says what it allows."""
    talk = store.create("openai-chat")
    benchmark.pedantic(lambda: store.commit_turn(talk, TURN), rounds=300, warmup_rounds=5)


def test_syncs(benchmark: Any, tmp_path: Path) -> None:
    """What a commit cannot be faster than: four kilobytes and an fsync."""
    with open(tmp_path / "f", "wb", buffering=0) as stream:

        def sync() -> None:
            stream.write(b"x" * 4096)
            os.fsync(stream.fileno())

        benchmark.pedantic(sync, rounds=300, warmup_rounds=5)


def test_path_of_10_000_messages(benchmark: Any, store: Store) -> None:
    """Target: 50 ms."""
    talk = filled(store, 10_000)
    assert len(benchmark(lambda: store.path(talk))) == 10_000


@pytest.mark.parametrize("messages", [1_000, 100_000])
def test_branch(benchmark: Any, store: Store, messages: int) -> None:
    """Target: 2 ms, however long the conversation."""
    talk = filled(store, messages)
    first = store.path(talk)[999].id if messages > 1000 else None
    benchmark.pedantic(lambda: store.branch(talk, first), rounds=50)


def test_fork_of_10_000_messages(benchmark: Any, store: Store) -> None:
    """Target: 0.5 s."""
    talk = filled(store, 10_000)
    benchmark.pedantic(lambda: store.fork(talk), rounds=5)


def test_turn_commits_into_a_file_of_a_million_messages(benchmark: Any, store: Store) -> None:
    """Beside test_turn_commits: not slower."""
    for _ in range(10):
        filled(store, 100_000)
    talk = store.create("openai-chat")
    benchmark.pedantic(lambda: store.commit_turn(talk, TURN), rounds=300, warmup_rounds=5)
