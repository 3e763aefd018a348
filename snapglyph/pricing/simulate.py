"""A conversation played turn by turn under policies: what each would have cost, in tokens and in money.

Knows no message: a turn is numbers. What is sent with every request is cached where it did not change since the last
one and the cache still lives; a policy that changes an early part pays for writing all behind it anew. So with a warm
cache a switch often does not pay for many turns, and the totals show it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from snapglyph.errors import TariffError

from .prices import Price, Usage

__all__ = ["POLICIES", "Cache", "Outcome", "Settings", "Turn", "best_batch", "simulate"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One request: what is new in it, in tokens, and what the model answers.

    Attributes:
        spoken: of users and of calls; stays text under every policy but a summary.
        results: of tools; what a policy may drop or draw.
        drawn: image tokens that `spoken`, `results` and `output` come to once drawn.
        output: of the model; part of the next prompt.
        idle: seconds since the turn before.
    """

    spoken: int
    results: int
    drawn: int
    output: int
    idle: float = 0.0

    @property
    def text(self) -> int:
        return self.spoken + self.results + self.output


@dataclass(frozen=True, slots=True)
class Cache:
    """Rules of a provider's prompt cache: seconds that an entry lives after its last use (0: there is no cache), and
    the least prefix in tokens."""

    lifetime: float = 300.0
    least: int = 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """What the policies go by, in tokens and turns.

    Attributes:
        fixed: system prompt and tool schemas, sent each time.
        threshold: tokens of a prompt at which a policy acts.
        keep: newest turns that stay as they are.
        batch: tokens of text that a sealed batch takes at least.
        summary: tokens of a summary.
        window: prompts above it cannot be sent; 0 for none.
    """

    fixed: int = 4000
    threshold: int = 100_000
    keep: int = 4
    batch: int = 20_000
    summary: int = 2000
    window: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one policy over all turns.

    Attributes:
        usage: tokens over all requests.
        dollars: None without a price.
        peak: tokens of the largest prompt.
        switches: times that an early part of the prompt changed.
        refused: turns whose prompt was above the window; they are counted as if they had been sent.
        course: dollars so far behind each turn, or tokens of input without a price.
    """

    policy: str
    usage: Usage
    dollars: float | None
    peak: int
    switches: int
    refused: int
    course: tuple[float, ...] = field(repr=False)

    @property
    def input(self) -> int:
        return self.usage.prompt


@dataclass(frozen=True, slots=True)
class _Held:
    """The prompt: tokens of each turn so far, how many of the oldest are pages (or a summary), and of what size."""

    blocks: tuple[int, ...] = ()
    done: int = 0


_Policy = Callable[[Sequence[Turn], _Held, Settings], _Held]


def _text_only(turns: Sequence[Turn], held: _Held, settings: Settings) -> _Held:
    return held


def _drop_results(turns: Sequence[Turn], held: _Held, settings: Settings) -> _Held:
    """At the threshold, results older than the kept turns become notes of 30 tokens, where that frees enough."""
    if _size(held, settings) < settings.threshold:
        return held
    until = max(len(turns) - settings.keep, held.done)
    blocks = [
        turn.spoken + turn.output + min(turn.results, 30) if held.done <= i < until else held.blocks[i]
        for i, turn in enumerate(turns)
    ]
    return _if_enough(held, _Held(tuple(blocks), until), settings)


def _if_enough(held: _Held, changed: _Held, settings: Settings) -> _Held:
    """A tenth of the threshold at least: to change an early part for less, turn after turn, only breaks the cache."""
    return changed if (sum(held.blocks) - sum(changed.blocks)) * 10 >= settings.threshold else held


def _snapshot(turns: Sequence[Turn], held: _Held, settings: Settings) -> _Held:
    """At the threshold, all behind the first turn and before the kept ones is drawn, where that frees enough."""
    if _size(held, settings) < settings.threshold:
        return held
    return _if_enough(held, _draw(turns, held, max(len(turns) - settings.keep, held.done)), settings)


def _batches(turns: Sequence[Turn], held: _Held, settings: Settings) -> _Held:
    """Whenever the turns behind the last seal and before the kept ones hold a batch, they are drawn and sealed."""
    until = max(len(turns) - settings.keep, held.done)
    waiting = sum(turn.text for turn in turns[max(held.done, 1) : until])
    return _draw(turns, held, until) if waiting >= settings.batch else held


def _summary(turns: Sequence[Turn], held: _Held, settings: Settings) -> _Held:
    """At the threshold, all behind the first turn and before the kept ones becomes a summary."""
    until = max(len(turns) - settings.keep, 1)
    if _size(held, settings) < settings.threshold or until <= max(held.done, 1):
        return held
    blocks = list(held.blocks)
    blocks[1:until] = [0] * (until - 1)
    blocks[1] = settings.summary
    return _Held(tuple(blocks), until)


def _draw(turns: Sequence[Turn], held: _Held, until: int) -> _Held:
    blocks = list(held.blocks)
    for i in range(max(held.done, 1), until):
        blocks[i] = min(turns[i].drawn, blocks[i])
    return _Held(tuple(blocks), max(until, held.done))


def _size(held: _Held, settings: Settings) -> int:
    return settings.fixed + sum(held.blocks)


POLICIES: Mapping[str, _Policy] = {
    "text": _text_only,
    "drop results": _drop_results,
    "snapshot": _snapshot,
    "batches": _batches,
    "summary": _summary,
}


def simulate(
    turns: Sequence[Turn],
    price: Price | None = None,
    *,
    settings: Settings = Settings(),
    cache: Cache = Cache(),
    policies: Sequence[str] = tuple(POLICIES),
) -> list[Outcome]:
    """Plays the turns under each policy; the work is linear in turns times policies but for small sums.

    A summary's own request is counted: it reads all that it sums up, and writes the summary. Raises TariffError for
    no turns, negative figures, and unknown policies.
    """
    if not turns:
        raise TariffError("there is no turn to play; a transcript needs at least one request")
    if any(min(turn.spoken, turn.results, turn.drawn, turn.output) < 0 or turn.idle < 0 for turn in turns):
        raise TariffError("a turn cannot have fewer than no tokens or seconds")
    if unknown := [name for name in policies if name not in POLICIES]:
        raise TariffError(f"there is no policy {unknown[0]!r}; the policies are {', '.join(POLICIES)}")
    return [_play(name, turns, price, settings, cache) for name in policies]


def best_batch(
    turns: Sequence[Turn],
    price: Price,
    *,
    settings: Settings = Settings(),
    cache: Cache = Cache(),
    sizes: Sequence[int] = (5_000, 10_000, 20_000, 40_000, 80_000, 160_000),
) -> tuple[int, Outcome]:
    """The batch size, in tokens of text, that costs least in money, and its outcome."""
    played = [
        (size, simulate(turns, price, settings=replace(settings, batch=size), cache=cache, policies=["batches"])[0])
        for size in sizes
    ]
    return min(played, key=lambda pair: pair[1].dollars or 0.0)


def _play(name: str, turns: Sequence[Turn], price: Price | None, settings: Settings, cache: Cache) -> Outcome:
    policy = POLICIES[name]
    held = _Held()
    sent: tuple[int, ...] = ()
    total = Usage()
    course: list[float] = []
    dollars = 0.0
    peak = switches = refused = 0
    for i, turn in enumerate(turns):
        held = replace(held, blocks=(*held.blocks, turn.spoken + turn.results))
        before = held.blocks
        held = policy(turns[: i + 1], held, settings)
        prompt = (settings.fixed, *held.blocks)
        kept = _common(sent, prompt) if turn.idle <= cache.lifetime and cache.lifetime else 0
        read = kept if kept >= cache.least else 0
        size = sum(prompt)
        write = size - read if cache.lifetime and size >= cache.least else 0
        usage = Usage(size - read - write, read, write, turn.output)
        if held.blocks != before:
            switches += 1
            if name == "summary":
                usage_of_summary = Usage(input=sum(before) + settings.fixed, output=settings.summary)
                total, dollars = _add(total, dollars, usage_of_summary, price)
        total, dollars = _add(total, dollars, usage, price)
        peak = max(peak, size)
        refused += bool(settings.window and size > settings.window)
        sent = prompt
        course.append(dollars if price else float(total.prompt))
        held = replace(held, blocks=(*held.blocks[:-1], held.blocks[-1] + turn.output))
    return Outcome(name, total, None if price is None else dollars, peak, switches, refused, tuple(course))


def _common(sent: Sequence[int], prompt: Sequence[int]) -> int:
    """Tokens of the blocks that both begin with. The last block sent has grown by the answer: what was sent of it is
    still a prefix."""
    read = 0
    for i, (old, new) in enumerate(zip(sent, prompt, strict=False)):
        if old == new:
            read += old
            continue
        return read + (old if i == len(sent) - 1 and new >= old else 0)
    return read


def _add(total: Usage, dollars: float, usage: Usage, price: Price | None) -> tuple[Usage, float]:
    new = Usage(
        total.input + usage.input,
        total.cache_read + usage.cache_read,
        total.cache_write + usage.cache_write,
        total.output + usage.output,
    )
    return new, dollars + (price.cost(usage) if price else 0.0)
