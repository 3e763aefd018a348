"""A writer killed at any moment loses nothing that it was told was committed, and leaves no half turn."""

import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from snapglyph.history import validate
from snapglyph.store import Store

from .turns import call_turn

ROOT = Path(__file__).resolve().parents[2]


def start(path: Path, talk: str, first: int, kill_at: int = 0) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.store.writer", str(path), talk, str(first), str(kill_at)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def check(path: Path, talk: str, told: int) -> int:
    """The number of turns in the file, which must be those told or one more; all of them whole."""
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    db.close()
    with Store(path) as store:
        messages = store.messages(talk)
    turns = len(messages) // 4
    assert messages == [m for n in range(turns) for m in call_turn(n)]
    assert not messages or validate(messages, "openai-chat") == []
    assert told <= turns <= told + 1
    return turns


def kill_at_random(path: Path, talk: str, turns: int, seed: int) -> int:
    """Kills writers until the conversation holds so many turns; gives how many were killed."""
    rng = random.Random(seed)
    done = kills = 0
    while done < turns:
        writer = start(path, talk, done)
        assert writer.stdout
        told = done
        first = writer.stdout.readline()  # it runs
        told = int(first) + 1
        time.sleep(rng.uniform(0, 0.02))
        writer.kill()
        rest = writer.communicate()[0].split()
        told = int(rest[-1]) + 1 if rest else told
        done = check(path, talk, told)
        kills += 1
    return kills


def test_killed_at_random_moments(tmp_path: Path) -> None:
    with Store(tmp_path / "t.db") as store:
        talk = store.create("openai-chat")
    assert kill_at_random(tmp_path / "t.db", talk, 40, seed=1) >= 1


def test_killed_at_every_statement_of_a_commit(tmp_path: Path) -> None:
    with Store(tmp_path / "t.db") as store:
        talk = store.create("openai-chat")
    done, statement = 0, 1
    while True:
        writer = start(tmp_path / "t.db", talk, done, kill_at=statement)
        out = writer.communicate()[0].split()
        assert writer.returncode in (0, -9)
        done = check(tmp_path / "t.db", talk, int(out[0]) + 1 if out else done)
        if out and out[-1] == "end":
            break
        statement += 1
    assert statement > 8  # begin, reads, four messages, the head, the log, commit


@pytest.mark.slow
def test_killed_at_random_moments_of_a_thousand_commits(tmp_path: Path) -> None:
    with Store(tmp_path / "t.db") as store:
        talk = store.create("openai-chat")
    assert kill_at_random(tmp_path / "t.db", talk, 1000, seed=2) >= 50
