"""What the presets of /sampling and /spectrogram say in their sentences, held against what they compute."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.explorer import Preset
from core.signals import sampling, spectrogram
from core.signals.sampling.bits_sweep import RATE, TONE
from core.signals.sampling.pcm_quantiser import quantise

ALIASES = [preset for preset in sampling.PRESETS if re.search(r"becomes|stays", preset.title)]
THEORY = Path(__file__).parents[3] / "assets" / "theory" / "sampling.md"


def preset(explorer: Any, name: str) -> tuple[Preset, Any]:
    found = next(each for each in explorer.PRESETS if each.name == name)
    return found, explorer.Params(**found.values)


def numbers(sentence: str) -> list[float]:
    return [float(each.replace(",", "").replace("−", "-")) for each in re.findall(r"−?\d[\d,]*(?:\.\d+)?", sentence)]


@pytest.mark.parametrize("told", ALIASES, ids=[each.name for each in ALIASES])
def test_a_tone_becomes_the_one_that_the_preset_names(told: Preset) -> None:
    params = sampling.Params(**told.values)
    sweep = sampling.compute(params)
    frequency, becomes = numbers(told.title)
    assert params.frequency == frequency
    assert sweep.measured[sampling.step_of(sweep, params)] == pytest.approx(becomes, abs=0.01)


def test_a_tone_below_a_step_comes_back_as_a_square_wave_and_with_dither_free_of_harmonics() -> None:
    told, params = preset(sampling, "dither")
    assert numbers(told.why) == [params.level, params.bits]
    tone = 10 ** (params.level / 20) * np.sin(2 * np.pi * TONE * np.arange(round(RATE)) / RATE)
    assert tone.max() < 2 / 2**params.bits

    def third_harmonic(samples: np.ndarray) -> float:
        spectrum = np.abs(np.fft.rfft(samples))
        return float(spectrum[3 * round(TONE)] / spectrum[round(TONE)])

    square = quantise(tone, params.bits).samples
    assert len(np.unique(square)) == 2
    assert third_harmonic(square) == pytest.approx(1 / 3, abs=0.01)  # the Fourier series of a square wave
    assert third_harmonic(quantise(tone, params.bits, params.dither).samples) < 0.03


def test_under_a_long_window_clicks_are_lines_as_far_apart_as_they_are_many_a_second() -> None:
    told, params = preset(spectrogram, "clicks")
    _, _, apart = numbers(told.why.replace("Ten", "10"))[-3:]
    result = spectrogram.compute(params)
    seen = result.fine[result.index_of(500.0)]
    middle = seen.codes[:, seen.codes.shape[1] // 2].astype(float)
    lines = np.flatnonzero((middle[1:-1] >= middle[:-2]) & (middle[1:-1] > middle[2:])) + 1
    places = (seen.edges[lines] + seen.edges[lines + 1]) / 2
    assert np.diff(places).mean() == pytest.approx(apart, rel=0.01)
    assert np.diff(places) == pytest.approx(apart, abs=np.diff(seen.edges).max())


def test_near_half_the_rate_a_thousand_samples_are_as_few_as_the_theory_says() -> None:
    sentence = next(line for line in THEORY.read_text(encoding="utf-8").splitlines() if "a thousand samples" in line)
    rate, frequency, off = numbers(sentence)
    params = sampling.Params(sample_rate=rate, frequency=frequency)
    sweep = sampling.compute(params)
    step = sampling.step_of(sweep, params)
    away = np.abs(sweep.reconstruction[step] - sweep.alias_curve[step])
    assert np.nanmax(away) == pytest.approx(off, abs=0.005)
