"""The pictures of /sampling hold the sweep that was computed."""

import numpy as np
import pytest
from plotly_check import validate

from core.explorer import Preset
from core.signals import sampling
from figures.plot import Plot
from figures.signals import sampling as figures
from figures.signals import sampling_alias, sampling_band
from ui.figure import payload_of
from ui.state import State

PARAMS = sampling.Params(others="50:0.8 300")
RESULT = sampling.compute(PARAMS)
RATES = sampling.compute(sampling.Params(sweep="sample_rate", sample_rate=1_100.0, shown=20))


@pytest.mark.parametrize("result", [RESULT, RATES], ids=["tone", "rate"])
@pytest.mark.parametrize("draw", [sampling_alias.wave, sampling_alias.zigzag, sampling_alias.spectrum])
def test_each_picture_is_a_valid_plotly_figure(draw, result: sampling.Result) -> None:
    plot = draw(result)
    validate(plot)


def test_copies_stand_at_multiples_of_the_rate_plus_and_minus_the_tone() -> None:
    sweep = sampling_alias.spectrum(RESULT).sweep
    assert sweep is not None
    step = 48
    drawn = sweep.rows["data.2.x"][step]
    tone, rate = RESULT.frequency[step], RESULT.sample_rate[step]
    ends = np.unique(drawn[np.isfinite(drawn)])
    expected = {m * rate + sign * tone for m in range(-4, 8) for sign in (1, -1)}
    np.testing.assert_allclose(ends, sorted(line for line in expected if 0 <= line <= 3 * rate), rtol=1e-6)


@pytest.mark.parametrize("preset", sampling.PRESETS, ids=lambda preset: preset.name)
def test_the_page_sends_less_than_a_megabyte_and_a_half_of_valid_figures(preset: Preset) -> None:
    params = sampling.Params(**preset.values)
    views = figures.views(sampling.compute(params), params)
    state = State("sampling", sampling)
    assert sum(len(payload_of(view, state, {})) for view in views.all()) < 1_500_000
    for view in views.all():
        if isinstance(view, Plot):
            validate(view)


def test_the_copies_of_a_band_are_outlined_at_multiples_of_the_rate() -> None:
    params = sampling.Params(part="band")
    sweep = sampling_band.spectrum(sampling.compute(params)).sweep
    assert sweep is not None
    drawn = sweep.rows["data.2.x"][sweep.index_of(580.0)].reshape(-1, 5)
    starts = drawn[np.isfinite(drawn[:, 0]), 0]
    rising, falling = {m * 580 + 620 for m in range(-9, 9)}, {m * 580 - 780 for m in range(-9, 9)}
    assert {40, 380, 620} <= set(starts.round().astype(int)) <= rising | falling


def test_the_cursor_stands_on_the_folding_line() -> None:
    sweep = sampling_alias.zigzag(RESULT).sweep
    assert sweep is not None
    assert sweep.cursor is not None
    np.testing.assert_array_equal(sweep.cursor.y["y"], RESULT.predicted)
