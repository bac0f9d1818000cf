"""A list of numbers that a reader may draw instead of typing it: a slider for each."""

from collections.abc import Sequence

import numpy as np

from figures.plot import Array, Panel


def panel(name: str, field: str, values: Array, label: str, names: Sequence[str], *, signed: bool = True) -> Panel:
    """The ``values`` of a ``field`` of text, each under one of ``names`` and all under a ``label``.

    The sliders reach a quarter beyond the largest, 1 at least, and where the numbers are ``signed`` as far below 0.
    """
    reach = 1.25 * max(1.0, float(np.abs(values).max()))
    header = {"field": field, "low": -reach if signed else 0.0, "high": reach, "label": label, "names": [*names]}
    return Panel(name, "shared/drawn_numbers.js", "", 1, header, {"values": values}, kept=False)
