"""Runs the command as its users do: another process, and its output taken apart."""

import json
import os
import subprocess
import sys
from typing import Any

__all__ = ["TEXT", "run", "run_json"]

TEXT = "def f(x):\n    return x  # twice\n\ttab\r\n" * 40


def run(
    *arguments: object, stdin: bytes = b"", code: int = 0, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    result = subprocess.run(
        [sys.executable, "-m", "snapglyph.cli", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        env=os.environ | (env or {}),
    )
    assert result.returncode == code, result.stderr.decode()
    assert b"Traceback" not in result.stderr
    return result


def run_json(*arguments: object, stdin: bytes = b"", code: int = 0) -> Any:
    result = run(*arguments, "--json", stdin=stdin, code=code)
    assert result.stderr == b""
    return json.loads(result.stdout)
