"""Whatever stands wherever in a history, it is judged and never fails; what real agents wrote is not called wrong."""

import copy
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snapglyph import HistoryError
from snapglyph.history import DIALECTS, broken_rules, find_dialect, load, new_violations, validate, view, write

from .pictures import IMAGES, picture
from .shapes import CALLS, RESULTS, SAYS, Raw

# --- the cases that went wrong once -----------------------------------------------------------------------

CASES = Path(os.environ.get("SNAPGLYPH_CASES", Path(__file__).resolve().parents[3] / "shared" / "cases"))

WRONG = {
    "anth-9000px": [(0, "image-edge")],
    "anth-9000px-in-result": [(2, "image-edge")],
    "anth-colon-id": [(1, "id-characters"), (2, "id-characters")],
    "anth-empty-image": [(0, "image-empty")],
    "anth-html-as-png": [(0, "image-mismatch")],
    "anth-input-string": [(1, "input-type")],
    "anth-mismatch": [(0, "image-mismatch")],
    "anth-mismatch-in-result": [(2, "image-mismatch")],
    "anth-nested-marks": [(2, "cache-marks")],
    "anth-server-orphan": [(1, "orphan-server-result")],
    "anth-server-unanswered": [(1, "unanswered-server-call")],
    "anth-truncated-png": [(0, "image-broken")],
    "bed-empty-result": [(2, "empty-text")],
    "bed-mismatch": [(0, "image-mismatch")],
    "chat-heic": [(0, "image-type")],
    "resp-dup-item-id": [(3, "doubled-item-id")],
    "resp-long-id": [(1, "id-length"), (2, "id-length")],
}


@pytest.mark.parametrize("name", WRONG)
def test_a_case_that_was_called_valid(name: str) -> None:
    file = CASES / f"{name}.json"
    if not file.is_file():
        pytest.skip("no shared cases here; SNAPGLYPH_CASES names their folder")
    transcript = load(file)
    found = validate(transcript.messages, transcript.dialect)
    assert [(violation.index, violation.rule) for violation in found] == WRONG[name]


# --- nothing is called wrong that is not ------------------------------------------------------------------

TRULY_WRONG = {
    "pi-v1-before-compaction.jsonl": {"unanswered-call"},
    "claude-code-stream-json-tengo.jsonl": {"first-role"},
}
"""Six calls of the one were never answered; the prompt of the other was not written into the stream."""


def runs(file: Path) -> Iterator[Any]:
    try:
        yield load(file)
    except HistoryError as error:
        if "pass run=" in str(error):
            yield from (load(file, run=run) for run in range(3))
        elif "pass dialect=" in str(error):
            yield load(file, dialect="openai-chat")
        else:
            raise


def test_real_conversations_have_no_violation_in_any_dialect(transcripts: Path) -> None:
    read = 0
    for file in sorted(transcripts.iterdir()):
        for run in runs(file) if file.suffix in (".json", ".jsonl", ".traj") else ():
            known = TRULY_WRONG.get(file.name, set())
            assert {violation.rule for violation in validate(run.messages, run.dialect)} <= known, file.name
            for to in ("anthropic", "openai-chat"):
                written = write(run.messages, run.dialect, to, system=run.system)
                assert {violation.rule for violation in validate(written.messages, to)} <= known, (file.name, to)
            read += 1
    assert read >= 12


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_page_of_ours_is_taken(dialect: str) -> None:
    raw = DIALECTS[dialect].user_message(["guide", picture("png", 1568, 1568), "end"], "")
    assert validate([raw], dialect) == []


# --- anything anywhere ------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
WORDS = st.sampled_from(
    [
        *("text", "image", "tool_use", "tool_result", "server_tool_use", "web_search_tool_result", "document"),
        *("thinking", "base64", "url", "content", "source", "input_image", "image_url", "message", "reasoning"),
        *("", "data:image/png;base64,", "user", "assistant", "ephemeral", "1h", "msg_1"),
    ]
)
VALUES = JSON | WORDS | st.lists(WORDS, max_size=2) | st.dictionaries(WORDS, WORDS, max_size=3)


def sample(dialect: str) -> list[Raw]:
    """A history with each thing that the checks look at."""
    image = json.loads(
        json.dumps(IMAGES[dialect]("image/png", picture()), default=lambda data: data.decode("latin-1"))
    )
    key = "parts" if dialect == "gemini" else "content"
    messages = [
        SAYS[dialect]("user", "go"),
        *CALLS[dialect]("a"),
        *RESULTS[dialect]("a"),
        {"role": "user", key: [image]},
    ]
    if dialect == "anthropic":
        server = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
        answer = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
        thought = {"type": "thinking", "thinking": "", "signature": "s"}
        document = {"type": "document", "source": {"type": "content", "content": [image]}}
        messages[2]["content"][0]["content"] = [{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}]
        messages += [
            {"role": "assistant", "content": [thought, server, answer]},
            {"role": "user", "content": [document]},
        ]
    if dialect == "bedrock":
        use = {"toolUse": {"toolUseId": "s", "name": "g", "input": {}, "type": "server_tool_use"}}
        messages += [{"role": "assistant", "content": [use, {"cachePoint": {"type": "default"}}]}]
    if dialect == "openai-responses":
        messages += [{"type": "reasoning", "id": "rs_1", "summary": []}, {"type": "message", "id": "msg_1",
                     "role": "assistant", "content": [{"type": "output_text", "text": "a"}]}]  # fmt: skip
    return messages


def paths(value: Any, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    yield so_far
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from paths(value[key], (*so_far, key))


def replaced(messages: list[Raw], path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = copy.deepcopy(messages)
    holder: Any = changed
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return changed


PLACES = {dialect: sorted(paths(sample(dialect)), key=str) for dialect in DIALECTS}


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=300)
@given(data=st.data())
def test_any_value_at_any_place_is_judged(dialect: str, data: st.DataObject) -> None:
    changed = replaced(sample(dialect), data.draw(st.sampled_from(PLACES[dialect])), data.draw(VALUES))
    try:
        found = validate(changed, dialect)
    except HistoryError:
        assert not isinstance(changed, list)
        return
    for violation in found:
        assert 0 <= violation.index <= len(changed)
        assert violation.rule and violation.sentence
    try:
        find_dialect(changed)
        seen = view(changed, dialect)
    except HistoryError:
        return
    assert sum(broken_rules(seen, dialect).values()) == len(found)
    assert new_violations(seen, changed, dialect) == []


@pytest.mark.parametrize("dialect", DIALECTS)
@given(messages=st.lists(JSON, max_size=4))
def test_any_list_is_judged(dialect: str, messages: list[Any]) -> None:
    assert all(violation.sentence for violation in validate(messages, dialect))
