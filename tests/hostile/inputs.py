"""What no page of ours sends: addresses, values of controls, frames, questions to the short road, files.

Each kind is a generator of the same ``random.Random``: the same seed makes the same attack.
"""

from __future__ import annotations

import io
import json
import pickle
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

import numpy as np
from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks import links
from catalog import BY_SLUG
from core import fields, link

SLUGS = tuple(BY_SLUG)
STRINGS = (
    "", " ", "\x00", "\ufeff", "\u202e", "\ud800".encode("utf-8", "surrogatepass").decode("latin1"), "😀" * 400,
    "é" * 3_000, "nan", "-nan", "inf", "-Infinity", "1e999", "-1e-999", "0x10", "1_000", "١٢٣", "1,5", "9" * 400,
    "-0", "1/0", "--1", "1 2 3", "true", "null", "None", "[]", "{}", "[[" * 5_000, "(" * 10_000, "(a+)+$",
    "a" * 9_000, "../../etc/passwd", "%00", "%s%s%n", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    "javascript:alert(1)", "{{7*7}}", "${7*7}", "=1+1", "$\\href{x}{y}$", "'; DROP TABLE t;--",
    "\r\nSet-Cookie: a=b", "a\tb\nc", "1-1000000000", "0-99999999999999999999", "5:5:5", "L99999H99999", "zAAAA",
    "z" + "A" * 4_000, "~" * 2_000, "preset", "A", "__class__", "constructor", "\\u0000", "🙂\u200d" * 300,
)  # fmt: skip


def address(chance: random.Random) -> tuple[str, str]:
    """A page and a query: one that says what it may not, or that is none at all."""
    slug = chance.choice(SLUGS)
    return slug, query(chance, slug)


def query(chance: random.Random, slug: str) -> str:
    """Of a page: one that says what it may not, or that is none at all."""
    if chance.random() < 0.1:
        return quote(noise(chance, 2_000), safe=chance.choice(["", "=&", "%=&?#"]))
    one = next(links.links(slug, 1, chance.randrange(10**9)))
    said = link.encode(one.params)
    for name in chance.sample([*_names(slug), "preset", "A", "nothing"], chance.randint(1, 4)):
        said[name] = text(chance, said.get(name, ""))
    return link.query_string(said)


def text(chance: random.Random, near: str = "") -> str:
    """A string that is often met where it should not be, or ``near`` with some characters changed."""
    if not near or chance.random() < 0.6:
        return chance.choice(STRINGS)
    letters = list(near)
    for _ in range(chance.randint(1, 5)):
        place = chance.randrange(len(letters) + 1)
        letters[place : place + chance.randint(0, 2)] = chance.choice(
            ["", "-", "9", "\x00", "%", ".", "e", "é", " ", "<", "~"]
        )
    return "".join(letters)


def values(chance: random.Random, slug: str) -> dict[str, Any]:
    """Values for the short road, of any type."""
    names = chance.sample([*_names(slug), "nothing", "__class__"], chance.randint(1, 3))
    return {name: anything(chance) if chance.random() < 0.4 else text(chance) for name in names}


def question(chance: random.Random, page: str, slug: str) -> bytes:
    """A body for the short road: mostly of the right form."""
    kind = chance.random()
    if kind < 0.8:
        return json.dumps({"page": page, "values": values(chance, slug)}).encode()
    if kind < 0.9:
        return json.dumps(anything(chance)).encode()
    return chance.choice([b"", b"[" * 100_000, b'{"page":' * 20_000, noise(chance, 3_000), b'"\xff"', b"{}" * 600_000])


def anything(chance: random.Random, depth: int = 0) -> Any:
    """A value of JSON."""
    kind = chance.randrange(8 if depth < 3 else 6)
    if kind == 6:
        return [anything(chance, depth + 1) for _ in range(chance.randint(0, 4))]
    if kind == 7:
        return {text(chance)[:20]: anything(chance, depth + 1) for _ in range(chance.randint(0, 4))}
    return (None, True, text(chance), chance.choice([0, -1, 2**31, 2**53, 2**64, -(2**70)]),
            chance.choice([0.5, -0.0, 1e308, float("nan"), float("inf")]), chance.choice(SLUGS))[kind]  # fmt: skip


def widget(chance: random.Random) -> dict[str, Any]:
    """The value of a widget, as the protocol writes it, of a type that has nothing to do with the widget's own."""
    value = anything(chance)
    return chance.choice([
        {"json_value": json.dumps(value)}, {"json_trigger_value": json.dumps(value)}, {"json_value": text(chance)},
        {"json_trigger_value": text(chance)}, {"string_value": text(chance)},
        {"string_trigger_value": {"data": text(chance)}},
        {"int_value": chance.choice([0, -1, 2**40])}, {"double_value": chance.choice([float("nan"), 1e308, -1.0])},
        {"bool_value": True}, {"trigger_value": True}, {"bytes_value": noise(chance, 100)},
        {"double_array_value": {"data": [float("nan"), 1e300]}}, {"int_array_value": {"data": [1, 2**40]}},
        {"string_array_value": {"data": [text(chance), text(chance)]}},
        {"file_uploader_state_value": {"uploaded_file_info": [{"file_id": text(chance), "name": "a", "size": 2**40}]}},
    ])  # fmt: skip


