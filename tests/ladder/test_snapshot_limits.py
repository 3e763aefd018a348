"""What a provider, a gateway or a window takes: the oldest batches that fit, and a reason for the rest."""

import base64
import io
from typing import Any

import pytest
from PIL import Image

from snapglyph import NoVisionError
from snapglyph.pricing import tariff

from .dialogues import as_openai, coding
from .snapshots import MODEL, image, new_messages, snapshot


def test_the_callers_own_images_count() -> None:
    """oh-my-pi 3579: one more screenshot and the request was refused."""
    messages = [*coding(60), {"role": "user", "content": [image()] * tariff(MODEL).most_images}]
    assert snapshot(messages).report.reason == "too-many-images"
    whole = len(snapshot(messages[:-1]).pages)
    messages[-1] = {"role": "user", "content": [image()] * (tariff(MODEL).most_images - whole)}
    assert len(snapshot(messages).pages) == whole
    messages[-1]["content"] = [*messages[-1]["content"], image()]
    fewer = snapshot(messages)
    assert 0 < len(fewer.pages) < whole
    assert fewer.report.stopped == "too-many-images"


def test_a_gateway_gets_no_more_pages_than_the_caller_says() -> None:
    """oh-my-pi 9061: 11 pages stored, the gateway sent 5, the rest was lost; here the rest is text."""
    messages = coding(60)
    snap = snapshot(messages, most_pages=3)
    assert 0 < len(snap.pages) <= 3
    assert snap.report.stopped == "too-many-pages"
    last = snap.archive["batches"][-1]["last"]
    assert snap.messages[-len(messages[last:]) :] == messages[last:]


def screenshot(width: int, height: int, file_format: str = "PNG") -> dict[str, Any]:
    file = io.BytesIO()
    Image.new("L", (width, height)).save(file, file_format)
    data = base64.b64encode(file.getvalue()).decode()
    source = {"type": "base64", "media_type": f"image/{file_format.lower()}", "data": data}
    return {"role": "user", "content": [{"type": "image", "source": source}]}


@pytest.mark.parametrize("file_format", ["PNG", "JPEG"])
def test_many_pages_do_not_make_the_callers_own_images_too_large(file_format: str) -> None:
    """letta-code 615: with more than 20 images in a request, the 2,000 px limit holds for every one of them."""
    many = coding(200)
    whole = len(snapshot(many, face="8x16").pages)
    assert whole > 20
    large = snapshot([*many, screenshot(2560, 1440, file_format)], face="8x16")
    assert large.report.stopped == "large-images"
    assert len(large.pages) in (18, 19)
    assert len(snapshot([*many, screenshot(1920, 1080, file_format)], face="8x16").pages) == whole


def test_bytes_of_the_whole_request_count() -> None:
    """oh-my-pi 3579, pxpipe 157: the pages fitted, the request with all else in it did not."""
    messages = [*coding(24), {"role": "user", "content": [image("A" * 4_500_000)] * 7}]
    assert snapshot(messages).report.reason is None
    messages[-1]["content"] = [image("A" * 4_500_000)] * 7 + [{"type": "text", "text": "B" * 480_000}]
    assert snapshot(messages).report.reason == "too-many-bytes"


def test_a_window_smaller_than_what_must_stay_is_named() -> None:
    messages = coding(24)
    assert snapshot(messages, window=300).report.reason == "over-window"
    assert snapshot(messages, window=300).messages == messages
    assert snapshot(messages, window=100_000).report.reason is None


@pytest.mark.parametrize(
    "model", [MODEL, "claude-haiku-4-5", "gpt-6.1-sol", "gpt-5-mini", "gemini-3.5-flash", "gpt-4o"]
)
def test_no_page_is_resampled(model: str) -> None:
    """pxpipe 220 and 161: pages drawn wider than the model sees reached it at half size."""
    snap = snapshot(as_openai(coding(200)), model=model, face="5x8")
    price = tariff(model)
    assert snap.pages
    for page in snap.report.pages:
        assert max(page.width, page.height) < price.many_images_edge
        assert not price.shrinks(page.width, page.height)
        assert page.tokens == price.tokens(page.width, page.height)
    assert snap.report.image_tokens == sum(page.tokens for page in snap.report.pages)
    (_, drawn), *_ = new_messages(snap.messages, [])[2:3]
    details = {block["image_url"]["detail"] for block in drawn["content"] if block["type"] == "image_url"}
    assert details == {price.detail or "high"}


@pytest.mark.parametrize("model", ["gpt-3.5-turbo", "o3-mini", "kimi-k2", "deepseek-chat"])
def test_a_model_that_cannot_see_gets_its_text_back(model: str) -> None:
    """oh-my-pi 3659, 5064, 5440: a text-only model failed for good."""
    messages = coding(24)
    with pytest.raises(NoVisionError):
        tariff(model)
    snap = snapshot(messages, model=model)
    assert snap.report.reason == "no-vision"
    assert all(a is b for a, b in zip(snap.messages, messages, strict=True))
