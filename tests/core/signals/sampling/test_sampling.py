"""The sampling explorer: the golden table through its front door, and theory beside what the samples give."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import explorer, link
from core.errors import InputError
from core.signals import sampling
from core.signals.sampling import PRESETS, Params, compute, focus, hear
from core.signals.sampling.alias_sweep import CURVE_POINTS, FASTEST, RECONSTRUCTION_POINTS, SLOWEST, STEPS, AliasSweep
from core.signals.sampling.tone_peaks import strengths, tone_frequencies
from core.signals.sampling.tone_sum import waves

PRESET = {preset.name: Params(**preset.values) for preset in PRESETS}

# golden.md, Signals, at 1000 Hz.
GOLDEN = {"below": (100, 100), "folded": (600, 400), "mirror": (900, 100), "copy": (1100, 100),
          "second-zone": (1499, 499), "at-the-limit": (2500, 500)}  # fmt: skip

choices = st.builds(
    dict,
    sample_rate=st.floats(1.0, 1e6),
    share=st.floats(0.0, 3.0),
    phase=st.floats(-360.0, 360.0),
    shown=st.integers(4, 20),
)


def made(chosen: dict) -> Params:
    rate = chosen["sample_rate"]
    frequency = min(chosen["share"] * rate, 3 * rate)
    return Params(sample_rate=rate, frequency=frequency, phase=chosen["phase"], shown=chosen["shown"])


def step_of(result: AliasSweep, params: Params) -> int:
    """Where on the sweep the chosen value stands."""
    return int(np.abs(result.values - getattr(params, params.sweep)).argmin())


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_table_is_predicted_and_measured(name: str) -> None:
    tone, expected = GOLDEN[name]
    result = compute(PRESET[name])
    row = result.table().iloc[step_of(result, PRESET[name])]
    assert (row["tone_hz"], row["predicted_alias_hz"]) == (tone, expected)
    assert row["measured_hz"] == pytest.approx(expected, abs=1e-9)


def test_a_sine_of_half_the_rate_samples_to_zero_and_nothing_comes_back() -> None:
    params = PRESET["vanished"]
    result = compute(params)
    step = step_of(result, params)
    assert result.frequency[step] == 500
    assert np.abs(result.curve[step]).max() > 0.99
    for rest in (result.samples, result.reconstruction, result.alias_curve):
        assert np.abs(rest[step]).max() < 1e-6
    assert np.isnan(result.measured[step])
    assert result.table()["all_samples_zero"][step]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_preset_stands_on_its_sweep(preset: explorer.Preset) -> None:
    params = PRESET[preset.name]
    result = compute(params)
    swept = {"band_rate": "sample_rate"}.get(params.swept, params.swept)
    assert not swept or getattr(params, params.swept) in getattr(result, swept)
    assert preset.why.endswith(".")
    assert link.decode(Params, link.encode(params), PRESETS) == link.Decoded(params, ())


@settings(max_examples=30)  # each of 241 tones
@given(choices)
def test_what_is_measured_is_what_the_formula_says_for_every_tone_of_the_sweep(chosen: dict) -> None:
    params = made(chosen)
    result = compute(params)
    error = np.abs(result.measured - result.predicted)
    silent = np.isnan(error)
    assert np.nanmax(error) < 1e-6 * params.sample_rate
    # Samples without a tone are those of a multiple of half the rate, or of what can hardly be told from one.
    near = np.abs(result.frequency * 2 / params.sample_rate - np.round(result.frequency * 2 / params.sample_rate))
    assert (near[silent] < 1e-6).all()


@settings(max_examples=30)  # each of 241 tones
@given(choices)
def test_the_sweep_rises_evenly_and_meets_the_chosen_tone(chosen: dict) -> None:
    params = made(chosen)
    frequency = compute(params).frequency
    assert len(frequency) == STEPS
    assert (np.diff(frequency) > 0).all()
    assert params.frequency in frequency
    assert np.abs(frequency - np.linspace(0, 3 * params.sample_rate, STEPS)).max() <= 3 * params.sample_rate / 479


@pytest.mark.parametrize(
    "params",
    [
        *(preset for preset in PRESET.values() if preset.part == "alias" and preset.sweep == "frequency"),
        Params(phase=30.0, others="333:0.4, 1250.5", shown=20),
    ],
)
def test_what_comes_back_from_the_samples_is_the_sum_of_the_aliases(params: Params) -> None:
    """1,000 samples beyond each end leave an error of the order 1/(1000π), and more close to half the rate."""
    result = compute(params)
    error = np.abs(result.reconstruction - result.alias_curve).max(axis=1)
    from_limit = 0.5 - result.predicted / params.sample_rate
    assert error[from_limit > 0.01].max() < 0.01
    assert error.max() < 0.2  # 1 Hz below half of 1000 Hz the beat is as long as the whole record
    assert np.median(error) < 1e-3


def test_the_tone_the_samples_and_the_way_back_meet_at_the_samples() -> None:
    params = Params(phase=50.0, others="170:0.7")
    result = compute(params)
    every_sample = slice(None, None, CURVE_POINTS)
    np.testing.assert_allclose(result.curve_time[0, every_sample], result.sample_time[0], atol=1e-12)
    np.testing.assert_allclose(result.curve[:, every_sample], result.samples, atol=1e-6)
    every_sample = slice(None, None, RECONSTRUCTION_POINTS)
    np.testing.assert_allclose(result.reconstruction[:, every_sample], result.samples, atol=1e-6)
    np.testing.assert_allclose(result.alias_curve[:, every_sample], result.samples, atol=1e-6)


def test_the_picture_is_the_same_at_every_rate() -> None:
    slow, fast = (compute(Params(sample_rate=rate, frequency=0.6 * rate)) for rate in (1_000.0, 44_100.0))
    np.testing.assert_allclose(slow.samples, fast.samples, atol=1e-6)
    np.testing.assert_allclose(slow.measured / 1_000, fast.measured / 44_100, atol=1e-9)


def test_the_copies_are_the_lines_of_the_sampled_spectrum() -> None:
    result = compute(Params())
    for step in range(1, STEPS - 1):
        lines = np.add.outer(1_000.0 * np.arange(-6, 7), np.array([-1, 1]) * result.frequency[step])  # m·f_s ± f
        drawn = np.sort(result.copies[step][~np.isnan(result.copies[step])])
        np.testing.assert_allclose(drawn, np.sort(lines[(lines >= 0) & (lines <= 3_000)]), atol=1e-3)


def test_the_drawn_spectrum_shows_the_strengths_of_all_tones() -> None:
    params = Params(sample_rate=1_024.0, others="64:0.8 300:0.5", frequency=864.0)
    result = compute(params)
    row = result.spectrum[step_of(result, params)]
    bins = np.searchsorted(result.spectrum_frequency[0], [64.0, 160.0, 300.0])  # 864 folds to 160
    assert row[bins] == pytest.approx([0.8, 1.0, 0.5], abs=1e-3)


@pytest.mark.parametrize("frequency", [0.0, 1e-6, 1e-4, 0.0123, 0.1, 0.2501, 0.49, 0.4999, 0.5])
def test_a_tone_is_found_in_its_samples_however_near_to_0_or_half_the_rate(frequency: float) -> None:
    record = np.cos(2 * np.pi * (1 + frequency) * np.arange(4_096))[None]
    assert tone_frequencies(record, 1.0)[0] == pytest.approx(frequency, abs=1e-12)


@pytest.mark.parametrize("frequency", [0.0, 0.0123, 0.1, 0.2501, 0.49, 0.5])
def test_the_spectrum_shows_a_tone_as_high_as_it_is(frequency: float) -> None:
    record = np.cos(2 * np.pi * frequency * np.arange(4_096))[None]
    assert strengths(record).max() == pytest.approx(1.0, abs=0.16)  # between two bins Hann's window loses 1.4 dB


def test_a_tone_of_less_than_half_a_period_in_the_record_is_measured_as_what_it_is() -> None:
    params = Params(frequency=0.1)
    result = compute(params)
    assert result.measured[step_of(result, params)] == pytest.approx(0.1, rel=1e-9)


def test_silence_has_no_tone() -> None:
    assert np.isnan(tone_frequencies(np.zeros((2, 64)), 1.0)).all()


@pytest.mark.parametrize("shown", [4, 16, 20])
def test_the_whole_sweep_fits_into_one_and_a_half_megabytes(shown: int) -> None:
    result = compute(Params(shown=shown))
    assert result.nbytes <= 1_500_000
    assert result.device == "cpu"
    assert compute(Params(sweep="sample_rate", shown=shown)).nbytes <= 3_500_000
    for name in ("curve", "samples", "reconstruction", "alias_curve", "spectrum", "copies"):
        assert getattr(result, name).dtype == np.float32
        assert len(getattr(result, name)) == STEPS


def test_moving_along_the_sweep_computes_nothing() -> None:
    tone, rate = Params(), Params(sweep="sample_rate")
    assert explorer.computation_key(tone) == explorer.computation_key(dataclasses.replace(tone, frequency=7.0))
    assert explorer.computation_key(tone) != explorer.computation_key(dataclasses.replace(tone, sample_rate=900.0))
    assert explorer.computation_key(rate) == explorer.computation_key(dataclasses.replace(rate, sample_rate=900.0))
    assert explorer.computation_key(rate) != explorer.computation_key(dataclasses.replace(rate, frequency=700.0))
    assert explorer.find("sampling") is sampling


def test_the_result_does_not_depend_on_where_the_reader_looked_before() -> None:
    first, second = Params(frequency=1_499.0), Params(frequency=333.3)
    band = Params(part="band"), Params(part="band", band_rate=633.0)
    wheel = Params(part="wheel"), Params(part="wheel", revolutions=1.23)
    for here, there in ((first, second), band, wheel):
        there_and_back = focus(focus(compute(here), there), here)
        for name, value in vars(compute(here)).items():
            np.testing.assert_array_equal(getattr(there_and_back, name), value)


def test_above_twice_the_tone_every_rate_brings_it_back_and_below_none() -> None:
    result = compute(Params(sweep="sample_rate", frequency=440.0, sample_rate=880.0))
    enough = result.sample_rate > 880.0
    np.testing.assert_allclose(result.predicted[enough], 440.0, rtol=1e-12)
    assert (result.predicted[result.sample_rate < 880.0] < 440.0).all()
    assert np.isnan(result.measured[result.sample_rate == 880.0]).all()
    assert result.sample_rate[[0, -1]] == pytest.approx([440 * SLOWEST, 440 * FASTEST])
    error = np.abs(result.measured - result.predicted)
    assert np.nanmax(error) < 1e-3 * 440 * FASTEST


def test_in_a_sweep_of_the_rate_the_wave_from_the_samples_is_the_sum_of_the_aliases() -> None:
    result = compute(Params(sweep="sample_rate", frequency=440.0, sample_rate=900.0, others="100:0.5"))
    off = np.nanmax(np.abs(result.reconstruction - result.alias_curve), axis=1)
    away = np.minimum(*(np.abs(0.5 - np.abs(f / result.sample_rate % 1)) for f in (440.0, 100.0))) > 0.01
    assert off[away].max() < 0.01
    for row in range(0, STEPS, 40):  # the samples lie on the tone, whatever the rate
        shown = np.isfinite(result.samples[row])
        time = result.sample_time[row][shown]
        tone = np.sin(2 * np.pi * 440.0 * time) + 0.5 * np.sin(2 * np.pi * 100.0 * time)
        np.testing.assert_allclose(result.samples[row][shown], tone, atol=1e-5)


def test_the_same_settings_give_the_same_result() -> None:
    first, second = compute(Params(phase=10.0)), compute(Params(phase=10.0))
    assert first.table().equals(second.table())
    np.testing.assert_array_equal(first.curve, second.curve)


def test_the_snippet_prints_the_table_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    params = Params(frequency=1_499.0, others="50:0.8")
    exec(compile(sampling.snippet(params), "snippet", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 1 + STEPS
    row = printed[1 + step_of(compute(params), params)].split()
    assert [float(row[i]) for i in (1, 3, 4)] == pytest.approx([1_499.0, 499.0, 499.0], abs=0.01)


def heard(params: Params) -> list[np.ndarray]:
    return list(hear(compute(params), params)[0].values())


def test_the_alias_can_be_heard_beside_the_tone() -> None:
    tone, back = heard(Params(frequency=900.0))
    rate = sampling.AUDIO_RATE
    assert len(tone) == len(back)
    assert np.abs(tone).max() <= 0.81
    peaks = tone_frequencies(np.stack([tone, back])[:, 4_000 : 4_000 + 32_768], float(rate))
    assert peaks == pytest.approx([900.0, 100.0], abs=0.5)
    middle = slice(10_000, 40_000)
    time = np.arange(len(tone))[middle] / rate
    np.testing.assert_allclose(back[middle], -0.8 * np.sin(2 * np.pi * 100 * time), atol=1e-5)


def test_what_no_one_can_hear_is_silent_and_so_is_what_samples_to_zero() -> None:
    tone, back = heard(Params(sample_rate=40_000.0, frequency=39_000.0))
    assert not tone.any()
    assert np.abs(back).max() > 0.7
    tone, back = heard(Params(frequency=500.0))
    assert np.abs(tone).max() > 0.7
    assert np.abs(back).max() < 1e-6


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"sample_rate": 0.0}, "sample_rate"),
        ({"sample_rate": float("nan")}, "sample_rate"),
        ({"sample_rate": 1e7}, "sample_rate"),
        ({"frequency": -1.0}, "frequency"),
        ({"frequency": 3_000.5}, "frequency"),
        ({"sample_rate": 100.0, "frequency": 600.0}, "frequency"),
        ({"phase": 361.0}, "phase"),
        ({"others": "1 2 3"}, "others"),
        ({"others": "loud"}, "others"),
        ({"others": "100:0"}, "others"),
        ({"others": "100:nan"}, "others"),
        ({"others": "4000"}, "others"),
        ({"others": "1e400"}, "others"),
        ({"shown": 3}, "shown"),
        ({"shown": 21}, "shown"),
        ({"shown": True}, "shown"),
        ({"part": "band", "low": 770.0}, "low"),
        ({"part": "band", "high": float("inf")}, "high"),
        ({"part": "band", "band_rate": 100.0}, "band_rate"),
        ({"part": "bits", "bits": 0}, "bits"),
        ({"part": "bits", "bits": 17}, "bits"),
        ({"part": "bits", "level": 1.0}, "level"),
        ({"part": "wheel", "spokes": 0}, "spokes"),
        ({"part": "wheel", "frame_rate": 0.0}, "frame_rate"),
        ({"part": "wheel", "revolutions": 9.1}, "revolutions"),
        ({"part": "sound", "factor": 1}, "factor"),
        ({"part": "sound", "order": 0}, "order"),
        ({"part": "sound", "order": 2_001}, "order"),
        ({"part": "sound", "source": "file", "start": -1.0}, "start"),
        ({"sweep": "sample_rate", "sample_rate": 199.0}, "sample_rate"),
        ({"sweep": "sample_rate", "sample_rate": 2_401.0}, "sample_rate"),
        ({"sweep": "sample_rate", "frequency": 0.0}, "frequency"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(values: dict, field: str) -> None:
    with pytest.raises(InputError) as caught:
        Params(**values)
    assert caught.value.field == field


def test_a_part_refuses_nothing_that_belongs_to_another() -> None:
    assert Params(part="band", shown=40, others="loud").shown == 40
    assert Params(bits=99, spokes=-1, low=1e9).bits == 99
    with pytest.raises(InputError):
        Params(part="bits", bits=99, shown=40)


def test_tones_may_stand_between_spaces_or_commas_and_lack_a_strength() -> None:
    assert Params(others="250:0.5, 1200").tones.others == ((250.0, 0.5), (1_200.0, 1.0))
    assert Params(others=" 250 ;\t").tones.others == ((250.0, 1.0),)
    assert Params().tones.others == ()


@pytest.mark.parametrize(("start", "step", "many"), [(0.0, 1.0, 1), (-1_000.0, 1.0, 4_096), (0.0, 1 / 36, 613)])
def test_waves_are_the_sines_of_every_frequency_at_every_time(start: float, step: float, many: int) -> None:
    frequency, phase = np.array([0.0, 0.1234, 0.5, 2.99]), np.array([0.3, 0.0, -2.0, 7.0])
    times = start + step * np.arange(many)
    direct = np.sin(2 * np.pi * np.outer(frequency, times) + phase[:, None])
    np.testing.assert_allclose(waves(frequency, phase, times), direct, rtol=0, atol=1e-10)  # of 60,000 radians
