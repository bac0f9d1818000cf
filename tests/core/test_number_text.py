"""The decimal sign of a column of a reader's table."""

import pytest

from core.errors import InputError
from core.explorer import find
from core.number_text import (
    DecimalSign,
    between_remarks,
    counted_numbers,
    numbers,
    separator_remarks,
    typed_numbers,
)

COLUMNS = {
    "ambiguous": (["1,234", "2,500"], [1234, 2500]),
    "other cells show the decimal comma": (["1,234", "2,5"], [1.234, 2.5]),
    "a leading nought": (["1,234", "0,125"], [1.234, 0.125]),
    "more than three digits before the comma": (["1,234", "1500,125"], [1.234, 1500.125]),
    "points group thousands": (["1.234,5", "2.000", "1.000.000"], [1234.5, 2000, 1_000_000]),
    "several groups": (["1,234", "1,234,567"], [1234, 1_234_567]),
    "lakhs and crores, as India groups": (["1,23,456", "12,34,567.50", "99,999"], [123456, 1234567.5, 99999]),
    "a point in the column": (["1,234", "0.5"], [1234, 0.5]),
    "groups and a fraction": (["-1,234.5", "+12,000e1"], [-1234.5, 120_000]),
    "both signs as decimal signs": (["1.5", "2,5"], [1.5, 2.5]),
    "several groups between points": (["1.234.567", "-12.345.678", "1.234", "567"], [1234567, -12345678, 1234, 567]),
    "more fractions than groups between points": (["1.234", "2.5", "0.5"], [1.234, 2.5, 0.5]),
    "groups between points, and a comma": (["1.234.567", "2,500"], [1234567, 2.5]),
    "minus signs": (["−5", "−.45", "−1.234,5", "2,5", "1e−3"], [-5, -0.45, -1234.5, 2.5, 0.001]),
    "spaces in thousands": (["1\u00a0234,567", "−12\u202f345\u00a0678", "1\u2009234"], [1234.567, -12345678, 1234]),
    "double precision of Fortran": (["1.5D+02", "-2.5D-01", "3d+00", "0.5"], [150, -0.25, 3, 0.5]),
    "apostrophes between thousands": (["1'234.5", "12’345"], [1234.5, 12345]),
    "no comma": (["1.234", " 7 ", "1e3"], [1.234, 7, 1000]),
}


@pytest.mark.parametrize(("cells", "values"), COLUMNS.values(), ids=COLUMNS)
def test_the_whole_column_decides_what_a_comma_means(cells: list[str], values: list[float]) -> None:
    assert numbers(cells).tolist() == values


def test_signs_that_part_cells_and_show_nothing_may_stand_behind_a_number() -> None:
    assert numbers(["5\x1f", "7\x1e\x85", "−2\x1c"]).tolist() == [5, 7, -2]


def test_what_is_no_number_stays_none() -> None:
    words = ["1,2,3", "1.2.3", "192.168.100.100", "x", "", "1_000", "1D5", "٣"]
    printed = ["−", "1 234", "12\u00a034", "0\u00a0123", "1.5\u00a0200", "1234\u00a0567", "5–7"]
    assert all(value != value for value in numbers([*words, *printed]))


@pytest.mark.parametrize("cells", [["192.168.100.100", "10.100.200.250"], ["1.100.200", "1.2.3"]])
def test_addresses_and_versions_are_no_numbers(cells: list[str]) -> None:
    assert all(value != value for value in numbers(cells))


def test_points_between_thousands_are_told_and_never_read_so_where_numbers_are_typed() -> None:
    assert separator_remarks({"people": ["1.234", "1.234.567"], "price": ["1.234"]}) == (
        "The point was read as a separator of thousands in people: 1.234 is 1234.",
    )
    with pytest.raises(InputError, match="not a number"):
        typed_numbers("1.234.567", "values", 9)


