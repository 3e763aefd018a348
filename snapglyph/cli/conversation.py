"""compact and demo: conversations to fewer tokens, and what that saved."""

import time
from pathlib import Path
from typing import Any

from snapglyph.ladder import Keep, Report, Snapshot, snapshot
from snapglyph.ladder.report import REASONS

from .console import counting, fail, print_json, print_table, remark, say
from .files import input_path, prepare_folder, replacing, will_write, write_json, write_page
from .history import about, load_file, remark_notes, remark_violations
from .inputs import read_archive

__all__ = ["compact_file", "run_demo"]


def compact_file(
    file: str,
    out: Path | None,
    pages: Path | None,
    archive: Path | None,
    go_on_from: Path | None,
    *,
    run: int | None,
    dialect: str | None,
    keep_turns: int,
    tail_tokens: int,
    dry_run: bool,
    force: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Reads a transcript, compacts it, writes the messages and, when asked for, the pages and the archive."""
    inputs = [input_path(file), *([go_on_from] if go_on_from else [])]
    if dry_run:
        out = pages = archive = None
    for path in (out, archive):
        if path:  # the archive gone on from may be replaced: the new one holds all that it held
            will_write(path, force=force, inputs=inputs[:1] if path is archive else inputs)
    last = read_archive(str(go_on_from)) if go_on_from else None
    transcript = load_file(file, dialect, run, options.get("model"))
    begun = time.perf_counter()
    with counting("pages drawn") as show:
        snap = snapshot(
            transcript.messages,
            dialect=transcript.dialect,
            archive=last,
            keep=Keep(keep_turns, tail_tokens),
            progress=show,
            **options,
        )
    seconds = time.perf_counter() - begun
    if pages:
        prepare_folder(pages, force=force, inputs=inputs)
        for page in snap.pages:
            write_page(pages, page)
    if out:
        write_json(out, snap.messages)
    if archive:
        write_json(archive, snap.archive)
    if as_json:
        where = {
            "messages_file": str(out) if out else None,
            "pages_folder": str(pages) if pages else None,
            "archive_file": str(archive) if archive else None,
        }
        entry = about(transcript) | where | as_dict(snap, seconds)
        print_json(entry if out or dry_run else entry | {"value": snap.messages})
        return
    remark_notes(transcript)
    remark_violations(snap.report.violations)
    if not out and not dry_run:
        print_json(snap.messages)
        return
    print_report(snap.report, seconds)
    for label, path in (("Messages", out), ("Pages", pages if snap.pages else None), ("Archive", archive)):
        if path:
            say(f"{label:<10}{path}")


def run_demo(out: Path, *, model: str, face: str | None, kilobytes: int, force: bool, as_json: bool) -> None:
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
        "stopped": report.stopped,
        "messages": report.messages,
        "violations": dict(report.violations),
        "drawn": report.drawn,
        "tokens_before": _edges(report.before),
        "tokens_after": _edges(report.after),
        "image_tokens": report.image_tokens,
        "guide_tokens": report.guide_tokens,
        "seconds": round(seconds, 4),
        "named": {name: getattr(report.named, name) for name in report.named.__slots__},
        "pages": [{name: getattr(page, name) for name in page.__slots__} for page in report.pages],
        "batches": [
            {name: getattr(batch, name) for name in batch.__slots__} | {"text": _edges(batch.text)}
            for batch in report.batches
        ],
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
    stays: dict[str, int] = {}
    for batch in report.batches:
        for why, count in batch.behind.items():
            stays[why] = stays.get(why, 0) + count
        if batch.reason:
            stays[batch.reason] = stays.get(batch.reason, 0) + batch.last - batch.first + 1
    for why, count in stays.items():
        say(f"{count:,} message(s) of the middle stay text: {REASONS[why]} ({why}).")
    if report.stopped:
        say(f"Later ones stay text: {REASONS[report.stopped]} ({report.stopped}).")
    size = sum(page.png_bytes for page in report.pages)
    say(f"Pages cost {report.image_tokens:,} tokens and {size:,} bytes; the guide {report.guide_tokens:,} tokens.")
    say()
