"""A history in another dialect: nothing lost but what is counted, nothing broken that was not."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import HistoryError
from snapglyph.history import DIALECTS, find_groups, load, sent_texts, validate, view, worsened, write

from .shapes import history

WORDS = st.sampled_from(["user", "ai", "call:a", "call:a,b", "call:c,c", "out:a", "out:b,a", "out:c", "out:c,c"])


@given(script=st.lists(WORDS, max_size=10))
@pytest.mark.parametrize("to", ["openai-chat", "anthropic"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_history_gets_worse_and_no_word_is_lost(dialect: str, to: str, script: list[str]) -> None:
    messages = history(dialect, "user " + " ".join(script))
    written = write(messages, dialect, to)
    if dialect != to:
        # What pairs off anywhere is written in its place, so only what has no partner stays.
        pairs = {"unanswered-call", "orphan-result", "doubled-result"}
        left = {violation.rule for violation in validate(written.messages, to)}
        assert left <= pairs
    if not validate(messages, dialect):
        assert validate(written.messages, to) == []
    before, after = (sorted(sent_texts(view(m, d))) for m, d in ((messages, dialect), (written.messages, to)))
    assert before == after


@pytest.mark.parametrize("to", ["openai-chat", "anthropic"])
def test_results_go_right_behind_their_calls(to: str) -> None:
    """openclaw 29306, humanlayer/fold 32: results that come late or out of order."""
    late = history("openai-responses", "user call:a,b ai user out:b out:a")
    written = write(late, "openai-responses", to)
    assert validate(late) == validate(written.messages, to) == []


def test_calls_with_one_id_get_one_each() -> None:
    messages = history("openai-chat", "user call:a out:a call:a out:a")
    written = write(messages, "openai-chat", "anthropic")
    assert validate(messages) == validate(written.messages) == []


def test_images_of_results_move_to_a_users_message() -> None:
    """VectifyAI/OpenKB 242, BerriAI/litellm 20403."""
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    user, call, answer = history("anthropic", "user call:a out:a")
    answer["content"][0] |= {"content": [{"type": "text", "text": "shot"}, image], "is_error": True}
    written = write([user, call, answer], "anthropic", "openai-chat")
    assert [message["role"] for message in written.messages] == ["user", "assistant", "tool", "user"]
    assert written.messages[3]["content"][0]["image_url"]["url"] == "data:image/png;base64,AAAA"
    assert written.notes == {"error flags": 1}
    back = write(written.messages, "openai-chat", "anthropic")
    assert back.messages[-1]["content"][-1] == image


def test_system_prompts_and_thinking() -> None:
    messages = [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": "on it ", "reasoning_content": "hm"},
    ]
    written = write(messages, "openai-chat", "anthropic", system="be kind")
    assert written.system == "be kind\n\nbe brief"
    assert written.messages[-1]["content"] == [{"type": "text", "text": "on it"}]
    assert written.notes == {"thinking blocks": 1, "blanks at the end": 1}
    assert write(messages, "openai-chat", "openai-chat", system="x").messages[1:] == messages


def test_arguments_that_are_no_object_are_kept_whole() -> None:
    user, call, answer = history("openai-chat", "user call:a out:a")
    call["tool_calls"][0]["function"]["arguments"] = '{"cut off'
    written = write([user, call, answer], "openai-chat", "anthropic")
    assert written.messages[1]["content"][0]["input"] == {"arguments": '{"cut off'}
    assert written.notes == {"arguments that are no JSON object": 1}


def test_messages_of_the_same_dialect_stay_the_same_objects() -> None:
    messages = history("anthropic", "user call:a")
    assert all(a is b for a, b in zip(write(messages, "anthropic", "anthropic").messages, messages, strict=True))


def test_an_unknown_target_lists_the_known() -> None:
    with pytest.raises(HistoryError, match="known are openai-chat, anthropic"):
        write([], "anthropic", "gemini")


@pytest.mark.parametrize("to", ["openai-chat", "anthropic"])
def test_real_transcripts_get_no_worse(transcripts: Any, to: str) -> None:
    for path in sorted(transcripts.glob("*.*")):
        if path.suffix == ".md":
            continue
        run = 0 if path.name.startswith(("openai-chat", "sharegpt")) else None
        found = load(path, run=run)
        before = validate(found.messages, found.dialect)
        written = write(found.messages, found.dialect, to, system=found.system)
        assert worsened(before, validate(written.messages, to)) == []
        assert find_groups(view(written.messages, to))
        json.dumps(written.messages)
