"""The pictures of /cross-attention hold the weights that were computed."""

import numpy as np
import pytest
from plotly_check import validate

from core.attention.cross_attention import PRESETS, Params, compute
from core.explorer import Preset
from figures.attention import cross_attention as figures
from figures.plot import Panel, Plot
from ui.figure import payload_of
from ui.state import State


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_bars_lines_and_heatmap_show_the_same_head(preset: Preset) -> None:
    params = Params(**preset.values)
    result = compute(params)
    seen = result.weights[params.layer, params.head]
    views = {view.name: view for view in figures.views(result, params).all()}
    bars = views["cross-weights"]
    assert isinstance(bars, Plot)
    assert bars.sweep is not None
    validate(bars)
    np.testing.assert_array_equal(bars.sweep.rows["data.0.y"], seen)
    for name in ("cross-alignment", "cross-heatmap"):
        panel = views[name]
        assert isinstance(panel, Panel)
        np.testing.assert_array_equal(panel.arrays["weights"], seen)
        assert panel.length == bars.sweep.length == len(result.written)
    assert sum(len(payload_of(view, State("cross-attention", figures), {})) for view in views.values()) < 100_000


def test_the_mean_is_that_of_the_layers_heads() -> None:
    params = Params(mean=True, layer=0)
    result = compute(params)
    panel = figures.alignment(result, params)
    assert panel.arrays["weights"] == pytest.approx(result.weights[0].mean(0))
    assert "mean of its heads" in panel.header["title"]
