"""Pictures of a reader's data in /t-test-power: the test, the groups with their means, and normal Q–Q plots."""

import numpy as np
from scipy.special import ndtri

from core.numbers import number
from core.statistics.t_test_power import Result
from core.statistics.t_test_power.data_report import Report
from core.statistics.t_test_power.noncentral_t import critical_value
from core.text import visible
from figures import brushed, marks, theme
from figures.brushed import Brushed
from figures.plot import Panel, Plot, Row
from figures.statistics.t_test_power.sentences import next_time, reading, short_of_all
from figures.traces import Traces, around

MOST_POINTS = 400  # drawn of a group: evenly spaced order statistics
COLOURS = (theme.BLUE, theme.ORANGE)


def views(result: Result) -> tuple[Panel | Row, ...]:
    assert result.report is not None
    return table(result, result.report), Row((groups(result.report), quantiles(result.report)))


def table(result: Result, report: Report) -> Panel:
    header = {
        "lines": [list(line) for line in reading(report)],
        "next": [list(line) for line in next_time(report, result.plan)],
        "power": f"{short_of_all(result.plan.target)} %",
    }
    return Panel("t-test-data", "statistics/t_test_power/data.js", "t-test-power", 1, header, {})


def groups(report: Report) -> Plot:
    """Every observation, spread a little sideways, with the group's mean and its interval."""
    traces, ends = Traces(0), list[float]()
    for place, group in enumerate(report.groups):
        y = np.sort(group.values)[_places(len(group.values))]
        x = place + 0.16 * np.sin(np.arange(len(y)) * brushed.GOLDEN)
        faint = {"color": COLOURS[place], "size": 5, "opacity": 0.55}
        traces.add(x, y, theme.label(group.name), mode="markers", marker=faint)
        reach = float(critical_value((1 - report.level) / 2, len(group.values) - 1.0))
        reach *= group.deviation / np.sqrt(len(group.values))
        error = {"type": "data", "array": [reach], "color": theme.INK, "thickness": 2, "width": 8}
        middle = np.array([place + 0.3]), np.array([group.mean])
        ends += [y[0], y[-1], group.mean - reach, group.mean + reach]
        traces.dots(*middle, "mean", theme.INK, 8, "diamond", error_y=error)
    summary = "; ".join(f"{group.name}: mean {number(group.mean)}" for group in report.groups)
    return traces.plot(
        "t-test-groups", visible(summary), 260, None,
        theme.axis("", range=[-0.6, len(report.groups) - 0.4], tickvals=list(range(len(report.groups))),
                   ticktext=[theme.label(group.name, 28) for group in report.groups]),
        theme.axis("value", range=around(np.array(ends), 0.06)),
        shapes=[marks.level(report.null, theme.BOUND)] if report.design.groups == 1 else [],
        hovermode="closest",
    )  # fmt: skip


def observations(report: Report) -> Brushed:
    """Every observation, to brush: t of those alone, by the formula of the test that was made."""
    n, n2, mean, mean2, v, v2 = (f"datum.{name}" for name in ("n1", "n2", "mean1", "mean2", "variance1", "variance2"))
    match report.design.kind:
        case "two samples":
            pooled = f"(({n} - 1) * {v} + ({n2} - 1) * {v2}) / ({n} + {n2} - 2)"
            t, enough = f"({mean} - {mean2}) / sqrt({pooled} * (1 / {n} + 1 / {n2}))", f"{n} > 1 && {n2} > 1"
        case "welch":
            t, enough = f"({mean} - {mean2}) / sqrt({v} / {n} + {v2} / {n2})", f"{n} > 1 && {n2} > 1"
        case _:
            t, enough = f"({mean} - {float(report.null)!r}) / sqrt({v} / {n})", f"{n} > 1"
    return Brushed(
        {group.name: group.values for group in report.groups}, "value", f"'t = ' + {brushed.number(t, enough)}"
    )


def quantiles(report: Report) -> Plot:
    """Standardised observations against normal quantiles: on the line where the test's assumption holds."""
    traces = Traces(0)
    for place, group in enumerate(report.groups):
        ordered = np.sort((group.values - group.mean) / group.deviation)
        normal = ndtri((np.arange(len(ordered)) + 0.5) / len(ordered))
        kept = _places(len(ordered))
        traces.dots(normal[kept], ordered[kept], theme.label(group.name), COLOURS[place])
    ends = traces.data[0]["x"][[0, -1]]
    traces.add(ends, ends, "normal", line=theme.THEORY)
    return traces.plot("t-test-quantiles", "Normal quantile–quantile plot of each group.", 260, None,
                       theme.axis("normal quantile"), theme.axis("standardised observation"),
                       hovermode="closest")  # fmt: skip


def _places(length: int) -> np.ndarray:
    return np.unique(np.linspace(0, length - 1, min(length, MOST_POINTS)).round().astype(int))
