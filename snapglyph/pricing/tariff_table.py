"""The table: which model is billed by which rule, and what its provider takes. Data only; read 2026-12-01.

Sources, where a row names one in short: "card" is the public data set image-token-cost (ten sizes, six columns);
"skills" is anthropics/skills, claude-api, model-migration.md; "calculator" is the repository
jamesmcroft/openai-image-token-calculator; "transformers" is huggingface/transformers 5.24, the image processor of
that model. The two many-images numbers of Claude: more than 20 images and a side of 2,000 px is refused
(Gitlawb/openclaude issue 520: exactly 2,000 too).
"""

from .rules import BudgetCells, FitCells, Flat, Grid, KimiCells, RoundedCells, Rule, ShortTiles, ThirdTiles
from .tariffs import Limits, Line, Tariff

__all__ = ["BLIND", "GATEWAYS", "LINES", "REFUSED"]

DATE = "2026-12-01"
_STILL = ("png", "jpeg", "webp")

# --- what a provider takes: images, bytes of one, bytes of a request, longest edge ------------------------

# 600 images with windows above 200k tokens; the smaller number holds for all.
_CLAUDE = Limits(100, 5_000_000, 32_000_000, 8000, many_images=20, many_images_edge=2000)
_OPENAI = Limits(500, request_bytes=50_000_000)
_GEMINI = Limits(3000, request_bytes=20_000_000, formats=(*_STILL, "heic", "heif"))
_MISTRAL = Limits(8, 10_000_000, longest_edge=10_000)
_QWEN = Limits(image_bytes=10_000_000)
_KIMI = Limits(request_bytes=100_000_000)
_OPEN = Limits(formats=_STILL)

_BEDROCK = Limits(20, 5_000_000, longest_edge=8000)  # 3.75 MB of file are 5 MB of base64
_PASSING = Limits()

GATEWAYS: tuple[tuple[str, str, Limits], ...] = (
    (r"^(?:bedrock/|arn:aws|(?:[a-z]{2,6}\.)?(?:anthropic|amazon|meta|mistral)\.)", "Bedrock", _BEDROCK),
    (r"^(?:vertex|google-vertex)|@\d", "Vertex", _PASSING),
    (r"^azure", "Azure", _PASSING),
    (r"^openrouter/|^[a-z-]+/", "OpenRouter", _PASSING),
)
"""Pattern of the whole id, name, limits; the first that matches. Without limits of its own: none are published."""

# --- rules by detail level, the one to send first ---------------------------------------------------------


def _patches(
    high: int, hundredths: int, original: int | None = None, advised: int | None = None
) -> tuple[tuple[str, Rule], ...]:
    levels: list[tuple[str, Rule]] = [("high", BudgetCells(32, high, hundredths))]
    if original:
        levels.insert(0, ("original", BudgetCells(32, original, hundredths, advised_cells=advised or original)))
    return (*levels, ("low", BudgetCells(32, 256, hundredths)))


def _tiles(base: int, tile: int) -> tuple[tuple[str, Rule], ...]:
    return (("high", ShortTiles(base, tile)), ("low", Flat(base, 512)))


def _only(rule: Rule) -> tuple[tuple[str, Rule], ...]:
    return (("", rule),)


def _row(line: str, details: tuple[tuple[str, Rule], ...], limits: Limits, evidence: str, source: str) -> Tariff:
    return Tariff(line, details, limits, source, DATE, evidence)


_GEMINI_LEVELS = (("high", 1120), ("medium", 560), ("low", 280), ("ultra", 2240))

