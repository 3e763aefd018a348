"""Each rung by itself on a made-up coding session of 1 MB, and the report."""

from typing import Any

import pytest

from snapglyph.fixtures import make_session
from snapglyph.history.exact import forget_words
from snapglyph.ladder import CACHE, context, drop_images, elide, reclaim, snapshot, summarise

MODEL = "claude-opus-5-5"


@pytest.fixture(scope="module")
def session() -> list[dict[str, Any]]:
    return make_session(kilobytes=1000)


CALLS = {
    "elide": lambda messages: elide(messages, model=MODEL),
    "images": lambda messages: drop_images(messages, model=MODEL),
    "summarise, without a model": lambda messages: summarise(messages, lambda _: "short", model=MODEL),
    "context, without rungs": lambda messages: context(messages, MODEL, rungs=False),
    "reclaim by rung 1": lambda messages: reclaim(messages, model=MODEL, target_tokens=150_000),
    "reclaim by rungs 1 to 3": lambda messages: reclaim(messages, model=MODEL, target_tokens=1),
}


@pytest.mark.benchmark(group="ladder, 1 MB")
@pytest.mark.parametrize("call", CALLS)
def test_rung(rates, session: list[dict[str, Any]], call: str) -> None:  # type: ignore[no-untyped-def]
    rates(lambda: CALLS[call](session), 1_000_000)


def first(messages: list[dict[str, Any]], **options: Any) -> None:
    CACHE.clear()
    forget_words()
    snapshot(messages, model=MODEL, threads=1, **options)


def once_more(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same history after one more turn."""
    said = [{"type": "text", "text": "Go on with the next harbour, please."}]
    return [*messages, {"role": "user", "content": said}, {"role": "assistant", "content": said}]


@pytest.mark.benchmark(group="snapshot on one thread, 1 MB")
@pytest.mark.parametrize("face", ["8x16", "5x8"])
def test_first_snapshot(rates, session: list[dict[str, Any]], face: str) -> None:  # type: ignore[no-untyped-def]
    rates(lambda: first(session, face=face), 1_000_000)


@pytest.mark.benchmark(group="snapshot on one thread, 1 MB")
@pytest.mark.parametrize("face", ["8x16", "5x8"])
def test_after_one_more_turn(rates, session: list[dict[str, Any]], face: str) -> None:  # type: ignore[no-untyped-def]
    first(session, face=face)
    grown = once_more(session)
    rates(lambda: snapshot(grown, model=MODEL, threads=1, face=face), 1_000_000)


@pytest.mark.benchmark(group="snapshot on one thread, by size")
@pytest.mark.parametrize("megabytes", [1, 4, 16])
def test_sizes(rates, megabytes: int) -> None:  # type: ignore[no-untyped-def]
    messages = make_session(kilobytes=1000 * megabytes)
    rates(lambda: first(messages, face="5x8", most_pages=10_000), 1_000_000 * megabytes)
