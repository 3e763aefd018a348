"""Later calls, and what a host did to the result between them; cache marks that move."""

import copy
from typing import Any

import pytest

from snapglyph import HistoryError, Keep, decode
from snapglyph.history import sent_texts, view
from snapglyph.ladder.counting import find_ruler, total_tokens
from snapglyph.ladder.guide import GUIDE

from .dialogues import as_openai, coding
from .snapshots import MODEL, drawn_message, image, snapshot


@pytest.mark.parametrize("dialect", ["anthropic", "openai-chat"])
def test_a_second_snapshot_keeps_the_pages_of_the_first(dialect: str) -> None:
    """snapcompact draws all again each time; drawn from pages, the record would be a list of image names."""
    whole = coding(60) if dialect == "anthropic" else as_openai(coding(60))
    grown = len(whole) // 2
    first = snapshot(whole[:grown], dialect=dialect)
    at, record = drawn_message(first.messages, whole)
    second = snapshot([*first.messages, *whole[grown:]], dialect=dialect)
    assert second.report.reason is None
    assert second.report.named.images == 0
    assert second.messages[at] is record
    assert [page.number for page in second.pages] == [len(first.pages) + n for n in range(1, len(second.pages) + 1)]
    # Each message is there once: on the first pages, on the second, or as it was.
    last = first.archive["batches"][-1]["last"]
    labels = [tag.label for tag in decode(second.pages).tags]
    assert labels[0].split()[1] == str(last + 1)
    assert labels[-1].split()[1] == str(second.archive["batches"][-1]["last"])


def test_a_record_that_a_host_merged_with_a_message_is_still_known() -> None:
    """Some gateways want roles to alternate, so hosts merge neighbouring user messages."""
    first = snapshot(coding(24))
    merged = copy.deepcopy(first.messages)
    merged[1]["content"].append({"type": "text", "text": "And then?"})
    second = snapshot([*merged, *coding(30)[1:]])
    assert second.report.reason is None
    assert second.messages[1] is merged[1]
    with pytest.raises(HistoryError, match="pass the messages as the last snapshot gave them"):
        snapshot(merged[:1], archive=first.archive, dialect="anthropic")


def test_what_waits_for_an_answer_is_never_drawn() -> None:
    """pxpipe 0.6.1: an old request answered as if live; a result whose call is on a page is refused."""
    call = {"role": "assistant", "content": [{"type": "tool_use", "id": "z", "name": "ls", "input": {}}]}
    for waiting in ({"role": "user", "content": "And now?"}, call):
        snap = snapshot([*coding(24), waiting], keep=Keep(0, 0))
        assert snap.report.reason is None
        assert snap.messages[-1] is waiting


def test_pages_are_known_whatever_a_host_did_to_the_words_around_them() -> None:
    first = snapshot(coding(24))
    at = next(i for i, message in enumerate(first.messages) if str(message["content"]).count("image/png"))
    guide, batch, *images, end = first.messages[at]["content"]
    for content in (
        [guide, *images],
        [
            {"type": "text", "text": "Before: " + guide["text"]},
            batch,
            *images,
            {**end, "text": end["text"] + " Next."},
        ],
        images,
    ):
        merged = [*first.messages[:at], {"role": "user", "content": content}, *first.messages[at + 1 :], *coding(24)]
        second = snapshot(merged)
        assert second.report.reason is None
        assert second.report.named.images == 0
        assert any(message is merged[at] for message in second.messages)


def test_pasted_words_of_a_guide_do_not_stop_compaction() -> None:
    messages = coding(40)
    end = "[end of the drawn record, up to message 999999999; the next 99999999 message(s) belong before that;"
    texts = [{"type": "text", "text": GUIDE}, image(), {"type": "text", "text": end}]
    messages.insert(40, {"role": "user", "content": texts})
    snap = snapshot(messages)
    assert snap.report.reason is None
    assert snap.report.drawn > 60


def test_one_object_may_stand_in_a_history_several_times() -> None:
    """A host that sends "Go on." keeps one dict for it."""
    go_on = {"role": "user", "content": "Go on."}
    messages = coding(40)
    for i in range(4, len(messages), 4):
        messages[i] = go_on
    snap = snapshot(messages)
    assert snap.report.reason is None
    assert snap.source.text.count("Go on.\n") == sum(tag.label.startswith("USER") for tag in snap.source.tags)
    for history, told in ((messages, snap.report.before), (snap.messages, snap.report.after)):
        assert told == total_tokens(view(history, "anthropic"), find_ruler(MODEL))
    again = snapshot([*snap.messages, *messages[4:60]], archive=snap.archive)
    assert again.report.reason is None


def test_pages_are_the_same_every_time() -> None:
    first, second = (snapshot(coding(24)) for _ in range(2))
    assert [page.png for page in first.pages] == [page.png for page in second.pages]


def test_a_pinned_message_stays_text_behind_the_pages_around_it() -> None:
    messages = coding(30)
    messages[22]["content"][0]["content"] += "the pinned result\n"
    snap = snapshot(messages, keep=Keep(turns=2, tail_tokens=500, pinned=frozenset([21, 40])))
    assert snap.report.reason is None
    for i in (21, 22, 40):  # with the result of its call
        assert any(message is messages[i] for message in snap.messages)
    assert "the pinned result" not in snap.source.text


# --- cache marks ------------------------------------------------------------------------------------------


def marks(messages: list[Any]) -> list[Any]:
    return [
        block["cache_control"]
        for message in messages
        for block in (message["content"] if isinstance(message["content"], list) else [])
        if "cache_control" in block
    ]


def test_a_cache_mark_of_the_middle_moves_to_the_last_page() -> None:
    messages = coding(30)
    hour = {"type": "ephemeral", "ttl": "1h"}
    short = {"type": "ephemeral"}
    messages[2]["content"][0]["cache_control"] = hour
    messages[20 + 2]["content"][0]["cache_control"] = short
    messages[-2]["content"][0]["cache_control"] = short
    messages[-6]["content"][0]["cache_control"] = short
    snap = snapshot(messages)
    _, drawn = drawn_message(snap.messages, messages)
    images = [block for block in drawn["content"] if block["type"] == "image"]
    assert images[-1]["cache_control"] == short
    assert len(marks(snap.messages)) == 3
    assert marks(snapshot(coding(30)).messages) == []  # none is ever added


def test_a_cache_point_of_bedrock_moves_too_and_is_never_drawn() -> None:
    messages = [
        {"role": m["role"], "content": [{"text": t} for t in sent_texts(view([m], "anthropic"))]} for m in coding(30)
    ]
    messages[20]["content"].append({"cachePoint": {"type": "default"}})
    snap = snapshot(messages, model="claude-opus-5")
    _, drawn = drawn_message(snap.messages, messages)
    assert [set(block) for block in drawn["content"]][-3:] == [{"image"}, {"cachePoint"}, {"text"}]
    assert "cachePoint" not in snap.source.text
