"""Measures everything in one run: cases take turns, so that a slow moment of the machine hits them alike."""

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from snapglyph.engine import PageFormat, read, render
from snapglyph.engine import png as png_file
from snapglyph.engine.layout import plan_pages
from snapglyph.engine.native import PATHS, lib
from snapglyph.engine.raster import draw, scanline_bytes

from . import peers
from .corpus import code

__all__ = ["BESIDE", "Measured", "machine", "run"]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a run found: million characters a second by row (median of the rounds, and the best one), bytes of one
    page by encoder, and single figures."""

    machine: dict[str, str]
    rates: dict[str, float] = field(default_factory=dict)
    best: dict[str, float] = field(default_factory=dict)
    bytes: dict[str, int] = field(default_factory=dict)
    figures: dict[str, float] = field(default_factory=dict)


BESIDE = "str to PNG, 5x8, fast, beside snapcompact"
"""The row whose rounds take turns with the npm peer's."""

SWEEPS = 3
"""Times round everything. A shared machine has slow spells of half a minute, which then hit a third of each row."""

ROUND_SECONDS = 0.01
"""A case that is done sooner runs several times a round: a single blit takes less than a task switch."""

Case = tuple[Callable[[], Any], int]
"""What to run, and how many characters it draws or reads."""


def machine() -> dict[str, str]:
    """The machine in general words: processor, cores, Python, drawing path."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    paths = [name for name, number in PATHS.items() if lib.sg_path_runs(number)]
    return {
        "processor": model,
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "paths": ", ".join(paths),
    }


def run(quick: bool = False, progress: Callable[[str], None] = lambda what: None) -> Measured:
    """Measures all rows; `quick` takes smaller texts and fewer rounds, and leaves the npm peer out."""
    found = Measured(machine())
    phases = _phases(quick, found.bytes)
    text = code(1_000_000)
    seconds: dict[str, list[float]] = {}
    peer: list[Mapping[str, float]] = []
    sweeps = 1 if quick else SWEEPS
    for sweep in range(1, sweeps + 1):
        for what, cases, rounds in phases:
            progress(f"{what}, sweep {sweep} of {sweeps}")
            _time(cases, -(-rounds // sweeps), seconds)
        if not quick and peers.snapcompact_command():
            progress(f"the npm peer, sweep {sweep} of {sweeps}")
            _time({BESIDE: (partial(render, text, effort="fast", threads=1), len(text))}, 5, seconds)
            peer.append(peers.snapcompact(text))
    characters = {name: count for _, cases, _ in phases for name, (_, count) in cases.items()} | {BESIDE: len(text)}
    rounds_of = {name: [characters[name] / taken / 1e6 for taken in times] for name, times in seconds.items()}
    if peer:
        rounds_of["snapcompact, str to PNG, a core"] = [p["chars"] / p["cpu_s_median"] / 1e6 for p in peer]
        rounds_of["snapcompact, str to PNG, all cores"] = [p["chars_per_s"] / 1e6 for p in peer]
    found.rates.update({name: statistics.median(rates) for name, rates in rounds_of.items()})
    found.best.update({name: max(rates) for name, rates in rounds_of.items()})
    progress("start-up")
    found.figures.update(_startup(3 if quick else 9))
    return found


def _phases(quick: bool, sizes: dict[str, int]) -> list[tuple[str, dict[str, Case], int]]:
    """What is measured together: a name, the cases, and how many rounds they get in all."""
    fmt = PageFormat()
    plan = next(plan_pages(code(200_000), fmt))
    return [
        ("steps at 5x8", _steps("5x8"), 5 if quick else 15),
        ("steps at 8x16", _steps("8x16"), 5 if quick else 15),
        ("encoders", _encoders(plan, fmt, sizes), 3 if quick else 9),
        ("text to PNG", _whole(300_000 if quick else 1_000_000), 2 if quick else 9),
        ("threads", _threads(1_000_000 if quick else 8_000_000), 3 if quick else 9),
        ("length of the text", _lengths(3_000_000 if quick else 30_000_000), 1 if quick else 3),
    ]


def _time(cases: Mapping[str, Case], rounds: int, seconds: dict[str, list[float]]) -> None:
    """Adds a figure a round to each case's seconds; the cases take turns."""
    repeats = {name: max(1, round(ROUND_SECONDS / _seconds(call, 1))) for name, (call, _) in cases.items()}
    for _ in range(rounds):
        for name, (call, _) in cases.items():
            seconds.setdefault(name, []).append(_seconds(call, repeats[name]))


def _seconds(call: Callable[[], Any], repeats: int) -> float:
    begun = time.perf_counter()
    for _ in range(repeats):
        call()
    return (time.perf_counter() - begun) / repeats


