"""Formats that a stranger tries first: each is imported as its agent would send it, or refused by name."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from snapglyph import HistoryError
from snapglyph.history import Transcript, find_dialect, load, validate


def lines(records: Sequence[Any]) -> str:
    return "\n".join(json.dumps(record) for record in records) + "\n"


def read(value: Any, format_name: str, dialect: str) -> Transcript:
    """Read as JSON, and valid."""
    found = load(value if isinstance(value, str) else json.dumps(value))
    assert (found.format, found.dialect) == (format_name, dialect)
    assert validate(found.messages, found.dialect) == []
    return found


def roles(found: Transcript) -> list[Any]:
    return [message["role"] for message in found.messages]


# --- opencode ---------------------------------------------------------------------------------------------


def part(kind: str, **more: Any) -> dict[str, Any]:
    return {"id": f"p_{kind}", "type": kind, **more}


def spoke(own: str, role: str, *parts: Any, **info: Any) -> dict[str, Any]:
    return {"info": {"id": own, "role": role, "sessionID": "s", **info}, "parts": list(parts)}


def tool(call_id: str, status: str, **state: Any) -> dict[str, Any]:
    return part("tool", callID=call_id, tool="read", state={"status": status, "input": {"p": 1}, **state})


PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PICTURE = f"data:image/png;base64,{PIXEL}"


def opencode_export(**session: Any) -> dict[str, Any]:
    messages = [
        spoke("m1", "user", part("text", text="go"), part("file", mime="image/png", url=PICTURE)),
        spoke(
            "m2",
            "assistant",
            part("step-start"),
            part("reasoning", text="hm", metadata={"anthropic": {"signature": "sig"}}),
            part("text", text="reading"),
            tool("a", "completed", output="A", time={"end": 1}),
            tool("b", "error", error="no file"),
            part("step-finish"),
            part("step-start"),
            tool("c", "running"),
            part("patch", files=[]),
        ),
        spoke("m3", "user", part("text", text="and now?"), part("text", text="hidden", ignored=True)),
        spoke("m4", "assistant", part("text", text="done")),
        spoke("m5", "assistant", error={"name": "APIError"}),
    ]
    return {"info": {"id": "s", **session}, "messages": messages}


def test_an_opencode_export_is_no_gemini_list() -> None:
    found = load(json.dumps(opencode_export()))
    assert (found.format, found.dialect) == ("opencode export", "anthropic")
    assert roles(found) == ["user", "assistant", "user", "assistant", "user", "user", "assistant"]
    assert [block["type"] for block in found.messages[0]["content"]] == ["text", "image"]
    assert [block["type"] for block in found.messages[1]["content"]] == ["thinking", "text", "tool_use", "tool_use"]
    assert [block.get("is_error", False) for block in found.messages[2]["content"]] == [False, True]
    assert dict(found.notes) == {
        "patch parts": 1,
        "calls that were interrupted": 1,
        "other parts": 1,
        "failed answers": 1,
    }
    assert found.messages == load(json.dumps(opencode_export()["messages"])).messages


def test_opencode_takes_back_what_was_reverted() -> None:
    found = load(json.dumps(opencode_export(revert={"messageID": "m3"})))
    assert roles(found) == ["user", "assistant", "user", "assistant", "user"]
    assert found.notes["messages that were taken back"] == 3
    within = load(json.dumps(opencode_export(revert={"messageID": "m2", "partID": "p_reasoning"})))
    assert roles(within) == ["user"]


def test_opencode_goes_on_from_its_compaction() -> None:
    value = opencode_export()
    value["messages"] = [
        *value["messages"][:4],
        spoke("m6", "user", part("compaction", auto=True)),
        spoke("m7", "assistant", part("text", text="so far"), parentID="m6", summary=True, finish="stop"),
        spoke("m8", "user", part("text", text="on")),
        spoke("m9", "assistant", tool("d", "completed", output="long", time={"compacted": 5})),
    ]
    found = read(value, "opencode export", "anthropic")
    assert roles(found) == ["user", "assistant", "user", "assistant", "user"]
    assert found.messages[1]["content"][0]["text"] == "so far"
    assert found.messages[4]["content"][0]["content"] == "[an old result, cleared]"
    assert found.notes["messages that a compaction replaced"] == 4


# --- Goose ------------------------------------------------------------------------------------------------

GOOSE = [
    {"working_dir": "/w", "description": "d", "message_count": 4},
    {"role": "user", "created": 1, "content": [{"type": "text", "text": "go"}]},
    {
        "role": "assistant",
        "created": 2,
        "content": [
            {"type": "thinking", "thinking": "hm", "signature": "sig"},
            {
                "type": "toolRequest",
                "id": "a",
                "toolCall": {"status": "success", "value": {"name": "shell", "arguments": {"c": "ls"}}},
            },
            {"type": "toolRequest", "id": "b", "toolCall": {"status": "error", "error": "bad JSON"}},
        ],
    },
    {
        "role": "user",
        "created": 3,
        "content": [
            {
                "type": "toolResponse",
                "id": "a",
                "toolResult": {"status": "success", "value": [{"type": "text", "text": "out"}]},
            },
            {"type": "toolResponse", "id": "b", "toolResult": {"status": "error", "error": "bad JSON"}},
        ],
    },
    {"role": "assistant", "created": 4, "content": [{"type": "text", "text": "done"}]},
]


def test_a_goose_session_in_lines_and_exported() -> None:
    found = read(lines(GOOSE), "Goose session", "anthropic")
    assert roles(found) == ["user", "assistant", "user", "assistant"]
    assert [block.get("is_error", False) for block in found.messages[2]["content"]] == [False, True]
    export = {"id": "20260101_1", "working_dir": "/w", "conversation": GOOSE[1:]}
    assert load(json.dumps(export)).messages == found.messages
    assert load(json.dumps(GOOSE[1:])).messages == found.messages


def test_goose_messages_that_only_the_user_sees() -> None:
    hidden = {"userVisible": True, "agentVisible": False}
    source = [GOOSE[0], *({**message, "metadata": hidden} for message in GOOSE[1:4]), GOOSE[1]]
    found = load(lines(source))
    assert roles(found) == ["user"]
    assert dict(found.notes) == {"messages that the agent does not see": 3}


def test_a_goose_session_whose_first_line_is_lost() -> None:
    seen = {"userVisible": True, "agentVisible": True}
    found = read(
        lines([{**message, "metadata": seen} for message in (GOOSE[1], GOOSE[4])]), "Goose session", "anthropic"
    )
    assert roles(found) == ["user", "assistant"]


def test_a_goose_result_in_its_newer_form() -> None:
    value = {"content": [{"type": "text", "text": "no"}], "isError": True}
    response = {"type": "toolResponse", "id": "a", "toolResult": {"status": "success", "value": value}}
    found = load(lines([GOOSE[0], {"role": "user", "content": [response]}]))
    assert found.messages[0]["content"][0]["is_error"] is True


# --- OpenHands --------------------------------------------------------------------------------------------


def asked(call_id: str, response_id: str) -> dict[str, Any]:
    function = {"name": "execute_bash", "arguments": '{"command": "ls"}'}
    calls = [{"id": one, "type": "function", "function": function} for one in ("a", "b")]
    response = {"id": response_id, "choices": [{"message": {"content": "looking", "tool_calls": calls}}]}
    return {"function_name": "execute_bash", "tool_call_id": call_id, "model_response": response}


def action(number: int, kind: str, source: str = "agent", **args: Any) -> dict[str, Any]:
    return {"id": number, "source": source, "action": kind, "args": args}


def observation(number: int, content: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "source": "agent", "observation": "run", "content": content, "extras": {}, **more}


EVENTS = [
    action(0, "system", content="be brief"),
    action(1, "message", "user", content="go", image_urls=[PICTURE]),
    action(2, "run", command="ls", thought="") | {"tool_call_metadata": asked("a", "r1")},
    observation(3, "A", cause=2, tool_call_metadata=asked("a", "r1")),
    action(4, "run", command="ls", thought="") | {"tool_call_metadata": asked("b", "r1")},
    observation(5, "B", cause=4, tool_call_metadata=asked("b", "r1")),
    {"id": 6, "source": "environment", "observation": "agent_state_changed", "content": "", "extras": {}},
    action(7, "message", content="done"),
    action(8, "finish", final_thought="all done"),
]


@pytest.mark.parametrize("form", ["lines", "list", "history"])
def test_openhands_events(form: str) -> None:
    source = {"lines": lines(EVENTS), "list": json.dumps(EVENTS), "history": json.dumps({"history": EVENTS})}[form]
    found = read(source, "OpenHands events", "openai-chat")
    assert roles(found) == ["system", "user", "assistant", "tool", "tool", "assistant", "assistant"]
    assert [call["id"] for call in found.messages[2]["tool_calls"]] == ["a", "b"]
    assert dict(found.notes) == {"agent_state_changed events": 1}


def test_openhands_events_without_the_models_answers() -> None:
    events = [
        action(0, "message", "user", content="go"),
        action(1, "run", command="ls", thought="I look"),
        observation(2, "out", cause=1),
        observation(3, "by itself"),
    ]
    found = read(events, "OpenHands events", "openai-chat")
    assert roles(found) == ["user", "assistant", "tool", "user"]
    assert found.messages[1]["content"] == "I look"
    assert json.loads(found.messages[1]["tool_calls"][0]["function"]["arguments"]) == {"command": "ls"}


def sdk(kind: str, own: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "id": own, "timestamp": "t", "source": "agent", **more}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def sdk_action(own: str, call_id: str, *thought: Any) -> dict[str, Any]:
    call = {"id": call_id, "name": "terminal", "arguments": "{}", "origin": "completion"}
    return sdk("ActionEvent", own, thought=list(thought), tool_call=call, tool_call_id=call_id, llm_response_id="r")


SDK_EVENTS = [
    sdk("SystemPromptEvent", "0", system_prompt=text("be brief")),
    sdk("MessageEvent", "1", llm_message={"role": "user", "content": [text("go")]}, extended_content=[text("rule")]),
    sdk_action("2", "a", text("I look")),
    sdk_action("3", "b"),
    sdk("ObservationEvent", "4", tool_call_id="a", observation={"content": [text("A")]}),
    sdk("AgentErrorEvent", "5", tool_call_id="b", error="no such tool"),
    sdk("ConversationStateUpdateEvent", "6", key="k"),
    sdk("MessageEvent", "7", llm_message={"role": "assistant", "content": [text("done")]}, extended_content=[]),
]


def test_events_of_the_openhands_sdk() -> None:
    found = read(lines(SDK_EVENTS), "OpenHands events", "openai-chat")
    assert roles(found) == ["system", "user", "assistant", "tool", "tool", "assistant"]
    assert found.messages[1]["content"] == "go\nrule"
    assert (found.messages[2]["content"], len(found.messages[2]["tool_calls"])) == ("I look", 2)
    assert dict(found.notes) == {"other events": 1}


def test_what_openhands_condensed_is_its_summary() -> None:
    condensed = sdk(
        "Condensation", "8", forgotten_event_ids=["2", "3", "4", "5"], summary="it looked", summary_offset=2
    )
    found = read([*SDK_EVENTS, condensed], "OpenHands events", "openai-chat")
    assert roles(found) == ["system", "user", "user", "assistant"]
    assert found.messages[2]["content"] == "it looked"
    assert found.notes["messages that a compaction replaced"] == 4


# --- LangChain and LangSmith ------------------------------------------------------------------------------


def lc(name: str, **kwargs: Any) -> dict[str, Any]:
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", name], "kwargs": kwargs}


ASKED = lc("HumanMessage", content="go", type="human")
CALLED = lc("AIMessage", content="", tool_calls=[{"name": "ls", "args": {}, "id": "a", "type": "tool_call"}])
ANSWERED = lc("ToolMessage", content="out", tool_call_id="a")
DONE = lc("AIMessage", content="done")


@pytest.mark.parametrize(
    "value",
    [
        [ASKED, CALLED, ANSWERED, DONE],
        [[ASKED, CALLED, ANSWERED, DONE]],
        {"messages": [ASKED, CALLED, ANSWERED, DONE]},
        {"inputs": {"messages": [[ASKED, CALLED, ANSWERED]]}, "outputs": {"generations": [[{"message": DONE}]]}},
        {"inputs": {"messages": [ASKED]}, "outputs": {"messages": [ASKED, CALLED, ANSWERED, DONE]}},
        {"inputs": {"input": [ASKED, CALLED, ANSWERED]}, "outputs": {"output": DONE}},
        [
            one["kwargs"] | {"type": kind}
            for one, kind in zip((ASKED, CALLED, ANSWERED, DONE), ("human", "ai", "tool", "ai"), strict=True)
        ],
    ],
    ids=["list", "batch", "state", "model run", "graph run", "chain run", "model_dump"],
)
def test_langchain_constructors_wherever_langsmith_has_them(value: Any) -> None:
    found = read(value, "LangChain messages", "openai-chat")
    assert roles(found) == ["user", "assistant", "tool", "assistant"]


def test_old_langchain_calls_in_openais_shape() -> None:
    call = {"id": "a", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    old = lc("AIMessage", content="", additional_kwargs={"tool_calls": [call]})
    assert load(json.dumps([ASKED, old])).messages[1]["tool_calls"] == [call]


# --- Cline ------------------------------------------------------------------------------------------------


def cline(role: str, words: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": [text(words)], "ts": 1, **more}


def test_a_cline_conversation_without_its_own_keys() -> None:
    value = [cline("user", "<task>\ngo\n</task>"), cline("assistant", "<read_file>", modelInfo={"modelId": "x"})]
    for opening in ("<task>\ngo\n</task>", "go"):  # the marks are those of one version
        value[0]["content"][0]["text"] = opening
        found = read(value, "Cline conversation", "anthropic")
    assert all(message.keys() == {"role", "content"} for message in found.messages)


def test_what_roo_code_condensed_is_its_summary() -> None:
    value = [
        cline("user", "<task>go</task>", condenseParent="c"),
        cline("assistant", "on it", condenseParent="c"),
        cline("user", "so far", isSummary=True, condenseId="c"),
        cline("assistant", "next", condenseParent="gone"),
    ]
    found = load(json.dumps(value))
    assert [message["content"][0]["text"] for message in found.messages] == ["so far", "next"]
    assert dict(found.notes) == {"messages that a compaction replaced": 2}


# --- aider ------------------------------------------------------------------------------------------------

AIDER = """
# aider chat started at 2026-01-01 10:00:00

