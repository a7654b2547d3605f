"""Shared fixtures."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no failure; and a run shall be the same as the one before.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of real data; a bare clone skips, continuous integration must have it."""
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("MULTIGLOBEQA_DATA", default))
    if not folder.is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"the real data is missing: {folder}")
        pytest.skip(f"no real data at {folder}; set MULTIGLOBEQA_DATA to run this test")
    return folder
