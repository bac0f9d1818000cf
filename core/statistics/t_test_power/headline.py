"""The number in focus of /t-test-power: the power."""

from typing import Any

from core.headline import Headline


def headline(result: Any, params: Any) -> Headline:
    """The probability that the test rejects, at each true effect or sample size."""
    return Headline("power", result.theory.power)
