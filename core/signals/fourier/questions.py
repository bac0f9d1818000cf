"""What a reader of /fourier guesses first."""

import numpy as np

from core.questions import Amount, Axis, Goal, Mark, Pick, Question, Sketch
from core.signals.fourier.leakage import Leakage
from core.swept_rows import nearest

_SHARE = Axis("share of the energy", 0.0, 100.0, "%")

QUESTIONS: tuple[Question, ...] = (
    Sketch(
        name="leak", values={"n": 16, "frequency": 234.375}, y=_SHARE,
        x=Axis("frequency of the tone", 3.0, 5.0, "bins"),
        text="16 samples of a tone are transformed. The tone moves from bin 3 over bin 4 to bin 5. Draw how much of "
             "its energy the nearest bin holds on the way.",
        truth=lambda its, params: (its.bins, 100 * its.captured),
        theory=lambda its, params: (its.bins, 100 * np.sinc(its.bins - np.rint(its.bins)) ** 2),  # of a long tone
        why="On a bin, whole periods fit into the samples and all other bins are zero. Half-way between two bins, "
            "both hold the same, and the rest has leaked.",
        next="Choose the Hann window and drag the tone again: the nearest bin holds less, and it varies less.",
    ),
    Pick(
        name="padding", values={"part": "padding", "factor": 16}, options={"one": "One peak", "two": "Two peaks"},
        text="Two tones are 0.7 of a bin apart, and their transform has one peak. Their samples are padded with zeros "
             "to 16 times the length. How many peaks are there then?",
        truth=lambda its, params: "two" if len(its.peaks) == 2 else "one",
        belief=("two", "Many expect padding to sharpen the picture. It only draws more points of the same curve."),
        why="The zeros bring no new information. What separates two tones is the time for which they were sampled.",
        next="Drag “Second tone, higher by” up until the curve itself has two peaks.",
    ),
    Amount(
        name="linear", unit="samples", near=0.01, values={"part": "convolution", "length": 6},
        text="A signal of 4 samples is convolved with one of 3 samples through their transforms. How long must these "
             "be so that nothing wraps round?",
        truth=lambda its, params: float(its.length[np.argmax(its.wrapped == 0)]),
        theory=lambda its, params: len(its.a) + len(its.b) - 1.0,
        belief=("4", "The length of the longer signal is not enough: the end of the convolution wraps round onto its "
                     "beginning."),
        why="A convolution has one sample fewer than both signals together, and each needs a place of its own.",
        next="Drag the length down by one and see which sample is wrong.",
    ),
    Mark(
        name="fundamental", values={"part": "coefficients", "k": 1}, axis=_SHARE, near=0.03,
        text="A square wave is a sum of sine waves. Which share of its energy does the first one hold?",
        truth=lambda its, params: 100 * float(its.energy[1]),
        theory=lambda its, params: 800 / np.pi**2,
        why="The heights of the waves fall as 1 : 1/3 : 1/5, and energies go with their squares. So the first wave "
            "holds most.",
        next="Drag k to 9. The energy is almost whole, and the overshoot at the jumps is still there.",
    ),
    Goal(
        name="on-bin", values={}, solution={"frequency": 125.0},
        text="A goal: without a window, move the tone to where a single bin holds all of its energy.",
        met=lambda its, params: isinstance(its, Leakage) and params.window == "rectangular" and params.frequency > 0
            and its.captured[nearest(its.frequency, params.frequency)] > 1 - 1e-9,
        why="There, a whole number of periods fits into the samples.",
        next="Change the number of samples N and watch the same tone leak again.",
    ),
)  # fmt: skip
