"""Commands on conversations: their options and help."""

from pathlib import Path
from typing import Annotated

import typer

from .console import reports_errors
from .options import Dialect, Force, Json, KeepTurns, Run, TailTokens, Threads, Transcript

__all__ = ["history_app"]

history_app = typer.Typer()


@history_app.command(
    epilog="Example: snapglyph compact session.jsonl --model claude-opus-5-5 -o compacted.json --pages pages"
)
@reports_errors
def compact(
    file: Transcript,
    model: Annotated[str, typer.Option(help="Model id whose tariff prices the pages.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="OUT.json", help="Where the messages go; the screen if left out."),
    ] = None,
    pages: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write the pages as files.")] = None,
    archive: Annotated[
        Path | None, typer.Option(metavar="OUT.json", help="Also write the archive: for recall, and to go on from.")
    ] = None,
    go_on_from: Annotated[
        Path | None,
        typer.Option("--from", metavar="ARCHIVE.json", help="FILE is what was written with it, and new messages."),
    ] = None,
    face: Annotated[
        str | None, typer.Option(help="5x8, 6x12, 8x16; that of the model's profile if left out.")
    ] = None,
    keep_turns: KeepTurns = 2,
    tail_tokens: TailTokens = 8_000,
    most_pages: Annotated[int, typer.Option(min=1, help="Pages in the request.")] = 60,
    window: Annotated[int | None, typer.Option(min=1, help="Tokens that the messages may have.")] = None,
    dialect: Dialect = None,
    run: Run = None,
    threads: Threads = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell what it would come to, and write nothing.")
    ] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Draw the old middle of a conversation onto pages.

    Reads whatever import reads. When pages would not be cheaper, the messages come out as they went in, with the
    reason.
    """
    from .conversation import compact_file

    compact_file(
        file,
        out,
        pages,
        archive,
        go_on_from,
        keep_turns=keep_turns,
        tail_tokens=tail_tokens,
        dialect=dialect,
        run=run,
        dry_run=dry_run,
        force=force,
        as_json=json,
        model=model,
        face=face,
        most_pages=most_pages,
        window=window,
        threads=threads,
    )


@history_app.command(
    epilog="Examples: snapglyph recall archive.json page 3, snapglyph recall archive.json grep ORD-48213"
)
@reports_errors
def recall(
    file: Annotated[
        str, typer.Argument(metavar="ARCHIVE.json", help="What compact --archive wrote; - for standard input.")
    ],
    what: Annotated[str, typer.Argument(metavar="WHAT", help="page, message or grep.")],
    which: Annotated[str, typer.Argument(metavar="WHICH", help="The number, or the text to find in any case.")],
    most: Annotated[int, typer.Option(min=1, help="Lines that grep gives.")] = 50,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell places and sizes, and no text.")] = False,
    json: Json = False,
) -> None:
    """Give back the exact text of a page or a message, or the lines that hold a text."""
    from .recall import recall_text

    recall_text(file, what, which, most=most, dry_run=dry_run, as_json=json)


@history_app.command(epilog="Example: snapglyph shake session.jsonl --model claude-opus-5-5 -o shaken.json")
@reports_errors
def shake(
    file: Transcript,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="OUT.json", help="Where the messages go; the screen if left out."),
    ] = None,
    model: Annotated[str | None, typer.Option(help="Model id whose tariff counts images.")] = None,
    keep_turns: KeepTurns = 2,
    tail_tokens: TailTokens = 8_000,
    keep_images: Annotated[int, typer.Option(min=0, help="Newest images that stay.")] = 3,
    dialect: Dialect = None,
    run: Run = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would go, and write nothing.")] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Leave old results of tools, huge arguments of old calls and old images out of a conversation.

    Each becomes a note with its size and hash. Every narrated word stays, and so do errors, the newest turns and the
    pages of a snapshot. Draws nothing and asks no model.
    """
    from .ladder import shake_file

    shake_file(
        file,
        out,
        model=model,
        keep_turns=keep_turns,
        tail_tokens=tail_tokens,
        keep_images=keep_images,
        dialect=dialect,
        run=run,
        dry_run=dry_run,
        force=force,
        as_json=json,
    )


@history_app.command(epilog="Example: snapglyph context session.jsonl --model claude-opus-5-5 --window 200000")
@reports_errors
def context(
    file: Transcript,
    model: Annotated[str | None, typer.Option(help="Model id whose tariff counts images.")] = None,
    window: Annotated[int | None, typer.Option(min=1, help="Tokens that the model takes.")] = None,
    keep_turns: KeepTurns = 2,
    tail_tokens: TailTokens = 8_000,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count only: try no rung, draw no page. Nothing is written either way.")
    ] = False,
    dialect: Dialect = None,
    run: Run = None,
    json: Json = False,
) -> None:
    """Show where the tokens of a conversation are, and what each rung would free.

    By system, user, narration, calls, results by tool and by file, images, thinking and signatures; the ten largest.
    """
    from .ladder import context_file

    context_file(
        file,
        model=model,
        window=window,
        keep_turns=keep_turns,
        tail_tokens=tail_tokens,
        rungs=not dry_run,
        dialect=dialect,
        run=run,
        as_json=json,
    )


@history_app.command(epilog="Example: snapglyph validate session.jsonl")
@reports_errors
def validate(
    file: Transcript,
    dialect: Dialect = None,
    run: Run = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Exit 0 whatever is found.")] = False,
    json: Json = False,
) -> None:
    """Name everything in a history that its provider would refuse; exit 1 when there is something.

    Reads whatever import reads. Calls without results, results without calls, doubled ids, empty contents, images
    where none may be, and what else each provider wants.
    """
    from .history import validate_file

    validate_file(file, dialect=dialect, run=run, dry_run=dry_run, as_json=json)


@history_app.command("import", epilog="Example: snapglyph import session.jsonl --to openai-chat -o messages.json")
@reports_errors
def import_(
    file: Transcript,
    to: Annotated[str, typer.Option(help="openai-chat or anthropic.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="OUT.json", help="Where the messages go; the screen if left out."),
    ] = None,
    dialect: Dialect = None,
    run: Run = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read and convert, and write nothing.")] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Turn an agent's file into messages of a dialect; its format is found by what it holds.

    Known are sessions of Claude Code, Codex, pi, Gemini CLI, Goose, opencode, OpenHands, Cline and aider, ATIF,
    SWE-agent and mini-swe-agent trajectories, ShareGPT, LangChain, Pydantic AI, AI SDK, OpenAI responses, and lists
    of OpenAI, Anthropic, Gemini and Bedrock messages.
    """
    from .history import import_file

    import_file(file, out, to=to, dialect=dialect, run=run, dry_run=dry_run, force=force, as_json=json)
