"""Snapshot: edges untouched, nothing parted, never dearer, every word of the middle, a reason for whatever stays."""

import base64
import copy
import io
import json
import unicodedata
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from snapglyph import HistoryError, Keep, NoVisionError, TariffError, decode, read
from snapglyph import snapshot as snapshot_with
from snapglyph.history import Secret, find_groups, load, sent_texts, view
from snapglyph.history.view import Part
from snapglyph.ladder.counting import find_ruler, total_tokens
from snapglyph.ladder.guide import GUIDE
from snapglyph.pricing import Limits, Price, Tariff, tariff, text_tokens
from snapglyph.pricing.rules import BudgetCells

from .dialogues import as_openai, coding

MODEL = "claude-opus-5"
KEEP = Keep(turns=2, tail_tokens=500)
snapshot = partial(snapshot_with, model=MODEL, keep=KEEP)


def new_messages(result: list[Any], before: list[Any]) -> list[tuple[int, dict[str, Any]]]:
    known = {id(message) for message in before}
    return [(i, message) for i, message in enumerate(result) if id(message) not in known]


def drawn_message(result: list[Any], before: list[Any]) -> tuple[int, dict[str, Any]]:
    (found,) = new_messages(result, before)
    return found


def texts_of(message: dict[str, Any]) -> list[str]:
    return [block["text"] for block in message["content"] if block["type"] == "text"]


def pngs(message: dict[str, Any]) -> list[bytes]:
    found = []
    for block in message["content"]:
        if block["type"] == "image":
            found.append(base64.b64decode(block["source"]["data"]))
        elif block["type"] == "image_url":
            found.append(base64.b64decode(block["image_url"]["url"].partition(",")[2]))
    return found


# --- what comes back --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dialect", ["anthropic", "openai-chat"])
def test_head_and_tail_are_the_same_objects_and_the_middle_is_one_user_message(dialect: str) -> None:
    messages = coding(24) if dialect == "anthropic" else as_openai(coding(24))
    before = copy.deepcopy(messages)
    snap = snapshot(messages)
    assert snap.report.reason is None
    assert messages == before
    at, drawn = drawn_message(snap.messages, messages)
    assert drawn["role"] == "user"
    assert at == (1 if dialect == "anthropic" else 2)
    last = snap.archive["batches"][-1]["last"]
    assert snap.report.drawn == last - at
    assert all(a is b for a, b in zip(snap.messages[:at], messages[:at], strict=True))
    behind = snap.messages[at + 1 :]
    repeated = len(snap.archive["repeated"])
    assert all(a is b for a, b in zip(behind[repeated:], messages[last:], strict=True))
    assert read(pngs(drawn)) == unicodedata.normalize("NFC", snap.source.text)


def test_the_guide_names_the_marks_that_occur_and_each_batch_those_that_are_new() -> None:
    messages = coding(40)
    for message in messages[80:100]:
        if isinstance(message["content"], list) and message["content"][0]["type"] == "tool_result":
            message["content"][0]["content"] += "\tcolumn\n"
    snap = snapshot(messages, face="8x16")
    _, drawn = drawn_message(snap.messages, messages)
    guide, first, *rest = texts_of(drawn)
    assert guide == GUIDE
    assert "not new instructions" in guide
    assert first.startswith("[Messages 2 to ")
    assert "hooked arrow" in first
    assert "that many blanks" in first
    assert sum("arrow against a bar" in text for text in rest) == 1
    assert not any("hooked arrow" in text for text in rest)
    assert not any("no glyph" in text or "thinking" in text for text in (guide, first, *rest))  # oh-my-pi 12683
    assert "goes on below" in rest[-1]


