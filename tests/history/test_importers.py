"""Agents' own files: what a crash, a branch, a parallel call or a foreign key makes of them."""

import json
from typing import Any

import pytest

from snapglyph import HistoryError
from snapglyph.history import load, validate

from .pictures import base64_of, picture


def lines(*records: Any) -> str:
    return "\n".join(json.dumps(record) for record in records) + "\n"


# --- trees ------------------------------------------------------------------------------------------------

HEADER = {"type": "session", "version": 3, "id": "s"}


def entry(own: str, parent: str | None, text: str, role: str = "user") -> dict[str, Any]:
    message = {"role": role, "content": [{"type": "text", "text": text}]}
    return {"type": "message", "id": own, "parentId": parent, "message": message}


def texts(source: str) -> list[str]:
    return [message["content"][0]["text"] for message in load(source).messages]


def test_a_pi_tree_is_read_along_its_last_branch() -> None:
    source = lines(
        HEADER,
        entry("1", None, "root"),
        entry("2", "1", "left", "assistant"),
        entry("3", "1", "right", "assistant"),
        {"type": "branch_summary", "id": "4", "parentId": "3", "summary": "went left before"},
        entry("5", "4", "on"),
    )
    assert texts(source) == ["root", "right", "went left before", "on"]
    assert dict(load(source).notes) == {"messages of other branches": 1}


def test_a_lost_parent_does_not_lose_what_came_before() -> None:
    source = lines(HEADER, entry("1", None, "root"), entry("3", "2", "on"), entry("4", "4", "itself"))
    assert texts(source) == ["root", "on", "itself"]


def said(own: str, parent: str | None, kind: str, content: Any, **more: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content} | ({"id": more.pop("message_id")} if "message_id" in more else {})
    return {"type": kind, "uuid": own, "parentUuid": parent, "message": message, **more}


def call(i: str) -> list[Any]:
    return [{"type": "tool_use", "id": i, "name": "ls", "input": {}}]


def answer(i: str) -> list[Any]:
    return [{"type": "tool_result", "tool_use_id": i, "content": "out"}]


def test_parallel_calls_of_a_claude_code_session_are_one_answer() -> None:
    """anthropics/claude-code 31328: each result names the line of its own call as its parent, so a walk along the
    parents alone loses all calls but one."""
    found = load(
        lines(
            said("1", None, "user", "go"),
            said("2", "1", "assistant", call("a"), message_id="m"),
            said("3", "2", "assistant", call("b"), message_id="m"),
            said("4", "2", "user", answer("a")),
            said("5", "3", "user", answer("b")),
            said("6", "5", "assistant", [{"type": "text", "text": "done"}], message_id="n"),
        )
    )
    assert [len(message["content"]) for message in found.messages] == [1, 2, 2, 1]
    assert validate(found.messages, "anthropic") == []


def test_a_compacted_claude_code_session_is_what_goes_on() -> None:
    source = lines(
        said("1", None, "user", "go"),
        said("2", "1", "assistant", [{"type": "text", "text": "on it"}]),
        {"type": "system", "subtype": "compact_boundary", "uuid": "3", "parentUuid": None, "logicalParentUuid": "2"},
        said("4", "3", "user", "what was", isCompactSummary=True),
        said("5", "4", "user", "more"),
        said("6", "1", "user", "a sub-agent", isSidechain=True),
    )
    assert texts(source) == ["what was", "more"]
    assert dict(load(source).notes) == {
        "sub-agent lines": 1,
        "system lines": 1,
        "messages that a compaction replaced": 2,
    }


def test_an_edited_prompt_leaves_its_old_branch() -> None:
    source = lines(
        said("1", None, "user", "old"),
        said("2", "1", "assistant", [{"type": "text", "text": "a"}]),
        said("3", None, "user", "new"),
    )
    assert texts(source) == ["new"]
    assert dict(load(source).notes) == {"messages of other branches": 2}


# --- Codex, Gemini CLI ------------------------------------------------------------------------------------


def item(**payload: Any) -> dict[str, Any]:
    return {"timestamp": "t", "type": "response_item", "payload": payload}


def test_codex_rollouts_old_and_new() -> None:
    message = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]}
    new = load(
        lines(
            {"timestamp": "t", "type": "session_meta", "payload": {"instructions": "be brief"}},
            item(**message),
            {"timestamp": "t", "type": "event_msg", "payload": {"type": "user_message", "message": "go"}},
            item(type="ghost_snapshot"),
        )
    )
    old = load(lines({"id": "s", "timestamp": "t", "instructions": "be brief"}, {"record_type": "state"}, message))
    for found in (new, old):
        assert (found.messages, found.system, found.dialect) == ([message], "be brief", "openai-responses")
    assert new.notes["ghost_snapshot items"] == 1


