"""What the pictures of /quantization share: what is dragged along the axis, numbers and names as they write them."""

from typing import Any

import numpy as np

from core.adaptation.quantization.formats import TITLES
from core.adaptation.quantization.scheme import Scheme
from core.adaptation.quantization.sweep_settings import FIELDS
from core.adaptation.quantization.tensor_sweep import TensorSweep
from figures import theme
from figures.opened import Line
from figures.plot import Array, Sweep

AXIS = "quantization"
FLOOR_DB, CEILING_DB = -6.0, 110.0
DOTTED: dict[str, Any] = {"mode": "lines+markers", "marker": {"size": 7}}
OTHER = {"color": theme.PINNED, "width": 1.5}
LABELS = {"bits": "Bits", "threshold": "Clipping threshold", "group": "Group size"}
WORDS = {"bits": "{value} bits", "threshold": "{value} of the largest magnitude", "group": "{value} share a scale"}


def over_bits(bits: Array) -> Sweep:
    """The axis where it holds bits."""
    return Sweep(AXIS, LABELS["bits"], len(bits), values=bits, field=FIELDS["bits"], words=WORDS["bits"])


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


def named_b(other: TensorSweep) -> str:
    """The format beside in a few words."""
    return f"B, {named(other.settings.scheme)}"


def _drags_other(result: TensorSweep) -> bool:
    """Whether the size of a group that is dragged is B's alone: the format of A lays its own down."""
    other = result.other and result.other.settings.scheme
    return result.swept == "group" and result.settings.scheme.laid_down and bool(other and not other.laid_down)


def dragged(result: TensorSweep) -> str:
    """What the axis holds."""
    scheme = result.settings.scheme
    if _drags_other(result):
        return f"in B {WORDS['group']}"
    if result.swept != "group" or not scheme.laid_down:
        return WORDS[result.swept]
    laid = f"fixed at {scheme.shared_by} by" if scheme.sharing == "group" else "no scale in"
    return f"{laid} {named(scheme)}"


def group_size(result: TensorSweep, title: str) -> str:
    """The title of an axis of sizes."""
    return f"{title}, in B" if _drags_other(result) else title


def sizes_axis(title: str, sizes: Array) -> dict[str, Any]:
    """A logarithmic axis of sizes of groups."""
    return theme.axis(
        title, type="log", dtick=1, tickformat=",~g", range=[np.log10(sizes[0]) - 0.15, np.log10(sizes[-1]) + 0.15]
    )


def decades(title: str, unit: str, values: Array, margin: float, **more: Any) -> dict[str, Any]:
    """A logarithmic axis over ``values``, with a ``margin`` of so many decades at both ends."""
    ends = [float(np.log10(values.min())) - margin, float(np.log10(values.max())) + margin]
    apart = 1 if ends[1] - ends[0] < 7 else 2  # else names of powers meet on a phone
    return theme.axis(title, unit, type="log", dtick=apart, range=ends, **more)


def ratio_line(whose: str, power: float, error: Array) -> Line:
    """Signal to quantisation noise by its definition."""
    return Line(f"{whose}SQNR, 10·log₁₀ of the mean square over that of the error", "10 × log₁₀({power} / {error})",
                {"power": power, "error": error}, unit="dB")  # fmt: skip
