"""What a provider refuses is named; what it takes is not. Each rule comes from a report or a provider's types."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import HistoryError
from snapglyph.history import DIALECTS, Violation, validate, worsened

from .pictures import IMAGES, picture
from .shapes import history

ADJACENT = ["openai-chat", "anthropic", "gemini", "bedrock"]
"""Dialects in which a result stands right behind its call."""


def rules(messages: Any, dialect: str | None = None) -> list[tuple[int, str]]:
    return [(violation.index, violation.rule) for violation in validate(messages, dialect)]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("script", ["user", "user ai user", "user call:a out:a ai", "user call:a,b out:b,a ai user"])
def test_what_a_provider_takes_has_no_violation(dialect: str, script: str) -> None:
    assert rules(history(dialect, script), dialect) == []


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("user call:a", [(1, "unanswered-call")]),
        ("user call:a user", [(1, "unanswered-call")]),
        ("user out:a", [(1, "orphan-result")]),
        ("user call:a out:a out:a ai", "doubled-result"),
        ("user call:a out:a call:b out:b out:a", "orphan-result"),
    ],
)
def test_unanswered_calls_and_orphan_results(dialect: str, script: str, found: Any) -> None:
    """earendil-works/pi 4189, anthropics/claude-code 8484, openclaw 8525, huggingface/tau 229, langchain 38352."""
    got = rules(history(dialect, script), dialect)
    if isinstance(found, list):
        assert [pair for pair in got if pair in found] == found
    else:  # a later turn's second result is an orphan where turns must touch, a doubled one elsewhere
        assert {rule for _, rule in got} & {found, "doubled-result", "orphan-result"}


@pytest.mark.parametrize("dialect", ADJACENT)
def test_a_result_behind_another_turn_is_out_of_place(dialect: str) -> None:
    """openclaw 29306: displaced results."""
    found = rules(history(dialect, "user call:a user ai user out:a"), dialect)
    assert (1, "unanswered-call") in found
    assert "orphan-result" in {rule for _, rule in found}


def test_responses_may_answer_later() -> None:
    assert rules(history("openai-responses", "user call:a,b ai out:b out:a")) == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_two_calls_with_one_id(dialect: str) -> None:
    found = rules(history(dialect, "user call:a,a out:a,a"), dialect)
    assert "doubled-id" in {rule for _, rule in found}


def test_anthropics_ids_are_unique_in_a_whole_history() -> None:
    assert rules(history("anthropic", "user call:a out:a call:a out:a")) == [(3, "doubled-id")]
    assert rules(history("openai-chat", "user call:a out:a call:a out:a")) == []


def test_a_user_message_of_text_and_result() -> None:
    """Hmbown/Codewhale 6119: kept because it has text, its result was an orphan."""
    (user, _, answer) = history("anthropic", "user call:a out:a")
    mixed = {"role": "user", "content": [*answer["content"], {"type": "text", "text": "and"}]}
    assert rules([user, mixed]) == [(1, "orphan-result")]
    call = history("anthropic", "call:a")
    assert rules([user, *call, mixed]) == []
    early = {"role": "user", "content": mixed["content"][::-1]}
    assert rules([user, *call, early]) == [(2, "text-before-result")]


def say(text: str, role: str = "user", **more: Any) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "text", "text": text, **more}]}


SIGNED = {"type": "thinking", "thinking": "", "signature": "s"}


@pytest.mark.parametrize(
    ("messages", "found"),
    [
        ([say("x", "assistant")], [(0, "first-role")]),  # livekit/agents 669
        ([say("x"), say("", "assistant"), say("y")], [(1, "empty-text")]),  # claude-code 59812
        ([say("x"), {"role": "assistant", "content": []}, say("y")], [(1, "empty-message")]),
        ([say("x"), {"role": "assistant", "content": []}], []),  # the last one may be empty
        ([say("x"), say("{ ", "assistant")], [(1, "trailing-blanks")]),  # crewAI 4620
        ([say("x"), {"role": "assistant", "content": [{"type": "thinking", "thinking": "h"}]}, say("y")],
         [(1, "unsigned-thinking")]),
        ([say("x"), {"role": "assistant", "content": [SIGNED]}, say("y")], []),  # opencode 46291: legal though empty
        ([say("x"), {"role": "assistant", "content": [SIGNED]}], [(1, "thinking-last")]),  # CLIProxyAPI 5321
        ([say(str(i), cache_control={"type": "ephemeral"}) for i in range(5)], [(4, "cache-marks")]),  # continue 6937
        ([say("x", cache_control={"type": "ephemeral", "ttl": "2h"})], [(0, "cache-mark-ttl")]),
        ([say("x"), {"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "compaction"}]}],
         [(1, "compaction-place")]),
        ([say("x", "boss")], [(0, "first-role"), (0, "unknown-role")]),
    ],
)  # fmt: skip
def test_anthropics_checklist(messages: list[dict[str, Any]], found: list[tuple[int, str]]) -> None:
    assert sorted(rules(messages, "anthropic")) == found


PICTURE = IMAGES["openai-chat"]("image/png", picture("png"))


@pytest.mark.parametrize(
    ("messages", "found"),
    [
        ([{"role": "assistant", "content": None}], [(0, "empty-message")]),
        ([{"role": "user", "content": None}], [(0, "empty-message")]),
        ([{"role": "assistant", "content": "x", "tool_calls": []}], [(0, "empty-calls")]),
        ([{"role": "assistant", "content": [PICTURE]}], [(0, "image-place")]),  # openai-node 1030
        ([{"role": "user", "content": [PICTURE]}], []),
    ],
)
def test_openai_chats_checklist(messages: list[dict[str, Any]], found: list[tuple[int, str]]) -> None:
    assert rules(messages, "openai-chat") == found


def test_images_in_a_tool_message_and_arguments_that_are_no_text() -> None:
    """OpenHands 7700, litellm 20403; arguments are passed on as the model wrote them."""
    user, call, answer = history("openai-chat", "user call:a out:a")
    assert rules([user, call, answer | {"content": [PICTURE]}]) == [(2, "image-place")]
    call["tool_calls"][0]["function"]["arguments"] = {}
    assert rules([user, call, answer]) == [(1, "arguments-type")]


def test_reasoning_keeps_the_item_that_it_led_to() -> None:
    """openai-agents-js 1280, qbit-ai/qbit 180; newo-ether/Agora 141: an empty summary is still there."""
    thought = {"type": "reasoning", "summary": [], "encrypted_content": "e"}
    user, call, answer = history("openai-responses", "user call:a out:a")
    assert rules([user, thought, call, answer]) == []
    assert rules([user, call, thought, answer]) == [(2, "lone-reasoning")]
    assert rules([user, call, answer, thought]) == [(3, "lone-reasoning")]
    del thought["summary"]
    assert rules([user, thought, call, answer]) == [(1, "reasoning-summary")]
    assert rules([user, {"type": "item_reference", "id": "x"}]) == [(1, "server-state")]


def test_gemini_wants_as_many_responses_as_calls() -> None:
    """google-gemini/gemini-cli 3814, which happened right after a compression; microsoft/vscode 299295."""
    assert rules(history("gemini", "user call:a,b out:a user")) == [(1, "unanswered-call")]
    assert rules(history("gemini", "user ai call:a out:a")) == [(2, "call-turn")]


def test_bedrocks_own_limits() -> None:
    crowd = {"role": "user", "content": [IMAGES["bedrock"]("image/png", picture("png"))] * 20}
    assert rules([crowd, crowd]) == []
    assert rules([{"role": "user", "content": [*crowd["content"], crowd["content"][0]]}]) == [(0, "too-many-images")]
    heavy = [{"role": "user", "content": [IMAGES["bedrock"]("image/png", picture("png") + b"x" * 3_800_000)]}]
    assert rules(heavy) == [(0, "image-bytes")]
    document = {"document": {"format": "txt", "name": "d", "source": {}}}
    assert rules([{"role": "user", "content": [document]}]) == [(0, "document-alone")]
    assert rules([{"role": "user", "content": [document] * 6 + [{"text": "x"}]}]) == [(0, "too-many-documents")]


def test_values_that_cannot_be_sent() -> None:
    cycle: dict[str, Any] = {"role": "user", "content": "x"}
    cycle["self"] = [cycle, cycle]
    for bad, rule in [
        (say("\ud800"), "lone-surrogate"),
        (say("a\0b"), "nul"),
        (say("x", n=float("nan")), "not-json"),
        (say("x", n={1, 2}), "not-json"),
        (cycle, "too-deep"),
    ]:
        assert rules([bad], "anthropic") == [(0, rule)]


def test_a_message_that_cannot_be_read_is_one_violation_and_hides_no_other() -> None:
    broken = [None, say("x"), {"role": "user", "content": 3}, say("", "assistant"), say("y")]
    assert rules(broken, "anthropic") == [(0, "unreadable"), (2, "unreadable"), (3, "empty-text")]


def test_a_sentence_names_the_message_and_repeats_no_word_of_it() -> None:
    for violation in validate([say("SECRET \ud800"), say("", "SECRET"), None], "anthropic"):
        assert f"message {violation.index + 1} " in violation.sentence
        assert "SECRET" not in violation.sentence


def test_what_is_no_history_is_an_error() -> None:
    for wrong in (None, "text", 3):
        with pytest.raises(HistoryError, match="must be a list"):
            validate(wrong, "anthropic")  # type: ignore[arg-type]
    with pytest.raises(HistoryError, match="pass dialect="):
        validate([{"role": "user", "content": "plain"}])
    assert rules([], "anthropic") == [(0, "no-messages")]


def test_worsened_counts_by_rule() -> None:
    one, two = Violation(0, "nul", "a"), Violation(5, "nul", "b")
    assert worsened([one], [two]) == []
    assert worsened([one], [one, two]) == [two]


WORDS = st.sampled_from(["user", "ai", "call:a", "call:a,b", "out:a", "out:b,a", "out:c", "system"])


@given(script=st.lists(WORDS, max_size=8))
@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_call_is_answered_once_or_named(dialect: str, script: list[str]) -> None:
    """Calls and results that are not named as violations pair off."""
    found = validate(history(dialect, " ".join(script)), dialect)
    calls = sum(word.startswith("call") * (word.count(",") + 1) for word in script)
    results = sum(word.startswith("out") * (word.count(",") + 1) for word in script)
    unanswered = sum(violation.rule == "unanswered-call" for violation in found)
    lost = sum(violation.rule in ("orphan-result", "doubled-result") for violation in found)
    assert calls - unanswered == results - lost


def test_a_call_whose_function_is_no_object_is_named() -> None:
    messages = history("openai-chat", "user call:a out:a")
    messages[1]["tool_calls"][0]["function"] = 0
    assert "arguments-type" in [violation.rule for violation in validate(messages, "openai-chat")]


@pytest.mark.parametrize("media_type", [[], {}, 0, None, "image/bmp"])
def test_an_image_whose_type_is_none_is_named(media_type: object) -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": "AAAA"}}
    found = validate([{"role": "user", "content": [image]}], "anthropic")
    assert [violation.rule for violation in found] == ["image-type"]
