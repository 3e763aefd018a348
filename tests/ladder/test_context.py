"""Where the tokens are: every one counted once, with the ruler of the ladder."""

from typing import Any

import pytest

from snapglyph import HistoryError
from snapglyph.history import DIALECTS, view
from snapglyph.ladder import context, elide
from snapglyph.ladder.counting import find_ruler, total_tokens
from snapglyph.pricing import tariff, text_tokens

from .dialogues import dialogue, says

MODEL = "claude-opus-5-5"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_categories_add_up_to_the_history(dialect: str) -> None:
    messages = dialogue(dialect)
    report = context(messages, MODEL, dialect=dialect)
    assert report.total == total_tokens(view(messages, dialect), find_ruler(MODEL))
    for edge in ("low", "likely", "high"):
        assert sum(getattr(s.tokens, edge) for s in report.categories.values()) == getattr(report.total, edge)
    pieces = {name: share.pieces for name, share in report.categories.items() if share.pieces}
    images = sum(message.images for message in view(messages, dialect))
    assert pieces == {"user": 6, "narration": 6, "calls": 12, "results": 12, "images": images}
    assert report.categories["images"].tokens.low == images * tariff(MODEL).tokens(640, 480)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_results_are_told_by_tool_and_file(dialect: str) -> None:
    report = context(dialogue(dialect), MODEL, dialect=dialect, rungs=False)
    assert {name: share.pieces for name, share in report.tools.items()} == {"list": 6, "write": 6}
    assert list(report.tools) == ["list", "write"]
    assert set(report.files) == {f"src/{n}" for n in range(6)} | {f"src/new_{n}.py" for n in range(6)}


def test_the_ten_largest_come_largest_first() -> None:
    report = context(dialogue("anthropic"), MODEL, rungs=False)
    sizes = [large.tokens.likely for large in report.largest]
    assert len(sizes) == 10
    assert sizes == sorted(sizes, reverse=True)
    assert {large.kind for large in report.largest} == {"results", "calls"}


def test_system_prompt_and_schemas_count(dialect: str = "openai-chat") -> None:
    messages = [says(dialect, "system", "be brief"), *dialogue(dialect, 2)]
    report = context(messages, MODEL, system="be kind", tools=[{"name": "ls"}], window=100_000)
    assert report.categories["system"].pieces == 2
    assert report.categories["tool schemas"].tokens == text_tokens('{"name": "ls"}')
    assert report.free == 100_000 - report.total.high
    with pytest.raises(HistoryError, match="no JSON"):
        context(messages, MODEL, tools=[object()])
    with pytest.raises(HistoryError, match="window is 0"):
        context(messages, MODEL, window=0)


def test_signatures_are_counted_apart_from_thinking() -> None:
    """In a real run of Claude Code the thinking was empty and the signatures were 109,000 characters."""
    blocks: list[dict[str, Any]] = [
        {"type": "thinking", "thinking": "", "signature": "c2ln" * 500},
        {"type": "thinking", "thinking": "so and so", "signature": "c2ln"},
        {"type": "text", "text": "done"},
    ]
    report = context([says("anthropic", "user", "go"), {"role": "assistant", "content": blocks}], MODEL)
    assert report.categories["signatures"].characters == 2004
    assert report.categories["thinking"].pieces == 1
    assert report.largest[0].kind == "signatures"


def test_each_rung_is_told_as_it_does_by_itself() -> None:
    messages = dialogue("anthropic", 12)
    report = context(messages, MODEL)
    assert [rung.name for rung in report.rungs] == ["elide", "images", "snapshot"]
    assert report.rungs[0] == elide(messages, model=MODEL).report
    assert report.rungs[0].freed.likely < report.summary_at_most.likely


def test_images_without_a_tariff_are_said_to_count_as_nothing() -> None:
    report = context(dialogue("openai-chat"), None)
    assert report.categories["images"].tokens.high == 0
    assert report.unpriced_images == 6
    assert [rung.name for rung in report.rungs] == ["elide", "images"]


def test_a_result_without_its_call_is_somebodys_still() -> None:
    messages = [m for m in dialogue("openai-chat", 2) if "tool_calls" not in m]
    assert list(context(messages, MODEL, rungs=False).tools) == ["(no call)"]


def test_no_word_of_the_history_is_in_the_report() -> None:
    assert "compute" not in repr(context(dialogue("gemini"), MODEL, dialect="gemini"))
