"""What a reader of /bayes guesses first."""

from core.questions import Axis, Goal, Mark, Order, Question, Sketch
from core.statistics.bayes.coverage import THETAS
from core.statistics.bayes.update import Update
from core.swept_rows import nearest

QUESTIONS: tuple[Question, ...] = (
    Sketch(
        name="width", values={"part": "width"}, x=Axis("width τ of the prior", 1e-3, 1e3, log=True),
        y=Axis("probability of H₀", 0.0, 100.0, "%"),
        text="A hundred observations give p = 0.05, and before them H₀ and H₁ were equally probable. Draw how probable "
             "H₀ is after them, for every width of the prior under H₁.",
        truth=lambda its, params: (its.tau, 100 * its.null),
        belief=("05" * 25, "That is the p-value, which no prior moves. The probability of H₀ needs a prior, and "
                           "follows it from a third to nearly certain."),
        why="A narrow prior makes H₁ the same as H₀, and one too wide bets on effects that the data do not show.",
        next="Find the width that speaks most against H₀, and read by how much.",
    ),
    Mark(
        name="peek", values={"part": "stopping", "seen": 100}, axis=Axis("runs that find something", 0.0, 100.0, "%"),
        text="There is no effect. Someone tests after each of 100 observations and stops as soon as p < 0.05. In how "
             "many of 100 such runs do they find something?",
        truth=lambda its, params: 100 * float(its.share[0, -1]),
        theory=lambda its, params: 100 * float(its.exact[0, -1]),
        belief=("5", "A level of 0.05 is kept by one test at a time that was fixed before, not by the best of many."),
        why="Each look is one more chance to be misled, and it ends where it misleads.",
        next="Set “Observations between looks” to 20 and see how far the share falls.",
    ),
    Mark(
        name="promise", values={"part": "coverage", "n": 30, "theta": 0.05, "a": 1.0, "b": 1.0},
        axis=Axis("intervals that hold the share", 0.0, 100.0, "%"),
        text="The true share is 0.05, and samples have 30 observations. In how many samples does Wald’s 95 % interval "
             "hold it?",
        truth=lambda its, params: 100 * float(its.share[1, nearest(THETAS, params.theta)]),
        belief=("95", "Here 95 % would need far more observations. What an interval promises has to be checked."),
        why="Where no success is seen Wald’s interval has no length, and that happens in one sample of five.",
        next="Drag θ to the middle, then choose Wilson.",
    ),
    Order(
        name="losses", values={"pair": "gamma_poisson", "a": 1.0, "b": 1.0, "seen": 1}, ends=("smallest", "largest"),
        items={"mean": "Mean", "mode": "Mode (MAP)", "median": "Median"},
        text="A year without deaths was seen, and the posterior of the rate is skewed: high at 0, with a long tail to "
             "the right. Order its three estimates.",
        truth=lambda its, params: sorted(("mean", "mode", "median"), key=lambda name: getattr(its, name)[1]),
        why="The tail pulls the mean most, for squared loss fears large errors; the mode ignores the tail.",
        next="Drag to the end: as the posterior narrows, the three come together.",
    ),
    Goal(
        name="stubborn", values={"seen": 20}, solution={"seen": 20, "a": 30.0, "b": 30.0},
        text="A goal: 14 of 20 patients were cured. Make a prior that expects one half and is so sure that the "
             "posterior mean after all of them is at most 0.55.",
        met=lambda its, params: isinstance(its, Update) and params.pair == "beta_binomial" and params.a == params.b
            and params.source == "example" and bool(its.mean[-1] <= 0.55),
        why="A prior with a + b = 60 weighs as much as 60 patients, three times the data.",
        next="Think of what you would have to have seen to be so sure.",
    ),
)  # fmt: skip
