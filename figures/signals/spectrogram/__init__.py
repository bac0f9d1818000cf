"""Pictures of /spectrogram: the spectrogram at every length of its window, its numbers, its words."""

import hashlib
from functools import cache

import numpy as np
from plotly import colors

from core.signals.spectrogram import Params, Result
from core.sound.file_headers import misnamed
from core.sound.spectrogram_raster import quantise
from core.sound.windows import GABOR_LIMIT
from core.table_text import to_csv
from core.text import kind_of_file, visible
from figures.plot import Array, Download, Panel, Row, Views, Zoom, browser_array
from figures.signals.spectrogram.window_plots import SWEEP, product, trade, transform, window

SOURCES = {"two-tones": "Two tones", "linear-chirp": "Chirp", "logarithmic-chirp": "Log chirp", "clicks": "Clicks",
           "burst": "Burst", "amplitude-modulation": "AM", "frequency-modulation": "FM", "vowel": "Vowel",
           "noise": "Noise", "file": "A file", "microphone": "Microphone"}  # fmt: skip
WINDOWS = {"rectangular": "Rectangular", "hann": "Hann", "hamming": "Hamming", "blackman": "Blackman",
           "kaiser": "Kaiser", "gaussian": "Gaussian"}  # fmt: skip
SCALES = {"linear": "Linear", "logarithmic": "Logarithmic", "mel": "Mel"}
MEASURES = {"decibels": "dB", "magnitude": "Magnitude", "power": "Power"}
COLOURS = {"magma": "Magma", "viridis": "Viridis", "cividis": "Cividis", "grey": "Grey"}
_MAPS = {"magma": colors.sequential.Magma, "viridis": colors.sequential.Viridis, "cividis": colors.sequential.Cividis,
         "grey": ["#000000", "#ffffff"]}  # fmt: skip
ZOOM = Zoom(x=("start", "end"), y=("low_hz", "high_hz"))


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a sound."""
    row = Row((window(result), transform(result), product(result)))
    swept = picture(result, params)
    return Views(swept, trade(result), opened=(at_rest(result, params, swept),), more=(row,))


def picture(result: Result, params: Params) -> Panel:
    """All spectrograms of the sweep as levels 0 … 255, with the wave above, and the numbers of each length."""
    pixels = [quantise(one.power[0], params.floor, params.ceiling, params.measure) for one in result.pictures]
    trade = result.trade
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
        "hop": browser_array(trade.hops),
        "time": trade.fact("time_width"),
        "frequency": trade.fact("frequency_width"),
        "lobe": trade.fact("main_lobe"),
        **({} if trade.dips is None else {"dip": trade.dips}),
        "separated": browser_array(trade.separated.astype(np.int8)),
        "constant": browser_array(trade.constant.astype(np.int8)),
        "nonzero": browser_array(trade.nonzero.astype(np.int8)),
        "ripple": trade.ripple,
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
        "theory": None if np.isinf(trade.lobe_theory) else trade.lobe_theory,
        "window": WINDOWS[params.window],
        "separation": trade.separation,
        "resolved": trade.resolved,
        "gabor": GABOR_LIMIT,
        "summary": _summary(result),
    }
    return Panel("spectrogram", "signals/spectrogram/raster.js", SWEEP, len(pixels), header, arrays, ZOOM)


def at_rest(result: Result, params: Params, swept: Panel) -> Panel:
    """The picture at the present length in all its cells, for the panel that holds the sweep."""
    step = result.index_of(params.length)
    seen = result.fine[step]
    header = {"of": swept.header["of"], "step": step, "start": seen.start, "column": seen.column_seconds}
    arrays = {
        "pixels": seen.levels(params.floor, params.ceiling, params.measure),
        "edges": seen.edges.astype(np.float32),
    }
    return Panel("spectrogram-fine", "signals/spectrogram/fine.js", SWEEP, len(result.fine), header, arrays, kept=False)


def _summary(result: Result) -> str:
    lengths = result.milliseconds
    return (
        f"Spectrogram of {result.start:.4g} to {result.end:.4g} s, {result.low:,.5g} to {result.high:,.5g} Hz, under a "
        f"window of {lengths[0]:.3g} to {lengths[-1]:.4g} ms. Arrow keys move the place that is read."
    )


def _pointer(result: Result) -> list[float]:
    """Where the pointer stands before a hand moves it: the loudest place of the middle third, under a long window."""
    seen = result.pictures[3 * len(result.pictures) // 4]
    columns = seen.power.shape[2]
    power = seen.power[0][:, columns // 3 : 2 * columns // 3 + 1]
    row, column = np.unravel_index(int(power.argmax()), power.shape)
    time = seen.start + (columns // 3 + column + 0.5) * seen.column_seconds
    return [float(np.clip(time, result.start, result.end)), float(seen.edges[row : row + 2].mean())]


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
    said.append(
        f"Shown: {result.start:.4g} to {result.end:.4g} s of {result.whole:.4g} s, at {result.sample_rate:,} Hz."
    )
    if result.end - result.start < result.whole:
        said.append("It is computed at full resolution; a double click goes back.")
    else:
        said.append("Drag over the picture, or press + on it, to look closer.")
    return " ".join(said)


def sounds(result: Result) -> dict[str, Array]:
    """What can be heard, by title: the sound, and what the inverse transform makes of it."""
    rebuilt = {} if result.rebuilt is None else {"Through the transform and back": result.rebuilt}
    return {"The sound": result.heard, **rebuilt}


def way_back(result: Result, params: Params) -> str:
    """The sentence on what the inverse transform gives back at the present length."""
    step = result.index_of(params.length)
    window, hop = _drawn_length(result, params), result.trade.hops[step]
    if result.rebuilt is None:
        return (f"Windows of {window} every {hop:,} leave samples under a zero (NOLA does not hold): "
                "no inverse gives those back. Take more hops to a window.")  # fmt: skip
    adds = "add up to a constant (COLA holds)" if result.trade.constant[step] else (
        f"add up to a constant within {result.trade.ripple[step]:.2g} of it only (COLA does not hold; the inverse "
        "divides by the sum of their squares)")  # fmt: skip
    return (f"Windows of {window} every {hop:,} {adds}, and leave no sample out (NOLA holds): the inverse "
            f"gives the sound back with a relative error of {result.error:.1e}.")  # fmt: skip


def _drawn_length(result: Result, params: Params) -> str:
    """The window that is drawn, and by how much it is not the one asked for: the sweep has some lengths only."""
    step = result.index_of(params.length)
    drawn = result.milliseconds[step]
    among = f", of the lengths on the axis the nearest to {params.length:.4g} ms"
    asked = among if abs(drawn - params.length) > 1e-3 * params.length else ""
    return f"{result.trade.lengths[step]:,} samples ({drawn:.4g} ms{asked})"


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download("The sweep (CSV)", "windows.csv", "text/csv", lambda: to_csv(result.table()))]
