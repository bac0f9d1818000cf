"""What of a Monte Carlo is looked at, the axis along which all its pictures move, and the bound with its numbers at
each step, what was measured of the chosen estimator, and how the two compare: in a sentence, and opened.
"""

from typing import Any

import numpy as np

from core.numbers import count, number
from core.statistics.cramer_rao import Params
from core.statistics.cramer_rao.result import Result
from figures import theme
from figures.log_axis import log_axis
from figures.opened import Line, panel
from figures.plot import Array, Cursor, Panel, Sweep

BARS = 1.96  # standard errors to each side: 95 % of Monte Carlo runs
HIGHEST = 3.0  # times the bound; what is worse leaves the picture
TICKS = (2, 5, 10, 20, 50, 100, 200, 500, 1_000)
DRAWS: dict[str, Any] = {"type": "log", "tickvals": [*TICKS], "ticktext": [f"{n:,}" for n in TICKS]}  # an axis of them


class MonteCarloView:
    """What of a result is looked at: the chosen estimator ``e`` and parameter ``k``, along the axis that is swept.

    ``n`` draws are made at each place. ``drawn`` over the axis are the variance, the bias or the mean square error, in
    a ``unit``: the bound, its root for a bias, or as it is; ``least`` and ``root`` name the bound and its root. The
    chosen estimator is ``biased`` where it has a bound of its own that can be told from that of unbiased ones.
    """

    def __init__(self, result: Result, params: Params) -> None:
        assert result.accuracy is not None
        self.result, self.params, self.accuracy, kind = result, params, result.accuracy, params.kind
        self.labels = [one.label for one in kind.estimators.values()]
        self.e, self.k = params.in_focus
        self.symbol = kind.quantities[self.k].symbol
        self.least, self.root = ("bound", "√bound") if kind.regular else ("1/(nI)", "√(1/(nI))")
        self.bound = self.accuracy.bound[:, self.k]
        self.drawn = {"ratio": "variance"}.get(params.measure, params.measure)
        self.unit = self.bound ** {"ratio": 1.0, "mse": 1.0, "bias": 0.5, "variance": 0.0}[params.measure]
        self.n = result.axis.astype(int) if params.view == "n" else np.full(len(result.axis), params.n)
        self.apart = np.abs(self.own("slope") - 1) - 3 * self.own("slope_error")
        self.biased = bool(np.nanmax(self.apart, initial=0.0) > 0.01)
        self.alike = f"{self.labels[self.e]}: all {result.replicates:,} samples give the same estimate, and no variance"

    def of(self, name: str) -> Array:
        """An array of the chosen parameter, a row for each estimator."""
        return np.asarray(getattr(self.accuracy, name)[:, :, self.k])

    def own(self, name: str) -> Array:
        """The same of the chosen estimator."""
        return np.asarray(self.of(name)[self.e])

    def along(self) -> dict[str, Any]:
        """The horizontal axis of the pictures over it."""
        axis, quantity = self.result.axis, self.params.kind.quantities[0]
        if self.params.view == "n":
            return theme.axis("draws n", range=[np.log10(1.85), np.log10(1_080)], **DRAWS)
        if axis[0] > 0 and quantity.high > 1:
            low, high = np.log10(axis[[0, -1]]).tolist()
            return theme.axis(f"{quantity.name} {quantity.symbol}", **log_axis(low, high))
        return theme.axis(f"{quantity.name} {quantity.symbol}", range=axis[[0, -1]].tolist())

    def sweep(self, *, control: bool = False, at: Array | None = None) -> Sweep:
        """The axis; ``at`` are the heights of the focus on curves that stay."""
        axis, field = self.result.axis, self.params.view
        values = axis.astype(np.int64) if field == "n" else axis
        cursor = None if at is None else Cursor(axis, {"y": at})
        quantity = self.params.kind.quantities[0]
        label, sign = ("Draws n", "n") if field == "n" else (quantity.name.capitalize(), quantity.symbol)
        name = f"cramer-rao-{field}"
        return Sweep(name, label, len(axis), values=values, words=f"{sign} = {{value}}", cursor=cursor,
                     control=control, field=field if control else "")  # fmt: skip


def top(ratio: Array) -> float:
    return float(np.clip(1.15 * np.nanmax(ratio, initial=1.0), 1.5, HIGHEST))