@pytest.mark.parametrize(("cells", "usual", "told"), [
    (["12.345", "1.234", "987"], ",", ("The point was read as the decimal sign in people: 12.345 is not 12345. "
                                       "Delete it if it groups thousands.",)),
    (["12.345", "0.234"], ",", ()),
    (["12.345", "1.234"], ".", ()),
    (["12", "."], ",", ()),
])  # fmt: skip
def test_points_that_may_group_thousands_beside_decimal_commas_are_told(
    cells: list[str], usual: DecimalSign, told: tuple[str, ...]
) -> None:
    assert separator_remarks({"people": cells}, lambda: usual) == told


def test_a_remark_says_how_commas_were_read() -> None:
    columns = {"price": ["1,5", "1,234"], "people": ["1,234", "x"], "plain": ["1.5"], "words": ["a, b"]}
    assert separator_remarks(columns) == (
        "The comma was read as the decimal sign in price: 1,5 is 1.5.",
        "The comma was read as a separator of thousands in people: 1,234 is 1234.",
    )


def test_a_number_typed_with_a_minus_sign_is_below_nought() -> None:
    assert typed_numbers("−1 2 −0.5", "values", 9).tolist() == [-1, 2, -0.5]
    assert counted_numbers("−2×3", "field", 9)[0].tolist() == [-2]


def test_numbers_may_be_written_with_how_often_they_stand() -> None:
    values, times, counted = counted_numbers("2 1×3, 0,5*2; 7", "field", 10)
    assert (values.tolist(), times, counted) == ([2.0, 0.0, 7.0, 1.0, 5.0], [1, 1, 1, 3, 2], True)
    assert not counted_numbers("2 7", "field", 10)[2]
    with pytest.raises(InputError):
        counted_numbers("1×x", "field", 10)


@pytest.mark.parametrize(
    ("text", "named", "rule"),
    [
        ("abc 3", "abc", "not a number"),
        ("1 3", "1 3", "3 to 9 numbers, and holds 2"),
        ("1 " * 9 + "abc", "1 " * 9 + "abc", "3 to 9 numbers, and holds 10"),
    ],
)
def test_a_word_is_told_before_it_is_counted_as_a_number(text: str, named: str, rule: str) -> None:
    with pytest.raises(InputError, match=rule) as refused:
        typed_numbers(text, "values", 9, least=3)
    assert refused.value.value == named


def test_a_number_beyond_all_that_a_computer_holds_is_too_large_and_no_word() -> None:
    with pytest.raises(InputError, match="each number must lie between ±100"):
        typed_numbers("1 -1e400", "values", 9, largest=100.0)


@pytest.mark.parametrize(("slug", "settings"), [
    ("bayes", {"pair": "normal_normal", "sample": "5,5 4,88"}),
    ("cramer-rao", {"view": "one", "values": "5,5 4,88"}),
    ("estimators", {"part": "robustness", "values": "5,5 4,88"}),
    ("decoding", {"source": "logits", "logits": "5,5 4,88"}), ("gradient-descent", {"part": "values", "y": "5,5"}),
    ("linear-regression", {"ys": "1 2 5,5"}), ("fourier", {"part": "convolution", "b": "5,5 2"}),
])  # fmt: skip
def test_who_types_decimal_commas_is_told_that_they_end_a_number(slug: str, settings: dict[str, str]) -> None:
    page = find(slug)
    source = {"cramer-rao": "values", "gradient-descent": "sample", "fourier": "numbers"}.get(slug, "typed")
    params = page.Params(**{"source": source, **settings})
    assert "“5,5” is two numbers" in between_remarks(params)[0]


@pytest.mark.parametrize("written", ["1 000", "1\u00a0250", "12\u202f500"])
def test_a_blank_that_may_group_thousands_is_told_to_end_a_number(written: str) -> None:
    page = find("estimators")
    assert (
        f"“{written}” is two numbers"
        in between_remarks(page.Params(part="robustness", source="typed", values=f"{written} 7 9"))[0]
    )
    assert between_remarks(page.Params(part="robustness", source="typed", values="170 180 165")) == ()


@pytest.mark.parametrize("text", ["1/3 2", "1 50 %", "50%", "½"])
def test_who_types_a_fraction_or_a_percentage_is_told_the_number_to_write(text: str) -> None:
    with pytest.raises(InputError, match=r"it is not a number\. Write 0\.5 for 1/2, ½ or 50 %"):
        typed_numbers(text, "values", 9)
