"""Readers' sounds: every format against what was written, and everything that a file can get wrong or lie about.

The files are made here, in memory; forged headers are built byte by byte.
"""

import io
import pickle
import struct
import tracemalloc

import librosa
import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.signals.spectrogram.excerpt import cut
from core.sound import files
from core.sound.files import Sound, decode, to_wav, trim

RATE = 44_100
MIXED = "Its 2 channels were mixed to their mean."


def stereo(frames: int = 2 * RATE, channels: int = 2) -> np.ndarray:
    """Two quiet tones a channel, so that lossy formats keep them well."""
    t = np.arange(frames)[:, None] / RATE
    pitch = 220.0 * np.arange(1, channels + 1)
    return (0.4 * np.sin(2 * np.pi * pitch * t) + 0.2 * np.sin(2 * np.pi * 3.5 * pitch * t)).astype(np.float32)


def written(samples: np.ndarray, form: str, subtype: str, rate: int = RATE) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format=form, subtype=subtype)
    return file.getvalue()


def wav(samples: bytes, *, channels: int = 1, rate: int = RATE, bits: int = 16, code: int = 1, size: int | None = None):
    """A WAV from its parts, whatever they claim."""
    align = channels * bits // 8
    form = struct.pack("<HHIIHH", code, channels, rate, rate * align % 2**32, align % 2**16, bits)
    size = len(samples) if size is None else size
    body = b"WAVEfmt " + struct.pack("<I", 16) + form + b"data" + struct.pack("<I", size) + samples
    return b"RIFF" + struct.pack("<I", len(body)) + body


def flac_claiming(frames: int, samples: np.ndarray) -> bytes:
    """A FLAC whose header (STREAMINFO, 36 bits from bit 108) claims ``frames``; 0 leaves the length open."""
    data = bytearray(written(samples, "FLAC", "PCM_16"))
    head = int.from_bytes(data[18:26], "big") >> 36
    data[18:26] = (head << 36 | frames).to_bytes(8, "big")
    return bytes(data)


def traced(data: bytes) -> tuple[Sound, int]:
    """The sound, and the most bytes that Python and NumPy held while it was decoded."""
    tracemalloc.start()
    try:
        return decode(data), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def refusal(data: bytes) -> InputError:
    with pytest.raises(InputError) as caught:
        decode(data)
    assert caught.value.field == "file"
    assert caught.value.remedy
    return caught.value


@pytest.mark.parametrize(
    ("form", "subtype", "step"),
    [
        ("WAV", "PCM_U8", 2**-7),
        ("WAV", "PCM_16", 2**-15),
        ("WAV", "PCM_24", 2**-23),
        ("WAV", "PCM_32", 2**-24),
        ("WAV", "FLOAT", 2**-24),
        ("WAV", "DOUBLE", 2**-24),
        ("WAVEX", "PCM_24", 2**-23),
        ("RF64", "PCM_16", 2**-15),
        ("FLAC", "PCM_16", 2**-15),
        ("FLAC", "PCM_24", 2**-23),
    ],
)
def test_a_lossless_file_is_the_mean_of_its_channels_to_its_own_step(form: str, subtype: str, step: float) -> None:
    samples = stereo()
    got = decode(written(samples, form, subtype))
    assert (got.sample_rate, got.channels, got.seconds, got.remark) == (RATE, 2, 2.0, MIXED)
    assert got.samples.dtype == np.float32
    np.testing.assert_allclose(got.samples, samples.mean(axis=1), atol=step)


# librosa's own way in loads a module that Python has since given up.
@pytest.mark.filterwarnings("ignore:.*is deprecated and slated for removal:DeprecationWarning")
@pytest.mark.parametrize(
    ("form", "subtype", "rate"),
    [
        ("OGG", "VORBIS", RATE),
        ("OGG", "OPUS", 48_000),
        ("MP3", "MPEG_LAYER_III", RATE),
        ("MP3", "MPEG_LAYER_III", 8_000),
        ("FLAC", "PCM_16", 96_000),
    ],
)
def test_a_file_decodes_to_what_librosa_makes_of_it(form: str, subtype: str, rate: int) -> None:
    data = written(stereo(), form, subtype, rate)
    got = decode(data)
    expected, expected_rate = librosa.load(io.BytesIO(data), sr=None, mono=True)
    assert got.sample_rate == expected_rate == rate
    assert got.remark == MIXED
    np.testing.assert_allclose(got.samples, expected, atol=1e-6)
    # Lossy, but the same sound in the same place.
    assert np.corrcoef(got.samples, stereo().mean(axis=1)[: len(got.samples)])[0, 1] > 0.99


