"""What a reader of /cramer-rao guesses first."""

import math

from core.questions import Axis, Goal, Mark, Order, Question, Sketch
from core.statistics.cramer_rao.families import FAMILIES
from core.statistics.cramer_rao.result import Result
from core.swept_rows import nearest

_TRIED = {"mean": "mean", "trimmed": "trimmed mean", "mle": "median", "midrange": "midrange"}

QUESTIONS: tuple[Question, ...] = (
    Sketch(
        name="coin", values={"view": "theta", "family": "bernoulli", "measure": "variance"},
        x=Axis("probability p of heads", 0.0, 1.0), y=Axis("variance", 0.0, 0.02),
        text="A bent coin shows heads with probability p. You toss it 25 times and take the share of heads for p. Draw "
             "the variance of this estimate, for every p from 0 to 1.",
        truth=lambda its, params: (its.axis, its.accuracy.variance[0, :, 0]),
        theory=lambda its, params: (its.axis, its.axis * (1 - its.axis) / params.n),
        why="A coin that nearly always shows the same side leaves little to chance. At ½ chance has most room, and "
            "no unbiased estimator does better than the share of heads.",
        next="Choose the Estimator in focus “shrunk to ½”, and Show “Bias”: see at what price it gets below the bound.",
    ),
    Order(
        name="laplace", values={"family": "laplace", "n": 100}, items=_TRIED,
        ends=("Smallest variance", "Largest variance"),
        text="100 draws come from a Laplace law: a sharp peak with long tails. Four estimators look for its middle. "
             "The trimmed mean leaves out the outer tenths; the midrange lies half-way between the extremes. Which "
             "varies least?",
        truth=lambda its, params: sorted(variance := _at(its, "variance", params.n), key=variance.__getitem__),
        belief=("mean.trimmed.mle.midrange", "This is the order for a normal law, with which the page opens. In long "
                                             "tails a few far draws pull the mean."),
        why="The median does not care how far the outer draws lie, and a sharp peak puts many draws close to it.",
        next="Drag the number of draws: see how slowly the median comes down to the bound.",
    ),
    Mark(
        name="largest", values={"family": "uniform", "theta": 1.0, "estimator": "unbiased", "n": 40},
        axis=Axis("the error gets smaller by the factor", 1.0, 10.0), near=0.06,
        text="Draws lie evenly between 0 and an unknown end. The largest draw, a little enlarged, estimates the end. "
             "Now you take 40 draws and not 10. By which factor does the typical error shrink?",
        truth=lambda its, params: math.sqrt(_at(its, "variance", 10)["unbiased"]
                                            / _at(its, "variance", 40)["unbiased"]),
        theory=lambda its, params: math.sqrt(40 * 42 / (10 * 12)),
        belief=("2", "The error of a mean falls with the root of n, so that four times the draws halve it. The "
                     "largest draw gets closer faster than that."),
        why="The gap between the largest draw and the end shrinks with n itself. The theorem of Cramér and Rao does "
            "not hold here, because the end decides which values are possible.",
        next="Choose the Estimator in focus “2·x̄ (moments)”: its error falls with the root of n.",
    ),
    Mark(
        name="no-heads",
        values={"view": "one", "family": "bernoulli", "source": "values", "values": " ".join("0" * 20)},
        axis=Axis("largest plausible p", 0.0, 0.5), near=0.1,
        text="A coin is tossed 20 times and never shows heads. Up to which probability p of heads does the 95 % "
             "interval from the likelihood reach?",
        truth=lambda its, params: float(its.evidence.intervals[1, 1]),
        theory=lambda its, params: 1 - math.exp(-3.841459 / (2 * its.evidence.size)),
        belief=("0", "The share of heads is 0, and the usual formula for its standard error gives 0 as well. But a "
                     "coin that seldom shows heads would often do the same."),
        why="The interval holds every p under which 20 tosses without heads are still likely enough.",
        next="Write a 1 in the place of one 0 under Your numbers and see the interval leave 0.",
    ),
    Goal(
        name="shrunk-worse", values={"estimator": "shrunk", "measure": "mse"},
        solution={"estimator": "shrunk", "measure": "mse", "theta": 1.5},
        text="A goal: the shrunk mean is pulled towards 0. At first its mean square error (MSE) is smaller than that "
             "of the mean. Change the normal law so that it is larger.",
        met=lambda its, params: its.family == "normal-mean" and its.accuracy is not None
            and (mse := _at(its, "mse", params.n))["shrunk"] > 1.05 * mse["mle"],  # by more than the Monte Carlo errs
        why="Pulling the mean towards 0 lowers its variance, and adds a bias. The bias costs the more, the farther "
            "the true mean lies from 0.",
        next="Lower Shrinkage: a weak pull helps over a wider range of means.",
    ),
)  # fmt: skip


def _at(its: Result, measure: str, n: int) -> dict[str, float]:
    """A measure, such as the variance, of each estimator at n draws."""
    values = getattr(its.accuracy, measure)[:, nearest(its.axis, n), 0]
    return dict(zip(FAMILIES[its.family].estimators, values.tolist(), strict=True))
