"""Normalising in pieces gives what normalising the whole gives."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from snapglyph.engine.source import SAFE_START, events

from .strategies import any_character


def test_no_composition_joins_a_safe_start_to_what_stands_before() -> None:
    seconds = {chr(code) for code in [*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)]}  # Hangul, by algorithm
    for code in range(0x110000):
        pair = unicodedata.decomposition(chr(code)).split()
        if len(pair) == 2 and not pair[0].startswith("<"):
            seconds.add(chr(int(pair[1], 16)))
    safe = {chr(code) for code in range(0x110000) if SAFE_START.match(chr(code))}
    assert safe.isdisjoint(seconds)
    assert all(unicodedata.combining(character) == 0 for character in safe)


@given(
    st.lists(
        st.text(
            st.one_of(any_character, st.sampled_from("aeou\u0301\u0308\u0323\u1100\u1161\u11a8\u09c7\u09be가")),
            max_size=12,
        ),
        max_size=8,
    )
)
def test_chunks_normalise_as_their_whole(chunks: list[str]) -> None:
    pieces = list(events(iter(chunks)))
    assert all(isinstance(piece, str) for piece in pieces)
    assert "".join(map(str, pieces)) == unicodedata.normalize("NFC", "".join(chunks))


@given(st.text("a\u0301\u0316\u0308\u0f71\u0f72\u0f73\u0344\u05b0\u05c1\u3099\u1161", min_size=64, max_size=200))
def test_long_runs_of_marks_normalise_as_unicodedata_does(text: str) -> None:
    assert "".join(map(str, events(text))) == unicodedata.normalize("NFC", text)


def test_a_hostile_run_of_marks_does_not_take_the_square_of_its_length() -> None:
    """A quarter of an hour by CPython's own insertion sort."""
    marks = 1_000_000
    (piece,) = events("a" + "\u0301\u0316" * marks)
    assert piece == "\u00e1" + "\u0316" * marks + "\u0301" * (marks - 1)
