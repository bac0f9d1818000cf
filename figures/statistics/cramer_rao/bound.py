"""The bound with its numbers at each step, what was measured of the chosen estimator, and how the two compare."""

from collections.abc import Iterator

import numpy as np

from figures.opened import Line, panel
from figures.plot import Panel
from figures.statistics.cramer_rao.monte_carlo_view import BARS, MonteCarloView


def opened(seen: MonteCarloView, biased: bool) -> Panel:
    """The bound, the efficiency, the mean square error; where the estimator is ``biased``, the bound for its bias."""
    length = len(seen.result.axis)
    return panel("cramer-rao-arithmetic", f"cramer-rao-{seen.params.view}", length, *_lines(seen, biased))


def _lines(seen: MonteCarloView, biased: bool) -> Iterator[Line]:
    kind, axis, joint, e = seen.params.kind, seen.result.axis, seen.accuracy.joint, seen.e
    n = axis.astype(int) if seen.params.view == "n" else np.full(len(axis), seen.params.n)
    where = "" if seen.params.view == "n" else f"At {seen.symbol} = {{at}}: "
    of = "Bound 1/(nI)" if kind.regular else "No bound here, but 1/(nI)"
    scores = seen.accuracy.score_variance
    own = (1 / np.linalg.inv(scores) if joint is not None else scores)[:, seen.k, seen.k]  # of a pair what is left
    told = f"; {kind.formula}{': 1/[I⁻¹]' if joint is not None else ''} = {{information}}"
    regular = ", variance of the score as measured {score}"
    other = ", but the score is −1/θ for every draw, not 0 on average, as the support moves with θ"
    yield Line(f"{where}{of}", "1 / ({n} × {information})", {"n": n, "information": 1 / (seen.bound * n)},
               note=told + (regular if kind.regular else other), beside={"at": axis, "score": own})  # fmt: skip

    label, finite = seen.labels[e], np.isfinite(seen.of("variance")[e]).astype(int)
    variance, bias = (seen.of(name)[e] for name in ("variance", "bias"))
    exact = seen.of("exact_variance")[e]
    spread = {"off": BARS * seen.of("variance_error")[e], "exact": exact}
    known = ", exact {exact}" if np.isfinite(exact).any() else ""
    infinite = f"{label}: its variance is infinite, and no simulation would settle"
    yield Line((infinite, f"Efficiency of {label}, {seen.least} / variance"), ("", "{bound} / {variance}"),
               {"bound": seen.bound, "variance": variance}, case=finite,
               note=("", f"; the variance was measured to ± {{off}}{known}"), beside=spread)  # fmt: skip
    yield Line((infinite, "Mean square error, variance + bias²"), ("", "{variance} + {bias}²"),
               {"variance": variance, "bias": bias}, case=finite, note=("", "; the bias was measured to ± {off}"),
               beside={"off": BARS * seen.of("bias_error")[e]})  # fmt: skip
    if biased:
        slope, least = seen.of("slope")[e], seen.of("biased_bound")[e]
        simple = joint is None
        yield Line(f"Bound for its bias b, (1 + b′)²/(nI) with 1 + b′ = ∂E[T]/∂{seen.symbol}",
                   "{slope}² × {bound}" if simple else "", {"slope": slope, "bound": seen.bound} if simple else {},
                   None if simple else least, note=", reached to {reached}",
                   beside={"reached": least / variance})  # fmt: skip
    if joint is not None:
        yield Line("Smallest eigenvalue of Cov − I⁻¹/n", "", {}, result=joint.plain[e],
                   note="; in units of the bound {smallest} ± {off}, and against the bound for its bias {biased}",
                   beside={"smallest": joint.smallest[e], "off": BARS * joint.error[e],
                           "biased": joint.biased[e]})  # fmt: skip
