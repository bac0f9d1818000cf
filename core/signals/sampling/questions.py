"""What a reader of /sampling guesses first."""

import math

import numpy as np

from core.questions import Amount, Axis, Goal, Mark, Pick, Question, Sketch
from core.signals.sampling.band_sweep import BandSweep
from core.signals.sampling.sampling_theory import alias
from core.swept_rows import nearest

QUESTIONS: tuple[Question, ...] = (
    Sketch(
        name="fold", values={"sample_rate": 800.0, "phase": 90.0},
        x=Axis("tone", 0.0, 1_600.0, "Hz"), y=Axis("what comes back", 0.0, 800.0, "Hz"),
        text="A tone rises from 0 to 1,600 Hz and is sampled 800 times a second. Draw the frequency that comes back "
             "from the samples.",
        truth=lambda its, params: (its.frequency, its.measured),
        theory=lambda its, params: (its.frequency, alias(its.frequency, its.sample_rate)),
        why="Above half the sampling rate a slower wave goes through the same samples, and it comes back instead. The "
            "faster the tone, the slower this wave, down to 0; then it all begins again.",
        next="Choose “The sampling rate” under The slider moves, and drag it: the tone stays, and what comes back "
             "changes.",
    ),
    Mark(
        name="twice", values={"frequency": 500.0, "phase": 30.0}, axis=Axis("height of the wave", 0.0, 1.0),
        text="A sine of 500 Hz is 1 high and begins at a phase of 30°. It is sampled exactly 1,000 times a second. How "
             "high is the wave that comes back?",
        truth=lambda its, params: np.nanmax(np.abs(its.reconstruction[nearest(its.frequency, 500)])),
        theory=lambda its, params: math.sin(math.radians(params.phase)),
        belief=("1", "The lecture notes ask for a sampling rate of at least twice the frequency, and then the wave "
                     "should be whole. It must be more than twice."),
        why="There are two samples in each period, and they always fall at the same height above and below 0. The "
            "wave that comes back is only so high.",
        next="Set Phase to 0: all samples are 0, and nothing comes back.",
    ),
    Amount(
        name="wheel", unit="turns a second", near=0.02, values={"part": "wheel", "spokes": 5, "frame_rate": 25.0},
        text="A wheel with 5 equal spokes is filmed with 25 pictures a second. It turns faster and faster. At how many "
             "turns a second does it first seem to stand still?",
        truth=lambda its, params: float(its.revolutions[(its.revolutions > 0) & (abs(its.measured) < 1e-9)].min()),
        theory=lambda its, params: params.frame_rate / params.spokes,
        belief=("25", "After a whole turn the wheel looks the same again. But its spokes are equal, so a fifth of a "
                      "turn is enough."),
        why="The film shows the same picture again when each spoke has moved to the place of the next one.",
        next="Set Revolutions per second a little lower than that: the wheel seems to turn backwards.",
    ),
    Pick(
        name="dither", values={"part": "bits", "bits": 8, "dither": "triangular"},
        options={"rises": "It rises", "same": "It stays", "falls": "It falls"},
        text="Dither adds a little random noise to a sound before it is rounded to 8 bits. What does that do to the "
             "ratio of signal to noise?",
        truth=lambda its, params: _change(its.measured_db[its.bits == params.bits][0]),
        belief=("rises", "Dither makes the rounded sound better, so many expect a higher ratio. But it changes the "
                         "kind of the error; the error itself gets larger."),
        why="The added noise counts as noise. In return the error no longer follows the tone: you hear an even hiss "
            "and no distortion.",
        next="Set Peak to −40 and listen with Dither “None” and “Triangular”.",
    ),
    Goal(
        name="below-500", values={"part": "band", "band_rate": 700.0}, solution={"part": "band", "band_rate": 400.0},
        text="A goal: all frequencies from 620 to 780 Hz form a band. Sample it fewer than 500 times a second, and let "
             "it come back whole.",
        met=lambda its, params: isinstance(its, BandSweep) and its.low <= 620 and its.high >= 780
            and params.band_rate < 500 and bool(its.clean[nearest(its.sample_rate, params.band_rate)]),
        why="What counts is how wide the band is, not how high it lies. At this rate its copies fall into the gaps "
            "between each other.",
        next="Drag Sampling rate through all its values and see where the band folds onto itself.",
    ),
)  # fmt: skip


def _change(decibels: np.ndarray) -> str:
    """What dither does to a ratio, given without it and with it."""
    without, with_it = decibels
    return "same" if abs(with_it - without) < 0.5 else "rises" if with_it > without else "falls"
