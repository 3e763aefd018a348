"""Changes single results, arguments and images inside a provider's own message; everything else stays the object that
it was.

One walk a dialect. Each visits a message in the order in which the view lists its parts, so an editor that counts
results, calls and images as they come knows which part of the view it is asked about.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from snapglyph.history.dialects.gemini import either
from snapglyph.history.dialects.shape import as_text
from snapglyph.history.view import RawMessage

__all__ = ["Editor", "rewritten"]

Block: TypeAlias = Mapping[str, Any]


class Editor:
    """Leaves everything as it is; those that do not override what they change."""

    def result(self, text: str) -> str | None:
        """What to say instead of the text of the next result; None leaves it."""
        return None

    def call(self, arguments: Any) -> Any:
        """The arguments of the next call: a text or an object; the same object leaves them."""
        return arguments

    def image(self) -> str | None:
        """What to say instead of the next image; None leaves it."""
        return None


def rewritten(raw: RawMessage, dialect: str, editor: Editor) -> RawMessage:
    """The message as the editor wants it; the same object when nothing changed."""
    return _WALKS[dialect](raw, editor)


# --- pieces that all walks share --------------------------------------------------------------------------


def _with(block: Block, key: str, value: Any) -> Block:
    return block if value is block.get(key) else {**block, key: value}


def _each(blocks: Any, change: Callable[[Block], Any]) -> Any:
    """The same list with blocks changed; whatever is no list of objects stays."""
    if not isinstance(blocks, Sequence) or isinstance(blocks, str | bytes):
        return blocks
    changed = [change(block) if isinstance(block, Mapping) else block for block in blocks]
    same = all(new is old for new, old in zip(changed, blocks, strict=True))
    return blocks if same else changed


def _texts(content: Any, text_of: Callable[[Any], str | None]) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(text for block in content or () if (text := text_of(block)) is not None)


def _noted(content: Any, note: str, text_of: Callable[[Any], str | None], written: Callable[[str], Block]) -> Any:
    """A result's content with its texts replaced by one note; what is no text stays behind it."""
    if content is None or isinstance(content, str):
        return note
    return [written(note), *(block for block in content if text_of(block) is None)]


def _typed(kinds: tuple[str, ...]) -> Callable[[Any], str | None]:
    def text_of(block: Any) -> str | None:
        if isinstance(block, str):
            return block
        return block["text"] if block.get("type") in kinds else None

    return text_of


def _content(
    content: Any, editor: Editor, text_of: Callable[[Any], str | None], written: Callable[[str], Block], image: Any
) -> Any:
    """A result's content: its text asked for first, as the view lists it, then its images."""
    note = editor.result(_texts(content, text_of))
    content = _each(content, image)
    return content if note is None else _noted(content, note, text_of, written)


# --- Anthropic --------------------------------------------------------------------------------------------

_ANTHROPIC_TEXT = _typed(("text",))


def _text_block(text: str) -> Block:
    return {"type": "text", "text": text}


def _anthropic(raw: RawMessage, editor: Editor) -> RawMessage:
    return _with(raw, "content", _each(raw.get("content"), lambda block: _anthropic_block(block, editor)))


def _anthropic_block(block: Block, editor: Editor) -> Block:
    kind = block.get("type")
    if kind == "tool_use":
        return _with(block, "input", editor.call(block["input"]))
    if kind == "tool_result":
        inner = _content(
            block.get("content"), editor, _ANTHROPIC_TEXT, _text_block, lambda b: _anthropic_block(b, editor)
        )
        return _with(block, "content", inner)
    if kind == "image" and (note := editor.image()) is not None:
        return {**_text_block(note), **{key: block[key] for key in ("cache_control",) if key in block}}
    return block


# --- OpenAI chat ------------------------------------------------------------------------------------------

_CHAT_TEXT = _typed(("text",))


def _openai_chat(raw: RawMessage, editor: Editor) -> RawMessage:
    content = raw.get("content")
    if raw["role"] in ("tool", "function"):
        inner = _content(content, editor, _CHAT_TEXT, _text_block, lambda block: _chat_image(block, editor))
        return _with(raw, "content", inner)
    raw = _with(raw, "content", _each(content, lambda block: _chat_image(block, editor)))
    raw = _with(raw, "tool_calls", _each(raw.get("tool_calls"), lambda call: _chat_call(call, editor)))
    legacy = raw.get("function_call")
    if not legacy:
        return raw
    return _with(raw, "function_call", _with(legacy, "arguments", editor.call(legacy["arguments"])))


def _chat_image(block: Block, editor: Editor) -> Block:
    if block.get("type") == "image_url" and (note := editor.image()) is not None:
        return _text_block(note)
    return block


