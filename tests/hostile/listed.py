"""Inputs that are listed one by one, beside those that are generated: each page is sent every one of them.

Every field of a page is given each of ``VALUES``: in a link, from a control, and on the short road. ``FILES`` go to
every page that reads files, ``FRAMES`` and ``BODIES`` to the server.
"""

from __future__ import annotations

import io
import json
import struct
import wave
import zipfile
from collections.abc import Callable

import numpy as np
from hostile import inputs
from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks import links
from core import fields, link
from core.explorer import find

VALUES = (
    "nan", "-nan", "inf", "-inf", "1e308", "-1e308", "1e-320", "1e999", "9" * 40, "9" * 5_000, "-0", "0", "-1", "0.5",
    "1.5", "٣", "0x10", "1_0", "1,5", "+1", " 1", "", " ", "\x00", "null", "[]", "{}", '["a"]', "true", "(a+)+$",
    "a" * 60_000, "\ud800 x", "~", "~AAAA", "\u202e1", "1-99999999", "preset", "../..", "\r\n", "😀" * 900,
)  # fmt: skip
WIDGETS = tuple(
    {kind: value}
    for kind, values in {
        "json_value": ["", "null", "[]", "1e999", '"x"', "{}", '{"value": {}}', '{"value": {"value": "1", "sent": 1}}',
                       '{"value": {"value": 1, "sent": NaN}}', '{"value": {"value": "nan", "sent": 1e300}}',
                       '{"value": {"value": "\\ud800", "sent": 5}}', "[" * 50_000, '{"a":' * 50_000],
        "json_trigger_value": ["[]", "{}", '[{"event": "chosen", "value": {}}]', "[null]", "[" * 50_000],
        "string_value": ["", "x" * 500_000], "int_value": [-1, 2**62], "double_value": [float("nan"), float("inf")],
        "bool_value": [True], "trigger_value": [True], "bytes_value": [b"", b"\xff" * 100_000],
        "int_array_value": [{"data": [2**62] * 10_000}], "double_array_value": [{"data": [float("nan")] * 10_000}],
        "file_uploader_state_value": [{}, {"uploaded_file_info": [{"file_id": "x", "name": "..", "size": 2**62}] * 9}],
    }.items()
    for value in values  # type: ignore[attr-defined]
)  # fmt: skip


def addresses(slug: str) -> list[str]:
    """Queries: each value in all fields at once, then what is no query, and what is one twice."""
    names = list(fields.declared(find(slug).Params))
    all_at_once = [link.query_string(dict.fromkeys(names, value)) for value in VALUES]
    twice = "&".join(f"{name}={number}" for name in names for number in range(20))
    packed = link.query_string({"A": link.query_string(dict.fromkeys(names, "nan"))})
    nested = "A="
    for _ in range(6):
        nested = link.query_string({"A": nested})
    unknown = link.query_string({f"x{number}": "1" for number in range(900)})
    return [*all_at_once, twice, packed, nested, unknown, "%", "%ff%fe", "&" * 30_000, "=" * 1_000, "a=%ud800"]


def bodies(slug: str, road: str) -> list[bytes]:
    """Questions to the short road: each value in all fields at once and in each alone, then what is no question."""
    names = list(fields.declared(find(slug).Params))
    asked = [dict.fromkeys(names, value) for value in VALUES]
    asked += [{name: value} for name in names for value in VALUES[:9]]
    ours = [json.dumps({"page": road, "values": values}).encode() for values in asked]
    return [*ours, *(body.replace(b"PAGE", road.encode()) for body in BODIES)]


BODIES = (
    b"", b"null", b"[]", b"{}", b'"x"', b"\xff\xfe", b"\x00" * 1_000, b"[" * 200_000, b'{"page":' * 50_000,
    b" " * 999_999,
    b" " * 1_000_001, b'{"page": "PAGE"}', b'{"page": "PAGE", "values": null}', b'{"page": "PAGE", "values": []}',
    b'{"page": "PAGE", "values": {"": ""}}', b'{"page": "PAGE", "values": {"\\ud800": "\\udfff"}}',
    b'{"page": "PAGE", "values": {"__class__": "x", "__init__": "x"}}', b'{"page": ["PAGE"], "values": {}}',
    b'{"page": "PAGE", "values": {}, "values": {"merges": 1e999}}', b'{"page": "PAGE", "values": {}}' + b" " * 900_000,
    json.dumps({"page": "PAGE", "values": {f"x{number}": "1" for number in range(30_000)}}).encode(),
)  # fmt: skip


def frames() -> list[bytes]:
    """What is no message, and messages that no page sends."""
    found = [b"", b"\x00", b"\xff", b"\x0a\xff\xff\xff\xff\x0f", b"\x0a" * 100_000, b"\xff" * 1_000_000]
    for each in BackMsg.DESCRIPTOR.fields:
        message = BackMsg()
        if each.message_type is not None:
            getattr(message, each.name).SetInParent()
        else:
            setattr(message, each.name, {8: True, 9: "x"}.get(each.type, 1))
        found.append(message.SerializeToString())
    for text in ("../../etc/passwd", "x" * 1_000_000, "\x00", "tokenizer/../..", "constructor"):
        message = BackMsg()
        message.rerun_script.page_name = message.rerun_script.page_script_hash = text
        message.rerun_script.query_string = message.rerun_script.fragment_id = text
        found.append(message.SerializeToString())
    return found


