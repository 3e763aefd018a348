"""Small images for tests, made when they are asked for."""

import base64
from functools import cache
from io import BytesIO
from typing import Any

from PIL import Image

from .shapes import Raw

__all__ = ["IMAGES", "base64_of", "picture"]


@cache
def picture(kind: str = "png", width: int = 4, height: int = 3) -> bytes:
    """A grey image file of a type that Pillow writes."""
    file = BytesIO()
    Image.new("L", (width, height), 128).save(file, kind.upper())
    return file.getvalue()


def base64_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _anthropic(media_type: str, data: bytes) -> Raw:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": base64_of(data)}}


def _chat(media_type: str, data: bytes) -> Raw:
    return {"type": "image_url", "image_url": {"url": f"data:{media_type};base64,{base64_of(data)}"}}


def _responses(media_type: str, data: bytes) -> Raw:
    return {"type": "input_image", "image_url": f"data:{media_type};base64,{base64_of(data)}", "detail": "high"}


def _gemini(media_type: str, data: bytes) -> Raw:
    return {"inlineData": {"mimeType": media_type, "data": base64_of(data)}}


def _bedrock(media_type: str, data: bytes) -> Raw:
    return {"image": {"format": media_type.removeprefix("image/"), "source": {"bytes": data}}}


IMAGES: dict[str, Any] = {
    "openai-chat": _chat,
    "openai-responses": _responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "bedrock": _bedrock,
}
"""An image block of each dialect, from a media type and a file."""
