"""The numbers of the theory, against the mathematics of the page."""

import math

import numpy as np
import pytest
import scipy.signal
from stated import assert_theory_states

from core.signals.spectrogram.resolution import resolution_bins
from core.sound import mel
from core.sound.windows import GABOR_LIMIT, Kind, Window, main_lobe_bins, measure, sample

KINDS: tuple[Kind, ...] = ("rectangular", "hann", "hamming", "blackman")


def test_the_theory_states_what_the_mathematics_gives() -> None:
    lobes = [main_lobe_bins(Window(kind)) for kind in KINDS]
    sides = [measure(sample(Window(kind), 1024), 1.0).side_lobe for kind in KINDS]
    assert_theory_states("spectrogram", {
        r"\frac{1}{4\pi} \approx 0.0796": lambda: pytest.approx(0.0796, abs=5e-5) == GABOR_LIMIT,
        "2 bins $f_s/N$ wide for the rectangular window, 4 for Hann and Hamming, 6 for Blackman":
            lambda: lobes == [2, 4, 4, 6],
        "(highest: −13, −31, −43, −58 dB)": lambda: sides == [pytest.approx(x, abs=0.51) for x in (-13, -31, -43, -58)],
        r"\frac{2.0\, f_s}{\Delta}": lambda: resolution_bins(Window("hann")) == pytest.approx(2.0, abs=0.01),
        "dips by 3 dB, to a half": lambda: 10 * math.log10(2) == pytest.approx(3, abs=0.02),
        "a quarter of it: 6 dB less": lambda: 10 * math.log10(4) == pytest.approx(6, abs=0.03),
        "must fall by 6 dB within half": lambda: 10 * math.log10(4) == pytest.approx(6, abs=0.03),
        "1.2 bins for the rectangular window, 2.0 for Hann":
            lambda: [resolution_bins(Window(kind)) for kind in KINDS[:2]] == pytest.approx([1.2, 2.0], rel=0.01),
        "$2.0\\,f_s/N \\le \\Delta$": lambda: resolution_bins(Window("hann")) == pytest.approx(2.0, abs=0.01),
        "linear below 1,000 Hz":
            lambda: mel.hz_to_mel(np.array([250.0, 500.0, 1000.0])) == pytest.approx([3.75, 7.5, 15]),
    })  # fmt: skip


def test_scipys_default_windows_are_periodic_in_one_place_and_symmetric_in_the_other() -> None:
    np.testing.assert_allclose(scipy.signal.get_window("hann", 16), sample(Window("hann"), 16), atol=1e-12)
    np.testing.assert_allclose(scipy.signal.windows.hann(16), np.hanning(16), atol=1e-12)


def test_a_gaussian_reaches_the_limit_of_the_derivation_and_hann_does_not() -> None:
    assert measure(sample(Window("gaussian", sigma=0.15), 1024), 1.0).product == pytest.approx(GABOR_LIMIT, rel=1e-3)
    assert measure(sample(Window("hann"), 1024), 1.0).product > 1.02 * GABOR_LIMIT
