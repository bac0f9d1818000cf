"""Attention by hand: every step on a reader's own matrices, why the products are divided by √d, and four scores."""

from typing import Any

from core.attention.attention_by_hand.matrix_sweep import MatrixSweep, looked_at, sweep_matrices
from core.attention.attention_by_hand.params import Params as Params
from core.attention.attention_by_hand.presets import PRESETS as PRESETS
from core.attention.attention_by_hand.questions import QUESTIONS as QUESTIONS
from core.attention.attention_by_hand.scaling_sweep import ScalingSweep, sweep_widths
from core.attention.attention_by_hand.score_sweep import ScoreSweep, sharpened, sweep_scores
from core.computation import Run, computation
from core.explorer import script
from core.headline import Headline

Result = MatrixSweep | ScalingSweep | ScoreSweep


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The part's whole axis, on the CPU: matrices that a reader writes are smaller than the way to another device.

    Raises:
        InputError: a text cannot be read, or shapes do not fit; the field is the one to mend.
        MissingInput: a matrix has no number yet.
    """
    match params.part:
        case "root":
            return sweep_widths(params.deviation, params.mean, params.keys, params.rows, params.seed, run.report)
        case "scores":
            return focus(sweep_scores(params), params)
    return focus(sweep_matrices(params), params)


def focus(result: Result, params: Params) -> Result:
    """The result at the chosen β, for the chosen query."""
    match result:
        case MatrixSweep():
            return looked_at(result, params.query - 1, params.beta)
        case ScoreSweep():
            return sharpened(result, params.beta)
    return result


def headline(result: Result, params: Params) -> Headline:
    """The largest weight at each β, by the additive of the scores; or the variance of q·k at each width."""
    match result:
        case ScalingSweep():
            return Headline("variance of q·k", result.variance_theory[:, 0])
        case ScoreSweep():
            return Headline("largest weight by the additive score", result.weights[:, 0].max(axis=1))
    return Headline("largest weight", result.weights.max(axis=1))


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Normal draws and the scores made of them; matrices that a reader writes are all small."""
    if params.part != "root":
        return {params.part: 1}
    return {"root": 1, "draws": params.draws, "scores": params.rows * params.keys}


def snippet(params: Params) -> str:
    """Python that prints the same numbers."""
    after: dict[str, Any] = {"matrices": ("print(result.outputs().to_string())",)}
    return script(params, "print(result.table().to_string())", *after.get(params.part, ()))
