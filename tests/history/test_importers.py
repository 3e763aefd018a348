"""Agents' own files: what a crash, a branch, a parallel call or a foreign key makes of them."""

import json
from pathlib import Path
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


def compaction(own: str, parent: str, first: str | None) -> dict[str, Any]:
    return {"type": "compaction", "id": own, "parentId": parent, "summary": "so far", "firstKeptEntryId": first}


def test_what_pi_compacted_is_its_summary_and_what_it_kept() -> None:
    talked = [entry(f"{i}", f"{i - 1}" if i else None, f"t{i}", ("user", "assistant")[i % 2]) for i in range(6)]
    source = lines(HEADER, *talked, compaction("c", "5", "4"), entry("6", "c", "t6"))
    assert texts(source) == ["so far", "t4", "t5", "t6"]
    assert dict(load(source).notes) == {"messages that a compaction replaced": 4}
    assert "4 messages that a compaction replaced (lines 2 to 5)" in load(source).warning
    twice = [
        *talked,
        compaction("c", "5", "4"),
        entry("6", "c", "t6"),
        compaction("d", "6", "6"),
        entry("7", "d", "t7"),
    ]
    assert texts(lines(HEADER, *twice)) == ["so far", "t6", "t7"]
    assert texts(lines(HEADER, *talked, compaction("c", "5", None))) == ["so far"]
    other = [*talked, compaction("c", "5", "4"), entry("6", "3", "beside the compaction")]
    assert texts(lines(HEADER, *other)) == ["t0", "t1", "t2", "t3", "beside the compaction"]


def test_old_pi_sessions_count_what_they_kept_from_the_header() -> None:
    talked = [{"type": "message", "message": {"role": "user", "content": f"t{i}"}} for i in range(4)]
    kept = {"type": "compaction", "summary": "so far", "firstKeptEntryIndex": 3}
    assert texts(lines({"type": "session", "id": "s", "cwd": "/"}, *talked, kept, *talked[:1])) == [
        "so far",
        "t2",
        "t3",
        "t0",
    ]


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


def words(role: str, text: str) -> Any:
    return text if role == "user" else [{"type": "text", "text": text}]


def talk(n: int) -> list[dict[str, Any]]:
    """q0, a0, q1, a1 and so on, each on the one before."""
    return [
        said(f"u{i}", f"u{i - 1}" if i else None, role, words(role, f"{role[0]}{i // 2}"))
        for i, role in zip(range(n), ("user", "assistant") * n, strict=False)
    ]


def beside(kind: str, own: str, parent: str | None, **more: Any) -> dict[str, Any]:
    return {"type": kind, "uuid": own, "parentUuid": parent, "isSidechain": False, **more}


def test_a_claude_code_session_ends_with_its_newest_message() -> None:
    """The lines behind it are no messages, and hang on old ones."""
    for late in (
        beside("progress", "z", "u1"),
        beside("system", "z", "u1", subtype="stop_hook_summary"),
        beside("attachment", "z", "u0"),
        beside("saved_hook_context", "z", None),
        {"type": "queue-operation", "operation": "enqueue"},
        {"type": "summary", "summary": "s", "leafUuid": "u1"},
    ):
        assert texts(lines(*talk(6), late)) == ["u0", "a0", "u1", "a1", "u2", "a2"]


def test_an_id_on_many_lines_means_the_nearest_one_above() -> None:
    session = talk(8)
    for i in (6, 4, 2, 0):
        session[i]["parentUuid"] = "HOOK"
        session.insert(i, beside("saved_hook_context", "HOOK", f"u{i - 1}" if i else None))
    assert len(texts(lines(*session))) == 8


def test_a_prompt_on_a_line_of_progress_continues_the_message_before_it() -> None:
    """anthropics/claude-code 35024: lines of progress fork off beside the answer."""
    session = [
        said("u1", None, "user", "edit both"),
        said("a1", "u1", "assistant", call("t")),
        beside("progress", "p1", "a1"),
        said("r1", "a1", "user", answer("t")),
        said("a2", "r1", "assistant", words("assistant", "both edited")),
        beside("progress", "p2", "p1"),
        said("u2", "p2", "user", "which flag?"),
    ]
    found = load(lines(*session))
    assert [message["role"] for message in found.messages] == ["user", "assistant", "user", "assistant", "user"]
    assert found.left_out == ()


