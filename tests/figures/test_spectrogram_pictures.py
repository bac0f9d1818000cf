"""The pictures of /spectrogram hold the sweep that was computed, in pixels that a screen can show."""

import dataclasses
import io

import numpy as np
import pytest
import soundfile
from plotly_check import validate
from test_opened import shown

from core.fields import options
from core.signals import spectrogram
from core.signals.spectrogram import PRESETS, Params, compute
from core.sound.built_in_sounds import built_in
from core.sound.files import to_wav
from core.sound.spectrogram_raster import quantise
from core.sound.windows import sample
from figures.signals import spectrogram as figures
from figures.signals.spectrogram import window_plots as plots
from ui.figure import payload_of
from ui.state import State

PARAMS = Params()
RESULT = compute(PARAMS)


@pytest.mark.parametrize("window", ["rectangular", "hann", "kaiser", "gaussian"])
@pytest.mark.parametrize("draw", [plots.trade, plots.window, plots.transform, plots.product])
def test_each_plot_is_a_valid_plotly_figure(draw, window: str) -> None:
    validate(draw(compute(Params(window=window))))


@pytest.mark.parametrize(("window", "period", "told"), [
    ("hann", "periodic", ["4 × 8,000 / 32", "1,000 Hz"]), ("hann", "symmetric", ["4 × 8,000 / (32 − 1)", "1,032 Hz"]),
    ("rectangular", "symmetric", ["2 × 8,000 / 32", "500 Hz"])])  # fmt: skip
def test_the_main_lobe_by_theory_is_the_measured_one_for_a_symmetric_window_too(window, period, told) -> None:
    result = compute(Params(window=window, period=period, source="noise"))
    lines = shown({"one": figures.opened(result)}, 2)["one"][0]
    assert all(each in "".join(lines[1]) for each in told)
    assert f"measured {told[1]}" in "".join(lines[1])


@pytest.mark.parametrize("window", ["rectangular", "hann", "blackman"])
def test_the_second_tone_stands_within_the_transform_s_axis_at_every_length(window: str) -> None:
    plot = plots.transform(compute(Params(window=window)))
    assert plot.sweep is not None
    assert plot.sweep.cursor is not None
    low, high = plot.layout["yaxis"]["range"]
    levels = np.asarray(plot.sweep.cursor.y["y"])
    assert levels.min() >= low
    assert levels.max() <= high


@pytest.mark.parametrize("source", sorted({*options(Params, "source")} - {"two-tones", "microphone"}))
def test_two_tones_are_spoken_of_only_where_there_are_two(source: str) -> None:
    data = to_wav(built_in("vowel", 0.6, 8_000), 8_000) if source == "file" else None
    params = Params(source=source)
    result = compute(params, data)
    shown = figures.views(result, params)
    assert all("tone" not in str(trace.get("name")) for trace in plots.trade(result).data)
    assert "two" not in str(plots.trade(result).layout) + shown.axis.summary
    assert "Tones" not in str([view.header["lines"] for view in shown.opened])
    assert not [column for column in result.table() if "tone" in column]
    assert "two tones: two" in [trace.get("name") for trace in plots.trade(RESULT).data]


def test_one_tone_and_two_are_drawn_with_the_signs_by_which_the_picture_names_them() -> None:
    drawn = plots.trade(RESULT)
    signs = {trace["name"]: trace["marker"].get("symbol") for trace in drawn.data if "two tones" in trace["name"]}
    assert "□ one, ■ two" in str(drawn.layout)
    assert signs == {"two tones: one": "square-open", "two tones: two": "square"}


def test_a_length_that_the_sweep_does_not_have_is_named_beside_the_one_drawn() -> None:
    params = Params(length=40.0)
    assert "(39 ms, of the lengths on the axis the nearest to 40 ms)" in figures.way_back(RESULT, params)
    assert "(39 ms)" in figures.way_back(RESULT, Params(length=39.0))