CLAUDE_STANDARD = _row(
    "Claude standard", _only(FitCells(28, 1568, 1568)), _CLAUDE, "measured", "card, Haiku 4.5; vendor vision page"
)
CLAUDE_STANDARD_ASSUMED = _row(
    "Claude standard, assumed", _only(FitCells(28, 1568, 1568)), _CLAUDE, "memory", "tier not published"
)
CLAUDE_HIGH = _row(
    "Claude high resolution", _only(FitCells(28, 2576, 4784)), _CLAUDE, "measured", "card, 5.5; limits from skills"
)
GPT_4O = _row("OpenAI tiles 85 + 170", _tiles(85, 170), _OPENAI, "sourced", "calculator")
GPT_4O_MINI = _row("OpenAI tiles 2833 + 5667", _tiles(2833, 5667), _OPENAI, "memory", "former vendor page")
GPT_5 = _row("OpenAI tiles 70 + 140", _tiles(70, 140), _OPENAI, "sourced", "calculator")
O_TILES = _row("OpenAI tiles 75 + 150", _tiles(75, 150), _OPENAI, "sourced", "calculator")
COMPUTER_USE = _row("OpenAI tiles 65 + 129", _tiles(65, 129), _OPENAI, "memory", "former vendor page")
PATCH_162 = _row("OpenAI 1,536 patches x 1.62", _patches(1536, 162), _OPENAI, "sourced", "calculator")
PATCH_246 = _row("OpenAI 1,536 patches x 2.46", _patches(1536, 246), _OPENAI, "sourced", "calculator")
PATCH_172 = _row("OpenAI 1,536 patches x 1.72", _patches(1536, 172), _OPENAI, "sourced", "calculator")
PATCH_162_M = _row("OpenAI 1,536 patches x 1.62", _patches(1536, 162), _OPENAI, "memory", "former vendor page")
PATCH_246_M = _row("OpenAI 1,536 patches x 2.46", _patches(1536, 246), _OPENAI, "memory", "former vendor page")
PATCH_100 = _row("OpenAI 1,536 patches", _patches(1536, 100), _OPENAI, "third-party", "third-party tables")
GPT_54 = _row(
    "OpenAI 2,500 patches x 1.2", _patches(2500, 120), _OPENAI, "third-party", "1.2 assumed from GPT-6; card"
)
GPT_55 = _row(
    "OpenAI 10,000 patches x 1.2", _patches(2500, 120, 10_000), _OPENAI, "measured", "card; openai/codex PR 19865"
)
# Measured to 11,970 patches; some routes refuse above 30,000, and nothing is known of between.
GPT_6 = _row("OpenAI original x 1.2", _patches(2500, 120, 30_000, 11_970), _OPENAI, "measured", "card, GPT-6")
GEMINI_3 = _row(
    "Gemini from 3 on",
    tuple((name, BudgetCells(48, cells, fills=True)) for name, cells in _GEMINI_LEVELS),
    _GEMINI,
    "measured",
    "card, level high; rule of transformers gemma4; other levels from memory",
)
GEMINI_2 = _row("Gemini 2", _only(ThirdTiles()), _GEMINI, "third-party", "258 / 384 / 768; clamp from memory")
PIXTRAL = _row("Pixtral", _only(FitCells(16, 1024, row_breaks=True)), _MISTRAL, "sourced", "mistral-common 1.13.1")
MISTRAL = _row(
    "Mistral from 3 on",
    _only(FitCells(28, 1540, row_breaks=True)),
    _MISTRAL,
    "memory",
    "mistral-common; 1540, 14 x 2",
)
QWEN_2 = _row("Qwen2-VL", _only(RoundedCells(28, 3136, 12_845_056)), _QWEN, "sourced", "transformers qwen2_vl")
QWEN_3 = _row(
    "Qwen from 3 on",
    # Hosts take about 2,560 tokens unless told otherwise, so no larger page is advised.
    _only(RoundedCells(32, 65_536, 16_777_216, advised_cells=2560)),
    _QWEN,
    "memory",
    "transformers qwen2_vl; pixel range from memory",
)
GLM_V = _row("GLM-V", _only(RoundedCells(28, 12_544, 5_880_000)), _OPEN, "sourced", "transformers glm46v")
KIMI = _row("Kimi", _only(KimiCells()), _KIMI, "sourced", "transformers kimi_k25; a help page says flat 1,024")
LLAMA_4 = _row("Llama 4", _only(Grid(336, 144, 16)), _OPEN, "sourced", "transformers llama4; hosts may cap tiles")

# --- ids: regular expressions in which a dot is a dot and {v} the version; the first alternative is shown ---

