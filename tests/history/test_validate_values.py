"""Texts that say nothing, inputs that are no object, errors without a word, and cache marks, at every depth."""

from typing import Any

import pytest

from snapglyph.history import validate, write

from .shapes import CALLS, SAYS, Raw

BLANK = ["", " ", "\n\t", "\u3000"]
MARK = {"type": "ephemeral"}
HOUR = {"type": "ephemeral", "ttl": "1h"}


def found(messages: list[Raw], dialect: str) -> list[tuple[int, str]]:
    return [(violation.index, violation.rule) for violation in validate(messages, dialect)]


def answered(dialect: str, result: Raw) -> list[Raw]:
    return [SAYS[dialect]("user", "go"), *CALLS[dialect]("a"), {"role": "user", "content": [result]}]


def anthropic_result(content: Any, **more: Any) -> list[Raw]:
    return answered("anthropic", {"type": "tool_result", "tool_use_id": "a", "content": content} | more)


def bedrock_result(*content: Any, **more: Any) -> list[Raw]:
    return answered("bedrock", {"toolResult": {"toolUseId": "a", "content": list(content)} | more})


def text(said: str, **more: Any) -> Raw:
    return {"type": "text", "text": said} | more


# --- texts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("blank", BLANK)
def test_a_blank_text_in_a_result(blank: str) -> None:
    """anomalyco/opencode pull request 17381."""
    assert found(anthropic_result([text(blank)]), "anthropic") == [(2, "empty-text")]
    assert found(anthropic_result([text("x"), text(blank)]), "anthropic") == [(2, "empty-text")]
    assert found(bedrock_result({"text": blank}), "bedrock") == [(2, "empty-text")]


def test_a_blank_text_in_a_document_in_a_result() -> None:
    document = {"type": "document", "source": {"type": "content", "content": [text(" ")]}}
    search = {"type": "search_result", "source": "s", "title": "t", "content": [text(" ")]}
    for block in (document, search):
        assert found(anthropic_result([block]), "anthropic") == [(2, "empty-text")]
        assert found([{"role": "user", "content": [block]}], "anthropic") == [(0, "empty-text")]


def test_a_result_without_any_text_is_taken() -> None:
    for content in ("", []):
        assert found(anthropic_result(content), "anthropic") == []
    assert found(bedrock_result(), "bedrock") == []
    assert found(bedrock_result({"json": {}}), "bedrock") == []


def test_an_error_says_something() -> None:
    """bytedance/trae-agent issue 230, aws-samples/sample-multi-agent-orchestration-chat-on-agentcore issue 15."""
    for content in ("", []):
        assert found(anthropic_result(content, is_error=True), "anthropic") == [(2, "empty-error")]
    assert found(anthropic_result("failed", is_error=True), "anthropic") == []
    assert found(bedrock_result(status="error"), "bedrock") == [(2, "empty-error")]
    assert found(bedrock_result({"text": "failed"}, status="error"), "bedrock") == []


def test_an_error_that_says_nothing_is_written_without_its_flag() -> None:
    written = write(bedrock_result(status="error"), "bedrock", "anthropic")
    assert found(written.messages, "anthropic") == []
    assert written.notes == {"error flags of results that say nothing": 1}


