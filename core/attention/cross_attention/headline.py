"""The number in focus of /cross-attention: the largest weight on an English word."""

from typing import Any

from core.headline import Headline


def headline(result: Any, params: Any) -> Headline:
    """The largest weight as each French word is written."""
    return Headline("largest weight", result.weights_of(params.layer, params.head, params.mean).max(axis=1))
