"""density: characters per page and per image token, for every face, layout and model."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from snapglyph.engine import faces
from snapglyph.engine.format import LAYOUTS
from snapglyph.pricing import Choice, tariff
from snapglyph.pricing.profiles import measure, page_formats

from .console import MISUSED, counting, fail, print_json, print_table, remark, say
from .files import input_path, replacing, will_write
from .pages import open_text

__all__ = ["MODELS", "run_density"]

MODELS = (
    "claude-opus-5-5",
    "claude-haiku-4-5",
    "gpt-6.1-sol",
    "gpt-5.4",
    "gpt-5.1",
    "gemini-4-argon",
    "gemini-2.5-pro",
    "qwen3.7",
    "kimi-k3",
)
"""One of each family that people image on."""

SAMPLE_CHARACTERS = 400_000
"""Five to ten full pages of the densest face, so that a last page half empty weighs little."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cheapest page format of one face and layout for one model."""

    model: str
    choice: Choice

    def entry(self) -> dict[str, str | int | float]:
        """All of it under plain names, as --json and --csv give it."""
        choice, fmt = self.choice, self.choice.format
        return {
            "model": self.model,
            "face": fmt.font.name,
            "layout": fmt.layout,
            "width": fmt.width,
            "height": fmt.height,
            "detail": choice.detail,
            "pages": choice.pages,
            "tokens": choice.tokens,
            "shrunk": choice.shrunk,
            "characters": choice.characters,
            "characters_per_page": round(choice.characters_per_page, 1),
            "characters_per_token": round(choice.characters_per_token, 2),
        }


def run_density(
    file: str | None,
    models: Sequence[str],
    out: Path | None,
    plot: Path | None,
    *,
    force: bool,
    as_json: bool,
) -> None:
    """Measures, then prints a table or JSON; with `out` and `plot` also writes CSV and a chart."""
    inputs = [input_path(file)] if file else []
    for path in filter(None, (out, plot)):
        will_write(path, force=force, inputs=inputs)
    if out and plot and out.resolve() == plot.resolve():
        fail(f"{out} cannot be both the CSV file and the plot; name two files", MISUSED)
    text = _text(file)
    with counting("formats measured") as show:
        rows = []
        for row in _measure(text, models or MODELS):
            rows.append(row)
            show(len(rows))
    if out:
        with replacing(out) as stream:
            stream.write(_csv(rows).encode("ascii", "backslashreplace"))
    if plot:
        _plot(rows, plot)
    _print(rows, len(text), as_json=as_json)


def _text(file: str | None) -> str:
    if file is None:
        from snapglyph.bench.corpus import code

        remark(f"No FILE: measured on {SAMPLE_CHARACTERS:,} characters of Python's own library.")
        return code(SAMPLE_CHARACTERS)
    with open_text(file) as stream:
        text = stream.read()
    if not text:
        fail(f"{'standard input' if file == '-' else file} is empty; density takes a text")
    return text


def _measure(text: str, models: Sequence[str]) -> Iterator[Row]:
    """All tariffs are looked up first, so that an unknown model fails before the long work."""
    priced = [(model, tariff(model)) for model in models]
    for model, price in priced:
        if price.note:
            remark(price.note)
        for face in faces():
            for layout in LAYOUTS:
                choices = [measure(text, price, fmt) for fmt in page_formats(price, face, layout)]
                yield Row(model, min(choices, key=lambda choice: (choice.shrunk, choice.tokens, choice.pages)))


def _csv(rows: Sequence[Row]) -> str:
    stream = StringIO()
    entries = [row.entry() for row in rows]
    writer = csv.DictWriter(stream, list(entries[0]))
    writer.writeheader()
    writer.writerows(entries)
    return stream.getvalue()


def _print(rows: Sequence[Row], characters: int, *, as_json: bool) -> None:
    if as_json:
        print_json([row.entry() for row in rows])
        return
    from rich.markup import escape

    columns = ["model", "face", "layout", "page", "pages", "tokens", "chars/page", "chars/token"]
    lines = [
        [
            escape(row.model),
            row.choice.format.font.name,
            row.choice.format.layout,
            f"{row.choice.format.width}x{row.choice.format.height}",
            f"{row.choice.pages:,}",
            f"{row.choice.tokens:,}",
            f"{row.choice.characters_per_page:,.0f}",
            f"{row.choice.characters_per_token:.1f}",
        ]
        for row in rows
    ]
    print_table(f"{characters:,} characters on pages", columns, lines)
    say("The densest face is not the one that a model reads best; see the profiles.")


def _plot(rows: Sequence[Row], path: Path) -> None:
    """Characters per image token as bars: a group for each model, a bar for each face and layout."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        fail("a plot needs matplotlib; install it with: pip install 'snapglyph[plot]'", MISUSED)
    models = list(dict.fromkeys(row.model for row in rows))
    kinds = list(dict.fromkeys((row.choice.format.font.name, row.choice.format.layout) for row in rows))
    value = {(row.model, row.choice.format.font.name, row.choice.format.layout): row.choice for row in rows}
    figure = Figure(figsize=(max(6.0, 1.6 * len(models)), 5.0), layout="constrained")
    axes = figure.add_subplot()
    step = 0.8 / len(kinds)
    for i, kind in enumerate(kinds):
        at = [place + (i - (len(kinds) - 1) / 2) * step for place in range(len(models))]
        heights = [value[model, *kind].characters_per_token for model in models]
        axes.bar(at, heights, step, label=" ".join(kind))
    # A dollar sign would start a formula, and a model's name is the caller's.
    axes.set_xticks(range(len(models)), [model.replace("$", r"\$") for model in models], rotation=20, ha="right")
    axes.set_ylabel("characters per image token")
    axes.legend(fontsize="small")
    with replacing(path) as stream:
        figure.savefig(stream, format="png", dpi=120)
