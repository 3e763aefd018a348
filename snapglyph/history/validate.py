"""Whether a provider would take a history: every violation, with its message and a sentence."""

from collections import Counter
from collections.abc import Mapping, Sequence

from snapglyph.errors import HistoryError

from .checks import CHECKS, COMMON_CHECKS, Violation, bad_values
from .dialects import check_dialect, check_list, find_dialect, view_one
from .view import Message, RawMessage

__all__ = ["Violation", "broken_rules", "new_violations", "validate", "worsened"]

_WITH_BYTES = ("gemini", "bedrock")
"""Dialects whose SDKs take an image as bytes."""


def validate(messages: Sequence[RawMessage], dialect: str | None = None) -> list[Violation]:
    """Everything in a history that its provider is known to refuse, by message; [] for a valid one.

    The rules were read on 2026-12-01 from the providers' SDK types and from public reports; none was tried on a
    provider. What a list of messages does not show is not checked: thinking that was changed, a reasoning item that
    was left out, images and cache marks outside the list.

    Args:
        messages: the caller's messages, of any kind; never changed.
        dialect: one of `DIALECTS`; None finds it.

    Raises HistoryError for something that is no list, an unknown dialect, and messages whose dialect cannot be told.
    """
    check_list(messages)
    dialect = dialect or find_dialect([raw for raw in messages if isinstance(raw, Mapping)])
    shape = check_dialect(dialect)
    found: list[Violation] = []
    views: list[Message] = []
    unread: set[int] = set()
    for i, raw in enumerate(messages):
        bad = list(bad_values(i, raw, with_bytes=dialect in _WITH_BYTES))
        found += bad
        try:
            if any(violation.rule == "too-deep" for violation in bad):
                raise HistoryError("a value that holds itself has no end")
            views.append(view_one(raw, i + 1, shape))
        except HistoryError as error:
            unread.add(i)
            views.append(Message(i + 1, "", (), {}))
            if not bad:
                found.append(Violation(i, "unreadable", str(error)))
    for check in (*COMMON_CHECKS, *CHECKS[dialect]):
        found += (violation for violation in check(views) if violation.index not in unread)
    return sorted(found, key=lambda violation: violation.index)


def broken_rules(views: Sequence[Message], dialect: str) -> dict[str, int]:
    """The rules that a history breaks, with how often, from its view; as `validate` finds them."""
    with_bytes = dialect in _WITH_BYTES
    found = [bad for i, message in enumerate(views) for bad in bad_values(i, message.raw, with_bytes=with_bytes)]
    found += (violation for check in (*COMMON_CHECKS, *CHECKS[dialect]) for violation in check(views))
    return dict(Counter(violation.rule for violation in found))


def new_violations(before: Sequence[Message], after: Sequence[RawMessage], dialect: str) -> list[Violation]:
    """`worsened` of a history and of what it was changed to, at the price of the change: values of objects that both
    hold are not looked at again, and any bad value of a new object counts as one more.

    Args:
        before: the history's view.

    Raises HistoryError for a message of `after` that is not of the dialect.
    """
    shape = check_dialect(dialect)
    known = {id(message.raw): message for message in before}
    views: list[Message] = []
    more: list[Violation] = []
    for i, raw in enumerate(after):
        same = known.get(id(raw))
        if same is None:
            more += bad_values(i, raw, with_bytes=dialect in _WITH_BYTES)
            views.append(view_one(raw, i + 1, shape))
        else:
            views.append(same if same.number == i + 1 else Message(i + 1, same.role, same.parts, raw))
    checks = (*COMMON_CHECKS, *CHECKS[dialect])
    found = [violation for check in checks for violation in check(views)]
    if found:  # nearly always there are none, and then it does not matter what was before
        found = worsened([violation for check in checks for violation in check(before)], found)
    return sorted([*more, *found], key=lambda violation: violation.index)


def worsened(before: Sequence[Violation], after: Sequence[Violation]) -> list[Violation]:
    """The violations in `after` that are more than `before` had of the same rule: what a change to a history
    broke. [] when nothing did."""
    had = Counter(violation.rule for violation in before)
    more: list[Violation] = []
    for violation in after:
        if had[violation.rule] > 0:
            had[violation.rule] -= 1
        else:
            more.append(violation)
    return more
