"""The number in focus opened: formula, the same with its numbers, result, a line for each piece of its arithmetic.

An explorer declares strings and numbers; ``assets/js/panels/shared/opened.js`` writes them at each step of the axis.
Numbers are shown with as many digits as it takes for a reader with a calculator to get the result as it is shown.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np

from figures.plot import Array, Panel, browser_array

Numbers = Mapping[str, Any]  # arrays of a value for each step, or a float or an int for all
DIGITS = 4  # significant ones of a result
GIVEN = 8  # of the numbers of what is no arithmetic, such as a probability
HALF = 0.5001  # of the last digit: a result may lie half way between two
TRIED = (4, 5, 6, 7, 8, 10, 12, 15)  # the browser writes no more
SIGNS = {"×": "*", "−": "-", "^": "**", "√": "sqrt", "log₁₀": "log10"}  # of a substitution, in Python
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
FUNCTIONS = {"abs": np.abs, "sqrt": lambda square: np.sqrt(np.maximum(square, 0)),  # rounded, a 0 may fall below it
             "exp": np.exp, "tanh": np.tanh, "log10": np.log10}  # fmt: skip


@dataclass(frozen=True)
class Line:
    """``formula`` = ``substitution`` = result ``unit``, and a ``note``; {name} in them stands for a number.

    Each is one text, or one of several by ``case``, at each step. The substitution is computed as it is written where
    no ``result`` is given; ``clean`` takes from it what only rounding has made. Whole numbers are shown in full.
    """

    formula: str | Sequence[str]
    substitution: str | Sequence[str] = ""
    numbers: Numbers = field(default_factory=dict)
    result: Any = None
    unit: str = ""
    note: str | Sequence[str] = ""
    case: Array | None = None
    digits: int = DIGITS
    beside: Numbers = field(default_factory=dict)  # numbers of formula and note alone
    clean: Callable[[Array], Array] = np.asarray

    def __post_init__(self) -> None:
        texts = "".join((*_cases(self.formula), *_cases(self.substitution), *_cases(self.note)))
        if missing := {*re.findall(r"\{(\w+)\}", texts)} - {*self.numbers, *self.beside}:
            raise ValueError(f"“{texts}” names {sorted(missing)}, which are no numbers of it")

    @property
    def value(self) -> Array:
        """The result at each step, or once for all."""
        return self.worked(self.numbers) if self.result is None else np.asarray(self.result, np.float64)

    @property
    def is_arithmetic(self) -> bool:
        """Whether the substitution can be computed: a probability, say, cannot."""
        codes = [_compiled(text) for text in _cases(self.substitution) if text]
        return bool(codes) and all(code and {*code.co_names} <= {*FUNCTIONS, *self.numbers} for code in codes)

    def worked(self, numbers: Numbers) -> Array:
        """What the substitution comes to with these numbers; NaN where there are no words of it."""
        known = {**FUNCTIONS, **{name: np.asarray(number, np.float64) for name, number in numbers.items()}}
        with np.errstate(all="ignore"):
            each = [eval(_compiled(text) or "", {"__builtins__": {}}, known) if text else np.nan
                    for text in _cases(self.substitution)]  # fmt: skip
            if self.case is None:
                return self.clean(np.asarray(each[0], np.float64))
            case, *values = np.broadcast_arrays(np.minimum(self.case, len(each) - 1), *each)
            chosen = np.take_along_axis(np.stack(values), case[None], 0)[0]  # np.choose takes 64 cases at most
            return self.clean(np.asarray(chosen, np.float64))


@lru_cache(maxsize=256)
def _compiled(substitution: str) -> CodeType | None:
    """The substitution in Python, its numbers by name; None where it is no arithmetic."""
    text = re.sub(r"[{}]", "", re.sub(r"√\{(\w+)\}", r"√(\1)", substitution))
    text = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda power: f"**{power[0].translate(POWERS)}.0", text)
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    for sign, word in SIGNS.items():
        text = text.replace(sign, word)
    try:
        return compile(text, substitution, "eval")
    except SyntaxError:
        return None


def panel(name: str, follow: str, length: int, *lines: Line) -> Panel:
    """The lines, one below the other, along the axis ``follow`` of so many steps."""
    arrays: dict[str, Array] = {}
    for i, line in enumerate(lines):
        for key, number in {**line.numbers, **line.beside}.items():
            arrays[f"{i}.{key}"] = browser_array(np.atleast_1d(number))
        arrays[f"{i}.result"] = np.atleast_1d(line.value)
        arrays[f"{i}.digits"] = _digits(line, length)
        if line.case is not None:
            arrays[f"{i}.case"] = browser_array(line.case)
    declared = [{"formula": _cases(line.formula), "substitution": _cases(line.substitution), "note": _cases(line.note),
             "unit": line.unit, "digits": line.digits, "whole": [*_whole(line)]} for line in lines]  # fmt: skip
    return Panel(name, "shared/opened.js", follow, length, {"lines": declared}, arrays, kept=False)


def _cases(text: str | Sequence[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def _whole(line: Line) -> Sequence[str]:
    numbers = {**line.numbers, **line.beside}
    return [name for name, number in numbers.items() if np.issubdtype(np.asarray(number).dtype, np.integer)]


def _digits(line: Line, length: int) -> Array:
    """At each step the digits with which the numbers give the result as it is shown."""
    if not line.is_arithmetic:
        return np.full(length, GIVEN, np.uint8)
    whole, wanted = _whole(line), _as_written(line.value, line.digits)
    found = np.full(length, TRIED[-1], np.uint8)
    left = np.ones(length, bool)  # the steps that no fewer digits have fitted
    for digits in TRIED:
        rounded_numbers = {name: number if name in whole else rounded(np.asarray(number, np.float64), digits)
                 for name, number in line.numbers.items()}  # fmt: skip
        with np.errstate(all="ignore"):
            given = line.worked(rounded_numbers)
            nearer = np.maximum(np.fmin(np.abs(given), np.abs(wanted)), 1e-300)  # below a power of ten digits are finer
            unit = 10.0 ** (np.floor(np.log10(nearer)) - line.digits + 1)
            fits = (np.abs(given - wanted) <= HALF * unit) | (given == wanted) | np.isnan(wanted)
        for name, number in line.numbers.items():  # which way a browser rounds a half depends on its last bit
            fits = fits & (~_is_half(np.asarray(number, np.float64), digits) | (name in whole))
        found[left & fits] = digits
        left &= ~fits
        if not left.any():
            break
    return found


def _as_written(values: Array, digits: int) -> Array:
    """The values as the browser writes them, to the last bit."""
    return np.array([float(f"{value:.{digits - 1}e}") for value in values.ravel()]).reshape(values.shape)


def _is_half(values: Array, digits: int) -> Array:
    """Where what follows the digits is one half of the last."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        units = np.abs(values) / 10.0 ** (np.floor(np.log10(np.abs(values))) - digits + 1)
        return np.asarray(np.abs(units - np.floor(units) - 0.5) < 1e-6)


def rounded(values: Array, digits: int) -> Array:
    """The values with so many significant digits, a half away from zero, as the browser writes them."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        unit = 10.0 ** (np.floor(np.log10(np.abs(values))) - digits + 1)
        near = np.sign(values) * np.floor(np.abs(values) / unit + 0.5) * unit
    return np.where(np.isfinite(near), near, values)
