"""Settings that all tests share, and the shared transcripts where a machine has them."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", parent=settings.get_profile("default"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

TRANSCRIPTS = Path(
    os.environ.get("SNAPGLYPH_TRANSCRIPTS", Path(__file__).resolve().parents[2] / "shared" / "transcripts")
)


@pytest.fixture(scope="session")
def transcripts() -> Path:
    """The folder of real conversations; the tests that need it are skipped where there is none."""
    if not TRANSCRIPTS.is_dir():
        pytest.skip("no shared transcripts here; SNAPGLYPH_TRANSCRIPTS names their folder")
    return TRANSCRIPTS
