"""The number in focus of /attention: the largest weight, or what switching heads off does to the next token."""

from typing import Any

from core.headline import Headline


def headline(result: Any, params: Any) -> Headline:
    """The largest weight of each query, or at each temperature; with heads off a probability at each query."""
    if result.temperatures is not None:
        return Headline("largest weight", result.temperatures.largest)
    predictions = result.reading.predictions
    if params.show == "off" and predictions is not None:
        return Headline("probability of the next token that is likeliest with all heads on", predictions.after[:, 0])
    return Headline("largest weight", result.reading.changed.summary(result.layer).weight[result.head])
