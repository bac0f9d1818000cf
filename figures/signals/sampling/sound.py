"""A sound with fewer samples, without and with a filter in front, and what the filter does."""

import numpy as np

from core.numbers import number
from core.signals.sampling.decimation import FLOOR, Decimation
from figures import marks, theme
from figures.opened import Line, panel
from figures.plot import Plot, Row, Views
from figures.traces import Traces

LOWEST = -120.0  # dB of the filter that are shown


def views(result: Decimation) -> Views:
    """Everything that is drawn of a sound."""
    titles = (f"one sample in {result.factor}", "the same with the filter in front")
    pictures = tuple(spectrogram(result, i, title) for i, title in enumerate(titles))
    numbers = {"rate": result.sample_rate, "factor": result.factor}
    half = Line("One sample in M is kept. What remains ends at half the new rate: fₛ/M/2",
                "{rate} / {factor} / 2", numbers, unit="Hz")  # fmt: skip
    opened = panel("sampling-half", "", 1, half)
    return Views(Row(pictures), opened=(opened,), more=(filter_response(result),))


def spectrogram(result: Decimation, which: int, title: str) -> Plot:
    """What remains, from 0 to half the new rate; both pictures share their colours."""
    power = result.pictures[which]
    half = result.sample_rate / result.factor / 2
    rows, columns = power.shape
    data = [
        {
            "type": "heatmap",
            "z": power,
            "x0": result.column_seconds / 2,
            "dx": result.column_seconds,
            "y0": half / rows / 2,
            "dy": half / rows,
            "zmin": FLOOR,
            "zmax": 0.0,
            "colorscale": theme.MAGMA,
            "showscale": which == 1,
            "colorbar": {"title": {"text": "dB", "side": "right"}, "thickness": 10, "outlinewidth": 0, "nticks": 4},
            "hovertemplate": "%{x} s, %{y} Hz: %{z} dB<extra></extra>",
            "zhoverformat": ".0f",
        }
    ]
    layout = theme.layout(
        theme.axis("time", "s", range=[0, columns * result.column_seconds], hoverformat=".3f"),
        theme.axis("frequency", "Hz", range=[0, half], hoverformat=",.0f"),
        hovermode="closest",
        annotations=[marks.text(0, 1, title, "left", "bottom", xref="paper", yref="paper", font={"size": 12})],
        margin={"l": 62, "r": 60 if which else 16, "t": 24, "b": 40},
    )  # fmt: skip
    summary = f"Spectrogram of {title}, from 0 to {number(half, 6)} Hz."
    return Plot(f"sampling-sound-{which + 1}", data, layout, summary, height=300)


def filter_response(result: Decimation) -> Plot:
    """The filter in dB over frequency; above half the new rate all that it lets through folds."""
    half, highest, traces = result.sample_rate / result.factor / 2, result.sample_rate / 2, Traces(0)
    traces.add(result.response.frequency, np.maximum(result.response.magnitude_db, 2 * LOWEST), "filter",
               line=theme.EXPERIMENT)  # fmt: skip
    summary = f"The filter's magnitude from 0 to {number(highest, 6)} Hz; half the new rate is {number(half, 6)} Hz."
    return traces.plot(
        "sampling-filter", summary, 190, None, theme.axis("frequency", "Hz", range=[0, highest]),
        theme.axis(f"order {result.design.order}", "dB", range=[LOWEST, 10], nticks=5),
        shapes=[marks.region(half, highest), marks.upright(half, theme.BOUND)],
        annotations=[marks.at_top(half, " what is let through here folds", "left")],
    )  # fmt: skip
