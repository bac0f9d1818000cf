"""The formulas and the number of the theory, against the mathematics of the page and NumPy."""

import math

import numpy as np
import pytest
from stated import assert_theory_states

from core.sound.windows import Window, dirichlet, sample


def test_the_theory_states_what_the_mathematics_gives() -> None:
    half_way = {n: 1 / (n * math.sin(math.pi / (2 * n))) for n in (8, 32, 1024)}
    assert [abs(dirichlet(np.array([0.5 / n]), n)[0]) / n for n in half_way] == pytest.approx([*half_way.values()])
    assert_theory_states("fourier", {"that is 0.64": lambda: all(round(each, 2) == 0.64 for each in half_way.values())})


def test_a_tone_is_two_kernels_at_its_own_frequency() -> None:
    n, nu, phase = np.arange(32), 0.109375, 0.7
    x, at = np.cos(2 * np.pi * nu * n + phase), np.linspace(0.001, 0.499, 97)
    by_sum = np.exp(-2j * np.pi * at[:, None] * n) @ x
    by_kernels = (np.exp(1j * phase) * dirichlet(at - nu, 32) + np.exp(-1j * phase) * dirichlet(at + nu, 32)) / 2
    np.testing.assert_allclose(by_kernels, by_sum, atol=1e-10)


def test_even_and_odd_samples_make_the_transform_of_all() -> None:
    x = np.random.default_rng(0).standard_normal(16)
    k = np.arange(16)
    even, odd = np.tile(np.fft.fft(x[::2]), 2), np.tile(np.fft.fft(x[1::2]), 2)
    np.testing.assert_allclose(even + np.exp(-2j * np.pi * k / 16) * odd, np.fft.fft(x), atol=1e-12)


@pytest.mark.parametrize(("norm", "factor"), [("backward", 1), ("ortho", 1 / 4), ("forward", 1 / 16)])
def test_numpys_names_are_the_factors_of_the_theory_and_parseval_holds_with_each(norm, factor) -> None:
    x = np.random.default_rng(1).standard_normal(16)
    transform = np.fft.fft(x, norm=norm)
    np.testing.assert_allclose(transform, factor * np.fft.fft(x), atol=1e-12)
    assert (np.abs(transform) ** 2).sum() / (16 * factor**2) == pytest.approx((x**2).sum())


def test_the_periodic_hann_window_divides_by_n_and_numpys_by_one_less() -> None:
    n = np.arange(16)
    np.testing.assert_allclose(sample(Window("hann"), 16), 0.5 - 0.5 * np.cos(2 * np.pi * n / 16), atol=1e-12)
    np.testing.assert_allclose(np.hanning(16), 0.5 - 0.5 * np.cos(2 * np.pi * n / 15), atol=1e-12)
