"""A reader's sound as samples: WAV, FLAC, Ogg and MP3 through libsndfile.

No header is trusted. Samples are read in small blocks until they end, fail or reach a limit, so neither a forged
length nor an hour of silence in half a megabyte of FLAC takes more memory than the limit. libsndfile is native
code: callers run ``decode`` in a worker process; what it takes and returns can be pickled.
"""

import dataclasses
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import soundfile
from jaxtyping import Float32

from core.errors import InputError
from core.numbers import beyond, count, exact, fixed, number, quantity
from core.sound import file_headers
from core.sound.block_reader import Mix, Stream
from core.text import MAX_BYTES as MAX_TEXT_BYTES
from core.text import decode as decode_text
from core.text import kind_of_file

Mono = Float32[np.ndarray, " frames"]

MAX_BYTES = 120_000_000  # ten minutes of stereo at 44.1 kHz and 16 bits, and a little more
MAX_SECONDS = 600
MAX_FRAMES = 60_000_000  # ten minutes at 96 kHz: 240 MB
MAX_CHANNELS = 16
MIN_RATE, MAX_RATE = 1_000, 384_000  # Hz
SAVE_AS = "Save it as WAV, FLAC, Ogg Vorbis or MP3."


@dataclass(frozen=True, eq=False)
class Sound:
    """One channel of sound: float32 samples within [−1, 1], the mean of the file's ``channels``.

    ``sample_rate`` is in Hz; ``remark`` says in sentences what was not as expected.
    """

    samples: Mono
    sample_rate: int
    channels: int
    remark: str | None = None

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.sample_rate

    @property
    def nbytes(self) -> int:
        return self.samples.nbytes


def decode(data: bytes, *, progress: Callable[[float], None] | None = None) -> Sound:
    """The sound in a file: its channels mixed to their mean, at most ten minutes of it.

    What the file is, is told by its content. Values that are not finite become 0. Values beyond full scale (float
    files and lossy ones hold such) are kept in proportion: all are divided by the largest. What is cut short or
    damaged is decoded as far as it goes. All this the remark says. ``progress`` hears fractions from 0 to 1.

    Raises:
        InputError: it is no sound, holds no samples, or claims channels or a rate beyond the limits.
    """
    _check_kind(data)
    try:
        with Stream(data) as file:
            _check_header(file)
            mix, ending = _read(file, progress or (lambda fraction: None))
            kind, rate, channels = file_headers.KINDS[file.format], file.samplerate, file.channels
            claimed = file_headers.claimed_frames(data, file.format, file.frames)
    except soundfile.LibsndfileError as error:
        rule = f"it begins as {kind_of_file(data)}, but is damaged or of a sort that is not read here"
        raise InputError("file", "sound", rule, SAVE_AS) from error
    mix.finish()
    if not mix.frames:
        rule = "nothing of the sound that its header announces can be decoded" if claimed else "it holds no samples"
        raise InputError("file", "sound", rule, "Save it again, or choose another file.")
    ending = ending or _missing(claimed, mix.frames, rate)
    if not ending and file_headers.ends_early(data, kind):
        ending = f"The file is cut: it ends after {_length(mix.frames, rate)}, without its last page."
    remarks = [*filter(None, [ending]), *_remarks(mix, channels)]
    return Sound(mix.samples, rate, channels, " ".join(remarks) or None)


def first_sample(sound: Sound, start: float | int) -> int:
    """The place of the sample nearest to ``start`` (seconds).

    Raises:
        InputError: ``start`` is negative or beyond the end of the sound.
    """
    if not 0 <= start < sound.seconds:
        raise InputError("start", start, f"it must be from 0 to below {exact(sound.seconds)} s, where the sound ends")
    return min(round(start * sound.sample_rate), len(sound.samples) - 1)


def trim(sound: Sound, start: float | int = 0.0, end: float | int | None = None) -> Sound:
    """The part of ``sound`` from ``start`` to ``end`` (seconds), to the nearest sample; to its end where None.

    Raises:
        InputError: ``start`` is negative or beyond the end of the sound, or ``end`` is not after ``start``.
    """
    first, stop = first_sample(sound, start), sound.seconds if end is None else min(end, sound.seconds)
    # NaN is not after anything.
    last = round(stop * sound.sample_rate) if stop > start else first
    if not first < last:
        raise InputError("end", end, f"it must be at least one sample after the start, {exact(start)} s")
    return dataclasses.replace(sound, samples=sound.samples[first:last].copy())


