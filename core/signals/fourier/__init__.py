"""The Fourier explorer: leakage, zero-padding, coefficients one by one, convolution, and what each transform costs."""

from core.computation import Run, computation
from core.explorer import script
from core.headline import by_result
from core.number_text import typed_numbers
from core.signals.fourier import coefficients, convolution, cost, leakage
from core.signals.fourier.params import LARGEST, MOST_TYPED
from core.signals.fourier.params import Params as Params
from core.signals.fourier.presets import PRESETS as PRESETS
from core.signals.fourier.questions import QUESTIONS as QUESTIONS
from core.swept_rows import moved_onto

Result = leakage.Leakage | leakage.Padding | coefficients.Coefficients | convolution.Convolution | cost.Cost


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part, on the CPU: the numbers of a screen are fewer than the way to another device takes.

    Raises:
        InputError: a signal that cannot be read.
    """
    match params.part:
        case "leakage":
            return focus(leakage.sweep(params, leakage.even(params)), params)
        case "padding":
            return leakage.pad(params)
        case "coefficients":
            return coefficients.open_signal(params, data)
        case "convolution":
            a, b = (typed_numbers(getattr(params, name), name, MOST_TYPED, least=1, largest=LARGEST) for name in "ab")
            return convolution.convolve(a, b)
    return cost.measure(run.report)


def focus(result: Result, params: Params) -> Result:
    """The sweep of a tone in even steps, but for the nearest to the one that is looked at, which is moved onto it."""
    if not isinstance(result, leakage.Leakage):
        return result
    tone, even = min(params.frequency, params.rate / 2), leakage.even(params)
    return moved_onto(result, result.frequency, even, tone, lambda changed, values: leakage.sweep(params, values))


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Sines of a sweep, products of a transform by its definition."""
    products = (MOST_TYPED if params.source == "numbers" else params.n) ** 2
    sines = leakage.STEPS * params.n * leakage.FINE
    return {"leakage": {"sines": sines}, "coefficients": {"products": products}}.get(params.part, {params.part: 1})


snippet = script
headline = by_result({
    leakage.Leakage: ("energy in the nearest bin", lambda its: its.captured, ""),
    leakage.Padding: ("peaks", lambda its: 0 * its.factor + len(its.peaks), ""),
    coefficients.Coefficients: ("|X[k]|", lambda its: abs(its.coefficient), ""),
    convolution.Convolution: ("samples wrapped round", lambda its: its.wrapped, ""),
    cost.Cost: ("time by the definition ÷ time of the fast algorithm", lambda its: its.direct / its.fast, ""),
})  # fmt: skip
