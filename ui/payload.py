"""One message from Python to the browser: a JSON header and the arrays it speaks of, as they lie in memory.

Layout, little-endian: ``u4`` packed flag, ``u4`` zero, then the body, deflated when the flag is 1. The body is ``u4``
header length, ``u4`` zero, the header (UTF-8 JSON, padded to 8 bytes), then the arrays, each aligned to 8 bytes. The
header's ``arrays`` gives dtype, shape and offset (from the start of the body) of each. ``assets/js/glassbox.js``
reads it.

Streamlit forwards ``bytes`` untouched, whereas it serialises dictionaries twice more to find an element's identity.
"""

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

PACK_FROM = 64_000  # bytes: below this, deflating costs more time than sending
KINDS = {"u1", "u2", "u4", "i1", "i2", "i4", "f4", "f8"}


def pack(
    header: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
    aside: Mapping[str, Any] | None = None,
    *,
    deflate: bool = True,
) -> bytes:
    """Bytes of ``header`` and ``arrays``; the header gains ``arrays``, ``digest`` and what is in ``aside``.

    The digest is of everything but ``aside``: what it names need not be drawn again when it comes again.

    Raises:
        TypeError: an array is of a kind that JavaScript's typed arrays lack (``int64``, ``bool``, ``object``).
    """
    blocks, table, offset = [], {}, 0
    for name, array in arrays.items():
        data = np.ascontiguousarray(array)
        kind = data.dtype.str[1:]
        if kind not in KINDS:
            raise TypeError(f"array {name} is {data.dtype}; send one of {', '.join(sorted(KINDS))}")
        block = _padded(data.astype(data.dtype.newbyteorder("<"), copy=False).tobytes())
        table[name] = {"dtype": kind, "shape": list(data.shape), "offset": offset}
        blocks.append(block)
        offset += len(block)
    body = b"".join(blocks)
    digest = hashlib.blake2b(json.dumps(header, sort_keys=True).encode("utf-8", "surrogatepass") + body, digest_size=8)
    head = _encode({**header, **(aside or {})}, table, digest.hexdigest())
    whole = struct.pack("<II", len(head.rstrip(b" ")), 0) + head + body
    if not deflate or len(whole) < PACK_FROM:
        return struct.pack("<II", 0, 0) + whole
    return struct.pack("<II", 1, 0) + zlib.compress(whole, level=1)


def _encode(header: dict[str, Any], table: dict[str, dict[str, Any]], digest: str) -> bytes:
    """The header's bytes. Offsets count from the start of the body, so they depend on the header's own length."""
    start = 0
    while True:  # the offsets' digits lengthen the header; twice round at the most settles it
        shifted = {name: {**entry, "offset": entry["offset"] + start} for name, entry in table.items()}
        text = json.dumps({**header, "arrays": shifted, "digest": digest})  # ASCII: lone surrogates are escaped
        head = _padded(text.encode())
        if 8 + len(head) == start:
            return head
        start = 8 + len(head)


def _padded(data: bytes) -> bytes:
    return data + b" " * (-len(data) % 8)
