"""Snapshot: edges untouched, nothing parted, never dearer, every word of the middle, a reason for whatever stays."""

import copy
import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snapglyph import HistoryError, Keep, TariffError, read
from snapglyph.history import Secret, find_groups, load, view
from snapglyph.history.view import Part
from snapglyph.ladder.guide import GUIDE
from snapglyph.pricing import Limits, Price, Tariff, text_tokens
from snapglyph.pricing.rules import BudgetCells

from .dialogues import as_openai, coding
from .snapshots import drawn_message, new_messages, pngs, snapshot, texts_of

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
        snapshot([{"content": "hello"}])
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