_GPT_KIND = "(|-codex|-codex-max|-pro|-chat|-sol|-terra|-luna|-astra)"

LINES: tuple[Line, ...] = (
    Line("claude-opus-{v}", (("4 4.1 4.5 4.6", CLAUDE_STANDARD), ("4.7 4.8 5 5.5", CLAUDE_HIGH))),
    Line("claude-sonnet-{v}", (("4 4.5 4.6", CLAUDE_STANDARD), ("5 5.5", CLAUDE_HIGH))),
    Line("claude-haiku-{v}", (("4.5", CLAUDE_STANDARD), ("5.5", CLAUDE_STANDARD_ASSUMED))),
    Line("claude-fable-{v}", (("5 5.1 5.2", CLAUDE_HIGH),)),
    Line("claude-mythos-{v}", (("5", CLAUDE_HIGH),)),
    Line("claude-3[.-]?[57]?-(sonnet|haiku|opus)", (("3", CLAUDE_STANDARD),)),
    Line("gpt-4o", (("4", GPT_4O),)),
    Line("gpt-4o-mini", (("4", GPT_4O_MINI),)),
    Line("gpt-4.1", (("4.1", GPT_4O),)),
    Line("gpt-4.1-mini", (("4.1", PATCH_162),)),
    Line("gpt-4.1-nano", (("4.1", PATCH_246),)),
    Line("(o3|o1)", (("3", O_TILES),)),
    Line("o4-mini", (("4", PATCH_172),)),
    Line("computer-use", (("1", COMPUTER_USE),)),
    Line(
        f"gpt-{{v}}{_GPT_KIND}",
        (("5 5.1", GPT_5), ("5.2 5.3", PATCH_100), ("5.4", GPT_54), ("5.5", GPT_55), ("5.6 6 6.1", GPT_6)),
    ),
    Line("gpt-{v}-mini", (("5", PATCH_162_M), ("5.4", PATCH_162))),
    Line("gpt-{v}-nano", (("5", PATCH_246_M), ("5.4", PATCH_246))),
    Line(
        "gemini-{v}-(pro|flash|flash-lite|argon)",
        (("2 2.5", GEMINI_2), ("3 3.1 3.5 3.6 3.7 3.8 4", GEMINI_3)),
    ),
    Line("pixtral-(large|12b)", (("1", PIXTRAL),)),
    Line("mistral-(medium|small)-{v}", (("3 3.1 3.2", MISTRAL),)),
    Line("qwen-?{v}-vl(|-[a-z0-9-]+)", (("2 2.5", QWEN_2), ("3", QWEN_3))),
    Line("qwen{v}(|-plus|-max|-flash)", (("3.5 3.6 3.7", QWEN_3),)),
    Line("glm-{v}v(|-flash|-air)", (("4.5 4.6", GLM_V),)),
    Line("kimi-k{v}", (("2.5 2.6 3", KIMI),)),
    Line("llama-{v}-(maverick|scout)(|-[a-z0-9-]+)", (("4", LLAMA_4),)),
)

BLIND: tuple[str, ...] = (
    r"gpt-3\.5.*|gpt-oss-.*|o1-mini|o3-mini",
    r"deepseek-(?:chat|reasoner|coder|v[23].*|r1.*)",
    r"minimax-m2.*|kimi-k2(?:-(?:instruct|thinking|turbo).*)?",
    r"glm-4\.[567](?:-(?:air|flash|x).*)?|qwq-.*|qwen-?\d?(?:\.\d)?-coder.*",
    r"llama-3(?:\.[13])?-\d+b.*|codestral.*|mixtral.*|command-r.*",
)
"""Patterns of whole bare ids of models that take no image at all (minimax-m2: vendor page; others from memory)."""

REFUSED: tuple[tuple[str, str], ...] = (
    (r"^grok", "xAI bills tiles by a rule that no current page states, at most six, and some ids by an own price"),
    (r"^nova", "Amazon publishes no exact formula for Nova"),
    (r"^deepseek", "its API scales every image down to 384 tokens, and no dense page survives that"),
    (r"^minimax", "it sees about 672x672 pixels of any image"),
)
"""Pattern of a bare id, and why."""
