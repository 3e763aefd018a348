"""The read view: every piece of a message, from both dialects, and no guess where nothing tells them apart."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import HistoryError
from snapglyph.history import find_dialect, serialise, view


def kinds(raw: dict[str, Any], dialect: str) -> list[tuple[str, str]]:
    return [(part.kind, part.text) for part in view([raw], dialect)[0].parts]


def test_openai_chat_pieces() -> None:
    assistant = {
        "role": "assistant",
        "content": "looking",
        "reasoning_content": "hm",
        "tool_calls": [{"id": "a", "type": "function", "function": {"name": "ls", "arguments": '{"p": 1}'}}],
    }
    assert kinds(assistant, "openai-chat") == [("thinking", "hm"), ("text", "looking"), ("call", '{"p": 1}')]
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    user = {"role": "user", "content": [{"type": "text", "text": "see"}, picture]}
    assert kinds(user, "openai-chat") == [
        ("text", "see"),
        ("image", "[image/png, 26 characters of base64]"),
    ]
    assert kinds({"role": "tool", "tool_call_id": "a", "content": "out"}, "openai-chat") == [("result", "out")]
    assert kinds({"role": "assistant", "content": None}, "openai-chat") == []


def test_anthropic_pieces() -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    result = {
        "type": "tool_result",
        "tool_use_id": "a",
        "is_error": True,
        "content": [{"type": "text", "text": "no"}, image],
    }
    (message,) = view([{"role": "user", "content": [result]}], "anthropic")
    assert message.parts[0].text == "no\n[image/png, 4 characters of base64]"
    assert message.parts[0].is_error
    assert message.images == 1
    assert not message.starts_turn
    thinking = {"role": "assistant", "content": [{"type": "thinking", "thinking": "", "signature": "s"}]}
    assert kinds(thinking, "anthropic") == [("thinking", "")]
    assert kinds({"role": "user", "content": "plain"}, "anthropic") == [("text", "plain")]


def test_blocks_of_no_known_type_keep_their_words_but_not_their_files() -> None:
    source = {"type": "text", "media_type": "text/plain", "data": "the quay is closed"}
    ((kind, text),) = kinds({"role": "user", "content": [{"type": "document", "source": source}]}, "anthropic")
    assert kind == "other"
    assert "the quay is closed" in text
    audio = {"type": "input_audio", "input_audio": {"data": "UklG" * 5000, "format": "wav"}}
    ((_, text),) = kinds({"role": "user", "content": [audio]}, "openai-chat")
    assert "[20,000 characters of base64]" in text
    assert len(text) < 120


def test_images_in_a_tool_result_count() -> None:
    """OpenAI chat too: newer models take them there without an error."""
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    result = {"role": "tool", "tool_call_id": "a", "content": [{"type": "text", "text": "shot"}, picture]}
    (message,) = view([result], "openai-chat")
    assert message.parts[0].text == "shot\n[image/png, 26 characters of base64]"
    assert message.images == 1


@pytest.mark.parametrize(
    ("messages", "dialect"),
    [
        ([{"role": "system", "content": "x"}], "openai-chat"),
        ([{"role": "assistant", "content": None, "tool_calls": []}], "openai-chat"),
        ([{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}], "anthropic"),
        (
            [{"role": "system", "content": "x"}, {"role": "user", "content": [{"type": "tool_result"}]}],
            "anthropic",
        ),
    ],
)
def test_a_dialect_is_found_by_its_marks(messages: list[dict[str, Any]], dialect: str) -> None:
    assert find_dialect(messages) == dialect


def test_a_dialect_is_never_guessed() -> None:
    with pytest.raises(HistoryError, match="pass dialect="):
        find_dialect([{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hi"}])
    mixed = [{"role": "tool", "content": "x"}, {"role": "user", "content": [{"type": "tool_use"}]}]
    with pytest.raises(HistoryError, match="mix the dialects anthropic and openai-chat"):
        find_dialect(mixed)


@pytest.mark.parametrize(
    "broken",
    [
        None,
        3,
        "text",
        {},
        {"role": 3},
        {"role": "user", "content": 3},
        {"role": "user", "content": [{"type": "text"}]},
        {"role": "user", "content": [{"type": "text", "text": None}]},
    ],
)
@pytest.mark.parametrize("dialect", ["openai-chat", "anthropic"])
def test_a_broken_message_is_named_by_number(broken: Any, dialect: str) -> None:
    with pytest.raises(HistoryError, match="message 2"):
        view([{"role": "user", "content": "fine"}, broken], dialect)


@pytest.mark.parametrize(
    "broken", [None, 3, {"role": "user", "content": 3}, {"role": "user", "content": [{"type": []}]}]
)
def test_looking_for_the_dialect_names_it_too(broken: Any) -> None:
    with pytest.raises(HistoryError, match="message 2"):
        find_dialect([{"role": "user", "content": "fine"}, broken])


JSON = st.recursive(
    st.none()
    | st.integers()
    | st.sampled_from(["", "text", "tool_use", "image", "image_url", "tool_result", "data:"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "text", "content", "source", "data", "id", "name", "input", "tool_use_id", "image_url"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(content=JSON, calls=JSON, role=st.sampled_from(["user", "assistant", "tool", "system"]))
@pytest.mark.parametrize("dialect", ["openai-chat", "anthropic"])
def test_whatever_a_message_holds_it_is_read_or_named(content: Any, calls: Any, role: str, dialect: str) -> None:
    raw = {"role": role, "content": content, "tool_calls": calls}
    for look in (lambda: find_dialect([raw]), lambda: serialise(view([raw], dialect))):
        try:
            look()
        except HistoryError as error:
            assert "dialect" in str(error) or "message 1" in str(error)


def test_an_unknown_dialect_lists_the_known() -> None:
    with pytest.raises(HistoryError, match="the dialects are openai-chat, openai-responses, anthropic"):
        view([], "klingon")
