"""The estimate brackets the truth for every family, and corrections and exact counters say what they did."""

import re
from fractions import Fraction
from math import ceil, floor
from operator import mul

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from snapglyph import TariffError
from snapglyph.pricing import Calibrated, Estimate, Exact, TextTokens, calibrate, counter, family_of, text_tokens
from snapglyph.pricing.tokens import FAMILIES, HIGH, LOW, PIECES, count_pieces

PROSE = "The dog ran to the park and then it went home to eat its food. " * 60
CODE = "    def tide(self, hours, *, datum=0.62):\n        return {h: h * 1.25 for h in hours}\n" * 40
COUNTED = {  # by splintr-rs 0.22.0, and for Claude by ctok 1.3.0 (2026-12-01)
    ("o200k", "prose"): 961,
    ("o200k", "code"): 1200,
    ("claude-4.7", "prose"): 1147,
    ("claude-4.7", "code"): 1565,
    ("claude-3", "prose"): 968,
    ("claude-3", "code"): 1406,
    ("gemma", "prose"): 961,
    ("gemma", "code"): 1400,
    ("qwen", "prose"): 961,
    ("qwen", "code"): 1280,
}


@pytest.mark.parametrize(("family", "kind"), COUNTED)
def test_the_edges_bracket_what_tokenizers_count(family: str, kind: str) -> None:
    found = text_tokens(PROSE if kind == "prose" else CODE, family)
    assert found.low <= COUNTED[family, kind] <= found.high


@pytest.mark.parametrize("family", FAMILIES)
@given(st.text(), st.text())
def test_estimates_are_ordered_and_a_longer_text_has_no_lower_low_edge(family: str, a: str, b: str) -> None:
    one = text_tokens(a, family)
    assert 0 <= one.low <= one.likely <= one.high
    assert (one.low > 0) == bool(a)
    assert text_tokens(a + "\n" + b, family).high >= one.low


def test_each_family_weighs_every_piece() -> None:
    assert {len(weights) for weights in FAMILIES.values()} == {len(PIECES)}
    assert all(min(weights) >= 0 for weights in FAMILIES.values())


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("claude-opus-4-6", "claude-3"),
        ("claude-sonnet-4-20250514", "claude-3"),
        ("claude-3-5-sonnet-latest", "claude-3"),
        ("anthropic.claude-opus-4-6-v1:0", "claude-3"),
        ("claude-opus-4-7", "claude-4.7"),
        ("us.anthropic.claude-opus-4-8", "claude-4.7"),
        ("claude-opus-4-10", "claude-4.7"),
        ("claude-fable-5-2", "claude-4.7"),
        ("gpt-5.4", "o200k"),
        ("o4-mini", "o200k"),
        ("google/gemini-4-argon", "gemma"),
        ("qwen3.7-plus", "qwen"),
        ("kimi-k3", "kimi"),
        ("nobody-knows-1", "o200k"),
    ],
)
def test_a_model_counts_by_its_familys_tokenizer(model: str, family: str) -> None:
    assert family_of(model) == family


# --- counters ---------------------------------------------------------------------------------------------


def test_calibrating_takes_the_median_so_one_odd_request_bends_nothing() -> None:
    corrected = calibrate(Estimate("o200k"), [(100, 120), (200, 240), (50, 5000)])
    assert isinstance(corrected, Calibrated)
    assert corrected.factor == 1.2
    plain = Estimate("o200k").count(CODE)
    assert corrected.count(CODE) == plain.times(1.2)
    assert plain.times(1.0) == plain


@pytest.mark.parametrize("usage", [[], [(0, 5)], [(5, 0)], [(5, -1)]])
def test_calibrating_from_nothing_is_refused(usage: list[tuple[int, int]]) -> None:
    with pytest.raises(TariffError, match="at least one pair"):
        calibrate(Estimate("o200k"), usage)


