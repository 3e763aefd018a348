"""compact and recall, as they are used."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from snapglyph import read
from tests.ladder.dialogues import coding

from .run import run, run_json

MODEL = ("--model", "claude-opus-5-5")
SHORT = ("--tail-tokens", 500)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "session.json"
    path.write_text(json.dumps(coding(30)))
    return path


@pytest.fixture
def archive(session: Path, tmp_path: Path) -> Path:
    path = tmp_path / "archive.json"
    run("compact", session, *MODEL, *SHORT, "-o", tmp_path / "out.json", "--archive", path)
    return path


def pages_in(messages: list[Any]) -> list[bytes]:
    blocks = [block for message in messages if isinstance(message["content"], list) for block in message["content"]]
    return [base64.b64decode(block["source"]["data"]) for block in blocks if block["type"] == "image"]


def test_a_dry_run_tells_what_it_comes_to_and_writes_nothing(session: Path, tmp_path: Path) -> None:
    out, pages = tmp_path / "out.json", tmp_path / "pages"
    told = run_json("compact", session, *MODEL, *SHORT, "--dry-run", "-o", out, "--pages", pages)
    assert told["reason"] is None
    assert told["tokens_after"]["likely"] < told["tokens_before"]["likely"]
    assert told["messages_file"] is told["pages_folder"] is told["archive_file"] is None
    assert b"messages drawn on" in run("compact", session, *MODEL, *SHORT, "--dry-run").stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["session.json"]


def test_what_a_provider_refuses_in_the_input_is_said(session: Path, tmp_path: Path) -> None:
    assert run_json("compact", session, *MODEL, *SHORT, "--dry-run")["violations"] == {}
    assert b"violation" not in run("compact", session, *MODEL, *SHORT, "--dry-run").stderr
    messages = json.loads(session.read_text())
    messages[0] = {"role": "user", "content": [{"type": "text", "text": "go"}, {"type": "text", "text": " "}]}
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(messages))
    assert run_json("compact", broken, *MODEL, *SHORT, "--dry-run")["violations"] == {"empty-text": 1}
    for output in (("--dry-run",), ("-o", tmp_path / "out.json"), ()):
        said = run("compact", broken, *MODEL, *SHORT, *output).stderr.decode()
        assert "1 violation(s) already (1 empty-text)" in " ".join(said.split())


def test_compact_is_a_filter_without_out(session: Path) -> None:
    messages = json.loads(run("compact", "-", *MODEL, *SHORT, stdin=session.read_bytes()).stdout)
    assert "Module 0 is fine." in read(pages_in(messages))
    told = run_json("compact", "-", *MODEL, *SHORT, stdin=session.read_bytes())
    assert told["value"] == messages
    assert told["batches"][0]["first"] == 2


def test_it_goes_on_from_an_archive_and_the_pages_stay(session: Path, archive: Path, tmp_path: Path) -> None:
    out, more, whole = tmp_path / "out.json", tmp_path / "more.json", tmp_path / "whole.json"
    new = coding(60)[120:]
    more.write_text(json.dumps([*json.loads(out.read_text()), *new]))
    whole.write_text(json.dumps(coding(60)))
    run("compact", more, *MODEL, *SHORT, "--from", archive, "--archive", archive, "-o", out, "--force")
    run("compact", whole, *MODEL, *SHORT, "-o", tmp_path / "at-once.json")
    assert json.loads(out.read_text()) == json.loads((tmp_path / "at-once.json").read_text())
    assert json.loads(archive.read_text())["batches"][-1]["last"] > 120
    assert b"as the last snapshot gave them" in run("compact", session, *MODEL, "--from", archive, code=3).stderr
    assert b"is no archive" in run("compact", session, *MODEL, "--from", __file__, code=3).stderr


def test_recall_gives_the_text_alone(archive: Path) -> None:
    page = run("recall", archive, "page", 1).stdout.decode()
    assert page.startswith("Reading.\n") or "Module 0 is fine." in page
    assert run("recall", archive, "message", 4).stdout == b"Module 0 is fine.\n"
    found = run("recall", archive, "grep", "MODULE 3 IS").stdout
    assert found == b"page 1, message 16: Module 3 is fine.\n"
    assert run("recall", "-", "message", 4, stdin=archive.read_bytes()).stdout == b"Module 0 is fine.\n"


def test_recall_for_programs_and_dry(archive: Path) -> None:
    told = run_json("recall", archive, "message", 4)
    assert told == {"found": [{"page": 1, "message": 4, "characters": 18, "text": "Module 0 is fine.\n"}]}
    dry = run_json("recall", archive, "message", 4, "--dry-run")
    assert dry == {"found": [{"page": 1, "message": 4, "characters": 18}]}
    assert run("recall", archive, "message", 4, "--dry-run").stdout == b"page 1, message 4: 18 characters\n"
    assert len(run_json("recall", archive, "grep", "keel", "--most", 3)["found"]) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("page", 99), b"there is no page 99"),
        (("message", 1), b"there is no message 1 on these pages"),
        (("all", 1), b"ask for page, message or grep"),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(
    archive: Path, arguments: tuple[Any, ...], sentence: bytes
) -> None:
    told = run("recall", archive, *arguments, code=3).stderr
    assert sentence in told
    assert told.count(b"\n") == 1


def test_an_archive_that_is_none_is_said(session: Path) -> None:
    assert b"is no archive" in run("recall", session, "page", 1, code=3).stderr
