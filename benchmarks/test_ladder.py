"""Each rung by itself on a made-up coding session of 1 MB, and the report."""

from typing import Any

import pytest

from snapglyph.fixtures import make_session
from snapglyph.ladder import context, drop_images, elide, reclaim, summarise

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
