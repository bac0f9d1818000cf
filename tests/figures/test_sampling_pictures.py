"""The pictures of /sampling hold the sweep that was computed."""

import numpy as np
import pytest
from plotly_check import validate

from core.signals import sampling
from figures.signals import sampling as figures
from ui.figure import payload_of
from ui.state import State

PARAMS = sampling.Params(others="50:0.8 300")
RESULT = sampling.compute(PARAMS)
RATES = sampling.compute(sampling.Params(sweep="sample_rate", sample_rate=1_100.0, shown=20))


@pytest.mark.parametrize("result", [RESULT, RATES], ids=["tone", "rate"])
@pytest.mark.parametrize("draw", [figures.wave, figures.zigzag, figures.spectrum])
def test_each_picture_is_a_valid_plotly_figure(draw, result: sampling.Result) -> None:
    plot = draw(result)
    validate(plot)


def test_copies_stand_at_multiples_of_the_rate_plus_and_minus_the_tone() -> None:
    sweep = figures.spectrum(RESULT).sweep
    assert sweep is not None
    step = 48
    drawn = sweep.rows["data.2.x"][step]
    tone, rate = RESULT.frequency[step], RESULT.sample_rate[step]
    ends = np.unique(drawn[np.isfinite(drawn)])
    expected = {m * rate + sign * tone for m in range(-4, 8) for sign in (1, -1)}
    np.testing.assert_allclose(ends, sorted(line for line in expected if 0 <= line <= 3 * rate), rtol=1e-6)


@pytest.mark.parametrize("result", [RESULT, RATES], ids=["tone", "rate"])
def test_the_page_sends_less_than_a_megabyte_and_a_half(result: sampling.Result) -> None:
    views = figures.views(result, PARAMS)
    state = State("sampling", sampling)
    assert sum(len(payload_of(view, state, {})) for view in views.all()) < 1_500_000


def test_the_cursor_stands_on_the_folding_line() -> None:
    sweep = figures.zigzag(RESULT).sweep
    assert sweep is not None
    assert sweep.cursor is not None
    np.testing.assert_array_equal(sweep.cursor.y["y"], RESULT.predicted)
