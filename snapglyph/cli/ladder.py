"""shake and context: old results and images left out of a history, and where its tokens are."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from snapglyph.ladder import Context, Keep, RungReport, Share, context, drop_images, elide
from snapglyph.ladder.counting import find_ruler
from snapglyph.ladder.report import REASONS as SNAPSHOT_REASONS
from snapglyph.ladder.rungs import REASONS
from snapglyph.pricing import TextTokens

from .console import counting, print_json, print_table, remark, say
from .files import input_path, will_write, write_json
from .history import about, load_file, remark_notes

__all__ = ["context_file", "shake_file"]

MOST_ROWS = 12
"""Tools and files in a table for people; --json has them all."""

MOST_LETTERS = 48
"""Of a tool's or file's name in a table."""


def shake_file(
    file: str,
    out: Path | None,
    *,
    model: str | None,
    keep_turns: int,
    tail_tokens: int,
    keep_images: int,
    dialect: str | None,
    run: int | None,
    dry_run: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Climbs rungs 1 and 2 and writes the messages, to a file or to standard output."""
    if out:
        will_write(out, force=force, inputs=[input_path(file)])
    transcript = load_file(file, dialect, run, model)
    keep = Keep(keep_turns, tail_tokens)
    if model and find_ruler(model).tariff is None:
        remark("what images cost this model is not known; they are not counted")
    with counting("rungs climbed") as show:
        first = elide(transcript.messages, keep=keep, dialect=transcript.dialect, model=model)
        show(1)
        second = drop_images(
            first.messages, keep=keep, keep_images=keep_images, dialect=transcript.dialect, model=model
        )
    reports = (first.report, second.report)
    target = None if dry_run else out
    if target:
        write_json(target, second.messages)
    if as_json:
        entry: dict[str, Any] = about(transcript) | {
            "tokens_before": _edges(first.report.before),
            "tokens_after": _edges(second.report.after),
            "rungs": [_rung(report) for report in reports],
            "messages_file": str(target) if target else None,
        }
        print_json(entry if out or dry_run else entry | {"value": second.messages})
        return
    remark_notes(transcript)
    if not out and not dry_run:
        print_json(second.messages)
        for report in reports:
            remark(_sentence(report))
        return
    _print_rungs(f"{len(transcript.messages):,} messages of {transcript.dialect}", reports)
    if target:
        say(f"Messages  {target}")


def context_file(
    file: str,
    *,
    model: str | None,
    window: int | None,
    keep_turns: int,
    tail_tokens: int,
    rungs: bool,
    dialect: str | None,
    run: int | None,
    as_json: bool,
) -> None:
    """Prints where the tokens are; writes nothing anywhere."""
    transcript = load_file(file, dialect, run, model)
    report = context(
        transcript.messages,
        model,
        system=transcript.system,
        window=window,
        keep=Keep(keep_turns, tail_tokens),
        rungs=rungs,
        dialect=transcript.dialect,
    )
    if as_json:
        print_json(about(transcript) | _as_dict(report))
        return
    remark_notes(transcript)
    _print_context(report)


# --- for programs -----------------------------------------------------------------------------------------


def _edges(tokens: TextTokens) -> dict[str, int]:
    return {"low": tokens.low, "likely": tokens.likely, "high": tokens.high}


def _rung(report: RungReport) -> dict[str, Any]:
    return {
        "name": report.name,
        "reason": report.reason,
        "freed": _edges(report.freed),
        "kept": dict(report.kept),
        "lost": [{name: getattr(lost, name) for name in lost.__slots__} for lost in report.lost],
    }


def _share(share: Share) -> dict[str, Any]:
    return {"pieces": share.pieces, "characters": share.characters, "tokens": _edges(share.tokens)}


