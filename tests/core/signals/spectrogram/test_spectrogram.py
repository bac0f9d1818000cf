"""The spectrogram explorer: every length of the window against SciPy, the limits of theory, and the way back."""

import dataclasses
import typing

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.signal import ShortTimeFFT

from core import explorer, link
from core.costs import estimate_seconds
from core.errors import InputError, MissingInput
from core.fields import options
from core.signals import spectrogram
from core.signals.spectrogram import PRESETS, Params, compute, excerpt_rasters, focus, window_lengths
from core.signals.spectrogram.excerpt import cut, make
from core.signals.spectrogram.window_lengths import lengths, trade
from core.sound import built_in_sounds
from core.sound.files import to_wav, trim
from core.sound.spectrogram_raster import Grid, quantise
from core.sound.windows import GABOR_LIMIT, Kind, Window, sample
from core.worker import Cancelled

KINDS = typing.get_args(Kind)
PRESET = {preset.name: Params(**preset.values) for preset in PRESETS}

choices = st.fixed_dictionaries(
    {
        "window": st.sampled_from(KINDS),
        "source": st.sampled_from(sorted(built_in_sounds.BUILT_IN)),
        "beta": st.floats(0.0, 20.0),
        "sigma": st.floats(0.1, 1.0),
        "hops": st.integers(1, 12),
        "padding": st.integers(1, 4),
        "scale": st.sampled_from(["linear", "logarithmic", "mel", "htk"]),
        "height": st.sampled_from(["one", "area"]),
        "ends": st.sampled_from(["zeros", "reflection", "whole"]),
        "seconds": st.floats(0.05, 0.6),
        "length": st.floats(4.0, 512.0),
    }
)


def wav(signal: str = "vowel", seconds: float = 1.0, rate: int = 8_000) -> bytes:
    return to_wav(built_in_sounds.built_in(signal, seconds, rate), rate)


