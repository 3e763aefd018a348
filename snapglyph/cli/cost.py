"""cost: a text, or a transcript, as text and as pages, for one model or several."""

from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .console import print_json, print_table, remark, say
from .pages import open_text

if TYPE_CHECKING:
    from snapglyph.pricing import Comparison, Price, TokenCounter

__all__ = ["prices_of", "run_cost"]


def run_cost(
    file: str,
    models: list[str],
    density: str | None,
    rates: list[str],
    *,
    exact: bool,
    dialect: str | None,
    run: int | None,
    as_json: bool,
) -> None:
    """Compares; `rates` are input, cache read, cache write and output in dollars a million tokens."""
    from snapglyph.pricing import compare

    text = _text_of(file, dialect, run, next(iter(models), None))
    prices = prices_of(models, rates)
    counters = _counters(models) if exact else {}
    found = compare(text, models, density=density, prices=prices, counters=counters)
    if as_json:
        print_json({"characters": len(text), "models": [_entry(entry) for entry in found]})
        return
    rows = [_row(entry) for entry in found]
    columns = ["model", "text", "pages", "image tokens", "chars/page", "chars/token", "face", "pays from"]
    print_table(f"{len(text):,} characters as text and as pages, in tokens", columns, rows)
    if prices:
        money = [_money_row(entry) for entry in found if entry.money]
        print_table(
            "Dollars of one request",
            ["model", "text", "pages", "text, cached", "pages, cached", "turns to pay back, cold", "warm"],
            money,
        )
    for entry in found:
        say(_sentence(entry))
        if entry.note:
            remark(entry.note)


def _text_of(file: str, dialect: str | None, run: int | None, model: str | None) -> str:
    """The texts that a transcript sends, or a plain file as it is."""
    from snapglyph.errors import HistoryError
    from snapglyph.history import sent_texts, view

    from .history import load_file

    if file != "-" and Path(file).suffix in (".json", ".jsonl", ".traj"):
        try:
            transcript = load_file(file, dialect, run, model)
        except HistoryError as error:
            remark(f"{Path(file).name} is counted as plain text: {error}")
        else:
            return "".join(sent_texts(view(transcript.messages, transcript.dialect)))
    with open_text(file) as stream:
        return stream.read()


def prices_of(models: list[str], rates: list[str]) -> "dict[str, Price]":
    from snapglyph.errors import TariffError
    from snapglyph.pricing import Price, find_price

    if rates:
        try:
            figures = [float(figure) for figure in rates]
        except ValueError:
            raise TariffError(f"a price is a number of dollars; {' '.join(rates)!r} holds something else") from None
        if len(figures) > 4:
            raise TariffError("a price is up to four figures: input, cache read, cache write and output")
        given: dict[str, Any] = dict(zip(("input", "cache_read", "cache_write", "output"), figures, strict=False))
        return {model: Price(**given) for model in models}
    found = {}
    for model in models:
        try:
            found[model] = find_price(model)
        except TariffError as error:
            remark(f"no money for {model}: {error}")
    return found


def _counters(models: list[str]) -> "dict[str, TokenCounter]":
    from snapglyph.pricing import counter

    return {model: counter(model, exact=True) for model in models}


def _entry(found: "Comparison") -> dict[str, object]:
    fmt, money = found.choice.format, found.money
    return {
        "model": found.model,
        "text_tokens": {"low": found.text.low, "likely": found.text.likely, "high": found.text.high},
        "image_tokens": found.image_tokens,
        "pages": found.choice.pages,
        "format": fmt.id,
        "characters_per_page": round(found.choice.characters_per_page, 1),
        "characters_per_token": round(found.choice.characters_per_token, 2),
        "wins": found.wins,
        "smallest": found.smallest,
        "dollars": None
        if money is None
        else {
            "text": money.text_cold,
            "pages": money.pages_cold,
            "text_cached": money.text_warm,
            "pages_cached": money.pages_warm,
        },
        "turns_to_pay_back": None
        if money is None
        else {"cold": _finite(found.pays_back_cold), "warm": _finite(found.pays_back_warm)},
        "note": found.note,
    }


def _finite(turns: float | None) -> float | None:
    return None if turns is None or isinf(turns) else round(turns, 2)


def _row(found: "Comparison") -> list[str]:
    choice = found.choice
    return [
        found.model,
        f"{found.text.likely:,}",
        f"{choice.pages:,}",
        f"{choice.tokens:,}",
        f"{choice.characters_per_page:,.0f}",
        f"{choice.characters_per_token:.1f}",
        f"{choice.format.font.name} {choice.format.layout}",
        "never" if found.smallest is None else f"{found.smallest:,} chars",
    ]


def _money_row(found: "Comparison") -> list[str]:
    money = found.money
    assert money is not None
    figures = (money.text_cold, money.pages_cold, money.text_warm, money.pages_warm)
    turns = (found.pays_back_cold, found.pays_back_warm)
    return [found.model, *(f"{figure:.4f}" for figure in figures), *(_turns(count) for count in turns)]


def _turns(count: float | None) -> str:
    return "" if count is None else "never" if isinf(count) else "at once" if count == 0 else f"{count:.1f}"


def _sentence(found: "Comparison") -> str:
    if not found.wins:
        return f"{found.model}: pages are not surely cheaper; the text could be as few as {found.text.low:,} tokens."
    saved = 1 - found.image_tokens / found.text.low
    return f"{found.model}: pages take at least {saved:.0%} fewer tokens than the text."
