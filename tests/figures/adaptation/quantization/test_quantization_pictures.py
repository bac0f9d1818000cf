"""The pictures of /quantization hold what was computed, also of tensors in which there is nothing to see."""

import io
import math

import numpy as np
import pytest
from plotly_check import validate

from core.adaptation import quantization
from core.explorer import Preset
from figures.adaptation import quantization as figures
from figures.adaptation.quantization import tensor as quantization_tensor
from figures.adaptation.quantization import tensor_curves
from figures.plot import Plot
from ui.figure import payload_of
from ui.state import State


def drawn(params: quantization.Params, data: bytes | None = None) -> list[Plot]:
    """All plots of the page, each valid, and its payload of a size that travels."""
    views = figures.views(quantization.compute(params, data), params)
    state = State("quantization", quantization)
    assert sum(len(payload_of(view, state, {})) for view in views.all()) < 1_500_000
    plots = [view for view in views.all() if isinstance(view, Plot)]
    for plot in plots:
        validate(plot)
        for name, axis in plot.layout.items():
            if "axis" in name and "range" in axis:
                assert all(math.isfinite(end) for end in axis["range"]), (plot.name, name)
                assert axis["range"][0] < axis["range"][1], (plot.name, name)
    return plots


def test_an_axis_without_numbers_has_no_grid() -> None:
    """As that of a density whose height is its own scale."""
    axes = [axis for axis in drawn(quantization.Params())[0].layout.values() if isinstance(axis, dict)]
    assert [axis["showgrid"] for axis in axes if axis.get("showticklabels") is False] == [False]


@pytest.mark.parametrize("sweep", ["bits", "threshold", "group"])
def test_the_axis_of_the_error_has_numbers_on_both_sides_of_0(sweep: str) -> None:
    """As far apart as Plotly puts the fewest round numbers that it is allowed."""
    axis = drawn(quantization.Params(sweep=sweep))[0].layout["yaxis2"]  # type: ignore[arg-type]
    least = 2 * axis["range"][1] / axis["nticks"]
    decade = 10 ** math.floor(math.log10(least))
    assert next(times * decade for times in (1, 2, 5, 10) if times * decade >= least) <= axis["range"][1]


@pytest.mark.parametrize(
    "preset", [one for one in quantization.PRESETS if one.name != "model"], ids=lambda one: one.name
)
def test_the_page_sends_little_and_valid_figures(preset: Preset) -> None:
    plots = drawn(quantization.Params(**preset.values))
    assert sum(plot.sweep.control for plot in plots if plot.sweep) == 1


@pytest.mark.parametrize(
    "values",
    [np.zeros((3, 5)), np.full((3, 5), -2.0), np.ones(1), np.ones((70, 1))],
    ids=["zeros", "equal", "one number", "one column"],
)
@pytest.mark.parametrize("sweep", ["bits", "threshold", "group"])
def test_tensors_with_nothing_to_see_are_drawn_on_finite_axes(values: np.ndarray, sweep: str) -> None:
    stream = io.BytesIO()
    np.save(stream, values)
    for more in ({}, {"format": "nvfp4"}, {"affine": True, "granularity": "group", "group": 2}):
        drawn(quantization.Params(source="file", sweep=sweep, **more), stream.getvalue())
    drawn(quantization.Params(part="formats", source="file"), stream.getvalue())


def test_the_preview_of_the_model_leaves_room_for_what_is_missing() -> None:
    params = quantization.Params(part="model", bits=4)
    result = quantization.preview(params)
    assert np.isnan(result.alone.divergence).all()
    for plot in (view for view in figures.views(result, params).all() if isinstance(view, Plot)):
        validate(plot)


def test_the_codes_under_the_histogram_are_scale_times_whole_numbers() -> None:
    params = quantization.Params(source="normal", bits=4)
    result = quantization.compute(params)
    sweep = quantization_tensor.grid(result).sweep
    assert sweep is not None
    step = sweep.index_of(4)
    places = sweep.rows["data.0.x"][step]
    codes = np.unique(places[np.isfinite(places)]) / result.scale[step]
    np.testing.assert_allclose(codes, np.arange(round(codes[0]), 8), atol=1e-5)
    assert codes[0] < -5


@pytest.mark.parametrize(
    ("format", "other", "dragged", "told"),
    [
        ("int", "mxfp4", "{value} share a scale", "1,024 scales: "),
        ("mxfp4", "nf4", "in B {value} share a scale", "one for 32 numbers by the definition of MXFP4"),
        ("nvfp4", "none", "fixed at 16 by NVFP4", "one for 16 numbers by the definition of NVFP4"),
        ("mxfp4", "nvfp4", "fixed at 32 by MXFP4", "one for 32 numbers by the definition of MXFP4"),
        ("bf16", "int4", "in B {value} share a scale", "bf16 has no scale"),
        ("fp16", "bf16", "no scale in fp16", "fp16 has no scale"),
    ],
)
def test_no_size_of_a_group_is_ascribed_to_a_format_that_lays_its_own_down(
    format: str, other: str, dragged: str, told: str
) -> None:
    params = quantization.Params(sweep="group", format=format, other=other)
    result = quantization.compute(params)
    sweep = quantization_tensor.grid(result).sweep
    assert sweep is not None
    assert sweep.words == dragged
    step = sweep.index_of(32)
    assert told in quantization_tensor.sentence(result).header["said"][step][0][1]
    title = tensor_curves.ratio_over_groups(result).layout["xaxis"]["title"]["text"]
    assert title.endswith(", in B") == dragged.startswith("in B")


