"""The number in focus of /spectrogram: the area of a cell of time and frequency."""

from typing import Any

from core.headline import Headline
from core.signals.spectrogram.result import Result


def headline(result: Result, params: Any) -> Headline:
    """Δt·Δf of the window at each of its lengths."""
    return Headline("Δt·Δf", result.trade.fact("product"))
