"""Rung 1: old results and huge arguments go, and nothing else does."""

import copy
import hashlib
import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import HistoryError
from snapglyph.history import DIALECTS, Part, sent_texts, validate, view
from snapglyph.ladder import Keep
from snapglyph.ladder import elide as elide_with
from snapglyph.ladder.counting import Ruler, total_tokens
from snapglyph.ladder.elide import looks_remarkable
from snapglyph.ladder.rewriting import Editor, rewritten

from .dialogues import FILE, KEEP, LISTING, answers, calls, dialogue, says

elide = partial(elide_with, keep=KEEP)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_old_results_and_files_become_notes_and_all_else_stays(dialect: str) -> None:
    messages = dialogue(dialect)
    given_in = copy.deepcopy(messages)
    rung = elide(messages, dialect=dialect, model="claude-opus-5-5")
    assert messages == given_in
    assert rung.report.reason is None
    assert validate(messages, dialect) == validate(rung.messages, dialect) == []
    head = 1
    assert all(new is old for new, old in zip(rung.messages[:head], messages[:head], strict=True))
    assert all(new is old for new, old in zip(rung.messages[-12:], messages[-12:], strict=True))
    texts = "\n".join(sent_texts(view(rung.messages[:-12], dialect)))
    assert LISTING not in texts
    assert "value_7 = compute(7)" not in texts
    for n in range(4):
        assert f"Please do step {n}." in texts
        assert f"Step {n} is done" in texts
        assert f"src/new_{n}.py" in texts
    assert sum(m.images for m in view(rung.messages, dialect)) == sum(m.images for m in view(messages, dialect))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_loss_names_the_size_and_hash_of_what_stood_there(dialect: str) -> None:
    messages = dialogue(dialect)
    rung = elide(messages, dialect=dialect)
    results = [f"step {n}\n{LISTING}" for n in range(4)]
    files = [f"# file {n}\n{FILE}" for n in range(4)]
    expected = [text for pair in zip(results, files, strict=True) for text in pair]
    hashes = [hashlib.sha256(text.encode()).hexdigest() for text in expected]
    assert [lost.sha256 for lost in rung.report.lost] == hashes
    assert [lost.characters for lost in rung.report.lost] == [len(text) for text in expected]
    assert [lost.kind for lost in rung.report.lost] == ["result", "argument"] * 4
    texts = "\n".join(sent_texts(view(rung.messages, dialect)))
    assert all(f"{len(t):,} characters, sha256 {h[:12]}" in texts for t, h in zip(expected, hashes, strict=True))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_second_climb_finds_nothing(dialect: str) -> None:
    once = elide(dialogue(dialect), dialect=dialect)
    twice = elide(once.messages, dialect=dialect)
    assert twice.report.reason == "nothing-to-do"
    assert all(new is old for new, old in zip(twice.messages, once.messages, strict=True))


