"""Decoded sounds, remembered where they were decoded: in the worker, so that the server's process reads no file itself.

A reader changes settings many times for one file, and decoding ten minutes takes a second or two of each.
"""

import hashlib
import threading
from collections.abc import Callable

from cachetools import LRUCache

from core.errors import MissingInput
from core.sound.files import Sound, decode

MAX_BYTES = 256_000_000  # of samples that a process remembers: ten minutes at 96 kHz, or two of them at 44.1 kHz

_lock = threading.Lock()
_sounds: LRUCache[bytes, Sound] = LRUCache(MAX_BYTES, getsizeof=lambda sound: sound.nbytes)


def brought(data: bytes | None, source: str = "file", progress: Callable[[float], None] | None = None) -> Sound:
    """The sound of a file or, with ``source`` "microphone", of a recording.

    Raises:
        InputError: there is none yet, or it cannot be read (see ``core.sound.files.decode``).
    """
    if data is None and source == "microphone":
        raise MissingInput("file", None, "Nothing is recorded yet (a link does not carry sound)", "Record some.")
    if data is None:
        rule = "No sound is chosen yet (a link does not carry one)"
        raise MissingInput("file", None, rule, "Choose a WAV, FLAC, Ogg or MP3 file.")
    return decoded(data, progress)


def decoded(data: bytes, progress: Callable[[float], None] | None = None) -> Sound:
    """``core.sound.files.decode`` of a file, from memory where it was decoded lately. Its samples are read-only.

    Raises:
        InputError: as ``decode``; nothing is remembered then.
    """
    key = hashlib.sha256(data).digest()
    with _lock:
        found = _sounds.get(key)
    if found is None:
        found = decode(data, progress=progress)
        found.samples.flags.writeable = False
        with _lock:
            _sounds[key] = found  # none is larger than all the room there is
    return found


def forget() -> None:
    """Empties the memory."""
    with _lock:
        _sounds.clear()