> Aider v0.80.0
> Main model: some-model

# aider chat started at 2026-01-01 10:05:00

> Aider v0.80.0

#### fix the bug
#### in a.py

Here it is:

```python
# a comment
x = 1
```

> Applied edit to a.py

#### thanks

You are welcome.
# aider chat started at 2026-01-02 10:00:00

#### again

Yes?
"""


def test_an_aider_history_is_its_chats() -> None:
    with pytest.raises(HistoryError, match="holds 2 conversations; pass run=0 to run=1"):
        load(AIDER)
    found = load(AIDER, run=0)
    assert (found.format, found.dialect) == ("aider chat history", "openai-chat")
    assert [(m["role"], m["content"]) for m in found.messages] == [
        ("user", "fix the bug\nin a.py"),
        ("assistant", "Here it is:\n\n```python\n# a comment\nx = 1\n```"),
        ("user", "thanks"),
        ("assistant", "You are welcome."),
    ]
    assert dict(found.notes) == {"lines of aider's own": 2}
    assert roles(load(AIDER, run=1)) == ["user", "assistant"]
    with pytest.raises(HistoryError, match="holds no conversation"):
        load("# aider chat started at 2026-01-01 10:00:00\n\n> Aider v0.80.0\n")


# --- Gemini CLI -------------------------------------------------------------------------------------------

CONTENTS = [
    {"role": "user", "parts": [{"text": "go"}]},
    {"role": "model", "parts": [{"functionCall": {"id": "c", "name": "ls", "args": {}}}]},
    {"role": "user", "parts": [{"functionResponse": {"id": "c", "name": "ls", "response": {"output": "x"}}}]},
]


@pytest.mark.parametrize(
    "value",
    [
        {"history": CONTENTS, "authType": "oauth-personal"},
        {
            "history": [{"type": "user", "text": "shown"}],
            "clientHistory": CONTENTS,
            "toolCall": {},
            "commitHash": "f",
        },
    ],
)
def test_gemini_cli_checkpoints(value: Any) -> None:
    assert read(value, "Gemini CLI checkpoint", "gemini").messages == CONTENTS


def test_an_old_gemini_cli_checkpoint_is_a_list() -> None:
    assert read(CONTENTS, "json", "gemini").messages == CONTENTS


def test_a_gemini_cli_session_in_lines() -> None:
    """Messages stand there again when they grow, and $rewindTo takes some back."""
    tool_call = {"id": "c", "name": "ls", "args": {}, "result": CONTENTS[2]["parts"]}
    source = lines(
        [
            {"sessionId": "s", "projectHash": "h", "startTime": "t"},
            {"id": "1", "type": "user", "content": [{"text": "go"}]},
            {"id": "2", "type": "gemini", "content": "", "toolCalls": []},
            {"id": "2", "type": "gemini", "content": "looking", "toolCalls": [tool_call]},
            {"$set": {"lastUpdated": "t"}},
            {"id": "3", "type": "user", "content": "no"},
            {"id": "4", "type": "gemini", "content": "oh"},
            {"$rewindTo": "3"},
            {"id": "5", "type": "user", "content": "yes"},
        ]
    )
    found = read(source, "Gemini CLI session", "gemini")
    assert [part.get("text") for content in found.messages for part in content["parts"]] == [
        "go",
        "looking",
        None,
        None,
        "yes",
    ]
    assert dict(found.notes) == {"messages that were taken back": 2}


# --- OpenAI Responses -------------------------------------------------------------------------------------

OUTPUT = [
    {"type": "reasoning", "id": "rs_1", "summary": []},
    {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "hi"}]},
]


def response(own: str, previous: str | None, **more: Any) -> dict[str, Any]:
    return {"id": own, "object": "response", "previous_response_id": previous, "output": OUTPUT, **more}


def test_a_response_and_its_request() -> None:
    alone = load(json.dumps(response("r1", None, instructions="be brief")))
    assert (alone.messages, alone.dialect, alone.system) == (OUTPUT, "openai-responses", "be brief")
    assert dict(alone.notes) == {"requests that are not in the dump": 1, "system prompts": 1}
    for value in (
        {"request": {"input": "go"}, "response": response("r1", None)},
        {"input": "go", "output": OUTPUT},
    ):
        found = read(value, "OpenAI response", "openai-responses")
        assert found.messages == [{"role": "user", "content": "go"}, *OUTPUT]
        assert not found.notes


def test_responses_that_go_on_from_each_other_are_one_conversation() -> None:
    chain = [response("r1", None), response("x1", None), response("r2", "r1")]
    for source in (json.dumps(chain), lines(chain)):
        assert len(load(source, run=0).messages) == 4
        assert len(load(source, run=1).messages) == 2
    with pytest.raises(HistoryError, match="goes on from a state that the provider holds"):
        load(json.dumps(response("r2", "r1")))


def test_the_events_of_a_response_stream() -> None:
    source = lines(
        [
            {"type": "response.created", "response": {}},
            {"type": "response.completed", "response": response("r", None)},
        ]
    )
    assert load(source).messages == OUTPUT


def test_a_captured_stream_of_server_sent_events() -> None:
    last = {"type": "response.completed", "response": response("r", None)}
    source = f"event: response.created\ndata: {{}}\n\n: keep-alive\n\ndata: {json.dumps(last)}\n\ndata: [DONE]\n"
    found = load(source)
    assert found.messages == OUTPUT
    assert "unreadable lines" not in found.notes


def test_a_page_of_items_as_the_api_lists_them() -> None:
    assert read({"object": "list", "data": OUTPUT[1:]}, "json", "openai-responses").messages == OUTPUT[1:]


def test_an_answer_as_anthropics_api_gives_it() -> None:
    answer = {"id": "m", "type": "message", "role": "assistant", "content": [text("hi")], "stop_reason": "end_turn"}
    assert load(json.dumps([{"role": "user", "content": "go"}, answer])).dialect == "anthropic"


def test_a_list_of_lists_is_several_conversations() -> None:
    lists = [[{"role": "system", "content": f"{i}"}] for i in range(2)]
    assert load(json.dumps(lists), run=1).messages == lists[1]


def test_a_request_with_a_plain_text() -> None:
    found = load(json.dumps({"instructions": "be brief", "input": "go"}))
    assert (found.messages, found.dialect) == ([{"role": "user", "content": "go"}], "openai-responses")


# --- others -----------------------------------------------------------------------------------------------


def test_tau_bench_trajectories() -> None:
    runs = [{"task_id": i, "reward": 1.0, "traj": [{"role": "system", "content": str(i)}]} for i in range(2)]
    assert load(json.dumps(runs), run=1).messages == [{"role": "system", "content": "1"}]
    assert load(lines(runs), run=0).dialect == "openai-chat"
    assert load(json.dumps(runs[:1])).messages == load(json.dumps(runs[0])).messages


def test_tau2_calls_have_a_shape_of_their_own() -> None:
    """Read as OpenAI's they would have no name and no arguments."""
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "a", "name": "ls", "arguments": {"p": 1}}]},
        {"role": "tool", "id": "a", "content": "out", "requestor": "assistant"},
        {"role": "user", "content": None, "tool_calls": [{"id": "b", "name": "look", "arguments": {}}]},
        {"role": "tool", "id": "b", "content": "x", "requestor": "user"},
    ]
    found = read({"simulations": [{"id": "s", "messages": messages}]}, "tau2-bench simulation", "openai-chat")
    assert found.messages[1]["tool_calls"][0]["function"] == {"name": "ls", "arguments": '{"p": 1}'}
    assert dict(found.notes) == {"calls and results of the user": 2}


