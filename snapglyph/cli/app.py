"""The commands and their help. Each imports what it needs when it runs: starting up is most of a short run."""

from pathlib import Path
from typing import Annotated

import typer

from .console import reports_errors
from .fonts import fonts_app
from .store import store_app

__all__ = ["app"]

EPILOG = (
    "Exit codes: 0 done, 1 fixtures differ or a history is invalid, 2 the command was misused, 3 the input could not "
    "be used or a file stands in the way, 4 snapglyph itself cannot run. With --json, standard output holds one JSON "
    "value and nothing else. Progress and remarks go to standard error."
)

app = typer.Typer(
    name="snapglyph",
    help="Draws text onto dense pages of pixel text and reads it back, exactly.",
    epilog=EPILOG,
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(fonts_app)
app.add_typer(store_app)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON value on standard output, nothing else.")]
Force = Annotated[bool, typer.Option("--force", help="Replace what an earlier run wrote there.")]
Face = Annotated[str, typer.Option(help="5x8 is the densest, 8x16 the most legible.")]
ModelFace = Annotated[str | None, typer.Option(help="5x8, 6x12, 8x16; that of the model's profile if left out.")]
Fallback = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Fonts for what the face lacks: wide, cjk or a font file; may be repeated."),
]
Threads = Annotated[int | None, typer.Option(help="Pages side by side; all CPUs if left out.")]
Transcript = Annotated[str, typer.Argument(metavar="FILE", help="Transcript; - for standard input.")]
Dialect = Annotated[str | None, typer.Option(help="Of a list of messages, where it cannot be told.")]
Run = Annotated[int | None, typer.Option(help="Which conversation of a file with several, from 0.")]
KeepTurns = Annotated[int, typer.Option(min=0, help="Newest turns that stay as they are, with")]
TailTokens = Annotated[int, typer.Option(min=0, help="at least so many tokens, and about twice as many at most.")]
OutDir = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder to write to; made if needed.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        from snapglyph import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Options before the command; `version` is answered by its callback."""


@app.command(epilog="Example: snapglyph render notes.txt -o pages")
@reports_errors
def render(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Text to draw; - for standard input.")],
    out: OutDir,
    face: Face = "5x8",
    layout: Annotated[str, typer.Option(help="packed (the most text) or lines (real lines).")] = "packed",
    width: Annotated[int, typer.Option(help="Pixels of a full page.")] = 1568,
    height: Annotated[int, typer.Option(help="Pixels of a full page.")] = 1568,
    advance: Annotated[int | None, typer.Option(help="Pixels from cell to cell.")] = None,
    pitch: Annotated[int | None, typer.Option(help="Pixels from row to row.")] = None,
    margin: Annotated[int, typer.Option(help="Blank pixels on all sides.")] = 4,
    header: Annotated[bool, typer.Option(help="Number the pages in their first row.")] = False,
    fallback: Fallback = None,
    effort: Annotated[str, typer.Option(help="small or fast.")] = "small",
    threads: Threads = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Draw a text file onto pages.

    Any file will do: bytes that are not UTF-8 are drawn as escapes and come back as they were. Text comes back in
    Unicode's NFC form.
    """
    from snapglyph.engine import PageFormat

    from .pages import render_file

    fmt = PageFormat(width, height, face, layout, advance, pitch, margin, header, tuple(fallback or ()))
    render_file(file, out, fmt, effort, threads, force=force, as_json=json)


