"""OpenHands: event files of the agent (actions and observations) and of its SDK (events of a `kind`)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .shape import (
    Converted,
    Format,
    Line,
    Record,
    as_json,
    count,
    known_kind,
    openai_call,
    openai_image,
    openai_result,
)

__all__ = ["OPENHANDS", "OPENHANDS_FILE"]

_LISTS = ("history", "trajectory", "events")
_SILENT = ("recall", "change_agent_state", "agent_state_changed", "null", "condensation", "condensation_request")
"""Events that are no message."""


def _is_event(record: Any) -> bool:
    if not isinstance(record, Mapping):
        return False
    if isinstance(record.get("kind"), str):
        return record["kind"] in _READERS
    return (isinstance(record.get("action"), str) and isinstance(record.get("args"), Mapping)) or (
        isinstance(record.get("observation"), str) and "content" in record and "role" not in record
    )


def _is_lines(lines: Sequence[Line]) -> bool:
    return any(_is_event(record) for _, record in lines)


def _events_in(value: Any) -> list[Any]:
    if not isinstance(value, Mapping):
        return []
    events: list[Any] = next((value[key] for key in _LISTS if isinstance(value.get(key), list) and value[key]), [])
    return [event for e in events for event in (e if isinstance(e, list) else [e])]  # old files: pairs


def _is_file(value: Any) -> bool:
    events = _events_in(value)
    return any(map(_is_event, events)) and all(isinstance(event, Mapping) for event in events)


def _from_file(value: Record) -> Converted:
    return _convert(list(enumerate(_events_in(value), 1)))


def _convert(lines: Sequence[Line]) -> Converted:
    """What the agent would send next: without the events that it condensed, and with the summary of them."""
    found = Converted("openai-chat")
    reader = _Reader(found)
    kept = _condensed(lines, found)
    for _, event in kept:
        kind = event.get("kind")
        if isinstance(kind, str):
            _READERS.get(kind, _Reader.skip)(reader, event)
        elif "action" in event:
            reader.action(event)
        elif "observation" in event:
            reader.observation(event)
        else:
            reader.skip(event)
    return found


def _condensed(lines: Sequence[Line], found: Converted) -> list[Line]:
    condensations = [event for _, event in lines if _is_condensation(event)]
    gone: set[Any] = set()
    for event in condensations:
        gone |= _forgotten(event)
    kept = [line for line in lines if line[1].get("id") not in gone]
    found.leave_out(
        "messages that a compaction replaced",
        [number for number, event in lines if event.get("id") in gone and _is_event(event)],
    )
    last = _of(condensations[-1]) if condensations else {}
    if isinstance(last.get("summary"), str) and last["summary"]:
        summary = {"kind": "CondensationSummaryEvent", "summary": last["summary"]}
        kept.insert(last.get("summary_offset") or 0, (0, summary))
    return kept


def _is_condensation(event: Record) -> bool:
    return event.get("kind") == "Condensation" or event.get("action") == "condensation"


def _of(event: Record) -> Record:
    args = event.get("args")
    return args if isinstance(args, Mapping) else event


def _forgotten(event: Record) -> set[Any]:
    own = _of(event)
    start, end = own.get("forgotten_events_start_id"), own.get("forgotten_events_end_id")
    ids = set(own.get("forgotten_event_ids") or ())
    if isinstance(start, int) and isinstance(end, int) and 0 <= end - start < 1_000_000:
        ids |= set(range(start, end + 1))
    return ids


class _Reader:
    """Messages of OpenAI chat from events. Calls of one answer of the model are one message."""

    def __init__(self, found: Converted) -> None:
        self.found = found
        self.answers: dict[str, dict[str, Any]] = {}
        self.calls: dict[Any, str] = {}
        """Ids of calls by the id of their event, where the file has no others."""

    def add(self, role: str, content: Any) -> None:
        if content:
            self.found.messages.append({"role": role, "content": content})
        else:
            count(self.found.notes, "empty messages")

    def skip(self, event: Record) -> None:
        kind = event.get("kind") or event.get("action") or event.get("observation")
        count(self.found.notes, f"{known_kind(kind)} events")

    def call(self, answer_id: Any, content: Any, calls: Iterable[dict[str, Any]], reasoning: Any = None) -> None:
        message = self.answers.get(answer_id) if isinstance(answer_id, str) else None
        if message is None:
            message = {"role": "assistant", "content": content or None, "tool_calls": []}
            if isinstance(reasoning, str) and reasoning:
                message["reasoning_content"] = reasoning
            self.found.messages.append(message)
            if isinstance(answer_id, str):
                self.answers[answer_id] = message
        known = {call["id"] for call in message["tool_calls"]}
        message["tool_calls"] += [call for call in calls if call["id"] not in known]

    # --- the agent's own files ---

    def action(self, event: Record) -> None:
        kind, args = event["action"], event["args"]
        role = "user" if event.get("source") == "user" else "assistant"
        if kind == "system":
            self.add("system", args["content"])
        elif kind == "message":
            self.add(role, _with_images(args.get("content") or "", args.get("image_urls")))
        elif kind in _SILENT:
            self.skip(event)
        elif kind == "finish":
            self.add(
                role, args.get("final_thought") or args.get("thought") or (args.get("outputs") or {}).get("content")
            )
        elif role == "user":
            self.add("user", f"$ {args['command']}" if "command" in args else as_json(args))
        else:
            self._action_call(event)

    def _action_call(self, event: Record) -> None:
        meta = event.get("tool_call_metadata")
        if isinstance(meta, Mapping):
            response = meta.get("model_response") or {}
            message = (response.get("choices") or [{}])[0].get("message") or {}
            asked = [
                openai_call(c["id"], c["function"]["name"], c["function"]["arguments"])
                for c in message.get("tool_calls") or ()
                if c["id"] == meta["tool_call_id"]
            ]
            content = _thought(event["args"]) if not message else message.get("content")
            asked = asked or [openai_call(meta["tool_call_id"], meta["function_name"], _arguments(event["args"]))]
            self.call(response.get("id"), content, asked, message.get("reasoning_content"))
            return
        call_id = f"call_{event.get('id', len(self.found.messages))}"
        self.calls[event.get("id")] = call_id
        self.call(None, _thought(event["args"]), [openai_call(call_id, event["action"], _arguments(event["args"]))])

    def observation(self, event: Record) -> None:
        if event["observation"] in _SILENT:
            self.skip(event)
            return
        meta = event.get("tool_call_metadata")
        call_id = meta["tool_call_id"] if isinstance(meta, Mapping) else self.calls.get(event.get("cause"))
        content = event["content"] if isinstance(event["content"], str) else as_json(event["content"])
        if call_id:
            self.found.messages.append(openai_result(call_id, content))
        else:
            self.add("user", content)

    # --- files of the SDK ---

    def prompt(self, event: Record) -> None:
        self.add("system", event["system_prompt"]["text"])
        if isinstance(dynamic := event.get("dynamic_context"), Mapping):
            self.add("system", dynamic["text"])

    def message(self, event: Record) -> None:
        said = event["llm_message"]
        self.add(said["role"], _content([*said["content"], *(event.get("extended_content") or ())]))

    def sdk_action(self, event: Record) -> None:
        call = event["tool_call"]
        own = call.get("function") if isinstance(call.get("function"), Mapping) else call
        if event.get("thinking_blocks"):
            count(self.found.notes, "thinking blocks")
        asked = openai_call(event["tool_call_id"], own["name"], own["arguments"])
        answer_id = event.get("llm_response_id")
        self.call(answer_id, _content(event.get("thought") or ()), [asked], event.get("reasoning_content"))

    def sdk_observation(self, event: Record) -> None:
        seen = event["observation"]
        content = seen.get("content", seen.get("output"))
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        images = 0
        texts: list[str] = []
        for block in [*(blocks or ()), *(event.get("extended_content") or ())]:
            if block["type"] == "text":
                texts.append(block["text"])
            else:
                images += 1
        for _ in range(images):
            count(self.found.notes, "images in results, for which OpenAI chat has no place")
        text = "\n".join(texts) if blocks is not None else as_json(seen)
        self.found.messages.append(openai_result(event["tool_call_id"], text))

    def rejected(self, event: Record) -> None:
        self.found.messages.append(openai_result(event["tool_call_id"], f"rejected: {event['rejection_reason']}"))

    def failed(self, event: Record) -> None:
        self.found.messages.append(openai_result(event["tool_call_id"], event["error"]))

    def summary(self, event: Record) -> None:
        self.add("user", event["summary"])


_READERS: dict[str, Callable[[_Reader, Record], None]] = {
    "SystemPromptEvent": _Reader.prompt,
    "MessageEvent": _Reader.message,
    "ActionEvent": _Reader.sdk_action,
    "ObservationEvent": _Reader.sdk_observation,
    "UserRejectObservation": _Reader.rejected,
    "AgentErrorEvent": _Reader.failed,
    "CondensationSummaryEvent": _Reader.summary,
}


def _thought(args: Record) -> Any:
    thought = args.get("thought")
    return thought.get("text") if isinstance(thought, Mapping) else thought


def _arguments(args: Record) -> Record:
    return {key: value for key, value in args.items() if key != "thought"}


def _with_images(text: str, urls: Any) -> Any:
    if not urls:
        return text
    return [{"type": "text", "text": text}, *(openai_image(url) for url in urls)]


def _content(blocks: Iterable[Record]) -> Any:
    """A text where there are no images."""
    found: list[dict[str, Any]] = []
    for block in blocks:
        if block["type"] == "text":
            found.append({"type": "text", "text": block["text"]})
        else:
            found += [openai_image(url) for url in block["image_urls"]]
    if all(block["type"] == "text" for block in found):
        return "\n".join(block["text"] for block in found)
    return found


OPENHANDS = Format("OpenHands events", _is_lines, _convert)
OPENHANDS_FILE = Format("OpenHands events", _is_file, _from_file)