def said(view: MonteCarloView) -> Panel:
    """How large the variance of the chosen estimator is beside the bound, and what that means."""
    label, regular, steps = view.labels[view.e], view.params.kind.regular, []
    measured = (view.own(name) for name in ("variance", "variance_error"))
    for draws, least, apart, variance, error in zip(view.n, view.bound, view.apart, *measured, strict=True):
        if not np.isfinite(variance):
            steps.append([["focus", f"{label}: its variance is infinite, and no simulation would settle"]])
            continue
        if not variance:
            steps.append([["focus", view.alike]])
            continue
        ratio, off, known = number(variance / least, 3), number(BARS * error / least, 2), number(least, 3)
        unit = "the bound" if regular else "1/(nI)"
        focus = f"Variance of {label}: {ratio} ± {off} times {unit}."
        if np.isnan(error):
            focus = (
                f"Variance of {label}: {ratio} times {unit}, nobody knows how far off: its fourth moment is infinite."
            )
        may = regular and view.biased and apart > 0 and variance < least
        below = " This one is biased, and so it may." if may else ""
        then = (f" No unbiased estimate of {view.symbol} from {count(draws)} draws has a variance below {known}."
                if regular else " The theorem does not hold here, and so this is no bound.")  # fmt: skip
        steps.append([["focus", focus], ["dim", then], ["dim", below]])
    return Panel.sentence("cramer-rao-said", f"cramer-rao-{view.params.view}", steps)


def opened(view: MonteCarloView) -> Panel:
    """The bound, the efficiency, the mean square error; where the estimator is biased, the bound for its bias."""
    kind, axis, joint, label = view.params.kind, view.result.axis, view.accuracy.joint, view.labels[view.e]
    of = "Bound for n draws, each with the information I: 1/(nI)" if kind.regular else "No bound here, but 1/(nI)"
    if view.params.view != "n":
        of = f"At {kind.quantities[0].symbol} = {{at}}: {of}"
    scores = view.accuracy.score_variance
    own = (1 / np.linalg.inv(scores) if joint is not None else scores)[:, view.k, view.k]  # of a pair what is left
    information = f"; {kind.formula}{': 1/[I⁻¹]' if joint is not None else ''} = {{information}}"
    regular = ", variance of the score as measured {score}"
    other = ", but the score is −1/θ for every draw, not 0 on average, as the support moves with θ"
    variance, bias, exact = (view.own(name) for name in ("variance", "bias", "exact_variance"))
    finite, none = np.isfinite(variance).astype(int), variance == 0
    judged = np.where(none, 3, finite + (finite & np.isnan(view.own("variance_error"))))
    known = ", exact {exact}" if np.isfinite(exact).any() else ""
    efficiency, shares = f"Efficiency of {label}, {view.least} / variance", "{bound} / {variance}"
    infinite = f"{label}: its variance is infinite, and no simulation would settle"
    lines = [
        Line(of, "1 / ({n} × {information})", {"n": view.n, "information": 1 / (view.bound * view.n)},
             note=information + (regular if kind.regular else other), beside={"at": axis, "score": own}),
        Line((infinite, efficiency, efficiency, view.alike), ("", shares, shares, ""),
             {"bound": view.bound, "variance": variance}, case=judged,
             note=("", f"; the variance was measured to ± {{off}}{known}",
                   f"; nobody knows how far off the variance is: the fourth moment is infinite{known}", ""),
             beside={"off": BARS * view.own("variance_error"), "exact": exact}),
        Line((infinite, "Mean square error, variance + bias²", view.alike), ("", "{variance} + {bias}²", ""),
             {"variance": variance, "bias": bias}, case=np.where(none, 2, finite),
             note=("", "; the bias was measured to ± {off}", ""),
             beside={"off": BARS * view.own("bias_error")}),
    ]  # fmt: skip
    if view.biased:
        least, simple = view.own("biased_bound"), joint is None
        with np.errstate(all="ignore"):  # what does not vary reaches any share of its bound
            reached = least / variance
        lines.append(Line(f"Bound for its bias b, (1 + b′)²/(nI) with 1 + b′ = ∂E[T]/∂{view.symbol}",
                          ("", "{slope}² × {bound}" if simple else ""),
                          {"slope": view.own("slope"), "bound": view.bound} if simple else {},
                          None if simple else least, case=finite,
                          note=(": not measured where the variance is infinite", ", reached to {reached}"),
                          beside={"reached": reached}))  # fmt: skip
    if joint is not None:
        lines.append(Line(
            "Smallest eigenvalue of Cov − I⁻¹/n", result=joint.plain[view.e],
            case=np.isfinite(joint.plain[view.e]).astype(int),
            note=(": none where a variance is infinite",
                  "; in units of the bound {smallest} ± {off}, and against the bound for its bias {biased}"),
            beside={"smallest": joint.smallest[view.e], "off": BARS * joint.error[view.e],
                    "biased": joint.biased[view.e]}))  # fmt: skip
    return panel("cramer-rao-arithmetic", f"cramer-rao-{view.params.view}", len(axis), *lines)
