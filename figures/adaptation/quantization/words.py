"""Numbers and names as the pictures of /quantization write them."""

import math

import numpy as np

from core.adaptation.quantization.scheme import Scheme
from figures import theme
from figures.plot import Array

FORMATS = {"int": "Integers", "e4m3": "FP8 E4M3", "e5m2": "FP8 E5M2", "e2m1": "FP4 E2M1", "mxfp4": "MXFP4",
           "nvfp4": "NVFP4", "nf4": "NF4", "bf16": "bf16", "fp16": "fp16"}  # fmt: skip


FLOOR_DB, CEILING_DB = -6.0, 110.0


def bounded(ratio_db: Array) -> Array:
    """Ratios in dB as an axis can show them; 0 where there is no signal."""
    known = np.nan_to_num(ratio_db, nan=0.0, posinf=CEILING_DB, neginf=FLOOR_DB)
    return np.asarray(np.clip(known, FLOOR_DB, CEILING_DB))


def number(value: float, digits: int = 4) -> str:
    """So many digits, with a power of ten where there would be many zeros."""
    if not math.isfinite(value):
        return "—" if math.isnan(value) else "∞" if value > 0 else "−∞"
    size = abs(value)
    if size and (size < 1e-3 or size >= 1e7):
        mantissa, power = f"{value:.{digits - 1}e}".split("e")
        return f"{float(mantissa):g}·10{str(int(power)).translate(theme.SUPERSCRIPTS)}".replace("-", "−", 1)
    return f"{float(f'{value:.{digits}g}'):,.15g}".replace("-", "−")


def named(scheme: Scheme) -> str:
    """A scheme in a few words."""
    if scheme.format != "int":
        return FORMATS[scheme.format]
    kind = "affine" if scheme.affine else "symmetric"
    return f"{'' if scheme.signed else 'u'}int{scheme.bits} {kind}{', narrow' if scheme.narrow else ''}"


def shared_by(scheme: Scheme) -> str:
    """Who shares a scale."""
    return {"tensor": "one scale", "channel": "a scale for each row", "group": f"groups of {scheme.shared_by}"}[
        scheme.sharing
    ]