@app.command(epilog="Example: snapglyph read pages > notes.txt")
@reports_errors
def read(
    pages: Annotated[list[Path], typer.Argument(metavar="PNG...", help="Pages in order, or a folder of them.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the text there.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Read pages back to the text that they were drawn from.

    A page that was damaged, cropped, rescaled or recoloured is refused with its number and its first bad cell.
    """
    from .pages import read_files

    read_files(pages, out, force=force, as_json=json)


@app.command(
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


@app.command(epilog="Examples: snapglyph recall archive.json page 3, snapglyph recall archive.json grep ORD-48213")
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


@app.command(epilog="Example: snapglyph shake session.jsonl --model claude-opus-5-5 -o shaken.json")
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


@app.command(epilog="Example: snapglyph context session.jsonl --model claude-opus-5-5 --window 200000")
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


@app.command(epilog="Example: snapglyph validate session.jsonl")
@reports_errors
def validate(
    file: Transcript,
    dialect: Dialect = None,
    run: Run = None,
    json: Json = False,
) -> None:
    """Name everything in a history that its provider would refuse; exit 1 when there is something.

    Reads whatever import reads. Calls without results, results without calls, doubled ids, empty contents, images
    where none may be, and what else each provider wants.
    """
    from .history import validate_file

    validate_file(file, dialect=dialect, run=run, as_json=json)


@app.command("import", epilog="Example: snapglyph import session.jsonl --to openai-chat -o messages.json")
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

    Known are pi sessions, Claude Code sessions and stream-json, Codex rollouts, Gemini CLI sessions, ATIF, SWE-agent
    and mini-swe-agent trajectories, ShareGPT, LangChain, and lists of OpenAI, Anthropic, Gemini and Bedrock messages.
    """
    from .history import import_file

    import_file(file, out, to=to, dialect=dialect, run=run, dry_run=dry_run, force=force, as_json=json)


@app.command(epilog="Example: snapglyph demo --out demo")
@reports_errors
def demo(
    out: OutDir = Path("snapglyph-demo"),
    model: Annotated[str, typer.Option(help="Model id whose tariff prices the pages.")] = "claude-opus-5-5",
    face: Annotated[
        str | None, typer.Option(help="5x8, 6x12, 8x16; that of the model's profile if left out.")
    ] = None,
    kilobytes: Annotated[int, typer.Option(help="Size of the made-up session.")] = 400,
    force: Force = False,
    json: Json = False,
) -> None:
    """Compact a long coding session that snapglyph makes up, and show what that saves."""
    from .conversation import run_demo

    run_demo(out, model=model, face=face, kilobytes=kilobytes, force=force, as_json=json)


@app.command(epilog="Example: snapglyph fixtures tests/pages && snapglyph fixtures tests/pages --check")
@reports_errors
def fixtures(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the fixtures.")],
    check: Annotated[
        bool, typer.Option("--check", help="Compare instead of writing; exit 1 on a difference.")
    ] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write page fixtures for regression tests: fixed texts on fixed formats, and a manifest of pixel hashes."""
    from .pages import fixtures_folder

    fixtures_folder(folder, check=check, force=force, as_json=json)


@app.command(epilog="Example: snapglyph bench --quick")
@reports_errors
def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer rounds and smaller texts: under half a minute.")
    ] = False,
    json: Json = False,
) -> None:
    """Measure this machine, side by side with other ways to draw text, and print the ratios."""
    from .benchmark import run_bench

    run_bench(quick=quick, as_json=json)


@app.command(epilog="Example: snapglyph legibility 5x8 8x16 path/to/other.bdf --scale 1 --scale 0.75")
@reports_errors
def legibility(
    faces: Annotated[
        list[str] | None, typer.Argument(metavar="[FACE...]", help="Faces or font files; all our faces if left out.")
    ] = None,
    scale: Annotated[list[float] | None, typer.Option(help="Resize as a provider would; may be repeated.")] = None,
    lines: Annotated[int, typer.Option(min=1, max=500, help="Lines of each kind.")] = 24,
    out: Annotated[Path | None, typer.Option("--csv", metavar="FILE.csv", help="Also write the rows there.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Measure how well an OCR engine reads faces: prose, code, JSON and random identifiers, on the same lines.

    Needs the extra snapglyph[ocr]; works without a network.
    """
    from .legibility import run_legibility

    run_legibility(faces or [], scale or [1.0], lines, out, force=force, as_json=json)


@app.command(epilog="Example: snapglyph density src/app.py --model claude-opus-5-5 --model gemini-4-argon")
@reports_errors
def density(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="Text; - for standard input; code if left out.")
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option(help="Model id; may be repeated; one of each family if left out.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--csv", metavar="FILE.csv", help="Also write the rows there.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Also draw a chart there.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Measure characters per page and per image token, for every face, layout and model.

    --plot needs the extra snapglyph[plot].
    """
    from .density import run_density

    run_density(file, model or [], out, plot, force=force, as_json=json)


Rates = Annotated[
    str | None,
    typer.Option("--price", metavar="IN,READ,WRITE,OUT", help="Dollars a million tokens; else genai-prices."),
]
Density = Annotated[str | None, typer.Option(help="dense, balanced or legible; by the evidence if left out.")]


def _rates(price: str | None) -> list[str]:
    return price.split(",") if price else []


@app.command(epilog="Example: snapglyph cost session.jsonl --model claude-opus-5-5 --model gemini-4-argon")
@reports_errors
def cost(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Text or transcript; - for standard input.")],
    model: Annotated[list[str], typer.Option(help="Model id; may be repeated.")],
    density: Density = None,
    price: Rates = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Count with the model's own tokenizer: snapglyph[tokens] or [claude].")
    ] = False,
    json: Json = False,
) -> None:
    """Compare what a text costs as it is and as pages: tokens, money, and when the switch pays."""
    from .cost import run_cost

    run_cost(file, model, density, _rates(price), exact=exact, as_json=json)


@app.command(
    epilog="Example: snapglyph simulate session.jsonl --model claude-opus-5-5 --price 4,0.2,5,20 --plot c.png"
)
@reports_errors
def simulate(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Transcript.")],
    model: Annotated[str, typer.Option(help="Model id.")],
    price: Rates = None,
    density: Density = None,
    threshold: Annotated[int, typer.Option(min=1, help="Tokens at which a policy acts.")] = 100_000,
    keep: Annotated[int, typer.Option(min=1, help="Newest requests that stay as they are.")] = 4,
    batch: Annotated[int, typer.Option(min=1, help="Tokens of text in a sealed batch.")] = 20_000,
    summary: Annotated[int, typer.Option(min=1, help="Tokens of a summary.")] = 2000,
    window: Annotated[int, typer.Option(min=0, help="Tokens of the model's window; 0 for none.")] = 0,
    fixed: Annotated[int, typer.Option(min=0, help="Tokens of system prompt and tool schemas.")] = 4000,
    idle: Annotated[float, typer.Option(min=0, help="Seconds between requests.")] = 30.0,
    lifetime: Annotated[float, typer.Option(min=0, help="Seconds that the cache lives; 0 for none.")] = 300.0,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Also draw a chart there.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Play a transcript turn by turn under policies, with cache reads, writes and lifetimes, and total the costs.

    It says plainly when a switch does not pay: with a warm cache it often takes many requests.
    """
    from snapglyph.pricing import Settings

    from .simulate import run_simulation

    settings = Settings(fixed, threshold, keep, batch, summary, window)
    run_simulation(
        file,
        model,
        _rates(price),
        settings,
        idle=idle,
        lifetime=lifetime,
        density=density,
        plot=plot,
        force=force,
        as_json=json,
    )
