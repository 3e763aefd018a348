"""An image that a provider refuses is named, wherever it stands; one that it takes is not."""

import random
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from snapglyph.history import DIALECTS, validate
from snapglyph.history.images import ImageFile, image_size, read_image

from .pictures import IMAGES, base64_of, picture
from .shapes import CALLS, SAYS, Raw

TAKEN = {
    "openai-chat": ("png", "jpeg", "gif", "webp"),
    "openai-responses": ("png", "jpeg", "gif", "webp"),
    "anthropic": ("png", "jpeg", "gif", "webp"),
    "gemini": ("png", "jpeg", "webp"),
    "bedrock": ("png", "jpeg", "gif", "webp"),
}
EXACT = ("anthropic", "bedrock")
"""Dialects whose providers hold the bytes against the named type."""


def user(dialect: str, *blocks: Raw) -> Raw:
    return {"role": "user", "parts" if dialect == "gemini" else "content": list(blocks)}


def rules(dialect: str, *blocks: Raw) -> list[str]:
    return [violation.rule for violation in validate([user(dialect, *blocks)], dialect)]


def in_result(dialect: str, block: Raw) -> list[Raw]:
    """A history whose last message is a result that holds an image."""
    answer: dict[str, Callable[[], Raw]] = {
        "openai-responses": lambda: {"type": "function_call_output", "call_id": "a", "output": [block]},
        "anthropic": lambda: user(dialect, {"type": "tool_result", "tool_use_id": "a", "content": [block]}),
        "gemini": lambda: user(
            dialect, {"functionResponse": {"id": "a", "name": "ls", "response": {}, "parts": [block]}}
        ),
        "bedrock": lambda: user(dialect, {"toolResult": {"toolUseId": "a", "content": [block]}}),
    }
    return [SAYS[dialect]("user", "go"), *CALLS[dialect]("a"), answer[dialect]()]


HOLDS_IMAGES_IN_RESULTS = [dialect for dialect in DIALECTS if dialect != "openai-chat"]


@pytest.mark.parametrize(("dialect", "kind"), [(dialect, kind) for dialect, kinds in TAKEN.items() for kind in kinds])
def test_what_a_provider_takes_has_no_violation(dialect: str, kind: str) -> None:
    assert rules(dialect, IMAGES[dialect](f"image/{kind}", picture(kind))) == []


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("kind", ["heic", "tiff", "bmp", "svg+xml", "avif", "x-icon", "png; charset=x", "PDF", ""])
def test_a_type_that_a_provider_does_not_take(dialect: str, kind: str) -> None:
    """openclaw pull request 102354; opencode pull request 5704. Gemini alone takes HEIC."""
    if dialect == "gemini" and kind == "heic":
        kind = "gif"  # microsoft/vscode issue 286628
    if dialect.startswith("openai") and ";" in kind:
        kind = "tiff"  # a data URL may have parameters
    assert rules(dialect, IMAGES[dialect](f"image/{kind}", picture())) == ["image-type"]


def test_gemini_takes_heic() -> None:
    heic = b"\0\0\0\x18ftypheic" + bytes(40)
    assert rules("gemini", IMAGES["gemini"]("image/heic", heic)) == []
    assert rules("gemini", IMAGES["gemini"]("image/jpeg", heic)) == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_short_name_of_jpeg(dialect: str) -> None:
    """OpenAI takes it (mealie pull request 5897), the others do not (CherryHQ/cherry-studio pull request 3088)."""
    found = rules(dialect, IMAGES[dialect]("image/jpg", picture("jpeg")))
    assert found == ([] if dialect.startswith("openai") else ["image-type"])