@given(st.integers(1, 20_000), st.integers(1, 8), st.sampled_from([1_000, 8_000, 44_100, 192_000, 384_000]))
def test_any_number_of_frames_channels_and_any_rate_come_through(frames: int, channels: int, rate: int) -> None:
    samples = np.random.default_rng(frames).uniform(-1, 1, (frames, channels)).astype(np.float32)
    got = decode(written(samples, "WAV", "FLOAT", rate))
    assert (len(got.samples), got.channels, got.sample_rate) == (frames, channels, rate)
    np.testing.assert_allclose(got.samples, samples.mean(axis=1), atol=1e-6)


def test_eight_channels_at_192_kHz_are_read() -> None:  # noqa: N802 (the unit)
    samples = np.random.default_rng(0).uniform(-1, 1, (96_000, 8))
    got = decode(written(samples, "WAV", "PCM_24", 192_000))
    assert (got.channels, got.seconds, got.remark) == (8, 0.5, MIXED.replace("2", "8"))


def test_an_hour_of_silence_in_a_small_file_is_cut_at_ten_minutes_in_bounded_memory() -> None:
    data = written(np.zeros(3_600 * RATE, np.int16), "FLAC", "PCM_16")
    assert len(data) < 700_000
    got, peak = traced(data)
    assert got.seconds == files.MAX_SECONDS == 600
    assert got.remark == "It is longer than can be used here: this is its first 10 minutes."
    assert peak < 1.6 * got.nbytes + 5e6  # the hour would be 635 MB


def test_exactly_ten_minutes_are_used_whole() -> None:
    frames = files.MAX_SECONDS * 1_000
    assert decode(wav(bytes(2 * frames), rate=1_000)).remark is None
    longer = decode(wav(bytes(2 * frames + 2), rate=1_000))
    assert len(longer.samples) == frames
    assert "first 10 minutes" in (longer.remark or "")


def test_at_a_very_high_rate_memory_and_not_the_clock_is_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_FRAMES", 100_000)
    got = decode(wav(bytes(400_000), rate=192_000))
    assert len(got.samples) == 100_000
    assert "first 0.521 s" in (got.remark or "")


@pytest.mark.parametrize("frames", [2**36 - 1, 88_300])
def test_a_flac_that_claims_more_frames_than_it_holds_is_read_to_its_end(frames: int) -> None:
    got = decode(flac_claiming(frames, stereo()))
    assert len(got.samples) == 2 * RATE
    assert "header claims" in (got.remark or "")


def test_a_flac_that_leaves_its_length_open_is_read_whole() -> None:
    got = decode(flac_claiming(0, stereo()))
    assert (len(got.samples), got.remark) == (2 * RATE, MIXED)


@pytest.mark.parametrize("claim", [2**63, 2**63 - 1, 2**62])
def test_an_rf64_that_claims_two_to_the_63_frames_is_read_to_its_end(claim: int) -> None:
    form = struct.pack("<HHIIHH", 1, 1, RATE, 2 * RATE, 2, 16)
    sizes = struct.pack("<QQQI", claim, claim, claim, 0)
    head = b"RF64\xff\xff\xff\xffWAVEds64" + struct.pack("<I", len(sizes)) + sizes
    data = head + b"fmt " + struct.pack("<I", 16) + form + b"data\xff\xff\xff\xff" + bytes(2_000)
    got, peak = traced(data)
    assert len(got.samples) == 1_000
    assert peak < 2e6


def test_a_wav_written_to_a_pipe_leaves_its_length_open_and_is_read_whole() -> None:
    got = decode(wav(bytes(2_000), size=0xFFFFFFFF))
    assert (len(got.samples), got.remark) == (1_000, None)


