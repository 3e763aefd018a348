"""shake and context, as they are used."""

import json
from pathlib import Path

import pytest

from tests.ladder.dialogues import calls, dialogue

from .run import run, run_json


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "session.json"
    path.write_text(json.dumps(dialogue("anthropic", 8)))
    return path


def test_shake_writes_what_validate_takes(session: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    told = run_json("shake", session, "--model", "claude-opus-5-5", "--keep-images", 0, "-o", out)
    assert [rung["reason"] for rung in told["rungs"]] == [None, None]
    assert told["tokens_after"]["likely"] < told["tokens_before"]["likely"]
    assert told["messages_file"] == str(out)
    assert run_json("validate", out)["violations"] == []
    assert len(json.loads(out.read_text())) == len(json.loads(session.read_text()))
    assert b"exists; pass --force" in run("shake", session, "-o", out, code=3).stderr
    assert b"never written over" in run("shake", session, "-o", session, "--force", code=3).stderr


def test_a_dry_run_tells_and_writes_nothing(session: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    table = run("shake", session, "--dry-run", "-o", out).stdout
    assert b"elide" in table
    assert b"compute" not in table
    assert not out.exists()
    assert run_json("shake", session, "--dry-run")["messages_file"] is None


def test_shake_is_a_filter_without_out(session: Path) -> None:
    result = run("shake", "-", "--model", "claude-opus-5-5", stdin=session.read_bytes())
    assert len(json.loads(result.stdout)) == 48
    assert b"elide freed" in result.stderr


def test_context_counts_and_a_dry_run_tries_no_rung(session: Path) -> None:
    told = run_json("context", session, "--model", "claude-opus-5-5", "--window", 5000)
    assert told["free"] == 5000 - told["total"]["high"] < 0
    assert [rung["name"] for rung in told["rungs"]] == ["elide", "images", "snapshot"]
    assert run_json("context", session, "--dry-run")["rungs"] == []
    table = run("context", session, "--model", "claude-opus-5-5", "--window", 5000).stdout
    assert b"over, of a window of 5,000" in table
    assert b"results by tool" in table
    assert b"compute" not in table


def test_names_out_of_a_transcript_are_harmless_in_a_terminal(tmp_path: Path) -> None:
    messages = dialogue("anthropic", 2)
    evil = "[red]x\x1b[2J\u202e\nsrc"
    messages[1] = calls("anthropic", evil, "a0", {"path": f"{evil}/y"})
    path = tmp_path / "evil.json"
    path.write_text(json.dumps(messages))
    table = run("context", path).stdout.decode()
    assert "[red]x\\x1b[2J\\x202e\\xasrc" in table
    assert "\x1b" not in table
    assert "\u202e" not in table
    assert evil in run_json("context", path)["tools"]


def test_bad_input_is_one_sentence(session: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text("")
    for command in ("shake", "context"):
        assert b"is empty" in run(command, empty, code=3).stderr
        assert b"no dialect" in run(command, session, "--dialect", "x", code=3).stderr
    remarked = run("shake", session, "--model", "nobody-knows", "--dry-run").stderr
    assert b"is not known; they are not counted" in remarked
