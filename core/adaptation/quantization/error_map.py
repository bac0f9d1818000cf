"""Where in a tensor the errors lie: √(Σe²/Σx²) in at most 64 × 32 cells of rows and blocks."""

import numpy as np
from jaxtyping import Float64, Int64

from core.adaptation.quantization.blocks import Blocks

MAP_ROWS, MAP_COLUMNS = 64, 32


def map_cells(
    blocks: Blocks,
) -> tuple[Int64[np.ndarray, " blocks"], Float64[np.ndarray, "rows parts"], tuple[int, int]]:
    """The cell of the map of each block, Σx² of the cells, and how many there are down and across."""
    down, across = (
        (np.searchsorted(_starts(length, most), np.arange(length), "right") - 1)
        for length, most in ((blocks.rows, MAP_ROWS), (blocks.of_row, MAP_COLUMNS))
    )
    shape = (int(down[-1]) + 1, int(across[-1]) + 1)
    cells = (down[:, None] * shape[1] + across).ravel()
    power = np.bincount(cells, np.square(blocks.x, dtype=np.float64).sum(1), shape[0] * shape[1])
    return cells, power.reshape(shape), shape


def _starts(length: int, most: int) -> Int64[np.ndarray, " parts"]:
    """Where at most so many equal parts of a length begin."""
    return np.unique(np.linspace(0, length, min(length, most), endpoint=False).astype(np.int64))


def error_map(squares: Float64[np.ndarray, "rows parts"], power: Float64[np.ndarray, "rows parts"]) -> np.ndarray:
    """√(Σe²/Σx²) in at most 64 × 32 cells of equal shares of rows and blocks; 0 where all numbers are 0."""
    parts = [_starts(length, most) for length, most in zip(squares.shape, (MAP_ROWS, MAP_COLUMNS), strict=True)]
    error, signal = (np.add.reduceat(np.add.reduceat(each, parts[0], 0), parts[1], 1) for each in (squares, power))
    cells = np.full((MAP_ROWS, MAP_COLUMNS), np.nan)
    across = np.linspace(0, len(parts[1]), MAP_COLUMNS, endpoint=False).astype(int)
    relative = np.sqrt(np.divide(error, signal, out=np.zeros_like(error), where=signal > 0))
    cells[: len(parts[0])] = relative[:, across]
    return cells
