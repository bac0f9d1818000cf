"""Numbers as readers see them: the same digits here as in ``assets/js/numbers.js``, which a test holds.

A minus is U+2212, thousands are marked by commas, powers of ten are raised, infinity is ∞ and NaN is “undefined”. What
a machine is to read (addresses, tables to keep, snippets) is written elsewhere.

>>> number(-12345.678), number(3.2e-5), number(1e-5), fixed(-0.04, 1), percent(0.9999)
('−12,350', '3.2·10⁻⁵', '10⁻⁵', '0.0', '> 99.9 %')
"""

import math
import re
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_UP, Context, Decimal
from typing import Literal, SupportsFloat

SMALLEST, LARGEST = 1e-3, 1e7  # beyond them there would be many zeros
KNOWN, GIVEN = 15, 12  # digits that every double holds, and that sums and products of a few settings keep
LEAST = 1e-300  # near the least double: what is smaller may have lost digits, or be 0
_PREFIXES = {"s": {1.0: "", 1e-3: "m", 1e-6: "µ"}, "B": {1e9: "G", 1e6: "M", 1e3: "k"}}
_SEVERAL = re.compile(r"^((?:[a-z-]+ )*?[a-z-]{2,}[^\W_s])s\b")  # the noun of a unit, in the plural
_UNIT = "%|[kMG]?Hz|[mµ]?s|dB|bits?|nats?|px|[kMG]?B|[kMG]o|h|min"
_CLOSE = re.compile(rf"(?:(?<=[0-9⁰¹²³⁴⁵⁶⁷⁸⁹∞])|(?<=[0-9]\$)) (?=(?:{_UNIT})(?![^\W_]))|(?<=[<>]) (?=[0-9])")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: SupportsFloat, digits: int = 4) -> str:
    """At most so many significant digits, halves away from zero; a power of ten below 10⁻³ and from 10⁷ on."""
    value = float(value)
    if not math.isfinite(value):
        return "undefined" if math.isnan(value) else _minus(f"{value:.0f}").replace("inf", "∞")
    return _significant(Decimal(value), digits)


def exponential(power: SupportsFloat, digits: int = 4) -> str:
    """e to this power in the digits of ``number``, also where no double holds it."""
    return _significant(Decimal(float(power)).exp(_of_any_size(KNOWN)), digits)


def apart(low: float, high: float, least: int) -> int:
    """The significant digits by which two ends differ as readers see them: ``least``, more where they lie close."""
    reach, width = max(abs(low), abs(high)), abs(high - low)
    if not 0 < width < math.inf:
        return least
    return max(least, min(KNOWN, 2 + math.floor(math.log10(reach / width))))


def chance(probability: SupportsFloat, digits: int = 4) -> str:
    """A probability; what falls short of certainty is not rounded to it, but has the digits that it takes."""
    text = number(probability, digits)
    return number(probability, apart(float(probability), 1.0, digits)) if text == "1" else text


def exact(value: SupportsFloat) -> str:
    """A setting or a limit as it was given."""
    return number(value, GIVEN)


def fixed(value: SupportsFloat, decimals: int) -> str:
    """So many decimals, halves away from zero, for numbers that change in place or stand below each other."""
    value = float(value)
    if not abs(value) < 10**KNOWN:
        return number(value, KNOWN)
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    return _minus(f"{rounded if rounded else abs(rounded):,f}")


def count(whole: SupportsFloat) -> str:
    """A whole number with all its digits."""
    return _minus(f"{whole:,}") if isinstance(whole, int) else fixed(whole, 0)


def counted(many: SupportsFloat, name: str) -> str:
    """How many of what: 1 word, 2,000 words."""
    return f"{count(many)} {name}" + ("" if many == 1 else "s")


def measured(amount: SupportsFloat, unit: str, digits: int = 4) -> str:
    """How much of a unit, to so many digits: 0.84 bits, 1 bit a token, 1 dB."""
    return with_unit(number(amount, digits), unit)


