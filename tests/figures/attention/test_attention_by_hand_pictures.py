"""The pictures of /attention-by-hand hold what was computed."""

import io

import numpy as np
import pytest
from plotly_check import validate

from core.attention.attention_by_hand import PRESETS, Params, compute
from core.attention.attention_by_hand.scaling_sweep import ScalingSweep
from core.explorer import Preset
from core.numbers import number
from figures import theme
from figures.attention import attention_by_hand as figures
from figures.attention.attention_by_hand import matrix_views, scaling_views
from figures.plot import Panel, Plot


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_preset_draws_valid_figures_whose_axis_stands_where_the_link_says(preset: Preset) -> None:
    params = Params(**preset.values)
    views = list(figures.views(compute(params), params).all())
    swept = [view.sweep for view in views if isinstance(view, Plot) and view.sweep and view.sweep.control]
    for view in views:
        if isinstance(view, Plot):
            validate(view)
        else:
            assert view.follow == swept[0].name
    (sweep,) = swept
    asked = getattr(params, sweep.field)
    assert sweep.value_at(sweep.index_of(asked)) == asked
    assert sweep.value_at(sweep.length - 1) >= asked  # the page takes what lies beyond the end for too much


def test_the_slider_of_four_scores_says_how_sharp_they_are() -> None:
    params = Params(part="scores")
    (plot,) = [view for view in figures.views(compute(params), params).all() if isinstance(view, Plot)]
    assert plot.sweep is not None
    assert plot.sweep.words == "sharpness β = {value}"


def test_the_names_of_bars_stand_above_weights_of_1() -> None:
    params = Params(part="root", keys=1)
    plot = next(view for view in figures.views(compute(params), params).all() if view.name == "by-hand-weights")
    assert isinstance(plot, Plot)
    assert plot.layout["legend"]["yanchor"] == "bottom"
    assert plot.layout["legend"]["y"] >= 1


def test_the_usual_scales_stand_side_by_side() -> None:
    """golden: the review question by d and by √d."""
    params = Params(**{preset.name: preset for preset in PRESETS}["review-by-d"].values)
    table = figures.views(compute(params), params).more[0]
    assert isinstance(table, Panel)
    _, by_root, by_width = np.stack([table.arrays[f"column{i}"][0] for i in range(5)], axis=1)
    assert by_root[[0, 1, 3, 4]] == pytest.approx([0.107042, 0.892958, -0.678875, 0.357749], abs=1e-6)
    assert by_width[[0, 1, 3, 4]] == pytest.approx([0.182426, 0.817574, -0.452723, -0.094553], abs=1e-6)


@pytest.mark.parametrize(
    ("ends", "named"), [((0.4, 0.8), True), ((0.1, 0.9), True), ((0.6, 0.9), False), ((0.5,), True)]
)
def test_outputs_are_named_where_their_names_stand_apart(ends: tuple[float, ...], named: bool) -> None:
    """Each on the side of its curve where it lies over no other name and no other curve."""
    notes = matrix_views._output_names(
        np.array([0.1, 10.0]), np.array([[0.0] * len(ends), ends, [1.0] * len(ends), ends])
    )
    assert [note["text"] for note in notes] == [f"output {i + 1}" for i in range(len(ends))] * named


def test_no_output_has_the_colour_of_a_key_without_its_name() -> None:
    """golden: the review question by d, and three outputs that lie close together at both ends."""
    review = dict({preset.name: preset for preset in PRESETS}["review-by-d"].values)
    close = {"Q": "1", "K": "1\n0", "V": "0 0.1 0.2\n1 1.1 0.9", "query": 1}
    for values, names in ((review, ["output 1", "output 2"]), (close, [])):
        layout = (plot := drawn(Params(**values))[0]).layout
        assert [note["text"] for note in layout["annotations"] if note.get("yref") == "y3"] == names
        lines = [trace["line"] for trace in plot.data if trace["name"].startswith("output")]
        assert names or {(line["color"], line["dash"]) for line in lines} == {("gb:ink", d) for d in theme.DASHES[:3]}


def test_the_page_to_keep_writes_every_product_out() -> None:
    """The review question by d: −6·1 + −3·0 and so on, and the notes' weights."""
    params = Params(**{preset.name: preset for preset in PRESETS}["review-by-d"].values)
    page = {one.name: one for one in figures.downloads(compute(params))}["attention-by-hand.html"].make()
    assert isinstance(page, str)
    assert "q·k = −6·1 + −3·0 = −6; z = −6 × 0.5 = −3" in page
    assert "weight of key 1 = 0.22313016014843 / 1.22313016014843 = <b>0.182425523806356</b>" in page
    assert "output 1 = 0.182425523806356·2 + 0.817574476193644·(−1) = <b>−0.452723428580931</b>" in page
    blind = Params(**{preset.name: preset for preset in PRESETS}["own-mask"].values)
    written = {one.name: one for one in figures.downloads(compute(blind))}["attention-by-hand.html"].make()
    assert "Nothing is left to look at" in str(written)


