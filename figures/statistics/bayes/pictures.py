"""The curves of /bayes."""

from typing import Any

import numpy as np

from core.numbers import number
from core.statistics.bayes.coverage import KINDS, THETAS, Coverage
from core.statistics.bayes.params import METHODS
from core.statistics.bayes.stopping import Stopping
from core.statistics.bayes.update import Update
from core.statistics.bayes.width import Width
from figures import leaving, marks, theme
from figures.log_axis import log_axis
from figures.plot import Cursor, Plot, Sweep
from figures.theme import BLUE, GREEN, PINK
from figures.traces import Traces, around

AXIS, HEIGHT, LOW = "bayes", 300, 240
FRAME = {**theme.legend(), "hovermode": "closest"}
FILLED = {"fill": "tozeroy", "fillcolor": theme.SOFT}
RULES = ("peeking with p < α", "Bayes factor")
NAMES = {"beta_binomial": "share θ", "gamma_poisson": "rate λ for one observation", "normal_normal": "mean μ",
         "normal_inverse_gamma": "mean μ", "dirichlet_multinomial": "share θ of the category"}  # fmt: skip
AHEAD = {"beta_binomial": "successes among the next {}", "gamma_poisson": "total of the next {}",
         "dirichlet_multinomial": "category of the next one"}  # fmt: skip
SOME = slice(1, None, 8)  # true shares whose simulated coverage is drawn
LEAST = -12.0  # powers of ten of a Bayes factor: what lies deeper leaves the picture, unless all does
PRIOR = {"color": theme.MUTED, "width": 1.5, "dash": "dash"}  # a pinned posterior is full and grey
WIDTHS = theme.axis("width τ of the prior", range=[-3, 3], type="log", dtick=1)


def densities(its: Update) -> Plot:
    """Prior, likelihood and posterior over the parameter, with the credible interval."""
    traces, beyond = Traces(len(its.n), its.x), np.ptp(its.x)  # how far an interval that leaves the picture is drawn
    ends = np.clip(np.stack([its.low, its.high], axis=1), its.x[0] - beyond, its.x[-1] + beyond)
    top = 1.1 * max(float(its.posterior[-1].max()), float(np.quantile(its.posterior, 0.99)))
    traces.line(its.x, leaving.inside(its.posterior, 0, top), "posterior", BLUE, 2.5, **FILLED)
    traces.add(its.x, leaving.inside(its.prior, 0, top), "prior", line=PRIOR)
    style = {"color": GREEN, "width": 2, "dash": "dot"}  # it may lie on the posterior
    traces.add(its.x, leaving.inside(its.likelihood, 0, top), "likelihood, scaled", line=style)
    traces.line(ends, np.zeros(2), f"{number(its.params.level, 3)} % credible", theme.FOCUS, 5)
    traces.dots(its.mean[:, None], np.zeros(1), "mean", theme.FOCUS, 11, showlegend=False)
    _mark_ends_beyond(traces, its)
    sweep = Sweep(AXIS, "Observations seen", len(its.n), "", its.n, "{value} of {last} seen", field="seen")
    summary = "Prior, scaled likelihood and posterior of the parameter while observations arrive."
    return traces.plot("bayes-densities", summary, HEIGHT, sweep, _estimate(its),
                       theme.axis("density", range=[-0.03 * top, top], nticks=5), **FRAME)  # fmt: skip


def _mark_ends_beyond(traces: Traces, its: Update) -> None:
    """A triangle at the side on which the credible interval goes on beyond the axis."""
    room = leaving.EDGE * (its.x[-1] - its.x[0])
    for gone, edge, symbol in ((its.low < its.x[0] - room / 2, its.x[0] + room, "triangle-left"),
                               (its.high > its.x[-1] + room / 2, its.x[-1] - room, "triangle-right")):  # fmt: skip
        if gone.any():
            traces.dots(np.where(gone, edge, np.nan)[:, None], np.zeros(1), "beyond the picture", theme.FOCUS,
                        leaving.SIZE, symbol, showlegend=False, hoverinfo="name")  # fmt: skip


def _estimate(its: Update) -> dict[str, Any]:
    return theme.axis(NAMES[its.params.pair], range=[float(its.x[0]), float(its.x[-1])], nticks=7)


def prediction(its: Update) -> Plot:
    """What the next observations may bring."""
    traces, outcome, discrete = Traces(len(its.n)), its.outcome, its.params.pair in AHEAD
    bars, curve = {"type": "bar", "mode": None, "marker": {"color": BLUE}}, {"line": {"color": BLUE}, **FILLED}
    traces.add(outcome, its.predicted, "prediction", **(bars if discrete else curve))
    title = AHEAD.get(its.params.pair, "mean of the next {}").format(its.params.ahead)
    summary = "The distribution of the next observations, averaged over the posterior."
    ticks = {"tick0": 0, "dtick": max(1, round(np.ptp(outcome) / 7))} if discrete else {"nticks": 8}
    ends = [float(outcome[0]) - 0.6 * discrete, float(outcome[-1]) + 0.6 * discrete]
    return traces.plot("bayes-prediction", summary, HEIGHT, AXIS, theme.axis(title, range=ends, **ticks),
                       theme.axis("probability" if discrete else "density",
                                  range=[0, 1.08 * float(its.predicted.max())]))  # fmt: skip


