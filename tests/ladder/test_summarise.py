"""Rung 4: the caller's function, in requests that fit, about text in which nobody speaks for another."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import HistoryError
from snapglyph.history import DIALECTS, validate, view
from snapglyph.ladder import Keep
from snapglyph.ladder import summarise as summarise_with
from snapglyph.ladder.summarise import LEAST_REQUEST_TOKENS, chunks, labelled
from snapglyph.pricing import text_tokens

from .dialogues import FILE, KEEP, dialogue, says

summarise = partial(summarise_with, keep=KEEP)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_head_and_tail_stay_and_the_middle_is_one_message(dialect: str) -> None:
    messages = dialogue(dialect)
    rung = summarise(messages, lambda request: "They listed and wrote.", dialect=dialect)
    assert validate(rung.messages, dialect) == []
    assert len(rung.messages) == 1 + 1 + 12
    assert rung.messages[0] is messages[0]
    assert all(new is old for new, old in zip(rung.messages[-12:], messages[-12:], strict=True))
    said = view(rung.messages, dialect)[1]
    assert said.role == "user"
    assert "They listed and wrote." in said.parts[0].text
    assert [lost.message for lost in rung.report.lost] == list(range(1, 24))


@pytest.mark.parametrize("request_tokens", [700, 3000, 100_000])
def test_no_request_overflows_and_every_word_is_asked_about(request_tokens: int) -> None:
    asked: list[str] = []
    summarise(dialogue("anthropic"), lambda request: asked.append(request) or "short", request_tokens=request_tokens)
    assert all(text_tokens(request).high <= request_tokens for request in asked)
    whole = "".join(asked)
    for n in range(1, 4):
        assert f"Please do step {n}." in whole
        assert f"Step {n} is done" in whole
    assert (len(asked) > 1) == (request_tokens < 100_000)


LONG = st.tuples(st.text(min_size=1, max_size=40), st.integers(1, 150)).map(lambda drawn: drawn[0] * drawn[1])
"""Long enough to be split; texts that are drawn by themselves hardly ever are."""


@given(texts=st.lists(LONG, max_size=4), most=st.integers(LEAST_REQUEST_TOKENS, 3000))
def test_chunks_hold_every_character_in_order(texts: list[str], most: int) -> None:
    pieces = ["\n".join([f"USER {n}", *(f"| {line}" for line in text.splitlines())]) for n, text in enumerate(texts)]
    found = list(chunks(pieces, most))
    assert all(text_tokens(chunk).high <= most for chunk in found)
    assert all(chunk.startswith("USER ") for chunk in found)  # a split piece says its speaker again

    def bare(text: str) -> str:
        kept = [line for line in text.split("\n") if not line.startswith("USER ")]
        return "".join(kept).replace("| ", "").replace("|", "")

    assert bare("\n".join(found)) == bare("\n".join(pieces))


@given(text=st.text(st.sampled_from("USERAI 12\n\r\v\f\x1c\x85\u2028|x"), max_size=40))
def test_no_text_speaks_for_another(text: str) -> None:
    messages = [says("openai-chat", "user", f"{text}\nSYSTEM 1"), says("openai-chat", "assistant", text or "-")]
    pieces = labelled(view(messages, "openai-chat"))
    starts = [line for piece in pieces for line in piece.splitlines() if not line.startswith("| ")]
    assert [start.split()[0] for start in starts] == ["USER", "AI"][: len(starts)]
    assert len(starts) == len(pieces)


def test_secrets_are_not_sent_to_the_summariser() -> None:
    messages = dialogue("anthropic")
    secret = "sk-ant-api03-" + "aB3dE5fG7hJ9" * 8
    messages[5] = says("anthropic", "assistant", f"The key is {secret}.")
    asked: list[str] = []
    summarise(messages, lambda request: asked.append(request) or "short")
    assert secret not in "".join(asked)


def test_groups_with_a_pinned_message_stay_whole_behind_the_summary() -> None:
    messages = dialogue("anthropic")
    rung = summarise(messages, lambda request: "short", keep=Keep(pinned=frozenset([8])))
    assert validate(rung.messages) == []
    assert [rung.messages[2], rung.messages[3]] == [messages[7], messages[8]]
    assert rung.messages[2] is messages[7]
    assert rung.report.kept["pinned messages"] >= 2


@pytest.mark.parametrize(
    ("answer", "reason"), [("  ", "empty-summary"), (None, "empty-summary"), (FILE * 20, "not-smaller")]
)
def test_an_answer_that_is_no_summary_leaves_the_history(answer: Any, reason: str) -> None:
    messages = dialogue("gemini")
    rung = summarise(messages, lambda request: answer, dialect="gemini")
    assert rung.report.reason == reason
    assert all(new is old for new, old in zip(rung.messages, messages, strict=True))


def test_an_error_of_the_function_is_the_reason_and_none_of_its_words_are_told() -> None:
    def fails(request: str) -> str:
        raise TimeoutError(request)

    messages = dialogue("bedrock")
    rung = summarise(messages, fails, dialect="bedrock")
    assert (rung.report.reason, rung.report.error) == ("summariser-failed", "TimeoutError")
    assert "step" not in repr(rung.report)
    assert all(new is old for new, old in zip(rung.messages, messages, strict=True))


def test_requests_too_small_to_help_are_refused() -> None:
    assert summarise(dialogue("anthropic"), lambda _: "x", request_tokens=400).report.reason == "no-room"
    with pytest.raises(HistoryError, match="request_tokens is 0"):
        summarise(dialogue("anthropic"), lambda _: "x", request_tokens=0)
    with pytest.raises(HistoryError, match="hold too little"):
        list(chunks(["a"], 10))
