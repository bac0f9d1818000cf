"""The pictures of /attention hold what was computed: masks in few numbers, views of every kind, every head."""

import dataclasses
import io

import numpy as np
import pytest
from plotly_check import validate
from scipy import stats

from core import fields
from core.attention import attention
from core.attention.attention import PRESETS, Params, Result, compute
from core.attention.attention.head_cache import HeadCache
from core.attention.attention.layer_rule import LayerRule
from core.attention.attention.params import SHOWS
from core.attention.attention.text_analysis import TextAnalysis
from core.models.masks import allowed
from figures.attention import attention as figures
from figures.attention.attention import head_views
from figures.plot import Panel, Plot
from ui.figure import payload_of
from ui.state import State

PARAMS = {preset.name: Params(**preset.values) for preset in PRESETS}


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    return {name: compute(params) for name, params in PARAMS.items()}


def shown(result: Result, params: Params) -> dict[str, Plot | Panel]:
    return {view.name: view for view in figures.views(attention.focus(result, params), params).all()}


def weights_of(panel: Panel) -> np.ndarray:
    """The weights that the browser makes of a panel's arrays, NaN where they are hidden."""
    arrays = panel.arrays
    key = np.arange(len(arrays["hidden"]))
    seen = (key >= arrays["first"][:, None]) & (key < arrays["last"][:, None]) & (arrays["hidden"] == 0)
    if "weights" in arrays:
        unit = 1 / 65535 if arrays["weights"].dtype == np.uint16 else 1.0
        return np.where(seen, arrays["weights"] * unit, np.nan)
    scores, softcap = arrays["query"].astype(float) @ arrays["key"].T * panel.header["factor"], panel.header["softcap"]
    scores = scores if softcap is None else softcap * np.tanh(scores / softcap)
    sink = -np.inf if panel.header["sink"] is None else panel.header["sink"]
    exponentials = np.exp(np.where(seen, scores, -np.inf))
    with np.errstate(invalid="ignore"):
        return np.where(seen, exponentials / (exponentials.sum(1, keepdims=True) + np.exp(sink)), np.nan)


@pytest.mark.parametrize("name", PARAMS)
def test_every_view_of_every_preset_is_valid_scrubs_one_axis_and_is_small(results, name: str) -> None:
    state = State("attention", attention)
    for show in fields.options(attention.Params, "show"):
        views = shown(results[name], dataclasses.replace(PARAMS[name], show=show)).values()
        swept = [view.sweep for view in views if isinstance(view, Plot) and view.sweep and view.sweep.control]
        assert [sweep.field for sweep in swept] == ["temperature" if show == "softmax" else "query"]
        for view in views:
            if isinstance(view, Plot):
                validate(view)
        assert sum(len(payload_of(view, state, {})) for view in views) < 1_200_000


def test_names_of_temperatures_stand_above_the_largest_weight_and_entropy(results) -> None:
    """A line through a name at 1/9 of the picture's height from the top would be a weight of more than 1."""
    params = dataclasses.replace(PARAMS["giver"], show="softmax")
    layout = shown(results["giver"], params)["attention-weights"].layout
    low, high = layout["yaxis"]["range"]
    assert (high - 1) / (high - low) > 1 / 9
    assert layout["yaxis2"]["range"][0] / layout["yaxis2"]["range"][1] == pytest.approx(low / high, rel=0.2)


def test_browser_is_sent_what_gives_back_the_weights(results) -> None:
    for name in ("giver", "window", "looking-ahead", "hidden", "long"):
        result, params = results[name], dataclasses.replace(PARAMS[name], show="head")
        found = weights_of(shown(result, params)["attention-head"])
        seen = result.reading.changed
        np.testing.assert_array_equal(np.isnan(found), ~seen.rules[0].allowed)
        np.testing.assert_allclose(np.nan_to_num(found), result.weights, atol=2e-6)


