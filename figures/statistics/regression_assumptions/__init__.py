"""Pictures of /regression-assumptions: coverage beside one sample, single intervals, and errors that are reported."""

import numpy as np

from core.least_squares.coverage import KINDS
from core.numbers import number, percent
from core.statistics.regression_assumptions import Params
from core.statistics.regression_assumptions.coverage import DRAWN, SlopeCoverage
from figures import theme
from figures.opened import Line, panel
from figures.plot import Cursor, Panel, Plot, Row, Sweep, Views
from figures.theme import BLUE, PINK
from figures.traces import Traces, around

AXIS = "regression-assumptions"
HEIGHT, LOW, FRAME = 300, 240, theme.legend()
STRENGTH = theme.axis("strength: how far it is broken", range=[-0.03, 1.03])
SIZES = (8, 4, 4, 4, 7, 7)  # of the dots of each kind of error: some are looked at first


def views(result: SlopeCoverage, params: Params) -> Views:
    """Everything that is drawn."""
    kind = params.kind
    more = Row((intervals(result, kind), reported(result, kind)))
    return Views(Row((coverage(result, kind), sample(result))), readout=said(result, kind),
                 opened=(arithmetic(result, kind),), more=(more,))  # fmt: skip


def coverage(its: SlopeCoverage, kind: int) -> Plot:
    """How often intervals hold the true slope, over how far the assumption is broken, by each kind of error."""
    traces, x, level = Traces(len(its.strength)), its.strength, its.params.level
    low = min(80.0, 100 * float(its.share.min())) - 2
    traces.level(x, level, f"promised, {number(level, 3)} %", theme.BOUND, hoverinfo="skip")
    for k, name in enumerate(KINDS):
        traces.compared(x, 100 * its.exact[k], 100 * its.share[k], name, theme.CATEGORIES[k], SIZES[k], dashed="exact",
                        error=200 * its.error[k], legend="" if k else "exact")  # fmt: skip
    sweep = Sweep(AXIS, "Strength", len(x), "", x, "strength {value}",
                  cursor=Cursor(x, {"y": 100 * its.share[kind]}), field="strength")  # fmt: skip
    summary = f"Coverage of intervals for the slope over refits; {its.params.replicates:,} at each strength."
    return traces.plot("regression-coverage", summary, HEIGHT, sweep, STRENGTH,
                       theme.axis("intervals that hold the slope", "%", range=[low, 101]), **FRAME)  # fmt: skip


def sample(its: SlopeCoverage) -> Plot:
    """One simulated table at each strength: what breaking the assumption looks like."""
    traces, data = Traces(len(its.strength)), its.data
    x, target = data.x[:, its.params.feature], theme.label(data.target)
    traces.dots(x, its.sample, "one simulated sample", BLUE, 6 if len(x) < 100 else 4)
    if data.x.shape[1] == 1:
        ends = np.array([x.min(), x.max()])
        traces.add(ends, its.fit.beta[0] + its.fit.beta[1] * ends, "true line", line=theme.THEORY)
    summary = "One simulated sample at the present strength, and the line that it was made from."
    name = theme.label(data.names[its.params.feature])
    return traces.plot("regression-sample", summary, HEIGHT, AXIS, theme.axis(name, range=around(x, 0.05)),
                       theme.axis(f"{target}, simulated", range=around(its.sample, 0.05)),
                       **theme.legend(l=72), hovermode="closest")  # fmt: skip


def intervals(its: SlopeCoverage, kind: int) -> Plot:
    """The first intervals of the simulation, one for each refit; those that miss the slope stand out."""
    traces, half = Traces(len(its.strength)), its.halves[kind].T
    middle, refit = its.middles.T, np.arange(1, DRAWN + 1)
    held = np.abs(middle) <= half
    for which, name, colour in ((held, "holds the slope", BLUE), (~held, "misses it", PINK)):
        low, high = (np.where(which, end, np.nan) for end in (middle - half, middle + half))
        traces.bars(refit, low, high, name, colour, hoverinfo="skip")
        traces.dots(refit, np.where(which, middle, np.nan), "", colour, 5, "circle" if colour == BLUE else "x",
                    showlegend=False, hoverinfo="skip")  # fmt: skip
    traces.level(np.array([0, DRAWN + 1]), 0, "true slope", theme.THEORY, hoverinfo="skip")
    reach = min(3 * float(np.quantile(np.abs(middle) + half, 0.5)), float((np.abs(middle) + half).max()) * 1.05)
    summary = f"{DRAWN} simulated intervals by one kind of standard error, and the true slope."
    return traces.plot("regression-intervals", summary, LOW, AXIS,
                       theme.axis(f"refit, with the {KINDS[kind]} error", range=[0, DRAWN + 1]),
                       theme.axis("off by", "deviations at strength 0", range=[-reach, reach]), **FRAME)  # fmt: skip


def reported(its: SlopeCoverage, kind: int) -> Plot:
    """The standard error that is reported on average, as a share of the true deviation of the slope."""
    traces, x, ratio = Traces(len(its.strength)), its.strength, its.reported / its.true
    traces.level(x, 1, "as it should be", theme.BOUND, hoverinfo="skip")
    for k, name in enumerate(KINDS):
        traces.line(x, ratio[k], name, theme.CATEGORIES[k], dash=theme.DASHES[k])
    return traces.plot("regression-reported", "Reported standard errors over the true deviation of the slope.", LOW,
                       AXIS, STRENGTH, theme.axis("reported SE ÷ true", range=around(np.append(ratio, 1), 0.1)),
                       cursor=Cursor(x, {"y": ratio[kind]}), **FRAME)  # fmt: skip


def said(its: SlopeCoverage, kind: int) -> Panel:
    """The number in focus in a sentence, at each step."""
    level, best = its.params.level, np.abs(100 * its.share - its.params.level).argmin(axis=0)
    return Panel.sentence("regression-assumptions-said", AXIS, [
        [["focus", _percent(share)],
         ["", f" of intervals by the {KINDS[kind]} error hold the slope; {number(level, 3)} % are promised. "],
         ["dim", f"The reported error is {number(ratio, 3)} times the true deviation of the slope. "],
         ["dim", f"Nearest to the promise: {KINDS[other]}, with {_percent(nearest)}."]]
        for share, ratio, other, nearest in zip(
            its.share[kind], its.reported[kind] / its.true, best, np.take_along_axis(its.share, best[None], 0)[0],
            strict=True)])  # fmt: skip


def _percent(share: float) -> str:
    """With three digits or nearly, and never all or none where it is not."""
    return percent(share, 1 if share >= 0.1 else 2)


def arithmetic(its: SlopeCoverage, kind: int) -> Panel:
    """What is reported, what is true, and how often the intervals hold."""
    share, exact = 100 * its.share, 100 * its.exact
    known = np.isfinite(exact[0]).astype(int)
    words = [" in the simulation. No exact formula is known to the page.", " in the simulation, {exact} % exactly."]
    return panel(
        "regression-coverage-opened", AXIS, len(its.strength),
        Line(f"{KINDS[kind]} SE on average / true deviation of the slope", "{reported} / {true}",
             {"reported": its.reported[kind], "true": its.true},
             note=". Both in units of the true deviation where nothing is broken."),
        Line("bias of the slope / its true deviation", "{bias} / {true}", {"bias": its.bias, "true": its.true}),
        *(Line(f"intervals with the {KINDS[each]} SE that hold the slope", result=share[each], unit="%",
               note=words, case=known, beside={"exact": np.nan_to_num(exact[each])})
          for each in sorted({kind, 0, 4, 5})),
    )  # fmt: skip
