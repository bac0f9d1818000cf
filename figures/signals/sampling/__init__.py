"""Pictures of /sampling: each part of the page has a module of its own."""

from core.signals.sampling import Params, Result
from core.signals.sampling.alias_sweep import AliasSweep
from core.signals.sampling.band_sweep import BandSweep
from core.signals.sampling.bits_sweep import BitsSweep
from core.signals.sampling.decimation import Decimation
from core.table_text import to_csv
from figures.plot import Download, Views
from figures.signals.sampling import alias, band, bits, sound, wheel

PARTS = {"alias": "A tone", "band": "A band", "bits": "Amplitudes in bits", "wheel": "A filmed wheel",
         "sound": "A sound"}  # fmt: skip
DITHERS = {"none": "None", "triangular": "Triangular"}
SOURCES = {"linear-chirp": "A chirp", "logarithmic-chirp": "A log chirp", "vowel": "A vowel", "clicks": "Clicks",
           "noise": "Noise", "file": "A file"}  # fmt: skip
FILTERS = {"kaiser": "Kaiser sinc", "hamming": "Hamming sinc", "butterworth": "Butterworth", "chebyshev": "Chebyshev",
           "elliptic": "Elliptic"}  # fmt: skip


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


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download("The numbers (CSV)", "sampling.csv", "text/csv", lambda: to_csv(result.table()))]