def test_a_gemini_session_with_a_cancelled_call() -> None:
    tool = {"id": "c", "name": "ls", "args": {}}
    session = {
        "sessionId": "s",
        "messages": [
            {"type": "user", "content": "go"},
            {"type": "gemini", "content": "first"},
            {"type": "gemini", "content": "", "toolCalls": [tool | {"status": "cancelled", "result": None}]},
            {"type": "info", "content": "cancelled"},
        ],
    }
    found = load(json.dumps(session))
    assert [content["role"] for content in found.messages] == ["user", "model"]
    assert [violation.rule for violation in validate(found.messages, "gemini")] == ["unanswered-call"]
    assert dict(found.notes) == {"info messages": 1}


# --- documents --------------------------------------------------------------------------------------------


def test_atif_results_without_a_call_speak_as_the_user() -> None:
    steps = [
        {"source": "user", "message": "go"},
        {
            "source": "agent",
            "message": "",
            "tool_calls": [{"tool_call_id": "a", "function_name": "ls", "arguments": {"p": 1}}],
            "observation": {"results": [{"source_call_id": "a", "content": "out"}, {"content": "by itself"}]},
        },
    ]
    found = load(json.dumps({"schema_version": "ATIF-v1.7", "steps": steps}))
    assert [message["role"] for message in found.messages] == ["user", "assistant", "tool", "user"]
    assert validate(found.messages, "openai-chat") == []


def test_sharegpt_calls_get_ids_and_strays_stay_text() -> None:
    turns = [
        ("human", "go"),
        ("function_call", '{"name": "ls", "arguments": {}}'),
        ("observation", "out"),
        ("observation", "stray"),
        ("function_call", "not json"),
    ]
    value = {"conversations": [{"from": who, "value": text} for who, text in turns]}
    found = load(json.dumps(value))
    assert [m["role"] for m in found.messages] == ["user", "assistant", "tool", "user", "assistant"]
    assert found.notes["calls and results without a partner, kept as text"] == 2
    assert validate(found.messages, "openai-chat") == []


def test_langchain_in_both_its_forms() -> None:
    calls = [{"name": "ls", "args": {"p": 1}, "id": "a", "type": "tool_call"}]
    data = base64_of(picture("png"))
    image = {"type": "image", "base64": data, "mime_type": "image/png"}
    fields: list[tuple[str, str, dict[str, Any]]] = [
        ("human", "HumanMessage", {"content": [{"type": "text", "text": "go"}, image]}),
        ("ai", "AIMessage", {"content": "", "tool_calls": calls}),
        ("tool", "ToolMessage", {"content": "out", "tool_call_id": "a", "status": "error"}),
    ]
    plain = [{"type": kind, "data": held} for kind, _, held in fields]
    lc = [
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", name], "kwargs": held}
        for _, name, held in fields
    ]
    first, second = load(json.dumps(plain)), load(json.dumps(lc))
    assert first.messages == second.messages
    assert validate(first.messages, "openai-chat") == []
    assert first.messages[0]["content"][1]["image_url"]["url"] == f"data:image/png;base64,{data}"
    assert dict(first.notes) == {"error flags that OpenAI chat has no place for": 1}


def test_mini_swe_agent_in_its_envelope() -> None:
    messages = [{"role": "user", "content": "go", "extra": {"t": 1}}, {"role": "exit", "content": "done"}]
    found = load(json.dumps({"trajectory_format": "mini-swe-agent-1.1", "messages": messages}))
    assert found.messages == [{"role": "user", "content": "go"}]
    assert dict(found.notes) == {"exit records": 1}


@pytest.mark.parametrize(
    "value",
    [
        {"schema_version": "ATIF-v1.7", "steps": [{"source": "martian", "message": "x"}]},
        {"schema_version": "ATIF-v1.7", "steps": [3]},
        {"conversations": [{"from": "martian", "value": "x"}]},
        {"sessionId": "s", "messages": [{"type": "gemini", "toolCalls": [{}]}]},
        {"trajectory": [], "history": [{"content": "x"}]},
        [{"type": "ai", "data": {}}],
    ],
)
def test_a_file_that_only_looks_like_one_is_named(value: Any) -> None:
    with pytest.raises(HistoryError, match="looks like"):
        load(json.dumps(value))
