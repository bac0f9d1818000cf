"""Pictures of /t-test-power: both densities with what the test decides, power, p-values, exaggeration, cost."""

import numpy as np

from core.numbers import chance, count, exact, number
from core.statistics.t_test_power import Params, Result
from core.statistics.t_test_power.densities import Shaded
from core.statistics.t_test_power.sweep import CONFIDENCE
from figures import falling, marks, theme
from figures.plot import Array, Download, Panel, Plot, Row, Sweep, Views
from figures.statistics.t_test_power import data as data_figures
from figures.statistics.t_test_power.curves import AXIS, NAMES, cost, exaggeration, p_values, power
from figures.statistics.t_test_power.data import observations as observations
from figures.statistics.t_test_power.sentences import answer, method, opened, together
from figures.traces import Traces, stems

PILE, ABREAST = 1.2, 2  # width of a pile of dots, or nearly, and how many stand side by side in it
ONE, TWO, POWER = theme.BLUE, theme.ORANGE, theme.GREEN


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a plan, and before it of a reader's data where there are some."""
    directed = result.plan.design.alternative != "equivalence"
    last = Row((exaggeration(result), cost(result)) if directed else (cost(result),))
    of_data = data_figures.views(result) if result.report is not None else ()
    more = (*of_data, Row((power(result), p_values(result))), last)
    return Views(densities(result), readout=sentence(result), opened=(opened(result),), more=more)


def densities(result: Result) -> Plot:
    """The statistic under no effect and under the step's, with size, β and power shaded. It holds the scrub."""
    theory, axis, design = result.theory, result.axis, result.plan.design
    equivalence = design.alternative == "equivalence"
    traces = Traces(len(axis.n))
    null, other = theory.null, theory.alternative
    _shade(traces, other.middle, "β", TWO)
    _shade(traces, other.right, "power", POWER)
    _shade(traces, other.left, "power", POWER)
    _shade(traces, null.left, "α", ONE)
    _shade(traces, null.right, "α", ONE)
    border = "H₀, margin" if equivalence else "H₀, no effect"
    traces.add(null.x, null.y, name=border, line=theme.THEORY, hoverinfo="skip")
    home_x, home_y = other.x[axis.home], other.y[axis.home]  # stays where the true effect is dragged away
    traces.line(home_x, home_y, "H₁, planned", theme.MUTED, 1.5, dash="dot", hoverinfo="skip")
    traces.line(other.x, other.y, "H₁, true", theme.FOCUS, hoverinfo="skip")
    studies = _studies(result)
    top = max(1.12 * float(np.quantile(other.y.max(axis=1), 0.98)), 1.12 * float(null.y.max()),
              1.06 * float(np.nanmax(studies[1])))  # fmt: skip
    limits = _critical_lines(traces, theory.critical, design.signs, top)
    _drop(traces, result.experiment.found, *studies)
    low, high = _span(null, other, limits)
    title = "estimate (standard errors)" if equivalence else "t"
    words, values = _place(result)
    sweep = Sweep(AXIS, NAMES[axis.scrub], len(axis.n), values=axis.times, words=words, displayed=values,
                  field="times")  # fmt: skip
    true_effect, likely = number(result.plan.effect), chance(result.plan.power, 3)
    summary = (
        f"The densities of the statistic without an effect and with a true effect of {true_effect}; the "
        f"test rejects beyond {number(theory.critical[axis.home])}, with probability {likely}."
    )
    if equivalence:
        summary = (f"The densities of the estimate at the margin and with a true effect of {true_effect}; the test "
                   f"shows equivalence with probability {likely}.")  # fmt: skip
    return traces.plot(
        "t-test-densities", summary, 224, sweep,
        theme.axis(title, range=[low, high], nticks=9),
        theme.axis("density", range=[0, top], nticks=4),
        **theme.legend(78, t=40),
        hovermode=False,
        annotations=[marks.at_top(0.01, "a dot: one test", "left",
                                  xref="paper")],
    )  # fmt: skip


