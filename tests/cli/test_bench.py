"""What bench prints of a run that was made up: no test depends on how fast a machine is."""

import json

import pytest

from snapglyph.bench import Measured
from snapglyph.bench.groups import GROUPS, grouped
from snapglyph.bench.targets import FAST, SMALL, TARGETS
from snapglyph.cli import benchmark

RATES = {
    FAST: 20.0,
    SMALL: 10.0,
    "Pillow TrueType, to PNG": 0.5,
    "blit, 5x8, portable": 150.0,
    "numpy gather, pixels only": 15.0,
    "PNG, small": 12.0,
    "zlib 6 of the same pixels": 3.0,
    "read, 5x8": 60.0,
    "str to PNG, 1 MB, small, 1 thread": 10.0,
    "str to PNG, 1 MB, small, 2 threads": 19.0,
}
MADE_UP = Measured(
    {"processor": "abacus", "cores": "1"},
    RATES,
    {name: 1.5 * rate for name, rate in RATES.items()},
    {"PNG, small": 99, "PNG, fast": 105, "zlib 6 of the same pixels": 100},
    {"snapglyph render of 30 kB, s": 0.2},
)


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "run", lambda quick, progress: MADE_UP)


def test_rows_are_compared_within_their_group_only() -> None:
    groups = dict(grouped(MADE_UP.rates))
    assert groups["Text to PNG"] == [
        (FAST, 20.0, 1.0),
        (SMALL, 10.0, 2.0),
        ("Pillow TrueType, to PNG", 0.5, 40.0),
    ]
    assert groups["Pixels of a page at 5x8"][1] == ("numpy gather, pixels only", 15.0, 10.0)
    assert [name for name, *_ in groups[GROUPS[-1].title]] == list(MADE_UP.rates)[-3:]
    assert sum(map(len, groups.values())) == len(MADE_UP.rates)


def test_the_tables_show_every_row_and_every_target(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.run_bench(quick=False, as_json=False)
    said = capsys.readouterr()
    assert all(name in said.out for name in MADE_UP.rates)
    assert "40.00 x" in said.out
    assert "90.00" in said.out
    lines = [line.strip() for line in said.out.splitlines()]
    assert next(line for line in lines if line.startswith("str to PNG at 5x8, small, M")).endswith("missed")
    assert next(line for line in lines if line.startswith("read, M")).endswith("met")
    assert "npm peer was not measured" in said.err


def test_json_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.run_bench(quick=True, as_json=True)
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert said.err == ""
    assert found["rates"] == MADE_UP.rates
    told = {target["name"]: target["met"] for target in found["targets"]}
    assert told["two threads against one, small"] is True
    assert told.keys() <= {target.name for target in TARGETS}
