"""How long the process that serves the pages is kept by a reader's file: small ones, and large ones before and now.

python -m benchmarks.reading

A small file is read where the page runs, and ``core.fields.SMALL_BYTES`` is chosen so that the slowest reading of one
takes some hundredths of a second. What a large one takes of that process, read in a worker, is shown beside reading it
there: seconds of the processor, in the same run; and for a whole computation, how long its reader waits for either.
"""

import time
from collections.abc import Callable
from contextlib import suppress

from core.adaptation.quantization.number_table import number_columns
from core.adaptation.quantization.tensor_file import names, read_tensor
from core.design_matrix import make_design, numeric_columns
from core.explorer import home
from core.fields import SMALL_BYTES
from core.statistics import t_test_power
from core.table_columns import read_table
from core.table_text import csv_columns, csv_rows, numbers_first
from core.worker import columns_of, compute_in_worker, within_memory
from ui.jobs import Pool

READERS: dict[str, Callable[[bytes, str], object]] = {
    "names of columns": csv_columns,
    "columns, those of numbers first": numbers_first,
    "columns of numbers": numeric_columns,
    "columns of a tensor": number_columns,
    "rows": lambda data, name: csv_rows(data, csv_columns(data)),
    "a design": lambda data, name: make_design(read_table(data), "", (), True),
    "a tensor": lambda data, name: read_tensor(data),
}
TABLES: dict[str, Callable[[int], bytes]] = {
    "ordinary": lambda size: b"a,b,c,d,e\n" + b"1.25,3.5,7,hello,2\n" * (size // 19 - 1),
    "decimal commas": lambda size: b"a;b\n" + b"1.234,5;0,25\n" * (size // 13 - 1),
    "one column": lambda size: b"a\n" + b"1\n" * (size // 2 - 1),
    "names alone": lambda size: ",".join(map(str, range(size // 6))).encode(),
}


def header_of_names(size: int) -> bytes:
    """A safetensors file of as many tensors of one byte as fit."""
    entry = b'"%d":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}'
    header = b"{" + b",".join(entry % i for i in range(size // 60)) + b"}"
    return len(header).to_bytes(8, "little") + header + b"\0"


LARGE: dict[str, tuple[Callable[[bytes, str], tuple[str, ...]], bytes]] = {
    "columns of a table of 2 MB": (numbers_first, TABLES["ordinary"](2_000_000)),
    "columns of a table of 20 MB": (numbers_first, TABLES["ordinary"](18_000_000)),
    "columns of 16 kB of short rows": (numbers_first, b"," * 199 + b"a\n" + b"1\n" * 7_800),
    "names of 9 MB of tensors": (names, header_of_names(9_000_000)),
}


def seconds(function: Callable[[], object]) -> float:
    """Of the processor's time that this process is kept; the least of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        with suppress(ValueError):  # a refusal takes time, too
            function()
        times.append(time.process_time() - start)
    return min(times)


def kept(function: Callable[[], object]) -> tuple[float, float]:
    """The seconds that this process is kept, and those that pass until the answer; the least of five each."""
    function()  # a cold worker imports what it needs
    passed = []
    for _ in range(5):
        start = time.monotonic()
        function()
        passed.append(time.monotonic() - start)
    return seconds(function), min(passed)


def main() -> None:
    for title, read in READERS.items():
        files = {table: make(SMALL_BYTES) for table, make in TABLES.items()}
        took = {table: seconds(lambda read=read, data=data: read(data, "x.csv")) for table, data in files.items()}
        slowest = max(took, key=lambda table: took[table])
        print(f"{SMALL_BYTES:,} bytes, {title}: {1000 * took[slowest]:.1f} ms at most ({slowest})")
    pool = Pool(workers=1)
    pool.submit(within_memory, columns_of, [csv_columns], b"a", "").result()
    for title, (ask, data) in LARGE.items():
        here = seconds(lambda ask=ask, data=data: ask(data, "file"))
        there = seconds(lambda ask=ask, data=data: pool.submit(within_memory, columns_of, [ask], data, "file").result())
        print(f"{title}: {1000 * here:.0f} ms here, {1000 * there:.0f} ms with a worker; {there / here:.2f} of it")
    for size in (20_000, 60_000, 200_000):
        data = b"height,weight\n" + b"".join(b"%d.5,%d.25\n" % (i % 37, i % 41) for i in range(size // 11))
        work = home(t_test_power.Params), t_test_power.Params(source="file", column="height", kind="one sample"), data
        here, here_waited = kept(lambda work=work: t_test_power.compute(*work[1:]))
        there, waited = kept(lambda work=work: pool.submit(compute_in_worker, *work).result())
        print(f"a t test of {size:,} bytes: {1000 * here:.0f} ms here, {1000 * there:.0f} ms with a worker, "
              f"{there / here:.2f} of it; a reader waits {waited / here_waited:.2f} times as long")  # fmt: skip
    pool.stop()


if __name__ == "__main__":
    main()