@given(st.integers(1, 30), st.integers(0, 5), st.integers(0, 6000), st.sampled_from(["5x8", "8x16"]))
@settings(max_examples=60)
def test_no_call_is_parted_from_its_result(turns: int, keep: int, size: int, face: str) -> None:
    messages = coding(turns, size)
    snap = snapshot(messages, keep=Keep(turns=keep, tail_tokens=300), face=face)
    if snap.report.reason:
        assert all(a is b for a, b in zip(snap.messages, messages, strict=True))
        return
    edges = {group.start for group in find_groups(view(messages, "anthropic"))} | {len(messages)}
    for batch in snap.archive["batches"]:
        assert batch["first"] - 1 in edges
        assert batch["last"] in edges
    assert snap.report.after.low < snap.report.before.low


def test_one_long_turn_is_cut_inside_and_its_request_stays_text() -> None:
    """local-operator 257, pxpipe 7: the request that is being worked on was lost with the turns before it."""
    messages = coding(20) + [m for m in coding(60)[2:] if m["role"] != "user" or isinstance(m["content"], list)]
    messages[80] = {"role": "user", "content": "Now do the great migration."}
    snap = snapshot(messages, keep=Keep(tail_tokens=1000))
    assert snap.report.reason is None
    assert 0 < len(snap.messages) < len(messages) // 2
    at, drawn = drawn_message(snap.messages, messages)
    assert snap.archive["repeated"] == [77, 81]
    assert snap.messages[at + 2] is messages[80]
    assert "the next 2 message(s) belong before that" in texts_of(drawn)[-1]
    assert "great migration" in snap.source.text


def test_a_request_that_comes_late_stays_text() -> None:
    """An agent that was started by a hook, and then is asked something: that first request is no page."""
    answers = [m for m in coding(40) if m["role"] != "user" or isinstance(m["content"], list)]
    messages = [*answers[:60], {"role": "user", "content": "Which of these matter?"}, *answers[60:]]
    snap = snapshot(messages, dialect="anthropic")
    assert snap.report.reason is None
    assert any(message is messages[60] for message in snap.messages)
    assert "Which of these" not in snap.source.text
    assert {"request": 1} in [batch.behind for batch in snap.report.batches]


# --- whether it pays --------------------------------------------------------------------------------------


def test_nothing_is_done_when_it_would_not_pay() -> None:
    """snapcompact: 3,000 characters came back as 3,016 and the guide; oh-my-pi 10023: 72.7k grew to 79.7k."""
    for turns, reason in ((8, "not-full"), (1, "too-short")):
        messages = coding(turns, size=600)
        snap = snapshot(messages, dialect="anthropic")
        assert snap.report.reason == reason
        assert snap.report.after == snap.report.before
        assert snap.report.sentence
        assert snap.pages == []
        assert all(a is b for a, b in zip(snap.messages, messages, strict=True))


def test_rulers_stay_text_where_pages_are_dearer() -> None:
    """16 dashes are one token, and a page has only 6 cells a token."""
    messages = coding(30)
    for message in messages[:60]:
        if isinstance(message["content"], list) and message["content"][0]["type"] == "tool_result":
            message["content"][0]["content"] = ("=" * 79 + "\n") * 60
    snap = snapshot(messages, dialect="anthropic", face="8x16")
    behind = [batch.behind for batch in snap.report.batches]
    assert sum(counts.get("not-smaller", 0) for counts in behind) > 20
    assert "=" * 79 not in snap.source.text


def test_a_group_too_dense_in_exact_strings_stays_text() -> None:
    messages = coding(30)
    ids = "".join(f"{i * 2654435761 % 2**64:016x} " for i in range(300))
    messages[10]["content"][0]["content"] = ids
    snap = snapshot(messages)
    assert any(message is messages[10] for message in snap.messages)
    assert any(message is messages[9] for message in snap.messages)
    assert ids[:100] not in snap.source.text
    assert {"dense": 2} in [batch.behind for batch in snap.report.batches]
    _, drawn = new_messages(snap.messages, messages)[0]
    assert "10 to 11 stand as text behind the pages" in texts_of(drawn)[1]


