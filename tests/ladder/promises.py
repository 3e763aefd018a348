"""What holds of every snapshot, and of every history that grows: checks that several tests share."""

import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from snapglyph import Snapshot, decode, snapshot
from snapglyph.history import (
    Message,
    exact_strings,
    find_secrets,
    sent_texts,
    serialise_mapped,
    validate,
    view,
    worsened,
)
from snapglyph.history.exact import BUDGET, RECALL
from snapglyph.ladder.guide import record_in
from snapglyph.pricing import text_tokens

__all__ = ["blocks", "check", "replay", "sealed"]


def blocks(messages: list[Any]) -> list[str]:
    """Every message, block by block, as it goes over the wire; cache marks may move, so they are left out."""
    found: list[str] = []
    for message in messages:
        key = "parts" if "parts" in message else "content"
        content = message.get(key)
        if not isinstance(content, list):
            found.append(json.dumps(message, default=str))
            continue
        found.append(json.dumps({k: v for k, v in message.items() if k != key}, default=str))
        for block in content:
            plain = {k: v for k, v in block.items() if k != "cache_control"} if isinstance(block, dict) else block
            if not (isinstance(block, dict) and "cachePoint" in block):
                found.append(json.dumps(plain, default=str))
    return found


def sealed(messages: list[Any], dialect: str) -> list[str]:
    """All that stands before the end of the last page."""
    records = [i for i, message in enumerate(view(messages, dialect)) if record_in(message)]
    if not records:
        return []
    found = blocks(messages[: records[-1] + 1])
    last_page = max(i for i, block in enumerate(found) if "iVBORw0KGgo" in block or "PNG" in block[:200])
    return found[: last_page + 1]


def check(messages: list[Any], snap: Snapshot, dialect: str) -> None:
    """What holds of every snapshot of a full history."""
    if snap.report.reason:
        assert all(a is b for a, b in zip(snap.messages, messages, strict=True))
        return
    known = {id(message) for message in messages}
    kept = [message for message in snap.messages if id(message) in known]
    assert not worsened(validate(messages, dialect), validate(snap.messages, dialect))
    before, after = snap.report.before, snap.report.after
    assert (after.low, after.likely, after.high) < (before.low, before.likely, before.high)
    assert after.high < before.high

    views = view(messages, dialect)
    on_pages = set()
    for batch in snap._batches:
        on_pages |= {message.number for member in batch.members for message in member.messages}
    stays = {id(message) for message in kept}
    for message in views:
        assert (message.number in on_pages) or id(message.raw) in stays, f"message {message.number} is lost"
    head, tail = snap.archive["head"], len(messages) - snap.archive["batches"][-1]["last"]
    assert all(a is b for a, b in zip(snap.messages[:head], messages[:head], strict=True))
    assert all(a is b for a, b in zip(snap.messages[-tail:], messages[-tail:], strict=True))

    read = decode(snap.pages)
    assert read.text == snap.source.text
    assert [tag.label for tag in read.tags] == [tag.label for tag in snap.source.tags]
    shown = "".join(snapshot_source(member.messages) for batch in snap._batches for member in batch.members)
    assert unicodedata.normalize("NFC", shown) == snap.source.text
    assert "".join(snap.recall(f"page {page.number}")[0].text for page in snap.pages) == snap.source.text

    texts = "\n".join(sent_texts(view(snap.messages, dialect)))
    strings = exact_strings(snap.source.text)
    lost = [exact for exact in strings if exact.value not in texts and not _folded(exact.value, texts)]
    assert len(lost) <= (1 - RECALL) * len(strings), lost
    lists = 0
    for message in snap.messages:
        for block in blocks([message])[1:]:
            text = json.loads(block).get("text", "") if block.startswith("{") else ""
            _, mark, listed = text.partition("copy them from here, not from a page:\n")
            if mark and text.startswith("[Messages "):
                lists += text_tokens(listed).likely
    assert lists <= BUDGET * text_tokens(snap.source.text).likely


def snapshot_source(drawn: Sequence[Message]) -> str:
    """What the pages must say: every message that is drawn, whole, with secrets named."""
    return serialise_mapped(drawn, secrets=find_secrets).source.text


def _folded(value: str, texts: str) -> bool:
    """Paths of one folder are listed as folder/{a,b}."""
    folder, slash, name = value.rpartition("/")
    return bool(slash) and (f"{folder}/{{" in texts) and name in texts


def replay(messages: list[Any], dialect: str, ends: Iterable[int], **options: Any) -> Iterator[int]:
    """Grows a history, calling with the whole of it and with the last result; gives how many pages there were."""
    previous: list[str] = []
    result: list[Any] = []
    archive: dict[str, Any] = {}
    start = 0
    for end in ends:
        whole = messages[:end]
        snap = snapshot(whole, dialect=dialect, **options)
        check(whole, snap, dialect)
        now = sealed(snap.messages, dialect)
        assert now[: len(previous)] == previous, f"what was sealed has changed at message {end}"
        previous = now
        grown = snapshot([*result, *messages[start:end]], dialect=dialect, archive=archive, **options)
        archive, result, start = json.loads(json.dumps(grown.archive)), grown.messages, end
        if not validate(whole, dialect):  # what is broken may be on a page, where a later call does not see it
            assert blocks(result) == blocks(snap.messages)
        yield len(snap.pages)
