"""The largest power in each cell of a spectrogram that is never held: frames come and go a block at a time.

A block is small enough to stay in a core's cache, and is reduced at once. On the CPU a few threads share the blocks
(NumPy and the transform let go of Python's lock); BLAS and torch are kept out of it, for the threads of one such call
wait for each other, which on a server with other work takes many times as long as the sums.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
import scipy.fft
from jaxtyping import Float32
from numpy.typing import NDArray

from core.signals.rows import Rows

if TYPE_CHECKING:
    import torch

_CPU_BLOCK = 1 << 19  # samples in frames, all windows counted: 2 MB, and as much for their transform
_GPU_BLOCK = 1 << 27
_THREADS = min(2, os.cpu_count() or 1)  # of one call: the other cores are other readers'

Frames = Callable[[int, int], NDArray[np.float32]]  # (first frame, how many) -> [frames, fft_length]
_Cells = Callable[[int, int, int], NDArray[np.float32]]  # (first frame, cells, frames of each) -> [windows, cells, …]


def largest(
    frames: Frames,
    count: int,
    frames_per_cell: int,
    windows: Float32[np.ndarray, "windows fft_length"],
    rows: Rows,
    where: "torch.device | None" = None,
    progress: Callable[[float], None] | None = None,
) -> Float32[np.ndarray, "windows cells rows"]:
    """max over the frames t of a cell and the bins k of a row of |Σ_n x_t[n] w[n] e^{−2πikn/L}|².

    On a mel axis the bins are summed by their weights before the largest frame is taken. ``where`` is a GPU, or
    None (or a CPU) for NumPy. ``progress`` hears fractions from 0 to 1, and stops the work by raising.
    """
    on_gpu = where is not None and where.type != "cpu"
    cells = _torch_cells(frames, windows, rows, where) if where and on_gpu else _numpy_cells(frames, windows, rows)
    block = max(1, (_GPU_BLOCK if on_gpu else _CPU_BLOCK) // windows.size)
    tasks = list(_tasks(count, frames_per_cell, max(1, block // frames_per_cell)))

    def run(task: tuple[int, int, int]) -> NDArray[np.float32]:
        first, number, each = task
        if number * each <= block:
            return cells(first, number, each)
        pieces = (cells(at, 1, min(block, first + each - at)) for at in range(first, first + each, block))
        return reduce(np.maximum, pieces)

    peaks = np.concatenate(_in_turn(run, tasks, 1 if on_gpu else _THREADS, progress), axis=1)
    # Without a bank it is the largest of the largest, and bins may come last, when there are few of them left.
    return peaks if rows.bank is not None else rows.pool(peaks)


def _in_turn(
    run: Callable[[tuple[int, int, int]], NDArray[np.float32]],
    tasks: list[tuple[int, int, int]],
    threads: int,
    progress: Callable[[float], None] | None,
) -> list[NDArray[np.float32]]:
    done: list[NDArray[np.float32]] = []
    with ThreadPoolExecutor(threads) as pool:
        try:
            for part in pool.map(run, tasks):
                done.append(part)
                if progress:
                    progress(len(done) / len(tasks))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return done


def _tasks(count: int, per_cell: int, at_once: int) -> Iterator[tuple[int, int, int]]:
    """(first frame, cells, frames of each), the last cell by itself where it has fewer frames."""
    whole = count // per_cell
    for cell in range(0, whole, at_once):
        yield cell * per_cell, min(at_once, whole - cell), per_cell
    if count % per_cell:
        yield whole * per_cell, 1, count % per_cell


def _numpy_cells(frames: Frames, windows: NDArray[np.float32], rows: Rows) -> _Cells:
    def cells(first: int, number: int, each: int) -> NDArray[np.float32]:
        with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is found in the result
            spectrum = scipy.fft.rfft(frames(first, number * each) * windows[:, None], overwrite_x=True)
            parts = spectrum.view(np.float32)
            np.multiply(parts, parts, out=parts)
            power = parts[..., ::2] + parts[..., 1::2]
            if rows.bank is not None:
                power = rows.pool(power)
            return np.asarray(power.reshape(len(windows), number, each, -1).max(axis=2))

    return cells


def _torch_cells(frames: Frames, windows: NDArray[np.float32], rows: Rows, where: "torch.device") -> _Cells:
    import torch

    there = torch.from_numpy(windows).to(where)[:, None]
    bank = None if rows.bank is None else torch.from_numpy(rows.bank.T.copy()).to(where)

    def cells(first: int, number: int, each: int) -> NDArray[np.float32]:
        seen = torch.from_numpy(np.array(frames(first, number * each))).to(where)
        power = torch.fft.rfft(seen * there).abs().square()
        if bank is not None:
            power = power @ bank
        peaks: NDArray[np.float32] = power.reshape(len(windows), number, each, -1).amax(dim=2).cpu().numpy()
        return peaks

    return cells
