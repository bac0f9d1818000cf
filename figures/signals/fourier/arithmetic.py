"""The number in focus of each part of /fourier, opened."""

import numpy as np

from core.signals.fourier.coefficients import Coefficients
from core.signals.fourier.convolution import Convolution
from core.signals.fourier.cost import Cost
from core.signals.fourier.leakage import Leakage, Padding
from figures.opened import Line, panel
from figures.plot import Panel

AXIS = "fourier"


def of_tone(result: Leakage) -> Panel:
    """Where the tone lies between the bins, and how much of its energy the nearest one holds."""
    tone, bins = result.tone, result.frequency * result.tone.n / result.tone.rate
    place = Line("the tone’s place in bins: f·N / fₛ", "{f} × {n} / {rate}",
                 {"f": result.frequency, "n": tone.n, "rate": tone.rate},
                 note=". At a whole number the samples hold whole periods, and nothing leaks.")  # fmt: skip
    off = Line("distance to the nearest bin", "|{bins} − {nearest}|",
               {"bins": bins, "nearest": np.rint(bins).astype(int)}, unit="bins")  # fmt: skip
    share = Line("Σ|X|² of the nearest bin and its mirror / Σ|X|² of all", "", {}, result=result.captured)
    return panel("fourier-tone-opened", AXIS, len(bins), place, off, share)


def of_padding(result: Padding) -> Panel:
    """How close the dots are, and how close tones may be."""
    numbers = {"rate": result.tone.rate, "n": result.tone.n}
    dots = Line("distance of the dots: fₛ / (p·N)", "{rate} / ({p} × {n})", {**numbers, "p": result.factor}, unit="Hz",
                note=". Padding makes it as small as one likes.")  # fmt: skip
    bound = Line("1 / T = fₛ / N", "{rate} / {n}", numbers, unit="Hz",
                 note=". Tones closer than about this are one peak: only a longer recording helps.")  # fmt: skip
    first, second = result.tones
    apart = Line("distance of the tones", "{second} − {first}", {"second": second, "first": first}, unit="Hz",
                 note=". Peaks there: {peaks}.", beside={"peaks": len(result.peaks)})  # fmt: skip
    return panel("fourier-padding-opened", AXIS, len(result.factor), dots, bound, apart)


def of_coefficient(result: Coefficients) -> Panel:
    """The turn of each arrow, the length of their sum, and Parseval's theorem."""
    k, n, x = np.arange(len(result.coefficient)), len(result.samples), result.coefficient
    turn = Line("turn from one arrow to the next: k/N of a circle", "{k} × 360 / {n}", {"k": k, "n": n}, unit="degrees")
    size = Line("|X[k]| = √(real² + imaginary²)", "√({re}² + {im}²)", {"re": x.real, "im": x.imag})
    share = Line("share of Σ|x|² in the coefficients up to k", "", {}, result=result.energy)
    parseval = Line("Parseval: Σ|X[k]|² / (N·s²)", "", {}, result=result.parseval[1],
                    note=". Σ|x[n]|² is {time}.", beside={"time": result.parseval[0]})  # fmt: skip
    return panel("fourier-coefficient-opened", AXIS, len(k), turn, size, share, parseval)


def of_convolution(result: Convolution) -> Panel:
    """The first sample: what belongs there, and what has come round the end."""
    length = result.length
    late = np.append(result.linear, np.zeros(int(length[-1])))[length]
    first = Line("circular[0] = linear[0] + linear[L]", "{own} + {late}", {"own": result.linear[0], "late": late},
                 note=". L is the length of the transform.")  # fmt: skip
    wrapped = Line("samples that come round: len(a) + len(b) − 1 − L", "{a} + {b} − 1 − {length}",
                   {"a": len(result.a), "b": len(result.b), "length": length},
                   note=". At 0 or less nothing comes round.")  # fmt: skip
    return panel("fourier-convolution-opened", AXIS, len(length), first, wrapped)


def of_cost(result: Cost) -> Panel:
    """How many products each takes, and how many times as long the definition took."""
    ratio = Line("products: N² / (N·log₂N)", "{n} / {log}", {"n": result.length, "log": np.log2(result.length)})
    measured = Line("measured: definition / fast, in µs", "{direct} / {fast}",
                    {"direct": result.direct * 1e6, "fast": result.fast * 1e6},
                    note=". The definition is timed up to N = 1,024.")  # fmt: skip
    return panel("fourier-cost-opened", AXIS, len(result.length), ratio, measured)
