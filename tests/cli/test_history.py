"""validate and import, as they are used."""

import json
from pathlib import Path
from typing import Any

import pytest

from .run import run, run_json

SESSION = [
    {"type": "session", "version": 3, "id": "s"},
    {"type": "message", "id": "1", "parentId": None, "message": {"role": "user", "content": "canary [red]x"}},
    {
        "type": "message",
        "id": "2",
        "parentId": "1",
        "message": {
            "role": "assistant",
            "content": [{"type": "toolCall", "id": "a", "name": "ls", "arguments": {"p": 1}}],
        },
    },
]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    path.write_text("\n".join(map(json.dumps, SESSION)))
    return path


def test_validate_names_what_is_wrong_and_exits_with_1(session: Path) -> None:
    said: Any = run_json("validate", session, code=1)
    assert (said["format"], said["dialect"], said["messages"]) == ("pi session", "anthropic", 2)
    assert [(v["index"], v["rule"]) for v in said["violations"]] == [(1, "unanswered-call")]
    table = run("validate", session, code=1).stdout
    assert b"unanswered-call" in table
    assert b"canary" not in table
    assert run("validate", session, "--dry-run").stdout == table


def test_validate_is_content_with_a_valid_one(session: Path) -> None:
    lines = session.read_bytes().splitlines()
    assert b"valid" in run("validate", "-", stdin=b"\n".join(lines[:2])).stdout


def test_import_writes_messages_and_says_what_stays_broken(session: Path, tmp_path: Path) -> None:
    out = tmp_path / "messages.json"
    report: Any = run_json("import", session, "--to", "openai-chat", "-o", out)
    assert (report["written"], report["new_violations"], len(report["violations"])) == (2, 0, 1)
    written = json.loads(out.read_text())
    assert written[1]["tool_calls"][0]["function"] == {"name": "ls", "arguments": '{"p": 1}'}
    assert b"exists; pass --force" in run("import", session, "--to", "openai-chat", "-o", out, code=3).stderr
    assert b"never written over" in run("import", session, "--to", "anthropic", "-o", session, code=3).stderr


def test_import_prints_when_no_file_is_named_and_tries_with_dry_run(session: Path, tmp_path: Path) -> None:
    printed = json.loads(run("import", session, "--to", "anthropic").stdout)
    assert printed[0]["role"] == "user"
    assert run_json("import", session, "--to", "anthropic")["value"] == printed
    out = tmp_path / "none.json"
    run("import", session, "--to", "anthropic", "-o", out, "--dry-run")
    assert not out.exists()


def test_an_unknown_target_is_named(session: Path) -> None:
    assert b"known are openai-chat, anthropic" in run("import", session, "--to", "klingon", code=3).stderr


def test_plain_text_needs_no_dialect_where_a_model_or_a_target_is_named(tmp_path: Path) -> None:
    path = tmp_path / "plain.json"
    path.write_text(json.dumps([{"role": "user", "content": "go"}, {"role": "assistant", "content": "on it"}]))
    told: Any = run_json("import", path, "--to", "anthropic", "--dry-run")
    assert told["dialect"] == "anthropic"
    told = run_json("compact", path, "--model", "gpt-5.5", "--dry-run")
    assert told["dialect"] == "openai-chat"
    assert b"pass dialect=" in run("validate", path, code=3).stderr


def test_messages_that_are_not_imported_are_told_first(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    lines = [*SESSION, *({**SESSION[1], "id": str(i)} for i in range(3, 8))]
    path.write_text("\n".join(map(json.dumps, lines)))
    said = run("validate", path, code=0).stderr
    assert said.startswith(
        b"WARNING: 6 messages of this file are NOT among the 1 imported: 2 messages of other branches"
    )
    told: Any = run_json("validate", path)
    assert told["not_imported"][0] == {
        "why": "messages of other branches",
        "messages": 2,
        "first_line": 2,
        "last_line": 3,
    }
