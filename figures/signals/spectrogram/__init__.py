"""Pictures of /spectrogram: the spectrogram at every length of its window, its numbers, its words."""

import hashlib
from functools import cache
from typing import Any

import numpy as np
from plotly import colors

from core.fields import options
from core.numbers import apart, exact, number
from core.signals.spectrogram import Params, Result
from core.signals.spectrogram.level_scaling import scaling_factor
from core.sound.file_headers import misnamed
from core.sound.spectrogram_raster import quantise
from core.sound.windows import GABOR_LIMIT, sample
from core.text import kind_of_file, visible
from figures.opened import Line, panel
from figures.plot import Array, Download, Panel, Row, Views, Zoom, browser_array
from figures.signals.spectrogram.window_plots import SWEEP, product, trade, transform, window

_MAPS = {"magma": colors.sequential.Magma, "viridis": colors.sequential.Viridis, "cividis": colors.sequential.Cividis,
         "grey": ["#000000", "#ffffff"]}  # fmt: skip
OVERLAPS = ("Windows every {hop} samples add up to a constant.",
            "Windows every {hop} samples do not add up to a constant, but leave no sample out.",
            "Windows every {hop} samples leave some samples out.",
            "Windows at every sample add up to a constant.")  # fmt: skip
ROUNDING = 1e-9  # of an area, at most
ZOOM = Zoom(x=("start", "end"), y=("low_hz", "high_hz"))


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a sound."""
    row = Row((window(result), transform(result), product(result)))
    swept = picture(result, params)
    return Views(swept, trade(result), opened=(opened(result),), more=(at_rest(result, params, swept), row))


def picture(result: Result, params: Params) -> Panel:
    """All spectrograms of the sweep as levels 0 … 255, with the wave above, and the numbers of each length."""
    trade = result.trade
    pixels = [quantise(_factor(result, params, step) * one.power, params.floor, params.ceiling, params.measure)
              for step, one in enumerate(result.pictures)]  # fmt: skip
    arrays = {
        "pixels": np.concatenate([one.ravel() for one in pixels]),
        "edges": np.concatenate([one.edges for one in result.pictures]).astype(np.float32),
        "rows": browser_array([len(one) for one in pixels]),
        "columns": browser_array([one.shape[1] for one in pixels]),
        "start": browser_array([one.start for one in result.pictures]),
        "column": browser_array([one.column_seconds for one in result.pictures]),
        "wave": result.wave,
        "colours": colour_map(params.colours),
        "length": browser_array(trade.lengths),
        "time": trade.fact("time_width"),
        "frequency": trade.fact("frequency_width"),
    }
    header = {
        "of": hashlib.blake2b(arrays["pixels"].tobytes(), digest_size=8).hexdigest(),
        "rate": result.sample_rate,
        "from": result.start,
        "to": result.end,
        "low": result.low,
        "high": result.high,
        "scale": params.scale,
        "floor": params.floor,
        "ceiling": params.ceiling,
        "measure": params.measure,
        "pointer": _pointer(result),
        "window": options(Params, "window")[params.window],
        "summary": _summary(result),
    }

    def still(step: int) -> tuple[dict[str, Any], dict[str, Array]]:
        one = result.pictures[step]
        rows, columns = pixels[step].shape
        place = {"rows": rows, "columns": columns, "start": one.start, "column": one.column_seconds,
                 "length": int(trade.lengths[step])}  # fmt: skip
        own = {"pixels": pixels[step], "edges": one.edges.astype(np.float32), "colours": arrays["colours"]}
        return {**place, "rate": result.sample_rate, "window": options(Params, "window")[params.window]}, own

    return Panel("spectrogram", "signals/spectrogram/raster.js", SWEEP, len(pixels), header, arrays, ZOOM, still=still)


def _factor(result: Result, params: Params, step: int) -> float:
    """Of the power, by which it is shown in the scaling that is asked for."""
    window = sample(params.shape, int(result.trade.lengths[step]))
    loudest = float(result.pictures[step].power.max())
    return scaling_factor(params.scaling, window, float(result.sample_rate), loudest)


def opened(result: Result) -> Panel:
    """The cell of time and frequency against its limit, and the main lobe, at each length of the window."""
    trade = result.trade
    names = ("time_width", "frequency_width", "main_lobe")
    time, frequency, lobe = (trade.fact(name) for name in names)
    tones: list[str] = [""]
    if trade.separation is not None:
        text = (f" Tones {exact(trade.separation)} Hz apart are two from N = {trade.resolved:,} samples on in theory; "
                "here they are ")  # fmt: skip
        tones = [f"{text}one.", f"{text}two (with a dip of {{dip}} dB)."]
    below = trade.fact("product") < GABOR_LIMIT * (1 - ROUNDING)
    cell = Line("Area of a cell, its duration Δt in s times its width Δf in Hz", "{time} × {frequency}",
                {"time": time, "frequency": frequency}, case=len(tones) * below + trade.separated,
                note=[*(f". No window has less than 1/(4π) = {{limit}}.{each}" for each in tones),
                      *(f". That is less than 1/(4π) = {{limit}}, the least of a window in continuous time: this one "
                        f"is so short that its spectrum reaches half the sampling rate.{each}" for each in tones)],
                beside={"limit": GABOR_LIMIT, **({} if trade.dips is None else {"dip": trade.dips})})  # fmt: skip
    case = np.where(trade.nonzero, np.where(trade.constant, np.where(trade.hops == 1, 3, 0), 1), 2)
    numbers = {"bins": trade.lobe_theory, "rate": result.sample_rate, "n": trade.lengths}
    more = {"hop": trade.hops, "seen": lobe * result.bin_hz}
    if np.isinf(trade.lobe_theory):
        width = Line("Main lobe, measured where it is cut off", result=more["seen"], unit="Hz",
                     note=[f". {each}" for each in OVERLAPS], case=case, beside=more)  # fmt: skip
    else:
        words = ("Main lobe of a window of N samples, its width in bins times fₛ/N", "{bins} × {rate} / {n}")
        if trade.window.symmetric:
            words = ("Main lobe of a symmetric window of N samples, its width in bins times fₛ/(N − 1)",
                     "{bins} × {rate} / ({n} − 1)")  # fmt: skip
        width = Line(*words, numbers, unit="Hz", case=case, beside=more,
                     note=[f", measured {{seen}} Hz. {each}" for each in OVERLAPS])  # fmt: skip
    return panel("spectrogram-opened", SWEEP, len(time), cell, width)


def at_rest(result: Result, params: Params, swept: Panel) -> Panel:
    """The picture at the present length in all its cells, for the panel that holds the sweep."""
    step = result.index_of(params.length)
    rest = result.fine[step]
    header = {"of": swept.header["of"], "step": step, "start": rest.start, "column": rest.column_seconds}
    arrays = {
        "pixels": rest.levels(params.floor, params.ceiling, params.measure, _factor(result, params, step)),
        "edges": rest.edges.astype(np.float32),
    }
    module, length = "signals/spectrogram/fine.js", len(result.fine)
    return Panel("spectrogram-fine", module, SWEEP, length, header, arrays, kept=False, drawn=False)


def _summary(result: Result) -> str:
    lengths = result.milliseconds
    low, high = _ends(result.low, result.high, 5)
    start, end = _ends(result.start, result.end, 4)
    band = f"{low} to {high} Hz"
    return (
        f"Spectrogram of {start} to {end} s, {band}, under a window of "
        f"{number(lengths[0], 3)} to {number(lengths[-1])} ms. Arrow keys move the place that is read."
    )


def _ends(low: float, high: float, digits: int) -> tuple[str, str]:
    """Both ends of a range, in so many digits or as many as tell them apart."""
    enough = apart(low, high, digits)
    return number(low, enough), number(high, enough)


def _pointer(result: Result) -> list[float]:
    """Where the pointer stands before a hand moves it: the loudest place of the middle third, under a long window."""
    grid = result.pictures[3 * len(result.pictures) // 4]
    columns = grid.power.shape[1]
    power = grid.power[:, columns // 3 : 2 * columns // 3 + 1]
    row, column = np.unravel_index(int(power.argmax()), power.shape)
    time = grid.start + (columns // 3 + column + 0.5) * grid.column_seconds
    return [float(np.clip(time, result.start, result.end)), float(grid.edges[row : row + 2].mean())]


@cache
def colour_map(name: str) -> Array:
    """256 colours [256 × 3], evenly along the map."""
    stops = np.array([[int(one[i : i + 2], 16) for i in (1, 3, 5)] for one in _MAPS[name]], float)
    places = np.linspace(0, len(stops) - 1, 256)
    channels = [np.interp(places, np.arange(len(stops)), channel) for channel in stops.T]
    return np.stack(channels, axis=1).round().astype(np.uint8).ravel()


def reading(result: Result, name: str = "", data: bytes = b"") -> str:
    """What is shown, in a line; of the file of that name, where it is one."""
    said = list(result.remarks)
    if ending := misnamed(name, kind := kind_of_file(data) or ""):
        said.append(f"The name ends in {visible(ending)}, but the file is {kind} and was read as one.")
    start, end = _ends(result.start, result.end, 4)
    place = f"{start} to {end} s of {number(result.whole)} s"
    said.append(f"Shown: {place}, at {result.sample_rate:,} Hz.")
    if result.end - result.start < result.whole:
        said.append("It is computed at full resolution; a double click goes back.")
    else:
        said.append("Drag over the picture, or press + on it, to look closer.")
    return " ".join(said)


def below_the_floor(result: Result, params: Params) -> list[str]:
    """Why all of the picture at the present length has one colour, where no level in it reaches the floor."""
    step = result.index_of(params.length)
    loudest = _factor(result, params, step) * result.pictures[step].power.max()
    if quantise(loudest, params.floor, params.ceiling, params.measure):
        return []
    drawn = f"The whole picture has the colour of the floor, {exact(params.floor)} dB."
    if not loudest:
        return [f"The sound is silent here: all its samples are 0. {drawn}"]
    return [f"{drawn} The loudest level here is {number(10 * np.log10(loudest), 3)} dB. Lower the floor to see it."]


def sounds(result: Result) -> dict[str, Array]:
    """What can be heard, by title: the sound, and what the inverse transform makes of it."""
    rebuilt = {} if result.rebuilt is None else {"Through the transform and back": result.rebuilt}
    return {"The sound": result.audio, **rebuilt}


def way_back(result: Result, params: Params) -> str:
    """The sentence on what the inverse transform gives back at the present length."""
    step = result.index_of(params.length)
    window, hop = _drawn_length(result, params), result.trade.hops[step]
    if result.rebuilt is None:
        return (f"Windows of {window} every {hop:,} are zero, or nearly, at some samples (NOLA does not hold): "
                "no inverse brings those back. Choose more hops per window.")  # fmt: skip
    adds = "add up to a constant (COLA holds: constant overlap-add)" if result.trade.constant[step] else (
        f"add up to a constant within {number(result.trade.ripple[step], 2)} of it only (COLA does not hold; the "
        "inverse divides by the sum of their squares)")  # fmt: skip
    return (f"Windows of {window} every {hop:,} {adds}, and leave no sample out (NOLA holds: nonzero overlap-add). "
            f"The inverse gives the sound back with a relative error of {number(result.error, 2)}.")  # fmt: skip


def _drawn_length(result: Result, params: Params) -> str:
    """The window that is drawn, and by how much it is not the one asked for: the sweep has some lengths only."""
    step = result.index_of(params.length)
    drawn = result.milliseconds[step]
    among = f", of the lengths on the axis the nearest to {number(params.length)} ms"
    nearest = among if abs(drawn - params.length) > 1e-3 * params.length else ""
    return f"{result.trade.lengths[step]:,} samples ({number(drawn)} ms{nearest})"


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download.table("The sweep (CSV)", "windows.csv", result.table)]