def test_money_is_told_and_a_dearer_result_is_refused() -> None:
    price = Price(input=5.0, output=25.0)
    snap = snapshot(coding(24), price=price)
    report = snap.report
    assert report.dollars_before == pytest.approx(report.before.likely * 5 / 1e6)
    assert report.dollars_after == pytest.approx(report.after.likely * 5 / 1e6)
    cliff = Price(input=5.0, tiers=((1, Price(input=5.0)),))
    assert snapshot(coding(24), price=cliff).report.reason is None
    assert snapshot(coding(24), price=Price(input=0.0)).report.reason == "dearer"


# --- limits -----------------------------------------------------------------------------------------------


def image(data: str = "AAAA") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def test_the_callers_own_images_count() -> None:
    """oh-my-pi 3579: one more screenshot and the request was refused."""
    messages = [*coding(60), {"role": "user", "content": [image()] * tariff(MODEL).most_images}]
    assert snapshot(messages).report.reason == "too-many-images"
    whole = len(snapshot(messages[:-1]).pages)
    messages[-1] = {"role": "user", "content": [image()] * (tariff(MODEL).most_images - whole)}
    assert len(snapshot(messages).pages) == whole
    messages[-1]["content"] = [*messages[-1]["content"], image()]
    fewer = snapshot(messages)
    assert 0 < len(fewer.pages) < whole
    assert fewer.report.stopped == "too-many-images"


def test_a_gateway_gets_no_more_pages_than_the_caller_says() -> None:
    """oh-my-pi 9061: 11 pages stored, the gateway sent 5, the rest was lost; here the rest is text."""
    messages = coding(60)
    snap = snapshot(messages, most_pages=3)
    assert 0 < len(snap.pages) <= 3
    assert snap.report.stopped == "too-many-pages"
    last = snap.archive["batches"][-1]["last"]
    assert snap.messages[-len(messages[last:]) :] == messages[last:]


def screenshot(width: int, height: int, file_format: str = "PNG") -> dict[str, Any]:
    file = io.BytesIO()
    Image.new("L", (width, height)).save(file, file_format)
    data = base64.b64encode(file.getvalue()).decode()
    source = {"type": "base64", "media_type": f"image/{file_format.lower()}", "data": data}
    return {"role": "user", "content": [{"type": "image", "source": source}]}


@pytest.mark.parametrize("file_format", ["PNG", "JPEG"])
def test_many_pages_do_not_make_the_callers_own_images_too_large(file_format: str) -> None:
    """letta-code 615: with more than 20 images in a request, the 2,000 px limit holds for every one of them."""
    many = coding(200)
    whole = len(snapshot(many, face="8x16").pages)
    assert whole > 20
    large = snapshot([*many, screenshot(2560, 1440, file_format)], face="8x16")
    assert large.report.stopped == "large-images"
    assert len(large.pages) in (18, 19)
    assert len(snapshot([*many, screenshot(1920, 1080, file_format)], face="8x16").pages) == whole


def test_bytes_of_the_whole_request_count() -> None:
    """oh-my-pi 3579, pxpipe 157: the pages fitted, the request with all else in it did not."""
    messages = [*coding(24), {"role": "user", "content": [image("A" * 4_500_000)] * 7}]
    assert snapshot(messages).report.reason is None
    messages[-1]["content"] = [image("A" * 4_500_000)] * 7 + [{"type": "text", "text": "B" * 480_000}]
    assert snapshot(messages).report.reason == "too-many-bytes"


def test_a_window_smaller_than_what_must_stay_is_named() -> None:
    messages = coding(24)
    assert snapshot(messages, window=300).report.reason == "over-window"
    assert snapshot(messages, window=300).messages == messages
    assert snapshot(messages, window=100_000).report.reason is None


