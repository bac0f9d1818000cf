"""What the files of sound say about themselves, read without trust: their kind, and the length that they claim."""

import struct
from collections.abc import Mapping
from pathlib import PurePath

KINDS: Mapping[str, str] = {
    "WAV": "a WAV sound",
    "WAVEX": "a WAV sound",
    "RF64": "a WAV sound",
    "FLAC": "a FLAC sound",
    "OGG": "an Ogg sound",
    "MP3": "an MP3 sound",
}
"""libsndfile's name of a format that is read here → the words of ``core.text.kind_of_file``."""

_ENDINGS = {
    **dict.fromkeys((".wav", ".wave"), "a WAV sound"),
    **dict.fromkeys((".ogg", ".oga", ".opus"), "an Ogg sound"),
    ".flac": "a FLAC sound",
    ".mp3": "an MP3 sound",
}
_OPEN_LENGTH = 0xFFFFFFFF  # of a WAV that was written to a pipe, and of RF64, whose length stands elsewhere
_UNKNOWN = 1 << 62  # libsndfile's lengths from here on mean that it knows none


def misnamed(name: str, kind: str) -> str | None:
    """The ending of a file's name that promises another kind than the file is; None where it promises the right one."""
    ending = PurePath(name).suffix.lower()
    return ending if _ENDINGS.get(ending, kind) != kind else None


def claimed_frames(data: bytes, form: str, frames: int) -> int | None:
    """How many frames a file claims to hold; None where it leaves that open. ``frames`` is what libsndfile makes of it.

    libsndfile reduces the claim of a WAV to the bytes that are there, so that one is read here.
    """
    if form not in ("WAV", "WAVEX"):
        return frames if 0 < frames < _UNKNOWN else None
    size, present = _data_chunk(data)
    if size == _OPEN_LENGTH or size <= present or not present:
        return None
    return frames * size // present


def ends_early(data: bytes, kind: str) -> bool:
    """Whether an Ogg file lacks its last page, which is marked as such. Other kinds show it in their length."""
    if kind != "an Ogg sound":
        return False
    last = data.rfind(b"OggS")
    page = data[last:]
    segments = page[26] if len(page) > 26 else 0
    whole = len(page) >= 27 + segments and len(page) >= 27 + segments + sum(page[27 : 27 + segments])
    return not (whole and page[5] & 4)


def _data_chunk(data: bytes) -> tuple[int, int]:
    """The bytes that a WAV's chunk of samples claims, and those that are there: RIFF is chunks of name, size, body."""
    place = 12
    while place + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, place)
        if name == b"data":
            return size, len(data) - place - 8
        place += 8 + size + size % 2
    return 0, 0
