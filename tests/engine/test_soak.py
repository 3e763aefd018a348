"""Long runs: a hundred megabytes in one line, in memory that does not grow. `make soak` starts them."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc"),
]

SCRIPT = """
import sys
from snapglyph import PageFormat, iter_pages, read

unit, count, layout = sys.argv[1], int(sys.argv[2]), sys.argv[3]

def chunks():
    for _ in range(count // 65536):
        yield unit * 65536

total = 0
for page in iter_pages(chunks(), format=PageFormat(layout=layout), effort="fast", threads=1):
    text = read(page, threads=1)
    assert text == unit * len(text)
    total += len(text)
assert total == count // 65536 * 65536
# VmHWM, since ru_maxrss of a child also counts what its parent held when it was started
print(int(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0]) // 1024)
"""


def peak_megabytes(unit: str, count: int, layout: str) -> int:
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, unit, str(count), layout], capture_output=True, text=True, check=True
    )
    return int(result.stdout)


@pytest.mark.parametrize("layout", ["packed", "lines"])
@pytest.mark.parametrize("unit", ["x", "é", "\u4e2d"])
def test_memory_does_not_grow_with_the_text(unit: str, layout: str) -> None:
    count = 100_000_000 if unit == "x" else 10_000_000
    short = peak_megabytes(unit, 1_000_000, layout)
    assert peak_megabytes(unit, count, layout) <= short + 8


def test_a_hundred_million_blanks() -> None:
    """Sixty thousand cells hold twenty million blanks: the most that one page can say."""
    assert peak_megabytes(" ", 100_000_000, "packed") < 600
