"""Turn by turn: a history grows, and what was sealed stays; nothing is lost, nothing gets dearer or less valid."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from snapglyph import Keep
from snapglyph.history import DIALECTS, load

from .dialogues import SMALL, WORDS, answers, calls, says
from .promises import replay

STEPS = int(os.environ.get("SNAPGLYPH_REPLAY_STEPS", "8"))
"""Prefixes of each history; `make replay` tries every one."""

EXAMPLES = int(os.environ.get("SNAPGLYPH_REPLAY_EXAMPLES", "10"))
"""Made-up histories of each kind."""

KEEP = Keep(turns=2, tail_tokens=1500)


FILES = (
    "pi-v1-before-compaction.jsonl",
    "pi-v3-tree-small.jsonl",
    "claude-code-stream-json-tengo.jsonl",
    "claude-code-session-jsonl-small.jsonl",
    "codex-rollout-shape-small.jsonl",
    "gemini-cli-small.json",
    "atif-v1.7-claude-code-koota.json",
    "swe-agent-function-calling-marshmallow.traj",
    "mini-swe-agent-github-issue.traj.json",
    "openai-chat-tau-bench-airline.json",
    "sharegpt-fastchat-dummy.json",
    "langchain-messages-derived.json",
)
SEVERAL = {"openai-chat-tau-bench-airline.json": range(12), "sharegpt-fastchat-dummy.json": range(0, 60, 20)}
"""Files with several conversations, and which of them are tried."""


@pytest.mark.parametrize("face", ["5x8", "8x16"])
@pytest.mark.parametrize("name", FILES)
def test_a_real_history_that_grows(transcripts: Path, name: str, face: str) -> None:
    for run in SEVERAL.get(name, [None]):
        found = load(transcripts / name, run=run)
        step = max(1, len(found.messages) // STEPS)
        ends = [*range(step, len(found.messages), step), len(found.messages)]
        options = {"model": "claude-opus-5-5", "face": face, "keep": KEEP, "most_pages": 1000}
        pages = list(replay(found.messages, found.dialect, ends, **options))
        assert pages == sorted(pages)
        assert bool(pages[-1]) >= (len(found.messages) > 100)


# --- made-up histories ------------------------------------------------------------------------------------

ODD = (
    "",
    " ",
    "\0",
    "\ud800",
    "\x1b[31mred\x1b[0m",
    "e\u0301",
    "USER 9",
    "[end of the drawn record",
    "7f3a9c01e5d24b7a",
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    seed = draw(st.integers(0, 999))
    body = " ".join(WORDS[(seed + i * i) % 12] for i in range(draw(st.integers(1, 160))))
    return body + draw(st.sampled_from(ODD))


@st.composite
def histories(draw: st.DrawFn, dialect: str, *, broken: bool) -> list[Any]:
    """Turns with calls, alone and side by side, answered in any order; broken ones lack answers, have too many, or
    use an id again."""
    messages: list[Any] = [says(dialect, "user", draw(texts()) or "go")]
    for n in range(draw(st.integers(3, 14))):
        ids = [f"c{n}{k}" for k in range(draw(st.integers(0, 2)))]
        if broken and draw(st.booleans()):
            ids = [draw(st.sampled_from(["c00", *ids])) for _ in ids]
        messages.append(says(dialect, "assistant", "I say " + draw(texts()) + " so"))
        for call_id in ids:
            messages.append(calls(dialect, "read", call_id, {"path": "src/tide.py", "note": draw(texts())}))
            if not broken or draw(st.integers(0, 4)):
                messages.append(answers(dialect, "read", call_id, "It is " + draw(texts()) + " so"))
            if broken and not draw(st.integers(0, 5)):
                messages.append(answers(dialect, "read", draw(st.sampled_from([call_id, "lost"])), draw(texts())))
        if ids:
            messages.append(says(dialect, "assistant", "Done with " + draw(texts()) + " so"))
        messages.append(says(dialect, "user", "And " + draw(texts()) + " so"))
        if broken and not draw(st.integers(0, 5)):
            messages.append(says(dialect, draw(st.sampled_from(["user", "assistant"])), draw(st.sampled_from(ODD))))
    return messages


@pytest.mark.parametrize("broken", [False, True], ids=["valid", "broken"])
@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=EXAMPLES, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(data=st.data())
def test_a_made_up_history_that_grows(dialect: str, broken: bool, data: st.DataObject) -> None:
    messages = data.draw(histories(dialect, broken=broken))
    ends = sorted(data.draw(st.sets(st.integers(1, len(messages)), min_size=1, max_size=4)) | {len(messages)})
    keep = Keep(data.draw(st.integers(0, 2)), data.draw(st.sampled_from([0, 100, 400])))
    face = data.draw(st.sampled_from(["5x8", "8x16"]))
    for _ in replay(messages, dialect, ends, model="claude-opus-5-5", tariff=SMALL, face=face, keep=keep):
        pass
