"""The axis of the pictures of /quantization, and numbers and names as they write them."""

from typing import Any

import numpy as np

from core.adaptation.quantization.formats import TITLES
from core.adaptation.quantization.scheme import Scheme
from figures.plot import Array, Cursor, Sweep

AXIS = "quantization"
FLOOR_DB, CEILING_DB = -6.0, 110.0
DOTTED: dict[str, Any] = {"mode": "lines+markers", "marker": {"size": 7}}


def over_bits(bits: Array, cursor: Cursor | None = None) -> Sweep:
    """The axis where it holds bits."""
    return Sweep(AXIS, "Bits", len(bits), values=bits, cursor=cursor, field="bits", words="{value} bits")


def bounded(ratio_db: Array) -> Array:
    """Ratios in dB as an axis can show them; 0 where there is no signal."""
    return np.asarray(np.clip(np.where(np.isnan(ratio_db), 0.0, ratio_db), FLOOR_DB, CEILING_DB))


def named(scheme: Scheme) -> str:
    """A scheme in a few words."""
    if scheme.format != "int":
        return TITLES[scheme.format]
    kind = "affine" if scheme.affine else "symmetric"
    return f"{'' if scheme.signed else 'u'}int{scheme.bits} {kind}{', narrow' if scheme.narrow else ''}"


def shared_by(scheme: Scheme) -> str:
    """Who shares a scale."""
    return {"tensor": "one scale", "channel": "a scale for each row", "group": f"groups of {scheme.shared_by}"}[
        scheme.sharing
    ]
