"""A wheel, frame by frame, and the speed that the film shows over its own."""

import numpy as np

from core.signals.wheel_sweep import WheelSweep
from figures import theme
from figures.plot import Cursor, Panel, Plot, Sweep, Views
from figures.traces import Traces

AXIS = "sampling-wheel"
MEASURED_EVERY = 6


def views(result: WheelSweep) -> Views:
    """Everything that is drawn of a sweep."""
    return Views(above=(film(result), speeds(result), sentence(result)))


def film(result: WheelSweep) -> Panel:
    """Frames side by side, and the film itself."""
    header = {"spokes": result.spokes, "frameRate": result.frame_rate}
    arrays = {"angle": result.angle.astype(np.float32), "seen": result.predicted}
    return Panel("sampling-film", "wheel.js", AXIS, len(result.values), header, arrays)


def speeds(result: WheelSweep) -> Plot:
    """The speed on film over the wheel's own: a saw tooth."""
    values, most = result.revolutions, result.frame_rate / result.spokes / 2
    traces = Traces(len(values))
    breaks = np.flatnonzero(np.diff(result.predicted) < 0) + 1  # the line must not join the teeth
    x, y = np.insert(values, breaks, np.nan), np.insert(result.predicted, breaks, np.nan)
    traces.add(x, y, name="folding formula", line=theme.THEORY)
    some = slice(None, None, MEASURED_EVERY)
    traces.add(values[some], result.measured[some], name="followed from frame to frame", mode="markers",
               marker={"color": theme.CATEGORIES[0], "size": 5})  # fmt: skip
    layout = theme.layout(
        theme.axis("the wheel", "revolutions per second", range=[0, float(values[-1])]),
        theme.axis("on film", "rev/s", range=[-1.25 * most, 1.25 * most], zeroline=True, zerolinecolor=theme.MUTED),
        annotations=[
            {"x": 0, "xref": "paper", "xanchor": "left", "y": sign * most, "yanchor": place, "showarrow": False,
             "text": text, "font": {"size": 11}}
            for sign, place, text in ((1, "bottom", " forwards"), (-1, "top", " backwards"))
        ],
    )  # fmt: skip
    summary = f"The speed on film folds between −{most:,.4g} and {most:,.4g} revolutions a second."
    sweep = Sweep(AXIS, "The wheel", len(values), "revolutions a second", values, field="revolutions",
                  cursor=Cursor(values, {"y": result.predicted}))  # fmt: skip
    return Plot("sampling-speeds", traces.data, layout, summary, height=220, sweep=sweep)


def sentence(result: WheelSweep) -> Panel:
    """The formula with its numbers, at each speed."""
    said = [_told(result, step) for step in range(len(result.values))]
    return Panel("sampling-rule", "sentence.js", AXIS, len(said), {"said": said}, {})


def _told(result: WheelSweep, step: int) -> list[list[str]]:
    n, rate, speed = result.spokes, result.frame_rate, float(result.revolutions[step])
    seen = float(result.predicted[step])
    turns = round((speed - seen) * n / rate)
    way = "stands still" if abs(seen) < 1e-9 else "turns forwards" if seen > 0 else "turns backwards"
    numbers = f"({n}·{speed:,.5g} − {turns}·{rate:,.6g})/{n} = "
    return [["dim", "A spoke passes n·r times a second, and folds about the frame rate: "],
            ["", numbers], ["focus", f"{_signed(seen)} revolutions a second"],
            ["", f", so it {way}; followed frame by frame {_signed(float(result.measured[step]))}."]]  # fmt: skip


def _signed(value: float) -> str:
    return f"{value + 0.0:,.4g}".replace("-", "−")
