"""Pictures of /fourier: the functions of each part of the page, and those that open its number in focus."""

import math

import numpy as np

from core.numbers import LEAST, count, positive
from core.signals.fourier import Params, Result
from core.signals.fourier.coefficients import Coefficients
from core.signals.fourier.convolution import Convolution
from core.signals.fourier.cost import Cost
from core.signals.fourier.leakage import Leakage, Padding
from core.signals.fourier.params import UNITS
from figures import drawn_numbers, leaving, theme
from figures.opened import Line, panel
from figures.plot import Cursor, Panel, Plot, Row, Sweep, Views
from figures.theme import BLUE, GREEN
from figures.traces import Traces, around, stems

AXIS = "fourier"
FRAME = theme.legend(t=30)
NO_SHARE = ("", ". Every sample is 0: there is no energy to share.")


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    match result:
        case Leakage():
            return Views(spectrum(result, params), opened=(of_tone(result),), more=(samples(result),))
        case Padding():
            return Views(spectrum(result, params), opened=(of_padding(result),))
        case Coefficients():
            main = Row((arrows(result), way_back(result), bars(result)))
            names = [f"x[{n}]" for n in range(len(result.samples))]
            drawn = drawn_numbers.panel("fourier-draw", "values", result.samples, "Your signal, to be drawn", names)
            by_hand = (drawn,) if params.source == "numbers" else ()
            return Views(main, opened=(of_coefficient(result),), more=by_hand)
        case Convolution():
            return convolution(result)
    return cost(result)


def spectrum(result: Leakage | Padding, params: Params) -> Plot:
    """|X| over the frequency in the reader's unit: tones as lines, the formula dashed, the transform's dots on it."""
    n, rate = params.n, params.rate
    # At its ends the axis of tones has peaks twice as high: there a tone and its mirror image add up.
    top = 1.1 * float(np.median(np.atleast_2d(result.theory).max(axis=1)))
    times = {"hertz": 1.0, "radians": 2 * math.pi / rate, "bins": n / rate}[params.unit]
    end = times * rate / 2
    if isinstance(result, Leakage):
        name, dots, tones, colour = "fourier-leakage", "DFT, at the bins", result.frequency[:, None], theme.FOCUS
        sweep = Sweep(AXIS, "Tone", len(tones), "Hz", result.frequency, along=times * result.frequency,
                      field="frequency")  # fmt: skip
        summary = f"The transform of {n} samples of a tone that moves from 0 to half the sampling rate."
    else:
        name, dots, tones, colour = "fourier-padding", "DFT of the padded samples", result.tones[None], GREEN
        sweep = Sweep(AXIS, "Padded length, as a multiple of N", len(result.factor), "", result.factor,
                      "padded length {value} × N", field="factor")  # fmt: skip
        summary = f"The transform of two tones, padded with zeros to between 1 and {sweep.length} times N samples."
    traces = Traces(sweep.length)
    traces.line(*stems(times * tones, top), "tone", colour, 1, hoverinfo="skip")
    traces.add(times * result.grid, result.theory, "between the bins (formula)", line=theme.THEORY)
    traces.dots(times * result.points, result.magnitude, dots, BLUE, 7)
    if np.any(result.magnitude > top):
        height = np.where(result.magnitude > top, 0.96 * top, np.nan)
        traces.add(**leaving.beyond(times * result.points, height, BLUE, hoverinfo="skip"))
    x = theme.axis("frequency", UNITS[params.unit], range=[-0.01 * end, 1.01 * end])
    return traces.plot(name, summary, 300, sweep, x, theme.axis("|X|", range=[0, top]), **FRAME)


def samples(result: Leakage) -> Plot:
    traces, place = Traces(len(result.frequency)), np.arange(result.params.n)
    traces.line(place, result.samples, "the samples", BLUE, mode="lines+markers")
    traces.line(place + len(place), result.samples, "the same again, as the transform takes it", theme.PINNED, 1,
                mode="lines+markers")  # fmt: skip
    summary = "The samples and their repetition; where the two do not join, the spectrum leaks."
    return traces.plot("fourier-samples", summary, 190, AXIS, theme.places(2 * len(place)),
                       theme.axis("x[n]", range=[-1.1, 1.1], nticks=3), **FRAME)  # fmt: skip


