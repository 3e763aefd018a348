"""A transcript as the text that `pricing.compare` weighs, and as the numbers that `pricing.simulate` plays."""

from collections.abc import Sequence

from snapglyph.errors import HistoryError
from snapglyph.history import Message, find_dialect, sent_texts, view
from snapglyph.history.view import RawMessage
from snapglyph.pricing import Comparison, Price, Turn, choose_format, compare, family_of, tariff, text_tokens

from .counting import image_tokens

__all__ = ["compare_history", "play_list"]


def play_list(
    messages: Sequence[Message], model: str, *, density: str | None = None, idle: float = 30.0
) -> list[Turn]:
    """One Turn for each answer of the model: what had come since the answer before it, and the answer.

    What a turn comes to once drawn is its characters times the image tokens of a character, of the whole text on the
    page format that suits the model.

    Args:
        idle: seconds between requests; few transcripts tell.

    Raises HistoryError for a history without any text or answer, TariffError for a model without a known price.
    """
    price, family = tariff(model), family_of(model)
    text = "".join(sent_texts(messages))
    if not text.strip():
        raise HistoryError("the transcript has no text, so there is nothing to simulate")
    choice = choose_format(text, price, density)
    per_character = choice.tokens / len(text)
    turns: list[Turn] = []
    waiting: list[Message] = []
    for message in messages:
        if message.role != "assistant":
            waiting.append(message)
            continue
        parts = [part for held in waiting for part in held.parts]
        results = "".join(part.text for part in parts if part.kind == "result")
        spoken = "".join(part.text for part in parts if part.kind not in ("result", "thinking", "image"))
        answer = "".join(part.text for part in message.parts if part.kind != "thinking")
        images = sum(image_tokens(part, price) for part in parts if part.kind == "image")
        characters = len(results) + len(spoken) + len(answer)
        turns.append(
            Turn(
                text_tokens(spoken, family).likely + images,
                text_tokens(results, family).likely,
                -int(-characters * per_character // 1) + images,
                text_tokens(answer, family).likely,
                idle if turns else 0.0,
            )
        )
        waiting = []
    if not turns:
        raise HistoryError("the transcript has no answer of a model, so no request can be played")
    return turns


def compare_history(
    messages: Sequence[RawMessage],
    models: Sequence[str],
    *,
    dialect: str | None = None,
    density: str | None = None,
    prices: dict[str, Price] | None = None,
) -> list[Comparison]:
    """`pricing.compare` of all the text that a history sends.

    Raises HistoryError for messages of no or two dialects, TariffError as `compare` does.
    """
    texts = sent_texts(view(messages, dialect or find_dialect(messages, next(iter(models), None))))
    return compare("".join(texts), models, density=density, prices=prices)
