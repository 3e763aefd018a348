"""Ids that a provider refuses: of other characters, too long, of another kind, or twice."""

from typing import Any

import pytest

from snapglyph.history import DIALECTS, validate, write

from .shapes import CALLS, RESULTS, SAYS, Raw


def talk(dialect: str, *ids: str) -> list[Raw]:
    """A history with a call and a result for each id."""
    pairs = [message for call_id in ids for message in (*CALLS[dialect](call_id), *RESULTS[dialect](call_id))]
    return [SAYS[dialect]("user", "go"), *pairs, SAYS[dialect]("assistant", "done")]


def found(messages: list[Raw], dialect: str) -> list[tuple[int, str]]:
    return [(violation.index, violation.rule) for violation in validate(messages, dialect)]


MOST = {"openai-chat": 64, "openai-responses": 64, "bedrock": 64}
FOREIGN = {
    "anthropic": ["functions.Bash:0", "call_a|fc_b", "a b", "ümlaut", "a/b", "x\n", "日本"],
    "bedrock": ["call_a|fc_b", "a b", "ümlaut", "a/b", "x\n", "日本"],
}
"""Ids that other providers and agents make."""


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("call_id", ["toolu_01A-b_C", "call_0", "0", "A" * 64, "chatcmpl-tool-1f0c"])
def test_ids_that_everyone_takes(dialect: str, call_id: str) -> None:
    assert found(talk(dialect, call_id), dialect) == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_characters_of_an_id(dialect: str) -> None:
    """HKUDS/nanobot pull request 4356; OpenAI looks at the length alone (orchidfiles/ungate pull request 41)."""
    for call_id in FOREIGN["anthropic"]:
        expected = [(1, "id-characters"), (2, "id-characters")] if call_id in FOREIGN.get(dialect, ()) else []
        assert found(talk(dialect, call_id), dialect) == expected, call_id


@pytest.mark.parametrize("dialect", DIALECTS)
def test_length_of_an_id(dialect: str) -> None:
    """AnswerDotAI/fastllm issue 45, openclaw pull request 875, Bedrock's service model."""
    expected = [(1, "id-length"), (2, "id-length")] if dialect in MOST else []
    assert found(talk(dialect, "a" * 64), dialect) == []
    assert found(talk(dialect, "a" * 65), dialect) == expected


@pytest.mark.parametrize("dialect", DIALECTS)
def test_names_of_tools(dialect: str) -> None:
    """mcp-use issue 90; Bedrock's service model."""
    messages = talk(dialect, "a")
    renamed = [_renamed(message, "functions bash") for message in messages]
    strict = dialect in ("openai-chat", "openai-responses", "bedrock")
    assert found(renamed, dialect) == ([(1, "name-characters")] if strict else [])
    long = [_renamed(message, "x" * 65) for message in messages]
    assert found(long, dialect) == ([(1, "name-length")] if dialect == "bedrock" else [])


def _renamed(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return {key: name if key == "name" else _renamed(inner, name) for key, inner in value.items()}
    return [_renamed(inner, name) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_id_again_in_a_later_turn(dialect: str) -> None:
    """Responses: NousResearch/hermes-agent issue 102629. Chat pairs within a turn; Gemini by the turn too."""
    again = [*talk(dialect, "a"), *talk(dialect, "a")]
    strict = dialect in ("openai-responses", "anthropic", "bedrock")
    assert found(again, dialect) == ([(5, "doubled-id")] if strict else [])


def test_gemini_tells_calls_without_an_id_by_their_order() -> None:
    call = {"functionCall": {"name": "ls", "args": {}}}
    answer = {"functionResponse": {"name": "ls", "response": {"output": "x"}}}
    messages: list[Raw] = [
        {"role": "user", "parts": [{"text": "go"}]},
        {"role": "model", "parts": [call, call]},
        {"role": "user", "parts": [answer, answer]},
    ]
    assert found(messages, "gemini") == []
    messages[1]["parts"] = [{"functionCall": {"name": "ls", "args": {}, "id": "1"}}] * 2
    assert (1, "doubled-id") in found(messages, "gemini")


def item(kind: str, item_id: str, **more: Any) -> Raw:
    shapes: dict[str, Raw] = {
        "message": {"role": "assistant", "content": [{"type": "output_text", "text": "a"}]},
        "function_call": {"call_id": "call_1", "name": "f", "arguments": "{}"},
        "reasoning": {"summary": []},
        "web_search_call": {"status": "completed"},
    }
    return {"type": kind, "id": item_id} | shapes[kind] | more


USER: Raw = {"type": "message", "role": "user", "content": "q"}
OUTPUT: Raw = {"type": "function_call_output", "call_id": "call_1", "output": "r"}
SAID = item("message", "msg_9")


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ([USER, item("message", "msg_1"), USER, item("message", "msg_1")], [(3, "doubled-item-id")]),
        ([USER, item("reasoning", "rs_1"), item("message", "msg_1")], []),
        ([USER, item("reasoning", "rs_1"), SAID, item("reasoning", "rs_1"), USER],
         [(3, "doubled-item-id"), (3, "lone-reasoning")]),
        ([USER, item("web_search_call", "ws_1"), item("web_search_call", "ws_1"), SAID], [(2, "doubled-item-id")]),
        ([USER, item("function_call", "fc_1"), OUTPUT], []),
        ([USER, item("function_call", "call_1"), OUTPUT], [(1, "item-id")]),  # nodetool pull request 4252
        ([USER, item("message", "019f629b-43ee")], [(1, "item-id")]),  # openai/codex issue 33176
        ([USER, item("message", "msg-92Y7")], [(1, "item-id")]),  # CopilotKit pull request 6117
        ([USER, item("reasoning", "item_df7e"), SAID], [(1, "item-id")]),  # cockpit-tools issue 2090
        ([USER, item("message", "msg_" + "a" * 60)], []),
        ([USER, item("message", "msg_" + "a" * 61)], [(1, "item-id")]),  # earendil-works/pi issue 977
        ([USER, item("message", "")], [(1, "item-id")]),  # langchainjs issue 11044
        ([USER, item("message", None)], []),  # type: ignore[arg-type]
        ([USER, SAID, {"type": "item_reference", "id": "msg_9"}, USER],
         [(2, "doubled-item-id"), (2, "server-state")]),
        ([USER, item("web_search_call", "x" * 99), SAID], []),  # what this type's ids look like is not published
    ],
)  # fmt: skip
def test_an_items_own_id(items: list[Raw], expected: list[tuple[int, str]]) -> None:
    """Doubled: earendil-works/pi issues 5147 and 5149."""
    assert found(items, "openai-responses") == expected


@pytest.mark.parametrize("to", ["anthropic", "openai-chat"])
def test_what_is_written_in_another_dialect_has_ids_that_it_takes(to: str) -> None:
    ids = [*FOREIGN["anthropic"], "call_" + "a" * 64, "call_" + "a" * 64 + "b", "same"]
    for dialect in ("openai-responses", "gemini"):
        messages = talk(dialect, *ids)
        assert found(write(messages, dialect, to).messages, to) == []
