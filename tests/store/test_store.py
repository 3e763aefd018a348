"""The store's promises: whole turns or nothing, branches without writing, one clear sentence for what is wrong."""

import json
import shutil
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from snapglyph.errors import ConflictError, NothingToRetryError, StoreError
from snapglyph.history import validate
from snapglyph.store import Store, export_conversation, import_conversation
from snapglyph.store.schema import MIGRATIONS

from .turns import call_turn, turn


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(tmp_path / "t.db") as opened:
        yield opened


@pytest.fixture
def talk(store: Store) -> str:
    return store.create("openai-chat")


def test_a_turn_is_committed_whole_and_read_back_as_it_was(store: Store, talk: str) -> None:
    odd = [{"role": "user", "content": "a\x00b ü \U0001f680", "extra": {"n": 1.5, "list": [None, True]}}]
    store.commit_turn(talk, call_turn(1))
    store.commit_turn(talk, odd)
    assert store.messages(talk) == [*call_turn(1), *odd]
    assert [s.ends_turn for s in store.path(talk)] == [False, False, False, True, True]
    assert all(s.tokens > 0 for s in store.path(talk))


def test_it_is_there_after_reopening(tmp_path: Path) -> None:
    with Store(tmp_path / "t.db") as first:
        talk = first.create()
        first.commit_turn(talk, call_turn(1))
    with Store(tmp_path / "t.db") as again:
        assert again.messages(talk) == call_turn(1)
        assert again.list()[0].dialect == "openai-chat"
        assert again.note == ""


@pytest.mark.parametrize(
    ("messages", "sentence"),
    [
        ([], "at least one message"),
        (call_turn(1)[:2], "no result for 'c1'"),
        (call_turn(1)[2:], "results of no call in it: 'c1'"),
        ([{"role": "user", "content": {1, 2}}], "is no JSON: its 'content' has a value of another kind"),
        ([{"role": "user", "content": float("nan")}], "not finite"),
        ([{"role": "user", "content": "\ud800"}], "lone surrogate"),
        ([{"role": "user", 5: "x"}], "keys that are no texts"),
        (["hello"], "is a str, not an object"),
        ([{"role": "user", "content": "x" * 100_000_000}], "larger than 64,000,000 bytes"),
    ],
)
def test_what_cannot_be_committed_is_named_and_nothing_is_written(
    store: Store, talk: str, messages: list[Any], sentence: str
) -> None:
    store.commit_turn(talk, turn(0))
    with pytest.raises(StoreError, match=sentence):
        store.commit_turn(talk, messages)
    assert store.messages(talk) == turn(0)


def test_a_value_that_holds_itself_is_named(store: Store, talk: str) -> None:
    loop: dict[str, Any] = {"role": "user"}
    loop["content"] = loop
    with pytest.raises(StoreError, match="of the turn"):
        store.commit_turn(talk, [loop])


def test_the_parent_that_a_caller_knows_must_be_the_head(store: Store, talk: str) -> None:
    first = store.commit_turn(talk, turn(1), parent=None)
    store.commit_turn(talk, turn(2), parent=first[-1])
    with pytest.raises(ConflictError, match="has moved; read its path again"):
        store.commit_turn(talk, turn(3), parent=first[-1])
    other = store.create()
    foreign = store.commit_turn(other, call_turn(9))
    with pytest.raises(StoreError, match="belongs to another conversation"):
        store.commit_turn(talk, turn(3), parent=foreign[-1])
    assert store.messages(talk) == [*turn(1), *turn(2)]


def test_unknown_names_are_named(store: Store, talk: str) -> None:
    for call in (store.path, store.messages, store.fork, store.leaves, store.log, store.delete, store.undo):
        with pytest.raises(StoreError, match="there is no conversation 'nobody'"):
            call("nobody")
    with pytest.raises(StoreError, match="there is no message or label 'x'"):
        store.branch(talk, "x")


# --- tree -------------------------------------------------------------------------------------------------


def test_branching_moves_a_pointer_and_writes_no_message(store: Store, talk: str) -> None:
    first = store.commit_turn(talk, turn(1))
    second = store.commit_turn(talk, turn(2))
    before = len(store.all_messages(talk))
    store.branch(talk, first[-1])
    assert len(store.all_messages(talk)) == before
    store.commit_turn(talk, turn(3))
    assert store.messages(talk) == [*turn(1), *turn(3)]
    store.branch(talk, second[-1])
    assert store.messages(talk) == [*turn(1), *turn(2)]
    assert len(store.leaves(talk)) == 2
    assert [s.message for s in store.siblings(talk, second[0])] == [turn(3)[0]]
    assert [s.id for s in store.children(talk, None)] == [first[0]]


