"""legibility: a table, a CSV file and the worst confusions."""

import csv
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from .console import counting, print_json, print_table, remark, say
from .files import will_write

if TYPE_CHECKING:
    from snapglyph.legibility import Result

__all__ = ["run_legibility"]


def run_legibility(
    fonts: list[str], scales: list[float], lines: int, out: Path | None, *, force: bool, as_json: bool
) -> None:
    """Measures built-in faces and font files side by side on the same lines."""
    from snapglyph.engine import faces
    from snapglyph.fonts import open_face
    from snapglyph.legibility import make_lines, measure
    from snapglyph.legibility.ocr import Reader

    names = fonts or list(faces())
    opened = [(_short(name), open_face(name)) for name in names]
    if out is not None:
        will_write(out, force=force)
    drawn = make_lines(lines)
    with counting(f"lines of {len(drawn) * len(opened) * len(scales):,}: read") as progress:
        results = list(measure(opened, drawn, Reader(), scales=scales, progress=progress))
    if out is not None:
        _write_csv(out, results)
        remark(f"{len(results)} rows in {out}")
    if as_json:
        print_json([_entry(result) for result in results])
        return
    for scale in scales:
        _print(results, scale)


def _short(name: str) -> str:
    """A font file by its own name; the folder is nobody's business."""
    path = Path(name)
    return path.name.removesuffix(".gz") if path.parent != Path() else name


def _entry(result: "Result") -> dict[str, object]:
    score = result.score
    return {
        "face": result.face,
        "cell": f"{result.cell[0]}x{result.cell[1]}",
        "scale": result.scale,
        "kind": result.kind,
        "characters": score.characters,
        "error_rate": round(score.error_rate, 5),
        "exact_ids": score.exact_rate if score.exact_rate is None else round(score.exact_rate, 4),
        "confusions": [[*pair, count] for pair, count in score.confusions.most_common(12)],
    }


def _write_csv(path: Path, results: "list[Result]") -> None:
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["face", "cell", "scale", "kind", "characters", "error_rate", "exact_ids", "confusions"])
        for result in results:
            entry = _entry(result)
            told = " ".join(f"{a or '+'}>{b or '-'}:{n}" for (a, b), n in result.score.confusions.most_common(12))
            writer.writerow([*list(entry.values())[:7], told])


def _print(results: "list[Result]", scale: float) -> None:
    from snapglyph.legibility import KINDS

    shown = [result for result in results if result.scale == scale]
    names = list(dict.fromkeys(result.face for result in shown))
    rows = []
    for name in names:
        by_kind = {result.kind: result for result in shown if result.face == name}
        exact = by_kind["ids"].score.exact_rate if "ids" in by_kind else None
        rates = [f"{100 * by_kind[kind].score.error_rate:.2f}" if kind in by_kind else "" for kind in KINDS]
        first = next(iter(by_kind.values()))
        confusions: Counter[tuple[str, str]] = Counter()
        for result in by_kind.values():
            confusions += result.score.confusions
        worst = "  ".join(f"{_name(a, '+')}>{_name(b, '-')} {n}" for (a, b), n in confusions.most_common(5))
        rows.append(
            [name, f"{first.cell[0]}x{first.cell[1]}", *rates, "" if exact is None else f"{100 * exact:.0f}", worst]
        )
    title = f"Characters misread, per cent, at scale {scale:g}"
    print_table(title, ["face", "cell", *KINDS, "ids whole", "worst confusions"], rows)
    say("Drawn > read; + was not drawn, - was lost, _ is a blank.")


def _name(char: str, none: str) -> str:
    return none if not char else "_" if char == " " else char
