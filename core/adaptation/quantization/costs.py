"""How long a part of the lab takes, from what it does: so many trips of so many numbers in so many blocks.

The constants were measured on two cores that others used too, from 10 to 16 million numbers.
"""

from __future__ import annotations

import math
from dataclasses import replace

from core.adaptation.quantization import model_sweep
from core.adaptation.quantization.calibration import SHARES, Rule
from core.adaptation.quantization.format_table import schemes
from core.adaptation.quantization.formats import INTEGER_BITS
from core.adaptation.quantization.quantised_model import LAYERS, of_layer
from core.adaptation.quantization.scheme import CASTS, Scheme
from core.adaptation.quantization.sweep_settings import Swept

A_STEP = 4e-3  # seconds for a step of a sweep, whatever the tensor
DRAWN, COMPARED = 3e-8, 1e-8  # for a number there and back, with all that is drawn of it or its error alone
A_BLOCK = 2.5e-7
A_TRY, A_BLOCKS_TRY = 2.2e-9, 1.5e-7  # for one threshold on a number, on a block
BY_CHANCE, A_CHANCE = 4.0, 3e-8  # times a trip takes where it draws, and seconds for the mean of a number's draws
FORMATS = 20
PASSES = 4.0  # seconds of the model's passes: twice the 2.0 of a free core
A_DIVERGENCE = 0.01  # for the thresholds of one matrix by the divergence
OF_A_TRIP = 0.3  # of the time of a trip, as measured on the matrices of the model


def seconds_of_sweep(numbers: float, columns: float, swept: Swept, scheme: Scheme, rule: Rule, chance: bool) -> float:
    """All steps of a sweep of one scheme."""
    if swept == "threshold":
        each = A_CHANCE * numbers * SHARES if chance else 0.0
        return SHARES * A_STEP / 2 + each + seconds_of_trip(numbers, scheme, "mse", False)
    if swept == "bits":
        return len(INTEGER_BITS) * seconds_of_trip(numbers, scheme, rule, chance)
    return sum(
        seconds_of_trip(numbers, replace(scheme, granularity="group", group=size), rule, chance)
        for size in sizes(columns)
    )


def seconds_of_formats(numbers: float, columns: float, scheme: Scheme, rule: Rule, chance: bool) -> float:
    """All formats at all sizes of a group."""
    trips = sum(
        seconds_of_trip(numbers, replace(scheme, granularity="group", group=size), rule, chance, COMPARED)
        for size in sizes(columns)
    )
    return FORMATS * trips


def seconds_of_model(scheme: Scheme, rule: Rule) -> float:
    """Every matrix of the model at each number of bits and in each format, and the passes with them."""
    tried = [replace(scheme, format="int", bits=bits) for bits in model_sweep.BITS]
    tried += [schemes(scheme)[name] for name in model_sweep.FORMATS]
    matrices = [of_layer(name).size for name in LAYERS]
    searched = sum(one.format not in CASTS for one in tried) if rule == "kl" else 0
    trips = sum(seconds_of_trip(float(sum(matrices)), one, rule, False) for one in tried)
    return PASSES + searched * len(matrices) * A_DIVERGENCE + OF_A_TRIP * trips


def seconds_of_trip(numbers: float, scheme: Scheme, rule: Rule, chance: bool, each: float = DRAWN) -> float:
    """One round trip, its range found by ``rule``; ``each`` number takes so long."""
    width = min(scheme.shared_by, 64) if scheme.sharing == "group" else 64
    blocks = numbers / width
    if scheme.format in CASTS or rule == "minmax":
        found = 0.0
    elif rule == "mse":
        found = SHARES * (A_TRY * numbers + A_BLOCKS_TRY * blocks)
    else:
        found = (0.05 if rule == "kl" else 0.0) + 8e-8 * numbers
    return A_STEP + found + (each * numbers + A_BLOCK * blocks) * (BY_CHANCE if chance else 1.0)


def sizes(columns: float) -> list[int]:
    """About the sizes of a group that are tried: powers of 2 up to a row, a row, and all."""
    return [2**power for power in range(3, max(4, math.ceil(math.log2(max(columns, 2)))))] + [1 << 24] * 2