def test_moves_can_be_undone_one_by_one(store: Store, talk: str) -> None:
    first = store.commit_turn(talk, turn(1))
    store.commit_turn(talk, turn(2))
    store.branch(talk, first[-1])
    assert store.undo(talk)
    assert store.messages(talk) == [*turn(1), *turn(2)]
    assert store.undo(talk)
    assert store.messages(talk) == turn(1)
    assert [move.why for move in store.log(talk)] == ["commit", "commit", "branch"]
    assert store.undo(talk)
    assert not store.undo(talk)


def test_a_head_stands_only_where_a_turn_ends(store: Store, talk: str) -> None:
    ids = store.commit_turn(talk, call_turn(1))
    with pytest.raises(StoreError, match="stands inside a turn"):
        store.branch(talk, ids[1])
    store.branch(talk, None)
    assert store.messages(talk) == []


def test_a_fork_shares_no_row(store: Store, talk: str) -> None:
    """langgraphjs 1812: two forks of one parent overwrote each other, since ids were counters."""
    first = store.commit_turn(talk, turn(1))
    store.commit_turn(talk, turn(2))
    one, two = store.fork(talk, first[-1]), store.fork(talk)
    assert store.messages(one) == turn(1)
    assert store.messages(two) == store.messages(talk)
    ids = [s.id for c in (talk, one, two) for s in store.all_messages(c)]
    assert len(set(ids)) == len(ids)
    store.delete(talk)
    assert store.messages(two) == [*turn(1), *turn(2)]
    assert {entry.forked_from for entry in store.list()} == {talk}


def test_retry_takes_the_newest_turn_back_and_says_when_there_is_none(store: Store, talk: str) -> None:
    with pytest.raises(NothingToRetryError, match="nothing to retry"):
        store.retry(talk)
    store.commit_turn(talk, turn(1))
    store.commit_turn(talk, call_turn(2))
    assert store.retry(talk) == call_turn(2)
    assert store.messages(talk) == turn(1)
    assert len(store.all_messages(talk)) == 6
    with pytest.raises(StoreError) as caught:
        store.retry("nobody")
    assert not isinstance(caught.value, NothingToRetryError)


# --- labels, checkpoints, trimming ------------------------------------------------------------------------


def test_rewinding_goes_back_to_a_checkpoint_and_keeps_a_digest(store: Store, talk: str) -> None:
    store.commit_turn(talk, turn(1))
    store.checkpoint(talk, "before the search")
    store.commit_turn(talk, call_turn(2))
    digest = {"role": "user", "content": "found nothing"}
    store.rewind(talk, "before the search", digest)
    assert store.messages(talk) == [*turn(1), digest]
    store.rewind(talk, "before the search")
    assert store.messages(talk) == turn(1)


def test_a_checkpoint_whose_message_is_gone_says_so_and_never_moves(store: Store, talk: str) -> None:
    store.commit_turn(talk, turn(1))
    store.checkpoint(talk, "early")
    later = store.commit_turn(talk, turn(2))
    store.checkpoint(talk, "late")
    assert store.trim(talk, later[0]) == 2
    assert store.messages(talk) == turn(2)
    with pytest.raises(StoreError, match="the checkpoint 'early' is gone"):
        store.rewind(talk, "early")
    store.rewind(talk, "late")
    assert store.labels(talk) == {"early": None, "late": later[-1]}
    assert store.trim(talk, later[0]) == 0


def test_trimming_inside_a_turn_or_off_the_path_is_refused(store: Store, talk: str) -> None:
    ids = store.commit_turn(talk, turn(1))
    more = store.commit_turn(talk, call_turn(2))
    with pytest.raises(StoreError, match="inside a turn"):
        store.trim(talk, more[1])
    store.branch(talk, ids[-1])
    with pytest.raises(StoreError, match="not on the path"):
        store.trim(talk, more[0])


@pytest.mark.parametrize("label", ["", "  ", "a\nb", "x" * 81, "0" * 32, "\ud800"])
def test_what_is_no_label(store: Store, talk: str, label: str) -> None:
    ids = store.commit_turn(talk, turn(1))
    with pytest.raises(StoreError, match="label"):
        store.label(talk, ids[0], label)


def test_a_label_twice_is_refused(store: Store, talk: str) -> None:
    ids = store.commit_turn(talk, turn(1))
    store.label(talk, ids[1], "here")
    with pytest.raises(StoreError, match="the label 'here' is taken"):
        store.checkpoint(talk, "here")
    store.branch(talk, "here")


