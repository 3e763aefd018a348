"""Secrets are found by their shapes; code that only speaks of them is left alone."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snapglyph.history import Secret, find_secrets, load, redact, sent_texts, view
from snapglyph.history.redact import _BEARER, _COMPILED, _NAMES, _URL_PASSWORD, _VALUE, _looks_random

RANDOM = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (f"sk-ant-api03-{RANDOM}", "anthropic-key"),
        (f"OPENAI_API_KEY=sk-proj-{RANDOM}", "openai-key"),
        ("key AKIA" + "ABCDEFGH23456723", "aws-key"),
        (f"ghp_{RANDOM}", "github-token"),
        (f"glpat-{RANDOM}", "gitlab-token"),
        (f"AIza{RANDOM[:35]}", "google-key"),
        (f"xoxb-123456789012-{RANDOM}", "slack-token"),
        (f"sk_live_{RANDOM}", "stripe-key"),
        (f"hf_{RANDOM}", "huggingface-token"),
        (f"npm_{RANDOM[:36]}", "npm-token"),
        (f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.{RANDOM}", "jwt"),
        (f"-----BEGIN RSA PRIVATE KEY-----\n{RANDOM}\n{RANDOM}\n-----END RSA PRIVATE KEY-----", "private-key"),
        ("postgres://admin:hunter2@db.example/x", "password-in-url"),
        (f"Authorization: Bearer {RANDOM}", "bearer"),
        (f'"client_secret": "{RANDOM}"', "assigned"),
        (f'{{\\"token\\": \\"{RANDOM}\\"}}', "assigned"),
        (f"PASSWORD={RANDOM}", "assigned"),
    ],
)
def test_shapes(text: str, rule: str) -> None:
    """can1357/oh-my-pi 3548: secrets went on unredacted."""
    assert [secret.rule for secret in find_secrets(f"before {text} after")] == [rule]
    hidden, counts = redact(f"before {text} after")
    assert counts == {rule: 1}
    assert hidden.startswith("before ")
    assert hidden.endswith(" after")
    assert RANDOM[:16] not in hidden


@pytest.mark.parametrize(
    "text",
    [
        "password = os.environ['PASSWORD']",
        "token: str = field(default='')",
        "const apiKey = process.env.OPENAI_API_KEY",
        "max_tokens: 100000",
        "token_count=123456789012",
        "<div class='sk-button-primary-large-outlined-with-icon'>",
        "secret: my_secret_name_of_things",
        "https://example.org:8080/a@b",
        "Bearer authentication is described below",
    ],
)
def test_code_that_speaks_of_secrets_is_left_alone(text: str) -> None:
    assert redact(text) == (text, {})


@given(st.text(max_size=300))
def test_secrets_lie_in_order_and_apart(text: str) -> None:
    found = find_secrets(f"{text} sk-ant-{RANDOM} password={RANDOM} {text}")
    assert len(found) >= 2
    assert all(0 <= secret.start < secret.end for secret in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


def found_plainly(text: str) -> list[Secret]:
    """What `find_secrets` finds, by a look for each word by itself."""
    found = []
    for beginning, rule, shape in _COMPILED:
        end = 0
        for at in places(text, beginning):
            match = shape.match(text, at) if at >= end else None
            if match and (rule != "openai-key" or _looks_random(match[0][3:])):
                found.append(Secret(match.start(), match.end(), rule))
            end = match.end() if match else end
    values = [(name, len(name), _VALUE, "assigned") for name in _NAMES]
    values += [("earer ", 0, _BEARER, "bearer"), ("://", 0, _URL_PASSWORD, "password-in-url")]
    for name, skip, value, rule in values:
        for at in places(text, name):
            match = value.match(text, at + skip)
            if match and (rule == "password-in-url" or _looks_random(match[1])):
                found.append(Secret(match.start(1), match.end(1), rule))
    found.sort(key=lambda secret: (secret.start, -secret.end))
    apart: list[Secret] = []
    for secret in found:
        if not apart or secret.start >= apart[-1].end:
            apart.append(secret)
    return apart


def places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


BEGINNINGS = [beginning for beginning, _, _ in _COMPILED]
PIECES = [*BEGINNINGS, *_NAMES, "earer ", "://", RANDOM, RANDOM, RANDOM[:12], "PRIVATE KEY-----", "-----END "]
PIECES += ["=", ": ", '"', "user:", "@", "/", " ", "\n", "-", "s", "x", "ox", "é", "K", "中", "\ud800"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_looking_for_all_at_once_finds_what_one_by_one_does(text: str) -> None:
    assert find_secrets(text) == found_plainly(text)


def test_no_false_positive_in_real_transcripts(transcripts: Any) -> None:
    """The shared files were scanned for secrets before they were shared: whatever is found is none."""
    for path in sorted(transcripts.glob("*.*")):
        if path.suffix == ".md":
            continue
        run = 0 if path.name.startswith(("openai-chat", "sharegpt")) else None
        found = load(path, run=run)
        for text in sent_texts(view(found.messages, found.dialect)):
            assert not find_secrets(text)
