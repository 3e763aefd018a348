"""The whole ladder: least loss first, no rung too many, and a result that is valid whenever the input was."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snapglyph import HistoryError
from snapglyph.history import DIALECTS, Transcript, load, validate, view, worsened
from snapglyph.ladder import Keep, Lost, Reclaimed, context, elide, reclaim
from snapglyph.ladder.counting import Ruler, find_ruler, total_tokens
from snapglyph.ladder.edges import middle_of
from snapglyph.ladder.rungs import finish
from tests.history.shapes import history

from .dialogues import dialogue

MODEL = "claude-opus-5-5"


def sizes(messages: list[Any], dialect: str, model: str = MODEL) -> Any:
    return total_tokens(view(messages, dialect), find_ruler(model))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_it_stops_at_the_first_rung_that_fits(dialect: str) -> None:
    messages = dialogue(dialect, 12)
    total = sizes(messages, dialect).likely

    def rungs_for(target: int) -> list[str]:
        done = reclaim(messages, model=MODEL, target_tokens=target, dialect=dialect, summariser=lambda _: "short")
        assert done.reached == (done.after.likely <= target)
        return [report.name for report in done.rungs]

    assert rungs_for(total) == []
    elided = elide(messages, dialect=dialect, model=MODEL).report.after.likely
    assert rungs_for(max(elided, total * 4 // 5)) == ["elide"]
    assert rungs_for(10) == ["elide", "images", "snapshot", "summarise"]


def test_nothing_is_touched_when_it_fits() -> None:
    messages = dialogue("anthropic")
    done = reclaim(messages, model=MODEL, target_tokens=10**9)
    assert done.reached
    assert done.rungs == ()
    assert all(new is old for new, old in zip(done.messages, messages, strict=True))


@pytest.mark.parametrize("target", [100, 3000, 9000, 14_000])
@pytest.mark.parametrize("reason", ["threshold", "overflow"])
def test_reached_is_never_claimed_for_what_does_not_fit(reason: str, target: int) -> None:
    done = reclaim(dialogue("openai-chat", 8), model=MODEL, target_tokens=target, reason=reason, beside_tokens=50)
    edge = "likely" if reason == "threshold" else "high"
    assert done.reached == (getattr(sizes(done.messages, "openai-chat"), edge) + 50 <= target)
    assert done.after == sizes(done.messages, "openai-chat")


def test_an_overflow_asks_nobody_before_three_rungs_were_tried() -> None:
    tried: list[str] = []
    done = reclaim(
        dialogue("anthropic", 8),
        model=MODEL,
        target_tokens=100,
        reason="overflow",
        summariser=lambda request: tried.append(request) or "short",
    )
    assert [report.name for report in done.rungs] == ["elide", "images", "snapshot", "summarise"]
    assert tried
    tried.clear()
    reclaim(dialogue("anthropic", 8), model=MODEL, target_tokens=10**9, summariser=lambda r: tried.append(r) or "x")
    assert tried == []


def test_without_a_function_there_is_no_summary() -> None:
    done = reclaim(dialogue("anthropic"), model=MODEL, target_tokens=10)
    assert done.rungs[-1].reason == "no-summariser"
    assert not done.reached


@pytest.mark.parametrize("model", ["grok-4.7", "deepseek-flash", "nobody-knows-it"])
def test_a_model_without_a_tariff_climbs_all_rungs_but_the_snapshot(model: str) -> None:
    done = reclaim(dialogue("openai-chat", 8), model=model, target_tokens=10, summariser=lambda _: "short")
    reasons = {report.name: report.reason for report in done.rungs}
    assert reasons["snapshot"] == "no-tariff"
    assert reasons["elide"] is reasons["summarise"] is None


def test_a_summary_counts_only_when_it_is_smaller_than_the_pages() -> None:
    messages = dialogue("anthropic", 60)
    for n, message in enumerate(messages):
        if n % 6 == 5:
            message["content"] += f" {n}: it took many words to tell." * 60  # narration, which rung 1 leaves
    options: dict[str, Any] = {"model": MODEL, "target_tokens": 10, "keep": Keep(tail_tokens=0)}
    long = reclaim(messages, summariser=lambda request: request[: len(request) * 9 // 10], **options)
    short = reclaim(messages, summariser=lambda _: "short", **options)
    assert long.snapshot is not None
    assert long.messages == long.snapshot.messages
    assert short.snapshot is None
    assert short.after.likely < long.after.likely


def test_what_stands_beside_the_messages_takes_room() -> None:
    messages = dialogue("anthropic")
    total = sizes(messages, "anthropic").likely
    assert reclaim(messages, model=MODEL, target_tokens=total + 500, beside_tokens=500).rungs == ()
    assert reclaim(messages, model=MODEL, target_tokens=total + 500, beside_tokens=501).rungs != ()


def test_a_result_that_the_provider_would_refuse_is_not_handed_out() -> None:
    messages = dialogue("openai-chat")
    views = view(messages, "openai-chat")
    broken = [m for m in messages if m["role"] != "tool"]
    rung = finish("elide", messages, views, broken, "openai-chat", Ruler(), {}, [Lost(2, "result", 1, "")])
    assert rung.report.reason == "invalid"
    assert rung.messages == messages


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"reason": "bored"}, "one of threshold, overflow"),
        ({"target_tokens": 0}, "target_tokens is 0"),
        ({"beside_tokens": -1}, "beside_tokens is -1"),
        ({"dialect": "esperanto"}, "no dialect"),
    ],
)
def test_bad_input_is_one_sentence(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(HistoryError, match=says):
        reclaim(dialogue("anthropic"), **({"model": MODEL, "target_tokens": 10} | wrong))


WORDS = st.sampled_from(["user", "ai", "call:a", "call:a,b", "call:c,c", "out:a", "out:b,a", "out:c", "out:c,c"])


@settings(max_examples=40)
@given(script=st.lists(WORDS, max_size=14), target=st.integers(1, 60))
@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_history_gets_worse_however_broken(dialect: str, script: list[str], target: int) -> None:
    messages = history(dialect, "user " + " ".join(script))
    for message in messages[1:-1:2]:
        _lengthen(message)
    check(messages, dialect, target)


def _lengthen(value: Any) -> None:
    """Makes the words of a message long enough for the rungs."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        if inner in ("out", "words"):
            value[key] = f"{inner} of something old and long, told in many words; " * 40
        else:
            _lengthen(inner)


