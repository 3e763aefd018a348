"""compact and demo: conversations to fewer tokens, and what that saved."""

import json
import sys
import time
from pathlib import Path
from typing import Any

from snapglyph.history import load
from snapglyph.ladder import Keep, Report, Snapshot, snapshot

from .console import fail, print_json, print_table, remark, say
from .files import input_path, prepare_folder, replacing, will_write, write_page

__all__ = ["compact_file", "run_demo", "standard_input", "write_json"]


def compact_file(
    file: str,
    out: Path,
    pages: Path | None,
    *,
    run: int | None,
    dialect: str | None,
    keep_turns: int,
    tail_tokens: int,
    force: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Reads a transcript, compacts it, writes the messages and, when asked for, the pages."""
    inputs = [input_path(file)]
    will_write(out, force=force, inputs=inputs)
    source = standard_input() if file == "-" else inputs[0]
    transcript = load(source, dialect=dialect, run=run)
    begun = time.perf_counter()
    keep = Keep(keep_turns, tail_tokens)
    snap = snapshot(transcript.messages, dialect=transcript.dialect, keep=keep, **options)
    seconds = time.perf_counter() - begun
    if pages:
        prepare_folder(pages, force=force, inputs=inputs)
        for page in snap.pages:
            write_page(pages, page)
    write_json(out, snap.messages)
    notes = ", ".join(f"{count} {what}" for what, count in transcript.notes.items())
    if as_json:
        where = {"messages_file": str(out), "pages_folder": str(pages) if pages else None}
        print_json({"format": transcript.format, "notes": dict(transcript.notes)} | where | as_dict(snap, seconds))
        return
    if notes:
        remark(f"{transcript.format}: left out {notes}")
    print_report(snap.report, seconds)
    say(f"Messages  {out}")
    if pages and snap.pages:
        say(f"Pages     {pages}")


def standard_input() -> str:
    """All of it, as text."""
    if sys.stdin is None:
        return ""
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        fail(f"standard input is not UTF-8 text (byte {error.start})")


def write_json(path: Path, value: Any) -> None:
    """One JSON value in ASCII, so that lone surrogates survive."""
    with replacing(path) as stream:
        stream.write(json.dumps(value).encode("ascii") + b"\n")


def run_demo(out: Path, *, model: str, face: str, kilobytes: int, force: bool, as_json: bool) -> None:
    """Makes a session up, compacts it, and leaves everything to look at in a folder."""
    from snapglyph.engine import read
    from snapglyph.fixtures import make_session
    from snapglyph.preview import contact_sheet

    if not 1 <= kilobytes <= 100_000:
        fail(f"{kilobytes} kilobytes were asked for; the session can have 1 to 100,000")
    for name in ("session.json", "compacted.json", "contact-sheet.png"):
        will_write(out / name, force=force)
    prepare_folder(out / "pages", force=force)
    session = make_session(kilobytes=kilobytes)
    begun = time.perf_counter()
    snap = snapshot(session, model=model, face=face)
    seconds = time.perf_counter() - begun
    exact = bool(snap.pages) and read(snap.pages) == snap.source.text
    files = {name: str(out / name) for name in ("session.json", "compacted.json")}
    write_json(out / "session.json", session)
    write_json(out / "compacted.json", snap.messages)
    if snap.pages:
        for page in snap.pages:
            write_page(out / "pages", page)
        captions = [f"{p.tokens:,} tokens, {p.characters:,} characters" for p in snap.report.pages]
        with replacing(out / "contact-sheet.png") as stream:
            contact_sheet(snap.pages, captions).save(stream, "PNG")
        files |= {name: str(out / name) for name in ("pages", "contact-sheet.png")}
    if as_json:
        print_json({"read_back_exactly": exact, "files": files} | as_dict(snap, seconds))
        return
    print_report(snap.report, seconds)
    if exact:
        say("Read back from the pages: every character as it was.")
        say()
    for label, name in (
        ("Contact sheet", "contact-sheet.png"),
        ("Pages", "pages"),
        ("Messages to send", "compacted.json"),
        ("Session it was", "session.json"),
    ):
        if name in files:
            say(f"{label:<18}{files[name]}")


def as_dict(snap: Snapshot, seconds: float) -> dict[str, Any]:
    """The report for --json: sizes and counts."""
    report = snap.report
    return {
        "dialect": report.dialect,
        "model": report.model,
        "note": report.note,
        "reason": report.reason,
        "messages": report.messages,
        "drawn": report.drawn,
        "tokens_before": _edges(report.before),
        "tokens_after": _edges(report.after),
        "image_tokens": report.image_tokens,
        "guide_tokens": report.guide_tokens,
        "seconds": round(seconds, 4),
        "named": {name: getattr(report.named, name) for name in report.named.__slots__},
        "pages": [{name: getattr(page, name) for name in page.__slots__} for page in report.pages],
    }


def _edges(tokens: Any) -> dict[str, int]:
    return {"low": tokens.low, "likely": tokens.likely, "high": tokens.high}


def print_report(report: Report, seconds: float) -> None:
    """The report for people."""
    if report.note:
        remark(report.note)
    if report.reason:
        say(f"Nothing was done: {report.sentence} ({report.reason}).")
        return
    before, after = report.before, report.after
    rows = [
        (label, f"{b:,}", f"{a:,}", f"{100 * (b - a) / b:.0f} %")
        for label, b, a in (
            ("tokens, at least", before.low, after.low),
            ("tokens, likely", before.likely, after.likely),
            ("tokens, at most", before.high, after.high),
        )
    ]
    pages = f"{len(report.pages)} page" + ("s" if len(report.pages) != 1 else "")
    drawn = f"{report.drawn} of {report.messages} messages drawn on {pages} in {seconds * 1000:.0f} ms"
    print_table(drawn, ("", "as text", "with pages", "saved"), rows)
    named = [
        f"{count:,} {what}"
        for what, count in (
            ("thinking blocks left out", report.named.thinking),
            ("images named", report.named.images),
            ("runs of base64 named", report.named.base64_runs),
            ("colour codes removed", report.named.colour_codes),
        )
        if count
    ]
    if named:
        say(f"Not drawn: {', '.join(named)}.")
    size = sum(page.png_bytes for page in report.pages)
    say(f"Pages cost {report.image_tokens:,} tokens and {size:,} bytes; the guide {report.guide_tokens:,} tokens.")
    say()