# --- resume -----------------------------------------------------------------------------------------------


def test_resuming_trims_to_whole_turns_and_keeps_the_system_prompt(store: Store, talk: str) -> None:
    store.commit_turn(talk, [{"role": "system", "content": "be brief"}, *turn(0)])
    for n in range(1, 6):
        store.commit_turn(talk, call_turn(n))
    resumed = store.resume(talk, limit_messages=10)
    assert resumed.messages[0]["role"] == "system"
    assert resumed.messages[1:] == [*call_turn(4), *call_turn(5)]
    assert resumed.left_out == 14
    assert validate(resumed.messages, "openai-chat") == []
    whole = store.resume(talk)
    assert whole.messages == store.messages(talk)
    assert whole.tokens == resumed.tokens + resumed.tokens_left_out
    by_tokens = store.resume(talk, limit_tokens=resumed.tokens)
    assert by_tokens.messages == resumed.messages


def test_what_cannot_be_resumed(store: Store, talk: str) -> None:
    assert store.resume(talk, limit_tokens=5).messages == []
    store.commit_turn(talk, turn(1))
    with pytest.raises(StoreError, match="not even the newest turn fits"):
        store.resume(talk, limit_messages=1)
    with pytest.raises(StoreError, match="at least 1"):
        store.resume(talk, limit_tokens=0)


# --- archives ---------------------------------------------------------------------------------------------


def test_a_branch_uses_the_archive_of_its_common_prefix(store: Store, talk: str) -> None:
    first = store.commit_turn(talk, turn(1))
    store.keep_archive(talk, first[-1], {"seals": [1]})
    second = store.commit_turn(talk, turn(2))
    store.keep_archive(talk, second[-1], {"seals": [1, 2]})
    assert store.archive(talk) == {"seals": [1, 2]}
    store.branch(talk, first[-1])
    store.commit_turn(talk, turn(3))
    assert store.archive(talk) == {"seals": [1]}
    assert store.archive(store.create()) is None


# --- export -----------------------------------------------------------------------------------------------


def test_an_export_reads_back_with_its_branches_head_and_labels(store: Store, talk: str, tmp_path: Path) -> None:
    first = store.commit_turn(talk, turn(1))
    second = store.commit_turn(talk, call_turn(2))
    store.branch(talk, first[-1])
    store.commit_turn(talk, turn(3))
    store.label(talk, second[-1], "other way")
    assert export_conversation(store, talk, tmp_path / "c.jsonl") == 8
    copy = import_conversation(store, tmp_path / "c.jsonl")
    assert store.messages(copy) == store.messages(talk)
    assert [s.message for s in store.all_messages(copy)] == [s.message for s in store.all_messages(talk)]
    store.branch(copy, "other way")
    assert store.messages(copy) == [*turn(1), *call_turn(2)]
    assert sorted(p.name for p in tmp_path.iterdir() if p.name.startswith(".")) == []


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("", "line 1: it is no JSON"),
        ('{"kind": "x"}', "is no export"),
        ("{h}\nnot json", "line 2: it is no JSON"),
        (
            '{h}\n{"id": "a", "parent": "z", "ends_turn": true, "message": {}}',
            "line 2: it continues a message that no turn",
        ),
        ('{h}\n{"id": "a", "parent": null, "ends_turn": false, "message": {}}', "line 2: its last turn is not over"),
        ('{h}\n{"id": 1, "parent": null, "ends_turn": true, "message": {}}', "line 2: a line holds an id"),
        ('{h}\n{"id": "a", "parent": null, "ends_turn": true, "message": {"role": "tool"}}', "nothing was kept"),
    ],
)
def test_a_broken_export_leaves_nothing(store: Store, tmp_path: Path, lines: str, sentence: str) -> None:
    header = json.dumps({"kind": "snapglyph conversation", "version": 1, "dialect": "openai-chat", "head": None})
    (tmp_path / "c.jsonl").write_text(lines.replace("{h}", header))
    with pytest.raises(StoreError, match=sentence):
        import_conversation(store, tmp_path / "c.jsonl")
    assert store.list() == []


# --- files and writers ------------------------------------------------------------------------------------


