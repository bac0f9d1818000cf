"""Traces that say the same on every page."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from figures import theme
from figures.traces import Traces, around


def test_theory_is_dashed_over_dots_with_their_errors_and_both_end_where_the_picture_does() -> None:
    traces, x = Traces(3), np.array([1.0, 2.0, 3.0, 4.0])
    theory, seen, error = (
        np.array([1.0, 4.0, 9.0, 16.0]),
        np.array([1.1, 3.9, 9.2, 5.0]),
        np.array([0.1, 0.2, 0.3, 0.4]),
    )
    some = np.array([0, 2, 3])
    traces.compared(x, theory, seen, "mean", "gb:category1", dotted="simulated", error=error, within=(0, 9), some=some)
    dots, dashes = traces.data
    assert (dots["mode"], dots["name"], dots["x"].tolist()) == ("markers", "mean, simulated", [1, 3, 4])
    np.testing.assert_array_equal(dots["y"], [1.1, np.nan, 5.0])
    assert dots["error_y"]["array"].tolist() == [0.1, 0.3, 0.4]
    np.testing.assert_array_equal(dashes["y"], [1, 4, 9, np.nan])
    assert (dashes["line"], dashes["name"], dashes["showlegend"]) == (theme.THEORY, "mean, theory", False)


def test_the_theory_of_several_pairs_stands_in_the_legend_once() -> None:
    traces, x = Traces(1), np.arange(3.0)
    for name, legend in (("HC0", "exact"), ("HC1", "")):
        traces.compared(x, x, x, name, "gb:category1", dashed="exact", legend=legend)
    assert [each["name"] for each in traces.data if each.get("showlegend", True)] == ["HC0", "exact", "HC1"]


def test_numbers_beyond_the_singles_reach_the_browser() -> None:
    """Such as the rate of draws of 10⁻⁵⁰, or |X[k]| of samples of 10⁻¹⁶⁰."""
    traces, rows = Traces(2), np.array([[1.0, np.nan], [2.0, np.inf]])
    for size in (1e50, 1e-160, 1.0):
        traces.line(np.arange(2.0), size * rows, "y", theme.INK)
        np.testing.assert_allclose(traces.rows[f"data.{len(traces.data) - 1}.y"], size * rows)
    assert traces.rows["data.2.y"].dtype == np.float32


def test_an_axis_of_what_differs_by_rounding_alone_has_numbers_that_can_be_told_apart() -> None:
    """Over the leverage of a point that is moved up and down stood 0.23636363635 to 0.23636363638."""
    np.testing.assert_allclose(around(0.25 + np.array([0, 1e-16]), 0.08), [0.23, 0.27])
    np.testing.assert_allclose(around(np.array([1.7e9, 1.7e9 + 1]), 0.06), [1.7e9 - 0.102, 1.7e9 + 1.102], rtol=1e-14)


def test_points_of_several_colours_are_told_apart_by_their_shapes_and_those_of_one_are_circles() -> None:
    traces, x = Traces(1), np.arange(3.0)
    traces.dots(x, x, "mean", theme.BLUE)
    assert "symbol" not in drawn_by(traces)[0]["marker"]
    traces.line(x, x, "median", theme.GREEN, mode="lines+markers")
    traces.dots(x, x, "median, far away", theme.GREEN, showlegend=False)
    traces.dots(x, x, "beyond the picture", theme.BLUE, symbol="triangle-up")
    traces.dots(x, x, "in the focus", theme.FOCUS)
    shapes = [each["marker"].get("symbol") for each in drawn_by(traces)]
    assert shapes == ["circle", "square", "square", "triangle-up", None]


def drawn_by(traces: Traces) -> Sequence[dict[str, Any]]:
    return traces.plot("name", "summary", 100, None, theme.axis("x"), theme.axis("y")).data
