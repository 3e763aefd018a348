"""cost and simulate on a made-up session: tables, JSON, and one sentence for what is wrong."""

import json
from pathlib import Path

import pytest

from snapglyph.fixtures.session import make_session

from .run import run, run_json

MODEL = "claude-opus-5-5"


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "session.json"
    path.write_text(json.dumps(make_session(kilobytes=60)))
    return path


def test_cost_of_a_transcript_for_two_models(session: Path) -> None:
    told = run_json("cost", session, "--model", MODEL, "--model", "gpt-5.4", "--price", "4,0.2,5,20")
    assert [entry["model"] for entry in told["models"]] == [MODEL, "gpt-5.4"]
    for entry in told["models"]:
        assert entry["text_tokens"]["low"] < entry["text_tokens"]["likely"] < entry["text_tokens"]["high"]
        assert entry["dollars"]["text"] > entry["dollars"]["text_cached"]
        assert entry["turns_to_pay_back"]["warm"] > 0
    table = run("cost", session, "--model", MODEL, "--price", "4").stdout.decode()
    assert MODEL in table
    assert "fewer tokens than the text" in table


def test_cost_of_plain_text_from_standard_input() -> None:
    told = run_json("cost", "-", "--model", MODEL, "--price", "4", stdin=b"hello there " * 10)
    assert told["characters"] == 120
    assert told["models"][0]["wins"] is False


def test_simulate_totals_each_policy_and_says_what_did_not_pay(session: Path) -> None:
    told = run_json("simulate", session, "--model", MODEL, "--price", "4,0.2,5,20", "--threshold", "8000")
    assert told["policies"][0]["policy"] == "text"
    assert told["cheapest_batch"]
    assert len(told["verdict"]) == 4
    high = ("--threshold", 10**6, "--batch", 10**6)
    quiet = run("simulate", session, "--model", MODEL, "--price", "4,0.2,5,20", *high).stdout.decode()
    assert "it never acted" in quiet


def test_mistakes_are_one_sentence(session: Path, tmp_path: Path) -> None:
    assert "is not known" in run("cost", session, "--model", "opus", code=2).stderr.decode()
    assert "holds something else" in run("cost", session, "--model", MODEL, "--price", "a,b", code=2).stderr.decode()
    assert "no text" in run("cost", "-", "--model", MODEL, "--price", "4", code=2).stderr.decode()
    (tmp_path / "empty.json").write_text(
        '[{"role": "user", "content": ""}, {"role": "tool", "tool_call_id": "x", "content": ""}]'
    )
    result = run("simulate", tmp_path / "empty.json", "--model", MODEL, "--price", "4", code=3)
    assert "has no text" in result.stderr.decode()


def test_a_chart_is_drawn(session: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run("simulate", session, "--model", MODEL, "--price", "4,0.2,5,20", "--plot", tmp_path / "c.png")
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
