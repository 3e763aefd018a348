"""Tools that the provider runs: their calls and results are known, and pair off within the assistant's turn."""

from typing import Any

import pytest

from snapglyph.history import find_dialect, find_groups, validate, view

from .shapes import Raw


def call(n: int = 1, name: str = "web_search", kind: str = "server_tool_use") -> Raw:
    return {"type": kind, "id": f"srvtoolu_{n}", "name": name, "input": {"query": "x"}}


def result(n: int = 1, kind: str = "web_search") -> Raw:
    return {"type": f"{kind}_tool_result", "tool_use_id": f"srvtoolu_{n}", "content": []}


def user(*blocks: Raw | str) -> Raw:
    return {"role": "user", "content": [_block(block) for block in blocks]}


def ai(*blocks: Raw | str) -> Raw:
    return {"role": "assistant", "content": [_block(block) for block in blocks]}


def _block(block: Raw | str) -> Raw:
    return {"type": "text", "text": block} if isinstance(block, str) else block


OWN = {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}
ANSWER = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "out"}
GO = user("go")

KINDS = {
    "web_search": "web_search",
    "web_fetch": "web_fetch",
    "code_execution": "code_execution",
    "bash_code_execution": "bash_code_execution",
    "text_editor_code_execution": "text_editor_code_execution",
    "tool_search_tool_regex": "tool_search",
    "tool_search_tool_bm25": "tool_search",
    "advisor": "advisor",
}
"""By the tool's name, the beginning of its result's type, from the SDK's types of 2026-12."""


def found(*messages: Raw) -> list[tuple[int, str]]:
    return [(violation.index, violation.rule) for violation in validate(messages, "anthropic")]


@pytest.mark.parametrize(("name", "kind"), KINDS.items())
def test_every_kind_of_result_answers_its_call(name: str, kind: str) -> None:
    assert found(GO, ai(call(name=name), result(kind=kind), "done"), GO) == []
    assert found(GO, ai(call(name=name), "done"), GO) == [(1, "unanswered-server-call")]
    assert found(GO, ai(result(kind=kind), "done"), GO) == [(1, "orphan-server-result")]


def test_tools_of_an_mcp_server() -> None:
    use = {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "f", "server_name": "s", "input": {}}
    answer = {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "content": []}
    assert found(GO, ai(use, answer, "done")) == []
    assert found(GO, ai(use, "done"), GO) == [(1, "unanswered-server-call")]
    assert found(GO, ai(use | {"input": "x"}, answer, "done")) == [(1, "input-type")]


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([GO, ai(call())], []),  # a paused turn ends with a call that has still to run
        ([GO, ai(call()), ai(result(), "done")], []),  # and goes on in the next message
        ([GO, ai(call(), OWN), user(ANSWER), ai(result(), "done")], []),  # run once the caller's tool has answered
        ([GO, ai(call(), OWN), user(ANSWER), ai("done"), GO], [(1, "unanswered-server-call")]),
        ([GO, ai(call(), OWN), user(ANSWER, "and"), ai(result(), "done"), GO], []),
        ([GO, ai(call(), call(2), result(2), "done"), GO], [(1, "unanswered-server-call")]),
        ([GO, ai(call(), result(), "a"), GO, ai(result(), "b")], [(3, "orphan-server-result")]),
        ([GO, ai(call(), result(), result(), "a")], [(1, "doubled-result")]),
        ([GO, ai(call(), call(), result(), "a")], [(1, "doubled-id")]),
        ([GO, ai(call(), "a"), user(result(), "b")], [(1, "unanswered-server-call"), (2, "orphan-server-result")]),
        ([GO, ai(result(), call(), "a")], [(1, "orphan-server-result")]),
    ],
)
def test_calls_and_results_pair_off_in_a_turn(messages: list[Raw], expected: list[tuple[int, str]]) -> None:
    """The vendor's page on server tools; anthropics/claude-code issue 95406."""
    assert found(*messages) == expected


@pytest.mark.parametrize("bad", ["call_1", "toolu_1", "srvtoolu_", "srvtoolu_a-b", "", None, 3, ["srvtoolu_1"]])
def test_the_id_of_a_server_call(bad: Any) -> None:
    """tingly-dev/tingly-box pull request 1401."""
    use, answer = call() | {"id": bad}, result() | {"tool_use_id": bad}
    assert found(GO, ai(use, answer, "done")) == [(1, "server-id")]


@pytest.mark.parametrize("block", [call(), result(), result(kind="mcp"), call(kind="mcp_tool_use")])
def test_a_server_tool_tells_the_dialect(block: Raw) -> None:
    assert find_dialect([GO, ai(block)]) == "anthropic"
    (_, message) = view([GO, ai(block)], "anthropic")
    assert [part.kind for part in message.parts] == ["other"]


def test_a_server_call_and_its_result_are_one_group() -> None:
    """One that stands beside a call of the caller's own tool is answered in the next message of the assistant."""
    messages = [GO, ai(call(), OWN), user(ANSWER), ai(result(), "done"), GO, ai(call(2), result(2), "a"), GO]
    edges = [(group.start, group.end) for group in find_groups(view(messages, "anthropic"))]
    assert edges == [(0, 1), (1, 4), (4, 5), (5, 6), (6, 7)]
    unanswered = [GO, ai(call()), ai("a"), GO]
    assert [group.end for group in find_groups(view(unanswered, "anthropic"))] == [1, 3, 4]


def test_a_result_that_comes_after_the_next_turn_changes_no_group_before_it() -> None:
    late = [GO, ai(call(), "a"), GO, ai(result(), "b")]
    assert [group.end for group in find_groups(view(late, "anthropic"))] == [1, 4]
    assert [group.end for group in find_groups(view(late, "anthropic"), settled=True)] == [1, 2, 3, 4]


# --- Bedrock ----------------------------------------------------------------------------------------------


def bedrock_use(**more: Any) -> Raw:
    return {"toolUse": {"toolUseId": "srv_1", "name": "nova_grounding", "input": {}} | more}


def bedrock_result(**more: Any) -> Raw:
    return {"toolResult": {"toolUseId": "srv_1", "content": [{"text": "x"}]} | more}


def converse(*messages: Raw) -> list[tuple[int, str]]:
    return [(violation.index, violation.rule) for violation in validate(messages, "bedrock")]


def test_bedrocks_own_tools_bear_a_type() -> None:
    go: Raw = {"role": "user", "content": [{"text": "go"}]}
    said: Raw = {"text": "done"}
    use = bedrock_use(type="server_tool_use")
    answer = bedrock_result(type="nova_grounding_result")
    assert converse(go, {"role": "assistant", "content": [use, answer, said]}, go) == []
    assert converse(go, {"role": "assistant", "content": [use, said]}, go) == [(1, "unanswered-server-call")]
    assert converse(go, {"role": "assistant", "content": [answer, said]}, go) == [(1, "orphan-server-result")]
    own = {"role": "assistant", "content": [bedrock_use()]}
    assert converse(go, own, {"role": "user", "content": [bedrock_result(type="tool_result")]}) == []
