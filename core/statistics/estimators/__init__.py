"""The estimators explorer: sampling distributions, limit laws, robustness, the delta method."""

from core.computation import Run, computation
from core.design_matrix import table_size
from core.explorer import script
from core.headline import by_result
from core.statistics.estimators import distribution, laws, robustness
from core.statistics.estimators.params import SAMPLES
from core.statistics.estimators.params import Params as Params
from core.statistics.estimators.populations import MOST, NEWCOMB
from core.statistics.estimators.presets import PRESETS as PRESETS
from core.statistics.estimators.questions import QUESTIONS as QUESTIONS

Result = distribution.Distribution | laws.Laws | robustness.MovedPoint


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part.

    Raises:
        InputError: the sample cannot be read, or what is asked of it has no value.
    """
    match params.part:
        case "laws":
            return laws.converge(params, data, run)
        case "robustness":
            return robustness.drag(params, data)
    return distribution.simulate(params, data, run)


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Draws by their law, numbers sorted, moved points, bytes read; ``own`` of the bootstrap interval."""
    read = len(data or b"") if params.source == "file" else 0
    points = {"newcomb": len(NEWCOMB), "typed": 1 + params.values.count(" ")}.get(params.source, params.size)
    points = min(MOST, table_size(data or b"")[0]) if read else points
    if params.part == "robustness":
        return {"bytes read": read, "points": points * (len(robustness.SHIFTS) + points // 2)}
    sizes = laws.SIZES if params.part == "laws" else distribution.SIZES
    sorts = params.part == "distribution" and params.estimator in ("median", "trimmed")
    law, own = (
        ("a sample", points * (params.part == "distribution")) if params.source in SAMPLES else (params.source, 0)
    )
    return {"bytes read": read, f"draws, {law}": params.replicates * (int(sizes[-1]) + own),
            "numbers sorted": params.replicates * (int(sizes.sum()) + own) * sorts,
            "distances": params.replicates * len(sizes) * (params.part == "laws")}  # fmt: skip


snippet = script
headline = by_result({
    distribution.Distribution: ("mean square error, simulated", lambda its: its.simulated[2], ""),
    laws.Laws: ("Kolmogorov distance, simulated", lambda its: its.distance, ""),
    robustness.MovedPoint: ("mean", lambda its: its.estimates[0], ""),
})  # fmt: skip
