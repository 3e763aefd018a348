"""What a check of a whole history costs: as much a message however long the history is."""

from typing import Any

import pytest

from snapglyph.history import DIALECTS, validate
from snapglyph.history.images import read_image
from tests.history.pictures import base64_of, picture
from tests.history.shapes import CALLS, RESULTS, SAYS


def talk(dialect: str, messages: int) -> list[Any]:
    """Turns of eight messages: a request, three calls with their results, an answer."""
    found: list[Any] = []
    for turn in range(messages // 8):
        found.append(SAYS[dialect]("user", "please do the thing " * 20))
        for k in range(3):
            found += [*CALLS[dialect](f"call_{turn}_{k}"), *RESULTS[dialect](f"call_{turn}_{k}")]
        found.append(SAYS[dialect]("assistant", "done and done again." * 40))
    return found


@pytest.mark.parametrize("messages", [10_000, 100_000])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_validate(benchmark: Any, dialect: str, messages: int) -> None:
    """Target: ten times the messages in ten times as long, and 100,000 in 5 s of a free processor."""
    history = talk(dialect, messages)
    assert benchmark.pedantic(lambda: validate(history, dialect), rounds=3) == []


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif", "webp"])
def test_read_an_image(benchmark: Any, kind: str) -> None:
    """Target: 0.1 ms, since header and end are read and nothing is inflated."""
    data = base64_of(picture(kind, 3000, 3000))
    assert benchmark(lambda: read_image(data)).size == (3000, 3000)
