"""Checks that hold for every dialect, and the makers of those that differ by a word."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from ..view import Message
from .violation import Check, Violation

__all__ = ["COMMON_CHECKS", "ids_once", "images_only_in", "most_messages", "parts_only_in", "roles"]


def _empty_history(messages: Sequence[Message]) -> Iterator[Violation]:
    if not messages:
        yield Violation(0, "no-messages", "there is no message at all; a request needs one")


def _ids(messages: Sequence[Message]) -> Iterator[Violation]:
    """Calls and results need an id."""
    for i, message in enumerate(messages):
        lacking = {part.kind for part in message.parts if part.kind in ("call", "result") and not part.call_id}
        for kind in sorted(lacking):
            yield Violation(i, "no-id", f"message {i + 1} holds a {kind} without an id")


COMMON_CHECKS: tuple[Check, ...] = (_empty_history, _ids)


def ids_once(messages: Sequence[Message]) -> Iterator[Violation]:
    """Two calls of one message need two ids."""
    for i, message in enumerate(messages):
        called = [part.call_id for part in message.parts if part.kind == "call" and part.call_id]
        if len(called) != len(set(called)):
            yield Violation(i, "doubled-id", f"message {i + 1} holds two calls with one id")


def roles(known: Collection[str]) -> Check:
    """Only these roles."""

    names = ", ".join(sorted(known))

    def check(messages: Sequence[Message]) -> Iterator[Violation]:
        for i, message in enumerate(messages):
            if message.role not in known:
                yield Violation(i, "unknown-role", f"message {i + 1} has a role other than {names}")

    return check


def images_only_in(allowed: Collection[str]) -> Check:
    """Images only in messages of these roles."""

    def check(messages: Sequence[Message]) -> Iterator[Violation]:
        for i, message in enumerate(messages):
            if message.images and message.role not in allowed:
                yield Violation(
                    i,
                    "image-place",
                    f"message {i + 1} holds an image where only text may be; move it to a user's message",
                )

    return check


def parts_only_in(places: Mapping[str, str]) -> Check:
    """Calls, results and thinking only in messages of one role each."""

    def check(messages: Sequence[Message]) -> Iterator[Violation]:
        for i, message in enumerate(messages):
            wrong = {part.kind for part in message.parts if places.get(part.kind, message.role) != message.role}
            for kind in sorted(wrong):
                yield Violation(
                    i, f"{kind}-place", f"message {i + 1} holds a {kind}, which belongs to the role {places[kind]}"
                )

    return check


def most_messages(most: int) -> Check:
    """No more messages than that."""

    def check(messages: Sequence[Message]) -> Iterator[Violation]:
        if len(messages) > most:
            yield Violation(most, "too-many-messages", f"there are {len(messages):,} messages; {most:,} are allowed")

    return check