def _as_dict(report: Context) -> dict[str, Any]:
    return {
        "messages": report.messages,
        "total": _edges(report.total),
        "window": report.window,
        "free": report.free,
        "unpriced_images": report.unpriced_images,
        "categories": {name: _share(share) for name, share in report.categories.items()},
        "tools": {name: _share(share) for name, share in report.tools.items()},
        "files": {name: _share(share) for name, share in report.files.items()},
        "largest": [
            {
                "message": large.message,
                "kind": large.kind,
                "tool": large.tool,
                "characters": large.characters,
                "tokens": _edges(large.tokens),
            }
            for large in report.largest
        ],
        "rungs": [_rung(rung) for rung in report.rungs],
        "summary_at_most": _edges(report.summary_at_most),
    }


# --- for people -------------------------------------------------------------------------------------------


def _print_rungs(title: str, reports: Iterable[RungReport]) -> None:
    rows = [
        (
            report.name,
            f"{report.freed.low:,}",
            f"{report.freed.likely:,}",
            f"{report.freed.high:,}",
            f"{len(report.lost):,}",
        )
        for report in reports
    ]
    print_table(title, ("rung", "frees, at least", "likely", "at most", "left out"), rows)
    for report in reports:
        if report.reason:
            say(_sentence(report))
        elif report.kept:
            say(f"{report.name} kept {', '.join(f'{count:,} {what}' for what, count in report.kept.items())}.")


def _sentence(report: RungReport) -> str:
    if report.reason:
        why = REASONS.get(report.reason) or SNAPSHOT_REASONS.get(report.reason, report.reason)
        return f"{report.name} did nothing: {why} ({report.reason})."
    return f"{report.name} freed {report.freed.likely:,} tokens, likely; it left out {len(report.lost):,}."


def _print_context(report: Context) -> None:
    total = max(report.total.likely, 1)
    rows = [
        (
            name,
            f"{share.pieces:,}",
            f"{share.characters:,}",
            f"{share.tokens.likely:,}",
            f"{100 * share.tokens.likely / total:.0f} %",
        )
        for name, share in report.categories.items()
        if share.pieces
    ]
    title = f"{report.messages:,} messages of {report.dialect}: {report.total.likely:,} tokens, likely"
    print_table(title, ("", "pieces", "characters", "tokens", "share"), rows)
    say(f"At least {report.total.low:,} tokens, at most {report.total.high:,}.")
    if report.free is not None and report.window is not None:
        of = f"of a window of {report.window:,} tokens"
        say(f"Free: {report.free:,} {of}." if report.free >= 0 else f"It may be {-report.free:,} over, {of}.")
    if report.unpriced_images:
        say(f"{report.unpriced_images:,} image(s) count as nothing: no tariff is known; pass --model.")
    say()
    for what, shares in (("results by tool", report.tools), ("results by file", report.files)):
        if shares:
            _print_shares(what, shares)
    largest = [
        (f"message {large.message + 1}", large.kind, _name(large.tool), f"{large.tokens.likely:,}")
        for large in report.largest
    ]
    if largest:
        print_table("largest", ("", "kind", "tool", "tokens"), largest)
    if report.rungs:
        _print_rungs("each rung by itself", report.rungs)
        say(f"A summary could free {report.summary_at_most.likely:,} tokens, likely, less its own.")


def _print_shares(title: str, shares: Mapping[str, Share]) -> None:
    shown: Sequence[tuple[str, Share]] = list(shares.items())[:MOST_ROWS]
    rows = [(_name(name), f"{share.pieces:,}", f"{share.tokens.likely:,}") for name, share in shown]
    print_table(title, ("", "pieces", "tokens"), rows)
    if len(shares) > len(shown):
        say(f"and {len(shares) - len(shown):,} more; --json names them all")


def _name(name: str) -> str:
    """A name out of a transcript, harmless in a terminal: no markup, no control or bidirectional character."""
    from rich.markup import escape

    plain = "".join(c if c.isprintable() else f"\\x{ord(c):x}" for c in name)
    short = plain if len(plain) <= MOST_LETTERS else f"{plain[: MOST_LETTERS // 2]}...{plain[-MOST_LETTERS // 2 :]}"
    return escape(short.encode("utf-8", "backslashreplace").decode("utf-8"))