# --- lists with `parts` that are not Gemini's --------------------------------------------------------------

UI_TOOL = {"toolCallId": "a", "input": {"p": 1}, "state": "output-available", "output": {"n": 1}}
UI_4 = {"toolCallId": "a", "toolName": "ls", "args": {"p": 1}, "state": "result", "result": {"n": 1}}


@pytest.mark.parametrize(
    "tool",
    [
        {"type": "tool-ls", **UI_TOOL},
        {"type": "dynamic-tool", "toolName": "ls", **UI_TOOL},
        {"type": "tool-invocation", "toolInvocation": UI_4},
    ],
)
def test_messages_of_the_ai_sdk(tool: dict[str, Any]) -> None:
    image = {"type": "file", "mediaType": "image/png", "url": PICTURE}
    value = [
        {"id": "1", "role": "user", "parts": [{"type": "text", "text": "go"}, image]},
        {"id": "2", "role": "assistant", "parts": [{"type": "step-start"}, tool, {"type": "text", "text": "done"}]},
    ]
    found = load(json.dumps(value))
    assert (found.format, found.dialect) == ("AI SDK messages", "openai-chat")
    assert roles(found) == ["user", "assistant", "tool", "assistant"]
    assert found.messages[1]["tool_calls"][0]["function"] == {"name": "ls", "arguments": '{"p": 1}'}


