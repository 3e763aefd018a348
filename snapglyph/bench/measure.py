"""Measures everything in one run: rounds go round all cases, so that a slow moment of the machine hits them alike."""

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
    """What a run found: million characters a second by row, bytes of one page by encoder, and single figures."""

    machine: dict[str, str]
    rates: dict[str, float] = field(default_factory=dict)
    bytes: dict[str, int] = field(default_factory=dict)
    figures: dict[str, float] = field(default_factory=dict)


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
    """Measures all rows; `quick` takes smaller texts and fewer rounds."""
    found = Measured(machine())
    rounds = 5 if quick else 15
    for face in ("5x8", "8x16"):
        progress(f"steps at {face}")
        found.rates.update(_rates(_steps(face), rounds))
    progress("encoders")
    fmt = PageFormat()
    plan = next(plan_pages(code(200_000), fmt))
    found.rates.update(_rates(_encoders(plan, fmt, found.bytes), 3 if quick else 7))
    progress("text to PNG")
    whole = _whole(300_000 if quick else 1_000_000)
    found.rates.update(_rates(whole, 3 if quick else 7))
    progress("threads")
    found.rates.update(_rates(_threads(1_000_000 if quick else 8_000_000), 3 if quick else 9))
    progress("length of the text")
    long = 3_000_000 if quick else 30_000_000
    found.rates.update(_rates(_lengths(long), 1 if quick else 3))
    progress("start-up")
    found.figures.update(_startup(3 if quick else 9))
    if not quick:
        progress("the npm peer")
        found.rates.update(_snapcompact(code(1_000_000)))
    return found


def _rates(cases: Mapping[str, Case], rounds: int) -> dict[str, float]:
    seconds: dict[str, list[float]] = {name: [] for name in cases}
    for call, _ in cases.values():
        call()
    for _ in range(rounds):
        for name, (call, _) in cases.items():
            begun = time.perf_counter()
            call()
            seconds[name].append(time.perf_counter() - begun)
    return {name: cases[name][1] / statistics.median(taken) / 1e6 for name, taken in seconds.items()}


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


BESIDE = "str to PNG, 5x8, fast, beside snapcompact"


def _snapcompact(text: str) -> dict[str, float]:
    """The npm peer, and `fast` again between its turns; nothing where it is not installed."""
    if not peers.snapcompact_command():
        return {}
    a_core, all_cores, own = [], [], []
    for _ in range(3):
        own.append(_rates({BESIDE: (partial(render, text, effort="fast", threads=1), len(text))}, 5)[BESIDE])
        peer = peers.snapcompact(text)
        a_core.append(peer["chars"] / peer["cpu_s_median"] / 1e6)
        all_cores.append(peer["chars_per_s"] / 1e6)
    return {
        "snapcompact, str to PNG, a core": statistics.median(a_core),
        "snapcompact, str to PNG, all cores": statistics.median(all_cores),
        BESIDE: statistics.median(own),
    }


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
