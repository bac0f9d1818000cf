"""Readers' tensors: what is read, and what is refused without being opened."""

import contextlib
import io
import json
import pickle
import struct

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from safetensors.torch import save as save_tensors

from core import table_columns
from core.adaptation import quantization
from core.adaptation.quantization import Params, compute, number_table, tensor_file
from core.adaptation.quantization.format_table import MOST_DRAWN, _inputs
from core.adaptation.quantization.number_table import number_columns
from core.adaptation.quantization.params import FILE
from core.adaptation.quantization.tensor_file import MAX_BYTES, SMALL, names, read_tensor
from core.adaptation.quantization.tensor_sources import tensor_of
from core.costs import estimate_seconds
from core.errors import InputError


def npy(array: np.ndarray, **options: object) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, **options)
    return stream.getvalue()


def safetensors(header: object, numbers: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + numbers


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "i1", "u1", "i8", "?", ">f4", ">i2"])
def test_npy_of_any_real_kind_reads_as_numpy_reads_it(kind: str) -> None:
    array = (np.arange(24).reshape(2, 3, 4) % 5).astype(kind)
    for each in (array, np.asfortranarray(array)):
        assert np.array_equal(read_tensor(npy(each))[0], array)


def test_what_is_read_can_be_written_to_so_that_the_loops_that_are_compiled_fit_it() -> None:
    single = np.ones((2, 3), np.float32)
    for data in (npy(single), npy(np.asfortranarray(single)), save_tensors({"a": torch.ones(2, 3)}), b"a,b\n1,2\n"):
        assert read_tensor(data)[0].flags.carray


def test_safetensors_reads_as_the_library_does_bfloat16_and_fp8_too() -> None:
    values = torch.linspace(-3, 3, 12).view(3, 4)
    kinds = (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2)
    tensors = {str(kind).split(".")[1]: values.to(kind) for kind in kinds} | {"whole": torch.arange(6).view(2, 3)}
    data = save_tensors(tensors)
    assert set(names(data)) == set(tensors)
    for name, tensor in tensors.items():
        assert np.array_equal(read_tensor(data, name)[0], tensor.float().numpy()), name
    assert names(npy(np.ones(3))) == ()


@pytest.mark.parametrize("length", [0x280, 0x580])
def test_a_safetensors_file_whose_length_of_header_begins_as_a_pickle_does_is_read(length: int) -> None:
    header = json.dumps({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}).encode().ljust(length)
    assert read_tensor(safetensors(header, np.ones(2, "<f4").tobytes()))[0].tolist() == [1, 1]


def test_a_table_reads_its_columns_of_numbers_with_or_without_a_header() -> None:
    assert read_tensor(b"a,b,c\n1,x,2.5\n-3,y,4e1\n")[0].tolist() == [[1, 2.5], [-3, 40]]
    assert read_tensor(b"0.5;-1.2\n3.4;2.1\n")[0] == pytest.approx(np.array([[0.5, -1.2], [3.4, 2.1]]))
    holed = read_tensor(b"a,b\n1,2\n,3\n")[0]
    assert np.isnan(holed[1, 0])
    assert holed[1, 1] == 3


@pytest.mark.parametrize(("table", "told"), [
    (b"date,b,c\n2024-01-05,1,2\n2024-01-06,3,\n", "Left out: date, which holds more than numbers: “2024-01-05”."),
    (b"b,c,d,e\n1,2,x,\n3,few,y,\n",
     "Left out: c, d, which hold more than numbers, the first of them “few”."),  # e holds nothing to leave out
])  # fmt: skip
def test_columns_that_hold_a_word_are_left_out_and_told_of_unless_others_are_chosen(table: bytes, told: str) -> None:
    assert read_tensor(table)[1] == (told,)
    assert read_tensor(table, columns=("b",))[1] == ()


DRAWN = np.random.default_rng(0).standard_normal((50, 2)) * 10.0 ** np.arange(-25, 25)[:, None]
IDS = b"id,x,unnamed: 0,weight\n7,0.5,0,3\n4,1.5,1,1\n9,2,2,8\n"