def with_unit(written: str, unit: str) -> str:
    """A number as it is written, with its unit, as ``counted`` in ``assets/js/worded.js`` puts it."""
    return f"{written} {singular(unit) if written in ('1', '−1') else unit}".rstrip()


def joined(sentence: str) -> str:
    """A sentence as it is shown where it may run over several lines: no number stands apart from its unit, < or >."""
    return _CLOSE.sub("\u00a0", sentence)


def singular(unit: str) -> str:
    """One of a unit whose noun is in the plural; what is no such unit stays."""
    return _SEVERAL.sub(r"\1", unit)


def percent(share: SupportsFloat, decimals: int = 1) -> str:
    """A share of 1 in per cent; what is neither nothing nor all is never rounded to it."""
    text, least = fixed(100 * float(share), decimals), 10.0**-decimals
    if text == fixed(100, decimals) and float(share) < 1:
        return f"> {fixed(100 - least, decimals)} %"
    if text == fixed(0, decimals) and float(share) > 0:
        return f"< {fixed(least, decimals)} %"
    return f"{_without_zeros(text)} %"


def positive(value: SupportsFloat, digits: int = 4, equals: str = "") -> str:
    """What is above 0, such as a p-value, after ``equals``; or the bound below which doubles lose it: < 10⁻³⁰⁰."""
    return f"{equals}{number(value, digits)}" if float(value) >= LEAST else f"< {number(LEAST)}"


def uncertain(probability: SupportsFloat) -> str:
    """``percent`` of a probability that is neither none nor certainty, even where a double is rounded to these."""
    return percent(min(max(float(probability), math.ulp(0.0)), math.nextafter(1.0, 0.0)))


def quantity(value: SupportsFloat, unit: Literal["s", "B"], digits: int = 3) -> str:
    """Seconds or bytes, from 0 on, in the multiple that has from one to three whole digits: 12.3 ms, 20 MB."""
    fitting = ((float(value) / size, prefix) for size, prefix in _PREFIXES[unit].items())
    fitting = (each for each in fitting if float(f"{each[0]:.{digits}g}") >= 1)  # 999.9 ms are written as 1 s
    times, prefix = next(fitting, (float(value), ""))
    return f"{number(times, digits)} {prefix}{unit}"


def beyond(size: int, most: int) -> str:
    """The bytes of a file, with the digits by which a reader sees that they are more than ``most``."""
    return quantity(size, "B", apart(float(most), float(size), 3))


def bracketed(value: SupportsFloat, digits: int = 4) -> str:
    """A factor of a product: in brackets where it is negative."""
    return f"({number(value, digits)})" if float(value) < 0 else number(value, digits)


def factor(value: float) -> str:
    """A factor a step: near 1 what it lacks matters."""
    return f"1 − {number(1 - value, 3)}" if 0.9999 < value < 1 else number(value)


def power_of_ten(exponent: int) -> str:
    """10⁻³ in the letters of a plain text; 1 and 10 as they are."""
    return str(10**exponent) if exponent in (0, 1) else "10" + raised(exponent)


def raised(exponent: int) -> str:
    """An exponent in the letters of a plain text: ⁻³."""
    return str(exponent).translate(_RAISED)


def _of_any_size(digits: int) -> Context:
    return Context(digits, ROUND_HALF_UP, MIN_EMIN, MAX_EMAX)


def _significant(value: Decimal, digits: int) -> str:
    context = _of_any_size(digits)
    rounded = context.create_decimal(value)
    if value and not SMALLEST <= value.copy_abs() < LARGEST:
        times = _trimmed(rounded.scaleb(-rounded.adjusted(), context))
        return {"1": "", "−1": "−"}.get(times, f"{times}·") + power_of_ten(rounded.adjusted())
    return _trimmed(rounded)


def _trimmed(rounded: Decimal) -> str:
    return _minus(_without_zeros(f"{rounded if rounded else abs(rounded):,f}"))


def _without_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _minus(text: str) -> str:
    return text.replace("-", "−")
