"""What every test shares."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Two shared cores: a slow example says nothing about the code. Timings are measured in benchmarks/.
settings.register_profile("glassbox", deadline=None)
settings.load_profile("glassbox")


@pytest.fixture(autouse=True)
def _main_stays() -> Iterator[None]:
    """AppTest makes its script the main module, and a worker that is spawned afterwards would run it again."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main