def test_without_an_extra_the_estimate_stands_in_and_an_exact_count_is_refused() -> None:
    assert counter("gpt-5.4", exact=False) == Estimate("o200k")
    for model, extra in (("gpt-5.4", "tokens"), ("claude-opus-5-5", "claude")):
        module = {"tokens": "splintr", "claude": "ctok"}[extra]
        try:
            __import__(module)
        except ImportError:
            assert isinstance(counter(model), Estimate)
            with pytest.raises(TariffError, match=rf"pip install 'snapglyph\[{extra}\]'"):
                counter(model, exact=True)
        else:
            assert isinstance(counter(model), Exact)


def test_an_exact_counter_counts_a_text_once() -> None:
    pytest.importorskip("splintr")
    exact = Exact("o200k")
    calls: list[str] = []
    inner = exact._count
    exact._count = lambda text: (calls.append(text), inner(text))[1]  # type: ignore[func-returns-value]
    first = exact.count(PROSE)
    assert exact.count(PROSE) == first == TextTokens(961, 961, 961)
    assert len(calls) == 1
    assert exact.count("<|endoftext|>").likely > 1  # a special token's name in a text is text
    assert exact.count("\ud800").likely > 0


def counted_plainly(text: str) -> tuple[list[int], list[int]]:
    """What csrc/pieces.c counts, by regular expressions."""
    found = [(match.start(), match[0]) for match in re.finditer("[A-Z]+[a-z]*|[a-z]+", text)]
    plain = sum(at > 0 and word[0].islower() and text[at - 1] in " \t" for at, word in found)
    marks = r"[\0-\x08\x0b\x0c\x0e-\x1f!-/:-@[-`{-\x7f]"
    scripts = ["[\x80-\u024f]", "[\u0250-\u1fff]", "[\u2e80-\ufaff]", "[\u2000-\u2e7f\ufb00-\U0010ffff]"]
    counts = [
        len(found) - plain,
        plain,
        sum(max(len(word) - 6, 0) for _, word in found),
        sum(-(-len(run) // 3) for run in re.findall("[0-9]+", text)),
        len(re.findall(marks, text)),
        len(re.findall(f"{marks}+", text)),
        len(re.findall("[\r\n]+", text)),
        len(re.findall("[ \t]{2,}", text)),
        len(re.findall("(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])", text)),
        *(len(re.findall(script, text)) for script in scripts),
    ]
    third = "".join(c for i, c in enumerate(text) if i > 1 and text[i - 2] == text[i - 1] == c)
    sets = {2: "[A-Za-z]", 3: "[0-9]", 4: marks, **dict(zip(range(9, 13), scripts, strict=True))}
    return counts, [len(re.findall(sets[i], third)) if i in sets else 0 for i in range(len(PIECES))]


CHARACTERS = st.one_of(
    st.sampled_from("aAbZ019 \t\n\r.-=\0\x7f\xa0\u00e9\u024f\u0416\u2028\u4e00\ufaff\U0001f600\ud800"),
    st.characters(),
)
SAMPLE = st.lists(st.tuples(CHARACTERS, st.sampled_from([1, 1, 1, 2, 3, 7])), max_size=40).map(
    lambda runs: "".join(character * length for character, length in runs)
)


@example("-", 700)  # more of one piece than a byte of the C core holds
@given(SAMPLE, st.integers(1, 12))
def test_pieces_are_counted_as_they_are_described(text: str, times: int) -> None:
    text *= times
    assert count_pieces(text) == counted_plainly(text)
    assert count_pieces(text + "\u4e00")[0][:11] == counted_plainly(text + "\u4e00")[0][:11]


@pytest.mark.parametrize("family", FAMILIES)
@given(SAMPLE)
def test_a_text_costs_what_its_pieces_weigh(family: str, text: str) -> None:
    counts, repeats = counted_plainly(text)
    weights = [Fraction(str(weight)) for weight in FAMILIES[family]]
    likely = sum(map(mul, weights, counts), Fraction())
    free = sum(
        (w * n / (3 if piece == "digits" else 1) for w, n, piece in zip(weights, repeats, PIECES, strict=True)),
        Fraction(),
    )
    edges = floor(max(likely - free, 0) * Fraction(str(LOW))), ceil(likely), ceil(likely * Fraction(str(HIGH)))
    assert text_tokens(text, family) == TextTokens(*(max(edge, 1) if text else 0 for edge in edges))