def test_messages_of_pydantic_ai() -> None:
    value = [
        {
            "kind": "request",
            "instructions": "be brief",
            "parts": [{"part_kind": "user-prompt", "content": ["go", {"kind": "image-url", "url": PICTURE}]}],
        },
        {
            "kind": "response",
            "parts": [{"part_kind": "tool-call", "tool_name": "ls", "args": "{}", "tool_call_id": "a"}],
        },
        {
            "kind": "request",
            "parts": [{"part_kind": "tool-return", "tool_name": "ls", "content": {"n": 1}, "tool_call_id": "a"}],
        },
        {
            "kind": "response",
            "parts": [{"part_kind": "thinking", "content": "hm"}, {"part_kind": "text", "content": "x"}],
        },
    ]
    found = load(json.dumps(value))
    assert (found.format, found.dialect, found.system) == ("Pydantic AI messages", "openai-chat", "be brief")
    assert roles(found) == ["user", "assistant", "tool", "assistant"]
    assert dict(found.notes) == {"thinking parts": 1, "system prompts": 1}


def test_parts_that_name_their_kind_are_not_geminis() -> None:
    with pytest.raises(HistoryError, match="nothing in the messages tells"):
        find_dialect([{"role": "user", "parts": [{"type": "text", "text": "go"}]}])


