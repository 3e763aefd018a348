"""Every family of image billing: measured values, worked examples, ids, limits, and what must hold of all of them."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph import TariffError
from snapglyph.pricing import Tariff, tariff
from snapglyph.pricing.tariff_table import LINES

MEASURED = Path(__file__).parents[1] / "data" / "measured_image_tokens.csv"
COLUMNS = {  # column: model, detail, tokens around the image, tokens of the note about the client's own resize
    "claude55": ("claude-opus-5-5", None, 77, 40),
    "claude45": ("claude-haiku-4-5", None, 65, 32),
    "gemini": ("gemini-3.1-pro-preview", None, 1, 0),
    "gpt6_auto": ("gpt-6-astra", "auto", 0, 0),
    "gpt6_high": ("gpt-6-astra", "high", 0, 0),
    "gpt55_auto": ("gpt-5.5", "auto", 0, 0),
}


def rows() -> list[dict[str, str]]:
    lines = [line for line in MEASURED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['width']}x{row['height']}")
def test_all_sixty_measured_values_to_the_unit(column: str, row: dict[str, str]) -> None:
    model, detail, overhead, note = COLUMNS[column]
    width, height = int(row["width"]), int(row["height"])
    if note and max(width, height) > 2000:  # the measuring client shrank it first, and told the model so
        longest = max(width, height)
        width, height, overhead = round(width * 2000 / longest), round(height * 2000 / longest), overhead + note
    assert tariff(model).tokens(width, height, detail) + overhead == int(row[column])


PAGES = [(1024, 1024), (1536, 768), (1568, 1568), (1932, 1932), (2576, 1456)]
WORKED = {  # published formulas, worked out by another program
    ("claude-opus-4-6", None): [1369, 1540, 1521, 1521, 1560],
    ("claude-opus-5-5", None): [1369, 1540, 3136, 4761, 4784],
    ("gpt-4o", "high"): [765, 1105, 765, 765, 1105],
    ("gpt-5", "high"): [630, 910, 630, 630, 910],
    ("gpt-5.4-mini", "high"): [1659, 1867, 2465, 2465, 2443],
    ("gpt-5.4", "high"): [1229, 1383, 2882, 2882, 2931],
    ("gpt-6.1-sol", "original"): [1229, 1383, 2882, 4466, 4472],
    ("gemini-4-argon", "high"): [1089, 1081, 1089, 1089, 1100],
    ("gemini-2.5-flash", None): [1032, 1548, 2322, 2322, 2064],
    ("qwen2.5-vl-72b-instruct", None): [1369, 1485, 3136, 4761, 4784],
    ("qwen3-vl-plus", None): [1024, 1152, 2401, 3600, 3680],
}


@pytest.mark.parametrize(("model", "detail"), WORKED)
def test_every_worked_example(model: str, detail: str | None) -> None:
    assert [tariff(model).tokens(*page, detail) for page in PAGES] == WORKED[model, detail]


@pytest.mark.parametrize(
    ("model", "detail", "sent", "seen"),
    [
        ("claude-haiku-4-5", None, (1568, 1568), (1092, 1092)),
        ("claude-haiku-4-5", None, (2576, 1456), (1456, 823)),
        ("gpt-4o", None, (1024, 1024), (768, 768)),
        ("gpt-5", None, (1536, 768), (1536, 768)),
        ("gpt-5.4-nano", None, (1932, 1932), (1248, 1248)),
        ("gpt-5.4", "high", (2576, 1456), (2095, 1184)),
        ("gemini-3.5-flash", None, (1680, 1536), (1680, 1536)),
        ("gemini-2.5-pro", None, (2304, 1536), (2304, 1536)),
        ("pixtral-large-latest", None, (2048, 1024), (1024, 512)),
    ],
)
def test_what_reaches_the_model(model: str, detail: str | None, sent: tuple[int, int], seen: tuple[int, int]) -> None:
    assert tariff(model).sees(*sent, detail) == seen


@pytest.mark.parametrize(
    ("model", "detail", "page", "tokens"),
    [
        ("claude-haiku-4-5", None, (1372, 896), 1568),
        ("claude-fable-5-2", None, (1932, 1932), 4761),
        ("gpt-6-luna", "high", (1600, 1600), 3000),
        ("gpt-5.3-codex", None, (1536, 1024), 1536),
        ("gpt-5.1", None, (2048, 768), 1190),
        ("gemini-3.8-flash", "high", (1680, 1536), 1120),
        ("gemini-3.8-flash", "medium", (1344, 960), 560),
        ("gemini-3.8-flash", "low", (960, 672), 280),
        ("gemini-3.8-flash", "ultra", (2688, 1920), 2240),
        ("gemini-2.0-flash", None, (2304, 1536), 1548),
        ("kimi-k3", None, (1792, 1792), 4096),
        ("mistral-medium-3.1", None, (1540, 1540), 3080),
        ("pixtral-12b", None, (1024, 1024), 4160),
    ],
)
def test_the_best_page(model: str, detail: str | None, page: tuple[int, int], tokens: int) -> None:
    assert tariff(model).best_page(detail) == page
    assert tariff(model).tokens(*page, detail) == tokens


ALL: list[tuple[Tariff, str]] = [
    (row, detail) for line in LINES for row in line.versions().values() for detail, _ in row.details
]
SIDES = st.integers(1, 7000)


@pytest.mark.parametrize(("row", "detail"), ALL, ids=lambda value: getattr(value, "line", value))
def test_the_best_page_is_never_resampled(row: Tariff, detail: str) -> None:
    page = row.best_page(detail or None)
    assert row.sees(*page, detail or None) == page
    assert max(page) < row.many_images_edge


@given(st.sampled_from(ALL), SIDES, SIDES)
def test_what_a_model_sees_is_no_larger_unless_its_provider_enlarges(
    entry: tuple[Tariff, str], width: int, height: int
) -> None:
    row, detail = entry
    enlarges = row.line.startswith(("Gemini", "Qwen", "GLM"))
    seen = row.sees(width, height, detail or None)
    assert min(seen) >= 1
    assert enlarges or (seen[0] <= width and seen[1] <= height)


@given(
    st.sampled_from(["claude-opus-5-5", "claude-haiku-4-5", "gpt-6-sol", "gpt-5", "kimi-k3", "qwen3-vl"]),
    SIDES,
    SIDES,
    st.integers(1, 500),
)
def test_tokens_never_fall_when_a_side_grows_and_nothing_is_resampled(
    model: str, width: int, height: int, more: int
) -> None:
    row = tariff(model)
    for size in ((width + more, height), (width, height + more)):
        if row.sees(*size) == size and row.sees(width, height) == (width, height):
            assert row.tokens(*size) >= row.tokens(width, height)


@pytest.mark.parametrize("model", ["grok-4.7", "xai/grok-4", "amazon.nova-pro-v1:0", "deepseek-flash", "minimax-m3"])
def test_models_that_lose_a_page_are_refused_with_the_reason(model: str) -> None:
    with pytest.raises(TariffError, match=f"no page should be sent to '{model}': "):
        tariff(model)


@pytest.mark.parametrize(
    ("model", "line", "gateway", "images"),
    [
        ("eu.anthropic.claude-sonnet-4-5-20250929-v1:0", "Claude standard", "Bedrock", 20),
        ("bedrock/anthropic.claude-opus-4-8-v1:0", "Claude high resolution", "Bedrock", 20),
        ("claude-opus-4-8@20260401", "Claude high resolution", "Vertex", 100),
        ("vertex_ai/gemini-2.5-pro", "Gemini 2", "Vertex", 3000),
        ("openrouter/anthropic/claude-opus-5.5", "Claude high resolution", "OpenRouter", 100),
        ("google/gemini-3.1-pro-preview", "Gemini from 3 on", "OpenRouter", 3000),
        ("azure/gpt-5.1", "OpenAI tiles 70 + 140", "Azure", 500),
        ("gpt-4o-2024-08-06", "OpenAI tiles 85 + 170", "", 500),
        ("claude-3-5-sonnet-20241022", "Claude standard", "", 100),
    ],
)
def test_ids_behind_gateways_take_the_models_rule_and_the_gateways_limits(
    model: str, line: str, gateway: str, images: int
) -> None:
    row = tariff(model)
    assert (row.line, row.gateway, row.most_images, row.note) == (line, gateway, images, "")


def test_an_unknown_detail_and_a_refused_size_say_what_is_possible() -> None:
    with pytest.raises(TariffError, match="its levels are high, medium, low, ultra"):
        tariff("gemini-4-argon").tokens(10, 10, "original")
    with pytest.raises(TariffError, match="has no levels"):
        tariff("claude-opus-5").tokens(10, 10, "high")
    with pytest.raises(TariffError, match="8001x5 pixels is refused"):
        tariff("claude-opus-5").sees(8001, 5)
    with pytest.raises(TariffError, match="-3x5 pixels does not exist"):
        tariff("gpt-6").tokens(-3, 5)


def test_every_row_says_where_it_is_from() -> None:
    for row, _ in ALL:
        assert row.source
        assert row.date == "2026-12-01"
        assert row.evidence in {"measured", "sourced", "third-party", "memory"}
