"""From a place on a page back to the message and the character that stand there."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import PageFormat, decode, render
from snapglyph.history import Secret, find_secrets, load, serialise, serialise_mapped, view

TEXTS = st.lists(
    st.characters(codec="utf-8", exclude_categories=["Cs"])
    | st.sampled_from(["e\u0301", "\u1112\u1161\u11ab", "a\u0323\u0307", "\n", " ", "\x1b[31m", "\u0301", "ab"]),
    max_size=40,
).map("".join)


def spoken(*texts: str) -> list[dict[str, Any]]:
    return [{"role": ("user", "assistant")[i % 2], "content": text} for i, text in enumerate(texts)]


@given(st.lists(TEXTS, min_size=1, max_size=4))
def test_every_character_leads_to_where_it_came_from(texts: list[str]) -> None:
    messages = view(spoken(*texts), "anthropic")
    written = serialise_mapped(messages)
    found = written.map()
    drawn = "".join(
        unicodedata.normalize("NFC", written.source.text[a:b])
        for a, b in zip(
            [0, *(tag.offset for tag in written.source.tags)],
            [*(tag.offset for tag in written.source.tags), len(written.source.text)],
            strict=True,
        )
    )
    assert found.length == len(drawn)
    places = [found.origin(i) for i in range(len(drawn))]
    for character, origin in zip(drawn, places, strict=True):
        text = messages[origin.message - 1].parts[origin.part].text
        if origin.character == len(text):
            assert character == "\n"  # ours
        elif character.isascii():
            assert text[origin.character] == character
    keys = [(origin.message, origin.part, origin.character) for origin in places]
    assert keys == sorted(keys)


def test_pages_lead_to_their_messages() -> None:
    """A place on a page is the page's span and what the page says."""
    texts = [f"message {i} " + "words and e\u0301 " * 60 for i in range(12)]
    written = serialise_mapped(view(spoken(*texts), "anthropic"))
    found = written.map()
    pages = render(written.source, format=PageFormat(width=500, height=300, face="5x8"))
    assert len(pages) > 2
    drawn = decode(pages).text
    for page in pages:
        start, end = page.span
        numbers = found.messages(start, end)
        assert numbers == sorted(numbers)
        assert numbers[0] == found.origin(start).message
        assert numbers[-1] == found.origin(end - 1).message
    at = drawn.index("message 7")
    assert found.origin(at + 8).message == 8
    assert texts[7][found.origin(at + 8).character] == "7"


def test_what_is_named_leads_to_what_it_names() -> None:
    text = "see data:image/png;base64,AAAABBBBCCCC= here"
    written = serialise_mapped(view(spoken(text), "anthropic"))
    found = written.map()
    drawn = written.source.text
    inside = found.origin(drawn.index("data URL"))
    assert text[inside.character :].startswith("data:image")
    assert found.origin(drawn.index("here")).character == text.index("here")


def test_positions_outside_are_refused() -> None:
    found = serialise_mapped(view(spoken("x"), "anthropic")).map()
    assert found.messages(0, 0) == []
    for position in (-1, 2):
        with pytest.raises(IndexError, match="outside the source"):
            found.origin(position)


def test_secrets_are_named_before_anything_is_laid_out() -> None:
    """can1357/oh-my-pi PR 10536: redaction ran after rendering, and secrets were drawn in clear."""
    key = "sk-ant-api03-" + "a1B2c3D4e5" * 4
    call = {"type": "tool_use", "id": "a", "name": "sh", "input": {"command": f"export KEY={key}"}}
    written = serialise_mapped(view([{"role": "assistant", "content": [call]}], "anthropic"), secrets=find_secrets)
    assert key not in written.source.text
    assert f"[anthropic-key, {len(key)} characters]" in written.source.text
    assert written.named.secrets == 1


def test_a_hook_of_the_callers_own() -> None:
    def hide_first(text: str) -> list[Secret]:
        return [Secret(0, 1, "first")]

    written = serialise_mapped(view(spoken("abc"), "anthropic"), secrets=hide_first)
    assert written.source.text == "[first, 1 characters]bc\n"


def test_real_transcripts_lead_back(transcripts: Any) -> None:
    found = load(transcripts / "pi-v1-before-compaction.jsonl")
    messages = view(found.messages, found.dialect)
    written = serialise_mapped(messages)
    assert written.source == serialise(messages)[0]
    assert sum(piece.length for piece in written.slices) == len(written.source.text)
    for piece in written.slices[::50]:
        text = messages[piece.message - 1].parts[piece.part].text
        if piece.verbatim:
            drawn = written.source.text[piece.start : piece.start + piece.length]
            assert drawn == text[piece.character : piece.character + piece.origin_length]
