"""Which columns of a reader's table hold numbers."""

from typing import Any

import numpy as np
import pandas
import pytest

from core import text_source
from core.adaptation.quantization.number_table import check_size, number_columns
from core.adaptation.quantization.tensor_file import read_tensor
from core.design_matrix import make_design, numeric_columns, table_size
from core.errors import InputError
from core.explorer import find
from core.fields import SOUND
from core.number_column import column
from core.statistics.t_test_power.design import Design
from core.statistics.t_test_power.groups import read_groups
from core.table_columns import read_table
from core.table_text import TABLE, csv_columns, csv_rows, identifiers_last, is_identifier, numbers_first


def test_columns_of_numbers_come_before_the_others_each_in_the_order_of_the_file() -> None:
    table = b"name,height,town,shoe\nada,170,Turin,38\nben,,Lyon,44\ncy,182,Bath,45\n"
    assert numbers_first(table) == ("height", "shoe", "name", "town")


def test_numbers_that_only_name_the_rows_come_after_those_that_measure_something() -> None:
    table = b"patient,arm,days\n1,a,5\n2,b,7\n"
    assert numbers_first(table) == ("days", "patient", "arm")
    assert identifiers_last(table) == ("arm", "days", "patient")


def test_a_column_with_fewer_numbers_than_words_holds_words() -> None:
    assert numbers_first(b"a,b\n1,1\nx,2\ny,z\n") == ("b", "a")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_the_beginning_of_a_long_table_tells(encoding: str) -> None:
    table = "näme;wert\n" + "".join(f"wärter{i};{i},5\n" for i in range(40_000))
    assert numbers_first(table.encode(encoding)) == ("wert", "näme")


@pytest.mark.parametrize("table", [b"only\n1\n2\n", b"only\nx\n", b"only\n", b"a,b\n"])
def test_a_single_column_and_a_table_without_rows_keep_their_order(table: bytes) -> None:
    assert numbers_first(table) == tuple(table.decode().split()[0].split(","))


@pytest.mark.parametrize(("table", "names", "first"), [
    (b"Zeit, s;Weg, m\n0,5;1,25\n1,0;2,5\n", ("Zeit, s", "Weg, m"), ("0,5", "1,25")),  # commas: 3 in each line
    (b"place;x,place;y\n1,2\n3,4\n", ("place;x", "place;y"), ("1", "2")),
    (b"size, mm|load, N\n3|4\n5|6\n", ("size, mm", "load, N"), ("3", "4")),
    (b"a,b,c;d\n1,2\n3,4\n", ("a", "b", "c;d"), ("1", "2")),  # rows that lack a cell
    (b"a,b,c;d\n", ("a", "b", "c;d"), None),
])  # fmt: skip
def test_where_several_signs_cut_the_header_the_rows_below_tell_which_stands_between_the_columns(
    table: bytes, names: tuple[str, ...], first: tuple[str, str] | None
) -> None:
    assert csv_columns(table) == names
    rows, remark = csv_rows(table, names[:2])
    assert rows[:1] == ([first] if first else [])
    assert remark is None


@pytest.mark.parametrize("table", [
    b"Table 3;\nplace;2023;2024\na;1960;2024\n", b"Series 3, 2024\na,b,c\n1,2,3,4\n",
    b"LabVIEW Measurement\t\nOperator\tA\nX_Value\tV\tI\tComment\n\t1\t2\n\t3\t4\n\t5\t6\n",
])  # fmt: skip
def test_lines_above_the_names_of_the_columns_are_what_is_wrong_and_not_that_there_are_few_rows(table: bytes) -> None:
    with pytest.raises(InputError, match="most rows have more cells than the first line") as refused:
        csv_rows(table, csv_columns(table))
    assert refused.value.remedy.startswith("Delete a title")


def test_rows_of_decimal_commas_between_commas_are_refused_with_what_must_stand_between_columns() -> None:
    with pytest.raises(InputError, match="Where a comma stands before decimals, semicolons must stand between columns"):
        csv_rows(b"x,y\n0,5,1,5\n1,5,2,5\n", ("x", "y"))


