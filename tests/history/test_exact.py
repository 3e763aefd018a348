"""Exact strings: found, listed by risk within a budget, or the text is too dense to be drawn."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph.engine.words import telling_words
from snapglyph.history import exact_list, exact_strings, load, serialise, view
from snapglyph.history.exact import _EXACT, BUDGET, KINDS, RECALL, _strings_in, choose, list_tokens


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("id 019fbcca-9fd4-7d20-83dc-0762b2f839b3.", "019fbcca-9fd4-7d20-83dc-0762b2f839b3", "uuid"),
        ("commit 3fa9c1e done", "3fa9c1e", "hash"),
        ("at 0x7ffee4b2", "0x7ffee4b2", "hash"),
        ("order ORD-48213, please", "ORD-48213", "id"),
        ('"toolu_012yuiPP1VAfh196GXaAmT8D"', "toolu_012yuiPP1VAfh196GXaAmT8D", "id"),
        ("user omar_davis_3817;", "omar_davis_3817", "id"),
        ("the shortest: deadbe7", "deadbe7", "hash"),
        ("the shortest: ab-123", "ab-123", "id"),
        ("the shortest: tidewatch_42", "tidewatch_42", "id"),
        ("took 48213 ms", "48213", "number"),
        ("paid 1,234,567 once", "1,234,567", "number"),
        ("to omar.davis7857@example.com.", "omar.davis7857@example.com", "email"),
        ("see https://example.org/a/b?c=1#d).", "https://example.org/a/b?c=1#d", "url"),
        ("open src/history/exact.py:12", "src/history/exact.py", "path"),
        ("in ~/notes/a.md and", "~/notes/a.md", "path"),
        ("/etc/hosts.", "/etc/hosts", "path"),
        ("(../up/one)", "../up/one", "path"),
    ],
)
def test_kinds(text: str, value: str, kind: str) -> None:
    """teamchong/pxpipe 55, 78: mail ids, amounts and whole classes of ids were missing."""
    assert [(exact.value, exact.kind) for exact in exact_strings(text)] == [(value, kind)]


@pytest.mark.parametrize("text", ["and/or", "utf8 v2 x1", "1/2 of 2024/05/15", "plain words", "a.b c-d", "3.14"])
def test_what_a_reader_mends_is_not_listed(text: str) -> None:
    assert exact_strings(text) == []


def test_the_riskiest_come_first_and_repeats_are_counted() -> None:
    found = exact_strings("src/a.py 3fa9c1e src/a.py 77777")
    assert [(exact.value, exact.count) for exact in found] == [("3fa9c1e", 1), ("77777", 1), ("src/a.py", 2)]


def test_the_list_stays_within_its_budget_and_says_what_it_left() -> None:
    dense = " ".join(f"{i:08x}f{i:06d}" for i in range(400))
    found = exact_list(dense)
    assert found.dense
    assert found.tokens <= BUDGET * found.of_tokens
    assert 0 < len(found.listed) < 400
    roomy = exact_list(dense + " and many words of prose" * 6000)
    assert not roomy.dense
    assert roomy.recall == 1.0


def test_what_stays_as_text_need_not_be_listed() -> None:
    found = exact_list("commit 3fa9c1e " + "words " * 50, kept="as 3fa9c1e says")
    assert [exact.value for exact in found.kept] == ["3fa9c1e"]
    assert (found.listed, found.text, found.recall) == ((), "", 1.0)


def test_paths_of_one_folder_share_its_name() -> None:
    text = "src/core/a.py src/core/b.py lib/c.py " + "words " * 400
    assert exact_list(text).text == "path: src/core/{a.py,b.py} lib/c.py\n"


@given(st.text(max_size=200), st.floats(0, 1))
def test_no_text_breaks_the_budget(text: str, budget: float) -> None:
    found = exact_list(text, budget=budget)
    assert found.tokens <= found.of_tokens * budget
    assert {*found.listed, *found.left} == {*exact_strings(text)}
    assert all(exact.value in text for exact in found.listed)


MARKS = [*"_-.,/@|(", "//", "~/", '"', "é", "ı", "ſ", "٣", "中", "\ud800"]
WORDS = [
    "a",
    "f",
    "g",
    "B",
    "0x",
    "7",
    "42",
    "12345",
    ",234",
    "1,234",
    "3fa9c1e",
    "deadbeef",
    "src/",
    "a.py",
    "x.org",
]
BLANKS = [" ", " ", " ", "\n", "\x1c", "\xa0", "\u3000"]
URL, UUID = "https://", "019fbcca-9fd4-7d20-83dc-0762b2f839b3"
TEXTS = st.lists(st.sampled_from([*MARKS, *WORDS, *BLANKS, URL, UUID]), max_size=60).map("".join)


def found_plainly(text: str) -> list[tuple[str, str, int]]:
    """What `exact_strings` finds, by a look at every word."""
    found = [
        string
        for word in text.split()
        for match in _EXACT.finditer(word)
        for string in _strings_in(match[0], match.lastgroup or "")
    ]
    return [(*string, found.count(string)) for kind in KINDS for string in dict.fromkeys(found) if string[1] == kind]


@given(TEXTS)
def test_no_word_is_passed_over_that_holds_an_exact_string(text: str) -> None:
    expected = found_plainly(text)
    for _ in range(2):  # found, then remembered
        assert [(exact.value, exact.kind, exact.count) for exact in exact_strings(text)] == expected
    assert set(telling_words(text)) <= {*text.split()}


def test_words_end_where_python_ends_them() -> None:
    everything = "".join(f"{chr(code)}7777777" for code in range(0x110000))
    assert telling_words(everything) == everything.split()


@given(TEXTS, st.sampled_from([0, 0.05, BUDGET, 0.5, 1]))
def test_the_longest_list_is_chosen_that_is_within_its_budget(text: str, budget: float) -> None:
    strings = exact_strings(text)
    fits = [list_tokens(strings[:most]) <= 40 * budget for most in range(len(strings) + 1)]
    assert fits == sorted(fits, reverse=True)
    chosen = choose(strings, 40, budget=budget)
    assert [*chosen.listed, *chosen.left] == strings
    assert len(chosen.listed) == fits.count(True) - 1
    assert chosen.tokens == list_tokens(chosen.listed)


INDEPENDENT = {
    "uuid": r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b",
    "hash": r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b",
    "number": r"(?<![\w.])\d{5,}(?![\w.])",
    "url": r"https?://[\w./?=&%#:~-]*[\w/]",
    "path": r"(?<![\w/.])(?:/[\w.-]*\w){2,}",
    "email": r"[\w.+-]+@[\w-]+\.[\w.]*\w",
}
"""Written without a look at the module's own patterns."""


def test_recall_and_cost_on_real_transcripts(transcripts: Any) -> None:
    """At least 99 % of them within 12 % of the text's tokens, or the text is refused."""
    for path in sorted(transcripts.glob("*.*")):
        if path.suffix == ".md":
            continue
        run = 0 if path.name.startswith(("openai-chat", "sharegpt")) else None
        found = load(path, run=run)
        text = serialise(view(found.messages, found.dialect))[0].text
        chosen = exact_list(text)
        assert chosen.tokens <= BUDGET * chosen.of_tokens
        if chosen.dense:
            # The pi session goes on from its second compaction, and what is left is mostly listings of files.
            assert len(text) < 2000 or path.name.startswith("pi-v1"), "only a text of a few lines is too dense"
            continue
        listed = "\n".join(exact.value for exact in chosen.listed)
        wanted = {match for pattern in INDEPENDENT.values() for match in re.findall(pattern, text)}
        missed = [value for value in wanted if value not in listed]
        assert len(missed) <= (1 - RECALL) * len(wanted)