@pytest.mark.parametrize(
    ("form", "subtype"),
    [("WAV", "PCM_16"), ("FLAC", "PCM_16"), ("OGG", "VORBIS"), ("MP3", "MPEG_LAYER_III")],
)
def test_a_truncated_file_gives_what_is_there_and_says_so(form: str, subtype: str) -> None:
    samples = stereo(10 * RATE) + np.random.default_rng(0).normal(0, 0.01, (10 * RATE, 2)).astype(np.float32)
    data = written(samples, form, subtype)
    whole, part = decode(data), decode(data[: len(data) // 2])
    assert whole.remark == MIXED
    assert 3.0 < part.seconds < 6.5
    assert (part.remark or "").startswith("The file is cut")
    # To its last tenth of a second, which a lossy decoder may end in another way.
    same = len(part.samples) - RATE // 10
    np.testing.assert_allclose(part.samples[:same], whole.samples[:same], atol=1e-6)


@pytest.mark.parametrize(("form", "subtype"), [("FLAC", "PCM_16"), ("OGG", "VORBIS"), ("MP3", "MPEG_LAYER_III")])
@given(st.data())
def test_no_damage_leads_to_anything_but_a_sound_or_a_sentence(form: str, subtype: str, data: st.DataObject) -> None:
    file = bytearray(written(stereo(8_000), form, subtype))
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(file) - 1))
        file[place : place + 9] = data.draw(st.binary(max_size=9))
    try:
        got = decode(bytes(file[: data.draw(st.integers(0, len(file)))]))
    except InputError:
        return
    assert np.isfinite(got.samples).all()
    assert np.abs(got.samples).max() <= 1


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b"", "it is empty"),
        (wav(b""), "no samples"),
        (wav(b"ab")[:30], "damaged"),
        (wav(bytes(100), channels=0), "damaged"),
        (wav(bytes(100), channels=17), "at most 16 channels, and its header says 17"),
        (wav(bytes(100), channels=65_535), "damaged"),
        (wav(bytes(100), rate=0), "damaged"),
        (wav(bytes(100), rate=999), "its header says 999"),
        (wav(bytes(100), rate=2**31 - 1), "its header says 2,147,483,647"),
        (wav(bytes(100), code=0xBEEF), "damaged or of a sort"),
        (flac_claiming(9, stereo(9))[:90], "nothing of the sound that its header announces"),
        (b"The quick brown fox\n" * 40, "it is text"),
        ("naïve café".encode("utf-16"), "it is text"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "it is a PNG image"),
        (b"\0\0\0\x20ftypM4A " + bytes(50), "it is an MP4 sound or film"),
        (bytes(range(1, 256)) * 4, "unknown kind"),
        (b"OggS\0" + bytes(100), "damaged"),
        (b"ID3\x04" + bytes(100), "damaged"),
        (b"fLaC\0\0\0\x22" + b"\xff" * 60, "damaged"),
    ],
)
def test_what_is_no_sound_is_refused_with_a_plain_sentence(data: bytes, rule: str) -> None:
    assert rule in refusal(data).rule


def test_a_file_beyond_the_limit_is_refused_before_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 1_000)
    assert refusal(wav(bytes(2_000))).rule == "it must have at most 1 kB, and has 2.04 kB"
    assert refusal(bytes(1_001)).rule == "it must have at most 1 kB, and has 1.001 kB"


def test_values_that_are_not_finite_become_silence_and_are_counted() -> None:
    samples = stereo()
    samples[[5, 70_000], 0] = np.nan, -np.inf
    samples[70_000, 1] = np.inf
    got = decode(written(samples, "WAV", "FLOAT"))
    assert got.remark == "3 of its values were not finite numbers of 32 bits and became 0. " + MIXED
    assert got.samples[5] == samples[5, 1] / 2
    assert got.samples[70_000] == 0


@pytest.mark.parametrize("scale", [1.5, 32_768.0, 3e38])
def test_values_beyond_full_scale_keep_their_proportion(scale: float) -> None:
    samples = stereo(channels=1)
    samples /= np.abs(samples).max()
    got = decode(written(samples * np.float32(scale), "WAV", "FLOAT"))
    np.testing.assert_allclose(got.samples, samples[:, 0], atol=1e-6)
    assert np.abs(got.samples).max() == 1
    assert "times full scale" in (got.remark or "")