def losses(its: Update) -> Plot:
    """What each estimate would cost on average, beyond the best."""
    traces, names = Traces(len(its.n)), ("absolute: least at the median", "squared: at the mean", "0–1: at the mode")
    for y, best, name, colour, dash in zip(its.losses, (its.median, its.mean, its.mode), names, (PINK, BLUE, GREEN),
                                           ("solid", "dash", "dot"), strict=True):  # fmt: skip
        traces.line(its.x, y, name, colour, dash=dash)
        traces.dots(best[:, None], np.zeros(1), name, colour, 9, showlegend=False)
    summary = "The expected loss of each estimate, by three losses; each is least at another estimate."
    return traces.plot("bayes-losses", summary, LOW, AXIS, _estimate(its),
                       theme.axis("loss beyond the least", range=[-0.04, 1.04]), **FRAME)  # fmt: skip


def evidence(its: Width) -> Plot:
    """The Bayes factor over the prior's width, and P(H₀) beside it."""
    traces, log, turn = Traces(len(its.tau)), its.log_bf01 / np.log(10), 1 if its.params.factor == "BF₀₁" else -1
    least = float(log.min()) if log.max() <= LEAST else max(LEAST, float(log.min()))
    ends = min(least - 0.3, -1.3), max(1.0, float(log.max())) + 0.3
    drawn, (low, high) = turn * leaving.inside(log, *ends), sorted(turn * end for end in ends)
    traces.level(its.tau, 0, "neither", theme.BOUND, showlegend=False, hoverinfo="skip")
    traces.line(its.tau, drawn, f"log₁₀ of the Bayes factor {its.params.factor}", BLUE, 2.5)
    traces.line(its.tau, its.null, "P(H₀ | data), right axis", GREEN, dash="dot", yaxis="y2")
    leaving.mark_exits(traces, its.tau, turn * log, low, high, BLUE)
    sweep = Sweep(AXIS, "Width τ of the prior", len(its.tau), "", its.tau, "τ = {value}", field="tau",
                  cursor=Cursor(its.tau, {"y": drawn, "y2": its.null}))  # fmt: skip
    summary = "The Bayes factor for the null hypothesis and its posterior probability over the width of the prior."
    words = (("↑ for H₀", 0.99, "top"), ("↓ for H₁", 0.01, "bottom")) if turn > 0 else (
        ("↑ for H₁", 0.99, "top"), ("↓ for H₀", 0.01, "bottom"))  # fmt: skip
    notes = [marks.text(0.01, y, said, "left", up, xref="paper", yref="paper") for said, y, up in words]
    right = theme.axis("P(H₀ | data)", range=[-0.02, 1.02], overlaying="y", side="right", showgrid=False,
                       tickvals=[0, 0.25, 0.5, 0.75, 1])  # fmt: skip
    left = theme.axis(f"log₁₀ {its.params.factor}", range=[low, high])
    return traces.plot("bayes-evidence", summary, HEIGHT, sweep, WIDTHS, left, yaxis2=right, annotations=notes,
                       **theme.legend(r=56))  # fmt: skip


def posterior(its: Width) -> Plot:
    """Mean and interval under H₁ over the same widths."""
    traces, tau, null = Traces(len(its.tau)), its.tau, 0.0 if its.params.test == "normal" else its.params.null
    traces.line(tau, its.low, "low", BLUE, 1, showlegend=False, hoverinfo="skip")
    traces.line(tau, its.high, "credible interval under H₁", BLUE, 1, **{**FILLED, "fill": "tonexty"})
    traces.line(tau, its.mean, "mean under H₁", BLUE, 2.5)
    traces.line(tau, its.averaged, "mean over H₀ and H₁", PINK, dash="dot")
    for value, name, style in ((null, "H₀", theme.BOUND), (its.estimate, "data alone", theme.THEORY)):
        traces.level(tau, value, name, style)
    summary = "The posterior mean and interval under the alternative over the width of the prior."
    held = np.concatenate([its.low, its.high, [null, its.estimate]])
    return traces.plot("bayes-posterior", summary, HEIGHT, AXIS, WIDTHS, theme.axis("θ", range=around(held, 0.05)),
                       cursor=Cursor(tau, {"y": its.mean}), **FRAME)  # fmt: skip


def compared(its: Coverage) -> list[tuple[int, str, str]]:
    """The kinds of interval that are drawn: place, name, colour."""
    return [(0, "credible", BLUE), (KINDS.index(its.params.against), METHODS[its.params.against], GREEN)]


