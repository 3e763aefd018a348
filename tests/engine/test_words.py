"""Words are found wherever they stand, however many there are and whatever the text is made of."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import FormatError
from snapglyph.engine.words import CAPACITY, Finder

WORDS = ("abc", "abcd", "bca", "aaa", "b-a", "abc-abca")


@given(st.lists(st.sampled_from([*WORDS, *"abcd-é\u0161\u0164中\U0001f600\ud800"]), max_size=40).map("".join))
def test_every_place_of_every_word_is_found(text: str) -> None:
    places = {i: [match.start() for match in re.finditer(f"(?={word})", text)] for i, word in enumerate(WORDS)}
    assert Finder(WORDS).places(text) == {i: found for i, found in places.items() if found}


def test_more_places_are_found_than_are_asked_for_at_once() -> None:
    length = 3 * CAPACITY
    for beside in ("é", "中"):
        assert Finder(["b-a", "aaa"]).places("a" * length + beside) == {1: [*range(length - 2)]}


def test_a_code_that_is_a_letter_in_its_lowest_byte_is_no_letter() -> None:
    assert Finder(["abc"]).places("\u0161bc ab\u4e63 \U00010061bc") == {}
    assert Finder(["abcd"]).places("abc\u0164") == {}


@pytest.mark.parametrize("words", [["ab"], [""], ["abc", "a\0bc"], [f"{i:03}" for i in range(129)]])
def test_words_that_cannot_be_looked_for_are_refused(words: list[str]) -> None:
    with pytest.raises(FormatError):
        Finder(words).places("abc")