def test_what_names_the_rows_is_no_measurement_unless_it_is_chosen() -> None:
    values, remarks = read_tensor(IDS)
    assert values.tolist() == [[0.5, 3], [1.5, 1], [2, 8]]
    assert remarks[0].startswith("Left out: id, unnamed: 0, which number the rows and measure nothing.")
    assert number_columns(IDS) == ("id", "x", "unnamed: 0", "weight")
    chosen, none = read_tensor(IDS, columns=("weight", "id"))
    assert chosen.tolist() == [[3, 7], [1, 4], [8, 9]]
    assert not none
    assert read_tensor(b"id\n1\n2\n")[0].tolist() == [[1], [2]]  # there is nothing else
    with pytest.raises(InputError, match="no column of numbers of this name") as refused:
        read_tensor(IDS, columns=("height",))
    assert refused.value.field == "columns"


def test_a_first_line_of_numbers_is_a_row_also_where_one_comes_twice() -> None:
    assert read_tensor(b"1,1,2\n3,4,5\n")[0].tolist() == [[1, 1, 2], [3, 4, 5]]


PLAIN = {
    "header": b"a,b,a\n1,-2.5,+3e4\n.5,6.,0\n",
    "no header, other line ends": b"1,2\r\n3,0.1\r\n1e-310,1e400\r\n",
    "one column": b"x\n1\n2\n0.30000000000000004\n",
    "empty cells": b"a,b\n1,\n,2\n",
    "a column of nothing": b"a,b\n1,\n3,\n",
    "rows of other lengths": b"a,b\n1\n2,3,4\n5,6\n",
    "no number": b"a,b\n1-2,3\n4,5\n",
    "decimal commas": b"a\n1,5\n2,5\n",
    "semicolons": b"a;b\n1,5;2\n3;4,5\n",
    "a blank line": b"a,b\n1,2\n\n3,4\n",
    "a line that declares the sign": b"sep=,\n1,2\n3,4\n",
    "a name in Latin-1": "größe,b\n1,2\n".encode("latin-1"),
    "a mark before a name": "größe,b\n1,2\n".encode("utf-8-sig"),
    "a number in the header": b"x,0.5\n1,2\n",
    "more digits than doubles have": b"a,b\n9007199254740993,2\n3,4\n",
    "a code for a missing value": b"a,b\n1,2\n2,3\n3,5\n4,-999\n",
    "digits of a double": b"a,b\n" + b"".join(b"%r,%r\n" % tuple(row) for row in DRAWN.tolist()),
}


@pytest.mark.parametrize("name", PLAIN)
def test_a_table_of_plain_numbers_reads_as_cell_by_cell(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> object:
        table = table_columns.read_table(PLAIN[name])
        columns = [(each.name, each.values.tobytes(), each.filled, each.remarks) for each in table.columns]
        try:
            found, remarks = number_table.read_matrix(PLAIN[name])
        except InputError as refused:
            return columns, table.remarks, table.rows.tolist(), str(refused)
        return columns, table.remarks, table.rows.tolist(), found.tobytes(), found.shape, remarks

    quick = read()
    monkeypatch.setattr(table_columns, "_plain_numbers", lambda data, columns: None)
    assert quick == read()


def test_a_table_of_plain_numbers_makes_no_text_of_each_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_columns, "read_cells", lambda *_: pytest.fail("each cell became a text"))
    assert read_tensor(b"a,b\n" + b"1,2.5\n" * 1_000)[0].shape == (1000, 2)


LARGE = {
    "one header line of half a million columns": b"a," * 500_000 + b"a\n",
    "a header of six thousand columns": b"a," * 6_000 + b"a\n",
    "a header of sixteen million columns": b"a," * 16_000_000,
    "ten million rows": b"1\n" * 10_000_000,
    "short rows under a wide header": b"," * 9_999 + b"\n" + b"1\n" * 400_000,
    "wide rows": (b"1," * 4_000 + b"1\n") * 800,
}


@pytest.mark.parametrize("name", LARGE)
def test_a_table_too_large_is_refused_before_a_cell_is_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **more: object) -> None:
        raise AssertionError("the table was read")

    monkeypatch.setattr(number_table, "read_table", never)
    with pytest.raises(InputError, match=r"must have at most [\d,]+ (cells|columns)"):
        read_tensor(LARGE[name])


