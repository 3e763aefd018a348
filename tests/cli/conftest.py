"""A small text on disk."""

from pathlib import Path

import pytest

from .run import TEXT


@pytest.fixture
def text_file(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_bytes(TEXT.encode())
    return path
