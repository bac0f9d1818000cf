"""What a reader of /linear-regression guesses first."""

from core.questions import Amount, Axis, Goal, Mark, Pick, Question
from core.statistics.linear_regression.moving_point import MovedObservation
from core.swept_rows import nearest

QUESTIONS: tuple[Question, ...] = (
    Mark(
        name="onto", values={"shift": -2.1}, axis=Axis("R²", 0.0, 1.0),
        text="Ten of eleven points lie on a line, and R² of all is 0.67. What does it become when the other point is "
             "dragged onto that line?",
        truth=lambda its, params: float(its.fit.r_squared[nearest(its.shift, params.shift)]),
        why="Then nothing is left over: data and fit are the same, the angle is 0, and its cosine is 1.",
        next="Drag the point far below the line and watch R² fall again.",
    ),
    Pick(
        name="better", values={"part": "origin", "source": "anscombe1"},
        options={"origin": "The line through the origin", "intercept": "The line with an intercept"},
        text="For the same points, software reports R² = 0.67 for a line with an intercept, and R² = 0.96 for one "
             "through the origin. Which one leaves smaller squared residuals?",
        truth=lambda its, params: "intercept" if its.line.rss[its.home] < its.through.rss[its.home] else "origin",
        belief=("origin", "A larger R² looks better. But without an intercept software divides by Σy², not by "
                          "Σ(y − ȳ)², and the two numbers cannot be compared."),
        why="The line through the origin is one of the lines with an intercept, so the best of these cannot be worse.",
        next="Drag the constant up and see one R² stay near 1 while the line gets worse.",
    ),
    Amount(
        name="squares", values={"source": "anscombe1"},
        text="Some lecture notes print TSS = Σ(y − ȳ), without a square. What is this sum for these points?",
        truth=lambda its, params: round(float((its.data.y - its.data.y.mean()).sum()), 9) + 0.0,
        belief=("41.27", "That is the sum of the squares, Σ(y − ȳ)²: the TSS that belongs into R²."),
        why="Deviations from a mean always add up to 0, so without squares the sum says nothing about any data.",
        next="Read the first sum below the picture: the squares add up.",
    ),
    Goal(
        name="flat", values={"source": "anscombe4", "row": 0},
        solution={"source": "anscombe4", "row": 7, "shift": -2.7},
        text="A goal: of Anscombe IV, move one point up or down until the slope of the line is 0.",
        met=lambda its, params: isinstance(its, MovedObservation)
            and (params.source, params.moves) == ("anscombe4", "y") and params.intercept
            and abs(float(its.fit.beta[nearest(its.shift, params.shift), 1])) < 0.02,
        why="Only the point with another x has a say in the slope: its leverage is 1.",
        next="Move any other point as far as you can, and see how little the slope cares.",
    ),
)  # fmt: skip
