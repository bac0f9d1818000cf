"""A reader's tensor: .npy, .safetensors or a table (CSV), told apart by what is in the file. Nothing is unpickled."""

import io
import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

from core import table_text
from core.adaptation.quantization.formats import E4M3, E5M2
from core.adaptation.quantization.number_table import check_size, read_matrix, unusable
from core.errors import InputError
from core.fields import SMALL_BYTES
from core.text import TABLES, kind_of_file, listed, visible

MAX_BYTES = 65 << 20  # 64 MB of numbers and a header
MOST_NUMBERS = MAX_BYTES // 4  # singles: what is computed of one takes some 50 bytes beside it
SMALL = 1024  # numbers that are computed in doubles
MAX_HEADER = 10_000_000
MAX_AXES = 4
_SAVE = "Save it as .npy, .safetensors or CSV."
_NEVER_OPENED = {
    "a ZIP archive, as .docx and .xlsx are":
        "it is an archive (.npz, or a checkpoint of PyTorch), whose pickles are never opened",
    "a Python pickle": "it is a pickle, and opening one runs what it holds",
}  # fmt: skip
_KINDS = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "F8_E4M3": "u1", "F8_E5M2": "u1", "I64": "<i8",
    "I32": "<i4", "I16": "<i2", "I8": "i1", "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1", "BOOL": "u1",
}  # fmt: skip


@dataclass(frozen=True)
class StoredTensor:
    """One tensor of a safetensors file: ``start`` and ``end`` are places in the file."""

    name: str
    kind: str
    shape: tuple[int, ...]
    start: int
    end: int


def is_safetensors(data: bytes) -> bool:
    """Whether a file looks like one: the length of a header, and then the header's brace."""
    return len(data) > 8 and data[8:9] == b"{" and not data.startswith(b"\x93NUMPY")


def is_table(data: bytes) -> bool:
    """Whether a file looks like a text, and so like a table."""
    return kind_of_file(data) is None and not is_safetensors(data)


def is_small(data: bytes) -> bool:
    """Whether reading the file is sure to take little."""
    return len(data) <= SMALL_BYTES and (not is_table(data) or table_text.is_small(data))


def names(data: bytes, name: str = "file") -> tuple[str, ...]:
    """The tensors that a reader may choose among, none where the file holds one only.

    Raises:
        InputError: it is a safetensors file with a header that cannot be.
    """
    return tuple(entry.name for entry in entries(data)) if is_safetensors(data) else ()


def read_tensor(
    data: bytes, chosen: str = "", columns: tuple[str, ...] = ()
) -> tuple[Float[np.ndarray, "*shape"], tuple[str, ...]]:
    """The tensor of a file, and remarks; of several the one that is ``chosen``, or the first. Of a
    table the ``columns`` that are named, or all of numbers.

    Up to 1,024 numbers, whose digits a reader may follow, stay in double precision; more come in single precision, in
    which what is too large becomes infinite. NaN and infinities stay: who quantises leaves them out.

    Raises:
        InputError: the file is none of the three, is damaged, or holds no tensor of one to four axes of real numbers.
    """
    if len(data) > MAX_BYTES:
        raise unusable(f"it must have at most {MAX_BYTES:,} bytes, and has {len(data):,}", "Bring a part of it.")
    if not data:
        raise unusable("it is empty", _SAVE)
    remarks: tuple[str, ...] = ()
    if data.startswith(b"\x93NUMPY"):
        array = _read_npy(data)
    elif is_safetensors(data):
        array = _read_entry(data, chosen)
    elif kind := kind_of_file(data):
        rule = _NEVER_OPENED.get(kind, f"it is {kind}, not a tensor")
        raise unusable(rule, "Save it as CSV." if kind in TABLES else _SAVE)
    elif b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise unusable("it is neither .npy nor .safetensors nor text", _SAVE)
    else:
        array, remarks = read_matrix(data, columns)
    return _as_floats(array), remarks


def shape_of(data: bytes, chosen: str = "") -> tuple[int, ...]:
    """The shape of the tensor of a file, from a short header; else how many numbers there are at the most.

    Raises:
        InputError: as ``read_tensor`` does before it reads a number.
    """
    if data.startswith(b"\x93NUMPY"):
        return _npy_header(data)[0]
    if is_safetensors(data):
        # A header of many names takes as long to read as a table: then all bytes may be of that tensor.
        return _chosen_entry(data, chosen).shape if _header_length(data) <= SMALL_BYTES else (len(data),)
    return (check_size(data),)


def entries(data: bytes) -> tuple[StoredTensor, ...]:
    """The tensors of a safetensors file whose numbers can be read here, by the order of their bytes.

    Raises:
        InputError: the header is longer than the file, no JSON, or speaks of bytes that are not there.
    """
    length = _header_length(data)
    if length > min(len(data) - 8, MAX_HEADER):
        raise unusable(f"its header must fit into the file, and says that it has {length:,} bytes", "Save it again.")
    try:
        header = json.loads(data[8 : 8 + length].decode("utf-8"))
        found = [_entry(name, entry, 8 + length, len(data)) for name, entry in header.items() if name != "__metadata__"]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise unusable("its header is not that of a safetensors file, or is damaged", "Save it again.") from None
    usable = tuple(sorted((entry for entry in found if entry.kind in _KINDS), key=lambda entry: entry.start))
    if not usable:
        raise unusable("it holds no tensor of real numbers", "Choose another one.")
    return usable