def frame(chance: random.Random) -> bytes:
    """What comes over the websocket instead of a message: noise, a message of another kind, one with bytes changed."""
    kind = chance.random()
    if kind < 0.2:
        return noise(chance, chance.choice([0, 1, 10, 1_000, 100_000]))
    message = BackMsg()
    state = message.rerun_script
    state.query_string, state.page_name = address(chance)[1], chance.choice([*SLUGS, text(chance)])
    state.page_script_hash, state.fragment_id = text(chance), text(chance)
    if kind < 0.5:
        name = chance.choice([each.name for each in BackMsg.DESCRIPTOR.fields if each.name not in ("rerun_script",)])
        other = BackMsg()
        if other.DESCRIPTOR.fields_by_name[name].message_type is not None:
            getattr(other, name).SetInParent()
        elif name in ("clear_cache", "set_run_on_save", "stop_script", "load_git_info", "debug_disconnect_websocket"):
            setattr(other, name, True)
        message = other
    data = bytearray(message.SerializeToString())
    if kind > 0.7:
        for _ in range(chance.randint(1, 8)):
            if data:
                data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def noise(chance: random.Random, most: int) -> bytes:
    return chance.randbytes(chance.randint(0, most))


def file(chance: random.Random) -> tuple[str, str, str, bytes]:
    """A page and a query that ask for a file, its name, and bytes that are of another kind, forged, cut or changed."""
    slug = chance.choice(sorted(links.FILES))
    any_of_it = links.links(slug, 10_000, chance.randrange(10**9))
    one = next(one for one in any_of_it if one.data and link.encode(one.params).get("source") == "file")
    fits = one.data or b""
    made: Sequence[Callable[[], bytes]] = [
        lambda: fits[: chance.randint(0, len(fits))],
        lambda: _changed(chance, fits),
        lambda: noise(chance, 50_000),
        lambda: chance.choice(LISTED)(),
    ]
    kind = next(
        each.file
        for each in fields.declared(type(one.params)).values()
        if isinstance(each, fields.Choice) and each.file
    )
    stem = "".join(letter for letter in text(chance)[:40] if letter.isprintable() and letter not in '"\\%')
    name = f"{stem or 'x'}.{chance.choice(kind.endings)}"
    return slug, link.query_string(link.encode(one.params)), name, chance.choice(made)()


def _changed(chance: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 30)):
        if changed:
            changed[chance.randrange(min(len(changed), 2_000))] = chance.randrange(256)
    return bytes(changed)


def _zipped() -> bytes:
    with io.BytesIO() as held:
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("arr_0.npy", bytes(50_000_000))
        return held.getvalue()


def _pickled() -> bytes:
    with io.BytesIO() as held:
        np.save(held, np.array([{"a": 1}], dtype=object), allow_pickle=True)
        return held.getvalue()


def _tensors(header: str) -> bytes:
    return struct.pack("<Q", len(header)) + header.encode()


LISTED: tuple[Callable[[], bytes], ...] = (
    lambda: b"",
    lambda: b"\x89PNG\r\n\x1a\n" + bytes(500),
    lambda: b"RIFF\xff\xff\xff\xffWAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00" + b"\xff" * 20 + b"data\xff\xff\xff\x7f",
    lambda: b"fLaC" + bytes(34) + b"\xff" * 100,
    lambda: (
        b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 9), }"
        + b" " * 40
        + b"\n"
    ),
    lambda: b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }" + b" " * 60 + b"\n",
    _pickled,
    lambda: pickle.dumps({"a": 1}),
    _zipped,
    lambda: zlib.compress(bytes(10_000_000)),
    lambda: _tensors('{"w": {"dtype": "F32", "shape": [999999, 999999], "data_offsets": [0, 3999992000004]}}'),
    lambda: _tensors("{" * 5_000),
    lambda: struct.pack("<Q", 2**63) + b"{}",
    lambda: (",".join(f"c{i}" for i in range(40_000)) + "\n" + ",".join("1" * 40_000)).encode(),
    lambda: b"a,b\n" + b"1,2\n" * 200_000 + b'"',
    lambda: b"a\n" + b"9" * 400_000,
    lambda: b"a,b\n" + b"=HYPERLINK(1),nan\n" * 500,
    lambda: "a\n\ud800".encode("utf-8", "surrogatepass"),
    lambda: b"\xff\xfe" + b"a\x00,\x00\n\x00" * 3_000,
    lambda: b"\n" * 1_000_000,
    lambda: b"{" * 100_000,
    lambda: b'{"slug": "tokenizer", "settings": {"merges": {"merges": {}}}}',
)


def _names(slug: str) -> list[str]:
    one = next(links.links(slug, 1, 1))
    return list(type(one.params).__dataclass_fields__)
