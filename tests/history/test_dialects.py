"""The read view: every piece of a message, from both dialects, and no guess where nothing tells them apart."""

from typing import Any

import pytest

from snapglyph import HistoryError
from snapglyph.history import find_dialect, view


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
    assert kinds({"role": "user", "content": [{"type": "document"}]}, "anthropic") == [
        ("other", "[document, not text]")
    ]


@pytest.mark.parametrize(
    ("messages", "dialect"),
    [
        ([{"role": "system", "content": "x"}], "openai-chat"),
        ([{"role": "assistant", "content": None, "tool_calls": []}], "openai-chat"),
        ([{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}], "anthropic"),
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
    ],
)
@pytest.mark.parametrize("dialect", ["openai-chat", "anthropic"])
def test_a_broken_message_is_named_by_number(broken: Any, dialect: str) -> None:
    with pytest.raises(HistoryError, match="message 2"):
        view([{"role": "user", "content": "fine"}, broken], dialect)


def test_an_unknown_dialect_lists_the_known() -> None:
    with pytest.raises(HistoryError, match="the dialects are openai-chat, anthropic"):
        view([], "klingon")
