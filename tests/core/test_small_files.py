"""Which files of readers the process that serves the pages may read: those whose reading is sure to take little.

What a file can take is bounded by its bytes: readers are held here to time in proportion to them, up to the limit.
"""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from test_linear_readers import HOSTILE, seconds

from benchmarks.links import FILES
from core import costs, fields
from core.adaptation.quantization.number_table import number_columns
from core.adaptation.quantization.tensor_file import names, read_tensor, shape_of
from core.design_matrix import make_design, numeric_columns, table_size
from core.explorer import find, slugs
from core.fields import SMALL_BYTES, FileKind
from core.number_column import column
from core.table_columns import read_table
from core.table_text import csv_columns, csv_rows, numbers_first
from core.text import decode


def kinds(slug: str) -> list[FileKind]:
    every = fields.declared(find(slug).Params).values()
    return [one.file for one in every if isinstance(one, fields.Choice) and one.file is not None]


WITH_FILE = [slug for slug in slugs() if kinds(slug)]


def brought(slug: str) -> Any:
    """Settings that read a file."""
    params = find(slug).Params
    parts = fields.declared(params).get("part"), fields.declared(params).get("view")
    chosen = [one for one in parts if isinstance(one, fields.Choice)]
    every = [fields.literals(params).get("part") or fields.literals(params).get("view") or ("",)] if chosen else [("",)]
    name = "part" if parts[0] is not None else "view"
    for (part,) in itertools.product(*every):
        for more in ({}, {"taken": "table"}):
            try:
                made = params(source="file", **({name: part} if part else {}), **more)
            except (TypeError, ValueError):
                continue
            if fields.brings(made) is not None:
                return made
    raise AssertionError(f"no settings of {slug} read a file")


def safetensors(count: int) -> bytes:
    """As many names of tensors as fit."""
    entry = b'"%d":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}'
    header = b"{" + b",".join(entry % i for i in range(count // 60)) + b"}"
    # Spaces, as the format allows: else a byte of the length may be the end of a line to who reads it as a table.
    header = header.ljust(-(-len(header) // 2_048) * 2_048)
    return len(header).to_bytes(8, "little") + header + b"\0"


FILES_OF_TEXT: dict[str, Callable[[int], bytes]] = {
    **{name: (lambda n, make=make: make(n).encode()) for name, make in HOSTILE.items()},
    "an ordinary table": lambda n: b"a,b,c,d,e\n" + b"1.25,3.5,7,hello,2\n" * (n // 19),
    "decimal commas": lambda n: b"a;b\n" + b"1.234,5;0,25\n" * (n // 13),
    "blanks between columns": lambda n: b"a b c\n" + b"1 2.5  3\n" * (n // 9),
    "as many columns as rows": lambda n: b",".join(b"%d" % i for i in range(int(n**0.5) // 2)) + b"\n" + b"1\n" * 100,
    "short rows": lambda n: b"," * 199 + b"a\n" + b"1\n" * ((n - 201) // 2),
    "Latin-1": lambda n: b"a,b\n" + b"\xe9,1\n" * ((n - 4) // 4),
    "UTF-32": lambda n: ("a,b\n" + "1,2\n" * (n // 16 - 3)).encode("utf-32"),
    "names of tensors": safetensors,
    "brackets in a header": lambda n: (n - 8).to_bytes(8, "little") + b"{" + b"[" * (n // 2) + b"]" * (n // 2 - 9),
}
READERS: dict[str, tuple[str, Callable[[bytes], object]]] = {
    "text": ("tokenizer", decode),
    "the names of columns": ("tokenizer", csv_columns),
    "columns, those of numbers first": ("t-test-power", lambda data: numbers_first(data, "x")),
    "rows": ("t-test-power", lambda data: csv_rows(data, csv_columns(data))),
    "a sample": ("cramer-rao", lambda data: column(data, csv_columns(data)[0])),
    "columns of numbers": ("gradient-descent", lambda data: numeric_columns(data, "x")),
    "a design": ("gradient-descent", lambda data: make_design(read_table(data), "", (), True)),
    "the size of a table": ("gradient-descent", table_size),
    "tensors": ("quantization", lambda data: names(data, "x")),
    "columns of a tensor": ("quantization", number_columns),
    "the shape of a tensor": ("quantization", shape_of),
    "a tensor": ("quantization", read_tensor),
}


SIZES = SMALL_BYTES // 4 - 100, SMALL_BYTES - 400  # some of these texts are a little longer
CASES = [
    (reader, text)
    for reader, (slug, _) in READERS.items()
    for text, make in FILES_OF_TEXT.items()
    if kinds(slug)[0].small(make(SIZES[1]))
]


@pytest.mark.parametrize(("reader", "text"), CASES)
def test_four_times_a_small_file_takes_about_four_times_the_time(reader: str, text: str) -> None:
    read = READERS[reader][1]
    short, long = map(FILES_OF_TEXT[text], SIZES)

    def grows_linearly() -> bool:
        after = seconds(lambda: read(long))
        return after < 0.01 or after < 10 * seconds(lambda: read(short))

    # What disturbs a measurement passes; a reader that is quadratic fails each time.
    assert any(grows_linearly() for _ in range(4))


def test_most_of_the_texts_are_small_files() -> None:
    assert len(CASES) > 0.8 * len(READERS) * len(FILES_OF_TEXT)


@pytest.mark.parametrize("slug", WITH_FILE)
def test_no_file_beyond_the_limit_is_small(slug: str) -> None:
    for make in FILES_OF_TEXT.values():
        assert not any(kind.small(make(2 * SMALL_BYTES).ljust(SMALL_BYTES + 1)) for kind in kinds(slug))


def test_a_table_whose_rows_are_filled_up_to_many_cells_is_not_small() -> None:
    short_rows = FILES_OF_TEXT["short rows"](SIZES[1])
    assert len(short_rows) <= SMALL_BYTES
    for slug in ("gradient-descent", "t-test-power", "cramer-rao", "quantization"):
        assert not kinds(slug)[0].small(short_rows)
        assert kinds(slug)[0].small(FILES_OF_TEXT["an ordinary table"](SIZES[1]))


@pytest.mark.parametrize("slug", ["fourier", "sampling", "spectrogram"])
def test_no_sound_is_small(slug: str) -> None:
    assert not any(kind.small(data) for kind in kinds(slug) for data in (b"", b"RIFF", bytes(100)))


@pytest.mark.parametrize("slug", WITH_FILE)
def test_what_reads_a_large_file_leaves_the_process_that_serves_the_pages(slug: str) -> None:
    explorer, params = find(slug), brought(slug)
    large = FILES_OF_TEXT["an ordinary table"](2 * SMALL_BYTES)
    assert not fields.is_small(params, large)
    assert fields.is_small(explorer.Params(), large)  # it reads none
    assert costs.is_quick(slug, costs.work_of(explorer, explorer.Params(), large))


@pytest.mark.parametrize("slug", sorted(set(WITH_FILE) & FILES.keys()))
def test_how_long_a_large_file_takes_is_told_without_reading_it(slug: str) -> None:
    """Work is counted where pages are served: in a small part of the time that reading the file takes."""
    explorer, params = find(slug), brought(slug)
    file = np.random.default_rng(1).random((100_000, 5)).round(4)
    data = b"a,b,c,d,e\n" + b"\n".join(b",".join(b"%.4f" % cell for cell in row) for row in file.tolist())
    for large in (data, safetensors(3_000_000)):
        assert seconds(lambda large=large: costs.work_of(explorer, params, large)) < 0.05
