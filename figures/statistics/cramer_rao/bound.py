"""The bound with its numbers at each step, what was measured of the chosen estimator, and how the two compare: in a
sentence, and opened.
"""

from collections.abc import Iterator

import numpy as np

from core.numbers import count, number
from figures.opened import Line, panel
from figures.plot import Panel
from figures.statistics.cramer_rao.monte_carlo_view import BARS, MonteCarloView


def said(view: MonteCarloView, biased: bool) -> Panel:
    """How large the variance of the chosen estimator is beside the bound, and what that means."""
    label, axis, regular = view.labels[view.e], view.result.axis, view.params.kind.regular
    n = axis if view.params.view == "n" else np.full(len(axis), view.params.n)
    steps = []
    measured = (view.of(name)[view.e] for name in ("variance", "variance_error"))
    for draws, least, variance, error in zip(n, view.bound, *measured, strict=True):
        if not np.isfinite(variance):
            steps.append([["focus", f"{label}: its variance is infinite, and no simulation would settle"]])
            continue
        ratio, off, known = number(variance / least, 3), number(BARS * error / least, 2), number(least, 3)
        focus = f"Variance of {label}: {ratio} ± {off} times {'the bound' if regular else '1/(nI)'}."
        below = " This one is biased, and so it may." if regular and biased and variance < least else ""
        then = (f" No unbiased estimate of {view.symbol} from {count(int(draws))} draws has a variance below {known}."
                if regular else " The theorem does not hold here, and so this is no bound.")  # fmt: skip
        steps.append([["focus", focus], ["dim", then], ["dim", below]])
    return Panel.sentence("cramer-rao-said", f"cramer-rao-{view.params.view}", steps)


def opened(view: MonteCarloView, biased: bool) -> Panel:
    """The bound, the efficiency, the mean square error; where the estimator is ``biased``, the bound for its bias."""
    length = len(view.result.axis)
    return panel("cramer-rao-arithmetic", f"cramer-rao-{view.params.view}", length, *_lines(view, biased))


def _lines(view: MonteCarloView, biased: bool) -> Iterator[Line]:
    kind, axis, joint, e = view.params.kind, view.result.axis, view.accuracy.joint, view.e
    n = axis.astype(int) if view.params.view == "n" else np.full(len(axis), view.params.n)
    where = "" if view.params.view == "n" else f"At {view.symbol} = {{at}}: "
    of = "Bound for n draws, each with the information I: 1/(nI)" if kind.regular else "No bound here, but 1/(nI)"
    scores = view.accuracy.score_variance
    own = (1 / np.linalg.inv(scores) if joint is not None else scores)[:, view.k, view.k]  # of a pair what is left
    information = f"; {kind.formula}{': 1/[I⁻¹]' if joint is not None else ''} = {{information}}"
    regular = ", variance of the score as measured {score}"
    other = ", but the score is −1/θ for every draw, not 0 on average, as the support moves with θ"
    yield Line(f"{where}{of}", "1 / ({n} × {information})", {"n": n, "information": 1 / (view.bound * n)},
               note=information + (regular if kind.regular else other), beside={"at": axis, "score": own})  # fmt: skip

    label, finite = view.labels[e], np.isfinite(view.of("variance")[e]).astype(int)
    variance, bias = (view.of(name)[e] for name in ("variance", "bias"))
    exact = view.of("exact_variance")[e]
    spread = {"off": BARS * view.of("variance_error")[e], "exact": exact}
    known = ", exact {exact}" if np.isfinite(exact).any() else ""
    infinite = f"{label}: its variance is infinite, and no simulation would settle"
    yield Line((infinite, f"Efficiency of {label}, {view.least} / variance"), ("", "{bound} / {variance}"),
               {"bound": view.bound, "variance": variance}, case=finite,
               note=("", f"; the variance was measured to ± {{off}}{known}"), beside=spread)  # fmt: skip
    yield Line((infinite, "Mean square error, variance + bias²"), ("", "{variance} + {bias}²"),
               {"variance": variance, "bias": bias}, case=finite, note=("", "; the bias was measured to ± {off}"),
               beside={"off": BARS * view.of("bias_error")[e]})  # fmt: skip
    if biased:
        slope, least = view.of("slope")[e], view.of("biased_bound")[e]
        simple = joint is None
        with np.errstate(all="ignore"):  # what does not vary reaches any share of its bound
            reached = least / variance
        yield Line(f"Bound for its bias b, (1 + b′)²/(nI) with 1 + b′ = ∂E[T]/∂{view.symbol}",
                   "{slope}² × {bound}" if simple else "", {"slope": slope, "bound": view.bound} if simple else {},
                   None if simple else least, note=", reached to {reached}",
                   beside={"reached": reached})  # fmt: skip
    if joint is not None:
        yield Line("Smallest eigenvalue of Cov − I⁻¹/n", result=joint.plain[e],
                   note="; in units of the bound {smallest} ± {off}, and against the bound for its bias {biased}",
                   beside={"smallest": joint.smallest[e], "off": BARS * joint.error[e],
                           "biased": joint.biased[e]})  # fmt: skip
