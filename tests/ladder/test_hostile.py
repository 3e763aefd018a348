"""Whatever a history holds: a rung works, or says in one sentence why not; it never trips."""

import base64
import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snapglyph import HistoryError, Keep, SnapglyphError
from snapglyph.history import DIALECTS
from snapglyph.ladder import context, drop_images, elide, reclaim, snapshot, summarise

from .damage import ODD, places
from .dialogues import SMALL, coding, dialogue, says

RUNGS: dict[str, Callable[[list[Any], str], Any]] = {
    "elide": lambda messages, dialect: elide(messages, dialect=dialect),
    "images": lambda messages, dialect: drop_images(messages, dialect=dialect, keep_images=0),
    "summarise": lambda messages, dialect: summarise(messages, lambda _: "short", dialect=dialect),
    "snapshot": lambda messages, dialect: snapshot(
        messages, model="claude-opus-5-5", tariff=SMALL, dialect=dialect, keep=Keep(0, 0)
    ),
    "context": lambda messages, dialect: context(messages, "claude-opus-5-5", dialect=dialect, rungs=False),
}
NOTHING = {"snapshot": "too-short"}


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
            assert (done.messages, done.report.reason) == (messages, NOTHING.get(rung, "nothing-to-do"))


@pytest.mark.parametrize("depth", [50, 90, 5000])
def test_deep_arguments_are_left_or_refused(depth: int) -> None:
    text = "[" * depth + "]" * depth
    messages = dialogue("openai-chat")
    messages[3]["tool_calls"][0]["function"]["arguments"] = text + " " * 2000
    assert elide(messages).messages[3] is messages[3]


def test_ten_megabytes_of_base64_are_named_and_cost_no_page() -> None:
    messages = coding(30)
    data = base64.b64encode(bytes(range(256)) * 29297)[:10_000_000].decode()
    messages[2]["content"][0]["content"] = f"the file: {data} and its end\n"
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    messages.insert(8, {"role": "user", "content": [{"type": "text", "text": "See here."}, image]})
    snap = snapshot(messages, model="claude-opus-5-5", keep=Keep(2, 500))
    assert snap.report.reason is None
    assert "[base64, 10,000,000 characters]" in snap.source.text
    assert "[image/png, 10,000,000 characters of base64]" in snap.source.text
    assert snap.report.named.base64_characters == 10_000_000
    assert len(snap.source.text) < 200_000


def test_a_role_of_no_dialect_is_carried_and_named() -> None:
    messages = coding(30)
    messages[8] = {"role": "narrator", "content": "Meanwhile, at the harbour."}
    snap = snapshot(messages, model="claude-opus-5-5", keep=Keep(2, 500))
    assert snap.report.reason is None
    assert "Meanwhile" in snap.source.text
    assert "OTHER 9" in [tag.label for tag in snap.source.tags]


def test_many_small_messages_are_no_trouble() -> None:
    messages = [message for n in range(2500) for message in dialogue_of_words(n)]
    snap = snapshot(messages, model="claude-opus-5-5", dialect="openai-chat", face="5x8")
    assert snap.report.reason is None
    assert snap.messages[0] is messages[0]
    assert snap.messages[-1] is messages[-1]


def dialogue_of_words(n: int) -> list[Any]:
    return [says("openai-chat", "user", f"Step {n}?"), says("openai-chat", "assistant", "It is done as you said.")]


def test_an_error_of_the_redactor_is_the_callers_and_leaves_nothing_behind() -> None:
    def broken(text: str) -> list[Any]:
        raise ValueError("mine")

    messages = coding(30)
    with pytest.raises(ValueError, match="mine"):
        snapshot(messages, model="claude-opus-5-5", keep=Keep(2, 500), secrets=broken)
    assert snapshot(messages, model="claude-opus-5-5", keep=Keep(2, 500)).report.reason is None
