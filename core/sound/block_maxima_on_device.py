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

from core.sound.block_maxima import Part, Task, tasks
from core.sound.frequency_axis import Rows
from core.sound.stft import Padding, excerpt_of

_BLOCK = 1 << 26  # samples in frames: 256 MB, and twice as much for their transform


def largest_there(
    signal: Float[np.ndarray, " samples"],
    parts: Sequence[Part],
    padding: Padding,
    where: torch.device,
    progress: Callable[[float], None] | None = None,
) -> list[Float32[np.ndarray, "windows cells rows"]]:
    """``core.sound.block_maxima.largest`` with all sums on ``where``."""
    first = min(part.centre - part.windows.shape[1] // 2 for part in parts)
    last = max(part.centre + (part.count - 1) * part.hop + part.windows.shape[1] for part in parts)
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
    """[windows, cells, rows] of each part, on the device of ``signal``, which begins at sample ``first``."""
    there = [_Placed.of(part, signal, first) for part in parts]
    groups = list(_groups(parts))
    found: dict[Task, torch.Tensor] = {}
    for number, group in enumerate(groups):
        found |= dict(zip(group, _group(there, group), strict=True))
        if progress:
            progress((number + 1) / len(groups))
    return [
        torch.cat([found[task] for task in sorted(_of(found, number), key=lambda task: task.first)], dim=1)
        for number in range(len(parts))
    ]


def _of(found: dict[Task, torch.Tensor], number: int) -> list[Task]:
    return [task for task in found if task.part == number]


def _groups(parts: Sequence[Part]) -> Iterator[list[Task]]:
    """Tasks that go through one transform together: of one length, and not beyond the block."""
    for length in sorted({part.windows.shape[1] for part in parts}):
        group: list[Task] = []
        held = 0
        for number, part in enumerate(parts):
            if part.windows.shape[1] != length:
                continue
            for task in tasks(number, part, _BLOCK):
                size = task.frames * part.windows.size
                if group and held + size > _BLOCK:
                    yield group
                    group, held = [], 0
                group.append(task)
                held += size
        yield group


@dataclass(frozen=True, eq=False)
class _Placed:
    """A part with its signal, windows and rows on the device; ``begin`` is where frame 0 does, in the signal."""

    signal: torch.Tensor
    windows: torch.Tensor  # [windows, 1, fft_length]
    begin: int
    hop: int
    bank: torch.Tensor | None  # [bins, rows]
    bins: torch.Tensor  # of rows that cover several
    row: torch.Tensor  # the row of each of them
    only: torch.Tensor  # for each row, the bin that it shows where it is one, or −1
    rows: int

    @classmethod
    def of(cls, part: Part, signal: torch.Tensor, first: int) -> _Placed:
        def there(values: np.ndarray) -> torch.Tensor:
            return torch.tensor(values, device=signal.device)

        rows, length = part.rows, part.windows.shape[1]
        bins, row, only = _bins(rows)
        bank = None if rows.bank is None else there(rows.bank.T.toarray())
        windows = there(part.windows)[:, None]
        begin = part.centre - length // 2 - first
        return cls(signal, windows, begin, part.hop, bank, there(bins), there(row), there(only), len(rows))

    def frames(self, task: Task) -> torch.Tensor:
        """[windows · frames, fft_length], each frame under its window."""
        length = self.windows.shape[2]
        begin = self.begin + task.first * self.hop
        frames = self.signal.as_strided((task.frames, length), (self.hop, 1), begin)
        return (frames * self.windows).reshape(-1, length)

    def cells(self, power: torch.Tensor, task: Task) -> torch.Tensor:
        """[windows, cells, rows] of the power [windows · frames, bins]."""
        if self.bank is not None:
            power = power @ self.bank
        peaks = power.reshape(len(self.windows), task.cells, task.each, -1).amax(dim=2)
        if self.bank is not None:
            return peaks
        nothing = torch.zeros((*peaks.shape[:2], self.rows), device=peaks.device)
        covered = peaks.index_select(2, self.bins)
        covering = nothing.scatter_reduce(2, self.row.expand(covered.shape), covered, "amax")
        single = peaks.index_select(2, self.only.clamp(min=0))
        return torch.where(self.only < 0, covering, single)


def _group(there: Sequence[_Placed], group: Sequence[Task]) -> list[torch.Tensor]:
    frames = [there[task.part].frames(task) for task in group]
    sizes = [len(each) for each in frames]
    spectrum = torch.fft.rfft(torch.cat(frames))
    power = torch.view_as_real(spectrum).square().sum(dim=-1)
    return [there[task.part].cells(each, task) for task, each in zip(group, torch.split(power, sizes), strict=True)]


def _bins(rows: Rows) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of rows with several bins, the bins and the row of each; and for each row its bin where it has one, else −1."""
    several = np.flatnonzero(rows.last - rows.first > 1)
    bins = [np.arange(rows.first[row], rows.last[row]) for row in several]
    row = np.repeat(several, [len(each) for each in bins])
    only = np.where(rows.last - rows.first > 1, -1, rows.first)
    return np.concatenate([np.zeros(0, np.int64), *bins]), row, only