def _place(result: Result) -> tuple[str, Array]:
    """Where the axis stands, in words, and the number in them at each step."""
    axis, plan = result.axis, result.plan
    if axis.scrub == "effect":
        return "d = {value}", axis.effect.round(4) + 0.0
    alike = bool((axis.n == axis.n2).all())
    return ("n = {value}" if plan.design.groups == 1 else "n = {value} per group" if alike else "n₁ = {value}"), axis.n


def _shade(traces: Traces, part: Array, name: str, colour: str) -> None:
    """Tints a part of a density, where the design has it."""
    x, y = part
    if not y.any():
        return
    repeated = any(trace["name"] == name for trace in traces.data)
    traces.add(x, y, name=name, fill="tozeroy", showlegend=not repeated,
               legendgroup=name, hoverinfo="skip", line={"width": 0, "color": colour})  # fmt: skip


def _studies(result: Result) -> tuple[Array, Array]:
    """Where the first simulated tests stand as dots. None of their piles lies on both sides of a critical value."""
    critical, width = result.theory.critical, np.full(len(result.axis.n), PILE)
    if result.plan.design.alternative == "two-sided":
        width = 2 * critical / np.maximum(np.round(2 * critical / PILE), 1)
    return falling.piled(result.experiment.studies, critical, width, ABREAST)


def _drop(traces: Traces, found: Array, x: Array, y: Array) -> None:
    for kept, name, colour in ((found, "found", POWER), (~found, "missed", TWO)):
        traces.add(np.where(kept, x, np.nan), y, name, mode="markers", showlegend=False, **falling.FALLS,
                   marker={"color": colour, "size": 6, "line": {"color": theme.INK, "width": 1}})  # fmt: skip


def _critical_lines(traces: Traces, critical: Array, signs: tuple[int, ...], top: float) -> Array:
    """Lines where the test begins to reject, and where they stand."""
    if not signs:
        return np.zeros((1, 1))
    places = np.stack([sign * critical for sign in signs], axis=1)
    x, y = stems(places, top)
    traces.add(x if np.ptp(critical) else x[:1], y, name="critical t", line=theme.BOUND, showlegend=False,
               hoverinfo="skip")  # fmt: skip
    return places


def _span(null: Shaded, other: Shaded, limits: Array) -> tuple[float, float]:
    """What the axis shows: both densities, most of the way along the sweep, and the critical values."""
    wide = 60.0  # beyond it what is narrow would be a line
    centre = np.median(other.x, axis=1)
    low = min(float(null.x.min()), float(np.quantile(other.x[:, 0], 0.02)), 1.3 * float(limits.min()))
    high = max(float(null.x.max()), float(np.quantile(other.x[:, -1], 0.9)), 1.3 * float(limits.max()))
    reach = max(wide, 1.5 * float(np.abs(limits).max()), float(np.abs(centre).max()))
    return max(low, -reach), min(high, reach)


def sentence(result: Result) -> Panel:
    """The answer, how it was found, and the simulated false-positive rate."""
    trials, plan = result.experiment, result.plan
    size, low, high = (f"{number(100 * share, 3)} %" for share in (trials.size, trials.size_low, trials.size_high))
    text = (f" {method(plan)} In {count(trials.replicates)} simulated tests the false-positive rate is {size} "
            f"({exact(100 * CONFIDENCE)} % interval {low} to {high}), nominal "
            f"{number(100 * plan.alpha, 3)} %.")  # fmt: skip
    said = [[["strong", answer(result)], ["dim", together(plan)], ["dim", text]]]
    return Panel.sentence("t-test-plan", AXIS, said, len(result.axis.n))


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    power_table = Download.table("The power table (CSV)", "power.csv", result.table)
    report = result.report
    if report is None:
        return [power_table]
    return [power_table, Download.table("The test of your data (CSV)", "test.csv", report.table)]