def to_wav(samples: Mono, sample_rate: int) -> bytes:
    """A WAV file of 16 bits that any browser plays. Values beyond ±1 are clipped."""
    file = io.BytesIO()
    soundfile.write(file, np.clip(samples, -1.0, 1.0), sample_rate, format="WAV", subtype="PCM_16")
    return file.getvalue()


def _check_kind(data: bytes) -> None:
    if not data:
        raise InputError("file", "sound", "it is empty", "Save it again, or choose another.")
    if len(data) > MAX_BYTES:
        rule = f"it must have at most {quantity(MAX_BYTES, 'B')}, and has {beyond(len(data), MAX_BYTES)}"
        raise InputError("file", "sound", rule, "Bring a part of it, or save it as FLAC.")
    kind = kind_of_file(data)
    if kind not in file_headers.KINDS.values():
        raise InputError("file", "sound", f"it is {kind or _unknown(data)}, not a sound that can be read here", SAVE_AS)


def _unknown(data: bytes) -> str:
    try:
        decode_text(data[: min(len(data), MAX_TEXT_BYTES)])
    except InputError:
        return "of an unknown kind"
    return "text"


def _check_header(file: Stream) -> None:
    if file.format not in file_headers.KINDS:
        raise InputError("file", "sound", f"it is {file.format_info}, which is not read here", SAVE_AS)
    if not 1 <= file.channels <= MAX_CHANNELS:
        rule = f"it must have at most {MAX_CHANNELS} channels, and its header says {file.channels}"
        raise InputError("file", "sound", rule, "Mix it down to fewer.")
    if not MIN_RATE <= file.samplerate <= MAX_RATE:
        rule = (
            f"it must have from {MIN_RATE:,} to {MAX_RATE:,} samples a second, and its header says {file.samplerate:,}"
        )
        raise InputError("file", "sound", rule, "Save it at a usual rate, such as 44,100 Hz.")


def _read(file: Stream, report: Callable[[float], None]) -> tuple[Mix, str]:
    """All of a file up to the limit, and a sentence where it went on, or broke off with an error."""
    rate = file.samplerate
    limit = min(MAX_SECONDS * rate, MAX_FRAMES)
    mix = Mix(np.zeros(1 << 16, np.float32))
    try:
        for block in file.blocks():
            room = limit - mix.frames
            mix.add(block[:room])
            if len(block) > room:
                return mix, f"It is longer than can be used here: this is its first {_length(limit, rate)}."
            report(mix.frames / limit)
    except soundfile.LibsndfileError:
        return mix, f"The file is cut or damaged: only its first {_length(mix.frames, rate)} could be decoded."
    return mix, ""


def _missing(claimed: int | None, frames: int, rate: int) -> str:
    if claimed is None or claimed <= frames:
        return ""
    return (
        f"The file is cut or damaged: its header claims {_length(claimed, rate)}, and only "
        f"{_length(frames, rate)} could be decoded."
    )


def _length(frames: int, rate: int) -> str:
    seconds = frames / rate
    if seconds > 86_400:
        return "more than a day"
    minutes = f"{int(seconds) // 60} min {int(seconds) % 60} s" if seconds % 60 else f"{count(seconds / 60)} minutes"
    return minutes if seconds >= 60 else f"{number(seconds, 3)} s"


def _remarks(mix: Mix, channels: int) -> Iterator[str]:
    """A sentence for everything about the samples that was not as expected."""
    if mix.not_finite:
        yield f"{mix.not_finite:,} of its values were not finite numbers of 32 bits and became 0."
    cancel = mix.peak < 1e-3 * mix.loudest
    if channels > 1 and not cancel:
        yield f"Its {channels} channels were mixed to their mean."
    if mix.peak > 1:
        yield f"Its peak was {fixed(mix.peak, 3)} times full scale: all of it was divided by that."
    elif cancel:
        yield f"Its {channels} channels cancel each other in their mean."
    if mix.frames == 1:
        yield "It is a single sample."
    elif mix.peak and (mix.samples == mix.samples[0]).all():
        yield f"All its samples are {number(mix.samples[0])}: a constant, which nobody hears. Its level is at 0 Hz."
