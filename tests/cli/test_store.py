"""The store's commands, and the browser driven by keys."""

import asyncio
import json
from pathlib import Path

import pytest

from snapglyph.store import Store
from tests.store.turns import call_turn, turn

from .run import run, run_json


@pytest.fixture
def db(tmp_path: Path) -> tuple[Path, str]:
    path = tmp_path / "talks.db"
    with Store(path) as store:
        talk = store.create("openai-chat")
        store.commit_turn(talk, turn(1))
        store.commit_turn(talk, [{"role": "user", "content": "[bold]no markup[/bold]\x1b[2J"}])
    return path, talk


def test_a_transcript_is_kept_drawn_branched_and_exported(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text(json.dumps([*call_turn(1), *call_turn(2), *call_turn(3)[:2]]))
    db = tmp_path / "talks.db"
    kept = run("keep", db, tmp_path / "s.json")
    talk = kept.stdout.decode().strip()
    assert "are left out: the turn is not over: no result for 'c3'" in kept.stderr.decode()
    told = run_json("tree", db, talk)
    ends = [message["id"] for message in told["messages"] if message["ends_turn"]]
    assert told["head"] == ends[-1]
    run("branch", db, talk[:6], ends[0])
    assert json.loads(run("show", db, talk).stdout) == call_turn(1)
    assert run_json("log", db, talk)[-1]["why"] == "branch"
    run("undo", db, talk)
    assert run_json("tree", db, talk)["head"] == ends[-1]
    fork = run("fork", db, talk, "--at", ends[0]).stdout.decode().strip()
    assert json.loads(run("show", db, fork).stdout) == call_turn(1)
    run("checkpoint", db, talk, "here")
    run("rewind", db, talk, "here", "--digest", "nothing found")
    assert json.loads(run("show", db, talk).stdout)[-1]["content"][0]["text"] == "nothing found"
    run("export", db, talk, "-o", tmp_path / "x.jsonl")
    again = run("keep", db, tmp_path / "x.jsonl").stdout.decode().strip()
    assert json.loads(run("show", db, again).stdout) == json.loads(run("show", db, talk).stdout)
    assert len(run_json("tree", db)) == 3


def test_the_tree_is_drawn_with_head_and_labels_and_never_reads_markup(db: tuple[Path, str]) -> None:
    path, talk = db
    with Store(path) as store:
        store.label(talk, store.path(talk)[1].id, "[red]first")
    drawn = run("tree", path, talk[:8]).stdout.decode()
    assert "[bold]no markup[/bold]" in drawn
    assert "<- head" in drawn
    assert "[[red]first]" in drawn
    assert "\x1b[2J" not in drawn


def test_mistakes_are_one_sentence(db: tuple[Path, str], tmp_path: Path) -> None:
    path, talk = db
    assert "is no file; `snapglyph keep` makes one" in run("tree", tmp_path / "no.db", code=3).stderr.decode()
    assert not (tmp_path / "no.db").exists()
    assert "no conversations begin with 'zz'" in run("tree", path, "zz", code=3).stderr.decode()
    assert "there is no message or label 'x'" in run("branch", path, talk, "x", code=3).stderr.decode()
    run("checkpoint", path, talk, "a")
    assert "the label 'a' is taken" in run("checkpoint", path, talk, "a", code=3).stderr.decode()


def test_the_browser_is_driven_by_keys(db: tuple[Path, str]) -> None:
    pytest.importorskip("textual")
    from snapglyph.cli.browse import make_browser

    path, talk = db

    async def drive(store: Store) -> None:
        browser = make_browser(store, talk)
        async with browser.run_test() as pilot:
            await pilot.pause()
            await pilot.press("up", "enter")  # from the head to the answer before it
            await pilot.pause()
            assert store.messages(talk) == turn(1)
            await pilot.press("l", *"note", "enter")
            await pilot.pause()
            assert store.labels(talk) == {"note": store.path(talk)[-1].id}
            await pilot.press("f")
            await pilot.pause()
            assert len(store.list()) == 2
            await pilot.press("u")
            await pilot.pause()
            assert len(store.messages(talk)) == 3
            await pilot.press("q")

    with Store(path) as store:
        asyncio.run(drive(store))
