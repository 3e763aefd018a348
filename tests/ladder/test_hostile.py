"""Whatever a history holds: a rung works, or says in one sentence why not; it never trips."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snapglyph import HistoryError, SnapglyphError
from snapglyph.history import DIALECTS
from snapglyph.ladder import context, drop_images, elide, reclaim, summarise

from .dialogues import dialogue, says

RUNGS: dict[str, Callable[[list[Any], str], Any]] = {
    "elide": lambda messages, dialect: elide(messages, dialect=dialect),
    "images": lambda messages, dialect: drop_images(messages, dialect=dialect, keep_images=0),
    "summarise": lambda messages, dialect: summarise(messages, lambda _: "short", dialect=dialect),
    "context": lambda messages, dialect: context(messages, "claude-opus-5-5", dialect=dialect, rungs=False),
}
ODD: list[Any] = [None, 0, True, 1.5, "", "x", "\0", "\ud800", [], {}, [None], [[]], {"text": None}, [{}], ["x"]]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in nested values, as container and key."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in [(value, key), *places(value[key])]]


@settings(max_examples=60)
@given(data=st.data())
@pytest.mark.parametrize("rung", RUNGS)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_any_value_anywhere(dialect: str, rung: str, data: st.DataObject) -> None:
    messages = dialogue(dialect, 3)
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from(places(messages)))
        container[key] = copy.deepcopy(data.draw(st.sampled_from(ODD)))
    try:
        RUNGS[rung](messages, dialect)
    except SnapglyphError as error:
        assert "value_7" not in str(error)


@pytest.mark.parametrize("rung", RUNGS)
def test_values_that_hold_themselves_are_refused(rung: str) -> None:
    messages = dialogue("anthropic")
    cycle: dict[str, Any] = {}
    cycle["again"] = cycle
    messages[3]["content"][0]["input"] = cycle
    with pytest.raises(HistoryError, match="message 4"):
        RUNGS[rung](messages, "anthropic")


def test_two_dialects_are_refused_and_none_is_asked_for() -> None:
    mixed = [*dialogue("anthropic", 1), *dialogue("gemini", 1)]
    with pytest.raises(HistoryError, match="mix the dialects"):
        reclaim(mixed, model="gpt-6", target_tokens=10)
    with pytest.raises(HistoryError, match="nothing in the messages tells"):
        elide([says("anthropic", "user", "go")])


@pytest.mark.parametrize("rung", RUNGS)
def test_an_empty_history_and_a_lone_message(rung: str) -> None:
    for messages in ([], [says("anthropic", "user", "go")]):
        done = RUNGS[rung](messages, "anthropic")
        if rung != "context":
            assert (done.messages, done.report.reason) == (messages, "nothing-to-do")


@pytest.mark.parametrize("depth", [50, 90, 5000])
def test_deep_arguments_are_left_or_refused(depth: int) -> None:
    text = "[" * depth + "]" * depth
    messages = dialogue("openai-chat")
    messages[3]["tool_calls"][0]["function"]["arguments"] = text + " " * 2000
    assert elide(messages).messages[3] is messages[3]
