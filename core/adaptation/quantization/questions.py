"""What a reader of /quantization guesses first."""

import numpy as np

from core.adaptation.quantization.tensor_sweep import TensorSweep
from core.questions import Amount, Axis, Goal, Mark, Order, Question, Sketch
from core.swept_rows import nearest

_WON, _SPENT = 12.0, 4.1  # dB and bits a number, of the goal

QUESTIONS: tuple[Question, ...] = (
    Sketch(
        name="threshold", x=Axis("threshold (share of the largest)", 0.0, 1.0), y=Axis("SQNR", 0.0, 20.0, "dB"),
        values={"source": "normal", "bits": 3, "sweep": "threshold", "other": "none"},
        text="Numbers beyond a threshold are clipped to it, and the others are rounded to one of 8 codes (3 bits). "
             "Draw the SQNR, which is high where little is lost, for thresholds from 0 to the largest number.",
        truth=lambda its, params: (its.values, its.ratio_db),
        why="A low threshold cuts many numbers off. A high one clips none, but makes the steps coarse for all numbers "
            "to save the few largest. Best is to clip some.",
        next="Set “Bits” to 4: the steps are finer, and the best threshold moves up.",
    ),
    Amount(
        name="zero", near=0.01, values={"source": "notes", "affine": True, "bits": 4, "index": 9},
        text="The 16 codes from −8 to 7 hold numbers from −2.3 to 4.6. The smallest number gets the smallest code. "
             "Which code stands for 0?",
        truth=lambda its, params: float(its.zero[nearest(its.values, params.bits)]),
        theory=lambda its, params: -8.0 - round(float(its.x.min()) / float(np.ptp(its.x) / 15)),
        belief=("5", "5 is right for codes from 0 to 15. A formula in lecture notes leaves out the smallest code, and "
                     "gives that for codes from −8 too."),
        why="A step is 6.9/15 = 0.46. So 0 lies 5 steps above the smallest number, and its code is the smallest code "
            "plus 5.",
        next="Open “Rounding, calibration and what else can be set” and set “Zero-point” to “Without qₘᵢₙ”: the "
             "largest numbers are clipped.",
    ),
    Mark(
        name="overhead", axis=Axis("bits for each number", 0.0, 12.0), near=0.03,
        values={"sweep": "group", "bits": 4, "group": 16},
        text="A number is kept in 4 bits. Each group of 16 numbers has a scale of its own, which takes 32 bits. How "
             "many bits does a number take, all counted?",
        truth=lambda its, params: float(its.bits_per_number[nearest(its.values, params.group)]),
        theory=lambda its, params: 4 + 32 / 16,
        belief=("4", "Many count the codes alone. Without its scale a code says nothing, so the scales must be kept, "
                     "too."),
        why="A scale costs its bits divided by the numbers that share it.",
        next="Drag the size of the group up: its scale costs less, and the SQNR falls.",
    ),
    Order(
        name="formats", values={"part": "formats", "group": 64, "bits": 4}, ends=("least error", "largest error"),
        items={"bf16": "bf16 (16 bits)", "e4m3": "FP8 E4M3 (8 bits)", "fp16": "fp16 (16 bits)",
               "int8": "int8 (8 bits)"},
        text="The weights of a layer are kept in four formats. Three are floating point: fp16 has 5 bits for the "
             "exponent, bf16 has 8 and E4M3 has 4. Order the formats by their error.",
        truth=lambda its, params: sorted(
            ("bf16", "e4m3", "fp16", "int8"),
            key=lambda name: -its.ratio_db[nearest(its.values, params.group), its.names.index(name)]),
        belief=("fp16.bf16.e4m3.int8", "Many expect floating point to beat integers. Its exponent serves a wide "
                                       "range of sizes, which these weights do not have."),
        why="Bits for the exponent are missing for the digits. Weights of a similar size need digits more.",
        next="Choose “Student’s t, 3 large rows” and drag the group up to the whole tensor. Now sizes differ, and FP8 "
             "E4M3 comes before int8.",
    ),
    Goal(
        name="large-rows", values={"source": "student"}, solution={"source": "student", "granularity": "channel"},
        text="A goal: three rows of this tensor hold large numbers and spoil the codes of all others. Reach an SQNR of "
             "12 dB or more with at most 4.1 bits a number.",
        met=lambda its, params: isinstance(its, TensorSweep) and params.source == "student" and bool(
            its.ratio_db[(at := nearest(its.values, getattr(params, params.field)))] >= _WON
            and its.bits_per_number[at] <= _SPENT),
        why="With a scale for each row the large rows coarsen only their own steps.",
        next="Choose the format “NF4” as well: its levels lie closer where most numbers are.",
    ),
)  # fmt: skip