def test_eight_writers_lose_nothing_and_interleave_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "t.db") as first:
        talk = first.create("openai-chat")
    landed: list[int] = []
    conflicts: list[int] = []

    def write(worker: int) -> None:
        with Store(tmp_path / "t.db") as mine:
            for n in range(12):
                number = worker * 100 + n
                path = mine.path(talk)
                try:
                    mine.commit_turn(talk, call_turn(number), parent=path[-1].id if path else None)
                    landed.append(number)
                except ConflictError:
                    conflicts.append(number)

    threads = [threading.Thread(target=write, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store(tmp_path / "t.db") as last:
        messages = last.messages(talk)
    turns = [messages[i : i + 4] for i in range(0, len(messages), 4)]
    assert len(landed) + len(conflicts) == 96
    assert sorted(int(t[0]["content"].split()[1]) for t in turns) == sorted(landed)
    assert all(t == call_turn(int(t[0]["content"].split()[1])) for t in turns)


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    Store(tmp_path / "t.db").close()
    db = sqlite3.connect(tmp_path / "t.db")
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(StoreError, match=r"written by a newer snapglyph \(schema 2, this one knows 1\)"):
        Store(tmp_path / "t.db")


def test_files_that_are_no_store(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello " * 400)
    with pytest.raises(StoreError, match=r"notes\.txt cannot be opened as a store: it is no database"):
        Store(tmp_path / "notes.txt")
    with pytest.raises(StoreError, match="no such folder"):
        Store(tmp_path / "none" / "t.db")
    assert (tmp_path / "notes.txt").read_text() == "hello " * 400


def test_a_truncated_file_is_told(tmp_path: Path) -> None:
    with Store(tmp_path / "t.db") as store:
        talk = store.create()
        for n in range(200):
            store.commit_turn(talk, call_turn(n))
    whole = (tmp_path / "t.db").read_bytes()
    (tmp_path / "t.db").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match=r"damaged|no database"), Store(tmp_path / "t.db") as store:
        store.messages(talk)


def test_a_file_copied_with_its_log_is_whole_and_without_it_is_an_earlier_one(tmp_path: Path) -> None:
    with Store(tmp_path / "t.db") as store:
        talk = store.create("openai-chat")
        for n in range(20):
            store.commit_turn(talk, turn(n))
        for suffix in ("", "-wal", "-shm"):
            shutil.copy(tmp_path / f"t.db{suffix}", tmp_path / f"hot.db{suffix}")
        shutil.copy(tmp_path / "t.db", tmp_path / "cold.db")
    with Store(tmp_path / "hot.db") as hot:
        assert hot.messages(talk) == [m for n in range(20) for m in turn(n)]
    with Store(tmp_path / "cold.db") as cold:
        assert [entry.id for entry in cold.list()] in ([], [talk])


def test_a_full_disk_is_told_and_the_old_turns_are_whole(store: Store, talk: str) -> None:
    store.commit_turn(talk, turn(1))
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreError, match="the disk is full; free some space and commit the turn again"):
        store.commit_turn(talk, [{"role": "user", "content": "x" * 200_000}])
    store._db.execute("PRAGMA max_page_count = 1000000")
    assert store.messages(talk) == turn(1)
    store.commit_turn(talk, turn(2))
    assert store.messages(talk) == [*turn(1), *turn(2)]


def test_a_file_that_is_locked_or_read_only_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path / "t.db") as store:
        talk = store.create("openai-chat")
        other = sqlite3.connect(tmp_path / "t.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        store._db.execute("PRAGMA busy_timeout = 50")
        with pytest.raises(StoreError, match="another process keeps it locked; try again"):
            store.commit_turn(talk, turn(1))
        other.execute("ROLLBACK")
        other.close()
        store._db.execute("PRAGMA query_only = 1")
        with pytest.raises(StoreError, match="read-only"):
            store.commit_turn(talk, turn(1))
        store._db.execute("PRAGMA query_only = 0")
        store.commit_turn(talk, turn(1))


def test_ancestors_are_what_stands_before(store: Store, talk: str) -> None:
    ids = store.commit_turn(talk, call_turn(1))
    assert [s.id for s in store.ancestors(talk, ids[2])] == ids[:2]
    assert store.ancestors(talk, ids[0]) == []


def test_a_path_is_the_same_whether_the_conversation_lies_together_or_scattered(store: Store, talk: str) -> None:
    others = [store.create("openai-chat") for _ in range(6)]
    for n in range(12):
        store.commit_turn(talk, call_turn(n))
        for other in others:  # six of seven rows in between are not ours
            store.commit_turn(other, turn(n))
    assert store.messages(talk) == [m for n in range(12) for m in call_turn(n)]
    path = store.path(talk)
    assert [s.parent for s in path] == [None, *(s.id for s in path[:-1])]
    copy = store.fork(talk)
    assert store.messages(copy) == store.messages(talk)
    assert [s.message for s in store.path(copy)] == [s.message for s in path]
