"""The lines that are read: the same for every face, from a fixed seed."""

import base64
import json
import random
import uuid
from dataclasses import dataclass

__all__ = ["KINDS", "Line", "make_lines"]

_PROSE = """The harbour lay still under a thin fog, and nobody expected it to lift before noon.
She counted the boats twice, wrote the number down, and then counted them again.
A pilot who knows the channel will not need the chart, but he keeps it dry anyway.
Between the two piers the water runs fast; small craft wait for the turn of the tide.
"Have you checked the lines?" he asked. "Both of them," she said, "and the spare."
Most failures begin quietly: a worn rope, a loose bolt, a reading nobody believed.
It was the quartz clock, not the brass one, that kept the watch honest all winter.
Every lamp on the quay was lit by six, except the one that had never worked at all.
They fixed the valve, flushed the pipe, and judged the job good for one more year.
Jackdaws love my big sphinx of quartz; five wizards jump over the lazy brown fox.
What we measured in June did not agree with what the tables had promised for May.
No report mentions the noise, though half the crew heard it and two wrote it down.""".splitlines()

_CODE = """def tide(hours, *, datum=0.62, step=15):
    if not hours or step < 1:  raise ValueError(f"bad step: {step!r}")
    for (i, h) in enumerate(sorted(hours.items()), 1):  # O(n log n)
        total += (h[1] ** 2 - datum) / max(1, len(xs)); y[i] = ~mask & 0xFF
    return {"min": lo, "max": hi, "mean": round(total / i, 3)}
const rows = list.filter((r) => r.id !== null && r.kind === 'tide');
for (size_t k = 0; k < count; k++) { out[k] = cells[k] ^ (1u << (k % 8)); }
if (!path.startsWith("/srv/data/") || ++tries > 3) { return -EINVAL; }
SELECT id, max(height) FROM tides WHERE port_id IN (7, 11) GROUP BY 1;
git log --oneline -n 20 | awk '{print $1}' | xargs -I{} git show {}:src/lib.rs
let v: Vec<&str> = s.split(',').map(|x| x.trim()).collect::<Vec<_>>();
assert_eq!(parse("a=1;b=2")?, [("a", 1), ("b", 2)]);  // exact""".splitlines()

_WORDS = ("tide", "Port", "level", "Gauge", "index", "Value", "count", "Model", "Query", "batch", "Lamp", "Zero")
_MIXED = "0O1lI|5S8B2Z6bGCDQ"


@dataclass(frozen=True, slots=True)
class Line:
    """One line, and the identifiers in it that must come out whole."""

    kind: str
    text: str
    ids: tuple[str, ...] = ()


def _hex(rng: random.Random) -> str:
    return f"{rng.getrandbits(64):016x}"


def _uuid(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def _base32(rng: random.Random) -> str:
    return base64.b32encode(rng.randbytes(10)).decode()


def _digits(rng: random.Random) -> str:
    return str(rng.randrange(10**9, 10**12))


def _camel(rng: random.Random) -> str:
    first, *rest = rng.sample(_WORDS, 3)
    return first.lower() + "".join(word.capitalize() for word in rest) + str(rng.randrange(100))


def _path(rng: random.Random) -> str:
    folders = "/".join(rng.choice(_WORDS).lower() for _ in range(2))
    return f"/srv/{folders}/{rng.choice(_WORDS)}_{rng.randrange(1000):03d}.json"


def _look_alikes(rng: random.Random) -> str:
    return "".join(rng.choice(_MIXED) for _ in range(10))


_IDS = {
    "hex": _hex,
    "uuid": _uuid,
    "base32": _base32,
    "digits": _digits,
    "camel": _camel,
    "path": _path,
    "look-alikes": _look_alikes,
}


def _json_line(rng: random.Random) -> str:
    record = {
        "id": _hex(rng)[:8],
        "port": rng.choice(_WORDS),
        "height": round(rng.uniform(-2, 9), 2),
        "ok": rng.random() < 0.5,
        "tags": rng.sample(_WORDS, 2),
    }
    return json.dumps(record)[:78]


KINDS = ("prose", "code", "json", "ids")


def make_lines(count: int = 24, *, seed: int = 20261201) -> list[Line]:
    """`count` lines of each kind, at most 86 characters long; the same for the same count and seed."""
    rng = random.Random(seed)
    lines = [Line("prose", _PROSE[i % len(_PROSE)]) for i in range(min(count, len(_PROSE)))]
    lines += [Line("code", _CODE[i % len(_CODE)].strip()) for i in range(min(count, len(_CODE)))]
    lines += [Line("json", _json_line(rng)) for _ in range(count)]
    makers = list(_IDS.values())
    for i in range(count):
        make = makers[i % len(makers)]
        ids = tuple(make(rng) for _ in range(2 if make in (_uuid, _path) else 3))
        lines.append(Line("ids", " ".join(ids), ids))
    return lines
