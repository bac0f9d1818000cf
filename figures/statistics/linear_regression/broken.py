"""Pictures of broken assumptions: coverage, one sample of what is simulated, and the errors that are reported."""

import numpy as np

from core.numbers import number
from core.statistics.linear_regression.assumptions import KINDS, Coverage
from core.statistics.linear_regression.params import BROKEN
from figures import theme
from figures.plot import Cursor, Plot, Sweep
from figures.statistics.linear_regression.arithmetic import AXIS
from figures.traces import Traces, around

BLUE, HEIGHT = theme.CATEGORIES[0], 300
FRAME = theme.legend(l=56, r=16, t=44, b=36)
STRENGTH = theme.axis("how far it is broken", range=[-0.03, 1.03])
SIZES = (8, 4, 4, 4, 7, 7)  # of the dots of each kind of error: some are looked at first


def coverage(its: Coverage) -> Plot:
    """How often intervals hold the true slope, over how far the assumption is broken, by each kind of error."""
    traces, x, level = Traces(len(its.strength)), its.strength, its.params.level
    low = min(80.0, 100 * float(its.share.min())) - 2
    traces.add(x[[0, -1]], np.full(2, level), f"promised, {number(level, 3)} %", line=theme.BOUND, hoverinfo="skip")
    for k, name in enumerate(KINDS):
        traces.compared(x, 100 * its.exact[k], 100 * its.share[k], name, theme.CATEGORIES[k], SIZES[k], dashed="exact",
                        error=200 * its.error[k], legend="" if k else "exact")  # fmt: skip
    sweep = Sweep(AXIS, f"{BROKEN[its.params.breaks]}: strength", len(x), "", x, "broken by {value}",
                  cursor=Cursor(x, {"y": 100 * its.share[0]}), field="strength")  # fmt: skip
    summary = f"Coverage of intervals for the slope over refits; {its.params.replicates:,} at each strength."
    return traces.plot("regression-coverage", summary, HEIGHT, sweep, STRENGTH,
                       theme.axis("intervals that hold the slope", "%", range=[low, 101]), **FRAME)  # fmt: skip


def one_sample(its: Coverage) -> Plot:
    """One simulated table at each strength: what breaking the assumption looks like."""
    traces, j = Traces(len(its.strength)), its.params.feature
    x = its.data.x[:, j]
    traces.dots(x, its.sample, "one simulated sample", BLUE, 6 if len(x) < 100 else 4)
    if its.data.x.shape[1] == 1:
        ends = np.array([x.min(), x.max()])
        traces.add(ends, its.fit.beta[0] + its.fit.beta[1] * ends, "true line", line=theme.THEORY)
    names = [theme.label(name) for name in (its.data.names[j], its.data.target)]
    summary = "One simulated sample at the present strength, and the line that it was made from."
    return traces.plot("regression-sample", summary, HEIGHT, AXIS, theme.axis(names[0], range=around(x, 0.05)),
                       theme.axis(f"{names[1]}, simulated", range=around(its.sample, 0.05)), **FRAME,
                       hovermode="closest")  # fmt: skip


def reported(its: Coverage) -> Plot:
    """The standard error that is reported on average, as a share of the true deviation of the slope."""
    traces, x = Traces(len(its.strength)), its.strength
    traces.add(x[[0, -1]], np.ones(2), "as large as it should be", line=theme.BOUND, hoverinfo="skip")
    ratio = its.reported / its.true
    for k, name in enumerate(KINDS):
        traces.line(x, ratio[k], name, theme.CATEGORIES[k])
    summary = "Reported standard errors over the true deviation of the slope."
    return traces.plot("regression-reported", summary, 240, AXIS, STRENGTH,
                       theme.axis("reported SE ÷ true", range=around(np.append(ratio, 1), 0.1)),
                       cursor=Cursor(x, {"y": ratio[0]}), **FRAME)  # fmt: skip