def test_the_key_that_is_opened_stands_at_the_place_that_a_reader_counts(results) -> None:
    """John is token 9 of the text, counted from 1 as everywhere on the page."""
    result = results["giver"]
    told = shown(result, PARAMS["giver"])["attention-opened"]
    key = result.reading.changed.summary(result.layer).key[result.head]
    np.testing.assert_array_equal(told.arrays["0.key"], key + 1)
    assert told.arrays["0.key"][-1] == 9


@pytest.fixture(scope="module")
def ruled() -> Result:
    """Three layers of rules of their own: a window with a softcap of 2, a sink, and plain causal attention."""
    random, causal = np.random.default_rng(5), np.tri(6, dtype=bool)
    parts = (random.normal(0, 2, (3, 2, 6, 4)).astype(np.float32) for _ in range(3))
    window = allowed("window", 6, 6, window=3)
    sinks = np.array([0.5, 1.5], np.float32)
    rules = (LayerRule(window, 1 / 3, softcap=2.0), LayerRule(causal, 0.5, sinks=sinks), LayerRule(causal, 0.5))
    heads = HeadCache(tuple(range(6)), *parts, rules)
    return Result(TextAnalysis(tuple("abcdef"), heads, heads, None, None, {}, ()), "some", "", (), "cpu")


@pytest.mark.parametrize(("layer", "said"), [
    (0, ["Layer 1 hides more than others do: a query looks at 3 keys at the most.",
         "Layer 1 bends each score z to 2·tanh(z/2) before the mask (a softcap)."]),
    (1, ["Each head of layer 2 has a sink, one more score in the softmax that stands for no token: "
         "the weights of a row sum to less than 1."]),
    (2, []),
])  # fmt: skip
def test_rule_of_the_layer_in_sight_is_said_and_sent_with_its_head(ruled: Result, layer: int, said: list[str]) -> None:
    params = Params(layer=layer, head=1, query=5)
    result = attention.focus(ruled, params)
    assert figures.said(result, params) == said
    np.testing.assert_allclose(np.nan_to_num(weights_of(shown(result, params)["attention-head"])), result.weights,
                               atol=1e-6)  # fmt: skip
    for show in SHOWS:
        views = shown(result, dataclasses.replace(params, show=show))
        for view in views.values():
            if isinstance(view, Plot):
                validate(view)
        if show == "steps":
            steps = views["attention-steps"]
            rule = ruled.reading.plain.rules[layer]
            np.testing.assert_array_equal(steps.arrays["scale"], [rule.scale])
            assert (steps.header["softcap"], steps.header["sink"]) == (rule.softcap, rule.sink(1))
            assert steps.header["scale"] == ("1/√9" if layer == 0 else "1/√4")
        if show == "softmax":
            told, found = (
                views["attention-opened"],
                attention.focus(ruled, dataclasses.replace(params, show=show)).temperatures,
            )
            assert found is not None
            at_one = int(np.flatnonzero(found.values == 1.0)[0])
            assert isinstance(views["attention-keys"], Plot)
            assert views["attention-keys"].sweep is not None
            drawn = sum(rows[at_one] for rows in views["attention-keys"].sweep.rows.values())
            np.testing.assert_allclose(drawn, result.weights[5], atol=1e-6)
            np.testing.assert_allclose(found.sink[at_one], 1 - result.weights[5].sum(), atol=1e-6)
            assert ("0.sink" in told.arrays) == (layer == 1)
            if layer == 1:  # the sink shares the weight too: as if more than all keys did
                np.testing.assert_array_equal(told.arrays["0.sink"], found.sink)
                assert told.arrays["0.alike"].max() > told.arrays["0.allowed"][0]
            of = "keys and the sink shared" if layer == 1 else "keys shared"
            assert of in told.header["lines"][0]["note"][0]
            undone = {0: "divides q·k by √9 and bends that score z to 2·tanh(z/2)."}
            assert (
                undone.get(layer, "divides q·k by √4; undivided it would be T = 0.5.")
                in told.header["lines"][0]["note"][0]
            )


