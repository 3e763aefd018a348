"""What a transcript comes to as numbers: nothing of it is lost, and what cannot be played is said."""

import pytest

from snapglyph import HistoryError
from snapglyph.fixtures.session import make_session
from snapglyph.history import sent_texts, view
from snapglyph.ladder.turns import compare_history, play_list
from snapglyph.pricing import text_tokens

MODEL = "claude-opus-5-5"
MESSAGES = make_session(kilobytes=60)
VIEWS = view(MESSAGES, "anthropic")


def test_every_answer_is_a_turn_and_the_tokens_add_up() -> None:
    turns = play_list(VIEWS, MODEL)
    assert len(turns) == sum(message.role == "assistant" for message in VIEWS)
    whole = text_tokens("".join(sent_texts(VIEWS)), "claude-4.7").likely
    assert sum(turn.text for turn in turns) == pytest.approx(whole, rel=0.1)
    assert turns[0].idle == 0
    assert {turn.idle for turn in turns[1:]} == {30.0}


def test_what_cannot_be_played() -> None:
    with pytest.raises(HistoryError, match="has no text"):
        play_list([], MODEL)
    with pytest.raises(HistoryError, match="no answer of a model"):
        play_list(view([{"role": "user", "content": "hi"}], "anthropic"), MODEL)


def test_a_history_is_compared_by_all_that_it_sends() -> None:
    (found,) = compare_history(MESSAGES, [MODEL])
    assert found.text == text_tokens("".join(sent_texts(VIEWS)), "claude-4.7")
    assert found.wins
