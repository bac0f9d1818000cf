"""The numbers of one column of a reader's table."""

import re

import pytest

from core.errors import InputError
from core.number_column import column


@pytest.mark.parametrize(("cells", "told"), [
    ("1\n2", "column = “x” cannot be used: it must hold 3 to 5 numbers, and holds 2."),
    ("1\n2\n3\n4\n5\n6", "column = “x” cannot be used: it must hold 3 to 5 numbers, and holds 6."),
    ("1\n2\n-4e15", "column = “−4·10¹⁵” cannot be used: each number must lie between ±10¹²."),
])  # fmt: skip
def test_a_refusal_names_the_one_rule_that_a_column_breaks(cells: str, told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        column(f"x\n{cells}\n".encode(), "", least=3, most=5, largest=1e12)
