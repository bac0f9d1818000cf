"""What a reader of /spectrogram guesses first."""

import numpy as np

from core.questions import Axis, Goal, Mark, Pick, Question, Sketch
from core.signals.spectrogram.result import Result

QUESTIONS: tuple[Question, ...] = (
    Mark(
        name="two-lines", values={"separation": 10.0, "seconds": 1.0, "rate": 4_000, "length": 100.0},
        axis=Axis("length of the window", 4.0, 512.0, "ms", log=True),
        text="Two tones are 10 Hz apart. A spectrogram looks at them through a Hann window, piece by piece. How long "
             "must the window be, at least, to show two lines?",
        truth=lambda its, params: float(its.milliseconds[its.trade.separated][0]),
        theory=lambda its, params: 1_000 * its.trade.resolved / its.trade.sample_rate,
        belief=("100", "In this time one tone makes just one period more than the other, so the guess is a good one. "
                       "But a Hann window fades out at both ends, and much of its length hardly counts."),
        why="The shorter the window, the wider the line of each tone. Under a Hann window the lines part when one tone "
            "makes two periods more than the other.",
        next="Choose the Window “Rectangular”, which does not fade out: a shorter one is enough.",
    ),
    Sketch(
        name="width", values={"source": "burst", "length": 40.0},
        x=Axis("length of the window", 10.0, 200.0, "ms"), y=Axis("width of the line", 0.0, 400.0, "Hz"),
        text="A spectrogram draws a steady tone as a line. The window grows from 10 to 200 ms. Draw how wide the line "
             "is, from where it begins to where it ends.",
        truth=lambda its, params: (its.milliseconds, its.trade.fact("main_lobe") * its.bin_hz),
        theory=lambda its, params: (its.milliseconds, its.trade.lobe_hz),
        why="Twice the window makes the line half as wide. So the first few milliseconds gain most, and the line never "
            "gets infinitely thin.",
        next="Choose the Window “Blackman”: its lines are wider, and there is less beside them.",
    ),
    Pick(
        name="cell", values={"source": "linear-chirp", "length": 16.0},
        options={"halves": "It halves", "stays": "It stays", "doubles": "It doubles"},
        text="What falls into one small cell of the picture cannot be told apart. The cell is as wide as the window "
             "and as high as a line. The window gets twice as long. What becomes of the cell’s area?",
        truth=lambda its, params: _area(its),
        belief=("halves", "A longer window makes the cell flatter, so many expect a smaller one. But it gets wider by "
                          "the same factor."),
        why="What is gained in frequency is lost in time. The area depends on the shape of the window alone, and no "
            "shape makes it smaller than 1/(4π).",
        next="Choose the Window “Gaussian”, which has the smallest cell, and drag Window length.",
    ),
    Pick(
        name="back", values={"source": "vowel", "hops": 2, "length": 20.0},
        options={"yes": "Yes, up to rounding", "roughly": "Only roughly", "no": "No, what fades is lost"},
        text="Each piece of a sound fades in and out under its Hann window, and the pieces overlap by half. Can the "
             "sound be brought back from the spectra of the pieces?",
        truth=lambda its, params: "yes" if its.error < 1e-5 else "roughly" if its.error < 0.3 else "no",
        belief=("no", "Many think that what a window fades out is lost. But where one piece fades out, the next one "
                      "fades in."),
        why="Two Hann windows that overlap by half add up to 1 everywhere, so the pieces give the sound again.",
        next="Set Hops per window to 1: the windows no longer overlap, and the sound cannot be brought back.",
    ),
    Goal(
        name="within-60", values={}, solution={"window": "rectangular", "length": 50.0},
        text="A goal: the two tones are 26.16 Hz apart, a semitone. Show them as two with a window of at most 60 ms.",
        met=lambda its, params: (its.trade.separation or np.inf) <= 26.16
            and bool((its.trade.separated & (its.milliseconds <= 60))[its.index_of(params.length)]),
        why="A window that does not fade out at its ends uses its whole length, so its lines are thinner.",
        next="Look beside the two lines: the window that parts them also shows energy where there is none.",
    ),
)  # fmt: skip


def _area(its: Result) -> str:
    """What doubling the length makes of Δt·Δf, over the whole axis."""
    product = its.trade.fact("product")
    doubled = (product[-1] / product[0]) ** (1 / np.log2(its.trade.lengths[-1] / its.trade.lengths[0]))
    return "stays" if abs(doubled - 1) < 0.05 else "halves" if doubled < 1 else "doubles"
