"""A call and its result are never parted."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from snapglyph.history import find_groups, turn_starts, view


def user(text: str = "go on") -> dict[str, Any]:
    return {"role": "user", "content": text}


def calls(*ids: str) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": i, "name": "t", "input": {}} for i in ids],
    }


def results(*ids: str) -> dict[str, Any]:
    return {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": i, "content": "ok"} for i in ids],
    }


def cut(*messages: dict[str, Any]) -> list[tuple[int, int]]:
    return [(group.start, group.end) for group in find_groups(view(messages, "anthropic"))]


def test_a_call_stays_with_its_result() -> None:
    assert cut(user(), calls("a"), results("a"), user()) == [(0, 1), (1, 3), (3, 4)]


def test_parallel_calls_are_one_group_in_any_order() -> None:
    assert cut(calls("a", "b"), results("b"), results("a"), user()) == [(0, 3), (3, 4)]


def test_ids_that_repeat_do_not_mix() -> None:
    assert cut(calls("a"), results("a"), calls("a"), results("a")) == [(0, 2), (2, 4)]


def test_an_unanswered_call_stays_with_what_follows_up_to_the_next_turn() -> None:
    assert cut(calls("a"), calls("b"), results("b"), user(), user()) == [(0, 3), (3, 4), (4, 5)]
    assert cut(user(), calls("a")) == [(0, 1), (1, 2)]


def test_a_result_is_no_turn() -> None:
    assert turn_starts(view([user(), calls("a"), results("a"), user()], "anthropic")) == [0, 3]


@given(st.lists(st.sampled_from([user(), calls("a"), calls("a", "b"), results("a"), results("b", "a")]), max_size=12))
def test_groups_cover_the_history_without_gap_or_overlap(messages: list[dict[str, Any]]) -> None:
    edges = cut(*messages)
    assert [i for start, end in edges for i in range(start, end)] == list(range(len(messages)))


def test_an_answer_in_several_messages_stays_whole() -> None:
    """The API joins them, and thinking must stay with the call that it led to."""
    thinking = {"role": "assistant", "content": [{"type": "thinking", "thinking": "", "signature": "s"}]}
    assert cut(user(), thinking, calls("a"), results("a"), user()) == [(0, 1), (1, 4), (4, 5)]