# --- inputs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["", '{"a": 1}', [], [1], 3, True, None])
def test_an_input_that_is_no_object(value: Any) -> None:
    """anthropics/claude-code issue 6696; Gemini's are a Struct, where nothing is an empty one."""
    messages = anthropic_result("out")
    messages[1]["content"][0]["input"] = value
    assert found(messages, "anthropic") == [(1, "input-type")]
    messages = bedrock_result({"text": "out"})
    messages[1]["content"][0]["toolUse"]["input"] = value
    assert found(messages, "bedrock") == [(1, "input-type")]
    go = {"role": "user", "parts": [{"text": "go"}]}
    call = {"role": "model", "parts": [{"functionCall": {"name": "f", "args": value}}]}
    answer = {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": value}}]}
    expected = [] if value is None else [(1, "input-type"), (2, "result-type")]
    assert found([go, call, answer], "gemini") == expected


def test_a_json_result_of_bedrock_is_an_object() -> None:
    """sigoden/aichat pull request 1544."""
    for value in ([1], "x", 3, None):
        assert found(bedrock_result({"json": value}), "bedrock") == [(2, "result-type")]


def test_a_gemini_part_without_data() -> None:
    """router-for-me/CLIProxyAPI issue 1292. An empty text may bear a signature that must go back."""
    for part in ({}, {"thought": True}, {"thoughtSignature": "c2ln"}, {"text": None}):
        assert found([{"role": "user", "parts": [{"text": "x"}, part]}], "gemini") == [(0, "empty-part")]
    for part in ({"text": "", "thoughtSignature": "c2ln"}, {"executableCode": {"code": "1"}}):
        assert found([{"role": "user", "parts": [part]}], "gemini") == []


# --- cache marks ------------------------------------------------------------------------------------------


def marked(*counts: int) -> list[Raw]:
    """A history with so many marks: on texts, on the call, in the result."""
    texts, calls, inner = counts
    messages = anthropic_result([text(str(i), cache_control=MARK) for i in range(inner)] or "out")
    messages[0] = {"role": "user", "content": [text(str(i), cache_control=MARK) for i in range(texts)]}
    if calls:
        messages[1]["content"][0]["cache_control"] = MARK
    return messages


def test_marks_are_counted_at_every_depth() -> None:
    assert found(marked(1, 1, 2), "anthropic") == []
    assert found(marked(1, 1, 3), "anthropic") == [(2, "cache-marks")]
    document = {"type": "document", "source": {"type": "content", "content": [text("x", cache_control=MARK)]}}
    messages = [{"role": "user", "content": [document] * 5}]
    assert found(messages, "anthropic") == [(0, "cache-marks")]


def test_no_mark_stands_on_thinking_or_on_an_empty_text() -> None:
    """Wei-Shaw/sub2api issue 225, anthropics/claude-code issue 50082."""
    go = {"role": "user", "content": [text("go")]}
    for thinking in (
        {"type": "thinking", "thinking": "h", "signature": "s"},
        {"type": "redacted_thinking", "data": "d"},
    ):
        ai = {"role": "assistant", "content": [thinking | {"cache_control": MARK}, text("a")]}
        assert found([go, ai], "anthropic") == [(1, "cache-mark-place")]
    messages = anthropic_result([text(" ", cache_control=MARK)])
    assert found(messages, "anthropic") == [(2, "empty-text"), (2, "cache-mark-place")]


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ([HOUR, MARK], []),
        ([MARK, HOUR], [(1, "cache-mark-order")]),  # headroom issue 2939
        ([{"type": "ephemeral", "ttl": "5m"}, HOUR], [(1, "cache-mark-order")]),
        ([HOUR, HOUR, MARK, MARK], []),
        ([{"type": "ephemeral", "ttl": "2h"}], [(0, "cache-mark-ttl")]),
        ([{"type": "ephemeral", "ttl": None}, None], []),
        ([{"type": "persistent"}], [(0, "cache-mark-type")]),
        ([{}], [(0, "cache-mark-type")]),
        (["yes"], [(0, "cache-mark-type")]),
        ([{"type": "ephemeral", "ttl": ["1h"]}], [(0, "cache-mark-ttl")]),
    ],
)
def test_what_a_mark_says(marks: list[Any], expected: list[tuple[int, str]]) -> None:
    messages = [{"role": "user", "content": [text("x", cache_control=mark)]} for mark in marks]
    assert found(messages, "anthropic") == expected


def test_marks_of_bedrock() -> None:
    """The service model; at most four in a request, as on the vendor's own API."""
    point = {"cachePoint": {"type": "default"}}
    assert found([{"role": "user", "content": [{"text": "x"}, *[point] * 4]}], "bedrock") == []
    assert found([{"role": "user", "content": [{"text": "x"}, *[point] * 5]}], "bedrock") == [(0, "cache-marks")]
    bad = {"cachePoint": {"type": "ephemeral"}}
    assert found([{"role": "user", "content": [{"text": "x"}, bad]}], "bedrock") == [(0, "cache-mark-type")]


def test_bedrock_takes_a_system_message_in_the_list() -> None:
    """The service model of 2026-12 names three roles."""
    system, go = {"role": "system", "content": [{"text": "s"}]}, {"role": "user", "content": [{"text": "go"}]}
    assert found([go, system, go], "bedrock") == []
    assert found([go, {"role": "tool", "content": [{"text": "x"}]}], "bedrock") == [(1, "unknown-role")]
