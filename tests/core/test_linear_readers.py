"""What reads a text takes time in proportion to its length, and memory that is bounded before it is taken."""

import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass

import pytest

from core.attention.attention.interventions import MOST_PLACES, read_heads, read_places
from core.attention.attention_by_hand.attention_steps import read_matrix
from core.bpe.pretokenize import count_words
from core.errors import InputError
from core.fields import unchecked
from core.link import MAX_LINE, decode, read_by_hand, read_value
from core.number_text import between_remarks, counted_numbers, numbers, typed_numbers
from core.signals.fourier import Params as Fourier
from core.signals.sampling.tone_sum import read_tones
from core.statistics.cramer_rao.observed_sample import typed
from core.table_text import csv_columns, csv_rows, numbers_first
from core.text import decode as decode_bytes
from core.tokens.tokenizer.corpus import from_weighted_words
from core.value_text import read


def seconds(reader: Callable[[], object]) -> float:
    """Of this thread's own work; the least of three, since what else runs on the machine only adds."""
    times = []
    for _ in range(3):
        start = time.thread_time()
        with suppress(ValueError):
            reader()
        times.append(time.thread_time() - start)
    return min(times)


def grows_linearly(reader: Callable[[str], object], hostile: Callable[[int], str]) -> bool:
    """Whether four times the text takes less than ten times as long; a quadratic reader takes sixteen times as long."""
    short, long = hostile(20_000), hostile(80_000)
    after = seconds(lambda: reader(long))
    return after < 0.01 or after < 10 * seconds(lambda: reader(short))


READERS: dict[str, Callable[[str], object]] = {
    "a number": lambda text: read(text, float),
    "a whole number": lambda text: read(text, int),
    "numbers": lambda text: read(text, tuple[float, ...]),
    "words": lambda text: read(text, tuple[str, ...]),
    "a matrix": lambda text: read_matrix("Q", text),
    "heads": read_heads,
    "places": read_places,
    "typed numbers": typed,
    "observations": lambda text: counted_numbers(text, "sample", 10_000),
    "commas between digits": lambda text: between_remarks(
        unchecked(Fourier, {**asdict(Fourier()), "part": "coefficients", "source": "numbers", "values": text})
    ),
    "singular values": lambda text: typed_numbers(text, "sigma", 64),
    "tones": lambda text: read_tones(text, 1_000.0, "others"),
    "weighted words": lambda text: from_weighted_words(text, True),
    "words of a text": lambda text: count_words(text, "gpt2"),
    "words and signs": lambda text: count_words(text, "punctuation"),
    "cells": lambda text: numbers([text]),
    "the names of columns": lambda text: csv_columns(text.encode()),
    "columns of numbers": lambda text: numbers_first(text.encode()),
    "rows": lambda text: csv_rows(text.encode(), csv_columns(text.encode())),
    "bytes": lambda text: decode_bytes(text.encode()),
}
HOSTILE = {
    "digits and a letter": lambda n: "1" * n + "x",
    "digits and a point": lambda n: "1" * n + "." + "1" * n + "x",
    "a bracket and blanks": lambda n: "]" + " " * n,
    "brackets and blanks": lambda n: "] , " * n,
    "ranges": lambda n: "0-9999 " * (n // 7),
    "backslashes": lambda n: "\\" * n,
    "commas": lambda n: "," * n,
    "distinct names": lambda n: ",".join(map(str, range(n // 6))),
    "one name": lambda n: "a," * (n // 2),
    "quotation marks": lambda n: '"' * n,
    "lines": lambda n: "1\n" * (n // 2),
    "blanks": lambda n: "x" + " " * n + "x",
    "apostrophes": lambda n: "'" * n,
    "colons": lambda n: "a:" * (n // 2),
    "times": lambda n: "1×" * (n // 3),  # a sign of two bytes
}  # fmt: skip


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", HOSTILE)
def test_four_times_the_text_takes_about_four_times_the_time(reader: str, text: str) -> None:
    # What disturbs a measurement passes; a reader that is quadratic fails each time.
    assert any(grows_linearly(READERS[reader], HOSTILE[text]) for _ in range(4))


@dataclass(frozen=True)
class Line:
    line: str = ""
    rate: float = 0.5
    sizes: tuple[int, ...] = ()


@pytest.mark.parametrize("name", ["line", "rate", "sizes"])
def test_no_setting_takes_more_characters_than_it_could_need(name: str) -> None:
    text = "1" * (MAX_LINE + 1)
    (problem,) = decode(Line, {name: text}).problems
    assert problem.rule.startswith(
        ("it must have at most 2,000 characters", "a number must have at most 400 characters")
    )
    for reader in (read_value, read_by_hand):
        with pytest.raises(InputError, match=r"must have at most"):
            reader(Line, name, text)


def test_places_are_few_and_those_of_a_text() -> None:
    assert read_places("5 0-2 1") == (0, 1, 2, 5)
    assert read_places(f"0-{MOST_PLACES - 1}") == tuple(range(MOST_PLACES))
    for text in (f"0-{MOST_PLACES}", "0-9999 " * 401):
        with pytest.raises(InputError):
            read_places(text)


COLUMNS = ",".join(f"column {number}" for number in range(40_000)).encode()
SHORT = ",".join(f"column {number}" for number in range(5_000)).encode() + b"\n1" * 2_000_000
TOO_MUCH = {
    "40,000 columns": (COLUMNS + b"\n" + b"1," * 39_999 + b"1\n", "at most 5,000 columns, and has 40,000"),
    "a header of 20 MB": (b"a," * 10_000_000, "at most 5,000 columns"),
    "a header of 20 MB behind a quoted line end": (b'"\n",' + b"a," * 9_999_990, "at most 5,000 columns"),
    "one name of 20 MB": (b"a" * 20_000_000, "a column's name must have at most 1,000 characters"),
    "ten million rows": (b"a\n" + b"1\n" * 9_999_000, "at most 4,000,000 cells"),
    "short rows of many columns": (SHORT, "at most 4,000,000 cells"),
    "nothing but line ends": (b"\n" * 20_000_000, "it must have a header line"),
}


@pytest.mark.parametrize("case", TOO_MUCH)
def test_a_table_beyond_the_limits_is_refused_before_it_is_held(case: str) -> None:
    data, rule = TOO_MUCH[case]
    tracemalloc.start()
    with pytest.raises(InputError, match=rule):
        csv_rows(data, csv_columns(data))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # The text itself, and one as wide again for what counts in it; a table of so many cells would be several hundred.
    assert peak < 2 * len(data) + 60_000_000
