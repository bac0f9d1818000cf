"""The numbers of the theory, against the mathematics of the page."""

import inspect
import math

import numpy as np
import pytest
import scipy.signal
from stated import assert_theory_states

from core.signals.sampling.alias_sweep import GUARD
from core.signals.sampling.pcm_quantiser import quantise, rule_db
from core.signals.sampling.sampling_theory import alias, bandpass_rates, reconstruct


def worst() -> float:
    """How far the finite series of a tone of 499.9 Hz at 1,000 Hz is off in the middle, for any phase."""
    at = np.arange(-GUARD, GUARD + 17)
    times = np.linspace(0, 16, 321)
    waves = np.stack([np.exp(2j * np.pi * 0.4999 * at)])
    true = np.exp(2j * np.pi * 0.4999 * times)
    found = [reconstruct(part, times, float(at[0]))[0] for part in (waves.real, waves.imag)]
    errors = np.array([found[0] - true.real, found[1] - true.imag])
    phases = np.linspace(0, np.pi, 181)
    return float(np.abs(np.cos(phases)[:, None] * errors[0] - np.sin(phases)[:, None] * errors[1]).max())


def test_the_theory_states_what_the_mathematics_gives() -> None:
    order = inspect.signature(scipy.signal.decimate).parameters
    assert (order["n"].default, order["ftype"].default, order["zero_phase"].default) == (None, "iir", True)
    assert_theory_states("sampling", {
        "which is 3.9 dB less at half the rate": lambda: -20 * math.log10(np.sinc(0.5)) == pytest.approx(3.9, abs=0.05),
        "a thousand samples beyond each end": lambda: GUARD == 1_000,
        "with a rate of 1,000 Hz the wave of a tone of 499.9 Hz is off by up to 0.61 of its strength":
            lambda: worst() == pytest.approx(0.61, abs=0.005),
        r"\approx 6.02\, b + 1.76 \text{ dB}":
            lambda: [rule_db(b) - 6.02 * b for b in (0, 1, 8)] == pytest.approx([1.76] * 3, abs=0.01),
        "three times the power: 4.77 dB more": lambda: 10 * math.log10(3) == pytest.approx(4.77, abs=0.005)
            and rule_db(8) - rule_db(8, "triangular") == pytest.approx(10 * math.log10(3)),
        "20\\log_{10}(2^b - 1) + 1.76$ dB": lambda:
            rule_db(5, levels="ends") == pytest.approx(20 * math.log10(31) + 1.76, abs=0.001),
        "From 8 bits on this differs from the rule above by less than 0.04 dB":
            lambda: max(rule_db(b) - rule_db(b, levels="ends") for b in range(8, 17)) < 0.04,
        "what lies above $1 - \\Delta/2$ is clipped":
            lambda: [np.abs(quantise(np.array([one]), 3, levels="tread").error[0]) > 1 / 8 for one in (0.874, 0.876)]
            == [False, True],
        "even silence comes back as half a step": lambda: quantise(np.zeros(1), 3).samples[0] == 0.125,
        "silence stays silence": lambda: quantise(np.zeros(1), 3, levels="tread").samples[0] == 0.0,
        "*A 500 Hz sine samples to zero*": lambda: np.allclose(np.sin(2 * np.pi * 500 * np.arange(9) / 1000), 0),
        "a Chebyshev filter of order 8": lambda: "order 8 Chebyshev" in (scipy.signal.decimate.__doc__ or ""),
    })  # fmt: skip


def test_half_way_between_two_multiples_both_ways_of_rounding_give_half_the_rate() -> None:
    for frequency in (500.0, 1500.0, 2500.0):
        for nearest in (math.floor(frequency / 1000), math.ceil(frequency / 1000)):
            assert abs(frequency - 1000 * nearest) == float(alias(frequency, 1000.0)) == 500


def test_the_rates_of_a_band_are_those_of_the_derivation() -> None:
    low, high = 620.0, 780.0
    found = [(each.lowest, each.highest) for each in bandpass_rates(low, high)]
    wanted = [(2 * high / n, 2 * low / (n - 1) if n > 1 else math.inf) for n in range(1, int(high // (high - low)) + 1)]
    assert sorted(found) == [pytest.approx(each) for each in sorted(wanted)]
