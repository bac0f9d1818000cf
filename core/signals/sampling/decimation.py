"""A sound of which every M-th sample is kept, without and with an anti-alias filter: two spectrograms, and to hear."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from jaxtyping import Float32

from core.errors import InputError
from core.explorer import OfArrays
from core.numbers import exact, number
from core.signals.sampling.antialias_filter import AntiAlias, Response, decimate, response
from core.sound import built_in_sounds, files
from core.sound.decode_cache import brought
from core.sound.frequency_axis import rows
from core.sound.spectrogram_raster import analysis, grids
from core.sound.windows import Window, sample

Source = Literal["linear-chirp", "logarithmic-chirp", "vowel", "clicks", "noise", "file"]

BUILT_IN_RATE = 16_000  # Hz
BUILT_IN_SECONDS = 3.0
MOST_SECONDS = 20.0  # of a reader's sound are taken
LOWEST_RATE = 500.0  # Hz, after decimation
COLUMNS, ROWS = 480, 120  # of a picture
FLOOR = -90.0  # dB

Audio = Float32[np.ndarray, " frames"]


@dataclass(frozen=True, eq=False)
class Decimation(OfArrays):
    """What remains of a sound at a rate of ``sample_rate``/``factor`` Hz: first without the filter, then with it.

    ``pictures`` are spectrograms in dB (0: a sine of amplitude 1), rows from 0 to half the new rate, columns
    ``column_seconds`` wide. ``audio`` is the sound, and what remains brought back to the old rate.
    """

    sample_rate: float
    factor: int
    design: AntiAlias
    response: Response
    pictures: Float32[np.ndarray, "2 rows columns"]
    column_seconds: float
    audio: tuple[Audio, Audio, Audio]
    remarks: tuple[str, ...] = ()

    def table(self) -> pd.DataFrame:
        """The filter, one frequency to a row."""
        return pd.DataFrame(
            {
                "frequency_hz": self.response.frequency,
                "magnitude_db": self.response.magnitude_db,
                "group_delay_ms": self.response.group_delay_ms,
            }
        )


def decimated(
    source: Source,
    data: bytes | None,
    start: float,
    factor: int,
    design: AntiAlias,
    progress: Callable[[float], None] | None = None,
) -> Decimation:
    """The first 20 s after ``start`` (seconds) of a sound, decimated by ``factor``.

    Raises:
        InputError: the file cannot be used, ``start`` lies beyond its end, or so little remains that no picture can
            be drawn.
    """
    samples, rate, remarks = _read(source, data, start, progress)
    if rate / factor < LOWEST_RATE:
        most = int(rate / LOWEST_RATE)
        rule = f"it must leave {exact(LOWEST_RATE)} Hz or more, and leaves {number(rate / factor)} of {exact(rate)} Hz"
        raise InputError("factor", factor, rule, f"For this sound it can be up to {most}.")
    kept = decimate(samples, rate, factor, design)
    grids = [_picture(each, kept.sample_rate) for each in (kept.unfiltered, kept.filtered)]
    return Decimation(
        sample_rate=float(rate),
        factor=factor,
        design=design,
        response=response(design, factor, rate, points=501),
        pictures=np.stack([power for power, _ in grids]),
        column_seconds=grids[0][1],
        audio=(samples, kept.playable_unfiltered, kept.playable_filtered),
        remarks=remarks,
    )


def _read(
    source: Source, data: bytes | None, start: float, progress: Callable[[float], None] | None
) -> tuple[Audio, int, tuple[str, ...]]:
    if source != "file":
        return built_in_sounds.built_in(source, BUILT_IN_SECONDS, BUILT_IN_RATE), BUILT_IN_RATE, ()
    whole = brought(data, progress=progress)
    part = files.trim(whole, start, start + MOST_SECONDS)
    sentences = [whole.remark] if whole.remark else []
    if part.seconds < whole.seconds:
        sentences.append(f"{number(part.seconds, 3)} s from {exact(start)} s on, of {number(whole.seconds)} s.")
    return part.samples, whole.sample_rate, tuple(sentences)


def _picture(samples: Audio, rate: float) -> tuple[Float32[np.ndarray, "rows columns"], float]:
    """Power in dB under a Hann window of 256 samples, or as many as there are."""
    length = min(256, max(8, len(samples) // 4))
    hop = max(1, min(length // 4, len(samples) // COLUMNS))
    layout = rows("linear", min(ROWS, length), 2 * length, rate)
    part = analysis(len(samples), sample(Window("hann"), length), hop, 2 * length, layout, COLUMNS)
    drawn = grids(samples, rate, [part])[0]
    decibels = 10 * np.log10(np.maximum(drawn.power, 10 ** (FLOOR / 10)))
    return decibels.astype(np.float32), drawn.column_seconds