def _chat_call(call: Block, editor: Editor) -> Block:
    key = "function" if call.get("function") else "custom"
    inner = call.get(key) or {}
    field = "arguments" if "arguments" in inner else "input"
    value = editor.call(inner.get(field, ""))
    return _with(call, key, _with(inner, field, value)) if field in inner else call


# --- OpenAI Responses -------------------------------------------------------------------------------------

_RESPONSES_TEXT = _typed(("input_text", "output_text", "text"))


def _input_text(text: str) -> Block:
    return {"type": "input_text", "text": text}


def _openai_responses(raw: RawMessage, editor: Editor) -> RawMessage:
    kind = raw.get("type", "message")
    if kind == "message":
        return _with(raw, "content", _each(raw.get("content"), lambda block: _responses_image(block, editor)))
    if kind.endswith("_call") and "call_id" in raw:
        field = next((key for key in ("arguments", "input") if isinstance(raw.get(key), str)), None)
        return _with(raw, field, editor.call(raw[field])) if field else raw
    if kind.endswith("_output") and not isinstance(raw.get("output"), Mapping):  # a computer's screenshot must stay
        inner = _content(
            raw.get("output"), editor, _RESPONSES_TEXT, _input_text, lambda block: _responses_image(block, editor)
        )
        return _with(raw, "output", inner)
    return raw


def _responses_image(block: Block, editor: Editor) -> Block:
    if block.get("type") == "input_image" and (note := editor.image()) is not None:
        return _input_text(note)
    return block


# --- Gemini -----------------------------------------------------------------------------------------------


def _gemini(raw: RawMessage, editor: Editor) -> RawMessage:
    return _with(raw, "parts", _each(raw["parts"], lambda part: _gemini_part(part, editor)))


def _gemini_part(part: Block, editor: Editor) -> Block:
    if (call := either(part, "function_call")) is not None:
        value = editor.call(call.get("args") or {})
        return _with(part, _spelled(part, "function_call"), _with(call, "args", value)) if call.get("args") else part
    if (answer := either(part, "function_response")) is not None:
        return _with(part, _spelled(part, "function_response"), _gemini_answer(answer, editor))
    if _gemini_is_image(part) and (note := editor.image()) is not None:
        return {"text": note}
    return part


def _gemini_answer(answer: Block, editor: Editor) -> Block:
    """The parts of a response take files only, so the note of an image stands in the response itself."""
    response = answer.get("response")
    whole = response if isinstance(response, Mapping) and len(response) == 1 else {"output": response}
    ((single, said),) = whole.items()
    note = editor.result(as_text(said))
    notes, kept = [], []
    for part in answer.get("parts") or ():
        gone = editor.image() if isinstance(part, Mapping) and _gemini_is_image(part) else None
        if gone is None:
            kept.append(part)
        else:
            notes.append(gone)
    if note is not None:
        response = {single: note}
    if notes:
        response = {**(response if isinstance(response, Mapping) else whole), "images_left_out": notes}
        answer = {key: value for key, value in answer.items() if key != "parts"} | ({"parts": kept} if kept else {})
    return _with(answer, "response", response)


def _gemini_is_image(part: Block) -> bool:
    inline = either(part, "inline_data")
    return inline is not None and str(either(inline, "mime_type") or "").startswith("image/")


def _spelled(part: Block, snake: str) -> str:
    first, *rest = snake.split("_")
    return snake if snake in part else first + "".join(map(str.capitalize, rest))


# --- Bedrock ----------------------------------------------------------------------------------------------


def _bedrock(raw: RawMessage, editor: Editor) -> RawMessage:
    return _with(raw, "content", _each(raw["content"], lambda block: _bedrock_block(block, editor)))


def _bedrock_block(block: Block, editor: Editor) -> Block:
    if (call := block.get("toolUse")) is not None:
        return _with(block, "toolUse", _with(call, "input", editor.call(call["input"])))
    if (answer := block.get("toolResult")) is not None:
        inner = _content(
            answer.get("content") or [], editor, _bedrock_text, _bedrock_note, lambda b: _bedrock_block(b, editor)
        )
        return _with(block, "toolResult", _with(answer, "content", inner)) if inner else block
    if "image" in block and (note := editor.image()) is not None:
        return _bedrock_note(note)
    return block


def _bedrock_note(text: str) -> Block:
    return {"text": text}


def _bedrock_text(block: Any) -> str | None:
    if "json" in block:
        return as_text(block["json"])
    text: str | None = block.get("text")
    return text


_WALKS: dict[str, Callable[[RawMessage, Editor], RawMessage]] = {
    "anthropic": _anthropic,
    "openai-chat": _openai_chat,
    "openai-responses": _openai_responses,
    "gemini": _gemini,
    "bedrock": _bedrock,
}
