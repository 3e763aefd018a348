"""What the engine must reach, as data: each target names its figure and the bound."""

from collections.abc import Callable
from dataclasses import dataclass

from .measure import BESIDE, Measured

__all__ = ["TARGETS", "Target"]


@dataclass(frozen=True, slots=True)
class Target:
    """`value` picks the figure; `most` tells an upper bound from a lower one."""

    name: str
    bound: float
    value: Callable[[Measured], float | None]
    most: bool = False

    def met(self, value: float) -> bool:
        return value <= self.bound if self.most else value >= self.bound


def _rate(name: str) -> Callable[[Measured], float | None]:
    return lambda m: m.rates.get(name)


def _figure(name: str) -> Callable[[Measured], float | None]:
    return lambda m: m.figures.get(name)


def _quotient(a: str, b: str) -> Callable[[Measured], float | None]:
    return lambda m: m.rates[a] / m.rates[b] if a in m.rates and b in m.rates else None


def _size(effort: str) -> Callable[[Measured], float | None]:
    return lambda m: m.bytes[f"PNG, {effort}"] / m.bytes["zlib 6 of the same pixels"]


def _evenness(m: Measured) -> float | None:
    rates = [rate for name, rate in m.rates.items() if name.endswith("characters") and "30,000 " not in name]
    return max(rates) / min(rates) if len(rates) > 1 else None


def _two_threads(m: Measured) -> float | None:
    one = next(rate for name, rate in m.rates.items() if name.endswith("MB, small, 1 thread"))
    two = next(rate for name, rate in m.rates.items() if name.endswith("MB, small, 2 threads"))
    return two / one


SMALL, FAST = "str to PNG, 5x8, small, 1 thread", "str to PNG, 5x8, fast, 1 thread"

TARGETS: tuple[Target, ...] = (
    Target("str to PNG at 5x8, small, M characters/s", 12, _rate(SMALL)),
    Target("its bytes against zlib 6", 1.0, _size("small"), most=True),
    Target("str to PNG at 5x8, fast, M characters/s", 20, _rate(FAST)),
    Target("its bytes against zlib 6", 1.05, _size("fast"), most=True),
    Target("fast against snapcompact, a core", 40, _quotient(BESIDE, "snapcompact, str to PNG, a core")),
    Target("blit at 5x8, M characters/s", 500, _rate("blit, 5x8, avx2")),
    Target("blit at 8x16, M characters/s", 300, _rate("blit, 8x16, avx2")),
    Target("blit at 5x8, portable, M characters/s", 140, _rate("blit, 5x8, portable")),
    Target("shaping and layout, M characters/s", 150, _rate("shaping and layout, 5x8")),
    Target("read, M characters/s", 50, _rate("read, 5x8")),
    Target("two threads against one, small", 1.8, _two_threads),
    Target("fastest against slowest, 1 MB to 30 MB", 1.1, _evenness, most=True),
    Target("import snapglyph over numpy, s", 0.03, _figure("import snapglyph, s over numpy"), most=True),
    Target("snapglyph render of 30 kB, whole process, s", 0.35, _figure("snapglyph render of 30 kB, s"), most=True),
    Target("peak memory for 1 MB, MB", 80, _figure("peak memory for 1 MB, MB"), most=True),
    Target("wheel, MB", 5, _figure("wheel, MB"), most=True),
)
