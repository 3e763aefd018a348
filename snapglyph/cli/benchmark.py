"""bench: the table of what this machine does."""

import sys

from snapglyph.bench import Measured, run
from snapglyph.bench.targets import FAST, TARGETS

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
    own = found.rates[FAST]
    print_table(
        "Rates, medians of interleaved rounds on dense code" + (" (quick: rough figures)" if quick else ""),
        ("", "M characters/s", "str to PNG, fast, against it", "bytes of a page"),
        [
            (name, f"{rate:,.2f}", f"{own / rate:,.2f} x", f"{found.bytes[name]:,}" if name in found.bytes else "")
            for name, rate in found.rates.items()
        ],
    )
    rows = []
    for target in TARGETS:
        value = target.value(found)
        if value is not None:
            bound = f"{'at most' if target.most else 'at least'} {target.bound:g}"
            rows.append((target.name, f"{value:,.3g}", bound, "met" if target.met(value) else "missed"))
    print_table("Targets", ("", "measured", "target", ""), rows)
    if "snapcompact, str to PNG, a core" not in found.rates:
        remark("The npm peer was not measured; docs/benchmarks.md says how.")
