"""The Fourier explorer: leakage, zero-padding, coefficients one by one, convolution, and what each transform costs."""

import math

import numpy as np

from core.computation import Run, computation
from core.costs import DECODED
from core.explorer import script
from core.headline import Headline
from core.number_text import typed_numbers
from core.signals.fourier import coefficients, convolution, cost, leakage
from core.signals.fourier.params import LARGEST, MOST_TYPED
from core.signals.fourier.params import Params as Params
from core.signals.fourier.presets import PRESETS as PRESETS

Result = leakage.Leakage | leakage.Padding | coefficients.Coefficients | convolution.Convolution | cost.Cost


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part, on the CPU: the numbers of a screen are fewer than the way to another device takes.

    Raises:
        InputError: a tone that its sampling cannot hold, or a signal that cannot be read.
    """
    phase, centred = math.radians(params.phase), params.part == "padding"
    tone = leakage.Tone(params.n, params.rate, phase, params.window, params.norm, centred)
    match params.part:
        case "leakage":
            return focus(leakage.sweep(tone, leakage.even(tone)), params)
        case "padding":
            return leakage.pad(tone, params.first, params.apart)
        case "coefficients":
            return coefficients.open_signal(params, data)
        case "convolution":
            a, b = (typed_numbers(getattr(params, name), name, MOST_TYPED, least=1, largest=LARGEST) for name in "ab")
            return convolution.convolve(a, b)
    return cost.measure(run.report)


def focus(result: Result, params: Params) -> Result:
    """The tone that is looked at, on the axis."""
    return leakage.with_tone(result, params.frequency) if isinstance(result, leakage.Leakage) else result


def headline(result: Result, params: Params) -> Headline:
    """The number that two settings are compared by."""
    match result:
        case leakage.Leakage():
            return Headline("energy in the nearest bin", result.captured)
        case leakage.Padding():
            return Headline("peaks", np.full(len(result.factor), float(len(result.peaks))))
        case coefficients.Coefficients():
            return Headline("|X[k]|", abs(result.coefficient))
        case convolution.Convolution():
            return Headline("samples wrapped round", result.wrapped)
    return Headline("time by the definition ÷ time of the fast algorithm", result.direct / result.fast)


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Sines of a sweep, products of a transform by its definition; of a sound what is decoded."""
    match params.part:
        case "leakage":
            return {"sines": leakage.STEPS * params.n * leakage.FINE}
        case "coefficients":
            decoded = len(data or b"") if params.source == "file" else 0
            return {"products": (MOST_TYPED if params.source == "numbers" else params.n) ** 2, DECODED: decoded}
    return {params.part: 1}


snippet = script