def test_messages_that_speak_under_a_key_of_no_dialect_are_not_read_as_empty() -> None:
    value = [{"role": "user", "blocks": [{"block_type": "text", "text": "go"}]}]
    with pytest.raises(HistoryError, match="with a role and no content"):
        load(json.dumps(value), likely="gpt-5.5")


def test_another_agents_messages_in_an_envelope_like_pis_are_not_pis() -> None:
    message = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "ls", "input": {}}]}
    with pytest.raises(HistoryError, match="no known kind"):
        load(lines([{"type": "session_start", "id": "s"}, {"type": "message", "message": message}]))


# --- logs and batches -------------------------------------------------------------------------------------


def test_requests_in_logs_and_batches_with_their_answers() -> None:
    asked = [{"role": "user", "content": "go"}]
    answer = {"role": "assistant", "content": [{"type": "text", "text": "hi"}]}
    log: dict[str, Any] = {
        "request": {"system": "s", "messages": asked},
        "response": {"id": "m", "type": "message", **answer},
    }
    found = load(json.dumps(log))
    assert (found.messages, found.dialect, found.system) == ([*asked, answer], "anthropic", "s")
    said = {"role": "assistant", "content": "hi"}
    log = {"request": {"messages": asked}, "response": {"choices": [{"index": 0, "message": said}]}}
    assert load(json.dumps(log), likely="gpt-5.5").messages == [*asked, said]
    batch = [{"custom_id": f"{i}", "body": {"messages": [{"role": "system", "content": f"{i}"}]}} for i in range(2)]
    assert load(lines(batch), run=1).messages == [{"role": "system", "content": "1"}]


