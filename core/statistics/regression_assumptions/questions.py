"""What a reader of /regression-assumptions guesses first."""

from core.questions import Axis, Goal, Mark, Pick, Question
from core.statistics.regression_assumptions.coverage import SlopeCoverage
from core.statistics.regression_assumptions.params import Params
from core.swept_rows import nearest

COVERED = Axis("intervals that hold the slope", 0.0, 100.0, "%")


def held(its: SlopeCoverage, params: Params, kind: int, exactly: bool = False) -> float:
    """Coverage in percent by a kind of standard error, where the slider stands."""
    return 100 * float((its.exact if exactly else its.share)[kind, nearest(its.strength, params.strength)])


QUESTIONS: tuple[Question, ...] = (
    Mark(
        name="eleven", values={"strength": 0.0},
        axis=Axis("intervals that hold the slope", 80.0, 100.0, "%"),
        text="All assumptions hold. Intervals with the robust error HC0 promise 95 %. In how many of 100 samples of "
             "these 11 rows do they hold the true slope?",
        truth=lambda its, params: held(its, params, 1),
        theory=lambda its, params: held(its, params, 1, exactly=True),
        belief=("95", "HC0 keeps its promise only with many rows. With few, residuals are smaller than the errors."),
        why="The line adapts to the points, most of all to those of high leverage, so HC0 is too small.",
        next="Compare HC3, which divides each residual by 1 − h before it is squared.",
    ),
    Mark(
        name="more-rows", values={"source": "made", "n": 100, "breaks": "confounder"}, axis=COVERED,
        text="A cause that goes along with x is left out. With 11 rows 95 % intervals hold the slope in 68 % of "
             "samples. In what percentage of samples of 100 rows do they hold it?",
        truth=lambda its, params: held(its, params, 0),
        theory=lambda its, params: held(its, params, 0, exactly=True),
        belief=("95", "More rows make an estimate more certain, but here it is certain of the wrong slope."),
        why="More rows do not take the shift of the slope away. They only shorten the intervals around the wrong "
            "place.",
        next="Choose 20 rows, and see how many intervals still reach the slope.",
    ),
    Pick(
        name="neighbours", values={"breaks": "correlation"},
        options={"classical": "classical", "hc3": "HC3", "newey_west": "Newey–West"},
        text="Errors of neighbouring rows are correlated. Newey–West errors are made for this. Here are 11 rows: with "
             "which error do intervals hold the slope most often?",
        truth=lambda its, params: ("classical", "hc3", "newey_west")[
            int(its.share[[0, 4, 5], nearest(its.strength, params.strength)].argmax())],
        belief=("newey_west", "With 11 rows there are too few products of neighbours to estimate a correlation by."),
        why="None keeps the promise. HC3 is longest, only because it allows most for the leverage of few rows.",
        next="Press “Errors that count neighbours”: with a hundred rows Newey–West comes first.",
    ),
    Goal(
        name="harmless", values={}, solution={"breaks": "tails", "strength": 1.0},
        text="A goal: break an assumption as far as the slider goes, so that classical intervals still hold the slope "
             "in 95 % or more.",
        met=lambda its, params: params.strength == 1.0 and params.level == 95.0 and held(its, params, 0) >= 95.0,
        why="A broken assumption matters where it shifts the slope, or where the reported error does not see it.",
        next="Find another one, and look at what it does to the sample instead.",
    ),
)  # fmt: skip