def test_capitals_in_a_type() -> None:
    """The SDK's type of Anthropic has four words; a data URL's type has no case (RFC 2045)."""
    assert rules("anthropic", IMAGES["anthropic"]("image/PNG", picture())) == ["image-type"]
    assert rules("openai-chat", IMAGES["openai-chat"]("image/PNG", picture())) == []


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(("named", "is_one"), [("png", "jpeg"), ("jpeg", "png"), ("webp", "png"), ("png", "webp")])
def test_bytes_of_another_type_that_is_taken(dialect: str, named: str, is_one: str) -> None:
    """litellm issue 24900, home-assistant issue 167208: refused by Anthropic, and no fault elsewhere."""
    found = rules(dialect, IMAGES[dialect](f"image/{named}", picture(is_one)))
    assert found == (["image-mismatch"] if dialect in EXACT else [])


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "data",
    [b"<!DOCTYPE html><html>oops</html>", b"{}", b"not found", b"%PDF-1.7 ...", picture("bmp"), picture("tiff")],
)
def test_bytes_of_no_image_that_is_taken(dialect: str, data: bytes) -> None:
    assert rules(dialect, IMAGES[dialect]("image/png", data)) == ["image-mismatch"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_empty_image(dialect: str) -> None:
    assert rules(dialect, IMAGES[dialect]("image/png", b"")) == ["image-empty"]


def test_empty_images_that_each_dialect_can_have() -> None:
    for data in ({}, {"data": " "}):
        block: Raw = {"type": "image", "source": {"type": "base64", "media_type": "image/png"} | data}
        assert rules("anthropic", block) == ["image-empty"]
    assert rules("openai-chat", {"type": "image_url", "image_url": {"url": ""}}) == ["image-empty"]
    assert rules("openai-chat", {"type": "image_url", "image_url": {"url": "data:image/png;base64"}}) == [
        "image-empty"
    ]
    assert rules("openai-responses", {"type": "input_image", "detail": "auto"}) == ["image-empty"]
    assert rules("gemini", {"inlineData": {"mimeType": "image/png"}}) == ["image-empty"]
    assert rules("bedrock", {"image": {"format": "png", "source": {}}}) == ["image-empty"]


@pytest.mark.parametrize("dialect", ["openai-chat", "openai-responses"])
@pytest.mark.parametrize("url", ["./shot.png", "/tmp/shot.png", base64_of(picture()), "shot", "http:"])
def test_a_url_that_is_none(dialect: str, url: str) -> None:
    """OmniSearch issue 3, labring/FastGPT issue 1697."""
    blocks: dict[str, Raw] = {
        "openai-chat": {"type": "image_url", "image_url": {"url": url}},
        "openai-responses": {"type": "input_image", "image_url": url},
    }
    assert rules(dialect, blocks[dialect]) == ["image-url"]


@pytest.mark.parametrize("dialect", ["openai-chat", "openai-responses"])
@pytest.mark.parametrize("head", ["data:image/png,", "data:;base64,", "data:text/html;base64,"])
def test_a_data_url_that_names_no_image(dialect: str, head: str) -> None:
    url = head + base64_of(picture())
    blocks: dict[str, Raw] = {
        "openai-chat": {"type": "image_url", "image_url": {"url": url}},
        "openai-responses": {"type": "input_image", "image_url": url},
    }
    assert rules(dialect, blocks[dialect]) == ["image-type"]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("kind", ["png", "jpeg", "webp"])
def test_a_truncated_image(dialect: str, kind: str) -> None:
    whole = picture(kind, 300, 200)
    assert rules(dialect, IMAGES[dialect](f"image/{kind}", whole[: len(whole) // 2])) == ["image-broken"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_data_that_are_no_base64(dialect: str) -> None:
    if dialect == "bedrock":
        block: Raw = {"image": {"format": "png", "source": {"bytes": "[image omitted]"}}}
    else:
        block = IMAGES[dialect]("image/png", b"x")
        for holder in (block.get("source"), block.get("inlineData")):
            if holder:
                holder["data"] = "[image omitted]"
        if dialect == "openai-chat":
            block["image_url"]["url"] = "data:image/png;base64,[image omitted]"
        if dialect == "openai-responses":
            block["image_url"] = "data:image/png;base64,[image omitted]"
    assert rules(dialect, block) == ["image-broken"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_image_that_is_only_pointed_at_is_not_looked_for(dialect: str) -> None:
    pointers: dict[str, list[Raw]] = {
        "openai-chat": [{"type": "image_url", "image_url": {"url": "https://example.org/a.heic"}}],
        "openai-responses": [
            {"type": "input_image", "file_id": "file_1", "detail": "auto"},
            {"type": "input_image", "image_url": "https://example.org/a.png", "detail": "auto"},
        ],
        "anthropic": [
            {"type": "image", "source": {"type": "url", "url": "https://example.org/a"}},
            {"type": "image", "source": {"type": "file", "file_id": "file_1"}},
        ],
        "gemini": [{"fileData": {"mimeType": "image/png", "fileUri": "https://example.org/a"}}],
        "bedrock": [{"image": {"format": "png", "source": {"s3Location": {"uri": "s3://bucket/a.png"}}}}],
    }
    assert rules(dialect, *pointers[dialect]) == []


@pytest.mark.parametrize("dialect", EXACT)
def test_an_edge_over_the_providers_limit(dialect: str) -> None:
    assert rules(dialect, IMAGES[dialect]("image/png", picture("png", 8000, 2))) == []
    assert rules(dialect, IMAGES[dialect]("image/png", picture("png", 8001, 2))) == ["image-edge"]
    assert rules(dialect, IMAGES[dialect]("image/webp", picture("webp", 2, 9000))) == ["image-edge"]


@pytest.mark.parametrize("dialect", EXACT)
def test_more_than_twenty_images_make_the_limit_lower(dialect: str) -> None:
    """letta-code issue 615; exactly 2,000 was refused too (Gitlawb/openclaude issue 520)."""
    small, large = (IMAGES[dialect]("image/png", picture("png", width, 2)) for width in (1999, 2000))
    assert rules(dialect, *[large] * 20) == []
    history = [user(dialect, *[small] * 11), user(dialect, *[small] * 9, large)]
    (found,) = validate(history, dialect)
    assert (found.index, found.rule) == (1, "image-edge")
    assert found.sentence == (
        "message 2 holds an image of 2,000 pixels a side; at most 1,999 are allowed with more than 20 images"
    )


@pytest.mark.parametrize("dialect", HOLDS_IMAGES_IN_RESULTS)
def test_images_in_results_are_looked_at_too(dialect: str) -> None:
    good = in_result(dialect, IMAGES[dialect]("image/png", picture()))
    assert validate(good, dialect) == []
    bad = in_result(dialect, IMAGES[dialect]("image/tiff", picture("tiff")))
    assert [(violation.index, violation.rule) for violation in validate(bad, dialect)] == [(2, "image-type")]


@pytest.mark.parametrize("dialect", EXACT)
def test_an_edge_and_a_wrong_type_in_a_result(dialect: str) -> None:
    for block, rule in (
        (IMAGES[dialect]("image/png", picture("png", 9000, 2)), "image-edge"),
        (IMAGES[dialect]("image/jpeg", picture("png")), "image-mismatch"),
    ):
        assert [violation.rule for violation in validate(in_result(dialect, block), dialect)] == [rule]


def test_images_in_documents_are_looked_at_too() -> None:
    image = IMAGES["anthropic"]("image/png", picture("jpeg"))
    document: Raw = {"type": "document", "source": {"type": "content", "content": [image]}}
    assert rules("anthropic", document) == ["image-mismatch"]
    assert [v.rule for v in validate(in_result("anthropic", document), "anthropic")] == ["image-mismatch"]


def test_anthropics_count_and_bytes() -> None:
    image = IMAGES["anthropic"]("image/png", picture())
    history = [user("anthropic", *[image] * 300)] * 2
    assert validate(history, "anthropic") == []
    (found,) = validate([*history, user("anthropic", image)], "anthropic")
    assert (found.index, found.rule) == (2, "too-many-images")
    heavy = picture() + bytes(8_000_000)
    assert rules("anthropic", IMAGES["anthropic"]("image/png", heavy)) == ["image-bytes"]


# --- header and end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif", "webp"])
def test_every_size_is_read_and_every_cut_is_seen(kind: str) -> None:
    draw = random.Random(kind)
    for _ in range(12):
        width, height = draw.randint(1, 400), draw.randint(1, 400)
        file = picture(kind, width, height)
        assert read_image(base64_of(file)) == ImageFile(f"image/{kind}", (width, height))
        assert image_size(base64_of(file + b"\nwritten behind it")) == (width, height)
        # Readers do without the mark at a GIF's end, and without the byte that fills a WebP.
        for cut in (len(file) - 2, len(file) // 2, *draw.sample(range(13, len(file) - 2), 8)):
            assert read_image(base64_of(file[:cut])).fault in ("truncated", "broken"), (width, height, cut)


def test_every_form_of_webp_tells_its_size() -> None:
    draw = random.Random(5)
    for more in ({"lossless": True}, {"exif": b"Exif\0\0MM\0*\0\0\0\x08\0\0"}, {"save_all": True}, {"quality": 5}):
        for _ in range(6):
            size = draw.randint(1, 300), draw.randint(1, 300)
            image, file = Image.new("RGB", size, "red"), BytesIO()
            frames = {"append_images": [Image.new("RGB", size, "blue")]} if "save_all" in more else {}
            image.save(file, "WEBP", **more, **frames)
            assert read_image(base64_of(file.getvalue())) == ImageFile("image/webp", size), more


def test_base64_of_no_whole_number_of_bytes() -> None:
    text = base64_of(picture()).rstrip("=")
    assert read_image(text + "A" * ((5 - len(text)) % 4)).fault == "not-base64"


def test_base64_in_lines_and_in_the_alphabet_of_addresses() -> None:
    file = picture("png", 90, 90)
    text = base64_of(file)
    lines = "\n".join(text[i : i + 76] for i in range(0, len(text), 76))
    for written in (lines, text.replace("+", "-").replace("/", "_"), text.rstrip("=")):
        assert read_image(written) == read_image(text)


def test_a_camera_writes_behind_the_end_of_a_jpeg() -> None:
    file = picture("jpeg", 40, 30)
    assert read_image(base64_of(file + bytes(500))) == ImageFile("image/jpeg", (40, 30))
    scan = file.index(b"\xff\xda")
    assert read_image(base64_of(file[: scan + 20])).fault == "truncated"
    preview = b"\xff\xe1\0\x06\xff\xd8\xff\xd9"  # whole, in front of the scan that is cut
    assert read_image(base64_of(file[:scan] + preview + file[scan : scan + 20])).fault == "truncated"
    assert read_image(base64_of(file[:scan] + preview + file[scan:])) == ImageFile("image/jpeg", (40, 30))


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(21) + b"\0\0\0\0aaaa\0\0\0\0" * 100_000,
        b"\xff\xd8\xff\xe0\0\2" + b"\xff\xe0\0\2" * 300_000,
        b"GIF89a" + b"\1\0\1\0\0\0\0" + b"\x21\xf9\0" * 300_000,
        b"RIFF\xff\xff\xff\x7fWEBPVP8X" + bytes(14),
    ],
)
def test_a_file_of_a_million_pieces_is_walked_in_bounds(data: bytes) -> None:
    assert isinstance(read_image(base64_of(data)), ImageFile)


@pytest.mark.parametrize("start", [b"", picture("png")[:20], b"\xff\xd8\xff", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8L"])
def test_what_begins_like_an_image_never_raises(start: bytes) -> None:
    draw: Any = random.Random(7)
    for _ in range(2_000):
        data = start + draw.randbytes(draw.randrange(60))
        assert isinstance(read_image(base64_of(data)), ImageFile)
        assert isinstance(read_image(data.decode("latin-1")), ImageFile)
