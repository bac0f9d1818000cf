"""A reader's table becomes a design matrix; its spectrum and solution against NumPy's own least squares."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.design_matrix import (
    CONSTANT,
    make_design,
    numeric_columns,
    spectrum,
    target_first,
)
from core.errors import InputError
from core.table_columns import read_table

TABLE = b"""name;height;weight;note;shoe
a;1,80;80;x;43
b;1,60;55;;38
c;;70;y;41
d;1,75;inf;z;42
e;1,70;66;;40
f;1,90;many;;45
"""


def test_cells_are_read_and_rows_that_lack_a_number_are_counted() -> None:
    columns = read_table(TABLE)
    assert numeric_columns(TABLE) == ("height", "weight", "shoe")
    design = make_design(columns, "weight", (), standardise=False)
    assert design.features == ("height", "shoe", CONSTANT)
    assert design.x.tolist() == [[1.8, 43, 1], [1.6, 38, 1], [1.7, 40, 1]]
    assert design.y.tolist() == [80, 55, 66]
    assert design.remarks == (
        "The comma was read as the decimal sign in height: 1,80 is 1.8.",
        "Left out: “name” holds text, “note” holds text.",
        "2 of 6 rows lack a number and did not count.",
        "1 of 6 rows holds an infinite value and did not count.",
        "“weight” holds “many”, which was read as no number.",
    )


def test_standardised_columns_have_mean_0_and_variance_1_and_the_target_mean_0() -> None:
    design = make_design(read_table(TABLE), "weight", ("shoe", "height"), standardise=True)
    assert design.features == ("shoe", "height")
    assert design.x.mean(axis=0) == pytest.approx(0, abs=1e-12)
    assert design.x.var(axis=0) == pytest.approx(1)
    assert design.y.sum() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("target", "features", "standardise", "field", "said"),
    [
        ("name", (), True, "target", "holds text"),
        ("nothing", (), True, "target", "no such column"),
        ("weight", ("note",), True, "features", "holds text"),
        ("weight", ("weight",), True, "features", "a feature beside"),
    ],
)
def test_a_column_that_cannot_be_used_is_refused_in_words(target, features, standardise, field, said) -> None:
    with pytest.raises(InputError, match=said) as refused:
        make_design(read_table(TABLE), target, features, standardise)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (b"a,b\n", "must have rows"),
        (b"a,b\nx,y\n", "and none does"),
        (b"a,b\n1,y\n", "and only one does"),
        ("d,price\n1/3/2024,5 €\n".encode(), "and none does. “price” holds “5 €”: write its numbers with digits and a"),
        (b"a,b\n1,\n,2\n", "and none of 2 has"),
        (b"a,b\n1,1e200\n2,3\n", "must be at most 10¹⁰⁰"),
        (",".join(f"c{i}" for i in range(201)).encode() + b"\n1", "at most 200 columns, and has 201"),
    ],
)
def test_a_table_without_a_problem_in_it_is_refused_in_words(table, said) -> None:
    def used() -> None:
        numeric_columns(table)
        make_design(read_table(table), "", (), standardise=False)

    with pytest.raises(InputError, match=said):
        used()


def test_a_constant_column_is_left_out_when_standardised_and_works_as_it_is() -> None:
    columns = read_table(b"y,one,x\n1,0.1,2\n2,0.1,3\n4,0.1,7\n")
    design = make_design(columns, "y", (), standardise=True)
    assert design.features == ("x",)
    assert design.remarks == ("Left out as constant: “one”.",)
    raw = make_design(columns, "y", (), standardise=False)
    assert spectrum(raw.x, raw.y).rank == 2  # the column and the constant term are one direction
    with pytest.raises(InputError, match="must take two values"):
        make_design(columns, "y", ("one",), standardise=True)


def test_a_single_row_works_as_it_is_and_cannot_be_standardised() -> None:
    columns = read_table(b"y,x\n3,4\n")
    with pytest.raises(InputError, match="single row"):
        make_design(columns, "y", (), standardise=True)
    design = make_design(columns, "y", (), standardise=False)
    found = spectrum(design.x, design.y)
    assert found.sigma == pytest.approx([17**0.5, 0])
    assert found.least == pytest.approx([12 / 17, 3 / 17])


@settings(max_examples=60)
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 2**16), st.booleans())
def test_the_spectrum_and_the_solution_are_those_of_numpy(rows, columns, seed, collinear) -> None:
    random = np.random.default_rng(seed)
    x, y = random.normal(size=(rows, columns)), random.normal(size=rows)
    if collinear and columns > 1:
        x[:, -1] = 2 * x[:, 0]
    found = spectrum(x, y)
    least, _, rank, _ = np.linalg.lstsq(x, y)
    assert found.rank == rank
    assert found.sigma[:rank] == pytest.approx(np.linalg.svd(x, compute_uv=False)[:rank])
    assert found.least == pytest.approx(least, abs=1e-9)
    assert found.directions @ found.directions.T == pytest.approx(np.eye(columns), abs=1e-12)


def test_a_hilbert_matrix_keeps_singular_values_that_its_gram_matrix_would_lose() -> None:
    # σ_min = 1.094e-13 · σ_max/1.75 (Golub & Van Loan): its square lies below the rounding of σ_max².
    n = np.arange(10)
    hilbert = 1 / (n[:, None] + n + 1)
    assert spectrum(hilbert, np.ones(10)).sigma[-1] == pytest.approx(1.0931538193796657e-13, rel=1e-3)


@pytest.mark.parametrize(("header", "expected"), [("x,y", "y"), ("y,x", "y"), ("x1,Target,x2", "Target"),
                                                  ("area,rooms,price", "price")])  # fmt: skip
def test_the_target_is_the_column_called_so_or_the_last(header: str, expected: str) -> None:
    width = header.count(",") + 1
    table = "\n".join([header, *(",".join(row[:width]) for row in ("124", "359", "711", "826"))]).encode()
    assert target_first(table)[0] == make_design(read_table(table), "", (), True).target == expected


def test_a_column_that_only_names_the_rows_is_neither_target_nor_feature_unless_it_is_chosen() -> None:
    table = b"id,price,size\n" + b"".join(b"%d,%d,%d\n" % (100 + i, i * i, i) for i in range(9))
    assert numeric_columns(table) == ("price", "size", "id")
    design = make_design(read_table(table), "", (), True)
    assert (design.target, design.features) == ("size", ("price",))
    assert design.remarks == ("Left out: “id” only names the rows.",)
    chosen = make_design(read_table(table), "id", ("price", "size"), True)
    assert (chosen.target, chosen.features, chosen.remarks) == ("id", ("price", "size"), ())