@pytest.mark.parametrize("opening", ["[", '{"body":', '{"messages":[', '[{"role":"user","content":['])
def test_deep_files_are_refused(opening: str) -> None:
    closing = "".join({"[": "]", "{": "}"}[c] for c in reversed(opening) if c in "[{")
    for depth in (200, 900, 5000):
        with pytest.raises(HistoryError):
            load(opening * depth + "1" + closing * depth)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (
            [{"ts": 1, "type": "say", "say": "text", "text": "go"}],
            "Cline's ui_messages.json: .*api_conversation_history",
        ),
        (
            [{"sessionId": "s", "messageId": 0, "type": "user", "message": "go"}],
            "logs.json: .*the session in the folder",
        ),
        ({"object": "chat.completion", "choices": []}, "an OpenAI chat completion: .*keep the list `messages`"),
    ],
)
def test_what_cannot_be_imported_is_refused_by_name(value: Any, sentence: str) -> None:
    with pytest.raises(HistoryError, match=sentence):
        load(json.dumps(value))


def test_the_events_of_codex_exec_are_refused_by_name() -> None:
    with pytest.raises(HistoryError, match=r"events of codex exec: .*import the rollout"):
        load(lines([{"type": "thread.started", "thread_id": "t"}, {"type": "turn.completed"}]))