def arrows(result: Coefficients) -> Plot:
    traces, reach = Traces(len(result.path)), 1.05 * (float(np.abs(result.path).max()) or 1.0)
    traces.line(result.path.real, result.path.imag, "partial sums", BLUE, mode="lines+markers",
                marker={"size": 4})  # fmt: skip
    ends = np.stack([np.zeros(traces.steps), result.coefficient], axis=1)
    traces.line(ends.real, ends.imag, "X[k]", theme.FOCUS, 2.5)
    x, y = (theme.axis(f"{part} part", range=[-reach, reach], nticks=5, constrain="domain")
            for part in ("real", "imaginary"))  # fmt: skip
    sweep = Sweep(AXIS, "Coefficient k", traces.steps, "", np.arange(traces.steps), "k = {value}", field="k")
    summary = "The terms of the coefficient in focus as arrows in the complex plane, one after another."
    y["scaleanchor"] = "x"
    return traces.plot("fourier-arrows", summary, 320, sweep, x, y, **FRAME, hovermode="closest")


def bars(result: Coefficients) -> Plot:
    traces, magnitude = Traces(len(result.coefficient)), np.abs(result.coefficient)
    k = np.arange(traces.steps)
    traces.add(k, magnitude, "|X[k]|", type="bar", mode=None, marker={"color": BLUE})
    height = theme.axis("|X[k]|", range=[0, 1.1 * (float(magnitude.max()) or 1.0)])
    return traces.plot("fourier-coefficients", "The magnitude of every coefficient.", 320, AXIS,
                       theme.places(len(k), "k"), height, cursor=Cursor(k.astype(float), {"y": magnitude}))  # fmt: skip


def way_back(result: Coefficients) -> Plot:
    traces, place = Traces(len(result.rebuilt)), np.arange(len(result.samples))
    traces.line(place, result.samples, "the signal", theme.PINNED, mode="lines+markers")
    traces.line(place, result.rebuilt, "from the coefficients up to k", BLUE)
    values = np.append(result.samples, result.rebuilt)
    summary = "The signal, and the inverse transform of its coefficients up to k."
    return traces.plot("fourier-inverse", summary, 320, AXIS, theme.places(len(place)),
                       theme.axis("x[n]", range=around(values, 0.08)), **FRAME)  # fmt: skip


def convolution(result: Convolution) -> Views:
    """The circular convolution at each length, and how its first sample comes about."""
    traces, place = Traces(len(result.length)), np.arange(result.circular.shape[1])
    traces.add(np.arange(len(result.linear)), result.linear, "linear (theory)", line=theme.THEORY)
    traces.dots(place, result.circular, "through transforms", BLUE, 7)
    values = np.concatenate([[0.0], result.linear, result.circular.ravel()])
    sweep = Sweep(AXIS, "Length of the transform L", traces.steps, "", result.length, "L = {value} samples",
                  field="length")  # fmt: skip
    summary = "Two signals convolved through transforms of growing length, beside their linear convolution."
    plot = traces.plot("fourier-convolution", summary, 300, sweep, theme.places(len(place)),
                       theme.axis("(a ∗ b)[n]", range=around(values, 0.08)), **FRAME)  # fmt: skip
    length, late = result.length, np.append(result.linear, np.zeros(int(result.length[-1])))[result.length]
    first = Line("First sample: circular[0] = linear[0] + linear[L]", "{own} + {late}",
                 {"own": result.linear[0], "late": late}, note=". L is the length of the transform.")  # fmt: skip
    wrapped = Line("Samples that come round: len(a) + len(b) − 1 − L", "{a} + {b} − 1 − {length}",
                   {"a": len(result.a), "b": len(result.b), "length": length},
                   note=". At 0 or less nothing comes round.")  # fmt: skip
    return Views(plot, opened=(panel("fourier-convolution-opened", AXIS, len(length), first, wrapped),))


def cost(result: Cost) -> Views:
    """Times over the length, and how many times as many products the definition takes."""
    traces = Traces(len(result.length) + 1)  # nothing in it is swept
    ways = ((result.direct_theory, result.direct, "c·N²", "definition", GREEN, "square"),
            (result.fast_theory, result.fast, "c·N·log₂N", "fast", BLUE, "circle"))  # fmt: skip
    for theory, measured, formula, name, colour, symbol in ways:
        traces.add(result.length, theory * 1e3, formula, line=theme.THEORY)
        traces.dots(result.length, measured * 1e3, f"{name} (open: prime N)", colour, 7,
                    np.where(result.prime, f"{symbol}-open", symbol).tolist())  # fmt: skip
    times = np.concatenate([each for way in ways for each in way[:2]]) * 1e3
    x, y = (theme.axis(name, unit, type="log", dtick=1, tickformat=",~g", range=around(np.log10(values), 0.08))
            for name, unit, values in (("length N", "", result.length), ("time", "ms", times)))  # fmt: skip
    powers = [4**k for k in range(2, 12) if 4**k <= result.length[-1]]
    x |= {"tickvals": powers, "ticktext": [count(power) for power in powers]}
    cursor = Cursor(result.length.astype(float), {"y": result.fast * 1e3})
    sweep = Sweep(AXIS, "Length N", len(result.length), "", result.length, "N = {value}", cursor=cursor, field="size")
    summary = "Time of a transform over its length, by the definition and by the fast algorithm."
    plot = traces.plot("fourier-cost", summary, 320, sweep, x, y, **FRAME)
    ratio = Line("Products by the definition / by the fast algorithm: N² / (N·log₂N)", "{n} / {log}",
                 {"n": result.length, "log": np.log2(result.length)})  # fmt: skip
    seconds = Line(("Time by the definition / by the fast algorithm, in µs", "Time by the fast algorithm"),
                   ("{direct} / {fast}", ""), {"direct": result.direct * 1e6, "fast": result.fast * 1e6},
                   note=(". The definition is timed up to N = 1,024.",
                         ": {fast} µs. The definition is timed up to N = 1,024."),
                   case=np.isnan(result.direct).astype(np.uint8))  # fmt: skip
    return Views(plot, opened=(panel("fourier-cost-opened", AXIS, len(result.length), ratio, seconds),))


