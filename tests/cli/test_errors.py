"""Nothing that goes wrong shows a traceback or a word of the input."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from snapglyph.cli.console import reports_errors
from snapglyph.errors import FontError, ReadError

from .run import run, run_json


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (ReadError("page 3 is damaged"), 3, "snapglyph: page 3 is damaged"),
        (FontError("there is no such face"), 2, "snapglyph: there is no such face"),
        (FileNotFoundError(2, "No such file", "a.txt"), 3, "snapglyph: a.txt: No such file"),
        (OSError("the disk is full"), 3, "snapglyph: the disk is full"),
        (KeyboardInterrupt(), 130, "stopped"),
        (KeyError("canary words of a conversation"), 4, "an error of its own, KeyError in"),
        (MemoryError(), 4, "an error of its own, MemoryError in"),
    ],
)
def test_every_error_is_a_sentence_and_a_code(
    error: BaseException, code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @reports_errors
    def command() -> None:
        raise error

    with pytest.raises(typer.Exit) as stopped:
        command()
    said = capsys.readouterr()
    assert stopped.value.exit_code == code
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert "canary" not in said.err
    assert said.out == ""


def test_an_error_of_our_own_can_be_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    @reports_errors
    def command() -> None:
        raise KeyError("x")

    monkeypatch.setenv("SNAPGLYPH_TRACEBACK", "1")
    with pytest.raises(KeyError):
        command()


@pytest.mark.parametrize(
    "transcript",
    [
        "[]",
        "{}",
        "[1, 2]",
        '[{"role": "canary"}]',
        '[{"role": "user", "content": {"canary": 1}}]',
        '[{"role": "user", "content": [{"type": "text", "text": 7, "canary": 1}]}]',
        '[{"role": "user", "content": [{"type": "tool_use", "input": "canary"}]}]',
        '[{"role": "assistant", "content": "canary", "tool_calls": [{"function": 3}]}]',
        '{"type": "session", "version": 9, "canary": 1}\n{"type": "message", "message": "canary"}',
        '{"type": "system", "subtype": "init"}\n{"type": "assistant", "message": {"content": 4}}',
        "[" * 100_000,
        "canary words, not JSON",
        "\ufeff[]",
    ],
)
@pytest.mark.parametrize("stdin", [True, False])
def test_a_strange_transcript_is_refused_without_its_words(tmp_path: Path, transcript: str, stdin: bool) -> None:
    source = tmp_path / "in.json"
    source.write_bytes(transcript.encode())
    result = subprocess.run(
        [
            *(sys.executable, "-m", "snapglyph.cli", "compact", "-" if stdin else str(source)),
            *("--model", "claude-opus-5", "-o", str(tmp_path / "out.json"), "--keep-turns", "0"),
        ],
        input=transcript.encode(),
        capture_output=True,
        check=False,
    )
    assert result.returncode in (0, 3), result.stderr.decode()
    assert b"canary" not in result.stdout + result.stderr
    assert b"Traceback" not in result.stderr


def test_bytes_on_standard_input_are_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    out = ("--model", "claude-opus-5", "--dialect", "openai-chat", "-o", tmp_path / "o.json")
    chat = '[{"role": "user", "content": "déjà vu"}]'.encode()
    run("compact", "-", *out, stdin=chat, env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"})
    assert "d\\u00e9j\\u00e0" in (tmp_path / "o.json").read_text()
    assert (
        b"standard input is not UTF-8 text (byte 3)"
        in run("compact", "-", *out, "--force", stdin=b"[1 \xff", code=3).stderr
    )


def test_a_name_that_is_no_text_is_no_obstacle(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    assert b"\\udcff" in run("render", "-", "-o", folder, stdin=b"x").stdout
    assert run_json("read", folder)["text"] == "x"


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    run("render", "-", "-o", tmp_path, stdin=b"0123456789abcdef\n" * 40_000)
    read = f"{sys.executable} -m snapglyph.cli read {tmp_path}"
    result = subprocess.run(["bash", "-c", f"{read} | head -c 5"], capture_output=True, check=True)
    assert (result.stdout, result.stderr) == (b"01234", b"")


def test_long_work_counts_on_a_terminal_only(tmp_path: Path) -> None:
    source = tmp_path / "long.txt"
    source.write_bytes(b"0123456789abcdef, and so on\n" * 200_000)
    small_pages = ("--width", "200", "--height", "200", "--force")
    command = [sys.executable, "-m", "snapglyph.cli", "render", str(source), "-o", str(tmp_path / "p"), *small_pages]
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    drawn = b""
    while True:
        try:
            drawn += (block := os.read(ours, 4096))
        except OSError:  # how a terminal says that its other end is closed
            break
        if not block:
            break
    os.close(ours)
    out, _ = process.communicate()
    assert process.returncode == 0
    assert b"page " in drawn
    assert b"characters on" in out
    assert b"page " not in run("render", source, "-o", tmp_path / "p", *small_pages).stderr
