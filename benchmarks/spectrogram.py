"""The spectrogram of ten minutes of sound, ready to draw: this project against librosa, side by side in one process.

    python -m benchmarks.spectrogram [--seconds 600] [--repeats 7]

Both get the same noise at 44.1 kHz, a Hann window of 2048 samples and a hop of 512. Ours ends with a picture of at
most 1400 × 600 bytes in decibels; theirs is |librosa.stft|², which is not yet one. Ours is measured as it is, on two
threads, and on one, as librosa's. Repeats alternate; medians are printed, and the best: fresh
memory for its 640 MB costs librosa more on some runs than on others.

With --lengths: all 33 lengths of the window for one second of sound in one call, each on the grid that suits it,
against one grid that all share: the frames of the shortest and the transform of the longest.
"""

import argparse
import statistics
import time
from collections.abc import Callable

import librosa
import numpy as np

from core.signals.spectrogram.excerpt import Excerpt
from core.signals.spectrogram.excerpt_rasters import COLUMNS, ROWS, Layout, pictures, transform_length
from core.signals.spectrogram.window_lengths import lengths
from core.sound import block_maxima
from core.sound.frequency_axis import Spacing, rows
from core.sound.spectrogram_raster import analysis, grids, quantise
from core.sound.windows import Window, sample

RATE = 44_100
FFT_LENGTH, HOP = 2048, 512
MOST_ROWS, MEL_BANDS = 600, 128


def ours(signal: np.ndarray, spacing: Spacing, threads: int) -> np.ndarray:
    """The picture as the page sends it."""
    block_maxima.THREADS = threads
    count, low = (MEL_BANDS if spacing == "mel" else MOST_ROWS), (0.0 if spacing == "linear" else 20.0)
    layout = rows(spacing, count, FFT_LENGTH, float(RATE), low)
    part = analysis(len(signal), sample(Window("hann"), FFT_LENGTH), HOP, FFT_LENGTH, layout)
    return quantise(grids(signal, float(RATE), [part])[0].power, -80.0, 0.0)


def theirs(signal: np.ndarray) -> np.ndarray:
    """The power spectrogram in full."""
    return np.abs(librosa.stft(signal, n_fft=FFT_LENGTH, hop_length=HOP, window="hann")) ** 2


def lengths_side_by_side(repeats: int) -> None:
    """One call with a grid for each length, and one with the same grid for all."""
    signal = np.random.default_rng(0).standard_normal(RATE).astype(np.float32)
    excerpt = Excerpt(signal, RATE, 0, len(signal), 0.0, 1.0)
    windows = [sample(Window("hann"), length) for length in lengths(float(RATE), len(signal), 8).tolist()]
    longest, layout = transform_length(2 * len(windows[-1])), Layout("linear", 0.0, RATE / 2, 8, 2)
    hop, shared = len(windows[0]) // 8, rows("linear", ROWS, longest, float(RATE))
    alike = [analysis(len(signal), window, hop, longest, shared, COLUMNS) for window in windows]
    sides: dict[str, Callable[[], object]] = {
        "each length on its own grid": lambda: pictures(excerpt, windows, layout),
        "one grid for all": lambda: grids(signal, float(RATE), alike),
    }
    times = {name: [seconds(side) for _ in range(repeats)] for name, side in sides.items()}
    base = figures(times["each length on its own grid"])
    print(f"{len(windows)} lengths, 1 s at {RATE} Hz")
    for name, taken in times.items():
        print(f"{name:28} " + " ".join(f"{a:8.3f} s {a / b:6.1f}" for a, b in zip(figures(taken), base, strict=True)))


def seconds(action: Callable[[], object]) -> tuple[float, float]:
    """Wall-clock and processor time of one call."""
    start, worked = time.perf_counter(), time.process_time()
    action()
    return time.perf_counter() - start, time.process_time() - worked


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--lengths", action="store_true")
    options = parser.parse_args()
    if options.lengths:
        lengths_side_by_side(options.repeats)
        return
    signal = np.random.default_rng(0).standard_normal(options.seconds * RATE).astype(np.float32)
    sides: dict[str, Callable[[], np.ndarray]] = {"librosa, |stft|²": lambda: theirs(signal)}
    for spacing in ("linear", "logarithmic", "mel"):
        for threads in (2, 1):
            name = f"{spacing}, {threads} thread{'s' if threads > 1 else ''}"
            sides[name] = lambda spacing=spacing, threads=threads: ours(signal, spacing, threads)
    size = {name: side().nbytes for name, side in sides.items()}  # and a warm-up of each
    times = {name: [] for name in sides}
    for _ in range(options.repeats):
        for name, side in sides.items():
            times[name].append(seconds(side))
    print(f"{options.seconds} s at {RATE} Hz, transform {FFT_LENGTH}, hop {HOP}; wall-clock and processor time")
    print(f"{'':24} {'median':>9} {'ratio':>6} {'best':>9} {'ratio':>6} {'processor':>10} {'ratio':>6} {'bytes':>13}")
    base = figures(times["librosa, |stft|²"])
    for name, taken in times.items():
        columns = (f"{here:7.3f} s {here / there:6.2f}" for here, there in zip(figures(taken), base, strict=True))
        print(f"{name:24} {' '.join(columns)} {size[name]:13,}")


def figures(taken: list[tuple[float, float]]) -> tuple[float, float, float]:
    """Median and least of the wall-clock times, least of the processor's."""
    walls, worked = zip(*taken, strict=True)
    return statistics.median(walls), min(walls), min(worked)


if __name__ == "__main__":
    main()