def of_tone(result: Leakage) -> Panel:
    """Where the tone lies between the bins, and how much of its energy the nearest one holds."""
    tone, bins = result.params, result.bins
    held = "nothing leaks"
    if tone.window == "hann":
        held = "the bin and its two neighbours hold all of it"
    if tone.window == "hann" and tone.period == "symmetric":
        held = "the bin and its two neighbours hold nearly all of it"
    place = Line("The tone’s place in bins: f·N / fₛ", "{f} × {n} / {rate}",
                 {"f": result.frequency, "n": tone.n, "rate": tone.rate},
                 note=", with N samples and the sampling rate fₛ. At a whole number whole periods fit, "
                      f"and {held}.")  # fmt: skip
    off = Line("Distance to the nearest bin", "|{bins} − {nearest}|",
               {"bins": bins, "nearest": np.rint(bins).astype(int)}, unit="bins")  # fmt: skip
    share = Line("Share of the energy in the nearest bin and its mirror, Σ|X|² there / Σ|X|² of all",
                 result=result.captured, note=NO_SHARE, case=np.isnan(result.captured).astype(np.uint8))  # fmt: skip
    return panel("fourier-tone-opened", AXIS, len(bins), place, off, share)


def of_padding(result: Padding) -> Panel:
    """How close the dots are, and how close tones may be."""
    numbers = {"rate": result.params.rate, "n": result.params.n}
    dots = Line("Distance of the dots, for N samples padded to p·N: fₛ / (p·N)", "{rate} / ({p} × {n})",
                {**numbers, "p": result.factor}, unit="Hz",
                note=". Padding makes it as small as one likes.")  # fmt: skip
    parted = ". Tones closer than about this are one peak: only a longer recording helps."
    if result.params.window == "hann":
        parted = ". Under a Hann window tones closer than about twice this are one peak: padding does not part them."
    bound = Line("For samples that last T seconds: 1 / T = fₛ / N", "{rate} / {n}", numbers, unit="Hz", note=parted)
    first, second = result.tones
    apart = Line("Distance of the tones", "{second} − {first}", {"second": second, "first": first}, unit="Hz",
                 note=". Peaks there: {peaks}.", beside={"peaks": len(result.peaks)})  # fmt: skip
    return panel("fourier-padding-opened", AXIS, len(result.factor), dots, bound, apart)


def of_coefficient(result: Coefficients) -> Panel:
    """The turn of each arrow, the length of their sum, and Parseval's theorem."""
    k, n, x = np.arange(len(result.coefficient)), len(result.samples), result.coefficient
    turn = Line("Turn from one arrow to the next: k/N of a circle", "{k} × 360 / {n}", {"k": k, "n": n}, unit="degrees")
    size = Line("Length of their sum: |X[k]| = √(real² + imaginary²)", "√({re}² + {im}²)", {"re": x.real, "im": x.imag},
                np.abs(x))  # fmt: skip
    share = Line("Share of Σ|x|² in the coefficients up to k", result=result.energy, note=NO_SHARE,
                 case=np.isnan(result.energy).astype(np.uint8))  # fmt: skip
    time, transformed = result.parseval
    is_lost = bool(result.samples.any()) and time < LEAST
    parseval = Line("Parseval’s theorem, with the factor s of the transform: Σ|X[k]|² / (N·s²)",
                    result=np.nan if is_lost else transformed, beside={"time": time},
                    note=f" {positive(time)}. So is Σ|x[n]|² of the samples." if is_lost else
                         ". The samples have Σ|x[n]|² = {time}.")  # fmt: skip
    return panel("fourier-coefficient-opened", AXIS, len(k), turn, size, share, parseval)