def check(messages: list[Any], dialect: str, target: int, model: str = MODEL) -> Reclaimed:
    """What must hold of every climb."""
    keep = Keep(turns=1, tail_tokens=500)
    done = reclaim(
        messages,
        model=model,
        target_tokens=target,
        keep=keep,
        summariser=lambda _: "short",
        dialect=dialect,
    )
    assert not worsened(validate(messages, dialect), validate(done.messages, dialect))
    head = middle_of(view(messages, dialect), keep).start  # 0 for a record that lacks its request
    assert all(new is old for new, old in zip(done.messages[:head], messages[:head], strict=True))
    assert done.messages[-1] is messages[-1]
    for edge in ("low", "likely", "high"):
        assert getattr(done.after, edge) <= getattr(done.before, edge)
    narrated = [p.text for m in view(messages, dialect) if m.role == "assistant" for p in m.parts if p.kind == "text"]
    if len(done.rungs) <= 2:
        kept = [
            p.text for m in view(done.messages, dialect) if m.role == "assistant" for p in m.parts if p.kind == "text"
        ]
        assert kept == narrated
    return done


# --- every transcript, as it grew -------------------------------------------------------------------------

FILES = [
    "atif-v1.7-claude-code-koota.json",
    "claude-code-session-jsonl-small.jsonl",
    "claude-code-stream-json-tengo.jsonl",
    "codex-rollout-shape-small.jsonl",
    "gemini-cli-small.json",
    "langchain-messages-derived.json",
    "mini-swe-agent-github-issue.traj.json",
    "openai-chat-tau-bench-airline.json",
    "pi-v1-before-compaction.jsonl",
    "pi-v3-tree-small.jsonl",
    "sharegpt-fastchat-dummy.json",
    "swe-agent-function-calling-marshmallow.traj",
]
SAMPLE = 12
"""Prefixes of a long transcript in the default run; `pytest -m slow tests/ladder` takes all of them."""


def conversations(path: Path) -> list[Transcript]:
    """All that a file holds."""
    try:
        return [load(path)]
    except HistoryError:
        pass
    found: list[Transcript] = []
    while True:
        try:
            found.append(load(path, run=len(found)))
        except HistoryError:
            assert found
            return found


def replay(path: Path, most: int | None) -> None:
    for transcript in conversations(path):
        messages, dialect = transcript.messages, transcript.dialect
        step = 1 if most is None else max(1, len(messages) // most)
        for length in [*range(1, len(messages) + 1, step), len(messages)]:
            prefix = messages[:length]
            check(prefix, dialect, max(1, sizes(prefix, dialect).likely // 3))


@pytest.mark.parametrize("name", FILES)
def test_replay_of_some_prefixes(transcripts: Path, name: str) -> None:
    replay(transcripts / name, SAMPLE)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_replay_of_every_prefix(transcripts: Path, name: str) -> None:
    replay(transcripts / name, None)


@pytest.mark.parametrize("name", FILES)
def test_the_report_counts_what_the_ladder_counts(transcripts: Path, name: str) -> None:
    for transcript in conversations(transcripts / name):
        report = context(transcript.messages, MODEL, dialect=transcript.dialect, rungs=False)
        assert report.total == sizes(transcript.messages, transcript.dialect)
