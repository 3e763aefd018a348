"""bench: the table of what this machine does."""

import sys
from collections.abc import Sequence
from dataclasses import replace

from snapglyph.bench import Measured, run
from snapglyph.bench.groups import grouped
from snapglyph.bench.targets import TARGETS

from .console import print_json, print_table, remark, say

__all__ = ["run_bench"]


def run_bench(*, quick: bool, as_json: bool) -> None:
    """Measures and prints; nothing here fails on a slow machine."""
    show = remark if sys.stderr.isatty() else (lambda what: None)
    found = run(quick, lambda what: show(f"measuring {what} ..."))
    if as_json:
        print_json(
            {
                "machine": found.machine,
                "rates": found.rates,
                "best": found.best,
                "bytes": found.bytes,
                "figures": found.figures,
                "targets": [
                    {"name": t.name, "bound": t.bound, "at_most": t.most, "value": value, "met": t.met(value)}
                    for t in TARGETS
                    if (value := t.value(found)) is not None
                ],
            }
        )
        return
    _print(found, quick)


def _print(found: Measured, quick: bool) -> None:
    say("  ".join(f"{name}: {what}" for name, what in found.machine.items()))
    say("Medians of interleaved rounds on dense code" + (" (quick: few rounds, short texts)." if quick else "."))
    say()
    for title, group in grouped(found.rates):
        print_table(title, *_columns(group, found))
    at_best = replace(found, rates=found.best)
    rows = []
    for target in TARGETS:
        value = target.value(found)
        if value is not None:
            bound = f"{'at most' if target.most else 'at least'} {target.bound:g}"
            best = target.value(at_best) or value
            verdict = "met" if target.met(value) else "missed"
            rows.append((target.name, f"{value:,.3g}", f"{best:,.3g}", bound, verdict))
    print_table("Targets", ("", "measured", "from best rounds", "target", ""), rows)
    if "snapcompact, str to PNG, a core" not in found.rates:
        remark("The npm peer was not measured; docs/benchmarks.md says how.")


def _columns(group: Sequence[tuple[str, float, float | None]], found: Measured) -> tuple[list[str], list[list[str]]]:
    """Headings and rows of one group, without the columns that would be empty."""
    headings = ["", "M characters/s", "best round"]
    rows = [[name, f"{rate:,.2f}", f"{found.best[name]:,.2f}"] for name, rate, _ in group]
    if all(ratio for _, _, ratio in group):
        headings.append("first row against it")
        for row, (_, _, ratio) in zip(rows, group, strict=True):
            row.append(f"{ratio:,.2f} x")
    if any(name in found.bytes for name, _, _ in group):
        headings.append("bytes of a page")
        for row in rows:
            row.append(f"{found.bytes[row[0]]:,}" if row[0] in found.bytes else "")
    return headings, rows