def test_table_and_archive_of_layers_with_masks_of_their_own_hold_what_each_allows(ruled: Result) -> None:
    rows = ruled.table().groupby("layer").size()
    assert rows.tolist() == [2 * 15, 2 * 21, 2 * 21]
    archive = np.load(io.BytesIO(ruled.npz()))
    np.testing.assert_array_equal(archive["allowed"], [rule.allowed for rule in ruled.reading.plain.rules])


def test_a_live_picture_takes_every_head_along_with_its_own_rule(ruled: Result) -> None:
    heads = figures.others(attention.focus(ruled, Params(layer=1)), Params(layer=1))
    assert [*heads][:2] == ["layer 2, head 1", "layer 2, head 2"]  # those of the layer in sight first
    assert len(heads) == ruled.reading.changed.layers * ruled.reading.changed.heads
    for name, sink in (("layer 2, head 1", 0.5), ("layer 2, head 2", 1.5)):
        header = head_views.head(attention.focus(ruled, heads[name])).header
        assert (header["factor"], header["softcap"], header["sink"]) == (0.5, None, sink)


def test_means_and_rollout_are_sent_too(results) -> None:
    for name, error in (("giver", 1e-7), ("long", 1 / 65535)):
        params = dataclasses.replace(PARAMS[name], show="layers", layer=3)
        views, seen = shown(results[name], params), results[name].reading.changed
        np.testing.assert_allclose(np.nan_to_num(weights_of(views["attention-mean"])), seen.means[3], atol=error)
        np.testing.assert_allclose(np.nan_to_num(weights_of(views["attention-rollout"])), seen.rollouts[3], atol=error)
        np.testing.assert_allclose(views["attention-bits"].arrays["values"], seen.entropies.mean(-1))


@pytest.mark.parametrize(
    "mask",
    [allowed("causal", 9, 9), allowed("window", 9, 9, window=3), allowed("none", 9, 9),
     allowed("padding", 9, 9, padding=(0, 4, 8)), np.tri(9, dtype=bool) & allowed("padding", 9, 9, padding=(0, 3))],
)  # fmt: skip
def test_every_mask_is_told_by_ranges_and_hidden_places(mask: np.ndarray) -> None:
    told, key = head_views.reach(mask), np.arange(9)
    within = (key >= told["first"][:, None]) & (key < told["last"][:, None])
    np.testing.assert_array_equal(within & (told["hidden"] == 0), mask)


def test_roles_name_the_best_heads_or_say_why_there_is_no_score(results) -> None:
    roles = {one["role"]: one for one in shown(results["roles"], PARAMS["roles"])["attention-roles"].header["roles"]}
    layer, head, score = roles["Induction"]["heads"][0]
    assert (layer, head) == (2, 2)
    assert score > 0.9
    assert roles["Previous token"]["heads"][0][2] > 0.8
    params = Params(text="red goats", show="roles")
    roles = {one["role"]: one for one in shown(compute(params), params)["attention-roles"].header["roles"]}
    assert roles["Induction"]["heads"] == []
    assert roles["Induction"]["why"] == "This text has no such score: no token comes again with something between."


def test_predictions_are_told_with_their_words(results) -> None:
    panel = shown(results["switched-off"], PARAMS["switched-off"])["attention-off"]
    header, arrays = panel.header, panel.arrays
    assert header["grid"]["off"] == [[1, 2]]
    assert header["words"][arrays["next"][16, 0]] == "␣Mary"
    assert arrays["before"][16, 0] == pytest.approx(0.986, abs=0.001)
    assert header["words"][arrays["tokenBefore"][16, -1]] == "␣Mary"
    headline = shown(results["giver"], PARAMS["giver"])["attention-headline"]
    assert headline.header["words"][headline.arrays["next"][16]] == "␣Mary"
    assert headline.arrays["key"][16] == 8