def test_channels_that_cancel_each_other_are_told() -> None:
    left = stereo(channels=1)
    got = decode(written(np.hstack([left, -left]), "WAV", "PCM_16"))
    assert got.remark == "Its 2 channels cancel each other in their mean."


def test_a_single_sample_is_a_sound() -> None:
    got = decode(wav(struct.pack("<h", 16_384)))
    assert (got.samples.tolist(), got.remark) == ([0.5], "It is a single sample.")


@pytest.mark.parametrize(("frames", "told"), [(1, "It is a single sample."), (800, "a constant, which nobody hears.")])
def test_a_sound_beyond_full_scale_is_told_to_be_a_single_sample_or_a_constant_too(frames: int, told: str) -> None:
    remark = decode(written(np.full((frames, 1), 2.0, np.float32), "WAV", "FLOAT")).remark or ""
    assert "times full scale" in remark
    assert told in remark


def test_samples_that_are_all_alike_are_told_to_be_a_constant() -> None:
    got = decode(wav(struct.pack("<3h", *[-8_192] * 3)))
    assert got.remark == "All its samples are −0.25: a constant, which nobody hears. Its level is at 0 Hz."
    assert decode(wav(struct.pack("<3h", -8_192, -8_192, -8_191))).remark is None


def test_progress_is_told_and_can_stop_the_decoding() -> None:
    seen: list[float] = []
    decode(wav(bytes(2_000_000), rate=1_000), progress=seen.append)
    assert seen == sorted(seen)
    assert 0 < seen[0] < seen[-1] <= 1

    def stop(fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        decode(wav(bytes(2_000_000)), progress=stop)


def test_a_sound_survives_the_way_back_from_a_worker() -> None:
    got = decode(wav(bytes(range(200))))
    back = pickle.loads(pickle.dumps(got))
    np.testing.assert_array_equal(back.samples, got.samples)
    assert (back.sample_rate, back.channels, back.remark) == (got.sample_rate, got.channels, got.remark)


@given(st.floats(0, 0.999), st.floats(0.001, 3.0))
def test_trimming_keeps_the_samples_between_two_moments(start: float, length: float) -> None:
    whole = Sound(np.linspace(-1, 1, 8_000, dtype=np.float32), 8_000, 2, "A remark.")
    part = trim(whole, start, start + length)
    first = round(start * 8_000)
    np.testing.assert_array_equal(part.samples, whole.samples[first : round(min(start + length, 1.0) * 8_000)])
    assert (part.channels, part.remark) == (2, "A remark.")


@pytest.mark.parametrize(
    ("start", "end", "field"),
    [(-0.1, None, "start"), (1.0, None, "start"), (float("nan"), None, "start"), (0.5, 0.5, "end"), (0.5, 0.1, "end"),
     (0.5, float("nan"), "end")],
)  # fmt: skip
def test_an_empty_part_is_refused_by_name(start: float, end: float | None, field: str) -> None:
    with pytest.raises(InputError) as caught:
        trim(Sound(np.zeros(8_000, np.float32), 8_000, 1), start, end)
    assert caught.value.field == field


@pytest.mark.parametrize(("samples", "told"), [(100, "0.0125 s"), (1, "1.25·10⁻⁴ s"), (8_000, "1 s")])
@pytest.mark.parametrize("taken", [trim, cut])
def test_the_end_of_a_sound_is_told_as_it_is(taken, samples: int, told: str) -> None:
    """It was told as 0.013 s, below which 0.0127 s lies and was refused, and as 0.000 s."""
    with pytest.raises(InputError) as caught:
        taken(Sound(np.zeros(samples, np.float32), 8_000, 1), 1.0, 2.0)
    assert f"below {told}, where the sound ends" in caught.value.rule


def test_what_is_written_to_be_played_is_a_wav_of_the_same_samples() -> None:
    samples = np.array([0.0, 0.5, -0.25, 1.5, -2.0], np.float32)
    back, rate = soundfile.read(io.BytesIO(to_wav(samples, 22_050)))
    np.testing.assert_allclose(back, [0, 0.5, -0.25, 1, -1], atol=2**-15)
    assert rate == 22_050