@pytest.mark.parametrize(("table", "names"), [
    (b"Results\ncountry,2023,2024\nA,1,2\nB,2020,4\n", ("country", "2023", "2024")),
    (b"Table 3;\nplace;2023;2024\na;2;3\n", ("place", "2023", "2024")),
    (b"Matches\nRome, 1960, 2024\nOslo, 1952, 2023\n", ("Matches",)),
    (b"Founded\nRome, 1960\nOslo, 12\n", ("Founded",)),
])  # fmt: skip
def test_years_name_columns_below_a_title_where_no_years_stand_below_them(table: bytes, names: tuple[str, ...]) -> None:
    assert csv_columns(table) == names
    assert len(csv_rows(table, names)[0]) == table.count(b"\n") - (2 if len(names) > 1 else 1)


@pytest.mark.parametrize(("above", "line", "title", "last"), [
    ("Results of 2024\n\n", 3, "Results of 2024", "2024"), ("Results of 2024;;\n;;\n", 3, "Results of 2024", "2024"),
    ("Results, 2024\r\nby ward\r\n\r\n\r\n", 5, "Results, 2024", "2024"), ("sep=;\nTable 3;\n", 3, "Table 3", "cost"),
])  # fmt: skip
def test_a_title_above_the_names_of_the_columns_is_read_past_and_told(
    above: str, line: int, title: str, last: str
) -> None:
    data = f"{above}ward;days;{last}\nA;1;2\nB;3;4,5\n".encode()
    names = csv_columns(data)
    assert names == ("ward", "days", last)
    remark = f"The names of the columns were found in line {line}, below the title “{title}”."
    assert csv_rows(data, names) == ([("A", "1", "2"), ("B", "3", "4,5")], remark)
    with pytest.raises(InputError, match=f"in line {line + 3}"):
        csv_rows(data + b'C;"5;6\n', names)


def test_names_of_columns_stand_below_the_settings_of_an_instrument() -> None:
    settings = "".join(f"Setting {i}:\t{i} V\n" for i in range(20))
    data = f"{settings}Time\tCh1\tCh2\n0.1\t2\t3\n0.2\t2.5\t4\n".encode()
    assert csv_columns(data) == ("Time", "Ch1", "Ch2")
    remark = "The names of the columns were found in line 21, below the title “Setting 0:⇥0 V”."
    assert csv_rows(data, ("Ch1",)) == ([("2",), ("2.5",)], remark)


def test_names_of_columns_may_end_with_a_delimiter_as_the_world_bank_writes_them() -> None:
    data = (
        '"Data Source","World Development Indicators",\r\n\r\n"Last Updated Date","2024-06-28",\r\n\r\n'
        '"Country Name","Country Code","2022","2023",\r\n"Chad","TCD","17.7","18.3",\r\n"Peru","PER","34","",\r\n'
    )
    names = csv_columns(data.encode("utf-8-sig"))
    assert names == ("Country Name", "Country Code", "2022", "2023", "column 5")
    assert csv_rows(data.encode("utf-8-sig"), names[2:4])[0] == [("17.7", "18.3"), ("34", "")]


@pytest.mark.parametrize("table", [
    b"weight\n\n1,5\n2,5\n", b"place\n\nUlm, 48.4\nBonn, 50.7\n", b"text\n\ngood, bad\nyes, no\n",
    b"time,load,\ns,N,kg\n0,1,2\n", b",x,y\nunits,s,N\nr,1,2\n", b"a,b\n\nx,y\n1,2\n",
])  # fmt: skip
def test_a_first_line_that_may_name_the_columns_is_no_title(table: bytes) -> None:
    assert csv_columns(table)[-1] in (table.split(b"\n")[0].decode().split(",")[-1], "column 3")
    assert csv_rows(table, csv_columns(table))[1] is None


