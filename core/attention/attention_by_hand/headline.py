"""The number in focus of /attention-by-hand, for each part of the page."""

from typing import Any

from core.attention.attention_by_hand.scaling_sweep import ScalingSweep
from core.attention.attention_by_hand.score_sweep import ScoreSweep
from core.headline import Headline


def headline(result: Any, params: Any) -> Headline:
    """The largest weight at each β, by the first of the scores; or the variance of q·k at each width."""
    match result:
        case ScalingSweep():
            return Headline("variance of q·k", result.variance_theory[:, 0])
        case ScoreSweep():
            return Headline("largest weight", result.weights[:, 0].max(axis=1))
    return Headline("largest weight", result.weights.max(axis=1))
