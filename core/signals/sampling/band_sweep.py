"""A band of frequencies sampled at every rate of a sweep: where it lands, mirrored or upright, or folded onto itself.

The band is made of nine lines whose strength rises from its low edge to its high edge, so that a mirror image is told.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float32, Float64, Int64

from core.explorer import OfArrays
from core.signals.sampling.sampling_theory import RateRange, bandpass_landing, bandpass_rates
from core.signals.sampling.tone_peaks import strengths
from core.signals.sampling.tone_sum import waves
from core.swept_rows import moved_onto

STEPS = 241
WEAKEST = 0.3  # strength at the low edge; 1 at the high edge
LINES = 9
APART = 4  # bins between two lines, at least, so that Hann's window tells them apart
CELLS = 256  # of the drawn spectrum
NARROWEST = 0.05  # of the high edge
MOST_ZONES = 12  # the sweep goes down to rates at which the band lies this many half rates up

Steps = Float64[np.ndarray, " steps"]


@dataclass(frozen=True, eq=False)
class BandSweep(OfArrays):
    """The band from ``low`` to ``high`` Hz at each ``sample_rate``, a row for each.

    ``landed_low`` … ``landed_high`` (Hz) is what it covers below half the rate, by theory; ``measured_low`` and
    ``measured_high`` are the edges of what stands out in the ``spectrum`` of its samples. Where ``clean`` it lies
    whole in ``zone`` (1: below half the rate), and in an even zone it is ``mirrored``.
    """

    low: float
    high: float
    sample_rate: Steps
    landed_low: Steps
    landed_high: Steps
    measured_low: Steps
    measured_high: Steps
    clean: Bool[np.ndarray, " steps"]
    mirrored: Bool[np.ndarray, " steps"]
    zone: Int64[np.ndarray, " steps"]
    spectrum_frequency: Float64[np.ndarray, "steps bins"]
    spectrum: Float32[np.ndarray, "steps bins"]

    @property
    def ranges(self) -> tuple[RateRange, ...]:
        """The stretches of rates at which the band is clean, as far as the sweep reaches."""
        return tuple(each for each in bandpass_rates(self.low, self.high) if each.highest >= self.sample_rate[0])

    def table(self) -> pd.DataFrame:
        """The sweep, one rate to a row."""
        names = ("sample_rate", "landed_low", "landed_high", "measured_low", "measured_high")
        columns = {f"{name}_hz": getattr(self, name) for name in names}
        return pd.DataFrame({**columns, "zone": self.zone, "clean": self.clean, "mirrored": self.mirrored})


def ends(low: float, high: float) -> tuple[float, float]:
    """The lowest and the highest rate (Hz) of the sweep: from three quarters of 2·(high − low) to 2.2·high."""
    return max(1.5 * (high - low), 2 * high / MOST_ZONES), 11 * high / 5


def sweep_band(low: float, high: float) -> BandSweep:
    """The band at even steps of the rate."""
    return _evaluate(low, high, np.linspace(*ends(low, high), STEPS))


def with_rate(sweep: BandSweep, rate: float) -> BandSweep:
    """The sweep with the step nearest to ``rate`` moved onto it."""
    even = np.linspace(*ends(sweep.low, sweep.high), STEPS)
    return moved_onto(sweep, sweep.sample_rate, even, rate, lambda _, rates: _evaluate(sweep.low, sweep.high, rates))


def _evaluate(low: float, high: float, rates: Steps) -> BandSweep:
    landing = bandpass_landing(low, high, rates)
    spectra = strengths(_samples(low, high, rates))
    measured = _edges(spectra) / (2 * (spectra.shape[1] - 1)) * rates
    return BandSweep(
        low=low,
        high=high,
        sample_rate=rates,
        landed_low=landing.low,
        landed_high=landing.high,
        measured_low=measured[0],
        measured_high=measured[1],
        clean=landing.clean,
        mirrored=landing.clean & (landing.zone % 2 == 0),
        zone=landing.zone,
        spectrum_frequency=(np.arange(CELLS) + 0.5) / (2 * CELLS) * rates[:, None],
        spectrum=spectra[:, :-1].reshape(len(rates), CELLS, -1).max(axis=2).astype(np.float32),
    )


def lines(low: float, high: float) -> tuple[Float64[np.ndarray, " lines"], Float64[np.ndarray, " lines"]]:
    """Frequency (Hz) and strength of what the band is made of."""
    return np.linspace(low, high, LINES), np.linspace(WEAKEST, 1.0, LINES)


def _samples(low: float, high: float, rates: Steps) -> Float64[np.ndarray, "steps record"]:
    """Samples of the band at each rate: as many as tell the lines apart at the highest."""
    frequency, strength = lines(low, high)
    needed = APART * ends(low, high)[1] / (frequency[1] - frequency[0])
    record = max(2 * CELLS, 2 ** int(np.ceil(np.log2(needed))))
    # Newman's phases keep the sum from peaking; a quarter turn more, and a line at 0 Hz is seen as well.
    phase = np.pi * (0.5 + np.arange(LINES) ** 2 / LINES)
    times = np.arange(record, dtype=np.float64)
    return np.stack([strength @ waves(frequency / rate, phase, times) for rate in rates])


def _edges(spectra: Float64[np.ndarray, "steps bins"]) -> Float64[np.ndarray, "2 steps"]:
    """The first and the last bin of each spectrum that stands out."""
    top = np.pad(spectra, ((0, 0), (1, 1)), mode="reflect")
    peak = (spectra >= top[:, :-2]) & (spectra >= top[:, 2:]) & (spectra > WEAKEST / 2)
    first, last = peak.argmax(axis=1), peak.shape[1] - 1 - peak[:, ::-1].argmax(axis=1)
    return np.stack([first, last]).astype(np.float64)
