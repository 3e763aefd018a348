"""What commands write, and what they must never touch."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .run import TEXT, run, run_json

MODEL = ("--model", "claude-opus-5")


def test_pages_of_an_earlier_run_are_not_mixed_in(tmp_path: Path, text_file: Path) -> None:
    out = tmp_path / "pages"
    run("render", text_file, "-o", out, "--width", 200, "--height", 200)
    many = len(list(out.glob("*.png")))
    assert many > 1
    assert b"--force" in run("render", text_file, "-o", out, code=3).stderr
    assert len(list(out.glob("*.png"))) == many
    run("render", text_file, "-o", out, "--force")
    assert len(list(out.glob("*.png"))) == 1


def test_an_input_is_never_written_over(tmp_path: Path, text_file: Path) -> None:
    run("render", text_file, "-o", tmp_path / "p")
    page = tmp_path / "p" / "page-0001.png"
    before = page.read_bytes()
    for force in ((), ("--force",)):
        assert b"never written over" in run("read", page, "-o", page, *force, code=3).stderr
    link = tmp_path / "link.png"
    link.symlink_to(page)
    assert b"never written over" in run("read", link, "-o", page, "--force", code=3).stderr
    assert page.read_bytes() == before
    assert b"exists; pass --force" in run("read", page, "-o", text_file, code=3).stderr
    assert text_file.read_bytes() == TEXT.encode()
    session = tmp_path / "s.json"
    session.write_text(json.dumps([{"role": "system", "content": "x"}]))
    args = ("compact", session, *MODEL, "-o", session, "--force")
    assert b"never written over" in run(*args, code=3).stderr


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_file_that_only_has_a_pages_name_is_left_alone(
    tmp_path: Path, text_file: Path, force: tuple[str, ...]
) -> None:
    taken = tmp_path / "page-0007.png"
    taken.write_bytes(b"a holiday picture")
    assert b"not a page of ours" in run("render", text_file, "-o", tmp_path, *force, code=3).stderr
    assert taken.read_bytes() == b"a holiday picture"
    taken.rename(tmp_path / "page-cover.png")
    run("render", text_file, "-o", tmp_path, *force)
    assert (tmp_path / "page-cover.png").read_bytes() == b"a holiday picture"


def test_a_page_that_is_drawn_itself_is_not_removed(tmp_path: Path, text_file: Path) -> None:
    run("render", text_file, "-o", tmp_path)
    page = tmp_path / "page-0001.png"
    before = page.read_bytes()
    assert b"never written over" in run("render", page, "-o", tmp_path, "--force", code=3).stderr
    os.link(page, tmp_path / "other-name")
    assert b"never written over" in run("render", tmp_path / "other-name", "-o", tmp_path, "--force", code=3).stderr
    assert page.read_bytes() == before


def test_a_failed_run_leaves_the_output_of_an_earlier_one(tmp_path: Path, text_file: Path) -> None:
    run("render", text_file, "-o", tmp_path / "p", "--width", 200, "--height", 200)
    pages = sorted((tmp_path / "p").iterdir())
    pages[-1].write_bytes(pages[-1].read_bytes()[:-20])
    back = tmp_path / "back.txt"
    back.write_bytes(b"earlier")
    run("read", *pages, "-o", back, "--force", code=3)
    assert back.read_bytes() == b"earlier"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["back.txt", "notes.txt", "p"]


def test_an_output_may_be_a_link_or_a_device(tmp_path: Path, text_file: Path) -> None:
    run("render", text_file, "-o", tmp_path / "p")
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "there" / "back.txt")
    run("read", tmp_path / "p", "-o", link)
    assert link.is_symlink()
    assert (tmp_path / "there" / "back.txt").read_bytes() == TEXT.encode()
    run("read", tmp_path / "p", "-o", os.devnull)
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["session.json", "compacted.json", "contact-sheet.png", "pages/page-0003.png"])
def test_a_demo_asks_before_it_replaces_a_file(tmp_path: Path, name: str) -> None:
    mine = tmp_path / name
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("precious")
    run("demo", "--out", tmp_path, "--kilobytes", 60, code=3)
    assert mine.read_text() == "precious"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [mine]


def test_a_folder_is_read_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    text = "".join(f"{n:6d} of many lines\n" for n in range(3000))
    run("render", "-", "-o", tmp_path, "--width", 240, "--height", 120, stdin=text.encode())
    count = len(list(tmp_path.iterdir()))
    assert count > 64, "this must take more than one part"
    for number in range(count, 0, -1):  # as if there were more than 9,999 of them
        (tmp_path / f"page-{number:04d}.png").rename(tmp_path / f"page-{number + 9950:04d}.png")
    assert run("read", tmp_path).stdout == text.encode()
    assert run_json("read", tmp_path)["text"] == text
    listed = sorted(tmp_path.iterdir())
    assert b"put them in order" in run("read", *listed, code=2).stderr


def test_a_missing_page_is_missed_between_parts_too(tmp_path: Path) -> None:
    text = "".join(f"{n:6d} of many lines\n" for n in range(3000))
    options = ("--header", "--width", 240, "--height", 120)
    run("render", "-", "-o", tmp_path, *options, stdin=text.encode())
    assert run("read", tmp_path).stdout == text.encode()
    (tmp_path / "page-0065.png").unlink()
    assert b"page-0066.png is numbered 66 and follows number 64" in run("read", tmp_path, code=3).stderr


def test_a_mistake_leaves_the_pages_of_an_earlier_run(tmp_path: Path, text_file: Path) -> None:
    out = tmp_path / "pages"
    run("render", text_file, "-o", out)
    before = (out / "page-0001.png").read_bytes()
    for wrong in (("--effort", "zz"), ("--threads", "99"), ("--face", "9x9")):
        run("render", text_file, "-o", out, "--force", *wrong, code=2)
        assert (out / "page-0001.png").read_bytes() == before


def redirected(path: Path, *arguments: object) -> "subprocess.CompletedProcess[bytes]":
    with open(path, "rb") as stream:
        command = [sys.executable, "-m", "snapglyph.cli", *map(str, arguments)]
        return subprocess.run(command, stdin=stream, capture_output=True, check=False)


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="standard input has no name here")
def test_an_input_by_redirection_is_never_written_over(tmp_path: Path, text_file: Path) -> None:
    run("render", text_file, "-o", tmp_path / "p")
    page = tmp_path / "p" / "page-0001.png"
    chat = tmp_path / "chat.json"
    chat.write_text(json.dumps([{"role": "system", "content": "x"}]))
    for source, arguments in (
        (page, ("render", "-", "-o", page.parent, "--force")),
        (chat, ("compact", "-", *MODEL, "-o", chat, "--force")),
    ):
        before = source.read_bytes()
        result = redirected(source, *arguments)
        assert result.returncode == 3
        assert b"never written over" in result.stderr
        assert source.read_bytes() == before


def test_closed_streams_are_empty_input_and_a_reader_that_left(tmp_path: Path, text_file: Path) -> None:
    run("render", text_file, "-o", tmp_path / "p")
    shell = f'"{sys.executable}" -m snapglyph.cli'
    for command in (f'{shell} read "{tmp_path}/p" >&-', f'{shell} render - -o "{tmp_path}/q" <&-'):
        result = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
        assert (result.returncode, result.stderr) == (0, b"")


def test_fixtures_replace_nobodys_file(tmp_path: Path) -> None:
    mine = tmp_path / "blanks.5x8-lines.1.png"
    mine.write_text("mine")
    assert b"--force" in run("fixtures", tmp_path, code=3).stderr
    assert mine.read_text() == "mine"
    (tmp_path / "manifest.json").write_text("[1]")
    assert b"is no manifest" in run("fixtures", tmp_path, "--check", code=3).stderr


def test_a_target_that_cannot_be_written_is_named(tmp_path: Path, text_file: Path) -> None:
    run("render", text_file, "-o", tmp_path / "p")
    if Path("/dev/full").exists():
        error = run("read", tmp_path / "p", "-o", "/dev/full", code=3).stderr
        assert b"/dev/full: No space left" in error
