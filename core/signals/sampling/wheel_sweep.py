"""A wheel filmed frame by frame, over its speed: how fast the film shows it turn, and which way."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64

from core.explorer import OfArrays
from core.signals.sampling.sampling_theory import apparent_wheel_speed
from core.swept_rows import nearest

STEPS = 241
REACH = 3  # the wheel speeds up until it seems to stand for the third time
FRAMES = 8  # shown side by side

Steps = Float64[np.ndarray, " steps"]


@dataclass(frozen=True, eq=False)
class WheelSweep(OfArrays):
    """A row for each speed, in revolutions per second.

    ``predicted`` is the folding formula of one spoke, ``measured`` the least turn that takes each frame's picture to
    the next one's, followed over the film; ``angle`` is where the marked spoke truly stands in each frame (radians).
    """

    spokes: int
    frame_rate: float
    revolutions: Steps
    predicted: Steps
    measured: Steps
    angle: Float64[np.ndarray, "steps frames"]

    @property
    def either(self) -> Bool[np.ndarray, " steps"]:
        """Where a spoke comes half way to the next one in a frame, so that the film cannot tell which way."""
        turn = np.abs(self.predicted) * self.spokes / self.frame_rate
        return np.asarray(np.isclose(turn, 0.5, rtol=1e-9, atol=0))

    @property
    def other_way(self) -> Steps:
        """``predicted``, or where the film cannot tell, the same speed the other way."""
        return np.where(self.either, -self.predicted, self.predicted)

    def table(self) -> pd.DataFrame:
        """The sweep, one speed to a row, in revolutions per second."""
        return pd.DataFrame(
            {
                "revolutions_per_s": self.revolutions,
                "predicted_on_film_per_s": self.predicted,
                "measured_on_film_per_s": self.measured,
            }
        )


def fastest(spokes: int, frame_rate: float) -> float:
    """The highest speed of the sweep, in revolutions per second."""
    return REACH * frame_rate / spokes


def sweep_wheel(spokes: int, frame_rate: float, revolutions: float) -> WheelSweep:
    """A wheel of equal spokes from rest to three times a spoke a frame; one speed is moved onto ``revolutions``."""
    speed = np.linspace(0.0, fastest(spokes, frame_rate), STEPS)
    speed[nearest(speed, revolutions)] = revolutions
    angle = 2 * np.pi * np.outer(speed, np.arange(FRAMES)) / frame_rate
    return WheelSweep(
        spokes=spokes,
        frame_rate=frame_rate,
        revolutions=speed,
        predicted=apparent_wheel_speed(speed, spokes, frame_rate),
        measured=_followed(angle, spokes) * frame_rate / (2 * np.pi),
        angle=angle,
    )


def _followed(angle: Float64[np.ndarray, "steps frames"], spokes: int) -> Steps:
    """The mean least turn (radians) between frames: what an eye sees that cannot tell the spokes apart.

    A picture of n spokes is a point on the circle, e^{jnθ}. Half way between two spokes both ways are as short; the
    formula says forwards there, and so does this.
    """
    point = np.exp(1j * spokes * angle)
    turn = np.angle(point[:, 1:] * point[:, :-1].conj()).round(12)  # a wheel that stands still has no turn at all
    turn[np.isclose(turn, -np.pi, rtol=0, atol=1e-9)] = np.pi
    return np.asarray(turn.mean(axis=1) / spokes + 0.0)
