"""The numbers of one column of a reader's table."""

import re

import pytest

from core.adaptation.quantization.tensor_file import read_tensor
from core.design_matrix import make_design
from core.errors import InputError
from core.number_column import column
from core.statistics.t_test_power.design import Design
from core.statistics.t_test_power.groups import read_groups
from core.table_columns import read_table
from core.table_text import numbers_first


@pytest.mark.parametrize(("cells", "told"), [
    ("1\n2", "column = “x” cannot be used: it must hold 3 to 5 numbers, and holds 2."),
    ("1\n2\n3\n4\n5\n6", "column = “x” cannot be used: it must hold 3 to 5 numbers, and holds 6."),
    ("$5\n$6\n$7", "it must hold numbers, and “$5” is none. Choose another column, or write its numbers with digits"),
    ("P1\nP2\nP3", "it must hold numbers, and “P1” is none. Choose another column."),
    ("1\n2\n-4e15", "column = “−4·10¹⁵” cannot be used: each number must lie between ±10¹²."),
])  # fmt: skip
def test_a_refusal_names_the_one_rule_that_a_column_breaks(cells: str, told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        column(f"x\n{cells}\n".encode(), "", least=3, most=5, largest=1e12)


@pytest.mark.parametrize(("table", "told"), [
    ("t,x\na,1\nb,\nc,2\nd,NA\ne,4", "2 of 5 cells hold no number and were left out."),
    ("t,x\na,1\nb\nc,2\nd,3", "1 of 4 cells holds no number and was left out."),
])  # fmt: skip
def test_empty_cells_are_told_of_as_words_for_missing_numbers_are(table: str, told: str) -> None:
    sample, remarks = column(table.encode(), "x")
    assert len(sample) == 3
    assert remarks == (told,)


@pytest.mark.parametrize("word", ["(1,000)", "5 %", "<0.5", "10 000", "12 kg"])
def test_a_word_that_stands_for_a_number_in_a_column_of_numbers_is_named(word: str) -> None:
    sample, remarks = column(f'x\n1\n2\nNA\n"{word}"\n'.encode(), "x")
    assert sample.tolist() == [1, 2]
    assert remarks == ("2 of 4 cells hold no number and were left out.",
                       f"“x” holds “{word}”, which was read as no number.")  # fmt: skip


@pytest.mark.parametrize(("cells", "told"), [
    ([-999, 3, 5, -999, 4, 6, -999], "−999 3 times"),
    ([3, 5, 4, 6, 9999], "9,999"),
    ([*range(30), -99], ""),
    ([*range(30), -99, -99], ""),
    ([*range(30), 999, 999], "999 2 times"),
    ([-999, -985, -990, -970], ""),
    ([3, 5, 4, 6, -998], ""),
    ([50_000, 50_010, 50_020, 999], "999"),
    ([-5000, 5, 4, 6, -999], ""),
])  # fmt: skip
def test_a_number_far_from_the_others_that_may_stand_for_a_missing_value_is_told(cells: list[int], told: str) -> None:
    _, remarks = column("\n".join(["x", *map(str, cells)]).encode(), "x")
    sentence = "which counts as a number. Delete it where it stands for a missing value."
    assert remarks == ((f"“x” holds {told}, {sentence}",) if told else ())


def test_a_code_for_a_missing_value_is_told_on_every_page_that_reads_columns() -> None:
    table = b"x,y\n1,2\n2,4\n3,5\n4,-999\n5,9\n"
    told = "“y” holds −999, which counts as a number. Delete it where it stands for a missing value."
    assert told in read_groups(table, "x", "y", Design("paired"))[1]
    assert told in make_design(read_table(table), "x", ("y",), standardise=False).remarks
    assert told in read_tensor(table)[1]
    assert told in read_tensor(table + b'6,"9"\n')[1]  # which is read cell by cell


def test_days_written_as_numbers_name_rows_and_are_told_where_they_are_chosen() -> None:
    table = b"day,sales\n20240130,3\n20240131,5\n20240201,4\n20240202,8\n20240205,7\n"
    assert numbers_first(table) == ("sales", "day")
    design = make_design(read_table(table), "sales", ("day",), standardise=False)
    only = make_design(read_table(table), "sales", (), standardise=False)  # there is no other feature
    assert (only.features, only.remarks) == (design.features, design.remarks)
    more = make_design(
        read_table(table.replace(b"\n", b",1\n").replace(b"sales,1", b"sales,price")), "sales", (), False
    )
    assert (more.features[0], more.remarks) == ("price", ("Left out: “day” only names the rows.",))
    assert design.remarks == column(table, "day")[1] == (
        "“day” holds 20240130, which counts as a number. Where it is a date, count days instead.",)  # fmt: skip
    assert not column(b"x\n20240130\n20241345\n20240201\n", "x")[1]


@pytest.mark.parametrize(("cell", "exact"), [
    ("9007199254740993", False), ("-123456789012345678901", False), ("9007199254740992", True),
    ("9007199254740991", True), ("1.5e20", True), ("1e300", True),
])  # fmt: skip
def test_a_whole_number_that_doubles_hold_only_nearly_is_named(cell: str, exact: bool) -> None:
    told = f"“x” holds {cell}: beyond 2⁵³ doubles hold whole numbers only nearly."
    assert column(f"x\n1\n{cell}\n7\n".encode(), "x")[1] == (() if exact else (told,))
