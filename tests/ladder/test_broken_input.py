"""What a provider would refuse in the input is told, whether anything is done or not."""

import pytest

from snapglyph import Keep, reclaim, snapshot
from snapglyph.history import validate

from .dialogues import coding

SHORT = Keep(turns=1, tail_tokens=500)
SILENT = {"role": "user", "content": [{"type": "text", "text": "go"}, {"type": "text", "text": " "}]}


@pytest.mark.parametrize("count", [1, 30])
def test_a_snapshot_counts_what_its_input_breaks(count: int) -> None:
    messages = coding(count)
    assert snapshot(messages, model="claude-opus-5-5", keep=SHORT).report.violations == {}
    snap = snapshot([SILENT, *messages[1:]], model="claude-opus-5-5", keep=SHORT)
    assert bool(snap.pages) == (count > 1)
    assert snap.report.violations == {"empty-text": 1}


def test_a_model_that_sees_nothing_gets_the_count_as_well() -> None:
    snap = snapshot([SILENT, *coding(3)[1:]], model="gpt-3.5-turbo", dialect="anthropic")
    assert (snap.report.reason, snap.report.violations) == ("no-vision", {"empty-text": 1})


def test_reclaim_counts_it_too_and_adds_none() -> None:
    messages = [SILENT, *coding(60)[1:]]
    done = reclaim(messages, model="claude-opus-5-5", target_tokens=6_000, keep=SHORT)
    assert done.freed.likely > 0
    assert done.violations == {"empty-text": 1}
    assert [violation.rule for violation in validate(done.messages, "anthropic")] == ["empty-text"]
    assert reclaim(messages, model="claude-opus-5-5", target_tokens=10**9).violations == {"empty-text": 1}
