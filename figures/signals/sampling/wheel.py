"""A wheel, frame by frame, and the speed that the film shows over its own."""

from typing import Any

import numpy as np

from core.signals.sampling.wheel_sweep import WheelSweep
from figures import theme
from figures.plot import Array, Cursor, Panel, Plot, Sweep, Views
from figures.traces import Traces

AXIS = "sampling-wheel"
MEASURED_EVERY = 6


def views(result: WheelSweep) -> Views:
    """Everything that is drawn of a sweep."""
    return Views(film(result), speeds(result), sentence(result))


def film(result: WheelSweep) -> Panel:
    """Frames side by side, and the film itself."""
    header = {"spokes": result.spokes, "frameRate": result.frame_rate}
    arrays = {"angle": result.angle.astype(np.float32), "seen": result.predicted}
    return Panel("sampling-film", "signals/sampling/wheel.js", AXIS, len(result.values), header, arrays)


def speeds(result: WheelSweep) -> Plot:
    """The speed on film over the wheel's own: a saw tooth."""
    values, most = result.revolutions, result.frame_rate / result.spokes / 2
    traces = Traces(len(values))
    traces.add(*_teeth(result), name="folding formula", line=theme.THEORY)
    half = np.flatnonzero(result.either)
    some = np.union1d(np.arange(0, len(values), MEASURED_EVERY), half)
    dots: dict[str, Any] = {"mode": "markers", "marker": {"color": theme.CATEGORIES[0], "size": 5}}
    traces.add(values[some], result.measured[some], name="followed from frame to frame", **dots)
    traces.add(values[half], -result.measured[half], name="or the other way", yaxis="y2", **dots)
    layout = theme.layout(
        theme.axis("the wheel", "revolutions per second", range=[0, float(values[-1])]),
        theme.axis("on film", "rev/s", range=[-1.25 * most, 1.25 * most], zeroline=True, zerolinecolor=theme.MUTED),
        # A second dot of the cursor, where the film shows both ways at once.
        yaxis2={"range": [-1.25 * most, 1.25 * most], "overlaying": "y", "visible": False, "fixedrange": True},
        annotations=[
            {"x": 0, "xref": "paper", "xanchor": "left", "y": sign * most, "yanchor": place, "showarrow": False,
             "text": text, "font": {"size": 11}}
            for sign, place, text in ((1, "bottom", " forwards"), (-1, "top", " backwards"))
        ],
    )  # fmt: skip
    summary = f"The speed on film folds between −{most:,.4g} and {most:,.4g} revolutions a second."
    sweep = Sweep(AXIS, "The wheel", len(values), "revolutions a second", values, field="revolutions",
                  cursor=Cursor(values, {"y": result.predicted, "y2": result.other_way}))  # fmt: skip
    return Plot("sampling-speeds", traces.data, layout, summary, height=220, sweep=sweep)


def _teeth(result: WheelSweep) -> tuple[Array, Array]:
    """The saw tooth, its teeth not joined; the next one begins at the speed where the last one ends."""
    breaks = np.flatnonzero(np.diff(result.predicted) < 0) + 1
    last, twice = breaks - 1, np.repeat(breaks, 2)
    starts = [np.where(result.either[last], line[last], np.nan) for line in (result.revolutions, result.other_way)]
    lifted = [np.column_stack([np.full(len(breaks), np.nan), start]).ravel() for start in starts]
    return np.insert(result.revolutions, twice, lifted[0]), np.insert(result.predicted, twice, lifted[1])


def sentence(result: WheelSweep) -> Panel:
    """The formula with its numbers, at each speed."""
    said = [_told(result, step) for step in range(len(result.values))]
    return Panel("sampling-rule", "shared/sentence.js", AXIS, len(said), {"said": said}, {})


def _told(result: WheelSweep, step: int) -> list[list[str]]:
    n, rate, speed = result.spokes, result.frame_rate, float(result.revolutions[step])
    seen = float(result.predicted[step])
    turns = round((speed - seen) * n / rate)
    way = "stands still" if abs(seen) < 1e-9 else "turns forwards" if seen > 0 else "turns backwards"
    shown, measured = _signed(seen), _signed(float(result.measured[step]))
    if result.either[step]:
        way = "could turn either way"
        shown, measured = f"{shown} or {_signed(-seen)}", f"as well {measured} as {_signed(-result.measured[step])}"
    numbers = f"({n}·{speed:,.5g} − {turns}·{rate:,.6g})/{n} = "
    return [["dim", "A spoke passes n·r times a second, and folds about the frame rate: "],
            ["", numbers], ["focus", f"{shown} revolutions a second"],
            ["", f", so it {way}; followed frame by frame {measured}."]]  # fmt: skip


def _signed(value: float) -> str:
    return f"{value + 0.0:,.4g}".replace("-", "−")
