"""A tensor laid out in blocks of a row, so that a block has one scale, whoever shares it."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from core.adaptation.quantization.scheme import Scheme

PARTS = 32  # at most so many blocks of a row where the row or the tensor shares a scale: they are the map of errors
LEAST = 64  # numbers in such a block
Matrix = Float[np.ndarray, "rows columns"]
Floats = Float[np.ndarray, "..."]


@dataclass(frozen=True, eq=False)
class Blocks:
    """``x`` holds the rows one after the other in blocks, the last of each row filled up with zeros.

    A zero is kept exactly by every scheme, and so adds nothing to any error. ``x`` is in single precision, or in double
    where the tensor is.
    """

    x: Float[np.ndarray, "blocks width"]
    rows: int
    columns: int

    @property
    def of_row(self) -> int:
        """Blocks in a row."""
        return len(self.x) // self.rows

    def matrix(self, values: Float[np.ndarray, "blocks width"] | None = None) -> Float[np.ndarray, "rows columns"]:
        """What stands in blocks as ``x`` does, in rows and columns."""
        values = self.x if values is None else values
        return values.reshape(self.rows, -1)[:, : self.columns]


def lay_out(matrix: Matrix, scheme: Scheme) -> Blocks:
    """The blocks of ``matrix`` under ``scheme``: its groups, or parts of a row."""
    rows, columns = matrix.shape
    if scheme.sharing == "group":
        width = min(scheme.shared_by, columns)
    else:
        width = -(-columns // min(PARTS, max(1, columns // LEAST)))
    missing = -columns % width
    filled = np.pad(matrix, ((0, 0), (0, missing))) if missing else matrix
    blocks = np.ascontiguousarray(filled).reshape(-1, width)
    return Blocks(blocks, rows, columns)


def shared(blocks: Blocks, scheme: Scheme, values: Floats) -> Floats:
    """Values of blocks, those that share a scale in one row."""
    groups = {"tensor": 1, "channel": blocks.rows, "group": len(blocks.x)}[scheme.sharing]
    return values.reshape(groups, -1, *values.shape[1:])