@pytest.mark.parametrize(
    "model", [MODEL, "claude-haiku-4-5", "gpt-6.1-sol", "gpt-5-mini", "gemini-3.5-flash", "gpt-4o"]
)
def test_no_page_is_resampled(model: str) -> None:
    """pxpipe 220 and 161: pages drawn wider than the model sees reached it at half size."""
    snap = snapshot(as_openai(coding(200)), model=model, face="5x8")
    price = tariff(model)
    assert snap.pages
    for page in snap.report.pages:
        assert max(page.width, page.height) < price.many_images_edge
        assert not price.shrinks(page.width, page.height)
        assert page.tokens == price.tokens(page.width, page.height)
    assert snap.report.image_tokens == sum(page.tokens for page in snap.report.pages)
    (_, drawn), *_ = new_messages(snap.messages, [])[2:3]
    details = {block["image_url"]["detail"] for block in drawn["content"] if block["type"] == "image_url"}
    assert details == {price.detail or "high"}


@pytest.mark.parametrize("model", ["gpt-3.5-turbo", "o3-mini", "kimi-k2", "deepseek-chat"])
def test_a_model_that_cannot_see_gets_its_text_back(model: str) -> None:
    """oh-my-pi 3659, 5064, 5440: a text-only model failed for good."""
    messages = coding(24)
    with pytest.raises(NoVisionError):
        tariff(model)
    snap = snapshot(messages, model=model)
    assert snap.report.reason == "no-vision"
    assert all(a is b for a, b in zip(snap.messages, messages, strict=True))


# --- later calls ------------------------------------------------------------------------------------------


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


# --- what the source says ---------------------------------------------------------------------------------


def test_secrets_are_named_and_never_drawn() -> None:
    messages = coding(24)
    secret = "sk-ant-api03-" + "Zq7" * 12
    messages[2]["content"][0]["content"] += f"\nANTHROPIC_API_KEY={secret}\n"
    snap = snapshot(messages)
    assert snap.report.reason is None
    assert secret not in snap.source.text
    assert "[anthropic-key," in snap.source.text
    assert snap.report.named.secrets == 1
    assert all(secret not in str(message) for message in snap.messages if message not in messages)
    shown = snapshot(messages, secrets=None)
    assert secret in shown.source.text


def test_exact_strings_are_listed_before_the_pages_once_and_cost_their_tokens() -> None:
    messages = coding(60)
    digest = "7f3a9c01e5d24b7a8d2f66c0ffee1234"
    for i in (2, 122):
        messages[i]["content"][0]["content"] += f"\nbuilt {digest} in src/core/engine.py as ORD-48213\n"
    snap = snapshot(messages, face="8x16")
    assert len(snap.archive["batches"]) > 2
    _, drawn = drawn_message(snap.messages, messages)
    lists = [text for text in texts_of(drawn) if "copy them from here" in text]
    assert digest in lists[0]
    assert "ORD-48213" in lists[0]
    assert not any(digest in text for text in lists[1:])
    assert snap.report.guide_tokens > sum(text_tokens(text, "claude-4.7").likely for text in texts_of(drawn))


def test_what_the_head_says_decides_what_is_listed_whatever_was_drawn_before() -> None:
    digest = "7f3a9c01e5d24b7a8d2f66c0ffee1234"
    plain, told = coding(30), coding(30)
    for messages in (plain, told):
        messages[2]["content"][0]["content"] += f"built {digest}\n"
    told[0] = {"role": "user", "content": f"Please look at module 0 of {digest}."}
    for messages, listed in ((told, False), (plain, True), (told, False)):
        _, drawn = drawn_message(snapshot(messages).messages, messages)
        assert (digest in texts_of(drawn)[1]) is listed


def test_tariffs_of_one_name_are_not_mixed_up() -> None:
    dear, cheap = (
        Tariff("mine", (("", BudgetCells(28, 4761, hundredths)),), Limits(), "test", "2026-12-01", "memory")
        for hundredths in (100, 50)
    )
    tokens = [snapshot(coding(30), tariff=row).report.image_tokens for row in (dear, cheap, dear)]
    assert tokens[0] == tokens[2] > tokens[1] > 0


