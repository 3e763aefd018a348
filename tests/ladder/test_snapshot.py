"""The first compaction: edges untouched, nothing parted, never dearer, every word of the middle."""

import base64
import copy
import io
import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from snapglyph import HistoryError, TariffError, decode, read, snapshot
from snapglyph.history import find_groups, load, sent_texts, turn_starts, view
from snapglyph.pricing import tariff, text_tokens

MODEL = "claude-opus-5"


def history(turns: int, size: int = 4000) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    for n in range(turns):
        call = {"type": "tool_use", "id": f"c{n}", "name": "read", "input": {"path": f"src/mod{n}.py"}}
        body = "".join(f"{i:4d}  value_{i * 7919 % 997} = compute({i})\n" for i in range(size // 30))
        result = {"type": "tool_result", "tool_use_id": f"c{n}", "content": body}
        messages += [
            {"role": "user", "content": f"Please look at module {n}."},
            {"role": "assistant", "content": [{"type": "text", "text": "Reading."}, call]},
            {"role": "user", "content": [result]},
            {"role": "assistant", "content": [{"type": "text", "text": f"Module {n} is fine."}]},
        ]
    return messages


def as_openai(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = [{"role": "system", "content": "You help."}]
    for message in messages:
        content = message["content"]
        if isinstance(content, str):
            out.append(message)
        elif content[0]["type"] == "tool_result":
            out.append({"role": "tool", "tool_call_id": content[0]["tool_use_id"], "content": content[0]["content"]})
        else:
            calls = [
                {
                    "id": b["id"],
                    "type": "function",
                    "function": {"name": b["name"], "arguments": json.dumps(b["input"])},
                }
                for b in content
                if b["type"] == "tool_use"
            ]
            out.append(
                {"role": "assistant", "content": content[0]["text"]} | ({"tool_calls": calls} if calls else {})
            )
    return out


def drawn_message(result: list[Any], before: list[Any]) -> tuple[int, dict[str, Any]]:
    known = {id(message) for message in before}
    (at,) = (i for i, message in enumerate(result) if id(message) not in known)
    return at, result[at]


def pngs(message: dict[str, Any]) -> list[bytes]:
    found = []
    for block in message["content"]:
        if block["type"] == "image":
            found.append(base64.b64decode(block["source"]["data"]))
        elif block["type"] == "image_url":
            found.append(base64.b64decode(block["image_url"]["url"].partition(",")[2]))
    return found


@pytest.mark.parametrize("dialect", ["anthropic", "openai-chat"])
def test_head_and_tail_are_the_same_objects_and_the_middle_is_one_user_message(dialect: str) -> None:
    messages = history(12) if dialect == "anthropic" else as_openai(history(12))
    before = copy.deepcopy(messages)
    snap = snapshot(messages, model=MODEL)
    assert snap.report.reason is None
    assert messages == before
    at, drawn = drawn_message(snap.messages, messages)
    assert drawn["role"] == "user"
    head, tail = snap.messages[:at], snap.messages[at + 1 :]
    assert all(a is b for a, b in zip(head, messages, strict=False))
    assert all(a is b for a, b in zip(reversed(tail), reversed(messages), strict=False))
    assert len(head) == (1 if dialect == "anthropic" else 2)
    assert tail[0]["content"] == "Please look at module 10."
    assert len(head) + snap.report.drawn + len(tail) == len(messages)
    assert read(pngs(drawn)) == unicodedata.normalize("NFC", snap.source.text)


def test_what_is_drawn_is_what_the_guide_says() -> None:
    messages = history(12)
    _, drawn = drawn_message(snapshot(messages, model=MODEL).messages, messages)
    guide, end = drawn["content"][0]["text"], drawn["content"][-1]["text"]
    assert "messages 2 to 40" in guide
    assert "not new instructions" in guide
    assert "hooked arrow" in guide
    assert "that many blanks" in guide
    assert "tab" not in guide  # no tab occurs
    assert "no glyph" not in guide
    assert "thinking" not in guide  # oh-my-pi 12683: the word alone drew refusals
    assert "goes on below" in end


@given(st.integers(1, 14), st.integers(0, 5), st.integers(0, 3000), st.sampled_from(["5x8", "8x16"]))
@settings(max_examples=60)
def test_no_call_is_parted_from_its_result(turns: int, keep: int, size: int, face: str) -> None:
    messages = history(turns, size)
    snap = snapshot(messages, model=MODEL, keep_turns=keep, face=face)
    if snap.report.reason:
        assert all(a is b for a, b in zip(snap.messages, messages, strict=True))
        return
    at, _ = drawn_message(snap.messages, messages)
    edges = {group.start for group in find_groups(view(messages, "anthropic"))} | {len(messages)}
    assert at in edges
    assert at + snap.report.drawn in edges
    assert snap.report.after.low < snap.report.before.low
    tail = view(snap.messages[at + 1 :], "anthropic")
    kept = text_tokens("".join(sent_texts(tail))).low
    assert len(turn_starts(tail)) >= min(keep, turns - 1) or kept * 3 >= snap.report.before.low


def test_one_long_turn_is_cut_inside() -> None:
    """An agent's run: one request, then hundreds of calls."""
    messages = [
        m for i, m in enumerate(history(60)) if i == 0 or m["role"] != "user" or isinstance(m["content"], list)
    ]
    snap = snapshot(messages, model=MODEL, tail_tokens=5000)
    assert snap.report.reason is None
    at, _ = drawn_message(snap.messages, messages)
    assert at == 1
    assert 0 < len(snap.messages) - at - 1 < len(messages) // 2


def test_nothing_is_done_when_it_would_not_pay() -> None:
    """snapcompact: 3,000 characters came back as 3,016 and the guide; oh-my-pi 10023: 72.7k grew to 79.7k."""
    messages = history(5, size=60)
    snap = snapshot(messages, model=MODEL)
    assert snap.report.reason == "not-smaller"
    assert snap.report.after == snap.report.before
    assert "not be cheaper" in snap.report.sentence
    assert snap.pages == []
    assert all(a is b for a, b in zip(snap.messages, messages, strict=True))


def test_a_short_history_is_left_alone() -> None:
    for messages in (history(1), history(1)[:3], history(2)[:5]):
        assert snapshot(messages, model=MODEL, tail_tokens=10**6).report.reason in (
            "too-short",
            "not-smaller",
        )
    assert snapshot([], model=MODEL, dialect="anthropic").report.reason == "too-short"


def test_the_callers_own_images_count() -> None:
    """oh-my-pi 3579: one more screenshot and the request was refused."""
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    messages = history(12)
    messages.append({"role": "user", "content": [image] * tariff(MODEL).most_images})
    assert snapshot(messages, model=MODEL).report.reason == "too-many-images"
    room = len(snapshot(messages[:-1], model=MODEL).pages)
    messages[-1] = {"role": "user", "content": [image] * (tariff(MODEL).most_images - room)}
    assert snapshot(messages, model=MODEL, keep_turns=3).report.reason is None


def screenshot(width: int, height: int, file_format: str = "PNG") -> dict[str, Any]:
    file = io.BytesIO()
    Image.new("L", (width, height)).save(file, file_format)
    data = base64.b64encode(file.getvalue()).decode()
    source = {"type": "base64", "media_type": f"image/{file_format.lower()}", "data": data}
    return {"role": "user", "content": [{"type": "image", "source": source}]}


@pytest.mark.parametrize("file_format", ["PNG", "JPEG"])
def test_many_pages_do_not_make_the_callers_own_images_too_large(file_format: str) -> None:
    """letta-code 615: with more than 20 images in a request, the 2,000 px limit holds for every one of them."""
    many = history(150)
    assert snapshot([*many, screenshot(2560, 1440, file_format)], model=MODEL).report.reason == "large-images"
    assert snapshot([*many, screenshot(1920, 1080, file_format)], model=MODEL).report.reason is None
    assert snapshot([*history(20), screenshot(2560, 1440, file_format)], model=MODEL).report.reason is None


def test_bytes_of_the_whole_request_count() -> None:
    """oh-my-pi 3579, pxpipe 157: the pages fitted, the request with all else in it did not."""
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 4_500_000}}
    messages = [*history(12), {"role": "user", "content": [image] * 7}]
    assert snapshot(messages, model=MODEL, keep_turns=3).report.reason is None
    messages[-1] = {"role": "user", "content": [image] * 7 + [{"type": "text", "text": "B" * 480_000}]}
    assert snapshot(messages, model=MODEL, keep_turns=3).report.reason == "too-many-bytes"


@pytest.mark.parametrize("dialect", ["anthropic", "openai-chat"])
def test_a_second_snapshot_keeps_the_pages_of_the_first(dialect: str) -> None:
    """snapcompact draws all again each time; drawn from pages, the record would be a list of image names."""
    whole = history(30) if dialect == "anthropic" else as_openai(history(30))
    grown = len(whole) // 2
    first = snapshot(whole[:grown], model=MODEL, dialect=dialect)
    at, record = drawn_message(first.messages, whole)
    second = snapshot([*first.messages, *whole[grown:]], model=MODEL, dialect=dialect)
    assert second.report.reason is None
    assert second.report.named.images == 0
    assert second.messages[at] is record
    assert [page.number for page in second.pages] == [len(first.pages) + n for n in range(1, len(second.pages) + 1)]
    # Each message is there once: on the first pages, on the second, or as it was.
    last = at + first.report.drawn
    assert f"messages {last + 1} to {last + second.report.drawn}," in second.messages[at + 1]["content"][0]["text"]
    labels = [tag.label for tag in decode(second.pages).tags]
    assert labels[0] == f"USER {last + 1}"
    assert labels[-1] == f"AI {last + second.report.drawn}"
    assert second.messages[at + 2 :] == whole[last + second.report.drawn :]


def test_a_record_that_a_host_merged_with_a_message_is_still_known() -> None:
    """Some gateways want roles to alternate, so hosts merge neighbouring user messages."""
    first = snapshot(history(12), model=MODEL)
    merged = copy.deepcopy(first.messages)
    merged[1]["content"].append({"type": "text", "text": merged.pop(2)["content"]})
    second = snapshot([*merged, *history(14)[1:]], model=MODEL)
    assert second.report.reason is None
    assert second.messages[1] is merged[1]


def test_what_waits_for_an_answer_is_never_drawn() -> None:
    """pxpipe 0.6.1: an old request answered as if live; a result whose call is on a page is refused."""
    call = {"role": "assistant", "content": [{"type": "tool_use", "id": "z", "name": "ls", "input": {}}]}
    for waiting in ({"role": "user", "content": "And now?"}, call):
        snap = snapshot([*history(12), waiting], model=MODEL, keep_turns=0)
        assert snap.report.reason is None
        assert snap.messages[-1] is waiting


def test_a_run_without_its_request_starts_with_a_user_message() -> None:
    messages = [m for m in history(60) if m["role"] != "user" or isinstance(m["content"], list)]
    snap = snapshot(messages, model=MODEL, tail_tokens=3000)
    assert snap.report.reason is None
    assert snap.messages[0]["role"] == "user"


def test_rulers_stay_text_where_pages_are_dearer() -> None:
    """16 dashes are one token, and a page has only 6 cells a token."""
    messages = history(12, size=0)
    for message in messages:
        if isinstance(message["content"], list) and message["content"][0]["type"] == "tool_result":
            message["content"][0]["content"] = ("=" * 79 + "\n") * 400
    assert snapshot(messages, model=MODEL, dialect="anthropic").report.reason == "not-smaller"


def test_pages_stay_below_what_the_provider_would_resample() -> None:
    """pxpipe: pages of 1,932 px on the older tier reached the reader at half size."""
    snap = snapshot(history(150), model=MODEL)
    price = tariff(MODEL)
    assert len(snap.pages) > 20
    for page in snap.report.pages:
        assert max(page.width, page.height) < price.many_images_edge
        assert price.sees(page.width, page.height) == (page.width, page.height)
        assert page.tokens == price.tokens(page.width, page.height)
    assert snap.report.image_tokens == sum(page.tokens for page in snap.report.pages)


def test_pages_are_the_same_every_time() -> None:
    first, second = (snapshot(history(12), model=MODEL) for _ in range(2))
    assert [page.png for page in first.pages] == [page.png for page in second.pages]


def test_unknown_models_and_dialects_are_errors() -> None:
    with pytest.raises(TariffError):
        snapshot(history(12), model="grok-4.7")
    with pytest.raises(HistoryError):
        snapshot([{"role": "user", "content": "hello"}], model=MODEL)
    with pytest.raises(HistoryError, match="message 1"):
        snapshot([3], model=MODEL, dialect="anthropic")  # type: ignore[list-item]


def test_reports_hold_no_word_of_the_conversation() -> None:
    messages = history(12)
    messages[6]["content"][0]["content"] += "hunter2-canary"
    assert "canary" not in repr(snapshot(messages, model=MODEL).report)


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
        for keep in (1, 2, 5):
            snap = snapshot(found.messages, model=MODEL, face=face, keep_turns=keep, tail_tokens=3000)
            if snap.report.reason:
                assert all(a is b for a, b in zip(snap.messages, found.messages, strict=True))
                continue
            assert read(snap.pages) == unicodedata.normalize("NFC", snap.source.text)
            assert snap.report.after.low < snap.report.before.low
            at, drawn = drawn_message(snap.messages, found.messages)
            assert snap.messages[:at] == found.messages[:at]
            assert json.dumps(drawn)


def test_pages_are_known_whatever_a_host_did_to_the_words_around_them() -> None:
    first = snapshot(history(12), model=MODEL)
    at = next(i for i, message in enumerate(first.messages) if str(message["content"]).count("image/png"))
    drawn = first.messages[at]
    guide, *images, end = drawn["content"]
    for content in (
        [guide, *images],
        [
            {"type": "text", "text": "Before: " + guide["text"]},
            *images,
            {"type": "text", "text": end["text"] + " Next."},
        ],
        images,
    ):
        merged = [*first.messages[:at], {"role": "user", "content": content}, *first.messages[at + 1 :], *history(12)]
        second = snapshot(merged, model=MODEL)
        assert second.report.reason is None
        assert second.report.named.images == 0
        assert any(message is merged[at] for message in second.messages)


def test_pasted_words_of_a_guide_do_not_stop_compaction() -> None:
    messages = history(12)
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    guide = "[Record of this conversation, messages 2 to 999999999, drawn on the 1 page image(s) that follow."
    end = "[end of the drawn record; the conversation goes on below]"
    texts = [{"type": "text", "text": guide}, image, {"type": "text", "text": end}]
    messages.insert(40, {"role": "user", "content": texts})
    snap = snapshot(messages, model=MODEL)
    assert snap.report.reason is None
    assert snap.report.drawn > 30


@pytest.mark.parametrize("options", [{"keep_turns": -1}, {"tail_tokens": -5}, {"keep_turns": True}])
def test_counts_are_whole_numbers(options: dict[str, int]) -> None:
    with pytest.raises(HistoryError, match="it is a whole number from 0"):
        snapshot(history(3), model=MODEL, **options)  # type: ignore[arg-type]


def test_what_is_no_list_of_messages_is_an_error_of_ours() -> None:
    loop: dict[str, Any] = {"type": "tool_use", "id": "a", "name": "t"}
    loop["input"] = {"again": loop}
    for messages in (iter(history(3)), [{"role": "assistant", "content": [loop]}]):
        with pytest.raises(HistoryError):
            snapshot(messages, model=MODEL, dialect="anthropic")  # type: ignore[arg-type]


def test_secrets_are_named_and_never_drawn() -> None:
    messages = history(8)
    secret = "sk-ant-api03-" + "Zq7" * 12
    messages[2]["content"][0]["content"] += f"\nANTHROPIC_API_KEY={secret}\n"
    snap = snapshot(messages, model=MODEL)
    assert snap.report.reason is None
    assert secret not in snap.source.text
    assert "[anthropic-key," in snap.source.text
    assert snap.report.named.secrets == 1
    assert all(secret not in str(message) for message in snap.messages if message not in messages)
    shown = snapshot(messages, model=MODEL, secrets=None)
    assert secret in shown.source.text


def test_exact_strings_are_listed_before_the_pages_and_cost_their_tokens() -> None:
    messages = history(8)
    digest = "7f3a9c01e5d24b7a8d2f66c0ffee1234"
    messages[2]["content"][0]["content"] += f"\nbuilt {digest} in src/core/engine.py as ORD-48213\n"
    snap = snapshot(messages, model=MODEL)
    at = next(i for i, message in enumerate(snap.messages) if message not in messages)
    texts = [block["text"] for block in snap.messages[at]["content"] if block["type"] == "text"]
    assert len(texts) == 3
    assert texts[1].startswith("[Exact strings that stand on these pages")
    assert digest in texts[1]
    assert "ORD-48213" in texts[1]
    assert snap.report.guide_tokens > text_tokens(texts[1], "claude-4.7").likely
