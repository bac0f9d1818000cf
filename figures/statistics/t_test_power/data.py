"""Pictures of a reader's data in /t-test-power: the test, the groups with their means, and normal Q–Q plots."""

from typing import Any

import numpy as np
from scipy.special import ndtri

from core.numbers import number
from core.statistics.t_test_power import Result
from core.statistics.t_test_power.data_report import Group, Report
from core.statistics.t_test_power.noncentral_t import critical_value
from core.text import visible
from figures import brushed, marks, theme
from figures.brushed import Brushed
from figures.plot import Panel, Plot, Row
from figures.statistics.t_test_power.sentences import next_time, reading

MOST_POINTS = 400  # drawn of a group: evenly spaced order statistics
COLOURS = (theme.CATEGORIES[0], theme.CATEGORIES[4])


def views(result: Result) -> tuple[Panel | Row, ...]:
    assert result.report is not None
    return table(result, result.report), Row((groups(result.report), quantiles(result.report)))


def table(result: Result, report: Report) -> Panel:
    header = {
        "lines": [[visible(name), value] for name, value in reading(report)],
        "next": [[visible(why), n] for why, n in next_time(report, result.plan)],
        "power": f"{number(100 * result.plan.target)} %",
    }
    return Panel("t-test-data", "statistics/t_test_power/data.js", "t-test-power", 1, header, {})


def groups(report: Report) -> Plot:
    """Every observation, spread a little sideways, with the group's mean and its interval."""
    data: list[dict[str, Any]] = []
    for place, group in enumerate(report.groups):
        y = _thinned(group)
        x = place + 0.16 * np.sin(np.arange(len(y)) * 2.399)  # the golden angle: neighbours do not meet
        faint = {"color": COLOURS[place], "size": 5, "opacity": 0.55}
        data.append(
            {"type": "scatter", "mode": "markers", "x": x, "y": y, "marker": faint, "name": theme.label(group.name)}
        )
        reach = float(critical_value((1 - report.level) / 2, len(group.values) - 1.0))
        reach *= group.deviation / np.sqrt(len(group.values))
        error = {"type": "data", "array": [reach], "color": theme.INK, "thickness": 2, "width": 8}
        data.append({"type": "scatter", "mode": "markers", "x": [place + 0.3], "y": [group.mean], "error_y": error,
                     "marker": {"color": theme.INK, "size": 8, "symbol": "diamond"}, "name": "mean"})  # fmt: skip
    layout = theme.layout(
        theme.axis("", range=[-0.6, len(report.groups) - 0.4], tickvals=list(range(len(report.groups))),
                   ticktext=[theme.label(group.name, 28) for group in report.groups]),
        theme.axis("value"),
        shapes=[marks.level(report.null, theme.BOUND)] if report.design.groups == 1 else [],
        hovermode="closest",
    )  # fmt: skip
    summary = "; ".join(f"{group.name}: mean {number(group.mean)}" for group in report.groups)
    return Plot("t-test-groups", data, layout, visible(summary), height=260)


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
    data: list[dict[str, Any]] = []
    for place, group in enumerate(report.groups):
        ordered = np.sort((group.values - group.mean) / group.deviation)
        normal = ndtri((np.arange(len(ordered)) + 0.5) / len(ordered))
        kept = _places(len(ordered))
        data.append({"type": "scatter", "mode": "markers", "x": normal[kept], "y": ordered[kept],
                     "marker": {"color": COLOURS[place], "size": 5}, "name": theme.label(group.name)})  # fmt: skip
    low, high = (float(edge(trace["x"])) for edge, trace in ((np.min, data[0]), (np.max, data[0])))
    data.append(
        {"type": "scatter", "mode": "lines", "x": [low, high], "y": [low, high], "line": theme.THEORY, "name": "normal"}
    )
    layout = theme.layout(theme.axis("normal quantile"), theme.axis("standardised observation"), hovermode="closest")
    return Plot("t-test-quantiles", data, layout, "Normal quantile–quantile plot of each group.", height=260)


def _thinned(group: Group) -> np.ndarray:
    return np.asarray(np.sort(group.values)[_places(len(group.values))])


def _places(length: int) -> np.ndarray:
    return np.unique(np.linspace(0, length - 1, min(length, MOST_POINTS)).round().astype(int))
