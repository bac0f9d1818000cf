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
from core.signals.sampling.sampling_theory import alias
from core.sound.built_in_sounds import built_in

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
    assert sweep.measured[np.abs(sweep.values - params.frequency).argmin()] == pytest.approx(becomes, abs=0.01)


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
    step = np.abs(sweep.values - params.frequency).argmin()
    away = np.abs(sweep.reconstruction[step] - sweep.alias_curve[step])
    assert np.nanmax(away) == pytest.approx(off, abs=0.005)


def at_the_preset(name: str) -> tuple[Any, Any, int]:
    """The settings of a preset of /sampling, its sweep, and the step it looks at."""
    _, params = preset(sampling, name)
    found = sampling.compute(params)
    along = {"alias": "values", "band": "sample_rate", "bits": "bits", "wheel": "revolutions"}[params.part]
    return params, found, int(np.abs(getattr(found, along) - getattr(params, params.swept)).argmin())


def becomes(frequency: float, rate: float) -> float:
    return float(alias(np.array(frequency), np.array(rate)))


def signs_in_the_samples(one: float, other: float) -> bool:
    n = np.arange(50) / 1_000
    return np.allclose(np.sin(2 * np.pi * one * n), -np.sin(2 * np.pi * other * n), atol=1e-9)


def beats_a_second() -> float:
    return spectrogram.Params().separation


def wheel_turns(name: str) -> tuple[float, float]:
    """Turns a second that the film shows, by the rule and as measured."""
    _, found, step = at_the_preset(name)
    return float(found.predicted[step]), float(found.measured[step])


# Every phrase of a preset with a figure in it (a title of aliases is held above), and whether it is so.
STATED = {
    "folded": {"100 Hz above half the rate folds to 100 Hz below": lambda: becomes(500.0 + 100, 1_000.0) == 500 - 100},
    "mirror": {"a 100 Hz tone with the sign changed": lambda: signs_in_the_samples(900.0, 100.0),
               "compare 1,100 Hz": lambda: signs_in_the_samples(900.0, 1_100.0)},
    "at-the-limit": {"phase 90°": lambda: preset(sampling, "at-the-limit")[1].phase == 90},
    "vanished": {"A 500 Hz sine samples to zero": lambda: np.allclose(np.sin(np.pi * np.arange(99)), 0),
                 "every sample of this sine is 0": lambda: preset(sampling, "vanished")[1].frequency == 500},
    "three-tones": {"50 and 300 Hz": lambda: (becomes(50.0, 1_000.0), becomes(300.0, 1_000.0)) == (50, 300)},
    "rate": {"440 Hz": lambda: preset(sampling, "rate")[1].frequency == 440,
             "880 Hz": lambda: becomes(440.0, 880.1) == 440 and becomes(440.0, 879.9) < 440},
    "band": {"620 to 780 Hz at 580 Hz": lambda: bool((at := at_the_preset("band"))[1].clean[at[2]])
             and (at[0].low, at[0].high, at[0].band_rate) == (620, 780, 580)},
    "band-spoiled": {"at 700 Hz": lambda: not (at := at_the_preset("band-spoiled"))[1].clean[at[2]],
                     "700 Hz lies in the band": lambda: 620 < preset(sampling, "band-spoiled")[1].band_rate < 780},
    "bits": {"16 levels": lambda: 2 ** preset(sampling, "bits")[1].bits == 16,
             "6.02 · 4 + 1.76 = 25.84 dB": lambda: (at := at_the_preset("bits"))[1].rule_db[at[2]].max()
             == pytest.approx(25.84, abs=0.01),
             "half a dB below": lambda: np.abs((at := at_the_preset("bits"))[1].rule_db[at[2]]
                                               - at[1].measured_db[at[2]] - 0.5).min() < 0.25,
             "Down to 1 bit": lambda: at_the_preset("bits")[1].bits[0] == 1},
    "wheel": {"8 spokes, 24 frames a second": lambda: (preset(sampling, "wheel")[1].spokes,
                                                       preset(sampling, "wheel")[1].frame_rate) == (8, 24),
              "2.75 turns a second": lambda: wheel_turns("wheel") == pytest.approx((-0.25, -0.25), abs=1e-6)},
    "wheel-stands": {"3 turns a second": lambda: wheel_turns("wheel-stands") == pytest.approx((0, 0), abs=1e-6)},
    "decimated": {"from 50 to 7,200 Hz": lambda: 0.45 * sampling.compute(sampling.Params(part="sound")).sample_rate
                  == pytest.approx(7_200),
                  "folds at 2,000 Hz": lambda: sampling.compute(sampling.Params(part="sound")).sample_rate / 4 / 2
                  == 2_000},
    "weak-filter": {"order 8": lambda: preset(sampling, "weak-filter")[1].order == 8,
                    "Compare 128": lambda: sampling.Params().order == 128},
    "semitone": {"beats 26 times a second": lambda: round(beats_a_second()) == 26
                 and beats_a_second() == pytest.approx(440 * (2 ** (1 / 12) - 1), abs=0.01)},
    "clicks": {"a window of 4 ms each can be timed": lambda: spectrogram.compute(spectrogram.Params(source="clicks"))
               .milliseconds[0] == 4,
               "10 Hz apart": lambda: int((built_in("clicks", 1.0, 8_000) == 1).sum()) == 10},
    "leak": {"only 13 dB below its main lobe": lambda: np.median(
        spectrogram.compute(preset(spectrogram, "leak")[1]).trade.fact("side_lobe")) == pytest.approx(-13.3, abs=0.4)},
    "gabor": {"1/(4π)": lambda: spectrogram.compute(preset(spectrogram, "gabor")[1]).trade.fact("product")[-1]
              == pytest.approx(1 / (4 * np.pi), rel=2e-3)},
}  # fmt: skip
HELD_ABOVE = {"dither"}
ALL = {each.name: each for each in (*sampling.PRESETS, *spectrogram.PRESETS)}


@pytest.mark.parametrize("name", sorted(set(ALL) - HELD_ABOVE))
def test_every_figure_that_a_preset_states_is_so(name: str) -> None:
    told = ALL[name]
    said = told.why if told in ALIASES else f"{told.title}. {told.why}"
    for phrase, holds in STATED.get(name, {}).items():
        assert phrase in said
        assert holds(), phrase
        said = said.replace(phrase, "")
    assert not re.search(r"\d", said), said