@pytest.mark.parametrize(("table", "names", "last"), [
    (b"x y\n1 2\n3 4", ("x", "y"), ("3", "4")),
    (b"  x   y  \r\n 10   2 \r\n\r\n  3  -4e5\r\n   \r\n", ("x", "y"), ("3", "-4e5")),
    (b'"in mm" y\n1 2\n', ("in mm", "y"), ("1", "2")),
    (b"day month n\n1 234 5\n1 2 567\n", ("day", "month", "n"), ("1", "2", "567")),
    (b"0.1 0.2\n1 2\n", ("0.1", "0.2"), ("1", "2")),
    (b"Price EUR\n1 234\n12 345\n", None, None),  # of thousands
    (b"Price EUR\n1 234.5\n1 234 567\n", None, None),
    (b"date time\n2024-01-01 12:00\n", None, None),
    (b"first last\nAda Byron\n1 2\n", None, None),
    (b"time\n12 30\n", None, None),
    (b"x y\n1 2\n3\n", None, None),
    (b"Zeit Weg\n  0,5  1,25\n 10,5     3\n", ("Zeit", "Weg"), ("10,5", "3")),
    (b"Preis EUR\n1\xc2\xa0234,5\n12\xc2\xa0345,6\n", None, None),
    (b"Preis EUR\n1 234,5\n12 345,6\n", None, None),
    (b"x y\n", None, None),
])  # fmt: skip
def test_blanks_part_columns_where_all_lines_have_as_many_numbers_as_there_are_names_and_no_other_sign_does(
    table: bytes, names: tuple[str, ...] | None, last: tuple[str, ...] | None
) -> None:
    found = csv_columns(table)
    rows, remark = csv_rows(table, found)
    if names is None:
        assert len(found) == 1
        assert remark is None
    else:
        assert (found, rows[-1], remark) == (names, last, "The columns were read as parted by blanks.")


@pytest.mark.parametrize(("table", "value"), [
    (b"x;y\n4,161;0,5\n2,250;1,25\n", 4.161),  # the other column shows it
    (b"x;y\n4,161;5\n2,250;12\n", 4.161),  # semicolons stand there because commas cannot
    (b'x,y\n"4,161","0,5"\n"2,250","1,25"\n', 4.161),
    (b"x\ty\n4,161\t01.02.2024 0,5\n2,250\t1,25\n", 4.161),
    (b"x;y\n4,161;0.5\n2,250;1.25\n", 4161.0),
    (b'x,y\n"4,161",5\n"2,250",12\n', 4161.0),
    (b"x\ty\n4,161\tBonn\n2,250\tUlm\n", 4161.0),
    (b"x;y\n4,161,000;0,5\n2,250;1,25\n", 4161000.0),  # its own cells tell first
])  # fmt: skip
def test_a_column_whose_commas_may_group_thousands_is_read_as_the_rest_of_its_table_shows(
    table: bytes, value: float
) -> None:
    (first, _), remarks = column(table, "x")
    assert first == value
    assert f" is {value:.15g}." in remarks[-1]
    assert value in read_table(table).columns[0].values


def test_blanks_that_line_up_a_large_table_are_no_cells() -> None:
    table = b"x y\n" + (b"1" + b" " * 400 + b"2\n") * 10_010
    assert len(csv_rows(table, ("x", "y"))[0]) == 10_010
    assert (check_size(table), table_size(table)) == (2 * 10_011, (10_012, 2))


@pytest.mark.parametrize("slug", ["t-test-power", "linear-regression", "quantization", "estimators"])
def test_a_table_whose_blanks_may_stand_between_columns_is_refused_with_what_must_stand_there(slug: str) -> None:
    page, told = find(slug), "Commas, semicolons or tabs must stand between columns."
    of_column = {"column": "x y"} if slug == "t-test-power" else {}
    of_name = {"column": "x"} if slug == "t-test-power" else {}
    with pytest.raises(InputError) as refused:
        page.compute(page.Params(source="file", **of_column), b"x y\na 1\nb 2\n")
    assert refused.value.remedy.endswith(f". {told}")
    with pytest.raises(InputError) as refused:
        page.compute(page.Params(source="file", **of_name), b"x\na\nb\n")
    assert told not in refused.value.remedy


