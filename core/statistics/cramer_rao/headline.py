"""The number in focus of /cramer-rao: the variance of the chosen estimator, or one sample's score."""

from typing import Any

from core.headline import Headline
from core.statistics.cramer_rao.result import Result


def headline(result: Result, params: Any) -> Headline:
    """The variance over n or θ, NaN where it is infinite; of one sample the score at each θ."""
    if result.evidence is not None:
        return Headline("score", result.evidence.score)
    assert result.accuracy is not None
    estimator = list(params.kind.estimators).index(params.estimator)
    second = params.parameter == "second" and params.kind.estimated == 2
    return Headline("variance", result.accuracy.variance[estimator, :, int(second)])
