"""Pictures of /sampling: each part of the page has a module of its own."""

from core.signals.sampling import Params, Result
from core.signals.sampling.alias_sweep import AliasSweep
from core.signals.sampling.band_sweep import BandSweep
from core.signals.sampling.bits_sweep import BitsSweep
from core.signals.sampling.decimation import Decimation
from figures.plot import Views
from figures.signals.sampling import alias, band, bits, sound, wheel


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a sweep."""
    match result:
        case AliasSweep():
            return alias.views(result)
        case BandSweep():
            return band.views(result)
        case BitsSweep():
            return bits.views(result)
        case Decimation():
            return sound.views(result)
    return wheel.views(result)
