"""Pictures of one point far away: the sample, the sensitivity of four estimates, and their breakdown."""

import numpy as np

from core.statistics.estimators.robustness import FAR, NAMES, SHIFTS, MovedPoint
from figures import falling, marks, theme
from figures.plot import Cursor, Plot, Sweep
from figures.statistics.estimators.arithmetic import AXIS
from figures.traces import Traces, around

COLOURS, FRAME, STEPS = theme.CATEGORIES[:4], theme.legend(l=60, t=62), len(SHIFTS)


def sample(its: MovedPoint) -> Plot:
    """The points, the one that moves, and the estimates; a bar reaches one deviation s to both sides of the mean."""
    traces, width = Traces(STEPS, its.place), 0.4 * its.unit
    x, y = falling.piled(its.others[None], float(np.median(its.others)), width)
    counts = y[0] * len(its.others) * width
    top = 1.25 * max(3.0, float(counts.max()))
    traces.dots(x[0], counts, "the others", theme.MUTED, 6, showlegend=False)
    for k, style in ((0, "solid"), (1, "dot"), (2, "dash")):
        traces.add(np.stack([its.estimates[k]] * 2, axis=1), np.array([0, top]), NAMES[k],
                   line={"color": COLOURS[k], "width": 2, "dash": style})  # fmt: skip
    ends = its.estimates[0][:, None] + its.estimates[3][:, None] * np.array([-1, 1])
    traces.line(ends, np.full(2, 0.96 * top), "mean ± s", COLOURS[3], 4)
    traces.dots(its.place[:, None], np.full((STEPS, 1), 0.5), "the point that moves", theme.FOCUS, 12,
                showlegend=False)  # fmt: skip
    axis = Sweep(AXIS, "The point", STEPS, "units", SHIFTS, "{field} from the middle: {value}", along=its.place,
                 displayed=its.place.round(max(0, 2 - int(np.floor(np.log10(its.unit))))), field="shift",
                 held=(its.place, np.full(STEPS, 0.5)))  # fmt: skip
    summary = "The points of the sample with mean, median, trimmed mean and deviation while one point moves."
    return traces.plot("estimators-sample", summary, 300, axis, theme.axis("value", range=around(its.place, 0.02)),
                       theme.counts("points", range=[0, top]), **FRAME)  # fmt: skip


def sensitivity(its: MovedPoint) -> Plot:
    """What the point adds to each estimate, times n, and for many normal draws."""
    traces, reach = Traces(STEPS), 1.1 * float(np.abs(its.sensitivity[0]).max())
    for k, name in enumerate(NAMES):
        traces.compared(its.place, its.influence[k], its.sensitivity[k], name, COLOURS[k], 5, within=(-reach, reach),
                        some=slice(0, None, 4), legend="influence function" * (k == 0))  # fmt: skip
    summary = "How much the moving point changes each estimate, times n, beside the influence function."
    return traces.plot("estimators-sensitivity", summary, 300, AXIS,
                       theme.axis("place of the point", range=around(its.place, 0.02)),
                       theme.axis("n × change of the estimate", range=[-reach, reach]),
                       cursor=Cursor(its.place, {"y": its.sensitivity[0]}), **FRAME)  # fmt: skip


def breakdown(its: MovedPoint) -> Plot:
    """How far each estimate goes when more and more points are put far away."""
    traces, share = Traces(STEPS), 100 * np.arange(its.ruined.shape[1]) / (len(its.others) + 1)
    for k, name in enumerate(NAMES):
        traces.line(share, np.maximum(its.ruined[k], 0.1), name, COLOURS[k], mode="lines+markers")
    summary = "How far each estimate moves when a share of the points is put far away; it breaks down at the lines."
    lines = [marks.upright(share[count], theme.THEORY) for count in {*its.breakdown} if count < len(share)]
    note = marks.text(float(share[its.breakdown[1]]), 0, "the median breaks down ", "right")
    return traces.plot("estimators-breakdown", summary, 240, None, theme.axis("points far away", "%"),
                       theme.axis("moved by (units)", type="log", dtick=1, range=[-1.1, np.log10(FAR) + 0.2]), **FRAME,
                       shapes=lines, annotations=[note])  # fmt: skip
