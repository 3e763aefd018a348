"""Rung 2: old images go by name, the newest stay, and so do pages."""

import base64
import hashlib
from functools import partial

import pytest

from snapglyph import HistoryError, snapshot
from snapglyph.history import DIALECTS, validate, view
from snapglyph.ladder import Keep
from snapglyph.ladder import drop_images as drop_images_with
from snapglyph.pricing import tariff

from .dialogues import KEEP, PNG, coding, dialogue, image, says, shot

drop_images = partial(drop_images_with, keep=KEEP)


def count(messages: list[dict[str, object]], dialect: str) -> list[int]:
    return [message.images for message in view(messages, dialect)]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_old_images_go_and_the_tail_keeps_its_own(dialect: str) -> None:
    messages = dialogue(dialect)
    rung = drop_images(messages, dialect=dialect, model="claude-opus-5-5", keep_images=0)
    assert validate(rung.messages, dialect) == []
    assert sum(count(rung.messages[1:-12], dialect)) == 0
    assert count(rung.messages[-12:], dialect) == count(messages[-12:], dialect)
    assert rung.messages[0] is messages[0]
    gone = sum(count(messages[1:-12], dialect))
    assert [lost.kind for lost in rung.report.lost] == ["image"] * gone
    data = base64.b64encode(PNG).decode()
    assert {lost.sha256 for lost in rung.report.lost} == {hashlib.sha256(data.encode()).hexdigest()}
    assert f"{len(data):,} characters" in str(rung.messages[6])
    price = tariff("claude-opus-5-5").tokens(640, 480)
    assert 0 < rung.report.freed.likely < gone * price


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_newest_of_the_whole_history_stay(dialect: str) -> None:
    messages = dialogue(dialect)
    per_turn = sum(count(messages[:6], dialect))
    rung = drop_images(messages, dialect=dialect, model="claude-opus-5-5", keep_images=3 * per_turn)
    assert sum(count(rung.messages, dialect)) == 3 * per_turn + 1  # and the head's
    assert rung.report.kept["newest images"] == 3 * per_turn


@pytest.mark.parametrize("more", [0, 1, 5, 1000])
def test_all_stay_where_as_many_may(more: int) -> None:
    messages = dialogue("gemini")
    every = sum(count(messages, "gemini"))
    rung = drop_images(messages, dialect="gemini", model="claude-opus-5-5", keep_images=every + more)
    assert rung.report.reason == "nothing-to-do"
    assert rung.report.kept == {"newest images": every}


def test_text_beside_an_image_in_a_result_stays() -> None:
    messages = dialogue("anthropic")
    rung = drop_images(messages, model="claude-opus-5-5", keep_images=0)
    before, after = messages[8]["content"][0]["content"], rung.messages[8]["content"][0]["content"]
    assert after[0] is before[0]
    assert after[1]["type"] == "text"


def test_a_cache_mark_moves_to_the_note() -> None:
    messages = dialogue("anthropic")
    messages[6]["content"][-1]["cache_control"] = {"type": "ephemeral"}
    rung = drop_images(messages, model="claude-opus-5-5", keep_images=0)
    assert rung.messages[6]["content"][-1]["cache_control"] == {"type": "ephemeral"}


def test_pages_of_a_snapshot_stay() -> None:
    messages = coding(30)
    snap = snapshot(messages, model="claude-opus-5-5", keep=KEEP)
    assert snap.pages
    rung = drop_images([*snap.messages, *[shot("anthropic", "more")] * 3], model="claude-opus-5-5", keep_images=0)
    place = next(i for i, m in enumerate(snap.messages) if m not in messages)
    assert rung.messages[place] is snap.messages[place]


def test_a_computers_screenshot_stays_since_its_item_takes_nothing_else() -> None:
    call = {
        "type": "computer_call",
        "call_id": "s",
        "id": "x",
        "action": {"type": "screenshot"},
        "status": "completed",
    }
    seen = {"type": "computer_screenshot", "image_url": image("openai-responses")["image_url"]}
    output = {"type": "computer_call_output", "call_id": "s", "output": seen}
    go = says("openai-responses", "user", "go")
    messages = [go, call, output, *dialogue("openai-responses", 3)]
    rung = drop_images(messages, model="gpt-6", keep_images=0)
    assert rung.messages[2] is output


def test_nothing_to_drop_says_so() -> None:
    messages = [says("openai-chat", "user", "go"), says("openai-chat", "assistant", "gone")]
    assert drop_images(messages, dialect="openai-chat").report.reason == "nothing-to-do"
    pinned = Keep(pinned=frozenset(range(40)))
    assert drop_images(dialogue("anthropic"), keep_images=0, keep=pinned).report.reason == "nothing-to-do"
    with pytest.raises(HistoryError, match="keep_images is -1"):
        drop_images(messages, dialect="openai-chat", keep_images=-1)
