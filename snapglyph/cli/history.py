"""validate and import: what a provider would refuse, and files as messages of a dialect."""

import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from snapglyph.history import Transcript, Violation, load, validate, worsened, write

from .console import print_json, print_table, remark, say
from .files import input_path, will_write, write_json
from .inputs import standard_input

__all__ = ["about", "import_file", "load_file", "remark_notes", "remark_violations", "validate_file"]

INVALID = 1
MOST_ROWS = 50
"""Rows of a table for people; --json has them all."""


def load_file(file: str, dialect: str | None, run: int | None, likely: str | None = None) -> Transcript:
    """The transcript of FILE or of standard input; `likely` is the model or dialect that plain text is meant for."""
    source = standard_input() if file == "-" else input_path(file)
    return load(source, dialect=dialect, run=run, likely=likely)


def validate_file(file: str, *, dialect: str | None, run: int | None, dry_run: bool, as_json: bool) -> None:
    """Names every violation; exits with 1 when there is one, unless it is only tried."""
    transcript = load_file(file, dialect, run)
    found = validate(transcript.messages, transcript.dialect)
    if as_json:
        print_json(about(transcript) | {"violations": [_entry(violation) for violation in found]})
    else:
        remark_notes(transcript)
        what = f"{len(transcript.messages):,} messages of {transcript.dialect} ({transcript.format})"
        if found:
            _print_violations(what, found)
        else:
            say(f"{what}: valid, as far as a list of messages shows.")
    if found and not dry_run:
        raise typer.Exit(INVALID)


def _print_violations(what: str, found: list[Violation]) -> None:
    rows = [(str(violation.index + 1), violation.rule, violation.sentence) for violation in found[:MOST_ROWS]]
    print_table(f"{what}: {len(found):,} violation(s)", ("message", "rule", "what is wrong"), rows)
    if len(found) > MOST_ROWS:
        say(f"and {len(found) - MOST_ROWS:,} more; --json names them all")


def import_file(
    file: str,
    out: Path | None,
    *,
    to: str,
    dialect: str | None,
    run: int | None,
    dry_run: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Reads any known file and writes its messages in a dialect, to a file or to standard output."""
    if out:
        will_write(out, force=force, inputs=[input_path(file)])
    transcript = load_file(file, dialect, run, likely=to)
    written = write(transcript.messages, transcript.dialect, to, system=transcript.system)
    value = {"system": written.system, "messages": written.messages} if written.system else written.messages
    before = validate(transcript.messages, transcript.dialect)
    after = validate(written.messages, to)
    if out and not dry_run:
        write_json(out, value)
    report = about(transcript) | {
        "to": to,
        "written": len(written.messages),
        "left_out": written.notes,
        "violations": [_entry(violation) for violation in after],
        "new_violations": len(worsened(before, after)),
        "messages_file": str(out) if out and not dry_run else None,
    }
    if as_json:
        print_json(report if out or dry_run else report | {"value": value})
        return
    remark_notes(transcript)
    if written.notes:
        remark(f"{to} has no place for {_listed(written.notes)}")
    if after:
        remark(f"{len(after):,} violation(s) in what was read stay; snapglyph validate names them")
    if out or dry_run:
        target = "" if dry_run else f" in {out}"
        read = f"{len(transcript.messages):,} messages ({transcript.format})"
        say(f"{read} -> {len(written.messages):,} of {to}{target}")
    else:
        _print_value(value)


def _print_value(value: Any) -> None:
    if sys.stdout is None:
        raise BrokenPipeError("standard output is closed")
    print_json(value)


def about(transcript: Transcript) -> dict[str, Any]:
    """What --json says of a transcript, whatever the command."""
    return {
        "format": transcript.format,
        "dialect": transcript.dialect,
        "messages": len(transcript.messages),
        "notes": dict(transcript.notes),
        "not_imported": [asdict(part) for part in transcript.left_out],
    }


def _entry(violation: Violation) -> dict[str, Any]:
    return {"index": violation.index, "rule": violation.rule, "sentence": violation.sentence}


def remark_notes(transcript: Transcript) -> None:
    """Says what the file held beside its messages, and loudly when those are many."""
    if transcript.warning:
        remark(transcript.warning)
    if transcript.notes:
        remark(f"{transcript.format}: left out {_listed(transcript.notes)}")


def remark_violations(rules: Mapping[str, int]) -> None:
    """Says what a provider would refuse in an input, whatever is made of it."""
    if rules:
        count = sum(rules.values())
        remark(f"the input has {count:,} violation(s) already ({_listed(rules)}); snapglyph validate names them")


def _listed(notes: Any) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in notes.items())
