"""Where in a tensor the errors lie: √(Σe²/Σx²) in at most 64 × 32 cells of rows and blocks."""

import numpy as np
from jaxtyping import Float64, Int64

from core.adaptation.quantization.blocks import Blocks

MAP_ROWS, MAP_COLUMNS = 64, 32


def map_cells(blocks: Blocks) -> tuple[Int64[np.ndarray, " blocks"], Float64[np.ndarray, "rows parts"]]:
    """The cell of the map of each block, counted row after row, and Σx² of the cells."""
    down, across = (
        (np.searchsorted(_starts(length, most), np.arange(length), "right") - 1)
        for length, most in ((blocks.rows, MAP_ROWS), (blocks.of_row, MAP_COLUMNS))
    )
    shape = (int(down[-1]) + 1, int(across[-1]) + 1)
    cells = (down[:, None] * shape[1] + across).ravel()
    power = np.bincount(cells, np.square(blocks.x, dtype=np.float64).sum(1), shape[0] * shape[1])
    return cells, power.reshape(shape)


def _starts(length: int, most: int) -> Int64[np.ndarray, " parts"]:
    """Where at most so many equal parts of a length begin."""
    return np.unique(np.linspace(0, length, min(length, most), endpoint=False).astype(np.int64))


def error_map(squares: Float64[np.ndarray, " cells"], power: Float64[np.ndarray, "rows parts"]) -> np.ndarray:
    """√(Σe²/Σx²) of the cells, 32 across whatever there are; 0 where all numbers are 0."""
    error = squares.reshape(power.shape)
    relative = np.sqrt(np.divide(error, power, out=np.zeros_like(error), where=power > 0))
    return np.asarray(relative[:, np.linspace(0, power.shape[1], MAP_COLUMNS, endpoint=False).astype(int)])
