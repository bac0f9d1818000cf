"""Pictures of /sampling: each part of the page has a module of its own."""

from core.signals.alias_sweep import AliasSweep
from core.signals.band_sweep import BandSweep
from core.signals.bits_sweep import BitsSweep
from core.signals.decimation import Decimation
from core.signals.sampling import Params, Result
from core.table_text import to_csv
from figures.plot import Download, Views
from figures.signals import sampling_alias, sampling_band, sampling_bits, sampling_sound, sampling_wheel

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
            return sampling_alias.views(result)
        case BandSweep():
            return sampling_band.views(result)
        case BitsSweep():
            return sampling_bits.views(result)
        case Decimation():
            return sampling_sound.views(result)
    return sampling_wheel.views(result)


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download("The numbers (CSV)", "sampling.csv", "text/csv", lambda: to_csv(result.table()))]