def test_the_events_of_an_opencode_run_are_refused_by_name() -> None:
    events = [{"type": "text", "sessionID": "s", "part": {"type": "text", "text": "hi"}}]
    with pytest.raises(HistoryError, match=r"events of opencode run: .*`opencode export SESSION`"):
        load(lines(events))


@pytest.mark.parametrize(
    "value",
    [
        {"info": {}, "messages": [{"info": {"role": "user"}, "parts": [{}]}]},
        [{"kind": "ActionEvent", "id": "1"}],
        {"inputs": {"messages": [lc("AIMessage")]}},
        {"working_dir": "/", "conversation": [{"role": "user", "content": [{"type": "toolRequest", "id": "a"}]}]},
        {"object": "response", "output": [], "instructions": 3, "input": [3]},
    ],
)
def test_a_file_that_only_looks_like_one_is_an_error_of_ours(value: Any) -> None:
    with pytest.raises(HistoryError):
        load(json.dumps(value))


def test_records_of_a_file_of_lines_as_a_list(tmp_path: Path) -> None:
    """What `jq -s` makes of a session."""
    session = [
        {"type": "user", "uuid": "1", "parentUuid": None, "message": {"role": "user", "content": "go"}},
        {"type": "user", "uuid": "2", "parentUuid": "1", "message": {"role": "user", "content": "on"}},
    ]
    path = tmp_path / "session.json"
    path.write_text(json.dumps(session, indent=2))
    assert len(load(path).messages) == 2
    spread = [json.dumps(record, indent=2) for record in session]
    path.write_text("\n".join(spread))
    assert len(load(path).messages) == 2
    path.write_text("\n".join([spread[0], spread[1][:-30], spread[1]]))
    found = load(path)
    assert len(found.messages) == 2
    assert dict(found.notes) == {"unreadable lines": 1}