def test_an_mp3_named_wav_is_said_to_be_one() -> None:
    with io.BytesIO() as file:
        soundfile.write(file, np.zeros(8_000), 8_000, format="MP3")
        data = file.getvalue()
    said = "The name ends in .wav, but the file is an MP3 sound and was read as one."
    assert said in figures.reading(RESULT, "song.WAV", data)
    assert said not in figures.reading(RESULT, "song.mp3", data)


def test_the_panel_holds_every_picture_in_turn() -> None:
    panel = figures.picture(RESULT, PARAMS)
    pixel = edge = 0
    for i, picture in enumerate(RESULT.pictures):
        rows, columns = int(panel.arrays["rows"][i]), int(panel.arrays["columns"][i])
        levels = panel.arrays["pixels"][pixel : pixel + rows * columns].reshape(rows, columns)
        np.testing.assert_array_equal(levels, quantise(picture.power, -50.0, 0.0))
        np.testing.assert_allclose(panel.arrays["edges"][edge : edge + rows + 1], picture.edges, rtol=1e-6)
        pixel, edge = pixel + rows * columns, edge + rows + 1
    assert (pixel, edge) == (len(panel.arrays["pixels"]), len(panel.arrays["edges"]))
    assert panel.length == len(RESULT.pictures)


@pytest.mark.parametrize("scale", ["linear", "logarithmic", "mel", "htk"])
def test_the_page_sends_less_than_a_megabyte_and_a_half_even_of_noise(scale: str) -> None:
    params = Params(source="file", scale=scale, hops=4, padding=2, floor=-60.0, ceiling=-20.0)
    result = compute(params, to_wav(built_in("noise", 10.0, 16_000), 16_000))
    state = State("spectrogram", spectrogram)
    assert sum(len(payload_of(view, state, {})) for view in figures.views(result, params).all()) < 1_500_000


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_sweep_stands_at_the_length_of_the_preset(preset) -> None:
    params = Params(**preset.values)
    result = compute(params)
    sweep = plots.trade(result).sweep
    assert sweep is not None
    assert sweep.field == "length"
    assert sweep.index_of(params.length) == result.index_of(params.length)


def test_the_place_that_is_read_first_lies_on_a_tone() -> None:
    time, hz = figures.picture(RESULT, PARAMS).header["pointer"]
    assert RESULT.start < time < RESULT.end
    assert min(abs(hz - 440), abs(hz - 466.16)) < 3


@pytest.mark.parametrize("name", options(Params, "colours"))
def test_a_colour_map_grows_lighter_all_along(name: str) -> None:
    colours = figures.colour_map(name).reshape(256, 3) / 255
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)  # sRGB, IEC 61966-2-1
    luminance = linear @ [0.2126, 0.7152, 0.0722]
    assert (np.diff(luminance) > -1e-3).all()
    assert luminance[-1] - luminance[0] > 0.5


def test_the_way_back_is_told_as_it_is() -> None:
    assert "COLA holds" in figures.way_back(RESULT, PARAMS)
    gaps = Params(hops=1)
    assert "NOLA does not hold" in figures.way_back(compute(gaps), gaps)
    assert len(figures.sounds(compute(gaps))) == 1
    gaussian = Params(window="gaussian", sigma=0.2, hops=1)  # which is nowhere 0
    assert sample(gaussian.shape, 80).min() > 0
    assert "are zero, or nearly, at some samples (NOLA" in figures.way_back(compute(gaussian), gaussian)
    kaiser = Params(window="kaiser")
    assert "COLA does not hold" in figures.way_back(compute(kaiser), kaiser)


def opened_lines(params: Params) -> list[list[str]]:
    """The cell's area and the main lobe, as the browser writes them at each length."""
    panel = figures.opened(compute(params))
    return [["".join(line) for line in lines] for lines in shown({"line": panel}, panel.length)["line"]]