def _header_length(data: bytes) -> int:
    return int.from_bytes(data[:8], "little")


def _entry(name: str, entry: dict[str, Any], base: int, size: int) -> StoredTensor:
    kind, shape, (start, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
    whole = (*shape, start, end)
    if not isinstance(kind, str) or any(isinstance(n, bool) or not isinstance(n, int) or n < 0 for n in whole):
        raise ValueError(name)
    if kind in _KINDS and math.prod(shape) * np.dtype(_KINDS[kind]).itemsize != end - start:
        raise ValueError(name)
    if not start <= end <= size - base:
        raise ValueError(name)
    return StoredTensor(name, kind, tuple(shape), base + start, base + end)


def _chosen_entry(data: bytes, chosen: str) -> StoredTensor:
    found = entries(data)
    named = {entry.name: entry for entry in found}
    if chosen and chosen not in named:
        remedy = f"There are: {listed(map(visible, named), 10)}."
        raise InputError("tensor", chosen, "there is no such tensor in the file", remedy)
    entry = named[chosen] if chosen else found[0]
    _check_shape(entry.shape)
    return entry


def _read_entry(data: bytes, chosen: str) -> np.ndarray:
    entry = _chosen_entry(data, chosen)
    raw = np.frombuffer(data[entry.start : entry.end], _KINDS[entry.kind])
    match entry.kind:
        case "BF16":
            raw = (raw.astype(np.uint32) << 16).view(np.float32)
        case "F8_E4M3" | "F8_E5M2":
            raw = (E4M3 if entry.kind == "F8_E4M3" else E5M2).codes[raw]
    return raw.reshape(entry.shape)


def _read_npy(data: bytes) -> np.ndarray:
    shape, fortran, kind, start = _npy_header(data)
    return np.frombuffer(data, kind, offset=start).reshape(shape, order="F" if fortran else "C")


def _npy_header(data: bytes) -> tuple[tuple[int, ...], bool, np.dtype[Any], int]:
    """Shape, order (whether Fortran's), kind of number, and where the numbers begin."""
    stream = io.BytesIO(data)
    formats = np.lib.format
    try:
        version = formats.read_magic(stream)
        read = formats.read_array_header_1_0 if version == (1, 0) else formats.read_array_header_2_0
        shape, fortran, kind = read(stream, max_header_size=10_000)
    except Exception:  # numpy evaluates the header as Python: brackets without end are out of memory there, or a token
        raise unusable("its header is not that of a .npy file, or is damaged", "Save it again.") from None
    if kind.hasobject:
        raise unusable("it holds Python objects, pickled, and opening a pickle runs what it holds", "Save numbers.")
    if kind.kind == "V" and not kind.names:
        raise unusable("it holds bytes of a type that .npy cannot name, as bfloat16 is", "Save it as float32.")
    if kind.kind not in "fiub":
        raise unusable(f"it holds {_called(kind)}, not real numbers", "Save real numbers.")
    _check_shape(shape)
    rest = len(data) - stream.tell()
    if math.prod(shape) * kind.itemsize != rest:
        rule = f"its header says that {math.prod(shape) * kind.itemsize:,} bytes of numbers follow, and {rest:,} do"
        raise unusable(rule, "Save it again.")
    return shape, fortran, kind, stream.tell()


def _called(kind: np.dtype[Any]) -> str:
    return {"c": "complex numbers", "V": "records", "M": "dates", "m": "durations"}.get(kind.kind, "text")


def _check_shape(shape: tuple[int, ...]) -> None:
    if not shape:
        raise unusable("it must be an array, and is a single number", "Choose an array of one to four axes.")
    if len(shape) > MAX_AXES:
        raise unusable(f"it must have at most {MAX_AXES} axes, and has {len(shape)}", "Reshape it to fewer.")
    if min(shape) < 0:
        raise unusable("no axis may be shorter than 0", "Save it again.")
    if (numbers := math.prod(shape)) > MOST_NUMBERS:
        many = f"{numbers:,}" if numbers < 10**18 else "10¹⁸ or more"
        raise unusable(f"it must have at most {MOST_NUMBERS:,} numbers, and has {many}", "Bring a part of it.")
    if not numbers:
        raise unusable("it must hold a number at least, and is empty", "Choose another one.")


def _as_floats(array: np.ndarray) -> Float[np.ndarray, "*shape"]:
    # A copy of its own: over bytes that cannot be written to, numba would compile every loop anew, for half a minute.
    with np.errstate(over="ignore", invalid="ignore"):
        singles = np.array(array, np.float32, order="C")
    return singles if array.size > SMALL else np.where(np.isfinite(singles), np.asarray(array, np.float64), singles)
