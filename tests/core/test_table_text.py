"""Which columns of a reader's table hold numbers."""

import pytest

from core.errors import InputError
from core.table_text import numbers_first


def test_columns_of_numbers_come_before_the_others_each_in_the_order_of_the_file() -> None:
    table = b"name,height,town,shoe\nada,170,Turin,38\nben,,Lyon,44\ncy,182,Bath,45\n"
    assert numbers_first(table) == ("height", "shoe", "name", "town")


def test_a_column_with_fewer_numbers_than_words_holds_words() -> None:
    assert numbers_first(b"a,b\n1,1\nx,2\ny,z\n") == ("b", "a")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_the_beginning_of_a_long_table_tells(encoding: str) -> None:
    table = "näme;wert\n" + "".join(f"wärter{i};{i},5\n" for i in range(40_000))
    assert numbers_first(table.encode(encoding)) == ("wert", "näme")


@pytest.mark.parametrize("table", [b"only\n1\n2\n", b"only\nx\n", b"only\n", b"a,b\n"])
def test_a_single_column_and_a_table_without_rows_keep_their_order(table: bytes) -> None:
    assert numbers_first(table) == tuple(table.decode().split()[0].split(","))


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(InputError, match="it is a PNG image"):
        numbers_first(b"\x89PNG\r\n\x1a\n\0\0")
