"""A pinned state beside the present one, on every page: its curves in grey, its number, and nothing that moves."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from every_view import Case, case, names
from plotly_check import validate

from core.explorer import focused
from core.headline import Headline
from figures import pinned, theme
from figures.plot import Panel, Plot, Sweep, Views

every_view = pytest.mark.parametrize(("slug", "name"), list(names()))


def stays(one: Case) -> pinned.Still:
    return pinned.still(one.views, one.page.headline(one.result, one.params), one.params)


def elsewhere(one: Case) -> Case:
    """The same state with the axis at its other end."""
    sweep = one.views.swept
    if sweep is None:
        return one
    now = sweep.index_of(getattr(one.params, sweep.field))
    there = 0 if now > sweep.length / 2 else sweep.length - 1
    params = replace(one.params, **{sweep.field: sweep.value_at(there)})
    return one._replace(params=params, result=focused(one.page, one.result, params))


@every_view
def test_headline_has_a_value_for_each_step_of_the_axis_that_a_hand_moves(slug: str, name: str) -> None:
    one = case(slug, name)
    headline, sweep = one.page.headline(one.result, one.params), one.views.swept
    assert len(headline.steps) == (1 if sweep is None else sweep.length)
    step = 0 if sweep is None else sweep.index_of(getattr(one.params, sweep.field))
    assert np.isfinite(headline.at(step)), "the page opens on a number"


@every_view
def test_grey_curves_are_valid_and_leave_axes_and_swept_rows_as_they_are(slug: str, name: str) -> None:
    one = case(slug, name)
    there, views = stays(elsewhere(one)), one.views
    both = pinned.beside(views, one.page.headline(one.result, one.params), there, "as it opens")
    plots = {view.name: view for view in both.all() if isinstance(view, Plot)}
    for plain in (view for view in views.all() if isinstance(view, Plot)):
        plot = plots[plain.name]
        grey = [trace for trace in plot.data if trace.get("legendgroup") == pinned.LETTER]
        assert [trace for trace in plot.data if trace.get("legendgroup") != pinned.LETTER] == list(plain.data)
        for trace in grey:
            assert {part["color"] for part in (trace.get("line"), trace.get("marker")) if part} == {theme.PINNED}
            assert trace["hoverinfo"] == "skip"
        assert sum(trace["showlegend"] for trace in grey) <= 1
        axes = {key: value for key, value in plot.layout.items() if "axis" in key}
        assert axes == {key: value for key, value in plain.layout.items() if "axis" in key}
        if grey:
            validate(plot)
            assert all("range" in axis for axis in axes.values()), f"{plot.name} would rescale"
        if plain.sweep is not None and plot.sweep is not None:
            moved = [rows for _, rows in sorted(plot.sweep.rows.items())]
            fed = {id(plot.data[int(path.split(".")[1])]) for path in plot.sweep.rows}
            assert not fed & {id(trace) for trace in grey}
            assert len(moved) == len(plain.sweep.rows)


@every_view
def test_line_that_compares_follows_the_axis_and_holds_both_numbers(slug: str, name: str) -> None:
    one = case(slug, name)
    headline, sweep = one.page.headline(one.result, one.params), one.views.swept
    line = pinned.beside(one.views, headline, stays(one), "as it opens").compared
    assert line is not None
    assert (line.follow, line.length) == ((sweep.name, sweep.length) if sweep else ("", 1))
    step = 0 if sweep is None else sweep.index_of(getattr(one.params, sweep.field))
    assert line.arrays["now"][step] == line.arrays["then"][0]


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in names()}))
def test_every_page_draws_something_of_a_state_that_stands_elsewhere(slug: str) -> None:
    one = case(slug, "")
    headline, there = one.page.headline(one.result, one.params), stays(elsewhere(one))
    line = pinned.beside(one.views, headline, there, "as it opens").compared
    assert line is not None
    assert not line.header["elsewhere"]


def picture(title: str, y: list[float], **more: Any) -> Plot:
    layout = theme.layout(theme.axis("time", "s", range=[0, 1]), theme.axis(title, range=[0, 3]), **more)
    rows = {"data.1.y": np.array([y, [2.0, 2.0]])}
    line = {"type": "scatter", "mode": "lines", "x": [0, 1]}
    data = [{**line, "y": [1, 1], "line": theme.BOUND, "name": "bound"},
            {**line, "y": [], "line": theme.THEORY, "name": "theory"}]  # fmt: skip
    sweep = Sweep("axis", "Step", 2, rows=rows, field="step")
    return Plot("picture", data, layout, "a curve", 200, sweep)


class At:
    step = 0


def one_picture(title: str, y: list[float], **more: Any) -> Views:
    return Views(picture(title, y, **more))


def test_a_curve_stands_in_grey_where_it_stood_between_the_bound_and_the_present_one() -> None:
    there = pinned.still(one_picture("level", [0.0, 1.0]), Headline("level", np.array([1.0, 2.0])), At())
    main = pinned.beside(one_picture("level", [1.0, 0.0]), Headline("level", np.zeros(2)), there, "").main
    assert isinstance(main, Plot)
    assert [trace["name"] for trace in main.data] == ["bound", "A: theory", "theory"]
    np.testing.assert_array_equal(main.data[1]["y"], [0.0, 1.0])
    assert main.data[1]["line"]["dash"] == theme.THEORY["dash"]
    assert main.sweep is not None
    assert list(main.sweep.rows) == ["data.2.y"]
    assert [note["text"] for note in main.layout["annotations"]] == ["A"]


def test_where_the_axes_are_of_another_quantity_the_page_says_so_instead() -> None:
    there = pinned.still(one_picture("power", [0.0, 1.0]), Headline("power", 1.0), At())
    both = pinned.beside(one_picture("level", [1.0, 0.0]), Headline("level", np.zeros(2)), there, "n = 5")
    assert isinstance(both.main, Plot)
    assert len(both.main.data) == 2
    assert both.compared is not None
    assert both.compared.header["elsewhere"]
    assert both.compared.header["settings"] == "n = 5"


def test_a_panel_that_can_be_compared_is_given_the_other_one_and_no_other_is() -> None:
    def shown(name: str, value: float, still: bool) -> Panel:
        arrays = {"x": np.array([value, value + 1])}
        part = (lambda step: ({"step": step}, {"x": arrays["x"][[step]]})) if still else None
        return Panel(name, "panel.js", "axis", 2, {"title": name}, arrays, still=part)

    def views(value: float) -> Views:
        return Views(picture("level", [0.0, 1.0]), more=(shown("one", value, True), shown("other", value, False)))

    there = pinned.still(views(1.0), Headline("level", 0.0), At())
    one, other = pinned.beside(views(5.0), Headline("level", 0.0), there, "").more
    assert isinstance(one, Panel)
    assert isinstance(other, Panel)
    assert one.header == {"title": "one", "pinned": {"step": 0}}
    np.testing.assert_array_equal(one.arrays["pinned.x"], [1.0])
    assert (other.header, set(other.arrays)) == ({"title": "other"}, {"x"})
