"""What a page costs: measured values, limits, and model ids as they come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import TariffError
from snapglyph.pricing import tariff, text_tokens

OPUS = tariff("claude-opus-5-5")


@pytest.mark.parametrize(
    ("width", "height", "tokens"),
    [  # published measurements of 5.5, its 77 tokens of overhead taken off
        (256, 256, 100),
        (512, 512, 361),
        (768, 768, 784),
        (1024, 1024, 1369),
        (1280, 720, 1196),
        (1920, 1080, 2691),
        (1080, 1920, 2691),
        (1568, 1568, 3136),
        (1932, 1932, 4761),
    ],
)
def test_the_measured_values_to_the_unit(width: int, height: int, tokens: int) -> None:
    assert OPUS.tokens(width, height) == tokens
    assert OPUS.sees(width, height) == (width, height)


@pytest.mark.parametrize("size", [(1933, 1960), (2577, 100), (2576, 1456 + 28), (4032, 3024), (8000, 1)])
def test_larger_images_are_resampled_and_say_so(size: tuple[int, int]) -> None:
    seen = OPUS.sees(*size)
    assert seen != size
    assert max(seen) <= 2576
    assert OPUS.tokens(*size) == OPUS.tokens(*seen) <= 4784


@given(st.integers(1, 4000), st.integers(1, 4000))
def test_seeing_never_enlarges_and_is_stable(width: int, height: int) -> None:
    seen = OPUS.sees(width, height)
    assert seen[0] <= width
    assert seen[1] <= height
    assert OPUS.sees(*seen) == seen


@pytest.mark.parametrize(
    "model",
    [
        "claude-opus-4-7",
        "claude-opus-4.8",
        "Claude-Opus-5",
        "claude-opus-5-20260401",
        "anthropic/claude-sonnet-5.5",
        "us.anthropic.claude-opus-4-8-v1:0",
        "claude-opus-5@20260401",
        "claude-fable-5-2",
        "claude-mythos-5",
        "claude-opus-5[1m]",
    ],
)
def test_known_ids_in_every_spelling(model: str) -> None:
    assert tariff(model).tokens(1932, 1932) == 4761
    assert tariff(model).note == ""


def test_a_newer_version_takes_the_newest_row_and_says_so() -> None:
    assert "priced as claude-opus-5.5" in tariff("claude-opus-7").note


@pytest.mark.parametrize("model", ["claude-opus-4-3", "gpt-3", "", "opus", "claude-opus-45-7x", "gemma-4"])
def test_other_models_are_refused_with_the_ids_that_are_known(model: str) -> None:
    with pytest.raises(TariffError, match=r"known are claude-opus-5\.5, claude-sonnet-5\.5"):
        tariff(model)


def test_an_image_without_area_is_refused() -> None:
    with pytest.raises(TariffError, match="0x5 pixels"):
        OPUS.tokens(0, 5)


@given(st.text(), st.text())
def test_estimates_are_ordered_and_grow(a: str, b: str) -> None:
    one, both = text_tokens(a), text_tokens(a + b)
    assert 0 <= one.low <= one.likely <= one.high
    assert one.low <= both.low
    assert (one.low > 0) == bool(a)


def test_a_run_of_blanks_is_cheap_and_base64_is_not_free() -> None:
    assert text_tokens(" " * 10_000).high < 10
    assert text_tokens("iVBORw0KGgo" * 1000).low > 3000


@pytest.mark.parametrize(
    ("text", "tokens"),
    [  # counts by ctok 1.3.0, a reconstruction of Claude's tokenizer from 4.8 on
        ("=" * 20_000, 1256),
        ("─" * 20_000, 5006),
        ("\n" * 20_000, 631),
        ("." * 20_000, 1256),
        ("\t" * 20_000, 1256),
        (("-" * 70 + "\n") * 300, 3905),
        ("a" * 20_000, 20_006),
        ("The dog ran to the park and then it went home to eat its food. " * 200, 3807),
        ("Le chien est allé dans le parc et puis il est rentré à la maison. " * 200, 5007),
        ("Собака пошла в парк и потом вернулась домой поесть. " * 200, 4407),
        ("今天天气很好,我们去公园散步。" * 500, 7506),
        ("        return x\n" * 500, 2005),
    ],
)
def test_the_low_edge_is_low_for_every_kind_of_text(text: str, tokens: int) -> None:
    """A low edge that is not lets pages replace text that is cheaper than they are."""
    assert text_tokens(text).low <= tokens