def test_all_matrices_leave_as_npz() -> None:
    result = compute(Params(given="X", query=3))
    file = {one.name: one for one in figures.downloads(result)}["attention.npz"].make()
    assert isinstance(file, bytes)
    with np.load(io.BytesIO(file), allow_pickle=False) as arrays:
        assert np.array_equal(arrays["X"] @ arrays["W_K"], arrays["K"])
        assert np.array_equal(arrays["weights"] @ arrays["V"], arrays["output"])


def test_the_weights_over_the_width_are_those_of_one_draw_and_say_so() -> None:
    """One query's largest weight is not the mean that the sentence below tells."""
    root = next(preset for preset in PRESETS if preset.name == "root-off-centre")
    result = compute(Params(**root.values))
    assert isinstance(result, ScalingSweep)
    assert abs(result.heaviest[-1, 0, 0] - result.largest[-1, 0]) > 0.01
    assert scaling_views.weights(result).layout["yaxis"]["title"]["text"] == "weight, in one draw"


def test_what_is_written_out_gives_the_result_beside_it() -> None:
    """A reader with a calculator: the products of each score, worked out as they stand."""
    result = compute(Params(part="scores", s="0.123456 -7.654321", W_a="0.3 0.7; 1.1 -0.2", v_a="1.5 -2.25"))
    views = {view.name: view for view in figures.views(result, Params(part="scores")).all()}
    panel = views["by-hand-score-table"]
    assert isinstance(panel, Panel)
    for formulas, scores in zip(panel.header["spelled"], panel.arrays["scores"], strict=True):
        for formula, score in zip(formulas, scores, strict=True):
            written = formula.split(" = ")[-1].replace("·", "*").replace("−", "-").replace("√2", "2**0.5")
            assert number(eval(written), 6) == number(score, 6), formula  # our own text


@pytest.mark.parametrize(("keys", "bits"), [(1, "0"), (2, "1"), (32, "5")])
def test_the_most_of_the_entropy_is_the_logarithm_of_the_keys_also_of_one(keys: int, bits: str) -> None:
    plots = {view.name: view for view in drawn(Params(part="root", keys=keys, rows=4))}
    named = str(plots["by-hand-entropy"].layout["annotations"])
    assert f"all alike: log₂ {keys} = {bits}'" in named
    assert f"of {keys} key{'' if keys == 1 else 's'}'" in str(plots["by-hand-weights"].layout["xaxis"])


def test_variances_of_few_draws_lie_within_their_picture() -> None:
    """Of two products of two numbers the mean square is often a twentieth of the variance."""
    for seed in range(1, 6):
        plot = next(view for view in drawn(Params(part="root", keys=1, rows=2, seed=seed)) if "variance" in view.name)
        low, high = plot.layout["yaxis"]["range"]
        for dots in (each for each in plot.data if each["name"].startswith("drawn")):
            assert low < np.log10(dots["y"]).min() <= np.log10(dots["y"]).max() < high


def test_what_a_picture_is_called_holds_of_any_numbers() -> None:
    """Two keys alike share the weight at every scale, and with one key no width takes the weight of another."""
    shared = compute(Params(Q="1", K="1\n1", V="1\n2", query=1))
    assert shared.weights[-1] == pytest.approx([0.5, 0.5])
    alone = drawn(Params(part="root", keys=1, rows=4))
    summaries = " ".join(view.summary for view in (*drawn(Params(Q="1", K="1\n1", V="1\n2", query=1)), *alone))
    assert not [words for words in ("one key", "falls towards", "all alike") if words in summaries]


def drawn(params: Params) -> list[Plot]:
    """Every plot of the page."""
    return [view for view in figures.views(compute(params), params).all() if isinstance(view, Plot)]


@pytest.mark.parametrize(
    "settings", [{"deviation": 0.01}, {"mean": -100.0}, {}, {"deviation": 0.3}, {"keys": 1}], ids=str
)
def test_the_names_of_both_curves_of_entropy_stand_apart_and_off_the_numbers_of_the_axis(settings) -> None:
    result = compute(Params(part="root", **settings))
    assert isinstance(result, ScalingSweep)
    layout = scaling_views.entropy(result, "bits").layout
    top = layout["yaxis"]["range"][1]
    places = []
    for note in layout["annotations"][:2]:
        near = 160 * note["y"] / top + note["yshift"]  # px above the axis, in a picture about 160 px high
        places.append((near - 14, near) if note["yanchor"] == "top" else (near, near + 14))
    (low, high), (least, most) = places
    assert min(low, least) >= 0
    assert max(high, most) <= 160
    assert high <= least + 2 or most <= low + 2


def test_the_weights_of_one_key_are_summed_up_as_of_one() -> None:
    (alone,) = drawn(Params(part="scores", h="1 0"))
    assert alone.summary.startswith("Weights of 1 key under ")
