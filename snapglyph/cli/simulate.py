"""simulate: a transcript played turn by turn under policies, in tokens and in money."""

from pathlib import Path
from typing import TYPE_CHECKING

from .console import MISUSED, fail, print_json, print_table, remark, say
from .files import will_write

if TYPE_CHECKING:
    from snapglyph.pricing import Outcome, Settings

__all__ = ["run_simulation"]


def run_simulation(
    file: str,
    model: str,
    rates: list[str],
    settings: "Settings",
    *,
    idle: float,
    lifetime: float,
    density: str | None,
    plot: Path | None,
    dialect: str | None,
    run: int | None,
    force: bool,
    as_json: bool,
) -> None:
    from snapglyph.history import view
    from snapglyph.ladder.turns import play_list
    from snapglyph.pricing import Cache, best_batch, simulate

    from .cost import prices_of
    from .history import load_file

    if plot is not None:
        will_write(plot, force=force)
    transcript = load_file(file, dialect, run, model)
    turns = play_list(view(transcript.messages, transcript.dialect), model, density=density, idle=idle)
    price = prices_of([model], rates).get(model)
    cache = Cache(lifetime=lifetime)
    outcomes = simulate(turns, price, settings=settings, cache=cache)
    batch = best_batch(turns, price, settings=settings, cache=cache)[0] if price else None
    if plot is not None:
        _draw(plot, outcomes, model, priced=price is not None)
        remark(f"a chart in {plot}")
    if as_json:
        print_json(
            {
                "model": model,
                "turns": len(turns),
                "policies": [_entry(outcome) for outcome in outcomes],
                "cheapest_batch": batch,
                "verdict": _verdict(outcomes),
            }
        )
        return
    rows = [_row(outcome) for outcome in outcomes]
    columns = ["policy", "dollars", "input", "read", "written", "output", "peak", "switches", "above window"]
    print_table(f"{len(turns):,} requests to {model}", columns, rows)
    if batch:
        say(f"The cheapest sealed batch of those tried takes {batch:,} tokens of text.")
    for sentence in _verdict(outcomes):
        say(sentence)


def _entry(outcome: "Outcome") -> dict[str, object]:
    usage = outcome.usage
    return {
        "policy": outcome.policy,
        "dollars": outcome.dollars,
        "input": usage.input,
        "cache_read": usage.cache_read,
        "cache_write": usage.cache_write,
        "output": usage.output,
        "peak": outcome.peak,
        "switches": outcome.switches,
        "above_window": outcome.refused,
    }


def _row(outcome: "Outcome") -> list[str]:
    usage = outcome.usage
    return [
        outcome.policy,
        "" if outcome.dollars is None else f"{outcome.dollars:.2f}",
        *(f"{tokens:,}" for tokens in (usage.input, usage.cache_read, usage.cache_write, usage.output, outcome.peak)),
        str(outcome.switches),
        str(outcome.refused),
    ]


def _verdict(outcomes: "list[Outcome]") -> list[str]:
    """What the table says, plainly: whether and when a policy was cheaper than leaving all as text."""
    text = next(outcome for outcome in outcomes if outcome.policy == "text")
    said = []
    for outcome in outcomes:
        if outcome is text:
            continue
        if not outcome.switches:
            said.append(f"{outcome.policy}: it never acted; the conversation stayed below its threshold.")
        elif outcome.course[-1] >= text.course[-1]:
            said.append(
                f"{outcome.policy}: it did not pay in {len(text.course):,} requests; with the cache warm, text that "
                f"is read again costs little, and every switch writes what stands behind it anew."
            )
        else:
            ahead = [i for i, (a, b) in enumerate(zip(outcome.course, text.course, strict=True)) if a >= b]
            since = ahead[-1] + 2 if ahead else 1
            saved = 1 - outcome.course[-1] / text.course[-1]
            said.append(f"{outcome.policy}: it saved {saved:.0%}; it was ahead for good from request {since:,} on.")
    return said


def _draw(path: Path, outcomes: "list[Outcome]", model: str, *, priced: bool) -> None:
    try:
        import matplotlib as mpl

        mpl.use("Agg")
        from matplotlib import pyplot as plt
    except ImportError:
        fail("a chart is drawn by matplotlib: pip install 'snapglyph[plot]'", MISUSED)
    figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
    for outcome in outcomes:
        axes.plot(range(1, len(outcome.course) + 1), outcome.course, label=outcome.policy)
    axes.set_xlabel("request")
    axes.set_ylabel("dollars so far" if priced else "tokens of input so far")
    axes.set_title(f"What the conversation costs with {model}")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120)
    plt.close(figure)