def test_a_redactor_may_be_anything_that_can_be_called() -> None:
    class Finder:
        __hash__ = None  # type: ignore[assignment]

        def __call__(self, text: str) -> list[Secret]:
            at = text.find("Module 3")
            return [Secret(at, at + 8, "module")] if at >= 0 else []

    text = snapshot(coding(30), secrets=Finder()).source.text
    assert "[module, 8 characters] is fine." in text
    assert "Module 3" not in text


def test_every_character_of_a_page_leads_back_to_its_message() -> None:
    messages = coding(24)
    snap = snapshot(messages)
    views = view(messages, "anthropic")
    page = snap.pages[-1]
    said = snap.recall(f"page {page.number}")[0].text
    for position in range(0, len(said), 997):
        origin = snap.origin(page.number, position)
        part: Part = views[origin.message - 1].parts[origin.part]
        if said[position] != "\n":
            assert f"{part.name} {part.text}"[origin.character + len(part.name) + 1 :][:1] == said[position] or (
                part.kind == "call"
            )
    with pytest.raises(HistoryError, match="no page 99"):
        snap.origin(99, 0)
    with pytest.raises(IndexError):
        snap.origin(page.number, len(said))


def test_reports_hold_no_word_of_the_conversation() -> None:
    messages = coding(24)
    messages[6]["content"][0]["content"] += "hunter2-canary"
    assert "canary" not in repr(snapshot(messages).report)


# --- what is refused --------------------------------------------------------------------------------------


def test_unknown_models_and_dialects_are_errors() -> None:
    with pytest.raises(TariffError):
        snapshot(coding(12), model="grok-4.7")
    with pytest.raises(HistoryError):
        snapshot([{"role": "user", "content": "hello"}])
    with pytest.raises(HistoryError, match="message 1"):
        snapshot([3], dialect="anthropic")


@pytest.mark.parametrize("options", [{"most_pages": 0}, {"window": -5}, {"most_pages": True}, {"window": 1.5}])
def test_counts_are_whole_numbers(options: dict[str, int]) -> None:
    with pytest.raises(HistoryError, match="it is a whole number from 1"):
        snapshot(coding(3), **options)
    with pytest.raises(HistoryError, match="it is a whole number from 0"):
        Keep(turns=-1)


def test_what_is_no_list_of_messages_is_an_error_of_ours() -> None:
    loop: dict[str, Any] = {"type": "tool_use", "id": "a", "name": "t"}
    loop["input"] = {"again": loop}
    for messages in (iter(coding(3)), [{"role": "assistant", "content": [loop]}]):
        with pytest.raises(HistoryError):
            snapshot(messages, dialect="anthropic")


@pytest.mark.parametrize("face", ["5x8", "8x16"])
@pytest.mark.parametrize(
    ("name", "runs"),
    [
        ("pi-v1-before-compaction.jsonl", [None]),
        ("claude-code-stream-json-tengo.jsonl", [None]),
        ("openai-chat-tau-bench-airline.json", list(range(12))),
        ("mini-swe-agent-github-issue.traj.json", [None]),
    ],
)
def test_every_shared_transcript_reads_back_to_its_source(
    transcripts: Path, name: str, runs: list[int | None], face: str
) -> None:
    for run in runs:
        found = load(transcripts / name, run=run)
        for keep in (Keep(0, 0), Keep(2, 3000)):
            snap = snapshot(found.messages, dialect=found.dialect, face=face, keep=keep)
            if snap.report.reason:
                assert all(a is b for a, b in zip(snap.messages, found.messages, strict=True))
                continue
            assert read(snap.pages) == unicodedata.normalize("NFC", snap.source.text)
            assert snap.report.after.low < snap.report.before.low
            assert json.dumps([message for _, message in new_messages(snap.messages, found.messages)])
