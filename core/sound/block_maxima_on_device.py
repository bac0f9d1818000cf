"""The cells of ``core.sound.block_maxima`` on a device of torch. Every tensor is made there, and only cells come back.

The lengths of a sweep share few lengths of transform (see ``excerpt_rasters.transform_length``), so a group of them
is one tensor [frames, L] and one transform. One tensor for all lengths, every frame as long as the longest transform,
takes eighty times as long (``benchmarks/spectrogram.py --lengths``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Float32

from core.sound.block_maxima import BlockTask, Part, tasks
from core.sound.frequency_axis import Rows
from core.sound.stft import Padding, excerpt_of

_BLOCK = 1 << 26  # samples in frames: 256 MB, and twice as much for their transform


def largest_there(
    signal: Float[np.ndarray, " samples"],
    parts: Sequence[Part],
    padding: Padding,
    where: torch.device,
    progress: Callable[[float], None] | None = None,
) -> list[Float32[np.ndarray, "cells rows"]]:
    """``core.sound.block_maxima.largest`` with all sums on ``where``."""
    first = min(part.centre - len(part.window) // 2 for part in parts)
    last = max(part.centre + (part.count - 1) * part.hop + len(part.window) for part in parts)
    around = torch.tensor(excerpt_of(signal, first, last, padding), dtype=torch.float32, device=where)
    found = cells_of(around, parts, first, progress)
    # One way back for all of them.
    cells = torch.cat([each.reshape(-1) for each in found]).cpu().numpy()
    ends = np.cumsum([each.numel() for each in found])
    pieces = np.split(cells, ends[:-1])
    return [piece.reshape(tuple(each.shape)) for piece, each in zip(pieces, found, strict=True)]


def cells_of(
    signal: torch.Tensor, parts: Sequence[Part], first: int, progress: Callable[[float], None] | None = None
) -> list[torch.Tensor]:
    """[cells, rows] of each part, on the device of ``signal``, which begins at sample ``first``."""
    there = [_Placed.of(part, signal, first) for part in parts]
    groups = list(_groups(parts))
    found: dict[BlockTask, torch.Tensor] = {}  # of each part in the order of its frames
    for number, group in enumerate(groups):
        frames = [there[task.part].frames(task) for task in group]
        spectrum = torch.fft.rfft(torch.cat(frames))
        powers = torch.split(torch.view_as_real(spectrum).square().sum(dim=-1), [len(each) for each in frames])
        found |= {task: there[task.part].cells(power, task) for task, power in zip(group, powers, strict=True)}
        if progress:
            progress((number + 1) / len(groups))
    return [torch.cat([cells for task, cells in found.items() if task.part == number]) for number in range(len(parts))]


def _groups(parts: Sequence[Part]) -> Iterator[list[BlockTask]]:
    """Tasks that go through one transform together: of one length, and not beyond the block."""
    for length in sorted({len(part.window) for part in parts}):
        group: list[BlockTask] = []
        alike = [(number, part) for number, part in enumerate(parts) if len(part.window) == length]
        for task in (task for number, part in alike for task in tasks(number, part, _BLOCK)):
            if group and (sum(each.frames for each in group) + task.frames) * length > _BLOCK:
                yield group
                group = []
            group.append(task)
        yield group


@dataclass(frozen=True, eq=False)
class _Placed:
    """A part with its signal, window and rows on the device; ``begin`` is where frame 0 does, in the signal."""

    signal: torch.Tensor
    window: torch.Tensor
    begin: int
    hop: int
    bank: torch.Tensor | None  # [bins, rows]
    bins: torch.Tensor  # of rows that cover several
    row: torch.Tensor  # the row of each of them
    only: torch.Tensor  # for each row, the bin that it shows where it is one, or −1

    @classmethod
    def of(cls, part: Part, signal: torch.Tensor, first: int) -> _Placed:
        def there(values: np.ndarray) -> torch.Tensor:
            return torch.tensor(values, device=signal.device)

        bank = None if part.rows.bank is None else there(part.rows.bank.T.toarray())
        begin = part.centre - len(part.window) // 2 - first
        return cls(signal, there(part.window), begin, part.hop, bank, *map(there, _bins(part.rows)))

    def frames(self, task: BlockTask) -> torch.Tensor:
        """[frames, fft_length], each frame under the window."""
        size, begin = (task.frames, len(self.window)), self.begin + task.first * self.hop
        return self.signal.as_strided(size, (self.hop, 1), begin) * self.window

    def cells(self, power: torch.Tensor, task: BlockTask) -> torch.Tensor:
        """[cells, rows] of the power [frames, bins]."""
        if self.bank is not None:
            power = power @ self.bank
        peaks = power.reshape(task.cells, task.each, -1).amax(dim=1)
        if self.bank is not None:
            return peaks
        nothing = torch.zeros((len(peaks), len(self.only)), device=peaks.device)
        covered = peaks.index_select(1, self.bins)
        covering = nothing.scatter_reduce(1, self.row.expand(covered.shape), covered, "amax")
        return torch.where(self.only < 0, covering, peaks.index_select(1, self.only.clamp(min=0)))


def _bins(rows: Rows) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of rows with several bins, the bins and the row of each; and for each row its bin where it has one, else −1."""
    several = np.flatnonzero(rows.last - rows.first > 1)
    bins = [np.arange(rows.first[row], rows.last[row]) for row in several]
    row = np.repeat(several, [len(each) for each in bins])
    only = np.where(rows.last - rows.first > 1, -1, rows.first)
    return np.concatenate([np.zeros(0, np.int64), *bins]), row, only