def test_a_second_climb_does_not_eat_into_the_tail() -> None:
    """The middle has shrunk by then, and the newest turns are most of what is left."""
    messages = dialogue("anthropic")
    tail = total_tokens(view(messages[-12:], "anthropic"), Ruler()).low
    keep = Keep(tail_tokens=(tail + 1) // 2)
    once = elide(messages, keep=keep)
    assert once.messages[-12] is messages[-12]
    assert elide(once.messages, keep=keep).report.reason == "nothing-to-do"


def test_turns_that_are_too_long_to_be_a_tail_give_way_to_the_newest_groups() -> None:
    messages = dialogue("anthropic")
    rung = elide(messages, keep=Keep(tail_tokens=100))
    assert rung.messages[-4] is not messages[-4]
    assert rung.messages[-1] is messages[-1]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_errors_short_results_and_pinned_messages_stay(dialect: str) -> None:
    messages = dialogue(dialect)
    messages[2] = answers(dialect, "list", "a0", f"Traceback (most recent call last):\n{LISTING}")
    rung = elide(messages, dialect=dialect, keep=Keep(tail_tokens=4000, pinned=frozenset([8])))
    assert rung.messages[2] is messages[2]
    assert rung.messages[8] is messages[8]
    assert rung.report.kept == {"remarkable results": 1, "short results": 4, "pinned messages": 1}


def test_a_long_result_of_few_tokens_stays_and_does_not_keep_the_others() -> None:
    messages = dialogue("openai-chat")
    messages[2] = answers("openai-chat", "list", "a0", "=" * 5000)
    rung = elide(messages)
    assert rung.messages[2] is messages[2]
    assert rung.report.kept["cheap texts"] == 1
    assert len(rung.report.lost) == 7


@pytest.mark.parametrize(
    ("text", "remarkable"),
    [
        ("Error: no such file", True),
        ("ok\n" * 400 + "\nFAILED tests/test_a.py", True),
        ("ValueError: bad", True),
        ("Exit code 2", True),
        ("exit code: 0", False),
        ("x = 1\n" * 300 + "class TariffError: ...\n" + "y = 2\n" * 300, False),
        ("no errors were found", False),
    ],
)
def test_trouble_is_known_by_how_a_result_begins_and_ends(text: str, remarkable: bool) -> None:
    assert looks_remarkable(Part("result", text)) is remarkable
    assert looks_remarkable(Part("result", text, is_error=True))


def test_the_host_says_what_is_remarkable() -> None:
    messages = dialogue("anthropic")
    rung = elide(messages, remarkable=lambda part: part.text.startswith("step 1"))
    assert rung.messages[8] is messages[8]
    assert rung.messages[2] is not messages[2]


def test_arguments_keep_every_byte_but_that_of_long_texts() -> None:
    """Numbers, blanks, the order of keys and doubled keys are the model's own."""
    odd = (
        f'{{ "b":1.50, "b" : 1e400,"text": {json.dumps(FILE * 2)},\n "n": 12345678901234567890, "{"k" * 2000}": "s"}}'
    )
    messages = dialogue("openai-chat")
    messages[3]["tool_calls"][0]["function"]["arguments"] = odd
    rung = elide(messages)
    before, after = odd.split(json.dumps(FILE * 2))
    shortened = rung.messages[3]["tool_calls"][0]["function"]["arguments"]
    assert shortened.startswith(before)
    assert shortened.endswith(after)
    assert len(shortened) < len(before) + len(after) + 150


@pytest.mark.parametrize("arguments", ['{"content": "' + FILE.replace("\n", "\\n"), "[" + FILE])
def test_arguments_that_were_cut_off_stay(arguments: str) -> None:
    messages = dialogue("openai-chat")
    messages[3]["tool_calls"][0]["function"]["arguments"] = arguments
    assert elide(messages).messages[3] is messages[3]


def test_arguments_that_are_plain_text_become_a_note() -> None:
    messages = dialogue("openai-chat")
    messages[3]["tool_calls"][0] = {"id": "b0", "type": "custom", "custom": {"name": "patch", "input": FILE}}
    shortened = elide(messages).messages[3]["tool_calls"][0]["custom"]
    assert shortened["name"] == "patch"
    assert shortened["input"].startswith("[text left out: ")


def test_nested_texts_of_objects_are_reached() -> None:
    edits = {"edits": [{"old": "a", "new": FILE}, {"old": FILE, "new": ""}]}
    messages = dialogue("anthropic")
    messages[3] = calls("anthropic", "edit", "b0", edits)
    shortened = elide(messages).messages[3]["content"][0]["input"]["edits"]
    assert (shortened[0]["old"], shortened[1]["new"]) == ("a", "")
    assert len(shortened[0]["new"]) < 100 > len(shortened[1]["old"])


def test_signed_calls_stay() -> None:
    """A thought signature covers its call; thinking of the newest turn goes back with all beside it
    (bastani-inc/atomic issue 1386)."""
    gemini = dialogue("gemini")
    gemini[3]["parts"][0]["thoughtSignature"] = "c2ln"
    assert elide(gemini).messages[3] is gemini[3]
    thinking = {"type": "thinking", "thinking": "", "signature": "c2ln"}
    messages = [m for i, m in enumerate(dialogue("anthropic", 9)) if i == 0 or i % 6]  # one user's message
    messages[3]["content"].insert(0, thinking)
    rung = elide(messages, keep=Keep(tail_tokens=100))
    assert rung.messages[3] is messages[3]
    assert rung.messages[8] is not messages[8]
    assert rung.report.kept["signed arguments"] == 1


@given(texts=st.lists(st.text(min_size=0, max_size=40).map(lambda s: s * 60), min_size=4, max_size=8))
@pytest.mark.parametrize("dialect", DIALECTS)
def test_never_more_tokens_and_never_less_valid(dialect: str, texts: list[str]) -> None:
    messages = [says(dialect, "user", "go")]
    for n, text in enumerate(texts):
        messages += [
            calls(dialect, "run", f"c{n}", {"text": text}),
            answers(dialect, "run", f"c{n}", text or "-"),
            says(dialect, "user", "next"),
        ]
    rung = elide(messages, dialect=dialect)
    report = rung.report
    assert report.freed.low >= 0 <= report.freed.likely
    assert report.freed.high >= 0
    assert len(validate(rung.messages, dialect)) <= len(validate(messages, dialect))
    assert (report.reason is None) == bool(report.lost)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_editor_that_wants_nothing_gets_the_same_object(dialect: str) -> None:
    assert all(rewritten(message, dialect, Editor()) is message for message in dialogue(dialect))


@pytest.mark.parametrize("value", [-1, True, 1.5, "2"])
def test_numbers_that_are_none_are_refused(value: Any) -> None:
    with pytest.raises(HistoryError, match="whole number from 0"):
        Keep(turns=value)
