"""Mel scales, filter banks and notes, against librosa and by hand."""

import librosa
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.sound.mel import Note, filter_bank, hz_to_mel, mel_to_hz, nearest_note

SCALES = ("slaney", "htk")
frequencies = st.lists(st.floats(0, 100_000), min_size=1, max_size=20).map(np.array)


@pytest.mark.parametrize("scale", SCALES)
@given(frequencies)
def test_mels_are_those_of_librosa(scale, hz):
    mel = librosa.hz_to_mel(hz, htk=scale == "htk")
    np.testing.assert_allclose(hz_to_mel(hz, scale), mel, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(mel_to_hz(mel, scale), librosa.mel_to_hz(mel, htk=scale == "htk"), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("scale", SCALES)
@given(frequencies)
def test_mel_and_back_is_the_frequency(scale, hz):
    np.testing.assert_allclose(mel_to_hz(hz_to_mel(hz, scale), scale), hz, rtol=1e-9, atol=1e-9)


def test_a_thousand_hertz_is_a_thousand_mel_of_htk_and_fifteen_of_slaney():
    assert hz_to_mel(np.array(1000.0), "htk") == pytest.approx(1000, abs=0.02)
    assert hz_to_mel(np.array(1000.0), "slaney") == pytest.approx(15)
    assert hz_to_mel(np.array(6400.0), "slaney") == pytest.approx(42)  # 27 steps to a factor of 6.4


@pytest.mark.filterwarnings("ignore:Empty filters detected in mel frequency basis:UserWarning")
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("normalised", [True, False])
@given(st.integers(16, 4_096), st.floats(4_000, 200_000), st.integers(1, 150), st.floats(0, 0.4), st.floats(0.5, 1.0))
def test_filter_banks_are_those_of_librosa(scale, normalised, fft_length, sample_rate, bands, low, high):
    low_hz, high_hz = low * sample_rate / 2, high * sample_rate / 2
    theirs = librosa.filters.mel(
        sr=sample_rate, n_fft=fft_length, n_mels=bands, fmin=low_hz, fmax=high_hz, htk=scale == "htk",
        norm="slaney" if normalised else None, dtype=np.float64,
    )  # fmt: skip
    ours = filter_bank(fft_length, sample_rate, bands, low_hz, high_hz, scale, normalised).toarray()
    # A bin on the very edge of a band has the weight of rounding alone: 1 is the weight of a band's middle.
    middle = 2 / (high_hz - low_hz) if normalised else 1
    np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-9 * middle)


@pytest.mark.parametrize("scale", SCALES)
def test_bands_without_normalisation_add_up_to_one_between_the_outer_middles(scale):
    bank = filter_bank(8192, 16_000.0, 40, scale=scale, normalised=False).toarray()
    inner = slice(int(np.argmax(bank[0])) + 1, int(np.argmax(bank[-1])))
    np.testing.assert_allclose(bank[:, inner].sum(axis=0), 1, rtol=1e-9)


def test_white_noise_is_level_through_a_normalised_bank():
    levels = filter_bank(1 << 16, 16_000.0, 40).toarray().sum(axis=1) * 16_000 / (1 << 16)
    np.testing.assert_allclose(levels, 1, rtol=1e-3)


@given(st.floats(20, 15_000))
def test_notes_are_those_of_librosa(hz):
    ours, theirs = nearest_note(hz), librosa.hz_to_note(hz, cents=True, unicode=True)
    semitones = librosa.hz_to_midi(hz)
    if abs(abs(semitones - round(semitones)) - 0.5) > 1e-6:
        assert theirs.startswith(f"{ours.name}{ours.octave}")
        assert ours.cents == pytest.approx(100 * (semitones - round(semitones)), abs=1e-6)
    assert -50 <= ours.cents <= 50


@pytest.mark.parametrize(
    ("hz", "note"),
    [
        (440.0, "A4"),
        (440.8, "A4 +3 cents"),
        (439.75, "A4 −1 cent"),
        (261.625565, "C4"),
        (27.5, "A0"),
        (4186.009, "C8"),
        (466.164, "A♯4"),
        (1.0, "C-4 −38 cents"),
    ],
)
def test_notes_read_as_musicians_write_them(hz, note):
    # Frequencies of equal temperament at A4 = 440 Hz (ISO 16).
    assert str(nearest_note(hz)) == note


def test_another_concert_pitch_moves_every_note():
    assert nearest_note(415.0, concert_pitch=415.0) == Note("A", 4, 0.0)


@pytest.mark.parametrize("hz", [0.0, -1.0, float("nan"), float("inf")])
def test_no_tone_has_no_note(hz):
    with pytest.raises(InputError, match="positive"):
        nearest_note(hz)


@pytest.mark.parametrize(
    ("bands", "low", "high"), [(0, 0.0, None), (2_000, 0.0, None), (10, 500.0, 400.0), (10, 0.0, 5_000.0)]
)
def test_banks_that_cannot_be_are_refused(bands, low, high):
    with pytest.raises(InputError):
        filter_bank(512, 8_000.0, bands, low, high)


def test_a_bank_of_a_long_transform_holds_no_more_than_two_weights_for_each_bin():
    bins = (1 << 20) + 1
    bank = filter_bank(1 << 21, 384_000.0, 128, normalised=False)
    assert bank.nnz <= 2 * bins + 2 * 128  # triangles that half overlap; dense it would be 128 weights for each
