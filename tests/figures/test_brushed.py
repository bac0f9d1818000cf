"""A reader's observations with a linked selection: what Vega is told makes the numbers of the test."""

import json
import re
from typing import Any

import numpy as np
import pytest

from core.statistics import cramer_rao, t_test_power
from core.statistics.t_test_power import Params
from figures import brushed
from figures.brushed import Brushed
from figures.statistics import cramer_rao as cramer_rao_pictures
from figures.statistics.t_test_power.data import observations

TWO = Brushed({"first": np.array([1.0, 2.0, 4.0]), "second": np.array([0.0, 2.5])}, "hours")


def specification(shown: Brushed) -> dict[str, Any]:
    return shown.spec(dark=False)


def rows(spec: dict[str, Any]) -> list[dict[str, Any]]:
    (data,) = {json.dumps(each): each for each in _data(spec)}.values()
    return list(data["values"])


def _data(part: Any) -> list[Any]:
    if isinstance(part, list):
        return [found for each in part for found in _data(each)]
    if not isinstance(part, dict):
        return []
    own = [part["data"]] if "values" in part.get("data", {}) else []
    return own + [found for name, each in part.items() if name != "data" for found in _data(each)]


@pytest.mark.parametrize("kind", ["one sample", "paired", "two samples", "welch"])
def test_with_everything_in_the_brush_t_is_that_of_the_test(kind: str) -> None:
    report = t_test_power.compute(Params(kind=kind, source="sample", null=0.4, replicates=100)).report
    assert report is not None
    known = {}
    for place, group in enumerate(report.groups, 1):
        known |= {f"n{place}": len(group.values), f"mean{place}": group.mean, f"variance{place}": group.deviation**2}
    expression = re.search(r"format\((.*), '\.4~g'\)", observations(report).statistic)
    assert expression
    t = eval(expression[1].replace("datum.", ""), {"sqrt": np.sqrt}, known)
    assert t == pytest.approx(report.t, rel=1e-12)


def test_the_histogram_of_the_brushed_has_every_observation_in_its_bin() -> None:
    found = rows(specification(TWO))
    assert [(row["group"].removesuffix(brushed.UNSEEN), row["value"]) for row in found] == [
        ("first", 1.0), ("first", 2.0), ("first", 4.0), ("second", 0.0), ("second", 2.5),
    ]  # fmt: skip
    assert all(row["low"] <= row["value"] <= row["high"] for row in found)
    counts, edges = np.histogram([1.0, 2.0, 4.0, 0.0, 2.5], brushed.BINS)
    assert sorted(row["low"] for row in found) == pytest.approx(sorted(np.repeat(edges[:-1], counts)))


def test_the_one_sample_of_a_likelihood_needs_no_name() -> None:
    params = cramer_rao.Params(view="one")
    shown = cramer_rao_pictures.observations(cramer_rao.compute(params))
    assert shown is not None
    assert {row["group"] for row in rows(specification(shown))} == {brushed.UNSEEN}


def test_the_name_of_a_readers_column_stands_in_no_expression() -> None:
    spec = specification(Brushed({"'); alert(1); ('": np.arange(4.0)}, "value"))
    kept = json.dumps(spec)
    assert kept.count("alert(1)") == len(re.findall(r'"group": "[^"]*alert\(1\)', kept)) + 1  # the order of the groups


def _channels(colour: str) -> Any:
    return np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def _luminance(channels: Any) -> float:
    """Of an sRGB colour, relative, as WCAG 2 defines it."""
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize(("dark", "paper"), [(False, "#ffffff"), (True, "#12151c")])
def test_points_and_bars_stand_out_from_the_page_in_both_themes(dark: bool, paper: str) -> None:
    """At least 3 to 1, which WCAG 2.1 (1.4.11) asks of graphics, as they are drawn: a little of the ground shows."""
    ground = _channels(paper)
    drawn = json.dumps(TWO.spec(dark))
    for colour in brushed.COLOURS[dark]:
        mixed = brushed.OPACITY * _channels(colour) + (1 - brushed.OPACITY) * ground
        deep, light = sorted((_luminance(mixed), _luminance(ground)))
        assert (light + 0.05) / (deep + 0.05) >= 3, colour
        assert colour in drawn


def test_groups_of_one_column_are_named_by_what_tells_them_apart() -> None:
    """There is room for 88 pixels, and “days to recovery, …” twice says nothing."""
    assert brushed.distinct(["days to recovery, control", "days to recovery, drug"]) == ["control", "drug"]
    for names in (["one"], ["height", "weight"], ["a, x", "b, x"], ["a, x", "a, x"], ["a, ", "a, x"]):
        assert brushed.distinct(names) == names


def test_more_observations_than_a_browser_follows_are_not_drawn() -> None:
    assert TWO.fits
    assert not Brushed({"many": np.zeros(brushed.MOST + 1)}, "value").fits


@pytest.mark.parametrize("values", [[2.0, 2.0], [1e-60, 2e60], [-1.0, 1.0]])
def test_observations_of_any_size_make_a_chart(values: list[float]) -> None:
    found = rows(specification(Brushed({"one": np.array(values)}, "value")))  # altair checks it by Vega-Lite's schema
    assert all(row["low"] <= row["value"] <= row["high"] for row in found)


def test_what_one_page_does_to_its_picture_another_page_does_not_see() -> None:
    first = Brushed({"whole": np.array([1, 2, 4])}, "hours").spec(dark=False)
    first["vconcat"].clear()
    again = Brushed({"whole": np.array([1.0, 2.0, 4.0])}, "hours").spec(dark=False)
    assert [row["value"] for row in rows(again)] == [1.0, 2.0, 4.0]
