"""What is computed of an excerpt of sound under every length of the window, and the sweep as a table."""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float32, Float64, Int64

from core.explorer import OfArrays
from core.signals.spectrogram.excerpt import Excerpt
from core.signals.spectrogram.excerpt_rasters import Fine
from core.signals.spectrogram.window_lengths import Trade
from core.sound.spectrogram_raster import Grid
from core.swept_rows import nearest


@dataclass(frozen=True, eq=False)
class Result(OfArrays):
    """The excerpt under every length of the window; times in seconds, frequencies in Hz.

    ``pictures`` hold the power in cells (1 is a sine of amplitude 1), one for each of ``trade.lengths``, and ``fine``
    the same for every pixel of a screen. ``wave`` [2, points] is the lowest and the highest sample in equal parts of
    ``start`` … ``end``. ``audio`` is the first of it, five seconds at most; ``focus`` adds what the inverse transform
    at length number ``step`` makes of that, with its relative error, where NOLA holds. From ``excerpt``, kept where it
    is short, it moves that step onto the very length that is looked at; ``even`` is the result before.
    """

    sample_rate: int
    start: float
    end: float
    whole: float
    low: float
    high: float
    trade: Trade
    pictures: tuple[Grid, ...]
    fine: tuple[Fine, ...]
    wave: Float32[np.ndarray, "2 points"]
    audio: Float32[np.ndarray, " audio"]
    remarks: tuple[str, ...] = ()
    excerpt: Excerpt | None = None
    even: "Result | None" = None
    step: int = -1
    rebuilt: Float32[np.ndarray, " audio"] | None = None
    error: float = math.nan

    @property
    def milliseconds(self) -> Float64[np.ndarray, " steps"]:
        """The lengths of the window, to the microsecond."""
        return milliseconds_of(self.trade.lengths, self.sample_rate)

    @property
    def bin_hz(self) -> Float64[np.ndarray, " steps"]:
        """The width of a bin under each length of the window."""
        return np.asarray(self.sample_rate / self.trade.lengths)

    def index_of(self, length: float) -> int:
        """Which of the pictures has the window nearest to ``length`` ms."""
        return nearest(self.milliseconds, length)

    def table(self) -> pd.DataFrame:
        """The sweep, one length of the window to a row."""
        facts, lengths = self.trade.fact, self.trade.lengths
        tones = {"two_tone_dip_db": self.trade.dips, "two_tones_separate": self.trade.separated}
        return pd.DataFrame(
            {
                "window_samples": lengths,
                "window_s": lengths / self.sample_rate,
                "hop_samples": self.trade.hops,
                "time_width_s": facts("time_width"),
                "frequency_width_hz": facts("frequency_width"),
                "product": facts("product"),
                "main_lobe_theory_hz": self.trade.lobe_hz,
                "main_lobe_measured_hz": facts("main_lobe") * self.bin_hz,
                "side_lobe_db": facts("side_lobe"),
                **({} if self.trade.dips is None else tones),
                "cola": self.trade.constant,
                "nola": self.trade.nonzero,
            }
        )


def milliseconds_of(lengths: Int64[np.ndarray, " steps"], sample_rate: int) -> Float64[np.ndarray, " steps"]:
    return np.round(lengths / sample_rate * 1000, 3)
