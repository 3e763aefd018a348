"""The command line: exact, quiet where it should be, and never over somebody's file."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .run import TEXT, run, run_json


@pytest.mark.parametrize("options", [(), ("--layout", "lines"), ("--face", "8x16", "--header"), ("--effort", "fast")])
def test_render_then_read_gives_the_same_bytes(tmp_path: Path, text_file: Path, options: tuple[str, ...]) -> None:
    out = tmp_path / "pages"
    said = run("render", text_file, "-o", out, *options).stdout.decode()
    assert f"{len(TEXT):,} characters on 1 page" in said
    pages = sorted(out.glob("*.png"))
    assert run("read", *pages).stdout == TEXT.encode()
    run("read", *pages, "-o", tmp_path / "back.txt")
    assert (tmp_path / "back.txt").read_bytes() == TEXT.encode()


def test_any_bytes_survive(tmp_path: Path) -> None:
    data = bytes(range(256)) * 40 + b"\xff\xfe\r\n\0" + "ünïcödé \u00e9".encode()
    source = tmp_path / "junk.bin"
    source.write_bytes(data)
    run("render", source, "-o", tmp_path / "pages")
    assert run("read", *sorted((tmp_path / "pages").glob("*.png"))).stdout == data


def test_standard_input_and_json(tmp_path: Path) -> None:
    said = run_json("render", "-", "-o", tmp_path, stdin=TEXT.encode())
    assert said["characters"] == len(TEXT)
    assert [page["file"] for page in said["pages"]] == ["page-0001.png"]
    assert said["pages"][0]["bytes"] == (tmp_path / "page-0001.png").stat().st_size
    assert run_json("read", tmp_path / "page-0001.png")["text"] == TEXT


def test_an_empty_file_has_no_pages(tmp_path: Path) -> None:
    assert b"nothing to draw" in run("render", "-", "-o", tmp_path / "p").stdout
    assert run_json("render", "-", "-o", tmp_path / "p")["pages"] == []


def test_progress_is_for_terminals_only(tmp_path: Path, text_file: Path) -> None:
    assert run("render", text_file, "-o", tmp_path / "p").stderr == b""


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("render", "no-such-file", "-o", "{out}"), 3, "no-such-file: No such file"),
        (("render", "{out}", "-o", "{out}/p"), 3, "Is a directory"),
        (("render", "-", "-o", "{out}", "--face", "9x9"), 2, "the faces are 5x8, 6x12, 7x14, 8x16"),
        (("render", "-", "-o", "{out}", "--width", "3"), 2, "no room for one cell"),
        (("render", "-", "-o", "{out}", "--effort", "best"), 2, "the efforts are small, fast"),
        (("render", "-", "-o", "{out}", "--threads", "0"), 2, "threads is 0"),
        (("read", "no-such.png"), 3, "no-such.png: No such file"),
        (("read", "{out}"), 3, "holds no page-0001.png"),
        (("compact", "-", "--model", "gpt-6", "-o", "{out}/o.json"), 3, "is empty"),
        (("demo", "--out", "{out}/d", "--model", "unknown-9"), 2, "known are claude-opus"),
        (("fixtures", "{out}", "--check"), 3, "has no manifest.json"),
    ],
)
def test_mistakes_are_one_sentence(tmp_path: Path, arguments: tuple[str, ...], code: int, sentence: str) -> None:
    result = run(*(a.format(out=tmp_path) for a in arguments), code=code)
    assert sentence in result.stderr.decode()
    assert len(result.stderr.decode().strip().splitlines()) == 1
    assert result.stdout == b""


def test_misuse_is_code_2() -> None:
    run("render", code=2)
    run("fly", code=2)


def test_a_damaged_page_is_named(tmp_path: Path, text_file: Path) -> None:
    run("render", text_file, "-o", tmp_path / "p")
    page = tmp_path / "p" / "page-0001.png"
    page.write_bytes(page.read_bytes()[:-20])
    assert b"page 1 (page-0001.png) is cut off" in run("read", page, code=3).stderr


def session(turns: int) -> list[dict[str, Any]]:
    body = "".join(f"{i:5d}  canary value {i * i}\n" for i in range(300))
    return [{"role": "system", "content": "Be brief."}] + [
        {"role": role, "content": f"{role} {n}: {body}"} for n in range(turns) for role in ("user", "assistant")
    ]


def test_compact_writes_messages_and_pages(tmp_path: Path) -> None:
    source = tmp_path / "chat.json"
    source.write_text(json.dumps(session(12)))
    out, pages = tmp_path / "o" / "compacted.json", tmp_path / "pages"
    said = run_json("compact", source, "--model", "claude-opus-5", "-o", out, "--pages", pages)
    messages = json.loads(out.read_text())
    assert messages[0] == session(1)[0]
    assert said["reason"] is None
    assert said["tokens_after"]["low"] < said["tokens_before"]["low"]
    assert (
        len(list(pages.glob("page-*.png")))
        == len(said["pages"])
        == sum(block["type"] == "image_url" for block in messages[2]["content"])
    )
    table = run("compact", source, "--model", "claude-opus-5", "-o", out, "--force").stdout.decode()
    assert "tokens, at least" in table
    assert "canary" not in table + json.dumps(said)


def test_compact_that_would_not_pay_says_so_and_changes_nothing(tmp_path: Path) -> None:
    source, out = tmp_path / "chat.json", tmp_path / "out.json"
    short = [{"role": "system", "content": "s"}, *({"role": "user", "content": f"hi {i}"} for i in range(9))]
    source.write_text(json.dumps(short))
    assert b"Nothing was done" in run("compact", source, "--model", "claude-opus-5", "-o", out).stdout
    assert json.loads(out.read_text()) == short


def test_a_broken_transcript_line_is_named_without_its_words(tmp_path: Path) -> None:
    source = tmp_path / "pi.jsonl"
    source.write_text('{"kind": "session", "id": "x"}\n{"type": "message", "secret-canary": \n')
    error = run("compact", source, "--model", "claude-opus-5", "-o", tmp_path / "o.json", code=3).stderr
    assert b"pi.jsonl, line 2: not JSON" in error
    assert b"canary" not in error
    assert not (tmp_path / "o.json").exists()


def test_demo_leaves_something_to_look_at(tmp_path: Path) -> None:
    said = run_json("demo", "--out", tmp_path / "d", "--kilobytes", 100)
    assert said["read_back_exactly"] is True
    assert all(Path(path).exists() for path in said["files"].values())
    assert b"exists; pass --force" in run("demo", "--out", tmp_path / "d", code=3).stderr
    again = run("demo", "--out", tmp_path / "d", "--kilobytes", 100, "--force").stdout.decode()
    assert "every character as it was" in again
    assert "contact-sheet.png" in again


def test_fixtures_notice_a_flipped_pixel(tmp_path: Path) -> None:
    from PIL import Image

    folder = tmp_path / "f"
    names = run_json("fixtures", folder)["pages"]
    assert b"All fixtures are as they should be" in run("fixtures", folder, "--check").stdout
    assert b"--force" in run("fixtures", folder, code=3).stderr
    with Image.open(folder / names[0]) as image:
        info = image.info
        pixels = image.convert("L")
    pixels.putpixel((5, 5), 255 - pixels.getpixel((5, 5)))  # type: ignore[operator]
    pixels.convert("1").save(folder / names[0])
    (folder / names[1]).unlink()
    assert "snapglyph" in info
    found = run_json("fixtures", folder, "--check", code=1)
    assert {entry["name"] for entry in found} == {names[0], names[1]}


def test_the_version_and_every_help_page() -> None:
    assert run("--version").stdout.decode().strip() == "0.1.0"
    assert b"Exit codes" in run("--help").stdout
    for command in ("render", "read", "compact", "demo", "fixtures", "bench"):
        assert b"Example: snapglyph" in run(command, "--help").stdout


def test_without_the_extra_one_sentence_says_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise ImportError('none')\n")
    result = subprocess.run(
        [sys.executable, "-m", "snapglyph.cli"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert result.returncode == 4
    assert b"pip install 'snapglyph[cli]'" in result.stderr