def test_a_prompt_on_another_line_goes_back_to_where_that_hangs() -> None:
    """An older prompt was edited, and something was attached to the new one."""
    session = [*talk(4), beside("attachment", "z", "u1"), said("new", "z", "user", "edited")]
    assert texts(lines(*session)) == ["u0", "a0", "edited"]


def test_a_first_prompt_that_was_edited_leaves_its_old_branch_over_other_lines() -> None:
    session = [
        beside("attachment", "h", None),
        said("1", "h", "user", "old"),
        said("2", "1", "assistant", words("assistant", "a")),
        beside("attachment", "h2", "h"),
        said("3", "h2", "user", "new"),
    ]
    assert texts(lines(*session)) == ["new"]


def test_a_result_that_comes_late_over_a_line_of_progress_joins_its_call() -> None:
    session = [
        said("1", None, "user", "go"),
        said("2", "1", "assistant", call("a"), message_id="m"),
        said("3", "2", "assistant", call("b"), message_id="m"),
        said("4", "2", "user", answer("a")),
        beside("progress", "p", "3"),
        said("5", "p", "user", answer("b")),
        beside("attachment", "at", "4"),
        said("6", "at", "assistant", words("assistant", "done")),
        {"type": "last-prompt", "leafUuid": "1"},
    ]
    found = load(lines(*session))
    assert [len(message["content"]) for message in found.messages] == [1, 2, 2, 1]
    assert validate(found.messages, "anthropic") == []


def test_a_sub_agents_own_file_is_a_conversation() -> None:
    source = lines(*(record | {"isSidechain": True} for record in talk(4)))
    assert texts(source) == ["u0", "a0", "u1", "a1"]


def test_a_sub_agents_line_is_no_message_to_go_on_from() -> None:
    """Its lines stand among the others, and one of these names one of those as its parent."""
    session = [*talk(2), said("s", "u1", "user", "task", isSidechain=True), said("u2", "s", "user", "on")]
    assert texts(lines(*session)) == ["u0", "a0", "on"]


def test_a_session_that_was_copied_behind_itself_is_not_lost_twice() -> None:
    found = load(lines(*talk(4), *talk(4)))
    assert len(found.messages) == 4
    assert dict(found.notes) == {"lines that stand there twice": 4}
    assert found.warning == ""


def test_an_edited_prompt_leaves_its_old_branch() -> None:
    source = lines(
        said("1", None, "user", "old"),
        said("2", "1", "assistant", [{"type": "text", "text": "a"}]),
        said("3", None, "user", "new"),
    )
    assert texts(source) == ["new"]
    assert dict(load(source).notes) == {"messages of other branches": 2}
    assert load(source).warning == ""


def test_many_messages_of_other_branches_are_told_loudly() -> None:
    session = [*talk(6), said("b", "u1", "user", "b"), said("c", "u0", "assistant", words("assistant", "c"))]
    found = load(lines(*session))
    assert len(found.messages) == 2
    assert found.warning == (
        "WARNING: 6 messages of this file are NOT among the 2 imported: 6 messages of other branches (lines 2 to 7)"
    )
    session.append(said("d", None, "user", "d"))
    assert load(lines(*session)).warning == (
        "WARNING: 8 messages of this file are NOT among the 1 imported: 8 messages of other branches (lines 1 to 8)"
    )
    many = [
        record for i in range(8) for record in (said(f"{i}", None, "user", "x"), said(f"{i}b", f"{i}", "user", "y"))
    ]
    warning = load(lines(*many)).warning
    assert warning.startswith(
        "WARNING: 14 messages of this file are NOT among the 2 imported: 2 messages of other branches (lines 1 to 2)"
    )
    assert warning.endswith(", 4 on 2 more branches")


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