@pytest.mark.parametrize(("sigma", "below"), [(0.02, True), (0.2, False)])
def test_a_window_below_the_limit_of_continuous_time_is_not_said_to_be_above_it(sigma: float, below: bool) -> None:
    """exp(−u²/(2·0.02²)) over 32 samples is hardly more than one of them: Δt is nearly 0, Δf at most f_s/√12."""
    params = Params(source="noise", window="gaussian", sigma=sigma, length=4.0)
    area, limit = float(compute(params).trade.fact("product")[0]), 1 / (4 * np.pi)
    assert (area < 0.9 * limit) == below
    first, last = (lines[0] for lines in (opened_lines(params)[0], opened_lines(params)[-1]))
    assert ("That is less than 1/(4π)" in first) == below == ("No window has less" not in first)
    assert "No window has less" in last


def test_a_hop_of_one_sample_is_counted_in_the_singular() -> None:
    lobe = opened_lines(Params(hops=32, length=4.0))
    assert "Windows at every sample add up to a constant." in lobe[0][1]
    assert "Windows every 2 samples" in lobe[1][1]


def test_a_close_look_is_named_by_the_digits_that_tell_its_ends_apart() -> None:
    result = compute(Params(source="noise", seconds=30.0, start=12.3456, end=12.3478, low_hz=3000.0, high_hz=3000.02))
    assert "Shown: 12.346 to 12.348 s of 30 s" in figures.reading(result)
    assert "12.346 to 12.348 s, 3,000 to 3,000.02 Hz" in figures.views(result, Params()).main.header["summary"]


def test_a_sound_with_the_name_of_another_kind_is_told() -> None:
    flac = b"fLaC" + bytes(40)
    assert "ends in .wav, but the file is a FLAC sound" in figures.reading(RESULT, "voice.wav", flac)
    assert "ends in" not in figures.reading(RESULT, "voice.flac", flac)
    part = dataclasses.replace(RESULT, whole=9.0, remarks=("It was cut.",))
    assert figures.reading(part).startswith("It was cut. Shown: 0 to 0.6 s of 9 s, at 8,000 Hz.")
    assert figures.reading(part).endswith("a double click goes back.")


@pytest.mark.parametrize(("peak", "measure", "told"), [
    (0.0, "decibels", "The sound is silent here: all its samples are 0. "
                      "The whole picture has the colour of the floor, −50 dB."),
    (1e-4, "decibels", "The whole picture has the colour of the floor, −50 dB. "
                       "The loudest level here is −80 dB. Lower the floor to see it."),
    (1e-2, "decibels", ""), (1e-4, "magnitude", "The loudest level here is −80 dB.")])  # fmt: skip
def test_a_picture_of_one_colour_is_told_to_lie_below_its_floor(peak: float, measure, told: str) -> None:
    """A sine has the level of its amplitude: 10⁻⁴ are −80 dB."""
    samples = peak * np.sin(2 * np.pi * 1000 * np.arange(8000) / 8000)
    file = io.BytesIO()
    soundfile.write(file, samples, 8000, format="WAV", subtype="FLOAT")
    params = Params(source="file", measure=measure)
    said = " ".join(figures.below_the_floor(compute(params, file.getvalue()), params))
    assert told in said
    assert bool(told) == bool(said)


@pytest.mark.parametrize(
    "settings", [{}, {"separation": 2.0}, {"separation": 2000.0}, {"window": "kaiser", "beta": 50.0}]
)
def test_what_the_dots_of_two_tones_mean_is_written_in_the_picture_and_off_the_main_lobe(settings) -> None:
    """Its letters take a ninth of the height and a quarter of the width."""
    result = compute(Params(**settings))
    plot = plots.trade(result)
    (low, high), (first, last) = plot.layout["yaxis"]["range"], plot.layout["xaxis"]["range"]
    (name,) = (note for note in plot.layout["annotations"] if "apart" in note["text"])
    bottom = name["y"] - (high - low) / 9 * (name["yanchor"] == "top")
    begin = name["x"] - (last - first) / 4 * (name["xanchor"] == "right")
    lobe, at = np.log10(plot.data[0]["y"]), np.log10(result.milliseconds)
    beside = lobe[(at >= begin) & (at <= begin + (last - first) / 4)]
    assert low <= bottom
    assert bottom + (high - low) / 9 <= high
    assert not ((beside > bottom) & (beside < bottom + (high - low) / 9)).any()