def test_no_loss_is_marked_at_the_last_token_which_none_follows(results) -> None:
    losses = shown(results["switched-off"], PARAMS["switched-off"])["attention-loss"]
    assert isinstance(losses, Plot)
    assert losses.sweep is not None
    assert losses.sweep.cursor is not None
    assert np.isnan(losses.sweep.cursor.y["y"]).tolist() == [False] * 16 + [True]


def test_downloads_are_made_on_demand(results) -> None:
    made = {download.name: download.make() for download in figures.downloads(results["giver"])}
    assert made["attention.csv"].splitlines()[0] == '"layer","head","query","key","weight","query token","key token"'
    assert made["attention.npz"][:2] == b"PK"


def test_masks_without_a_change_show_the_head_through_a_window(results) -> None:
    params = Params(show="masks", window=3)
    panel = shown(results["giver"], params)["attention-masked"]
    assert panel.header["title"] == "This head alone, through a window of 3: 241 of 289 pairs are hidden"
    place = np.arange(17)
    np.testing.assert_array_equal(panel.arrays["first"], np.maximum(0, place - 2))
    np.testing.assert_array_equal(panel.arrays["last"], place + 1)
    assert any("through a window of 3" in sentence for sentence in figures.said(results["giver"], params))


@pytest.mark.parametrize("show", ["head", "layers", "softmax"])
def test_an_entropy_in_nats_is_that_of_scipy(results, show: str) -> None:
    """Of every view that draws one; the axis and the words name the unit."""
    params = dataclasses.replace(PARAMS["giver"], show=show, unit="nats")
    views, result = shown(results["giver"], params), attention.focus(results["giver"], params)
    if show == "softmax":
        plot, weights = views["attention-weights"], result.temperatures.weights.astype(float)
        drawn = plot.data[-1]["y"]
        assert plot.layout["yaxis2"]["title"]["text"].startswith("entropy")
    else:
        weights, drawn = result.weights.astype(float), views["attention-entropy"].data[-1]["y"]
        assert views["attention-headline"].arrays["entropy"] == pytest.approx(drawn, abs=1e-6)
        assert views["attention-headline"].header["unit"] == "nats"
    assert drawn == pytest.approx(stats.entropy(weights, axis=1), abs=1e-4)
    if show == "layers":
        every = [[result.reading.changed.weights(layer, head) for head in range(4)] for layer in range(4)]
        wanted = stats.entropy(np.array(every, float), axis=-1).mean(-1)
        assert views["attention-bits"].arrays["values"].reshape(4, 4) == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize(("query", "says"), [(0, "there is one key alone"), (3, "of the {allowed} keys")])
def test_a_query_that_sees_one_key_shares_its_weight_with_none(query: int, says: str) -> None:
    params = Params(show="softmax", query=query)
    views = figures.views(compute(params), params)
    (line,) = views.opened[0].header["lines"]
    assert says in line["note"][0]
    assert ("of 1 key," in views.main.summary) == (query == 0)


@pytest.mark.parametrize(("text", "queries"), [("a", 1), ("Mary and John", 3)])
def test_the_queries_of_a_picture_of_weights_are_counted_in_words_for_one_and_for_several(text, queries) -> None:
    params = Params(text=text)
    panel = shown(compute(params), params)["attention-head"]
    assert isinstance(panel, Panel)
    assert f" from every query, {queries} in all, to the keys" in panel.header["summary"]


def test_the_names_of_the_softmax_leave_its_picture_room_on_a_phone(results) -> None:
    """Seven names in one column were higher than the curves: two columns have 20 letters each."""
    params = dataclasses.replace(PARAMS["giver"], show="softmax")
    plot = shown(results["giver"], params)["attention-weights"]
    assert isinstance(plot, Plot)
    assert max(len(trace["name"]) for trace in plot.data) <= 20
