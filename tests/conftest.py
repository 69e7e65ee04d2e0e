"""What all tests share."""

import os

import pytest
from hypothesis import settings

settings.register_profile("ordinary", deadline=None, max_examples=100)
settings.register_profile("soak", deadline=None, max_examples=5000)
settings.register_profile("quick", deadline=None, max_examples=20)
PROFILE = "soak" if os.environ.get("BOOHIVE_SOAK") else "quick" if os.environ.get("BOOHIVE_QUICK") else "ordinary"
settings.load_profile(PROFILE)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long forms run only when asked for (./dev soak)."""
    if config.getoption("-m") or os.environ.get("BOOHIVE_SOAK"):
        return
    long_forms = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=long_forms)
    items[:] = [item for item in items if not item.get_closest_marker("slow")]