def test_what_is_brought_by_mistake_may_be_chosen_and_is_then_told_what_to_save_instead() -> None:
    for kind, ending in ((TABLE, "xlsx"), (SOUND, "m4a"), (text_source.FILE, "pdf")):
        assert ending in kind.endings
    with pytest.raises(InputError, match="it is an Excel workbook"):
        numbers_first(b"PK\x03\x04\x14\0\0\0[Content_Types].xml\0\0PK\x03\x04xl/workbook.xml", "sales.xlsx")
    for name, remedy in (("sales.XLS", "Save it as CSV."), ("table", "Choose a table saved as CSV.")):
        with pytest.raises(InputError, match="a document of an older Office") as refused:
            numbers_first(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", name)
        assert refused.value.remedy == remedy


def test_a_table_with_tabs_may_be_chosen_under_its_usual_ending() -> None:
    assert csv_columns(b"a\tb\n1\t2\n") == ("a", "b")
    assert "tsv" in TABLE.endings


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(InputError, match="it is a PNG image"):
        numbers_first(b"\x89PNG\r\n\x1a\n\0\0")


@pytest.mark.parametrize(
    "name", ["id", "ID", "user_id", "UserId", "patientID", "patient", "Index", "No.", "#", "row number"]
)
def test_distinct_whole_numbers_under_a_name_that_says_so_name_their_rows(name: str) -> None:
    assert is_identifier(name, np.array([17.0, 4.0, 99.0]))


@pytest.mark.parametrize("name", ["", "Unnamed: 0", "column 1"])
def test_a_nameless_column_that_counts_by_one_names_its_rows(name: str) -> None:
    assert is_identifier(name, np.array([0.0, 1.0, 2.0]))
    assert not is_identifier(name, np.array([0.0, 1.0, 3.0]))


def test_the_index_of_pandas_names_rows_below_two_lines_of_names_too() -> None:
    values = np.arange(12.0).reshape(4, 3) ** 1.5
    table = pandas.DataFrame(values, columns=pandas.MultiIndex.from_product([["load"], ["mean", "sd", "n"]]))
    assert numbers_first(table.to_csv().encode())[-1] == "column 1"


@pytest.mark.parametrize("name", ["height", "paid", "grid", "humid", "Madrid", "COVID", "raid", "year", "keyboard"])
def test_whole_numbers_under_another_name_are_measurements(name: str) -> None:
    assert not is_identifier(name, np.array([1.0, 2.0, 3.0]))


@pytest.mark.parametrize("values", [[1.0, 1.0, 2.0], [1.5, 2.5], [1.0, np.nan], [3.0], []])
def test_repeated_fractional_missing_and_single_values_name_no_rows(values: list[float]) -> None:
    assert not is_identifier("id", np.array(values))


@pytest.mark.parametrize("first", ["sep=;\r\n", "SEP=;\n", '"sep=;"\n'])
def test_excels_line_that_names_the_separator_is_no_header(first: str) -> None:
    data = f"{first}x;y\n1,5;2\n".encode()
    assert csv_columns(data) == ("x", "y")
    assert csv_rows(data, ("x", "y"))[0] == [("1,5", "2")]


@pytest.mark.parametrize(("table", "rule"), [
    (b'a,b\n1,2\n"3,4\n5,6\n7,8\n', "in line 3 and has none at its end, so all that follows is in it"),
    (b'sep=,\n\na,b\n1,"2', "in line 4 and has none at its end"),
    (b'a,b\n"x\r\ny","2\r\n5,6\r\n', "in line 3 and has none at its end"),
    (b'a,b\n"ada,1\n"ben",2\n"cy",3\n', "in line 2, goes on to line 3 and has none at its end"),
    (b'a, "b"\n1, "2\n3, 4\n5, "6"\n', "in line 2, goes on to line 4 and has none at its end"),
    (b'"a,b\n1,2\n3,4\n', "in line 1 and has none at its end"),
])  # fmt: skip
def test_a_quotation_mark_that_is_not_closed_is_told_with_its_line_and_swallows_no_rows(
    table: bytes, rule: str
) -> None:
    with pytest.raises(InputError, match=rule) as refused:
        csv_rows(table, csv_columns(table))
    assert refused.value.remedy == "Put one there, or delete the one at the beginning."


def test_blanks_may_stand_between_a_comma_and_a_quotation_mark() -> None:
    table = b'"Name", "Height (in)", "Place"\n"Ada", 65.5,  "Turin, Italy"\n"Ben","71", "Ulm"\n'
    assert csv_columns(table) == ("Name", "Height (in)", "Place")
    assert csv_rows(table, ("Height (in)", "Place")) == ([("65.5", "Turin, Italy"), ("71", "Ulm")], None)


def test_a_cell_in_quotation_marks_may_go_on_over_lines_and_hold_such_marks() -> None:
    table = b'a,b\n"two\nlines, ""so""" ,1\n5" pipe,2\n"5" pipe",3\n"last\n",""'
    assert csv_rows(table, ("a", "b")) == (
        [('two\nlines, "so" ', "1"), ('5" pipe', "2"), ('5 pipe"', "3"), ("last\n", "")], None,
    )  # fmt: skip


def test_a_long_table_may_be_cut_within_a_cell_where_only_its_beginning_is_read() -> None:
    table = b"a,b,comments\n" + b'1,2,"one\ntwo"\n' * 20_000
    assert numbers_first(table) == (*number_columns(table), "comments") == ("a", "b", "comments")
    assert numeric_columns(table) == ("a", "b")


@pytest.mark.parametrize("word", ["NA", "N/A", "n/a", "NULL", "None", "NaN", ".", "-", "#N/A", "#DIV/0!", "", "#NULL!",
                                  "#NV", "#VALEUR!", "<NA>", "..", ":"])  # fmt: skip
def test_words_for_what_is_missing_are_no_words_to_any_reader_of_a_column(word: str) -> None:
    data = f"x,y\n1.5,2\n{word},3\n{word},4\n{word},4\n".encode()
    assert number_columns(data) == ("x", "y")
    assert numeric_columns(data) == numbers_first(data) == ("x", "y")
    assert column(data, "x")[0].tolist() == [1.5]
    assert find("quantization").compute(find("quantization").Params(source="file"), data)


R_ROWS = "The first cell of each row has no name above it and was read as “row name”."


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@pytest.mark.parametrize("last", ["", "2"])
def test_names_of_rows_that_have_no_name_in_the_header_shift_no_cell_even_where_the_last_is_empty(
    sign: str, last: str
) -> None:
    table = f"a,b\nr1,1,{last}\nr2,3,4\n".replace(",", sign).encode()
    assert csv_columns(table) == ("row name", "a", "b")
    rows, remark = csv_rows(table, ("row name", "a", "b"))
    assert (rows, remark) == ([("r1", "1", last), ("r2", "3", "4")], R_ROWS)


@pytest.mark.parametrize(("table", "names"), [
    (b"row name,a\nx,1,2\ny,3,4\n", ("row name (2)", "row name", "a")),
    (b"a,b\n1,5,6\n2,7,8\n", ("row name", "a", "b")),
    (b"a,b\nr1,NA,NA\nr2,3,4\nr3,5,6\n", ("row name", "a", "b")),
    (b"a,b\n1,2,\n3,4,\n", ("a", "b")),  # a delimiter at the end
    (b"a,b\n1,2,6\n1,3,7\n", ("a", "b")),  # no two rows of R have one name
    (b"1,2\n3,4,5\n6,7,8\n", ("1", "2")),
    (b"a,b\n1,2\n3,4,5\n", ("a", "b")),
])  # fmt: skip
def test_each_row_has_a_name_where_all_have_one_cell_more_than_the_header(table: bytes, names: tuple[str, ...]) -> None:
    assert csv_columns(table) == names
    if "row name" in names[0]:
        assert is_identifier("row name", np.array([1.0, 2.0]))
        assert "row name" not in number_columns(b"a,b\nr1,5,6\nr2,7,8\n")


@pytest.mark.parametrize(("table", "cells"), [
    ('"x"\n"1",21\n"2",22.5\n"3",NA\n', [("1", "21"), ("2", "22.5"), ("3", "NA")]),
    ('"x"\r\n"1","a"\r\n"2","b"\r\n', [("1", "a"), ("2", "b")]),
    ("x\n1;0,5\n2;7\n", [("1", "0,5"), ("2", "7")]),
    ("x\n1\t5\n2\t7\n", [("1", "5"), ("2", "7")]),
    ("x\n1,5\n2,5\n3,5\n", ["1,5", "2,5", "3,5"]),
    ('"x"\n"1,5"\n"2,5"\n', ["1,5", "2,5"]),
    ('"x"\n"1",21\n"3",22\n', ["1,21", "3,22"]),
    ("x\n1;5\n", ["1;5"]),
    ("x\n1,\n2,\n", ["1,", "2,"]),
])  # fmt: skip
def test_the_first_cells_beside_a_single_named_column_are_names_of_rows_where_they_count_from_1(
    table: str, cells: list[Any]
) -> None:
    numbered = isinstance(cells[0], tuple)
    assert csv_columns(table.encode()) == (("row name", "x") if numbered else ("x",))
    rows, remark = csv_rows(table.encode(), csv_columns(table.encode()))
    assert (rows, remark) == ((cells, R_ROWS) if numbered else ([(cell,) for cell in cells], None))


@pytest.mark.parametrize(("table", "first"), [
    (b'"a" "b"\n"1" 5.1 "setosa"\n"2" 4.9 "virginica"\n', {"row name": "1", "a": "5.1", "b": "setosa"}),
    (b'"x"\n"Mazda RX4" 21\n"Datsun 710" NA\n', {"row name": "Mazda RX4", "x": "21"}),
    (b'"kind" "x"\n"setosa" 5.1\n"virginica" 4\n', {"kind": "setosa", "x": "5.1"}),
    (b"mpg cyl\nMazda 21 6\nDatsun 22 4\n", {"row name": "Mazda", "mpg": "21", "cyl": "6"}),
    (b"sl  sw  kind\n5.1 3.5 setosa\n4.9 NA  setosa\n", {"sl": "5.1", "sw": "3.5", "kind": "setosa"}),
])  # fmt: skip
def test_blanks_part_columns_of_words_where_quotation_marks_or_most_columns_show_it(
    table: bytes, first: dict[str, str]
) -> None:
    names = csv_columns(table)
    rows, remark = csv_rows(table, names)
    assert dict(zip(names, rows[0], strict=True)) == first
    assert "parted by blanks" in (remark or "")


@pytest.mark.parametrize("text", [
    b"Song Title\nTrack 1\nTrack 2\n",
    b"Title\nTrack 1\nTrack 2\n",
    b"In May\nwe sailed 12 miles\nand rowed 3 more.\n",
    b"She was\nborn in 1960\ndied in 2024\n",
    b"We met again\nback in 1960\nonce in 2024\n",
    b'"Come in"\nhe said\n"Sit down"\n',
    b'"Come" "in"\nhe said\nand sat\n',
])  # fmt: skip
def test_prose_is_no_table_of_columns_with_blanks_between_them(text: bytes) -> None:
    assert len(csv_columns(text)) == 1


BOOK, GGUF, AIFF = b"PK\x03\x04\x14\0docProps/app.xml..xl/workbook.xml", b"GGUF\x03\0\0\0", b"FORM\0\0\x10\0AIFFCOMM"


@pytest.mark.parametrize(("slug", "data", "rule", "remedy"), [
    ("estimators", b'[{"x": 1}, {"x": 2}]', "it is JSON, not a table", "Save it as CSV."),
    ("linear-regression", b'{\n "x": [1, 2]}', "it is JSON, not a table", "Save it as CSV."),
    ("quantization", b"[[1, 2], [3, 4]]", "it is JSON, not a table", "Save it as CSV."),
    ("estimators", BOOK, "it is an Excel workbook (.xlsx), not text", "Save it as CSV."),
    ("estimators", AIFF, "it is an AIFF sound, not text", "Choose a table saved as CSV."),
    ("quantization", BOOK, "it is an Excel workbook (.xlsx), not a tensor", "Save it as CSV."),
    ("quantization", b"PAR1\x15\x04", "it is a Parquet table, not a tensor", "Save it as CSV."),
    ("quantization", GGUF, "it is a GGUF model, not a tensor", "Save it as .npy, .safetensors or CSV."),
    ("spectrogram", AIFF, "it is an AIFF sound, not a sound that can be read here",
     "Save it as WAV, FLAC, Ogg Vorbis or MP3."),
    ("spectrogram", b".snd\0\0\0\x18", "it is an AU sound, not a sound that can be read here",
     "Save it as WAV, FLAC, Ogg Vorbis or MP3."),
    ("tokenizer", GGUF, "it is a GGUF model, not text", "Choose a plain text file, or export the text from it."),
])  # fmt: skip
def test_a_file_of_another_kind_is_named_at_each_door_with_how_to_save_it(
    slug: str, data: bytes, rule: str, remedy: str
) -> None:
    page = find(slug)
    with pytest.raises(InputError) as refused:
        page.compute(page.Params(source="file"), data)
    assert (refused.value.rule, refused.value.remedy) == (rule, remedy)


@pytest.mark.parametrize("table", [b"[x],{y}\n1,2\n3,4\n", b'{"a",b}\n1,2\n', b"[1],b\n1,2\n"])
def test_brackets_in_the_names_of_columns_make_no_json(table: bytes) -> None:
    assert len(csv_columns(table)) == 2


def test_sodium_names_a_column_below_a_title() -> None:
    table = b"Blood, 2024\nNa,K,Cl\n140,4.1,100\n141,5.2,101\n"
    assert csv_columns(table) == ("Na", "K", "Cl")


@pytest.mark.parametrize(("table", "number"), [
    ("160.0\n160.7\n161.4\n", "160.0"), ("0,0\n1,3\n2,5\n", "0"), ("1,a,0.5\n2,b,0.7\n3,b,0.8\n", "0.5"),
    ("1960,1961\n3,4\n5,7\n", ""), ("visit,1,2\n3,4,5\n6,8,9\n", ""),
])  # fmt: skip
def test_a_first_line_of_numbers_that_was_read_as_names_is_told(table: str, number: str) -> None:
    data, one = table.encode(), Design("one sample")
    told = [f"The first line was read as the names of the columns, though “{number}” is a number. "
            "Write names above it if it is a row."]  # fmt: skip
    doors = column(data, "")[1], read_table(data).remarks, read_groups(data, csv_columns(data)[0], "", one)[1]
    for remarks in doors:
        assert [each for each in remarks if "first line" in each] == (told if number else [])


@pytest.mark.parametrize(("last", "told"), [("0.1,0.6", True), ("0,0.7", False)])
def test_a_last_number_that_is_the_sum_of_those_above_is_told(last: str, told: bool) -> None:
    data, one = f"x,y\n1,0.1\n3,0.2\n2,0.3\n5,0\n{last}\n".encode(), Design("one sample")
    remark = ("The last number of “y”, 0.6, is the sum of those above and counts as one of them. "
              "Delete it if it is a total.")  # fmt: skip
    design = make_design(read_table(data), "y", (), standardise=False)
    for remarks in (column(data, "y")[1], design.remarks, read_groups(data, "y", "", one)[1], read_tensor(data)[1]):
        assert (remark in remarks) == told


@pytest.mark.parametrize(("above", "line", "title"), [
    ("# x y\n", 0, ""), ("% x y\n", 0, ""), ("% run 7\n% x y\n", 2, "% run 7"), ("# run 7\n# x y\n", 2, "# run 7"),
    ("# made at noon\nx y\n", 2, "# made at noon"), ("# made\n" * 20 + "x,y\n", 21, "# made"),
])  # fmt: skip
def test_names_of_columns_stand_in_the_last_line_of_comments_or_below_however_many_there_are(
    above: str, line: int, title: str
) -> None:
    sign = "," if "," in above else " "
    data = (above + "".join(f"{i}.5{sign}{2 * i}\n" for i in range(4))).encode()
    assert csv_columns(data) == ("x", "y")
    rows, remark = csv_rows(data, ("x", "y"))
    assert rows == [(f"{i}.5", f"{2 * i}") for i in range(4)]
    found = f"The names of the columns were found in line {line}, below the title “{title}”."
    assert (found in (remark or "")) == bool(line)
