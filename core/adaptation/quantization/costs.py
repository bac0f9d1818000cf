"""What a part of the lab does: so many trips of so many numbers in so many blocks, and the search for their ranges."""

from collections import Counter
from dataclasses import replace

from core.adaptation.quantization import model_sweep
from core.adaptation.quantization.calibration import SHARES, Rule
from core.adaptation.quantization.format_table import INPUTS, MULTIPLIED, schemes
from core.adaptation.quantization.quantised_model import LAYERS, of_layer
from core.adaptation.quantization.scheme import CASTS, Scheme
from core.adaptation.quantization.sweep_settings import Swept, schemes_along

Work = Counter[str]
WIDEST = 64  # numbers of a block, where no group is smaller


def of_sweep(numbers: int, columns: int, swept: Swept, scheme: Scheme, rule: Rule, chance: bool) -> Work:
    """All steps of a sweep of one scheme."""
    if swept == "threshold":
        means = Counter({"thresholds": SHARES, "means by chance": SHARES * numbers * chance})
        return means + of_trip(numbers, scheme, "mse", False)
    tried = schemes_along(swept, scheme, numbers // columns, columns)
    return sum((of_trip(numbers, one, rule, chance) for one in tried), Work())


def of_formats(numbers: int, columns: int, scheme: Scheme, rule: Rule, chance: bool) -> Work:
    """All formats at all sizes of a group, and what a layer makes of each."""
    every = (scheme, *schemes(scheme).values())
    tried = {one for each in every for one in schemes_along("group", each, numbers // columns, columns)}
    products = len(tried) * min(numbers, MULTIPLIED * columns) * INPUTS
    return sum((of_trip(numbers, one, rule, chance, "told ") for one in tried), Work({"multiply-adds": products}))


def of_model(scheme: Scheme, rule: Rule) -> Work:
    """Every matrix of the model at each number of bits and in each format, and the passes with them."""
    tried = [replace(scheme, format="int", bits=bits) for bits in model_sweep.BITS]
    tried += [schemes(scheme)[name] for name in model_sweep.FORMATS]
    trips = (of_trip(of_layer(name).size, one, rule, False, "model's ") for one in tried for name in LAYERS)
    return sum(trips, Work({"models": 1}))


def of_trip(numbers: int, scheme: Scheme, rule: Rule, chance: bool, of: str = "") -> Work:
    """One round trip ``of`` something, its range found by ``rule``."""
    blocks = 1 + numbers // (min(scheme.shared_by, WIDEST) if scheme.sharing == "group" else WIDEST)
    by = f"{of}{'by chance ' * chance}"
    trip = Counter({f"{of}trips": 1, f"{by}numbers": numbers, f"{by}blocks": blocks})
    if scheme.format not in CASTS and rule not in ("minmax", "running"):
        times = SHARES if rule == "mse" else 1  # that each number is looked at
        rule_of = f"{of}{rule}"
        trip += Counter({rule_of: 1, f"{rule_of} × numbers": times * numbers, f"{rule_of} × blocks": times * blocks})
    return trip
