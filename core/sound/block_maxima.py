"""The largest power in each cell of a spectrogram that is never held: frames come and go a block at a time.

Transforms of many lengths go through in one call. On the CPU a block is small enough to stay in a core's cache, and is
reduced at once; a few threads share the blocks of all lengths (NumPy and the transform let go of Python's lock). BLAS
and torch are kept out of it, for the threads of one such call wait for each other, which on a server with other work
takes many times as long as the sums. A GPU is given the signal once; frames of all parts that share a length of
transform lie in one tensor, as many as its block holds, and what comes back are the cells.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
import scipy.fft
from jaxtyping import Float, Float32
from numpy.typing import NDArray

from core.sound.frequency_axis import Rows
from core.sound.stft import Padding, frames_of
from core.threads import FEW, in_threads

if TYPE_CHECKING:
    import torch

THREADS = FEW
_CPU_BLOCK = 1 << 19  # samples in frames, all windows counted: 2 MB, and as much for their transform


@dataclass(frozen=True, eq=False)
class Part:
    """Frames of a signal under one window, in a transform of its length L: ``count`` of them, centred at sample
    ``centre``, ``centre`` + ``hop``, …, of which a cell holds ``per_cell`` (the last one perhaps fewer).
    """

    window: Float32[np.ndarray, " fft_length"]
    centre: int
    hop: int
    count: int
    per_cell: int
    rows: Rows

    @property
    def cells(self) -> int:
        return -(-self.count // self.per_cell)


@dataclass(frozen=True)
class BlockTask:
    """``cells`` cells of ``each`` frames, from frame ``first`` of part number ``part`` on."""

    part: int
    first: int
    cells: int
    each: int

    @property
    def frames(self) -> int:
        return self.cells * self.each


def largest(
    signal: Float[np.ndarray, " samples"],
    parts: Sequence[Part],
    padding: Padding = "zeros",
    where: "torch.device | None" = None,
    progress: Callable[[float], None] | None = None,
) -> list[Float32[np.ndarray, "cells rows"]]:
    """For each part, max over the frames t of a cell and the bins k of a row of |Σ_n x_t[n] w[n] e^{−2πikn/L}|².

    On a mel axis the bins are summed by their weights before the largest frame is taken. ``where`` is a device of
    torch, or None for NumPy. ``progress`` hears fractions from 0 to 1, and stops the work by raising.
    """
    if where is not None:
        from core.sound.block_maxima_on_device import largest_there

        return largest_there(signal, parts, padding, where, progress)
    plan = [task for number, part in enumerate(parts) for task in tasks(number, part, _CPU_BLOCK)]

    def run(task: BlockTask) -> NDArray[np.float32]:
        part, block = parts[task.part], max(1, _CPU_BLOCK // parts[task.part].window.size)
        if task.frames <= block:
            return _cells(signal, part, padding, task)
        ends = range(task.first, task.first + task.each, block)
        pieces = (BlockTask(task.part, at, 1, min(block, task.first + task.each - at)) for at in ends)
        return reduce(np.maximum, (_cells(signal, part, padding, piece) for piece in pieces))

    done = [*in_threads(run, plan, progress, THREADS)]
    return [
        np.concatenate([cells for task, cells in zip(plan, done, strict=True) if task.part == number])
        for number in range(len(parts))
    ]


def tasks(number: int, part: Part, block: int) -> Iterator[BlockTask]:
    """A part cut into pieces of about ``block`` samples in frames, the last cell by itself where it has fewer."""
    at_once = max(1, block // part.window.size // part.per_cell)
    whole = part.count // part.per_cell
    for cell in range(0, whole, at_once):
        yield BlockTask(number, cell * part.per_cell, min(at_once, whole - cell), part.per_cell)
    if part.count % part.per_cell:
        yield BlockTask(number, whole * part.per_cell, 1, part.count % part.per_cell)


def _cells(
    signal: Float[np.ndarray, " samples"], part: Part, padding: Padding, task: BlockTask
) -> Float32[np.ndarray, "cells rows"]:
    framed = frames_of(signal, task.first, task.first + task.frames, part.hop, len(part.window), padding, part.centre)
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is found in the result
        spectrum = scipy.fft.rfft(framed.astype(np.float32, copy=False) * part.window, overwrite_x=True)
        parts = spectrum.view(np.float32)
        np.multiply(parts, parts, out=parts)
        power = parts[:, ::2] + parts[:, 1::2]
        if part.rows.bank is not None:
            power = part.rows.pool(power)
        peaks = power.reshape(task.cells, task.each, -1).max(axis=1)
        # Without a bank it is the largest of the largest, and bins come last: there are fewer of them left.
        return np.asarray(peaks if part.rows.bank is not None else part.rows.pool(peaks))
