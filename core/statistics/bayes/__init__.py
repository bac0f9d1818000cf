"""The Bayes explorer: data one by one, the prior's width, coverage beside confidence intervals, and when to stop."""

import numpy as np

from core.computation import Run, computation
from core.design_matrix import table_size
from core.explorer import script
from core.first_passage import products
from core.headline import Headline
from core.statistics.bayes import coverage, stopping, update, width
from core.statistics.bayes.params import MOST
from core.statistics.bayes.params import Params as Params
from core.statistics.bayes.presets import PRESETS as PRESETS
from core.statistics.bayes.questions import QUESTIONS as QUESTIONS

Result = update.Update | width.Width | coverage.Coverage | stopping.Stopping


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part.

    Raises:
        InputError: the observations cannot be read, or the pair cannot have them.
    """
    if params.part == "stopping":
        return stopping.stop(params, run)
    if params.part == "update":
        return update.update(params, data)
    return width.widen(params) if params.part == "width" else coverage.cover(params)


def headline(result: Result, params: Params) -> Headline:
    """The number that two settings are compared by."""
    match result:
        case update.Update():
            return Headline("posterior mean", result.mean)
        case width.Width():
            return Headline("P(H₀) after the data", 100 * result.null, "%")
    name = "coverage of the credible interval" if params.part == "coverage" else "runs stopped by p < α"
    return Headline(name, 100 * result.share[0], "%")


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Observations, terms of sums, simulated draws, and products of the exact recursion."""
    match params.part:
        case "update":
            read = data if params.source == "file" else None
            many = min(MOST[params.part], table_size(read)[0]) if read else len(update.sample_of(params, None)[0])
            return {"bytes read": len(read or b""), "observations": many, "narrowest": int(params.highest)}
        case "width":
            return {"outcomes": params.n if params.test == "binomial" else 0}
        case "coverage":
            return {"terms": params.n, "terms, narrowest": params.n * params.highest, "samples": params.replicates}
    looks, step = stopping.looks_of(params), float(params.every)
    edges = stopping.bounds(params, looks) * np.sqrt(looks)
    return {"draws": len(looks) * params.replicates,
            "products": sum(products(edge, params.effect * step, step) for edge in edges)}  # fmt: skip


snippet = script
