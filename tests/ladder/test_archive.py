"""State that holds text and never pixels: the same pages from it, the exact source, and the way on."""

import contextlib
import copy
import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snapglyph import HistoryError, Keep, SnapglyphError
from snapglyph.history import view
from snapglyph.ladder import pages_of, recall, snapshot
from snapglyph.store import Store

from .damage import ODD, places
from .dialogues import coding

MODEL = "claude-opus-5-5"
KEEP = Keep(turns=2, tail_tokens=500)
MESSAGES = coding(60)
MESSAGES[6]["content"][0]["content"] += "e\u0301 one\nA\u030a two\n"
SNAP = snapshot(MESSAGES, model=MODEL, face="5x8", keep=KEEP)
ARCHIVE = json.loads(json.dumps(SNAP.archive))


def test_an_archive_survives_json_and_gives_the_same_pages() -> None:
    assert len(ARCHIVE["batches"]) > 1
    assert [(page.png, page.span) for page in pages_of(ARCHIVE)] == [(page.png, page.span) for page in SNAP.pages]
    assert "iVBOR" not in json.dumps(ARCHIVE)


def test_pages_and_messages_are_recalled_exactly() -> None:
    assert "".join(recall(ARCHIVE, f"page {p.number}")[0].text for p in SNAP.pages) == SNAP.source.text
    views = view(MESSAGES, "anthropic")
    drawn = {int(tag.label.split()[-1]) for tag in SNAP.source.tags}
    assert len(drawn) > 150
    for number in sorted(drawn):
        told = "".join(found.text for found in recall(ARCHIVE, f"message {number}"))
        for part in views[number - 1].parts:
            assert unicodedata.normalize("NFC", part.text) in told


def test_a_search_gives_whole_lines_with_their_place() -> None:
    line = next(line for line in SNAP.source.text.splitlines() if len(line) > 20)
    found = SNAP.recall("grep", line[5:20].upper())
    assert line in [hit.text for hit in found]
    assert all(hit.page and hit.message for hit in found)
    assert SNAP.recall("grep", "no such text anywhere \u2603") == []
    assert len(recall(ARCHIVE, "grep", "e", most=7)) == 7


@pytest.mark.parametrize(
    ("what", "sentence"),
    [("page 999", "there is no page 999"), ("message 99999", "no message 99999"), ("all", "is nothing to recall")],
)
def test_what_is_not_there_is_said(what: str, sentence: str) -> None:
    with pytest.raises(HistoryError, match=sentence):
        recall(ARCHIVE, what)


def test_what_is_no_archive_and_what_another_font_drew() -> None:
    broken: list[Any] = [
        {"batches": [{}]},
        {**ARCHIVE, "version": 1},
        {**ARCHIVE, "tags": [[-1, "x"]]},
        {**ARCHIVE, "batches": ARCHIVE["batches"][1:]},
        {**ARCHIVE, "batches": [{**batch, "span": [0, 10**9]} for batch in ARCHIVE["batches"]]},
        {**ARCHIVE, "effort": "great"},
    ]
    for archive in broken:
        with pytest.raises(HistoryError, match="archive"):
            pages_of(archive)
        with pytest.raises(HistoryError, match="archive"):
            snapshot(SNAP.messages, model=MODEL, archive=archive)
    other = {**ARCHIVE, "pages": [{**page, "sha256": "0" * 64} for page in ARCHIVE["pages"]]}
    with pytest.raises(HistoryError, match="another version of the font"):
        pages_of(other)
    with pytest.raises(HistoryError, match="cannot be drawn here"):
        pages_of({**ARCHIVE, "format": "9 nothing"})
    assert pages_of({**ARCHIVE, "pages": [], "batches": [], "text": "", "tags": []}) == []


@settings(max_examples=150)
@given(st.data())
def test_a_damaged_archive_is_an_error_of_ours_or_does_no_harm(data: st.DataObject) -> None:
    """It has lain on a disk, and somebody may have edited it."""
    archive = json.loads(json.dumps(ARCHIVE))
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from([*((archive, name) for name in archive), *places(archive)]))
        container[key] = copy.deepcopy(data.draw(st.sampled_from(ODD)))
    grown = [*SNAP.messages, *coding(3)]
    for use in (
        lambda: snapshot(grown, model=MODEL, dialect="anthropic", archive=archive, keep=KEEP),
        lambda: pages_of(archive),
        lambda: recall(archive, "page 1"),
        lambda: recall(archive, "message 5"),
        lambda: recall(archive, "grep", "keel"),
    ):
        with contextlib.suppress(SnapglyphError):
            use()


def test_messages_that_do_not_go_with_the_archive_are_refused() -> None:
    for messages in (SNAP.messages[:1], SNAP.messages[1:], MESSAGES):
        with pytest.raises(HistoryError, match="as the last snapshot gave them"):
            snapshot(messages, model=MODEL, dialect="anthropic", archive=ARCHIVE, keep=KEEP)


def test_another_model_gets_pages_of_its_own_from_the_same_archive() -> None:
    """Drawn from the text that was kept, so pages fit the model that reads them, whichever drew them first."""
    more = [*SNAP.messages, *[message for message in coding(90)[-120:] if message["role"]]]
    snap = snapshot(more, model="gemini-3.5-flash", face="5x8", dialect="anthropic", archive=ARCHIVE, keep=KEEP)
    assert snap.report.reason is None
    assert snap.source.text.startswith(SNAP.source.text)
    assert snap.archive["batches"][: len(ARCHIVE["batches"])][0]["last"] == ARCHIVE["batches"][0]["last"]
    assert snap.archive["format"] != ARCHIVE["format"]
    refused = snapshot(more, model="minimax-m2", dialect="anthropic", archive=ARCHIVE, keep=KEEP)
    assert refused.report.reason == "no-vision"
    assert refused.archive == ARCHIVE


def test_the_store_keeps_it_and_a_branch_finds_it(tmp_path: object) -> None:
    with Store(f"{tmp_path}/t.db") as store:
        talk = store.create("anthropic")
        ids = store.commit_turn(talk, MESSAGES)
        store.keep_archive(talk, ids[-1], SNAP.archive)
        store.commit_turn(talk, [{"role": "user", "content": "and now?"}])
        kept = store.archive(talk)
    assert kept
    assert [page.png for page in pages_of(kept)] == [page.png for page in SNAP.pages]
