"""A wheel, frame by frame, and the speed that the film shows over its own."""

import numpy as np

from core.numbers import number
from core.signals.sampling.wheel_sweep import WheelSweep
from figures import marks, theme
from figures.opened import Line, panel
from figures.plot import Array, Cursor, Panel, Plot, Sweep, Views
from figures.traces import Traces

AXIS = "sampling-wheel"
MEASURED_EVERY = 6
STILL = 1e-9  # turns a second: a slower wheel stands still


def views(result: WheelSweep) -> Views:
    """Everything that is drawn of a sweep."""
    return Views(film(result), speeds(result), opened=(arithmetic(result),))


def film(result: WheelSweep) -> Panel:
    """Frames side by side, and the film itself."""
    header, arrays = {"spokes": result.spokes}, {"angle": result.angle.astype(np.float32)}
    return Panel("sampling-film", "signals/sampling/wheel.js", AXIS, len(result.angle), header, arrays)


def speeds(result: WheelSweep) -> Plot:
    """The speed on film over the wheel's own: a saw tooth."""
    values, most = result.revolutions, result.frame_rate / result.spokes / 2
    traces = Traces(len(values))
    traces.add(*_teeth(result), "folding formula", line=theme.THEORY)
    half = np.flatnonzero(result.either)
    some = np.union1d(np.arange(0, len(values), MEASURED_EVERY), half)
    traces.dots(values[some], result.measured[some], "followed from frame to frame", theme.BLUE)
    traces.dots(values[half], -result.measured[half], "or the other way", theme.BLUE, yaxis="y2")
    summary = f"The speed on film folds between −{number(most)} and {number(most)} revolutions a second."
    sweep = Sweep(AXIS, "The wheel", len(values), "revolutions a second", values, field="revolutions",
                  cursor=Cursor(values, {"y": result.predicted, "y2": result.other_way}))  # fmt: skip
    return traces.plot(
        "sampling-speeds", summary, 220, sweep,
        theme.axis("the wheel", "revolutions per second", range=[0, float(values[-1])]),
        theme.axis("on film", "rev/s", range=[-1.25 * most, 1.25 * most], zeroline=True, zerolinecolor=theme.MUTED),
        # A second dot of the cursor, where the film shows both ways at once.
        yaxis2={"range": [-1.25 * most, 1.25 * most], "overlaying": "y", "visible": False, "fixedrange": True},
        annotations=[marks.text(0, most, " forwards", "left", "bottom", xref="paper"),
                     marks.text(0, -most, " backwards", "left", "top", xref="paper")],
    )  # fmt: skip


def _teeth(result: WheelSweep) -> tuple[Array, Array]:
    """The saw tooth, its teeth not joined; the next one begins at the speed where the last one ends."""
    breaks = np.flatnonzero(np.diff(result.predicted) < 0) + 1
    last, twice = breaks - 1, np.repeat(breaks, 2)
    starts = [np.where(result.either[last], line[last], np.nan) for line in (result.revolutions, result.other_way)]
    lifted = [np.column_stack([np.full(len(breaks), np.nan), start]).ravel() for start in starts]
    return np.insert(result.revolutions, twice, lifted[0]), np.insert(result.predicted, twice, lifted[1])


def arithmetic(result: WheelSweep) -> Panel:
    """The formula with its numbers, at each speed."""
    n, rate, speed, film_speed = result.spokes, result.frame_rate, result.revolutions, result.predicted
    turns = np.rint((speed - film_speed) * n / rate).astype(int)
    ways = ("stands still", "turns forwards", "turns backwards")
    either = ", so it could turn either way: +{forwards} or {backwards}, both are equally true"
    case = np.where(result.either, 0, np.where(np.abs(film_speed) < STILL, 1, np.where(film_speed > 0, 2, 3)))
    line = Line("On film, with n spokes, r revolutions and F frames a second, and the whole number m that brings "
                "n·r − m·F nearest to 0: (n·r − m·F) / n",
                "({n} × {speed} − {turns} × {rate}) / {n}", {"n": n, "speed": speed, "turns": turns, "rate": rate},
                unit="revolutions a second", case=case,
                note=[either, *(f", so it {way}; followed frame by frame {{measured}}" for way in ways)],
                beside={"measured": result.measured, "forwards": np.abs(film_speed), "backwards": -np.abs(film_speed)},
                clean=lambda speeds: np.where(np.abs(speeds) < STILL, 0.0, np.round(speeds, 12)))  # fmt: skip
    return panel("sampling-rule", AXIS, len(speed), line)
