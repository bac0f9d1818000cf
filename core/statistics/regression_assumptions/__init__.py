"""The regression assumptions explorer: one is broken further and further; how often do intervals hold the slope?"""

from core.computation import Run, computation
from core.explorer import script
from core.headline import Headline
from core.regression_data import observations, size
from core.statistics.regression_assumptions import coverage
from core.statistics.regression_assumptions.coverage import SlopeCoverage
from core.statistics.regression_assumptions.params import ERRORS
from core.statistics.regression_assumptions.params import Params as Params
from core.statistics.regression_assumptions.presets import PRESETS as PRESETS
from core.statistics.regression_assumptions.questions import QUESTIONS as QUESTIONS


@computation
def compute(params: Params, data: bytes | None, run: Run) -> SlopeCoverage:
    """Coverage at every strength.

    Raises:
        InputError: the data cannot be read, or no line can be fitted to them.
    """
    return coverage.cover(params, observations(params, data), run)


def headline(result: SlopeCoverage, params: Params) -> Headline:
    """The number that two settings are compared by."""
    return Headline(f"coverage by the {ERRORS[params.shows]} error", 100 * result.share[params.kind], "%")


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Numbers of simulated steps, quadratic forms, and bytes read."""
    rows, _, read = size(params, data)
    exact = rows if rows <= coverage.MOST_EXACT else 0
    return {"bytes read": read, "steps drawn": rows * params.replicates * coverage.STEPS,
            "forms": exact, "eigenvalues": exact**3}  # fmt: skip


snippet = script
