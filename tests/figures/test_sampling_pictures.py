"""The pictures of /sampling hold the sweep that was computed."""

import numpy as np
import pytest
from plotly_check import validate
from test_opened import shown

from core.explorer import Preset
from core.signals import sampling
from core.signals.sampling import band_sweep
from figures.plot import Panel, Plot
from figures.signals import sampling as figures
from figures.signals.sampling import alias, band, bits, wheel
from ui.figure import payload_of
from ui.state import State

PARAMS = sampling.Params(others="50:0.8 300")
RESULT = sampling.compute(PARAMS)
RATES = sampling.compute(sampling.Params(sweep="sample_rate", sample_rate=1_100.0, shown=20))


@pytest.mark.parametrize("result", [RESULT, RATES], ids=["tone", "rate"])
@pytest.mark.parametrize("draw", [alias.wave, alias.zigzag, alias.spectrum])
def test_each_picture_is_a_valid_plotly_figure(draw, result: sampling.Result) -> None:
    plot = draw(result)
    validate(plot)


def test_a_sample_that_is_held_gives_way_to_the_next_at_once() -> None:
    """Drawn from point to point of a grid, each step leant by a twelfth of the time between two samples."""
    shapes = {joined: alias.wave(sampling.compute(sampling.Params(joined=joined))).data[1]["line"]["shape"]
              for joined in ("sinc", "hold", "linear")}  # fmt: skip
    assert shapes == {"sinc": "linear", "hold": "hv", "linear": "linear"}


def test_copies_stand_at_multiples_of_the_rate_plus_and_minus_the_tone() -> None:
    sweep = alias.spectrum(RESULT).sweep
    assert sweep is not None
    step = 48
    drawn = sweep.rows["data.2.x"][step]
    tone, rate = RESULT.frequency[step], RESULT.sample_rate[step]
    ends = np.unique(drawn[np.isfinite(drawn)])
    expected = {m * rate + sign * tone for m in range(-4, 8) for sign in (1, -1)}
    np.testing.assert_allclose(ends, sorted(line for line in expected if 0 <= line <= 3 * rate), rtol=1e-6)


def test_the_axis_of_the_rounding_error_has_a_number_for_each_step() -> None:
    axis = bits.wave(sampling.compute(sampling.Params(part="bits"))).layout["yaxis2"]
    assert (axis["dtick"], axis["title"]["text"]) == (1, "error in steps")


@pytest.mark.parametrize(("level", "bits_beyond"), [(0.0, 0), (-20.0, 2), (-80.0, 12)])
def test_what_few_bits_keep_of_a_weak_tone_is_marked_where_it_leaves_the_picture(
    level: float, bits_beyond: int
) -> None:
    """Mid-rise levels next to 0 are half a step: a quarter in two bits, which a picture of ±0.12 does not show."""
    result = sampling.compute(sampling.Params(part="bits", level=level))
    plot = bits.wave(result)
    validate(plot)
    top = plot.layout["yaxis"]["range"][1]
    assert (np.abs(result.kept) > top).any(axis=1).sum() == bits_beyond
    marked = [
        plot.sweep.rows[f"data.{i}.y"] for i, each in enumerate(plot.data) if each["name"] == "beyond the picture"
    ]
    assert len(marked) == (2 if bits_beyond else 0)
    for rows in marked:
        assert np.isfinite(rows).any(axis=1).sum() == bits_beyond
        assert (np.abs(rows[np.isfinite(rows)]) < top).all()


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
    sweep = band.spectrum(sampling.compute(params)).sweep
    assert sweep is not None
    drawn = sweep.rows["data.2.x"][sweep.index_of(580.0)].reshape(-1, 5)
    starts = drawn[np.isfinite(drawn[:, 0]), 0]
    rising, falling = {m * 580 + 620 for m in range(-9, 9)}, {m * 580 - 780 for m in range(-9, 9)}
    assert {40, 380, 620} <= set(starts.round().astype(int)) <= rising | falling


def test_the_cursor_stands_on_the_folding_line() -> None:
    sweep = alias.zigzag(RESULT).sweep
    assert sweep is not None
    assert sweep.cursor is not None
    np.testing.assert_array_equal(sweep.cursor.y["y"], RESULT.predicted)


def written(panel: Panel) -> list[str]:
    """The line that the browser writes at each step."""
    return ["".join(line) for (line,) in shown({"line": panel}, panel.length)["line"]]


@pytest.mark.parametrize(("spokes", "revolutions"), [(8, 1.5), (8, 4.5), (8, 7.5), (1, 12.0)])
def test_half_way_to_the_next_spoke_a_film_cannot_tell_which_way_a_wheel_turns(spokes: int, revolutions: float) -> None:
    result = sampling.compute(sampling.Params(part="wheel", spokes=spokes, revolutions=revolutions))
    step, most = int(np.abs(result.revolutions - revolutions).argmin()), 24 / spokes / 2
    told = written(wheel.arithmetic(result))[step]
    assert f"= {most:g} revolutions a second, so it could turn either way: +{most:g} or −{most:g}, both" in told
    sweep = wheel.speeds(result).sweep
    assert sweep is not None
    assert sweep.cursor is not None
    np.testing.assert_allclose([sweep.cursor.y["y"][step], sweep.cursor.y["y2"][step]], [most, -most])