@pytest.mark.parametrize("step", [0, 9, 17, 25, 31])
def test_each_picture_is_what_scipy_computes_where_no_cell_holds_two_frames(step: int) -> None:
    params = Params(source="vowel", seconds=0.6, hops=4, padding=1, high_hz=4_000.0)
    result = compute(params)
    length, hop = int(result.trade.lengths[step]), int(result.trade.hops[step])
    seen = result.pictures[step]
    shown = seen.power
    signal = make("vowel", 0.6, 0, 26.0).samples.astype(np.float64)
    window = sample(Window(), length)
    points = excerpt_rasters.transform_length(length)
    transform = ShortTimeFFT(window, hop, 8_000, mfft=points, fft_mode="onesided", phase_shift=None)
    frames = -transform.p_min + np.arange(1 + len(signal) // hop)
    power = np.abs(transform.stft(signal)[:, frames] * 2 / window.sum()) ** 2
    bins, held = power.shape
    rows, columns = -(-bins // shown.shape[0]), seen.column_frames
    if rows == 1:
        padded = np.pad(power, [(0, 0), (0, -held % columns)])
        largest = padded.reshape(bins, -1, columns).max(axis=2)
        np.testing.assert_allclose(shown, largest, rtol=1e-4, atol=1e-5 * power.max())
    assert shown.max() == pytest.approx(power.max(), rel=1e-5)
    assert seen.start == pytest.approx(-hop / 2 / 8_000)
    assert seen.column_seconds == pytest.approx(columns * hop / 8_000)


@pytest.mark.parametrize("kind", ["hann", "hamming", "blackman", "kaiser", "gaussian"])
def test_two_frames_to_a_period_of_the_main_lobe_settle_the_power_between_them(kind: Kind) -> None:
    """The sampling theorem, for |X|² over time: half as many frames would leave out a hundred times as much."""
    length, bin_number = 64, 700
    least = next(hops for hops in range(1, 33) if Params(window=kind, hops=hops).settled)
    assert least == {"hann": 8, "hamming": 8, "blackman": 12, "kaiser": 12, "gaussian": 23}[kind]
    signal = np.random.default_rng(0).standard_normal(length * 64)
    shifted = signal * np.exp(-2j * np.pi * bin_number * np.arange(len(signal)) / len(signal))
    window = np.pad(sample(Window(kind), length), (0, len(signal) - length))
    power = np.abs(np.fft.ifft(np.fft.fft(shifted) * np.fft.fft(window).conj())) ** 2
    spectrum = np.abs(np.fft.fft(power)[1:]) ** 2
    bins = np.abs(np.fft.fftfreq(len(signal)))[1:] * length

    def lost(hops: int) -> float:
        return float(spectrum[bins > hops / 2].sum() / spectrum.sum())

    assert lost(least) < 1e-3
    assert lost(least // 2) > 5 * lost(least)


def test_the_line_of_a_rising_tone_has_no_steps_under_a_long_window() -> None:
    """From 50 to 3,600 Hz in 0.6 s: held for a hop of 206 samples each, frames would stand 152 Hz above one another."""
    params = Params(source="linear-chirp", length=206.0)
    result = compute(params)
    step = result.index_of(params.length)
    assert result.trade.hops[step] == 206
    seen, coarse = result.fine[step], result.pictures[step]
    assert coarse.column_seconds == 206 / 8_000
    middles = (seen.edges[:-1] + seen.edges[1:]) / 2
    time = seen.start + seen.column_seconds * (0.5 + np.arange(seen.codes.shape[1]))
    inner = (time > 0.15) & (time < 0.45)
    loudest = middles[seen.codes.argmax(axis=0)][inner]
    assert np.diff(loudest).max() < 30
    np.testing.assert_allclose(loudest, 50 + 3_550 * time[inner] / 0.6, atol=40)


def test_too_few_frames_to_settle_what_lies_between_them_are_drawn_as_wide_as_their_hop() -> None:
    params = Params(source="linear-chirp", length=206.0, hops=7)
    result = compute(params)
    step = result.index_of(params.length)
    assert result.fine[step].column_seconds == result.trade.hops[step] / 8_000


def test_two_tones_stand_where_they_sound_and_a_short_window_shows_one_that_beats() -> None:
    result = compute(Params(separation=30.0, seconds=1.0))
    short, long = result.pictures[8], result.pictures[27]
    profile = long.power.max(axis=1)
    middles = (long.edges[:-1] + long.edges[1:]) / 2
    peaks = np.flatnonzero((profile[1:-1] > profile[:-2]) & (profile[1:-1] > profile[2:]) & (profile[1:-1] > 0.05)) + 1
    np.testing.assert_allclose(middles[peaks], [440, 470], atol=2)
    loudness = short.power.max(axis=0)
    rises = np.flatnonzero((loudness[1:] > 0.25) & (loudness[:-1] <= 0.25))
    assert len(rises) in (29, 30, 31)  # beats of 30 Hz in a second


@pytest.mark.parametrize("step", [0, 8, 12])
def test_ten_clicks_a_second_are_ten_lines_under_a_short_window(step: int) -> None:
    result = compute(Params(source="clicks", seconds=1.0))
    loudness = result.pictures[step].power.max(axis=0)
    assert np.sum((loudness[1:] > 0) & (loudness[:-1] == 0)) in (9, 10)  # the first one stands at the very start


def test_the_sharpest_picture_of_a_chirp_is_at_neither_end() -> None:
    """Sharp: few cells hold most of the power. A chirp of c Hz/s is narrowest where Δf = c·Δt."""
    result = compute(Params(source="linear-chirp", seconds=1.0))
    areas = []
    for picture in result.pictures:
        power = np.sort(picture.power.ravel())[::-1].cumsum()
        share = np.searchsorted(power, 0.9 * power[-1]) / power.size
        areas.append(share)
    best = int(np.argmin(areas))
    assert 3 < best < len(areas) - 4
    slope = (0.45 * 8_000 - 50) / 1.0
    ratio = result.trade.fact("frequency_width") / result.trade.fact("time_width")
    assert 0.2 < ratio[best] / slope < 5


@pytest.mark.parametrize("kind", KINDS)
def test_no_window_goes_below_the_limit_of_gabor_and_the_gaussian_reaches_it(kind: str) -> None:
    measured = trade(Window(kind, sigma=0.2), 8_000.0, 8_000, 8, 26.16)
    assert (measured.fact("product") >= measured.fact("product_bound") * (1 - 1e-9)).all()
    from_limit = measured.fact("product")[5:] / GABOR_LIMIT
    assert (from_limit.max() < 1.002) == (kind == "gaussian")


@pytest.mark.parametrize("kind", ["rectangular", "hann", "hamming", "blackman", "kaiser"])
def test_the_main_lobe_is_as_wide_as_theory_says(kind: str) -> None:
    measured = trade(Window(kind), 8_000.0, 8_000, 8, 26.16)
    np.testing.assert_allclose(measured.fact("main_lobe")[4:], measured.lobe_theory, rtol=0.02)


@pytest.mark.parametrize("kind", ["hann", "blackman"])
def test_a_symmetric_window_that_ends_at_zero_has_the_main_lobe_of_a_period_a_sample_shorter(kind: str) -> None:
    """Its last sample is 0: without it, it is the periodic window of N − 1 samples."""
    measured = trade(Window(kind, symmetric=True), 8_000.0, 8_000, 8, None)
    width = measured.fact("main_lobe") * 8_000 / measured.lengths
    np.testing.assert_allclose(width[:12], measured.lobe_hz[:12], rtol=1e-4)
    assert measured.lobe_hz[0] == pytest.approx(measured.lobe_theory * 8_000 / 31)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("separation", [15.0, 26.16, 200.0])
def test_two_tones_part_at_the_length_that_theory_says(kind: str, separation: float) -> None:
    measured = trade(Window(kind), 8_000.0, 8_000, 4, separation)
    first = int(np.argmax(measured.separated))
    assert measured.separated[first:].all()
    assert measured.lengths[first - 1] * 0.97 < measured.resolved <= measured.lengths[first] * 1.03


def test_lengths_stand_in_equal_ratios_from_four_milliseconds_to_half_a_second() -> None:
    found = lengths(48_000.0, 10**6, 8)
    assert len(found) == window_lengths.STEPS
    assert (found[0], found[-1]) == (192, 24_576)
    assert np.diff(np.log(found)) == pytest.approx(np.log(128) / 32, abs=0.04)


@given(st.floats(1_000, 384_000), st.integers(1, 10**7), st.integers(1, 32))
def test_any_sound_has_a_length_and_none_is_longer_than_it_unless_it_is_the_shortest(rate, samples, hops) -> None:
    found = lengths(rate, samples, hops)
    assert 1 <= len(found) <= window_lengths.STEPS
    assert (np.diff(found) > 0).all()
    assert (found[1:] <= samples).all()
    assert (found % hops == 0).all()


@settings(max_examples=25)
@given(choices)
def test_pictures_fit_the_screen_and_sound_comes_back_where_nola_holds(values: dict) -> None:
    result = compute(Params(**values))
    for picture in result.pictures:
        rows, columns = picture.power.shape
        assert 1 <= rows <= excerpt_rasters.SCRUBBED_ROWS
        assert 1 <= columns <= excerpt_rasters.SCRUBBED_COLUMNS
        assert np.isfinite(picture.power).all()
        assert len(picture.edges) == rows + 1
        assert picture.edges[[0, -1]] == pytest.approx([result.low, result.high])
    step = result.index_of(values["length"])
    assert (result.rebuilt is not None) == result.trade.nonzero[step]
    ripple = result.trade.ripple[step]
    if result.rebuilt is not None and ripple < 0.9:
        assert result.error < 1e-6 / (1 - ripple)  # single precision, divided by the least that windows add up to


def test_all_lengths_together_stay_below_a_megabyte_and_a_half_of_pixels() -> None:
    for scale in ("linear", "logarithmic", "mel"):
        result = compute(Params(source="noise", seconds=30.0, rate=16_000, end=30.0, hops=2, padding=1, scale=scale))
        assert sum(picture.power.size for picture in result.pictures) <= 1_060_000
        assert max(one.codes.size for one in result.fine) <= 390_000


@pytest.mark.parametrize("scale", ["linear", "logarithmic", "mel"])
def test_the_picture_at_rest_is_the_same_in_finer_cells(scale: str) -> None:
    result = compute(Params(source="vowel", seconds=2.0, scale=scale))
    finer = 0
    for fine, coarse in zip(result.fine, result.pictures, strict=True):
        decibels = 10 * np.log10(np.maximum(coarse.power, 1e-18))
        rows, columns = coarse.power.shape
        down, across = -(-fine.codes.shape[0] // rows), -(-fine.codes.shape[1] // columns)
        held = np.maximum.reduceat(fine.codes, np.arange(0, fine.codes.shape[0], down), axis=0)
        held = np.maximum.reduceat(held, np.arange(0, fine.codes.shape[1], across), axis=1)
        np.testing.assert_allclose(held * 0.005 - 210.0, decibels, atol=0.003)
        assert fine.start == coarse.start
        assert fine.column_seconds * across == pytest.approx(coarse.column_seconds)
        assert set(coarse.edges) <= set(fine.edges)
        finer += fine.codes.size > coarse.power.size
    assert finer > 15


@given(st.floats(-120, -20), st.floats(10, 60), st.sampled_from(["decibels", "magnitude", "power"]))
def test_levels_that_are_looked_up_are_those_computed(floor: float, span: float, measure: str) -> None:
    power = 10 ** np.linspace(-12, 1, 300, dtype=np.float32)[None]
    seen = excerpt_rasters.fine(Grid(power, np.array([0.0, 1.0]), 0.0, 1.0, 1))
    off = seen.levels(floor, floor + span, measure).astype(int) - quantise(power, floor, floor + span, measure)
    assert np.abs(off).max() <= 1


@given(st.integers(1, 1 << 20))
def test_a_transform_is_as_long_as_asked_or_less_than_half_as_long_again(least: int) -> None:
    found = excerpt_rasters.transform_length(least)
    assert least <= found <= max(1.5 * least, 2)
    while found % 2 == 0:
        found //= 2
    assert found in (1, 3)


def test_hann_windows_end_to_end_cannot_be_undone_and_a_quarter_apart_add_up() -> None:
    gaps, quarter = compute(PRESET["gaps"]), compute(Params(hops=4))
    assert not gaps.trade.nonzero.any()
    assert gaps.rebuilt is None
    assert np.isnan(gaps.error)
    assert quarter.trade.constant.all()
    assert quarter.error < 1e-6


@pytest.mark.parametrize(("start", "end"), [(0.25, 0.5), (0.0, 0.1), (0.9, 1.0)])
def test_a_part_is_seen_in_its_surroundings(start: float, end: float) -> None:
    """Frames at the ends of a part see the sound beyond them, as in the picture of the whole."""
    whole = compute(Params(source="file", end=1.0, hops=4, padding=1), wav())
    part = compute(Params(source="file", start=start, end=end, hops=4, padding=1), wav())
    step, length, hop = 12, 196, 49
    assert (part.trade.lengths[step], part.trade.hops[step]) == (whole.trade.lengths[step], hop) == (length, hop)
    assert (part.start, part.end) == (start, end)
    assert part.pictures[step].start == pytest.approx(start - hop / 2 / 8_000)
    sound = np.pad(make("vowel", 1.0, 0, 26.0).samples, length)
    window = sample(Window(), length)
    frame = sound[length + round(start * 8_000) - length // 2 :][:length] * window * 2 / window.sum()
    expected = np.abs(np.fft.rfft(frame, excerpt_rasters.transform_length(length))) ** 2
    seen = part.pictures[step].power[:, 0]
    np.testing.assert_allclose(seen, expected, rtol=1e-3, atol=1e-6)  # WAV has 16 bits
    assert whole.whole == part.whole == 1.0


def test_the_wave_holds_the_lowest_and_the_highest_sample_of_every_part() -> None:
    result = compute(Params(source="clicks", seconds=1.0))
    assert result.wave.shape == (2, excerpt_rasters.WAVE_POINTS)
    assert (result.wave[0] <= result.wave[1]).all()
    assert (result.wave[1] == 1).sum() == 10


def test_a_sound_can_be_resampled_first() -> None:
    result = compute(Params(source="file", rate=4_000, padding=8), wav("burst", 1.0, 16_000))
    assert result.sample_rate == 4_000
    assert result.high == 2_000
    long = result.pictures[20]
    row = int(long.power.max(axis=1).argmax())
    assert long.edges[row] - 8 < 1_000 < long.edges[row + 1] + 8
    assert long.power.max() == pytest.approx(1.0, rel=0.01)


def test_a_long_file_opens_on_its_first_ten_seconds() -> None:
    result = compute(Params(source="file", hops=2), wav("noise", 14.0))
    assert (result.start, result.end, result.whole) == (0.0, 10.0, 14.0)
    assert len(result.audio) == 5 * 8_000


def test_a_single_sample_is_shown_as_what_it_is() -> None:
    result = compute(Params(source="file"), to_wav(np.ones(1, np.float32), 8_000))
    assert len(result.pictures) == 1
    assert any("single sample" in remark for remark in result.remarks)


def test_beside_two_tones_a_single_limit_is_enough() -> None:
    """Up to 100 Hz, the picture was refused by a lowest of 283 Hz, which nobody had set."""
    assert Params().band(8_000) == pytest.approx((440 - 6 * 26.16, 440 + 7 * 26.16))
    assert Params(high_hz=100.0).band(8_000) == (0, 100)
    assert Params(low_hz=1_000.0).band(8_000) == (1_000, 4_000)
    assert Params(high_hz=500.0).band(8_000) == pytest.approx((440 - 6 * 26.16, 500))


def test_the_picture_has_a_band_for_every_row_of_mel() -> None:
    result = compute(Params(source="noise", scale="mel"))
    for picture in result.pictures:
        assert (picture.power.max(axis=1) > 0).all()


@pytest.mark.parametrize("scale", ["linear", "logarithmic"])
def test_a_tone_between_two_bins_reads_its_strength_at_every_length(scale: str) -> None:
    time = np.arange(4 * 8_000) / 8_000
    tone = to_wav(np.sin(2 * np.pi * 1_003.7 * time).astype(np.float32), 8_000)
    result = compute(Params(source="file", scale=scale, padding=4), tone)
    strongest = np.array([10 * np.log10(picture.power.max()) for picture in result.pictures])
    assert (np.abs(strongest[4:]) < 0.4).all()  # shorter windows see the tone at −1 kHz too


def test_a_band_of_mel_reads_alike_however_long_the_transform() -> None:
    whole, padded = (compute(Params(source="vowel", scale="mel", padding=padding)) for padding in (1, 4))
    for one, other in zip(whole.pictures[16:], padded.pictures[16:], strict=True):
        if one.power.shape == other.power.shape:
            energy = [picture.power[:, picture.power.shape[1] // 2].sum() for picture in (one, other)]
            assert energy[0] == pytest.approx(energy[1], rel=0.02)


def test_a_preview_is_the_picture_at_the_present_length_and_says_what_is_missing() -> None:
    params = Params(source="vowel", length=45.0)
    early, whole = spectrogram.preview(params), compute(params)
    step = whole.index_of(45.0)
    np.testing.assert_allclose(early.pictures[step].power, whole.pictures[step].power, rtol=1e-5)
    np.testing.assert_array_equal(early.milliseconds, whole.milliseconds)
    assert len(early.pictures) == len(early.fine) == len(whole.pictures)
    assert early.remarks == (f"Drawn so far: {whole.milliseconds[step]:.3g} ms. The other lengths are being computed.",)
    assert early.error == whole.error


def test_looking_elsewhere_computes_nothing() -> None:
    params = Params()
    views = {"length": 30.0, "floor": -50.0, "ceiling": 10.0, "measure": "power", "colours": "grey"}
    other = dataclasses.replace(params, **views)
    assert explorer.computation_key(params) == explorer.computation_key(other)
    assert explorer.find("spectrogram") is spectrogram
    result = compute(params)
    np.testing.assert_array_equal(focus(result, other).rebuilt, compute(other).rebuilt)


def test_a_typed_length_stands_on_the_axis_to_the_sample_and_goes_when_one_looks_elsewhere() -> None:
    even = compute(Params(source="vowel", length=64.0))
    typed = dataclasses.replace(Params(source="vowel"), length=37.25)
    found = focus(even, typed)
    step = found.index_of(37.25)
    assert found.trade.lengths[step] == 298  # at 8000 Hz
    assert found.trade.hops[step] == 37
    assert found.trade.facts[step].length == 298
    assert np.all(np.diff(found.trade.lengths) > 0)
    whole = compute(typed)
    np.testing.assert_array_equal(found.pictures[step].power, whole.pictures[step].power)
    np.testing.assert_array_equal(found.fine[step].codes, whole.fine[step].codes)
    assert found.error == whole.error < 1e-6
    back = focus(found, Params(source="vowel", length=64.0))
    np.testing.assert_array_equal(back.trade.lengths, even.trade.lengths)
    assert focus(even, dataclasses.replace(typed, length=1_000.0)).milliseconds[-1] == 512.0


def test_every_built_in_signal_can_be_chosen() -> None:
    assert {*options(Params, "source")} == {*built_in_sounds.BUILT_IN, "file", "microphone"}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_preset_survives_its_link_and_its_step_exists(preset: explorer.Preset) -> None:
    params = PRESET[preset.name]
    assert preset.why.endswith(".")
    assert link.decode(Params, link.encode(params), PRESETS) == link.Decoded(params, ())
    result = compute(params)
    assert result.milliseconds[result.index_of(params.length)] == pytest.approx(params.length, rel=0.13)


def test_the_table_is_the_sweep_with_units_and_the_snippet_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    params = Params(window="blackman")
    table = compute(params).table()
    assert len(table) == len(compute(params).pictures)
    np.testing.assert_allclose(table["main_lobe_theory_hz"], 6 / table["window_s"])
    exec(compile(spectrogram.snippet(params), "snippet", "exec"), {})
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(table)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"window": "kaiser", "beta": -1.0}, "beta"),
        ({"window": "gaussian", "sigma": 0.0}, "sigma"),
        ({"separation": 0.0}, "separation"),
        ({"seconds": 0.0}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"rate": 7}, "rate"),
        ({"start": -1.0}, "start"),
        ({"start": 2.0, "end": 1.0}, "end"),
        ({"end": 601.0}, "end"),
        ({"hops": 0}, "hops"),
        ({"hops": True}, "hops"),
        ({"padding": 0}, "padding"),
        ({"low_hz": 500.0, "high_hz": 400.0}, "high_hz"),
        ({"floor": 0.0, "ceiling": -10.0}, "floor"),
        ({"length": 0.0}, "length"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(values: dict, field: str) -> None:
    with pytest.raises(InputError) as caught:
        Params(**values)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("values", "data", "field"),
    [
        ({"start": 0.6}, None, "start"),
        ({"source": "noise", "high_hz": 5_000.0}, None, "high_hz"),
        ({"source": "noise", "low_hz": 4_500.0}, None, "low_hz"),
        ({"separation": 2_000.0, "rate": 4_000}, None, "separation"),
        ({"source": "file", "start": 0.5}, wav("noise", 0.2), "start"),
        ({"source": "file", "start": 0.1, "end": 0.100001}, wav("noise", 0.2), "end"),
        ({"source": "file"}, b"", "file"),
        ({"source": "file"}, b"words, not waves", "file"),
        ({"source": "file"}, wav()[:30], "file"),
    ],
)
def test_a_setting_that_does_not_fit_the_sound_is_named(values: dict, data: bytes | None, field: str) -> None:
    with pytest.raises(InputError) as caught:
        compute(Params(**values), data)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("source", "sentence"), [("file", "No sound is chosen"), ("microphone", "Nothing is recorded")]
)
def test_sound_that_is_not_there_yet_is_asked_for(source: str, sentence: str) -> None:
    with pytest.raises(MissingInput, match=sentence) as caught:
        compute(Params(source=source))
    assert caught.value.field == "file"


def test_a_stretch_stands_where_it_was_cut() -> None:
    sound = make("noise", 2.0, 0, 26.0)
    part = cut(sound, 0.5, 1.25)
    np.testing.assert_array_equal(part.samples_in_view, sound.samples[4_000:10_000])
    assert (part.start, part.end) == (0.5, 1.25)
    slower = cut(sound, 0.5, 1.25, 4_000)
    assert len(slower.samples_in_view) == 3_000


def test_within_half_a_sample_of_its_end_a_sound_still_has_its_last_sample() -> None:
    sound = make("noise", 2.0, 0, 26.0)
    assert cut(sound, 1.99998, 0).samples_in_view.tolist() == [sound.samples[-1]]
    assert trim(sound, 1.99998).samples.tolist() == [sound.samples[-1]]


def test_progress_rises_to_the_end_and_can_stop_the_work() -> None:
    told: list[float] = []
    compute(Params(source="file"), wav(), progress=told.append)
    assert told == sorted(told)
    assert 0.9 < told[-1] <= 1.0

    def stop(fraction: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        compute(Params(), progress=stop)


@pytest.mark.parametrize("source", ["vowel", "file"])
def test_a_sound_that_is_not_of_two_tones_is_held_against_no_distance_between_tones(source: str) -> None:
    params = Params(source=source, separation=2_000.0, rate=1_000)
    assert compute(params, wav("noise", 0.2, 1_000) if source == "file" else None).trade.separated.sum() == 0
    assert "separation" not in link.encode(explorer.as_used(params))


@pytest.mark.parametrize(
    "values",
    [
        {"rate": 384_000, "seconds": 0.2, "padding": 8, "scale": "mel"},
        {"rate": 384_000, "seconds": 0.2, "padding": 8},
        {"source": "noise", "rate": 48_000, "seconds": 4.0, "scale": "mel", "padding": 1},
    ],
)
def test_the_estimate_follows_the_points_that_are_transformed(values: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long transforms of a narrow band cost as many points as ``pictures`` asks for, at every length."""
    asked: list[int] = []

    def counting(samples, rate, parts, *rest):
        asked.extend(len(part.window) for part in parts)
        raise Cancelled

    monkeypatch.setattr(excerpt_rasters, "grids", counting)
    params = Params(**values)
    with pytest.raises(Cancelled):
        compute(params)
    counted = list(asked)
    hop_and_points = excerpt_rasters.hop_and_points
    asked.clear()
    monkeypatch.setattr(spectrogram, "hop_and_points", lambda *each: _remember(asked, hop_and_points(*each)))
    spectrogram.work(params, None)
    assert asked[: len(counted)] == counted


def _remember(asked: list[int], found: tuple[int, int]) -> tuple[int, int]:
    asked.append(found[1])
    return found


def test_a_mel_bank_over_long_transforms_is_estimated_dearer_than_a_second_for_a_fifth_of_a_second_of_sound() -> None:
    """Measured on one core: 2.3 s, where 1.0 s was estimated."""
    long = Params(rate=384_000, seconds=0.2, padding=8, scale="mel")
    assert estimate_seconds(spectrogram, long, None) > 2


@pytest.mark.parametrize(
    "params",
    [
        Params(),
        Params(seconds=0.05, rate=4_000, scale="logarithmic", hops=1, separation=200.0),
        Params(source="vowel", seconds=0.05, rate=1_000, hops=32),
    ],
)
def test_a_result_counts_the_arrays_that_it_holds(params: Params) -> None:
    result = compute(params)
    held = sum(each.power.nbytes + each.edges.nbytes for each in result.pictures)
    held += sum(each.codes.nbytes + each.edges.nbytes for each in result.fine)
    held += result.audio.nbytes + (0 if result.rebuilt is None else result.rebuilt.nbytes) + result.wave.nbytes
    held += sum(each.nbytes for each in vars(result.trade).values() if isinstance(each, np.ndarray))
    assert result.nbytes == pytest.approx(held, rel=0.2)
