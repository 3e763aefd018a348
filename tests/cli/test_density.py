"""density: every face, layout and model, as a table, JSON, CSV and chart."""

import csv
from pathlib import Path

import pytest

from snapglyph.engine import faces

from .run import TEXT, run, run_json


def test_every_face_layout_and_model_once(text_file: Path) -> None:
    rows = run_json("density", text_file, "--model", "claude-opus-5-5", "--model", "gpt-5.1")
    kinds = {(row["model"], row["face"], row["layout"]) for row in rows}
    assert len(kinds) == len(rows) == 2 * len(faces()) * 2
    assert all(row["characters"] == len(TEXT) for row in rows)
    assert all(row["characters_per_token"] == round(len(TEXT) / row["tokens"], 2) for row in rows)


def test_the_csv_says_what_json_says(text_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    rows = run_json("density", text_file, "--model", "gemini-4-argon", "--csv", out)
    with out.open(newline="") as stream:
        assert list(csv.DictReader(stream)) == [{key: str(value) for key, value in row.items()} for row in rows]
    assert b"exists; pass --force" in run("density", text_file, "--csv", out, code=3).stderr


def test_a_newer_version_is_named_and_no_word_of_the_text_appears(text_file: Path) -> None:
    result = run("density", text_file, "--model", "claude-opus-9")
    assert b"priced as claude-opus-5.5" in result.stderr
    assert b"twice" not in result.stdout


def test_bad_input_is_one_sentence(text_file: Path, tmp_path: Path) -> None:
    assert b"is not known" in run("density", text_file, "--model", "[red]x", code=2).stderr
    assert b"no page should be sent" in run("density", text_file, "--model", "grok-4.7", code=2).stderr
    assert b"is empty" in run("density", "-", "--model", "gpt-6", code=3).stderr
    both = tmp_path / "one"
    assert b"cannot be both" in run("density", text_file, "--csv", both, "--plot", both, code=2).stderr
    assert b"never written over" in run("density", text_file, "--csv", text_file, "--force", code=3).stderr


def test_the_chart_is_a_png(text_file: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / "chart.png"
    run("density", text_file, "--model", "gpt-6", "--plot", out)
    assert out.read_bytes().startswith(b"\x89PNG")