def test_off_the_half_turn_a_filmed_wheel_turns_one_way() -> None:
    """Of 3 revolutions a second between two standstills 1.4 lie before the half, 1.51 beyond it."""
    result = sampling.compute(sampling.Params(part="wheel", revolutions=1.51))
    told = written(wheel.arithmetic(result))
    assert "so it stands still" in told[0]
    assert "so it turns forwards" in told[int(np.abs(result.revolutions - 1.4).argmin())]
    assert "so it turns backwards" in told[int(np.abs(result.revolutions - 1.51).argmin())]
    assert len(wheel.speeds(result).data[2]["x"]) == 2  # the halves that the sweep still passes
    np.testing.assert_array_equal(result.other_way[~result.either], result.predicted[~result.either])


@pytest.mark.parametrize(("spokes", "frame_rate"), [(8, 24.0), (7, 29.97), (24, 10_000.0)])
def test_a_wheel_that_stands_still_on_film_is_followed_to_no_speed_at_all(spokes: int, frame_rate: float) -> None:
    """It was 10⁻¹⁶ revolutions a second, by rounding."""
    still = [turns * frame_rate / spokes for turns in (1, 2, 3)]
    for speed in still:
        result = sampling.compute(
            sampling.Params(part="wheel", spokes=spokes, frame_rate=frame_rate, revolutions=min(speed, still[-1]))
        )
        told = written(wheel.arithmetic(result))[int(np.abs(result.revolutions - speed).argmin())]
        assert told.endswith("= 0 revolutions a second, so it stands still; followed frame by frame 0")


def test_a_wheel_that_stands_still_to_all_digits_that_were_typed_has_no_speed() -> None:
    params = sampling.Params(part="wheel", spokes=3, frame_rate=25.0, revolutions=8.3333333333)
    result = sampling.compute(params)
    step = int(np.abs(result.revolutions - params.revolutions).argmin())
    assert "= 0 revolutions a second, so it stands still" in written(wheel.arithmetic(result))[step]


@pytest.mark.parametrize(("phase", "frequency"), [(30.0, 500.0), (30.0, 1_500.0), (-90.0, 2_500.0)])
def test_at_half_the_rate_itself_a_tone_is_not_said_to_be_unchanged(phase: float, frequency: float) -> None:
    """The samples sin(πn + φ) = ±sin φ are those of a wave that is |sin φ| high, whatever the tone was."""
    result = sampling.compute(sampling.Params(phase=phase, frequency=frequency))
    step = int(np.abs(result.frequency - frequency).argmin())
    told, height = written(alias.arithmetic(result)), abs(np.sin(np.radians(phase)))
    assert f"comes back of a sine is |sin φ| = {height:g} times as high" in told[step]
    assert np.nanmax(np.abs(result.samples[step])) == pytest.approx(height)
    assert "unchanged" not in told[step]
    assert "times as high" not in told[step - 1] + told[step + 1]


def test_of_a_tone_that_is_lost_nothing_is_said_about_the_others() -> None:
    result = sampling.compute(sampling.Params(frequency=500.0, others="50:0.8"))
    step = int(np.abs(result.frequency - 500).argmin())
    assert "Every sample of this tone is 0" in written(alias.arithmetic(result))[step]
    assert np.nanmax(np.abs(result.samples[step])) > 0.5


def test_the_first_zone_has_no_highest_rate() -> None:
    result = sampling.compute(sampling.Params(part="band", low=0.0, high=100.0, band_rate=200.0))
    told = np.array(written(band.arithmetic(result)))
    first = told[(result.zone == 1) & result.clean]
    assert len(first)
    assert all(line.endswith("as long as 2·high/n = 200 ≤ fₛ") for line in first)
    higher = written(band.arithmetic(sampling.compute(sampling.Params(part="band"))))
    assert "≤ 2·low/(n − 1) = 620" in " ".join(higher)


def test_the_ratio_that_is_compared_is_called_that_of_the_rule() -> None:
    """At −80 dB in a few bits the rule does not hold, by several decibels."""
    params = sampling.Params(part="bits", level=-80.0, bits=8)
    result = sampling.compute(params)
    compared = sampling.headline(result, params)
    assert abs(compared.at(7) - result.measured_db[7, 0]) > 4
    assert compared.name == "signal to noise by the rule"
    assert "rises" not in bits.ratio(result).summary


def test_ratios_below_one_are_written_with_a_minus_sign() -> None:
    result = sampling.compute(sampling.Params(part="bits", level=-80.0))
    told = written(bits.arithmetic(result))[0]
    assert "= −72.22 dB" in told  # 6.02 + 1.76 − 80
    assert "-" not in told


@pytest.mark.parametrize("low", [620.0, 741.0])
def test_the_names_of_zones_stand_apart(low: float) -> None:
    """Of a narrow band there are twelve, the last of them narrower than a name is long."""
    layout = band.landing(sampling.compute(sampling.Params(part="band", low=low))).layout
    start, end = layout["xaxis"]["range"]
    places = [note["x"] for note in layout["annotations"] if "zone" in note["text"]]
    assert len(places) >= 2
    assert np.diff(sorted(places)).min() > 0.06 * (end - start)


def test_the_highest_rate_for_a_band_is_written_in_the_digits_of_its_edge() -> None:
    assert band_sweep.ends(620.0, 780.0)[1] == 1_716


@pytest.mark.parametrize("level", [0.0, -40.0, -80.0])
def test_the_axis_of_a_weak_tone_follows_its_level(level: float) -> None:
    plot = bits.wave(sampling.compute(sampling.Params(part="bits", level=level)))
    peak = 10 ** (level / 20)
    assert peak < plot.layout["yaxis"]["range"][1] <= 2.5 * peak