@pytest.mark.parametrize("part", ["tensor", "formats"])
def test_sixty_million_booleans_are_refused_by_their_header(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = npy(np.ones(60_000_000, bool))
    monkeypatch.setattr(tensor_file, "_as_floats", lambda array: pytest.fail("the numbers were read"))
    params = Params(part=part, source="file")
    with pytest.raises(InputError, match="at most 17,039,360 numbers, and has 60,000,000"):
        compute(params, data)
    assert estimate_seconds(quantization, params, data) <= 0.1  # said at once


def test_what_takes_longer_is_estimated_longer_and_leaves_the_servers_process() -> None:
    def estimate(array: np.ndarray, **settings: object) -> float:
        return estimate_seconds(quantization, Params(source="file", **settings), npy(array))

    small, large = np.ones((100, 100), np.int8), np.ones((1000, 4000), np.int8)
    assert estimate(small, other="none") <= 0.1 < estimate(large, other="none") / 5
    for more in ({"granularity": "group", "group": 2}, {"calibration": "mse"}, {"rounding": "stochastic"},
                 {"part": "formats"}):  # fmt: skip
        assert estimate(large, **more) > 1.5 * estimate(large), more
    assert estimate(large, sweep="threshold") > 1
    assert estimate_seconds(quantization, Params(source="file", other="none"), b"a,b\n" + b"1,2\n" * 250_000) > 0.5


def test_what_the_longest_rows_are_multiplied_with_stays_within_128_megabytes() -> None:
    assert _inputs(None, 1 << 19, 0).shape == (64, 1 << 19)
    assert _inputs(None, MOST_DRAWN // 2, 0).nbytes == 128 << 20


class Bomb:
    def __reduce__(self):
        return (pytest.fail, ("a pickle was opened",))


def headed(header: str) -> bytes:
    """An .npy file with that header."""
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin1")


def shaped(shape: str) -> bytes:
    return headed(f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}")


REFUSED = {
    "empty file": (b"", "empty"),
    "pickle": (pickle.dumps(Bomb()), "pickle"),
    "object array": (npy(np.array([Bomb(), 1], object), allow_pickle=True), "Python objects"),
    "archive": (b"PK\x03\x04" + b"\0" * 40, "archive"),
    "complex": (npy(np.ones(3, complex)), "complex"),
    "text array": (npy(np.array(["a", "b"])), "text"),
    "records": (npy(np.zeros(2, [("a", "f4")])), "records"),
    "bfloat16 as numpy writes it": (npy(np.zeros(2, "V2")), "bfloat16"),
    "no axis": (npy(np.array(3.0)), "must be an array"),
    "five axes": (npy(np.ones((1, 1, 1, 1, 2))), "at most 4 axes, and has 5"),
    "no number": (npy(np.ones((3, 0))), "is empty"),
    "cut short": (npy(np.ones(100))[:-9], "follow"),
    "forged shape": (npy(np.ones(4)).replace(b"(4,)", b"9**9"), "damaged"),
    "huge shape": (npy(np.ones(4)).replace(b"(4,), }   ", b"(1<<60,), }")[:200], "header"),
    "brackets without end": (headed("(((\n"), "damaged"),
    "thousands of brackets": (headed("{" * 9_000), "damaged"),
    "axes below 0": (shaped("(-1, -1)") + b"\0" * 4, "shorter than 0"),
    "more digits than Python writes": (shaped(f"({', '.join(['9' * 4_000] * 2)})"), "has 10¹⁸ or more"),
    "not a number in it": (b"a,b\nx,y\n", "numbers"),
    "binary": (b"\x00\x01\x02" * 50, "neither"),
    "long header": (struct.pack("<Q", 2**62) + b"{}", "must fit into the file"),
    "header no JSON": (safetensors(b"{not json"), "damaged"),
    "header a list": (safetensors(b"{}"), "no tensor"),
    "bytes that are not there": (
        safetensors({"a": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}}, b"\0" * 8), "damaged"),
    "shape that does not fit": (
        safetensors({"a": {"dtype": "F32", "shape": [2**60], "data_offsets": [0, 8]}}, b"\0" * 8), "damaged"),
    "negative offsets": (
        safetensors({"a": {"dtype": "F32", "shape": [2], "data_offsets": [-8, 0]}}, b"\0" * 8), "damaged"),
    "true as a number": (
        safetensors({"a": {"dtype": "U8", "shape": [True], "data_offsets": [0, 1]}}, b"\0"), "damaged"),
    "shape no list": (safetensors({"a": {"dtype": "U8", "shape": 3, "data_offsets": [0, 1]}}, b"\0"), "damaged"),
    "only complex": (
        safetensors({"a": {"dtype": "C64", "shape": [1], "data_offsets": [0, 8]}}, b"\0" * 8), "no tensor"),
    "too large": (b"\0" * (MAX_BYTES + 1), "most"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_used_is_refused_in_a_sentence(name: str) -> None:
    data, word = REFUSED[name]
    with pytest.raises(InputError, match=word) as refused:
        read_tensor(data)
    assert refused.value.field == "file"


def test_a_tensor_that_is_not_in_the_file_is_named() -> None:
    data = save_tensors({"a": torch.ones(2), "b": torch.ones(3)})
    with pytest.raises(InputError, match="There are: a, b") as refused:
        read_tensor(data, "c")
    assert refused.value.field == "tensor"


@given(st.text("{}()[]'\"\\\n ,:-0L", max_size=300))
def test_any_header_of_an_npy_file_is_read_or_refused(header: str) -> None:
    with pytest.raises(InputError):
        read_tensor(headed(header))


@given(st.binary(max_size=200), st.sampled_from([b"", b"\x93NUMPY\x01\x00", struct.pack("<Q", 20) + b"{"]))
def test_any_bytes_are_a_tensor_or_a_sentence(tail: bytes, head: bytes) -> None:
    with contextlib.suppress(InputError):
        array, _ = read_tensor(head + tail)
        assert array.dtype == (np.float64 if array.size <= SMALL else np.float32)
        assert array.size


def test_nan_and_infinity_are_counted_left_out_and_told() -> None:
    array = np.ones((2, 4), np.float32)
    array[0, :3] = np.nan, np.inf, -np.inf
    tensor = tensor_of("file", "", 0, npy(array), "", "first")
    assert (tensor.left_out, tensor.counted) == (3, 5)
    assert tensor.remarks[0].startswith("Left out as NaN: 1; as infinite or too large for 32 bits: 2.")
    assert np.isfinite(tensor.matrix).all()
    with pytest.raises(InputError, match="one of its numbers at least must be finite in 32 bits"):
        tensor_of("file", "", 0, npy(np.array([np.nan, 1e300])), "", "first")
    too_large = tensor_of("file", "", 0, npy(np.array([1e300, 1.0])), "", "first")
    assert too_large.left_out == 1
    assert "NaN: 0; as infinite or too large for 32 bits: 1." in too_large.remarks[0]


def test_channels_lie_along_the_axis_that_is_chosen() -> None:
    array = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    first, last = (tensor_of("file", "", 0, npy(array), "", axis).matrix for axis in ("first", "last"))
    assert first.shape == (2, 12)
    assert np.array_equal(last[1], array[..., 1].ravel())


def test_an_archive_may_be_chosen_and_is_then_told_what_to_save_instead() -> None:
    archive = io.BytesIO()
    np.savez(archive, a=np.ones(3), b=np.ones(4))
    with pytest.raises(InputError, match=r"an archive \(\.npz, .* Save it as \.npy"):
        read_tensor(archive.getvalue())
    assert {"npz", "tsv"} <= {*FILE.endings}


def test_a_table_without_a_column_of_numbers_alone_is_refused_with_a_word_that_may_be_meant_as_one() -> None:
    with pytest.raises(InputError, match=r"and “price” holds “\$1,037\.50”\. .*such as 1037\.5"):
        read_tensor(b'name,price\na,"$1,037.50"\nb,$9\n')


def test_of_many_columns_with_a_code_for_a_missing_value_five_are_named() -> None:
    lines = [[f"x{place}" for place in range(300)], *[["1", "2", "4"] * 100] * 6, ["-999"] * 300]
    remarks = read_tensor("\n".join(map(",".join, lines)).encode())[1]
    assert [remark.partition(" holds")[0] for remark in remarks] == [f"“x{place}”" for place in range(5)]
