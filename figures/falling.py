"""Single outcomes of a simulation, before what all of them together show: dots that fall, and pile up to a density."""

from typing import Any

import numpy as np

from figures.plot import Array

FALLS: dict[str, Any] = {"meta": "falls", "hoverinfo": "skip"}  # dots that ``falling.js`` drops


def piled(outcomes: Array, edge: Array | float, width: Array | float, abreast: int = 1) -> tuple[Array, Array]:
    """x and y of a dot for each outcome (steps × draws): those in one bin of ``width`` stand on one another, so many
    ``abreast``. In a wider bin chance heaps fewer beyond the density.

    One of the bins begins at ``edge``; both may differ from step to step. A pile is as high as the density that it
    stands for: a row is abreast/(draws·width) high. Outcomes that are not finite have none.

    >>> x, y = piled(np.array([[0.1, 0.9, 0.2]]), 0.0, 0.5)
    >>> x.tolist(), (1.5 * y).tolist()
    ([[0.25, 0.75, 0.25]], [[0.5, 0.5, 1.5]])
    """
    edge, width = (np.reshape(each, (-1, 1)) for each in (edge, width))
    bins = np.floor((np.where(np.isfinite(outcomes), outcomes, np.nan) - edge) / width)
    below = np.tril(bins[:, :, None] == bins[:, None, :], k=-1).sum(axis=2)
    row, place = np.divmod(below, abreast)
    heights = (row + 0.5) * abreast / (outcomes.shape[1] * width)
    return edge + (bins + (place + 0.5) / abreast) * width, np.where(np.isnan(bins), np.nan, heights)
