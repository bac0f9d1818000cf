"""The mel scale and its filter bank, against librosa and by hand."""

import librosa
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.sound.mel import filter_bank, hz_to_mel, mel_to_hz

frequencies = st.lists(st.floats(0, 100_000), min_size=1, max_size=20).map(np.array)


@pytest.mark.parametrize("kind", ["slaney", "htk"])
@given(frequencies)
def test_mels_are_those_of_librosa(kind, hz):
    mel = librosa.hz_to_mel(hz, htk=kind == "htk")
    np.testing.assert_allclose(hz_to_mel(hz, kind), mel, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(mel_to_hz(mel, kind), librosa.mel_to_hz(mel, htk=kind == "htk"), rtol=1e-9, atol=1e-9)


@given(frequencies)
def test_mel_and_back_is_the_frequency(hz):
    np.testing.assert_allclose(mel_to_hz(hz_to_mel(hz)), hz, rtol=1e-9, atol=1e-9)


def test_a_thousand_hertz_is_fifteen_mel():
    assert hz_to_mel(np.array(1000.0)) == pytest.approx(15)
    assert hz_to_mel(np.array(6400.0)) == pytest.approx(42)  # 27 steps to a factor of 6.4


@pytest.mark.filterwarnings("ignore:Empty filters detected in mel frequency basis:UserWarning")
@given(st.integers(16, 4_096), st.floats(4_000, 200_000), st.integers(1, 150), st.floats(0, 0.4), st.floats(0.5, 1.0),
       st.sampled_from(["slaney", "htk"]))  # fmt: skip
def test_filter_banks_are_those_of_librosa(fft_length, sample_rate, bands, low, high, kind):
    low_hz, high_hz = low * sample_rate / 2, high * sample_rate / 2
    theirs = librosa.filters.mel(
        sr=sample_rate, n_fft=fft_length, n_mels=bands, fmin=low_hz, fmax=high_hz, norm=None, dtype=np.float64,
        htk=kind == "htk",
    )  # fmt: skip
    ours = filter_bank(fft_length, sample_rate, bands, low_hz, high_hz, kind).toarray()
    # A bin on the very edge of a band has the weight of rounding alone: 1 is the weight of a band's middle.
    np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-9)


def test_bands_add_up_to_one_between_the_outer_middles():
    bank = filter_bank(8192, 16_000.0, 40, 0.0, 8_000.0).toarray()
    inner = slice(int(np.argmax(bank[0])) + 1, int(np.argmax(bank[-1])))
    np.testing.assert_allclose(bank[:, inner].sum(axis=0), 1, rtol=1e-9)


def test_a_bank_of_a_long_transform_holds_no_more_than_two_weights_for_each_bin():
    bins = (1 << 20) + 1
    bank = filter_bank(1 << 21, 384_000.0, 128, 0.0, 192_000.0)
    assert bank.nnz <= 2 * bins + 2 * 128  # triangles that half overlap; dense it would be 128 weights for each
