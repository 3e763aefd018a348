"""State that holds text and never pixels: the same pages from it, and the exact source."""

import json
import unicodedata

import pytest

from snapglyph import HistoryError, PageFormat, Source, Tag, render
from snapglyph.fixtures.session import make_session
from snapglyph.history import view
from snapglyph.ladder import snapshot
from snapglyph.ladder.archive import make_archive, pages_of, recall
from snapglyph.store import Store

MESSAGES = make_session(kilobytes=120)
SNAP = snapshot(MESSAGES, model="claude-opus-5-5", face="5x8")
ARCHIVE = json.loads(json.dumps(SNAP.archive))


def test_an_archive_survives_json_and_gives_the_same_pages() -> None:
    assert SNAP.pages
    assert [page.png for page in pages_of(ARCHIVE)] == [page.png for page in SNAP.pages]
    assert all(not isinstance(value, bytes) for value in ARCHIVE.values())


def test_pages_and_messages_are_recalled_exactly() -> None:
    assert "".join(recall(ARCHIVE, f"page {p.number}")[0].text for p in SNAP.pages) == SNAP.source.text
    views = view(MESSAGES, "anthropic")
    drawn = {int(tag.label.split()[-1]) for tag in SNAP.source.tags}
    for number in sorted(drawn)[:40]:
        told = "".join(found.text for found in recall(ARCHIVE, f"message {number}"))
        for part in views[number - 1].parts:
            if part.kind == "text":
                assert part.text in told


def test_text_that_is_not_in_nfc_is_recalled_as_the_pages_say_it() -> None:
    source = Source("e\u0301 one\nA\u030a two\n" * 400 + "end\n", (Tag(0, "USER 1"), Tag(7, "AI 2")))
    pages = render(source, format=PageFormat(width=200, height=100))
    archive = make_archive(source, pages)
    assert [page.png for page in pages_of(archive)] == [page.png for page in pages]
    told = "".join(recall(archive, f"page {page.number}")[0].text for page in pages)
    assert told == unicodedata.normalize("NFC", source.text)
    assert recall(archive, "message 1")[0].text == "\u00e9 one\n"


def test_a_search_gives_whole_lines_with_their_place() -> None:
    line = next(line for line in SNAP.source.text.splitlines() if len(line) > 40)
    found = SNAP.recall("grep", line[5:30].upper())
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
    for broken in ({}, {"version": 1}, {**ARCHIVE, "version": 2}, {**ARCHIVE, "tags": [[-1, "x"]]}):
        with pytest.raises(HistoryError, match="archive"):
            recall(broken, "page 1")
    other = {**ARCHIVE, "pages": [{**page, "sha256": "0" * 64} for page in ARCHIVE["pages"]]}
    with pytest.raises(HistoryError, match="another version of the font"):
        pages_of(other)
    with pytest.raises(HistoryError, match="cannot be drawn here"):
        pages_of({**ARCHIVE, "format": "9 nothing"})
    assert pages_of({**ARCHIVE, "pages": []}) == []


def test_the_store_keeps_it_and_a_branch_finds_it(tmp_path: object) -> None:
    with Store(f"{tmp_path}/t.db") as store:
        talk = store.create("anthropic")
        ids = store.commit_turn(talk, MESSAGES)
        store.keep_archive(talk, ids[-1], SNAP.archive)
        store.commit_turn(talk, [{"role": "user", "content": "and now?"}])
        kept = store.archive(talk)
    assert kept
    assert [page.png for page in pages_of(kept)] == [page.png for page in SNAP.pages]
