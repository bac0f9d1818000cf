"""Every M-th sample of a sound: what folds without a filter stays out with one, in the picture and to the ear."""

import io

import numpy as np
import pytest
import soundfile

from core.errors import InputError, MissingInput
from core.signals.sampling import Params, compute
from core.signals.sampling.antialias_filter import AntiAlias, nearest_design
from core.signals.sampling.decimation import BUILT_IN_RATE, MOST_SECONDS, decimated
from core.signals.sampling.sampling_theory import alias
from core.signals.sampling.tone_peaks import tone_frequencies

STEEP = AntiAlias("kaiser", 256)


def wav(samples: np.ndarray, rate: int) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format="WAV", subtype="FLOAT")
    return file.getvalue()


def tone(frequency: float, rate: int = 8_000, seconds: float = 2.0) -> bytes:
    return wav(0.5 * np.sin(2 * np.pi * frequency * np.arange(round(seconds * rate)) / rate), rate)


@pytest.mark.parametrize("frequency", [300.0, 1_300.0, 2_650.0, 3_900.0])
def test_a_tone_stands_at_its_alias_without_the_filter_and_with_it_only_if_it_fits(frequency: float) -> None:
    result = decimated("file", tone(frequency), 0.0, 4, STEEP)
    rows = result.pictures.shape[1]
    loudest = result.pictures[0].mean(axis=1).argmax()
    assert (loudest + 0.5) / rows * 1_000 == pytest.approx(float(alias(frequency, 2_000.0)), abs=1.5 * 1_000 / rows)
    middle = result.pictures[1][:, 20:-20]
    assert (middle.max() > -7) == (frequency < 1_000)
    assert frequency < 1_000 or middle.max() < -60
    _, folded, filtered = result.audio
    heard = tone_frequencies(folded[None, 4_000:12_192].astype(np.float64), 8_000.0)[0]
    assert heard == pytest.approx(float(alias(frequency, 2_000.0)), abs=1.0)
    assert (np.abs(filtered[4_000:12_000]).max() > 0.4) == (frequency < 1_000)


def test_what_is_heard_is_as_long_as_the_sound_and_at_its_rate() -> None:
    result = compute(Params(part="sound", factor=7))
    assert {len(each) for each in result.audio} == {3 * BUILT_IN_RATE}
    assert result.sample_rate == BUILT_IN_RATE
    assert result.table()["frequency_hz"].iloc[-1] == BUILT_IN_RATE / 2


def test_twenty_seconds_of_a_long_sound_are_taken_from_where_the_reader_says() -> None:
    samples = np.zeros(30 * 4_000)
    samples[25 * 4_000 :] = 0.25
    result = decimated("file", wav(samples, 4_000), 24.0, 2, STEEP)
    assert len(result.audio[0]) == 6 * 4_000
    assert not result.audio[0][:4_000].any()
    assert any("24" in remark for remark in result.remarks)
    assert len(decimated("file", wav(samples, 4_000), 0.0, 2, STEEP).audio[0]) == MOST_SECONDS * 4_000


@pytest.mark.parametrize(
    ("data", "start", "factor", "field"),
    [
        (b"", 0.0, 2, "file"),
        (b"not a sound at all", 0.0, 2, "file"),
        (tone(100.0), 2.5, 2, "start"),
        (tone(100.0), 0.0, 17, "factor"),
    ],
    ids=["nothing", "not a sound", "starts behind its end", "factor too large"],
)
def test_a_sound_of_which_nothing_would_remain_is_refused(data: bytes, start: float, factor: int, field: str) -> None:
    with pytest.raises(InputError) as caught:
        decimated("file", data, start, factor, STEEP)
    assert caught.value.field == field


def test_without_a_file_nothing_is_wrong_yet() -> None:
    with pytest.raises(MissingInput):
        compute(Params(part="sound", source="file"))


@pytest.mark.parametrize("frames", [1, 2, 7, 40])
def test_a_handful_of_samples_is_a_picture_too(frames: int) -> None:
    result = decimated("file", wav(np.full(frames, 0.1), 8_000), 0.0, 2, AntiAlias("butterworth", 4))
    assert np.isfinite(result.pictures).all()


def test_an_order_that_a_filter_cannot_have_becomes_the_nearest_that_it_can() -> None:
    assert nearest_design("butterworth", 128).order == 16
    assert nearest_design("kaiser", 7).order == 8
    assert nearest_design("hamming", 2_000).order == 2_000
    assert compute(Params(part="sound", filter="elliptic")).design == AntiAlias("elliptic", 10)