def test_bits_a_number_are_ticked_at_round_numbers_and_not_beside_the_ticks_of_the_ratio() -> None:
    params = quantization.Params(sweep="group", format="mxfp4")
    axis = tensor_curves.ratio_over_groups(quantization.compute(params)).layout["yaxis2"]
    assert axis["tickmode"] == "auto"  # Plotly's own for an axis over another is "sync"


@pytest.mark.parametrize("preset", ["notes-85", "layer", "outliers", "uniform-law"])
def test_the_measured_curve_is_named_within_its_picture_and_off_the_name_of_b(preset: str) -> None:
    values = next(one.values for one in quantization.PRESETS if one.name == preset)
    plot = next(plot for plot in drawn(quantization.Params(**values)) if plot.name == "quantization-ratio")
    low, high = plot.layout["yaxis"]["range"]
    places = {}
    for note in plot.layout["annotations"][1:]:  # px above the axis, in a picture of 165 px, of letters of 14 px
        at = 165 * (note["y"] - low) / (high - low) + note.get("yshift", 0)
        places[note["text"]] = at + {"top": -7, "bottom": 7}.get(note["yanchor"], 0)
    assert places["this tensor"] >= 7
    assert all(abs(places["this tensor"] - place) >= 14 for text, place in places.items() if text != "this tensor")


@pytest.mark.parametrize("source", ["layer", "normal", "uniform", "notes"])
def test_from_2_bits_on_the_error_stays_in_its_panel_and_what_is_larger_is_marked(source: str) -> None:
    plot = quantization_tensor.grid(quantization.compute(quantization.Params(source=source)))
    assert plot.sweep is not None
    most = plot.layout["yaxis2"]["range"][1]
    error, above, below = (plot.sweep.rows[f"data.{trace}.y"] for trace in (2, 3, 4))
    assert plot.data[2]["name"] == "error x̂ − x"
    for step, bits in enumerate(plot.sweep.values):
        if bits >= 2:
            assert np.abs(error[step]).max() <= most, bits
            assert np.abs(error[step]).max() > 0.75 * most  # at every number of bits it can be seen
        assert np.isfinite(above[step, 0]) == (error[step].max() > most)
        assert np.isfinite(below[step, 0]) == (-error[step].min() > most)
    assert np.isfinite([*above[0], *below[0]]).any()  # one bit clips


def told(params: quantization.Params) -> list[str]:
    """What the page says at each step."""
    readout = figures.views(quantization.compute(params), params).readout
    assert readout is not None
    return ["".join(text for _, text in parts) for parts in readout.header["said"]]


def test_one_step_stands_for_the_rule_only_where_all_numbers_share_it() -> None:
    """With a scale for each row s²/12 is a mean over rows, and that of the median row is another number."""
    alone, by_row = (quantization.Params(source="student", bits=4, granularity=each) for each in ("tensor", "channel"))
    assert "the formula s²/12 with the step s = " in told(alone)[3]
    assert "the formula s²/12, over all steps s, whose median is 0.654, gives 0.1981" in told(by_row)[3]


def test_rounding_by_chance_is_held_against_its_own_formula() -> None:
    """Its errors are spread as a triangle, with twice the mean square of even ones."""
    chance, nearest = (quantization.Params(bits=4, rounding=each) for each in ("stochastic", "nearest"))
    drawn = quantization.compute(chance)
    assert "the formula s²/6 with the step s = " in told(chance)[3]
    np.testing.assert_allclose(drawn.predicted, 2 * quantization.compute(nearest).predicted)
    names = [str(trace.get("name")) for view in figures.views(drawn, chance).all() if isinstance(view, Plot)
             for trace in view.data]  # fmt: skip
    assert "if the error were triangular, s²/6" in names
    assert not [name for name in names if "s²/12" in name]
    assert "predicted_step2_over_6" in drawn.table()


def test_a_loss_that_is_hardly_less_is_not_one_time_less() -> None:
    params = quantization.Params(part="training", trained=40, width=4)
    result, said = quantization.compute(params), " ".join(told(params))
    ratios = result.after[:, -1] / result.aware[:, -1]
    assert ((ratios > 1) & (ratios < 1.05)).any()
    assert "hardly less" in said
    assert ", 1 times less" not in said


def test_the_float_network_of_the_training_is_of_doubles_and_not_said_to_be_of_singles() -> None:
    params = quantization.Params(part="training", trained=20, width=2)
    assert quantization.compute(params).float_loss.dtype == np.float64
    assert "single precision" not in " ".join(told(params))


def test_a_perplexity_that_falls_is_not_said_to_be_larger() -> None:
    params = quantization.Params(part="model", bits=8)
    views = figures.views(quantization.preview(params), params)
    assert [line["formula"] for line in views.opened[0].header["lines"]][1] == [
        "Its perplexity, exp of the loss, is multiplied by"
    ]
