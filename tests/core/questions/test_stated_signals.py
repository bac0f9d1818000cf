"""Every number that the questions of /sampling and /spectrogram state, held against what the pages compute."""

import dataclasses
from functools import cache
from typing import Any

import numpy as np
import pytest
from stated import assert_asked

from core import questions
from core.signals import sampling, spectrogram
from core.signals.sampling.sampling_theory import alias
from core.sound.windows import GABOR_LIMIT

SAMPLING = {one.name: one for one in sampling.QUESTIONS}
SPECTROGRAM = {one.name: one for one in spectrogram.QUESTIONS}


def asked(page: Any, name: str, **changed: Any) -> Any:
    known = {one.name: one for one in page.QUESTIONS}
    return dataclasses.replace(questions.settings_of(known[name], page.Params), **changed)


@cache
def computed(page: Any, name: str, **changed: Any) -> Any:
    params = asked(page, name, **changed)
    return page.focus(page.compute(params, device="cpu"), params)


def test_a_tone_folds_at_half_the_rate_and_begins_again_at_the_whole() -> None:
    its = computed(sampling, "fold")
    assert computed(sampling, "fold", sweep="sample_rate").frequency.std() == 0  # the tone stays
    assert its.measured[its.frequency == 800] == pytest.approx(0, abs=1e-9)  # down to 0
    assert_asked(SAMPLING["fold"], {
        "from 0 to 1,600 Hz": lambda: its.frequency[0] == 0 and its.frequency[-1] >= 1_600,
        "sampled 800 times": lambda: its.sample_rate[0] == 800,
        "down to 0": lambda: alias(800.0, 800.0) == 0,
    })  # fmt: skip


def test_a_sine_at_half_the_rate_comes_back_as_high_as_its_samples() -> None:
    its, params = computed(sampling, "twice"), asked(sampling, "twice")
    here, in_step = its.frequency == 500, computed(sampling, "twice", phase=0.0)
    signs = np.sign(its.samples[here][0])
    assert np.ptp(np.abs(its.samples[here])) < 1e-6  # the same height above and below
    assert_asked(SAMPLING["twice"], {
        "sine of 500 Hz is 1 high": lambda: params.frequency == 500 and np.abs(its.curve[here]).max() > 0.99,
        "phase of 30°": lambda: params.phase == 30,
        "1,000 times a second": lambda: its.sample_rate[0] == 1_000,
        "above and below 0": lambda: (signs[1:] == -signs[:-1]).all(),
        "Set Phase to 0: all samples are 0": lambda: np.abs(in_step.samples[here]).max() < 1e-6,
    })  # fmt: skip


def test_a_wheel_stands_still_when_a_spoke_takes_the_place_of_the_next() -> None:
    its = computed(sampling, "wheel")
    below = np.abs(its.revolutions - 4.9).argmin()
    assert its.measured[below] < 0  # a little lower: backwards
    assert 25.0 / 25 == 1  # after 25 turns a second: a whole turn in a picture
    assert_asked(SAMPLING["wheel"], {
        "5 equal spokes": lambda: its.spokes == 5,
        "25 pictures a second": lambda: its.frame_rate == 25,
    })  # fmt: skip


def test_dither_costs_some_of_the_ratio_and_is_set_as_the_question_says() -> None:
    its, params = computed(sampling, "dither"), asked(sampling, "dither")
    without, with_it = its.measured_db[its.bits == 8][0]
    assert with_it < without
    assert_asked(SAMPLING["dither"], {
        "8 bits": lambda: params.bits == 8,
        "Peak to −40": lambda: computed(sampling, "dither", level=-40.0).level == -40,
    })  # fmt: skip


def test_a_band_comes_back_whole_below_500_samples_a_second() -> None:
    its = computed(sampling, "below-500")
    slow = its.sample_rate[its.clean & (its.sample_rate < 500)]
    assert_asked(SAMPLING["below-500"], {
        "from 620 to 780 Hz": lambda: (its.low, its.high) == (620, 780),
        "fewer than 500 times": lambda: len(slow) > 0 and not its.clean[its.sample_rate == 700].any(),
    })  # fmt: skip


def test_two_tones_part_under_a_window_of_two_of_their_periods() -> None:
    its = computed(spectrogram, "two-lines")
    rectangular = computed(spectrogram, "two-lines", window="rectangular")
    parted = its.milliseconds[its.trade.separated][0]
    assert rectangular.milliseconds[rectangular.trade.separated][0] < parted
    assert its.trade.resolved / its.sample_rate * 10 == pytest.approx(2, abs=0.01)  # two periods more
    assert 0.1 * 10 == 1  # in 100 ms, one period more
    assert_asked(SPECTROGRAM["two-lines"], {"10 Hz apart": lambda: its.trade.separation == 10})


def test_twice_the_window_makes_a_line_half_as_wide() -> None:
    its, blackman = computed(spectrogram, "width"), computed(spectrogram, "width", window="blackman")
    width = its.trade.fact("main_lobe") * its.sample_rate / its.trade.lengths
    assert width * its.milliseconds == pytest.approx(width[0] * its.milliseconds[0], rel=0.01)
    assert (blackman.trade.fact("main_lobe") > its.trade.fact("main_lobe")).all()
    assert (blackman.trade.fact("side_lobe") < its.trade.fact("side_lobe")).all()
    assert_asked(SPECTROGRAM["width"], {
        "from 10 to 200 ms": lambda: its.milliseconds.min() <= 10 and its.milliseconds.max() >= 200,
    })  # fmt: skip


def test_the_area_of_a_cell_stays_and_a_gaussian_has_the_smallest() -> None:
    its = computed(spectrogram, "cell")
    areas = {kind: computed(spectrogram, "cell", window=kind).trade.fact("product")[-1]
             for kind in ("rectangular", "hann", "hamming", "blackman", "kaiser", "gaussian")}  # fmt: skip
    assert min(areas, key=lambda kind: areas[kind]) == "gaussian"
    assert np.ptp(its.trade.fact("product")) < 1e-4
    assert_asked(SPECTROGRAM["cell"], {"smaller than 1/(4π)": lambda: min(areas.values()) > GABOR_LIMIT})


def test_windows_that_overlap_by_half_give_the_sound_again() -> None:
    its, alone = computed(spectrogram, "back"), computed(spectrogram, "back", hops=1)
    assert its.trade.lengths[its.step] == 2 * its.trade.hops[its.step]
    assert its.trade.constant[its.step]
    assert_asked(SPECTROGRAM["back"], {
        "add up to 1 everywhere": lambda: its.trade.ripple[its.step] == pytest.approx(0, abs=1e-9),
        "Hops per window to 1": lambda: not alone.trade.nonzero[alone.step],
    })  # fmt: skip


def test_a_window_that_parts_a_semitone_early_leaks_more() -> None:
    its, rectangular = computed(spectrogram, "within-60"), computed(spectrogram, "within-60", window="rectangular")
    assert rectangular.trade.fact("side_lobe")[-1] > its.trade.fact("side_lobe")[-1]
    assert_asked(SPECTROGRAM["within-60"], {
        "26.16 Hz apart": lambda: its.trade.separation == 26.16,
        "at most 60 ms": lambda: rectangular.milliseconds[rectangular.trade.separated][0] <= 60
            < its.milliseconds[its.trade.separated][0],
    })  # fmt: skip