def coverage(its: Coverage) -> Plot:
    """How often intervals hold θ, over θ: exact curves, and simulated samples as dots."""
    traces, level, share = Traces(len(THETAS)), its.params.level, 100 * its.share
    low = min(80.0, *(float(np.quantile(share[i], 0.05)) for i, _, _ in compared(its))) - 2
    traces.level(np.array([0.0, 1.0]), level, f"promised, {number(level, 3)} %", theme.BOUND)
    for i, name, colour in reversed(compared(its)):
        traces.line(THETAS, leaving.inside(share[i], low, 101), f"{name}, exact", colour, 1.5)
        traces.dots(THETAS[SOME], leaving.inside(100 * its.simulated[i], low, 101)[SOME], f"{name}, simulated", colour,
                    5, error=200 * its.error[i, SOME])  # fmt: skip
        leaving.mark_exits(traces, THETAS, share[i], low, 101, colour)
    sweep = Sweep(AXIS, "True share θ", len(THETAS), "", THETAS, "θ = {value}", field="theta",
                  cursor=Cursor(THETAS, {"y": leaving.inside(share[0], low, 101)}))  # fmt: skip
    summary = "Coverage of credible and confidence intervals over the true share; dots are simulated."
    return traces.plot("bayes-coverage", summary, HEIGHT, sweep, theme.axis("true share θ", range=[0, 1]),
                       theme.axis("intervals that hold θ", "%", range=[low, 101]), **FRAME)  # fmt: skip


def intervals(its: Coverage) -> Plot:
    """The interval that each count leads to, and the true share."""
    traces, step = Traces(len(THETAS)), 1 + its.params.n // 60
    k = np.arange(0, its.params.n + 1, step)
    for side, width, (i, name, colour) in zip((-0.18, 0.18), (2.5, 1.2), compared(its), strict=True):
        traces.bars(k + side * step, its.low[i, k], its.high[i, k], name, colour, width, hoverinfo="skip")
    traces.line(np.array([-1.0, its.params.n + 1.0]), np.repeat(THETAS[:, None], 2, axis=1), "true θ", theme.FOCUS)
    summary = "The interval that each number of successes leads to, and the true share."
    return traces.plot("bayes-intervals", summary, HEIGHT, AXIS,
                       theme.counts("successes k", range=[-0.8, its.params.n + 0.8], nticks=7),
                       theme.axis("interval for θ", range=[-0.02, 1.02], nticks=6), **FRAME)  # fmt: skip


def share(its: Stopping) -> Plot:
    """How many runs have stopped by each look, by both rules."""
    traces, x, p = Traces(len(its.n)), its.n.astype(float), its.params
    some = np.unique(np.geomspace(1, len(x), 28).round().astype(int)) - 1
    for i, colour in enumerate((GREEN, BLUE)):
        traces.compared(x, 100 * its.exact[i], 100 * its.share[i], RULES[i], colour, some=some,
                        error=200 * its.error[i], legend="" if i else "exact")  # fmt: skip
    traces.line(x, 100 * its.once, "one look", theme.INK, 1)
    if not p.effect:
        traces.level(x, 100 / p.threshold, "Ville’s bound", {"color": BLUE, "width": 1})
    top = 110 * max(float(its.exact.max()), float(its.once.max()), 1 / p.threshold)
    summary = "The share of runs that have stopped by each number of observations."
    return traces.plot("bayes-share", summary, HEIGHT, AXIS, _looks(its),
                       theme.axis("runs stopped", "%", range=[0, top]),
                       cursor=Cursor(x, {"y": 100 * its.share[0]}), **FRAME)  # fmt: skip


def _looks(its: Stopping) -> dict[str, Any]:
    return theme.axis("observations n", **log_axis(*around(np.log10([its.n[0], its.n[-1]]), 0.02)))


def paths(its: Stopping) -> Plot:
    """z in a few single runs, and from where on each rule stops."""
    traces, x = Traces(len(its.n)), its.n.astype(float)
    top = 1.25 * max(float(np.abs(its.paths).max()), float(its.bound[0, 0]))
    alone = "lines" if len(x) > 1 else "markers"  # a single look makes no line
    for one in its.paths:
        stopped = bool((np.abs(one) >= its.bound[0]).any())
        traces.line(x, one, "p < α stops it" if stopped else "goes on", GREEN if stopped else theme.PINNED, 1.2,
                    showlegend=False, hoverinfo="skip", mode=alone)  # fmt: skip
    kinds = zip(its.bound, (GREEN, BLUE), ("p = α", "Bayes factor = threshold"), theme.DASHES, strict=False)
    for edge, colour, name, dash in kinds:
        for sign in (1, -1):
            traces.line(x, leaving.inside(sign * edge, -top, top), name, colour, 2.5, dash=dash, showlegend=sign > 0,
                        mode=alone)  # fmt: skip
    sweep = Sweep(AXIS, "Observations seen", len(x), "", its.n, "n = {value}", cursor=Cursor(x, {}), field="seen")
    summary = "The statistic z in a few runs as data arrive, and the bounds at which each rule stops."
    return traces.plot("bayes-paths", summary, HEIGHT, sweep, _looks(its), theme.axis("z", range=[-top, top]),
                       **FRAME)  # fmt: skip
