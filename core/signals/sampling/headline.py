"""The number in focus of /sampling, for each part of the page."""

from typing import Any

from core.headline import Headline
from core.signals.sampling.alias_sweep import AliasSweep
from core.signals.sampling.band_sweep import BandSweep
from core.signals.sampling.bits_sweep import BitsSweep
from core.signals.sampling.decimation import Decimation


def headline(result: Any, params: Any) -> Headline:
    """What theory says of the part that is looked at, at each step of its axis."""
    match result:
        case AliasSweep():
            return Headline("comes back as", result.predicted, "Hz")
        case BandSweep():
            return Headline("the band lands from", result.landed_low, "Hz")
        case BitsSweep():
            return Headline("signal to noise", result.rule_db[:, int(result.dither == "triangular")], "dB")
        case Decimation():
            return Headline("half the new rate", result.sample_rate / (2 * result.factor), "Hz")
    return Headline("speed on film", result.predicted, "revolutions a second")
