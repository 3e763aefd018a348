"""Images: what each provider takes, and what makes it refuse a request with one."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..images import ImageFile, read_image
from ..view import Message, Part
from .violation import Check, Violation

__all__ = ["IMAGE_RULES", "ImageRules", "images", "shown"]

NEVER = 1 << 62
"""A limit that no provider names."""


@dataclass(frozen=True, slots=True)
class ImageRules:
    """What a provider takes.

    Attributes:
        types: media types that a request may name.
        exact: whether a type must be named letter by letter and the bytes must be of it; else any of the types do.
        by_id: whether an image may be an id of a file that the provider holds.
        edge: pixels a side, at most.
        many, many_edge: with more than `many` images in a request, each side must be below `many_edge`.
        most, most_in_message: images in a request and in a message.
        file_bytes: of an image; text_bytes: of its base64.
    """

    types: frozenset[str]
    exact: bool = False
    by_id: bool = True
    edge: int = NEVER
    many: int = NEVER
    many_edge: int = NEVER
    most: int = NEVER
    most_in_message: int = NEVER
    file_bytes: int = NEVER
    text_bytes: int = NEVER


_FOUR = frozenset(["image/png", "image/jpeg", "image/gif", "image/webp"])

IMAGE_RULES: Mapping[str, ImageRules] = {
    # Types: openclaw pull request 102354. It sniffs the bytes itself, and takes the wrong name of a JPEG (mealie pull
    # request 5897).
    "openai-chat": ImageRules(_FOUR | {"image/jpg"}, by_id=False),
    "openai-responses": ImageRules(_FOUR | {"image/jpg"}),
    # The type of the bytes: litellm issue 24900. Edges, count: the vendor's page on vision. More than 20 images:
    # exactly 2,000 pixels were refused too (letta-code issue 615, Gitlawb/openclaude issue 520). Bytes: 5 MB until
    # 2026, 10 MB by newer pages; only what both refuse is named.
    "anthropic": ImageRules(_FOUR, exact=True, edge=8000, many=20, many_edge=2000, most=600, text_bytes=10 << 20),
    # microsoft/vscode issue 286628 (no GIF), google-gemini/gemini-cli issue 3054 (no SVG), CherryHQ/cherry-studio
    # pull request 3088 (no image/jpg), QuantumNous/new-api pull request 4049 (HEIC and HEIF are taken)
    "gemini": ImageRules(frozenset(["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"])),
    # The service model; the crowd as on the vendor's own API (AWS IDP accelerator issue 998).
    "bedrock": ImageRules(
        _FOUR, exact=True, edge=8000, many=20, many_edge=2000, most_in_message=20, file_bytes=3_750_000
    ),
}


def shown(message: Message) -> Iterable[Part]:
    """The images that the view of a message has, in results too."""
    return [part for part in message.parts if part.kind == "image"]


def images(rules: ImageRules, find: Callable[[Message], Iterable[Part]] = shown) -> Check:
    """Every image of a history, wherever `find` finds one."""

    def check(messages: Sequence[Message]) -> Iterator[Violation]:
        places = [(i, parts) for i, message in enumerate(messages) if (parts := list(find(message)))]
        total = sum(len(parts) for _, parts in places)
        edge, among = rules.edge, ""
        if total > rules.many and rules.many_edge - 1 < edge:
            edge, among = rules.many_edge - 1, f" with more than {rules.many} images"
        count = 0
        for i, parts in places:
            before, count = count, count + len(parts)
            if before <= rules.most < count:
                sentence = f"message {i + 1} holds image {rules.most + 1}; a request may have {rules.most}"
                yield Violation(i, "too-many-images", sentence)
            if len(parts) > rules.most_in_message:
                sentence = f"message {i + 1} holds {len(parts)} images; {rules.most_in_message} are allowed"
                yield Violation(i, "too-many-images", sentence)
            found = dict(fault for part in parts for fault in _faults(part, rules, edge, among))
            for rule, what in found.items():  # each rule once a message
                yield Violation(i, rule, f"message {i + 1} holds {what}")

    return check


def _faults(part: Part, rules: ImageRules, edge: int, among: str) -> Iterator[tuple[str, str]]:
    """The rule that an image breaks, and what it is, in words."""
    if not part.data:
        if part.media_type or not (part.url or rules.by_id):
            yield "image-empty", "an image without data"
        elif part.url and not _ADDRESS.match(part.url):
            yield "image-url", "an image whose URL is none; data need a beginning such as data:image/png;base64,"
        return
    named = part.media_type if rules.exact else part.media_type.lower()
    if named not in rules.types:
        yield "image-type", f"an image of a type other than {_names(rules.types)}"
        return
    image = read_image(part.data)
    if image.fault:
        yield _BROKEN[image.fault]
        return
    if image.media_type != named and (rules.exact or image.media_type not in rules.types):
        yield "image-mismatch", "an image whose bytes are not of the type that it names"
        return
    yield from _limits(image, len(part.data), rules, edge, among)


def _limits(image: ImageFile, length: int, rules: ImageRules, edge: int, among: str) -> Iterator[tuple[str, str]]:
    longest = max(image.size or (0,))
    if longest > edge:
        yield "image-edge", f"an image of {longest:,} pixels a side; at most {edge:,} are allowed{among}"
    if length > rules.text_bytes:
        yield "image-bytes", f"an image of more than {rules.text_bytes:,} bytes of base64"
    if length * 3 // 4 > rules.file_bytes:
        yield "image-bytes", f"an image of more than {rules.file_bytes:,} bytes"


_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://.")
"""A path or bare base64 is refused (OmniSearch issue 3, labring/FastGPT issue 1697); gateways take gs:// too."""

_BROKEN = {
    "empty": ("image-empty", "an image without data"),
    "not-base64": ("image-broken", "an image whose data are no base64"),
    "truncated": ("image-broken", "an image whose end is missing"),
    "broken": ("image-broken", "an image that does not go on as it begins"),
}


def _names(types: Iterable[str]) -> str:
    return ", ".join(sorted(media_type.removeprefix("image/") for media_type in types))
