"""What a reader of /attention-by-hand guesses first."""

import dataclasses
from typing import Any

import numpy as np

from core.attention.attention_by_hand.matrix_sweep import MatrixSweep, sweep_matrices
from core.questions import Amount, Axis, Goal, Mark, Pick, Question, Sketch

_ORDER = [2, 0, 1]  # of the rows of X: the third one first
_EVEN = 1e-3  # weights that differ by less are alike
_LEAST_SCALE = 0.2  # a scale near 0 makes all weights alike, and nothing else need be done

QUESTIONS: tuple[Question, ...] = (
    Sketch(
        name="runner-up", x=Axis("scale", 1 / 64, 64.0, log=True), y=Axis("weight of the second key", 0.0, 0.5),
        values={"Q": "1", "K": "6\n5\n0\n0\n0\n0", "V": "6\n5\n4\n3\n2\n1", "scale": "1", "mask": "none", "query": 1},
        near=0.08,
        text="A query has the scores 6, 5, 0, 0, 0, 0 with six keys. All are multiplied by a scale, and the softmax "
             "makes weights of them. Draw the weight of the second key as the scale grows.",
        truth=lambda its, params: (its.betas * its.scale, its.weights[:, 1]),
        why="At first the two good keys gain together from the four poor ones. Then the gap between these two counts, "
            "and the best key takes all.",
        next="In “K, a key on each line” write 6 in place of 5. Now two keys share the first place at any scale.",
    ),
    Mark(
        name="hundred", axis=Axis("weight of the largest score", 0.0, 1.0),
        values={"Q": "1", "K": "100\n101\n102", "V": "1\n2\n3", "scale": "1", "mask": "none", "query": 1},
        text="Three keys have the scores 100, 101 and 102. The softmax makes weights of them, which add up to 1. What "
             "is the weight of the third key?",
        truth=lambda its, params: float(its.steps.weights[0, 2]),
        theory=lambda its, params: float(1 / (1 + np.exp(-1) + np.exp(-2))),
        belief=("0.34", "Many expect about one third, since the scores are so close to one another. But the softmax "
                        "does not share in proportion."),
        why="The softmax looks at differences alone: 0, 1 and 2 give the same weights. A gap of 1 is a factor of e, "
            "about 2.7.",
        next="Take 100 off each score in “K, a key on each line”. No weight changes.",
    ),
    Amount(
        name="spread", near=0.06, values={"part": "root", "deviation": 2.0, "rows": 256},
        text="All coordinates of random queries and keys have the mean 0 and the standard deviation 2. Each product "
             "q·k is divided by √d, where d is the number of coordinates. What is the variance of the result?",
        truth=lambda its, params: float(its.variance[_at(its, params), 1]),
        theory=lambda its, params: float(its.variance_theory[_at(its, params), 1]),
        belief=("1", "Many expect 1, because the root of d is said to give it. It takes away the growth with d only; 1 "
                     "needs coordinates of standard deviation 1."),
        why="A product of two coordinates has the variance 4 times 4. A sum of d of them has d times that, and the "
            "division by √d takes the d away again.",
        next="Set “Standard deviation σ” to 1: the lower dashed line of the variance falls to 1 at every width d.",
    ),
    Pick(
        name="new-order", values={"given": "X", "X": "5 6\n1 2\n3 4", "mask": "none", "scale": "0.1", "query": 1},
        options={"same": "It stays as it was", "order": "Its rows come in that new order", "new": "All numbers change"},
        text="Each row of X is a token. The third row is moved to the front. There is no mask, and no token knows its "
             "place. What happens to the output, which has a row for each token?",
        truth=lambda its, params: _moved(its, params),
        belief=("same", "Many say that the output does not notice the order, and so do some lecture notes. But a row "
                        "of the output belongs to a token, and moves with it."),
        why="Each token meets the same keys and values, whatever their order, and so it gets the same output, at its "
            "new place.",
        next="Choose the mask “Causal”. Now the order matters: the first token sees itself alone.",
    ),
    Goal(
        name="even", values={"query": 4}, solution={"Q": "1 0 2 0\n0 1 0 2\n1 1 1 0\n0 0 0 0", "query": 4},
        text="A goal: the fourth query sees all four keys. Change its numbers in “Q, a query on each line”, and not "
             "the scale, so that all four keys get the same weight.",
        met=lambda its, params: isinstance(its, MatrixSweep) and len(its.keys) > 1 and bool(
            its.allowed[its.query].all() and np.ptp(its.keys, axis=0).any()
            and np.ptp(its.steps.weights[its.query]) < _EVEN and abs(its.scale * its.beta) >= _LEAST_SCALE),
        why="Weights are alike where the scores are. A query of zeros scores 0 with every key.",
        next="Drag the scale now. The weights stay alike, because there is no gap that it could stretch.",
    ),
)  # fmt: skip


def _at(its: Any, params: Any) -> int:
    """Where the chosen width stands."""
    return int(np.flatnonzero(its.widths == params.width)[0])


def _moved(its: MatrixSweep, params: Any) -> str:
    """What became of the output when the rows of X were put into ``_ORDER``."""
    rows = params.X.split("\n")
    before = "\n".join(rows[place] for place in np.argsort(_ORDER))
    output = sweep_matrices(dataclasses.replace(params, X=before, scale=repr(its.scale))).steps.output
    if np.allclose(its.steps.output, output):
        return "same"
    return "order" if np.allclose(its.steps.output, output[_ORDER]) else "new"