def _steps(face: str) -> dict[str, Case]:
    fmt = PageFormat(face=face)
    text = code(200_000)
    plan = next(plan_pages(text, fmt))
    characters = plan.span[1]
    out = np.empty(scanline_bytes(fmt.width, fmt.height), np.uint8)
    cases: dict[str, Case] = {
        f"shaping and layout, {face}": (lambda: list(plan_pages(text, fmt)), len(text)),
    }
    for name, path in PATHS.items():
        if lib.sg_path_runs(path):
            cases[f"blit, {face}, {name}"] = (partial(draw, plan, fmt, out, path), characters)
    if face == "5x8":
        glyphs = " ".join(text.split())[:6000]
        cases["numpy gather, pixels only"] = (peers.numpy_gather(plan, fmt), characters)
        cases["freetype-py, pixels only"] = (peers.freetype_glyphs(glyphs, fmt), len(glyphs))
    page = render(text[:characters], format=fmt, threads=1)[0]
    cases[f"read, {face}"] = (lambda: read(page.png, threads=1), characters)
    return cases


def _encoders(plan: Any, fmt: PageFormat, sizes: dict[str, int]) -> dict[str, Case]:
    scanlines = draw(plan, fmt)
    raw = scanlines.tobytes()
    cases: dict[str, Callable[[], bytes]] = {
        f"PNG, {effort}": partial(png_file.encode, scanlines, plan.width, fmt.id, effort)
        for effort in png_file.EFFORTS
    }
    for level in (1, 6, 9):
        cases[f"zlib {level} of the same pixels"] = partial(zlib.compress, raw, level)
    sizes.update({name: len(call()) for name, call in cases.items()})
    return {name: (call, plan.span[1]) for name, call in cases.items()}


def _whole(characters: int) -> dict[str, Case]:
    text = code(characters)
    cases: dict[str, Case] = {}
    for effort in png_file.EFFORTS:
        name = f"str to PNG, 5x8, {effort}, 1 thread"
        cases[name] = (partial(render, text, effort=effort, threads=1), characters)
    legible = PageFormat(face="8x16")
    cases["str to PNG, 8x16, small, 1 thread"] = (partial(render, text, format=legible, threads=1), characters)
    cases["Pillow bitmap font, to PNG"] = peers.pillow_bitmap(text)
    cases["Pillow TrueType, to PNG"] = peers.pillow_truetype(text)
    return cases


def _threads(characters: int) -> dict[str, Case]:
    """On a longer text: that of 1 MB is done before a virtual machine's second core has woken up."""
    text = code(characters)
    return {
        f"str to PNG, {characters // 1_000_000} MB, small, {threads} thread{'s' * (threads > 1)}": (
            partial(render, text, threads=threads),
            characters,
        )
        for threads in (1, 2)
    }


def _lengths(long: int) -> dict[str, Case]:
    from snapglyph.engine import iter_pages

    def draw_all(text: str) -> None:
        for _ in iter_pages(text, effort="fast", threads=1):
            pass

    texts = [code(30_000), code(1_000_000), code(long)]
    return {f"str to PNG, {len(t):,} characters": (partial(draw_all, t), len(t)) for t in texts}


def _startup(rounds: int) -> dict[str, float]:
    commands = {
        "numpy": ["-c", "import numpy"],
        "numpy and snapglyph": ["-c", "import numpy, snapglyph"],
        "numpy and snapglyph.engine": ["-c", "import numpy, snapglyph.engine"],
    }
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "code.txt"
        source.write_text(code(30_000), encoding="ascii")
        commands["render"] = ["-m", "snapglyph.cli", "render", str(source), "-o", folder, "--force"]
        seconds: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(rounds):
            for name, arguments in commands.items():
                begun = time.perf_counter()
                subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
                seconds[name].append(time.perf_counter() - begun)
    median = {name: statistics.median(taken) for name, taken in seconds.items()}
    figures = {
        "import snapglyph, s over numpy": median["numpy and snapglyph"] - median["numpy"],
        "import snapglyph.engine, s over numpy": median["numpy and snapglyph.engine"] - median["numpy"],
        "snapglyph render of 30 kB, s": median["render"],
    }
    if Path("/proc/self/status").exists():
        figures["peak memory for 1 MB, MB"] = _peak_memory()
    if size := _wheel_size():
        figures["wheel, MB"] = size
    return figures


def _peak_memory() -> float:
    """Megabytes. From VmHWM, since ru_maxrss of a child also counts what its parent held when it was started."""
    script = (
        "import sys; from snapglyph import render; render(open(sys.argv[1]).read()); "
        "print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])"
    )
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "code.txt"
        source.write_text(code(1_000_000), encoding="ascii")
        command = [sys.executable, "-c", script, str(source)]
        peak = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(peak) / 1024


def _wheel_size() -> float | None:
    """Megabytes of the newest wheel in the repository's dist/, None where there is none."""
    wheels = sorted(Path(__file__).parents[2].glob("dist/snapglyph-*.whl"), key=lambda path: path.stat().st_mtime)
    return wheels[-1].stat().st_size / 1e6 if wheels else None