def files(slug: str) -> list[tuple[str, str, Callable[[], bytes]]]:
    """Queries that ask for a file, its name, and what makes it; none for a page that reads no files."""
    if slug not in links.FILES:
        return []
    wanted = (one.params for one in links.links(slug, 10_000, 5) if one.data)
    params = next(params for params in wanted if link.encode(params).get("source") == "file")
    declared = fields.declared(type(params)).values()
    kind = next(each.file for each in declared if isinstance(each, fields.Choice) and each.file)
    query = link.query_string(link.encode(params))
    return [(query, f"x.{ending}", make) for ending in kind.endings for make in (*inputs.LISTED, *FILES)]


def _wav(**wrong: int) -> bytes:
    """A header that says what is not so."""
    said = {"kind": 1, "channels": 1, "rate": 8_000, "bits": 16, "riff": 2**31, "data": 2**31 - 1} | wrong
    block = said["channels"] * said["bits"] // 8
    head = struct.pack(
        "<HHIIHH", said["kind"], said["channels"], said["rate"], said["rate"], block % 65_536, said["bits"]
    )
    return b"".join([b"RIFF", struct.pack("<I", said["riff"]), b"WAVEfmt ", struct.pack("<I", 16), head,
                     b"data", struct.pack("<I", said["data"]), bytes(400)])  # fmt: skip


def _npy(descr: str, shape: str) -> bytes:
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + bytes(64)


def _bomb() -> bytes:
    with io.BytesIO() as held:
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(4):
                archive.writestr(f"{number}.npy", bytes(40_000_000))
        return held.getvalue()


def _silence(rate: int) -> bytes:
    with io.BytesIO() as held:
        with wave.open(held, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(bytes(200))
        return held.getvalue()


FILES: tuple[Callable[[], bytes], ...] = (
    _bomb,
    lambda: (",".join(f"c{i}" for i in range(1_000_000)) + "\n" + ",".join("1" * 1_000_000)).encode(),
    lambda: b"," * 3_000_000 + b"\n" + b"," * 10,
    lambda: b'a,b\n"' + b"x" * 2_000_000,
    lambda: b"a;b|c\td\n" * 20_000,
    lambda: "a,b\n1,2\n".encode("utf-16"),
    lambda: "a,b\n1,2\n".encode("utf-32"),
    lambda: b"\xff\xfe\x00",
    lambda: b"a,b\n1,2\n" + bytes(3),
    lambda: bytes(100_000),
    lambda: b"a,b\n" + b"nan,inf\n-inf,1e999\n" * 50,
    lambda: b"a,b\n" + b"9" * 4_000 + b",1\n2,3\n",
    lambda: b"a,a,a\n1,2,3\n4,5,6\n",
    lambda: b"[" * 300_000 + b"]" * 300_000,
    lambda: json.dumps({"glassbox": 1, "explorer": "tokenizer", "params": {"merges": 1e308}}).encode(),
    lambda: b"a" * 3_000_000,
    lambda: "\u0301".join("a" * 30_000).encode(),
    lambda: ("a" * 50 + "! ").encode() * 4_000,
    lambda: "\u200d".join("👩" * 20_000).encode(),
    lambda: _npy("'|O'", "(3,)"),
    lambda: _npy("'<f8'", "(-1, 3)"),
    lambda: _npy("'<f8'", "(0, 999999999999)"),
    lambda: _npy("'<f8'", "(4611686018427387904, 4)"),
    lambda: _npy("[('a', '<f8')]", "(2,)"),
    lambda: _npy("__import__('os')", "(1,)"),
    lambda: _npy("'<M8[s]'", "(2,)"),
    lambda: _npy("'<c16'", "(2, 2)"),
    lambda: _npy("'<f8'", "()"),
    lambda: _npy("'<f8'", "(" + "1, " * 40 + ")"),
    lambda: np.lib.format.magic(3, 0) + struct.pack("<I", 2**31) + b"{",
    lambda: _wav(channels=0),
    lambda: _wav(channels=65_535),
    lambda: _wav(rate=0),
    lambda: _wav(rate=2**32 - 1),
    lambda: _wav(bits=0),
    lambda: _wav(bits=65_535),
    lambda: _wav(kind=0xFFFE),
    lambda: _wav(kind=7, data=0),
    lambda: _wav(riff=0, data=2**32 - 1),
    lambda: _silence(1),
    lambda: _silence(10_000_000),
    lambda: b"OggS\x00\x02" + b"\xff" * 60_000,
    lambda: b"ID3\x03\x00\x00\x7f\x7f\x7f\x7f" + b"\xff\xfb\x90\x00" * 5_000,
    lambda: b"fLaC\x00\x00\x00\x22" + b"\xff" * 34 + bytes(5_000),
)  # fmt: skip
