"""Spectrograms as pictures: rows, cells and levels, against librosa's full spectrogram reduced by hand.

1. rows: every bin in its row, none lost
2. cells: the largest power of librosa's spectrogram
3. stretches and windows side by side
4. levels
5. the GPU's way, computed where there is none
6. what is refused
"""

import subprocess
import sys

import librosa
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.utils._python_dispatch import TorchDispatchMode

from core.errors import InputError
from core.sound import block_maxima, block_maxima_on_device
from core.sound.block_maxima import Part, largest
from core.sound.frequency_axis import rows
from core.sound.mel import filter_bank
from core.sound.spectrogram_raster import Grid, analysis, grids, quantise
from core.sound.stft import centre
from core.sound.windows import Window, sample

RATE = 8_000.0
SPACINGS = ("linear", "logarithmic", "mel")


def noise(samples: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(samples).astype(np.float32)


def grid(signal: np.ndarray, *analysed, progress=None, **stretch) -> Grid:
    """The picture of one analysis of the signal."""
    return grids(signal, RATE, [analysis(len(signal), *analysed, **stretch)], progress=progress)[0]


def laid_out(spacing: str, count: int, fft_length: int) -> object:
    return rows(spacing, count, fft_length, RATE, 0.0 if spacing == "linear" else 50.0)


def reduced(signal, window, hop, fft_length, layout, columns) -> np.ndarray:
    """librosa's power spectrogram, row by row and column by column."""
    centred = np.abs(librosa.stft(signal, n_fft=fft_length, hop_length=hop, win_length=len(window), window=window)) ** 2
    power = centred * (2 / window.sum()) ** 2
    if layout.bank is not None:
        power = layout.bank.astype(np.float64) @ power
    else:
        power = np.stack([power[a:b].max(axis=0) for a, b in zip(layout.first, layout.last, strict=True)])
    each = -(-power.shape[1] // columns)
    return np.stack([power[:, at : at + each].max(axis=1) for at in range(0, power.shape[1], each)], axis=1)


# 1. Rows


@given(st.integers(1, 700), st.integers(2, 2_000), st.floats(0, 1_000), st.floats(1_500, 4_000))
def test_linear_rows_share_out_all_bins_of_their_range(count, fft_length, low, high):
    layout = rows("linear", count, fft_length, RATE, low, high)
    hz = np.arange(fft_length // 2 + 1) * RATE / fft_length
    within, about = np.flatnonzero((hz >= low) & (hz <= high)), (hz >= low - 1e-6) & (hz <= high + 1e-6)
    shared = {k for a, b in zip(layout.first, layout.last, strict=True) for k in range(a, b)}
    assert set(within.tolist()) <= shared
    assert len(layout) <= max(1, min(count, about.sum()))
    assert (layout.edges[0], layout.edges[-1]) == (low, high)


@given(st.integers(1, 700), st.integers(2, 2_000), st.floats(1, 1_000))
def test_logarithmic_rows_hold_the_bins_between_their_edges_or_the_nearest(count, fft_length, low):
    layout = rows("logarithmic", count, fft_length, RATE, low)
    hz, bin_hz = np.arange(fft_length // 2 + 1) * RATE / fft_length, RATE / fft_length
    np.testing.assert_allclose(np.diff(np.log(layout.edges)), np.log(RATE / 2 / low) / count, rtol=1e-6)
    for i, (first, last) in enumerate(zip(layout.first, layout.last, strict=True)):
        assert first < last <= len(hz)
        inside = (hz[first:last] >= layout.edges[i] - 1e-5) & (hz[first:last] <= layout.edges[i + 1] + 1e-5)
        middle = np.sqrt(layout.edges[i] * layout.edges[i + 1])
        assert inside.all() or (last == first + 1 and abs(hz[first] - middle) <= bin_hz / 2 + 1e-6)


def test_as_many_rows_as_bins_is_each_bin_its_own():
    layout = rows("linear", 600, 512, RATE)
    assert layout.first.tolist() == list(range(257))
    assert layout.last.tolist() == list(range(1, 258))


def test_mel_rows_are_the_bands_of_the_bank():
    layout = rows("mel", 40, 1024, RATE)
    bank = filter_bank(1024, RATE, 40, 0.0, RATE / 2).toarray()
    power = np.abs(noise(3 * 513).reshape(3, 513))
    np.testing.assert_allclose(layout.pool(power), power @ bank.T, rtol=1e-5)
    assert all(not bank[i, :a].any() and not bank[i, b:].any() for i, (a, b) in enumerate(zip(layout.first, layout.last, strict=True)))  # fmt: skip  # noqa: E501
    assert layout.empty == 0
    assert rows("mel", 128, 128, RATE).empty > 0


# 2. Cells


@settings(max_examples=50)
@given(
    st.sampled_from(SPACINGS), st.integers(8, 400), st.integers(0, 100), st.integers(1, 100), st.integers(500, 4_000),
    st.integers(1, 100), st.integers(1, 60),
)  # fmt: skip
def test_cells_are_the_largest_power_of_librosas_spectrogram(spacing, length, zeros, hop, samples, count, columns):
    signal, window, fft_length = noise(samples), sample(Window("hann"), length), (length + zeros + 1) // 2 * 2
    layout = laid_out(spacing, count, fft_length)
    ours = grid(signal, window, hop, fft_length, layout, columns).power
    theirs = reduced(signal, window, hop, fft_length, layout, columns)
    assert ours.shape == theirs.shape
    assert ours.shape[1] <= columns
    np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-5 * theirs.max())


@pytest.mark.parametrize("spacing", SPACINGS)
@pytest.mark.parametrize("block", [1, 700, 5_000])
def test_the_size_of_the_blocks_changes_nothing(spacing, block, monkeypatch):
    arguments = noise(9_000), sample(Window(), 128), 16, 128, laid_out(spacing, 40, 128), 30
    whole = grid(*arguments).power
    monkeypatch.setattr(block_maxima, "_CPU_BLOCK", block)
    np.testing.assert_allclose(grid(*arguments).power, whole, rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize("kind", ["rectangular", "hann", "blackman", "kaiser", "gaussian"])
def test_a_sine_of_amplitude_one_reads_zero_decibels_through_every_window(kind):
    signal = np.sin(2 * np.pi * 1_000 * np.arange(8_000) / RATE).astype(np.float32)
    layout = rows("linear", 129, 256, RATE)
    power = grid(signal, sample(Window(kind), 256), 64, 256, layout).power
    inner = power[:, 10:-10]
    assert (inner.argmax(axis=0) == 32).all()
    np.testing.assert_allclose(10 * np.log10(inner.max(axis=0)), 0, atol=0.01)


def test_columns_lie_where_their_frames_do():
    click = np.zeros(4_000, dtype=np.float32)
    click[2_000] = 1
    layout = rows("linear", 65, 128, RATE)
    seen = grid(click, sample(Window(), 128), 8, 128, layout, 100)
    column = int(seen.power.sum(axis=0).argmax())
    begin = seen.start + column * seen.column_seconds
    assert begin <= 2_000 / RATE <= begin + seen.column_seconds
    assert seen.column_frames == 6  # 501 frames in at most 100 columns
    assert seen.power.shape[1] == 84


# 3. Stretches, and windows side by side


def test_a_stretch_sees_what_lies_beyond_it():
    signal, window, layout = noise(6_000), sample(Window(), 256), rows("linear", 129, 256, RATE)
    whole = grid(signal, window, 50, 256, layout)
    part = grid(signal, window, 50, 256, layout, start=2_000, stop=3_000)
    np.testing.assert_allclose(part.power, whole.power[:, 40:61], rtol=1e-5)
    assert part.start == pytest.approx(whole.start + 2_000 / RATE)


@pytest.mark.parametrize("spacing", SPACINGS)
def test_many_windows_at_once_are_each_by_itself(spacing):
    signal, layout = noise(5_000), laid_out(spacing, 50, 512)
    windows = [sample(Window(), length) for length in (16, 33, 128, 512)]
    together = grids(signal, RATE, [analysis(len(signal), window, 64, 512, layout, 20) for window in windows])
    for each, window in zip(together, windows, strict=True):
        np.testing.assert_allclose(each.power, grid(signal, window, 64, 512, layout, 20).power, rtol=1e-5)


# 4. Levels


@given(st.floats(-200, 0), st.floats(1, 200))
def test_levels_are_evenly_spaced_in_decibels(floor, span):
    decibels = floor + span * np.arange(256) / 255
    assert quantise(10 ** (decibels / 10), floor, floor + span).tolist() == list(range(256))


@pytest.mark.parametrize(("measure", "middle"), [("decibels", 1e-2), ("magnitude", 0.505**2), ("power", 0.50005)])
def test_the_middle_of_the_range_is_the_middle_level(measure, middle):
    levels = quantise(np.array([0.0, 1e-9, middle, 1.0, 1e9]), -40.0, 0.0, measure).tolist()
    assert levels in ([0, 0, 127, 255, 255], [0, 0, 128, 255, 255])


# 5. The GPU's way


class MadeThere(TorchDispatchMode):
    """Notes which operations make tensors on which device."""

    def __init__(self) -> None:
        super().__init__()
        self.by: dict[str, set[str]] = {}

    def __torch_dispatch__(self, function, types, arguments=(), named=None):
        made = function(*arguments, **(named or {}))
        for tensor in made if isinstance(made, tuple | list) else [made]:
            if isinstance(tensor, torch.Tensor):
                self.by.setdefault(tensor.device.type, set()).add(str(function))
        return made


def batch(spacing: str) -> list[Part]:
    """Three lengths of window in two lengths of transform, and cells that hold all frames or leave some over."""
    return [
        Part(
            centre(sample(Window(kind), length), fft_length).astype(np.float32),
            centre=700,
            hop=hop,
            count=count,
            per_cell=per_cell,
            rows=laid_out(spacing, 50, fft_length),
        )
        for length, fft_length, hop, count, per_cell, kind in [
            (200, 256, 25, 31, 4, "hann"),
            (200, 256, 25, 31, 4, "hamming"),
            (240, 256, 30, 20, 1, "blackman"),
            (500, 512, 125, 7, 3, "hann"),
        ]
    ]


@pytest.mark.parametrize("spacing", SPACINGS)
@pytest.mark.parametrize("block", [1 << 26, 1 << 11])
def test_torch_gives_the_same_cells_of_all_lengths(spacing, block, monkeypatch):
    signal, parts = noise(1_500), batch(spacing)
    monkeypatch.setattr(block_maxima_on_device, "_BLOCK", block)
    theirs = largest(signal, parts, "zeros", torch.device("cpu"))
    for ours, other in zip(largest(signal, parts), theirs, strict=True):
        np.testing.assert_allclose(ours, other, rtol=1e-4, atol=1e-5 * ours.max())


@pytest.mark.parametrize("spacing", SPACINGS)
def test_every_tensor_of_a_batch_is_made_on_the_device_that_was_asked_for(spacing):
    """The device ``meta`` has shapes and no numbers, and refuses to be mixed with another."""
    parts, signal = batch(spacing), torch.empty(4_000, device="meta")
    with MadeThere() as made:
        found = block_maxima_on_device.cells_of(signal, parts, first=-100)
    assert made.by.pop("cpu", set()) <= {"aten.lift_fresh.default"}  # windows and rows on their way in
    assert set(made.by) == {"meta"}
    assert "aten._fft_r2c.default" in made.by["meta"]
    for cells_found, part in zip(found, parts, strict=True):
        assert cells_found.shape == (part.cells, len(part.rows))


def test_a_picture_on_the_cpu_needs_no_torch():
    program = (
        "import sys, numpy; from core.sound import inverse_stft, resample, spectrogram_raster as raster, windows\n"
        "from core.signals import spectrogram; from core.sound.frequency_axis import rows\n"
        "raster.grids(numpy.ones(99, numpy.float32), 9.0, [raster.analysis(99, numpy.ones(8), 4, 8, "
        "rows('linear', 5, 8, 9.0))]); sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_progress_rises_to_one_and_stops_the_work_by_raising():
    class CancelledError(Exception):
        pass

    def cancel(fraction: float) -> None:
        raise CancelledError

    heard: list[float] = []
    arguments = noise(3_000_000), sample(Window(), 512), 128, 512, rows("linear", 100, 512, RATE)
    grid(*arguments, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1
    with pytest.raises(CancelledError):
        grid(*arguments, progress=cancel)


# 6. What is refused


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e30])
def test_a_signal_that_is_not_finite_is_refused(value):
    signal = noise(1_000)
    signal[500] = value
    with pytest.raises(InputError, match="finite"):
        grid(signal, np.ones(64), 16, 64, rows("linear", 33, 64, RATE))


@pytest.mark.parametrize(
    ("samples", "window", "hop", "start", "field"),
    [(0, 8, 4, 0, "signal"), (9, 8, 0, 0, "hop"), (9, 9, 4, 0, "fft_length"), (9, 0, 4, 0, "fft_length"),
     (9, 8, 4, 9, "signal")],
)  # fmt: skip
def test_lengths_that_cannot_be_are_refused(samples, window, hop, start, field):
    with pytest.raises(InputError) as caught:
        analysis(samples, np.ones(window), hop, 8, rows("linear", 5, 8, RATE), start=start)
    assert caught.value.field == field
