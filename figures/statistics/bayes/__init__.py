"""Pictures of /bayes, and its numbers in focus, opened and in a sentence."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from core.numbers import apart, chance, count, exponential, number, percent, positive, uncertain
from core.statistics.bayes import Params, Result
from core.statistics.bayes.coverage import THETAS, Coverage
from core.statistics.bayes.stopping import Stopping
from core.statistics.bayes.update import Update
from core.statistics.bayes.width import Width
from figures.opened import Line, panel
from figures.plot import Panel, Plot, Row, Views
from figures.statistics.bayes import pictures
from figures.statistics.bayes.pictures import AXIS

LARGEST = 700.0  # a double holds e to this power, and to the opposite one
ROUNDING = 1e-6  # of the logarithm of a Bayes factor

Readout = tuple[tuple[Line, ...], Iterable[tuple[str, str]]]  # arithmetic; the number in focus, and words, at each step


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    first, second, of = PARTS[params.part]
    lines, readout = of(result)
    said = [[["focus", focus], ["dim", then]] for focus, then in readout]
    opened = panel(f"bayes-{params.part}-opened", AXIS, len(said), *lines)
    return Views(Row((first(result), second(result))), readout=Panel.sentence("bayes-said", AXIS, said),
                 opened=(opened,), more=[pictures.losses(result)] if isinstance(result, Update) else [])  # fmt: skip


def of_update(its: Update) -> Readout:
    """The posterior mean as a weighing of prior and data."""
    kinds = np.where(its.params.highest & np.isfinite(its.mode), "narrowest", "equal-tailed")  # of two peaks none is
    mean = its.median[0] if np.isnan(its.mean[0]) else its.mean[0]  # of a prior without a mean, where it is centred
    lines = (Line("weight w of the data: n / (n + n₀)", "{n} / ({n} + {worth})", {"n": its.n, "worth": its.worth},
                  note=". n₀ = {worth} is the number of observations that the prior is worth."),
             Line(("posterior mean: w × mean of the data + (1 − w) × prior mean", "posterior mean"),
                  ("{w} × {x} + (1 − {w}) × {m}", ""),
                  {"w": its.n / (its.n + its.worth), "x": its.sample_mean, "m": mean}, its.mean,
                  note=("", ": none before the first observation, for with a shape of ½ or less the prior has none."),
                  case=np.isnan(its.mean).astype(np.uint8)))  # fmt: skip
    readout = ((f"The posterior mean is {chance(at, max(4, digits))}.",
             f" The {kind} {number(its.params.level, 3)} % credible interval reaches from {number(low, digits)} to "
             f"{chance(high, digits)}. The median is {chance(median, digits)}, the mode (MAP) "
             f"{'not unique' if np.isnan(mode) else chance(mode, digits)}.")
            for kind, at, low, high, median, mode
            in zip(kinds.tolist(), its.mean, its.low, its.high, its.median, its.mode, strict=True)
            for digits in (apart(low, high, 3),))  # fmt: skip
    return lines, readout


def of_width(its: Width) -> Readout:
    """The Bayes factor, and what it makes of the prior odds; by their logarithms where no double holds the factor."""
    p, best, log10 = its.params, int(its.log_bf01.argmin()), its.log_bf01 / np.log(10)
    bf01, case = np.exp(np.clip(its.log_bf01, -LARGEST, LARGEST)), (abs(its.log_bf01) > LARGEST).astype(np.uint8)
    factor = Line(("BF₀₁ = P(k | H₀) / P(k | H₁), binomial over beta–binomial",
                   "log₁₀ BF₀₁ = log₁₀ (P(k | H₀) / P(k | H₁)), binomial over beta–binomial"),
                  result=np.where(case, log10, bf01), case=case)  # fmt: skip
    if p.test == "normal":
        factor = Line("BF₀₁ = √(1 + nτ²) × exp(−½z² × nτ² / (1 + nτ²))",
                      "√(1 + {g}) × exp(−{z}² / 2 × {g} / (1 + {g}))",
                      {"g": p.n * its.tau**2, "z": its.estimate * np.sqrt(p.n)},
                      note=", where nτ² = {g} and z follows from the p-value")  # fmt: skip
    prior = {"bf": bf01, "log": log10, "odds": p.prior_null / (100 - p.prior_null)}
    odds = Line(("P(H₀ | data) = BF₀₁ × odds / (1 + BF₀₁ × odds)", "log₁₀ of the odds of H₀ = log₁₀ BF₀₁ + log₁₀ odds"),
                ("{bf} × {odds} / (1 + {bf} × {odds})", "{log} + log₁₀({odds})"), prior, case=case,
                note=". The prior odds of H₀ are {odds}.")  # fmt: skip
    turned = Line(("BF₁₀ = 1 / BF₀₁", "log₁₀ BF₁₀ = −log₁₀ BF₀₁"), ("1 / {bf}", "−({log})"),
                  {"bf": bf01, "log": log10}, case=case)  # fmt: skip
    against = "No width in the picture speaks against H₀."
    if its.log_bf01[best] < -ROUNDING:
        against = (
            f"τ = {number(its.tau[best], 3)} speaks most against H₀, by {exponential(-its.log_bf01[best], 3)} to 1."
        )
    readout = ((f"With τ = {number(tau, 3)} H₀ now has a probability of {uncertain(null)}.",
             f" {_factor(log)} The p-value is {positive(its.p_value, 3)} whatever the width. {against}")
            for null, tau, log in zip(its.null, its.tau, its.log_bf01, strict=True))  # fmt: skip
    return (factor, turned, odds) if p.factor == "BF₁₀" else (factor, odds), readout


def _factor(log: float) -> str:
    if (times := exponential(abs(log), 3)) == "1":
        return "The data are about as probable under H₁ as under H₀."
    return f"The data are {times} times as probable under {'H₀' if log > 0 else 'H₁'}."


def of_coverage(its: Coverage) -> Readout:
    """What is missed at both sides, and the average over the prior."""
    lines = (Line("coverage = 1 − P(interval below θ) − P(interval above θ)", "1 − {below} − {above}",
                  {"below": its.below, "above": np.maximum(1 - its.share[0] - its.below, 0.0)}),
             Line("credible interval, coverage averaged over its prior", result=100 * its.average[0], unit="%",
                  note=". It is the level, whatever the prior."))  # fmt: skip
    _, (other, name, _) = pictures.compared(its)
    columns = np.vstack([its.share[[0, other]], its.simulated[[0, other]]])
    readout = ((f"At θ = {number(theta)} credible intervals hold it in {percent(first)} of samples",
             f", {percent(first_drawn)} simulated; those of {name} in {percent(second)}, "
             f"{percent(second_drawn)} simulated.")
            for theta, first, second, first_drawn, second_drawn in zip(THETAS, *columns, strict=True))  # fmt: skip
    return lines, readout


def of_stopping(its: Stopping) -> Readout:
    """Simulated shares, their errors, and the bound of Ville."""
    lines = [Line(f"{name}: Monte Carlo error √(P·(1 − P) / runs)", "√({p} × (1 − {p}) / {runs})",
                  {"p": its.share[i], "runs": its.params.replicates}, note=". P is {p} simulated, {exact} exactly.",
                  beside={"exact": its.exact[i]}) for i, name in enumerate(pictures.RULES)]  # fmt: skip
    if not its.params.effect:
        lines.append(Line("Ville’s bound without an effect: 1 / threshold", "1 / {k}", {"k": its.params.threshold}))
    readout = ((f"By n = {count(n)} the rule p < α has stopped {percent(p)} of runs",
             f", the Bayes factor {percent(bayes)}. One look, at this n alone, finds p < α in "
             f"{uncertain(once)}.")
            for n, p, bayes, once in zip(its.n.tolist(), *its.share, its.once, strict=True))  # fmt: skip
    return tuple(lines), readout


PARTS: dict[str, tuple[Callable[[Any], Plot], Callable[[Any], Plot], Callable[[Any], Readout]]] = {
    "update": (pictures.densities, pictures.prediction, of_update),
    "width": (pictures.evidence, pictures.posterior, of_width),
    "coverage": (pictures.coverage, pictures.intervals, of_coverage),
    "stopping": (pictures.paths, pictures.share, of_stopping),
}
