"""One sample: its log-likelihood with the tangent that is the score, three intervals, and the information."""

from dataclasses import replace
from typing import Any

import numpy as np

from core.numbers import apart, count, exact, number
from core.statistics.cramer_rao import Params
from core.statistics.cramer_rao.intervals import KINDS, Evidence
from core.statistics.cramer_rao.likelihood_surface import LEVELS, Surface
from core.statistics.cramer_rao.result import Result
from figures import marks, theme
from figures.opened import Line, panel
from figures.plot import Array, Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces

NAME = "cramer-rao-place"
SHORT = ("Wald", "lik. ratio", "score")  # KINDS, where there is little room
DEEPEST = -5.2  # of the log-likelihood that is drawn, below its maximum
HEIGHTS = DEEPEST - np.array([0.25, 0.8, 1.35])  # of the intervals below it


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of one sample."""
    evidence = result.evidence
    assert evidence is not None
    slopes = Row((score(evidence, params), information(evidence, params)))
    both = () if result.surface is None else (contours(result.surface, evidence, params),)
    return Views(curve(evidence, params), readout=summary(evidence, params), opened=(opened(evidence, params),),
                 more=(*both, slopes))  # fmt: skip


def _other(params: Params) -> str:
    """What becomes of the second number."""
    if len(params.kind.quantities) == 1:
        return ""
    first, second = (quantity.symbol for quantity in params.kind.quantities)
    if params.kind.estimated == 2:
        return f"{second} is set to what fits best for each {first}."
    return f"{second} = {exact(params.known)} is taken as known."


def curve(evidence: Evidence, params: Params) -> Plot:
    """ℓ(θ) − max ℓ, its tangent at the place in focus, the parabola of the information, and the intervals below."""
    theta, sign = evidence.theta, params.kind.quantities[0].symbol
    curvature = evidence.information if params.kind.regular else np.nan
    reach = 0.11 * (theta[-1] - theta[0])
    ends = np.stack([theta - reach, theta + reach], axis=1)
    heights = np.clip(evidence.log, -1e9, 0)[:, None] + evidence.score[:, None] * np.array([-reach, reach])
    traces, percent = Traces(len(theta), theta), f"{exact(params.confidence)} %"
    traces.level(theta, -0.5 * evidence.limit, f"{percent} level", theme.BOUND, hoverinfo="skip")
    traces.add(theta, _in_sight(evidence.log), "log-likelihood", line={**theme.EXPERIMENT, "simplify": False})
    traces.add(theta, _in_sight(-0.5 * curvature * (theta - evidence.peak) ** 2), "parabola", line=theme.THEORY,
               showlegend=params.kind.regular)  # fmt: skip
    traces.line(ends, np.nan_to_num(heights, nan=-99.0), "its slope: the score", theme.FOCUS)
    traces.dots(np.array([evidence.peak]), np.zeros(1), "maximum", theme.INK, 9)
    _add_intervals(traces, evidence)
    cursor = Cursor(theta, {"y": np.nan_to_num(np.maximum(evidence.log, DEEPEST), nan=DEEPEST)})
    digits = int(np.clip(3 - np.floor(np.log10(np.ptp(theta))), 0, 15))  # neighbours differ
    # The axis stands at an index: its values are the sample's own, and in no link.
    sweep = Sweep(NAME, f"Parameter {sign}", len(theta), words=f"{sign} = {{value}}",
                  displayed=theta.round(digits) + 0.0, cursor=cursor, field="place")  # fmt: skip
    summary = f"The log-likelihood of {evidence.size:,} draws over {sign}, its tangent, and three confidence intervals."
    return traces.plot(
        "cramer-rao-likelihood", summary, 285, sweep,
        theme.axis(f"{params.kind.quantities[0].name} {sign}", range=theta[[0, -1]].tolist(), nticks=9),
        theme.axis(f"ℓ({sign}) − max ℓ", range=[DEEPEST - 1.7, 0.7], tickvals=[0, -1, -2, -3, -4, -5]),
        **theme.legend(100),
        hovermode="closest",
        annotations=[marks.text(0, height, f" {kind}{_missing(ends)}", "left", xref="paper")
                     for kind, ends, height in zip(SHORT, evidence.intervals, HEIGHTS, strict=True)],
    )  # fmt: skip


def contours(both: Surface, evidence: Evidence, params: Params) -> Plot:
    """The likelihood over both parameters from above: contours, its ridge, the two regions, and the place in focus."""
    first, second = params.kind.quantities
    percent, theta = f"{exact(params.confidence)} %", evidence.theta
    traces = Traces(len(theta))
    for level, ring in zip(reversed(LEVELS), both.contours[::-1], strict=True):
        traces.line(ring[0], ring[1], f"{exact(100 * level)} %", theme.PINNED, 1.2, hoverinfo="skip", showlegend=False,
                    fill="toself", fillcolor=theme.SOFT, opacity=0.5)  # fmt: skip
    best = f"best {second.symbol} for each {first.symbol}"
    traces.add(theta, both.best, best, line=theme.THEORY, hoverinfo="skip")
    traces.line(both.wald[0], both.wald[1], f"Wald, {percent}", theme.BLUE, hoverinfo="skip")
    traces.line(both.ratio[0], both.ratio[1], f"likelihood ratio, {percent}", theme.GREEN, hoverinfo="skip")
    traces.dots(both.peak[:1], both.peak[1:], "maximum", theme.INK, 9)
    drawn = np.concatenate([both.contours[-1, 1], both.wald[1], both.ratio[1]])
    room = 0.06 * float(np.ptp(drawn))
    low, high = float(drawn.min()) - room, float(drawn.max()) + room
    named = [
        marks.text(float(ring[0, top]), float(ring[1, top]), f"{exact(100 * level)} %", "auto", "bottom",
                   font={"size": 10, "color": theme.MUTED})
        for level, ring in zip(LEVELS, both.contours, strict=True) for top in [int(ring[1].argmax())]
    ]  # fmt: skip
    summary = (f"Contours of the log-likelihood of {evidence.size:,} draws over {first.symbol} and {second.symbol}, "
               f"its maximum and the joint {percent} regions of Wald and of the likelihood ratio.")  # fmt: skip
    return traces.plot(
        "cramer-rao-surface", summary, 320, NAME,
        theme.axis(f"{first.name} {first.symbol}", range=theta[[0, -1]].tolist(), nticks=9),
        theme.axis(f"{second.name} {second.symbol}", range=[low, high], nticks=6),
        **theme.legend(), hovermode=False, annotations=named,
        cursor=Cursor(theta, {"y": np.clip(both.best, low, high)}),
    )  # fmt: skip


def _missing(ends: Array) -> str:
    if np.isnan(ends).any():
        return ": none"
    return "" if np.isfinite(ends).all() else ": ∞"


def _in_sight(values: Array) -> Array:
    return np.where(values >= DEEPEST, values, np.nan)


def _add_intervals(traces: Traces, evidence: Evidence) -> None:
    """Those without an end leave the picture."""
    room = np.ptp(evidence.theta)
    drawn = np.clip(evidence.intervals, evidence.theta[0] - room, evidence.theta[-1] + room)
    for kind, ends, height, colour in zip(KINDS, drawn, HEIGHTS, theme.CATEGORIES[:3], strict=True):
        traces.line(ends, np.full(2, height), f"{kind} interval", colour, 3, mode="lines+markers",
                    marker={"color": colour, "size": 6}, showlegend=False)  # fmt: skip


def score(evidence: Evidence, params: Params) -> Plot:
    """S(θ), the slope of the log-likelihood, and the band in which its test does not reject."""
    theta, sign = evidence.theta, params.kind.quantities[0].symbol
    limit = np.sqrt(evidence.limit * evidence.expected)
    middle = np.abs(evidence.score[np.abs(evidence.log) < 4])
    top = 1.15 * float(np.nanmax(np.append(middle, 1e-9)))
    traces = Traces(len(theta))
    traces.add(theta, np.zeros(len(theta)), "0", line=theme.BOUND, hoverinfo="skip", showlegend=False)
    if params.kind.regular:
        traces.add(theta, limit, f"±√(χ²·nI), {exact(params.confidence)} %", line=theme.THEORY)
        traces.add(theta, -limit, line=theme.THEORY, hoverinfo="skip", showlegend=False)
    traces.add(theta, evidence.score, "score", line=theme.EXPERIMENT)
    at = np.clip(evidence.score, -top, top)
    summary = "The score over the parameter; it is 0 at the maximum."
    return traces.plot(
        "cramer-rao-score", summary, 215, NAME,
        theme.axis(sign, range=theta[[0, -1]].tolist(), nticks=7),
        theme.axis(f"score S({sign})", range=[-top, top], nticks=5), cursor=Cursor(theta, {"y": at}),
        **theme.legend(t=28, b=40),
    )  # fmt: skip


def information(evidence: Evidence, params: Params) -> Plot:
    """−ℓ″(θ), which one sample has, and nI(θ), its mean over samples."""
    theta, sign = evidence.theta, params.kind.quantities[0].symbol
    inside = np.abs(evidence.log) < 4
    values = np.append(evidence.observed[inside], evidence.expected[inside])
    values = values[np.isfinite(values)]
    low, high = min(0.0, float(values.min())), float(values.max())
    traces = Traces(len(theta))
    traces.add(theta, evidence.expected, "expected nI", line=theme.THEORY)
    traces.line(theta, evidence.observed, "observed −ℓ″", theme.GREEN)
    room = 0.15 * (high - low)
    at = np.clip(evidence.observed, low - room, high + room)
    summary = "Observed and expected information over the parameter."
    return traces.plot(
        "cramer-rao-information", summary, 215, NAME,
        theme.axis(sign, range=theta[[0, -1]].tolist(), nticks=7),
        theme.axis("information", range=[low - room, high + room], nticks=5),
        **theme.legend(84, t=28, b=40), cursor=Cursor(theta, {"y": at}),
    )  # fmt: skip


def opened(evidence: Evidence, params: Params) -> Panel:
    """What three tests say of the θ in focus: score, likelihood ratio and Wald, each beside its critical value."""
    sign = params.kind.quantities[0].symbol

    def line(kind: str, formula: str, numbers: str, **given: Any) -> Line:
        low, high = evidence.intervals[KINDS.index(kind)]
        percent = exact(params.confidence)
        ends = f"the {percent} % interval, which ends where it is {number(evidence.limit)}"
        again = f"; not rejected here, but apart from the {percent} % interval, which is the part around the maximum"
        inside = (low <= evidence.theta) & (evidence.theta <= high)
        tested = Line(formula, numbers, given, beside={"theta": evidence.theta})
        case = np.where(inside, 1, 2 * (tested.value <= evidence.limit))
        return replace(tested, note=(f"; outside {ends}", f"; inside {ends}", again), case=case)

    ratio = line("likelihood ratio", f"Likelihood ratio 2(max ℓ − ℓ({sign}))", "2 × {below}", below=-evidence.log)
    tests = [ratio]
    if params.kind.regular:
        score = line("score",
                     f"At {sign} = {{theta}} the score test, by the slope S of ℓ and the information nI: S²/(nI)",
                     "{score}² / {expected}", score=evidence.score, expected=evidence.expected)  # fmt: skip
        curved = evidence.observed.any()  # of Laplace draws J is 0 everywhere
        taken = "J" if params.information == "observed" and curved else "nI"
        wald = line("Wald", f"Wald ({sign}_max − {sign})²·{taken}({sign}_max)", "({peak} − {theta})² × {information}",
                    peak=evidence.peak, theta=evidence.theta, information=evidence.information)  # fmt: skip
        tests = [score, ratio, wald] if np.isfinite(evidence.information) else [score, ratio]
    return panel("cramer-rao-opened", NAME, len(evidence.theta), *tests)


def summary(evidence: Evidence, params: Params) -> Panel:
    """The sample, its maximum and the three intervals in figures."""
    sign = params.kind.quantities[0].symbol
    digits = max(apart(low, high, 4) for low, high in evidence.intervals.tolist())
    start = digits + (not params.kind.regular)  # there intervals begin at the maximum
    ends = " · ".join(f"{kind} none" if np.isnan(low) else f"{kind} {number(low, start)} to {number(high, digits)}"
                      for kind, (low, high) in zip(KINDS, evidence.intervals, strict=True))  # fmt: skip
    falls = "" if params.kind.regular else " The likelihood falls from its maximum at the largest draw; no score is 0."
    draws, peak, information = count(evidence.size), number(evidence.peak, digits + 1), number(evidence.information)
    text = (f"{draws} draws, maximum at {sign} = {peak}, information there {information}."
            if np.isfinite(evidence.information) else f"{draws} draws, maximum at {sign} = {peak}.")  # fmt: skip
    ends = f" {exact(params.confidence)} %: {ends}."
    said = [[["", text], ["", ends], ["dim", f" {_other(params)}{falls}"]]]
    return Panel.sentence("cramer-rao-evidence", NAME, said, len(evidence.theta))
