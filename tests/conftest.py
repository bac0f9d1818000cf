"""What every test shares."""

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# No test asks the network for a model. Read when the library is loaded, and what collects the tests of core loads it.
os.environ.setdefault("HF_HUB_OFFLINE", "1")
# Two shared cores: a slow example says nothing about the code. Timings are measured in benchmarks/.
settings.register_profile("glassbox", deadline=None)
settings.load_profile("glassbox")


@pytest.fixture(autouse=True)
def _main_stays() -> Iterator[None]:
    """AppTest makes its script the main module, and a worker that is spawned afterwards would run it again."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main
