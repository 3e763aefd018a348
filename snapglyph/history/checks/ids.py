"""Ids of calls and names of tools: of which characters, and how long."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..view import Message, Part
from .violation import Check, Violation

__all__ = ["ID_RULES", "IdRules", "ids", "repeated_ids"]

_ANY = re.compile(r".*", re.DOTALL)
_WORD = re.compile(r"[A-Za-z0-9_-]*")

NEVER = 1 << 62
"""A length that no provider names."""


@dataclass(frozen=True, slots=True)
class IdRules:
    """What a provider takes as the id of a call and as the name of a tool. An id that is empty is another rule's."""

    id_form: re.Pattern[str] = _ANY
    most_id: int = NEVER
    name_form: re.Pattern[str] = _ANY
    most_name: int = NEVER


_OPENAI_NAME = re.compile(r"[A-Za-z0-9_.-]*")
"""The pattern that error messages show; some models take a dot as well (swagger-mcp issue 13)."""

ID_RULES: Mapping[str, IdRules] = {
    # 64 characters: openclaw pull request 875. 40 by older reports, but 51 were taken (vercel/ai pull request 17233).
    # The name: mcp-use issue 90.
    "openai-chat": IdRules(most_id=64, name_form=_OPENAI_NAME),
    # AnswerDotAI/fastllm issue 45; only the length counts (orchidfiles/ungate pull request 41).
    "openai-responses": IdRules(most_id=64, name_form=_OPENAI_NAME),
    # HKUDS/nanobot pull request 4356, screenpipe pull request 3252
    "anthropic": IdRules(_WORD),
    # The service model; it takes dots and colons in an id.
    "bedrock": IdRules(re.compile(r"[A-Za-z0-9_.:-]*"), 64, _WORD, 64),
}


def ids(rules: IdRules) -> Check:
    """Ids of calls and of results, and names of called tools; each rule once a message."""

    def check(messages: Sequence[Message]) -> Iterator[Violation]:
        for i, message in enumerate(messages):
            tools = [part for part in message.parts if part.kind in ("call", "result")]
            found = {rule: kind for part in tools for rule, kind in _faults(part, rules)}
            for rule, kind in found.items():
                yield Violation(i, rule, _SENTENCES[rule].format(n=i + 1, kind=kind, rules=rules))

    return check


_SENTENCES = {
    "id-characters": "message {n} holds a {kind} whose id has a character that is not allowed in one",
    "id-length": "message {n} holds a {kind} whose id is longer than {rules.most_id} characters",
    "name-characters": "message {n} calls a tool whose name has a character that is not allowed in one",
    "name-length": "message {n} calls a tool whose name is longer than {rules.most_name} characters",
}


def _faults(part: Part, rules: IdRules) -> Iterator[tuple[str, str]]:
    if not rules.id_form.fullmatch(part.call_id):
        yield "id-characters", part.kind
    if len(part.call_id) > rules.most_id:
        yield "id-length", part.kind
    if part.kind == "call":
        if not rules.name_form.fullmatch(part.name):
            yield "name-characters", part.kind
        if len(part.name) > rules.most_name:
            yield "name-length", part.kind


def repeated_ids(messages: Sequence[Message]) -> Iterator[Violation]:
    """Ids of calls are unique in a whole history, not only in a message."""
    seen: dict[str, int] = {}
    for i, message in enumerate(messages):
        for part in message.parts:
            if part.kind == "call" and seen.setdefault(part.call_id, i) != i:
                yield Violation(i, "doubled-id", f"message {i + 1} holds a call with the id of an earlier one")
