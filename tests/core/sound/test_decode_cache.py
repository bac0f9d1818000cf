"""A file is decoded once, as long as there is room to remember it."""

import numpy as np
import pytest
from cachetools import LRUCache

from core.errors import InputError
from core.signals import sampling, spectrogram
from core.sound import decode_cache, files
from core.sound.files import Sound, to_wav


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    decode_cache.forget()
    lengths: list[int] = []

    def decode(data: bytes, progress: object = None) -> Sound:
        lengths.append(len(data))
        return original(data)

    original = decode_cache.decode
    monkeypatch.setattr(decode_cache, "decode", decode)
    return lengths


def wav(samples: int, seed: int = 0) -> bytes:
    return to_wav(0.1 * np.random.default_rng(seed).standard_normal(samples).astype(np.float32), 8_000)


def test_both_pages_and_every_setting_decode_a_file_once(counted: list[int]) -> None:
    data = wav(8_000)
    for window in ("hann", "blackman"):
        spectrogram.compute(spectrogram.Params(source="file", window=window), data)
    # An equal file is the same file: a worker is sent a new copy each time.
    sampling.compute(sampling.Params(part="sound", source="file"), bytes(bytearray(data)))
    assert counted == [len(data)]


def test_the_file_used_longest_ago_makes_room(counted: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode_cache, "_sounds", LRUCache(4 * 2_500, getsizeof=lambda sound: sound.nbytes))
    one, two, three = (wav(1_000, seed) for seed in range(3))
    for data in (one, two, one, three, one, two):
        decode_cache.decoded(data)
    assert len(counted) == 4  # the second one made room for the third


def test_there_is_room_for_the_longest_sound() -> None:
    assert files.MAX_FRAMES * np.dtype(np.float32).itemsize <= decode_cache.MAX_BYTES


def test_what_cannot_be_read_is_refused_again_and_samples_cannot_be_changed(counted: list[int]) -> None:
    for _ in range(2):
        with pytest.raises(InputError):
            decode_cache.decoded(b"words, not waves")
    assert len(counted) == 2
    with pytest.raises(ValueError, match="read-only"):
        decode_cache.decoded(wav(10)).samples[0] = 1