def spoke(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return item(type="message", role=role, content=[{"type": kind, "text": text}])


def event(kind: str, **more: Any) -> dict[str, Any]:
    return {"timestamp": "t", "type": "event_msg", "payload": {"type": kind, **more}}


def turns(*numbers: int) -> list[dict[str, Any]]:
    return [record for i in numbers for record in (spoke("user", f"q{i}"), spoke("assistant", f"a{i}"))]


META = {"timestamp": "t", "type": "session_meta", "payload": {"id": "s"}}
AROUND = spoke("user", "<environment_context>\n  <cwd>/w</cwd>\n</environment_context>")


def codex(*records: Any) -> list[str]:
    return texts(lines(META, *records))


def test_a_turn_that_was_taken_back_in_codex_does_not_come_back() -> None:
    assert codex(*turns(0, 1, 2), event("thread_rolled_back", num_turns=1)) == ["q0", "a0", "q1", "a1"]
    assert codex(*turns(0, 1, 2), event("thread_rolled_back", num_turns=2), *turns(3)) == ["q0", "a0", "q3", "a3"]
    assert codex(AROUND, *turns(0), event("thread_rolled_back", num_turns=9)) == [codex(AROUND)[0]]
    assert codex(*turns(0), event("thread_rolled_back", num_turns=0)) == ["q0", "a0"]
    found = load(lines(META, *turns(0, 1, 2), event("thread_rolled_back", num_turns=2)))
    assert found.notes["items that were taken back"] == 4
    assert "4 items that were taken back (lines 4 to 7)" in found.warning


def test_codex_writes_the_surroundings_of_a_turn_that_was_taken_back_anew() -> None:
    left = codex(AROUND, *turns(0), AROUND, *turns(1), event("thread_rolled_back", num_turns=1))
    assert left[1:] == ["q0", "a0"]


def compacted(*replacement: dict[str, Any], message: str = "") -> dict[str, Any]:
    history = {"replacement_history": [record["payload"] for record in replacement]} if replacement else {}
    return {"timestamp": "t", "type": "compacted", "payload": {"message": message, **history}}


def test_what_codex_compacted_is_what_it_put_there() -> None:
    summary = spoke("user", "so far")
    source = lines(META, *turns(0, 1), compacted(spoke("user", "q1"), summary), *turns(2))
    assert texts(source) == ["q1", "so far", "q2", "a2"]
    assert dict(load(source).notes) == {"items that a compaction replaced": 3}
    again = [*turns(0), compacted(summary), *turns(1), compacted(spoke("user", "all")), *turns(2)]
    assert codex(*again) == ["all", "q2", "a2"]


def test_a_codex_compaction_without_a_history_keeps_what_the_user_said() -> None:
    """As Codex rebuilds it: what stands before the first request, the newest requests, the summary."""
    assert codex(AROUND, *turns(0, 1), compacted(message="so far"), *turns(2))[1:] == [
        "q0",
        "q1",
        "so far",
        "q2",
        "a2",
    ]
    long = spoke("user", "x" * 90_000)
    assert codex(*turns(0), long, compacted(message="so far"))[-1:] == ["so far"]
    assert "q0" not in codex(*turns(0), long, compacted(message="so far"))


def test_a_codex_compaction_within_a_turn_that_was_taken_back_is_taken_back_too() -> None:
    records = [*turns(0, 1), compacted(spoke("user", "so far")), event("thread_rolled_back", num_turns=1)]
    assert codex(*records) == ["q0", "a0"]


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


# --- the shared small inputs ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "count", "unreadable"),
    [
        ("cc-dup-hook-uuid", 8, 0),
        ("cc-glued", 3, 0),
        ("cc-late-attachment", 4, 0),
        ("cc-late-progress", 6, 0),
        ("cc-late-system", 6, 0),
        ("cc-progress-fork", 6, 0),
        ("cc-stream-banner", 2, 1),
        ("cc-torn-first", 3, 1),
        ("codex-rollback", 4, 0),
    ],
)
def test_shared_cases(transcripts: Path, name: str, count: int, unreadable: int) -> None:
    path = transcripts.parent / "cases" / f"{name}.jsonl"
    if not path.is_file():
        pytest.skip("no shared cases here")
    found = load(path)
    assert len(found.messages) == count
    assert found.notes.get("unreadable lines", 0) == unreadable
    assert validate(found.messages, found.dialect) == []
