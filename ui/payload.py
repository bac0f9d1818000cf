"""One message from Python to the browser: a JSON header and the arrays it speaks of, as they lie in memory.

Layout, little-endian: ``u4`` length of what stands aside, ``u4`` zero, that (UTF-8 JSON, padded to 8 bytes); ``u4``
packed flag, ``u4`` length of the end, then the body; when the flag is 1 all but its end is deflated. The body is ``u4``
header length, ``u4`` zero, the header (UTF-8 JSON, padded to 8 bytes), then the arrays, each aligned to 8 bytes. The
header's ``arrays`` gives dtype, shape and offset (from the start of the body) of each. ``assets/js/wire.js`` reads it.

Streamlit forwards ``bytes`` untouched, whereas it serialises dictionaries twice more to find an element's identity.
"""

import hashlib
import json
import logging
import math
import struct
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

PACK_FROM = 64_000  # bytes: below this, deflating costs more time than sending
SAMPLE = 4_096  # bytes that tell whether an array can be deflated: random floats cannot, and trying takes time
SAMPLES = 16  # of what is deflated as one
WORTH = 0.8
LOG = logging.getLogger("glassbox.payload")
KINDS = {"u1", "u2", "u4", "i1", "i2", "i4", "f4", "f8"}


def pack(
    header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], aside: Mapping[str, Any] | None = None,
    *, packs: bool = True,
) -> bytes:  # fmt: skip
    """The message that says ``header`` and ``arrays``, with what stands ``aside``. See ``body`` and ``beside``."""
    return beside(aside or {}, body(header, arrays, packs=packs))


def beside(aside: Mapping[str, Any], body: bytes) -> bytes:
    """The message that says a ``body``, and to one browser at one time what stands ``aside``."""
    before = _padded(json.dumps(aside).encode())
    return struct.pack("<II", len(before), 0) + before + body


def body(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], *, packs: bool = True) -> bytes:
    """Bytes of ``header`` and ``arrays``; the header gains ``arrays`` and ``digest``.

    The digest is of everything: what it names need not be drawn again when it comes again. Where it does not ``packs``,
    all stays as it is, for who deflates it more thoroughly.

    Raises:
        TypeError: an array is of a kind that JavaScript's typed arrays lack (``int64``, ``bool``, ``object``).
    """
    blocks = {}
    for name, array in arrays.items():
        data = np.ascontiguousarray(array)
        kind = data.dtype.str[1:]
        if kind not in KINDS:
            raise TypeError(f"array {name} is {data.dtype}; send one of {', '.join(sorted(KINDS))}")
        block = _padded(data.astype(data.dtype.newbyteorder("<"), copy=False).tobytes())
        blocks[name] = {"dtype": kind, "shape": list(data.shape)}, block
    text = _json(header)
    is_large = packs and len(text) + sum(len(block) for _, block in blocks.values()) >= PACK_FROM
    rigid = {name for name, (_, block) in blocks.items() if is_large and not _shrinks(block)}
    plain = sum(len(blocks[name][1]) for name in rigid)
    ordered = sorted(blocks, key=rigid.__contains__)  # those that stay as they are at the end
    table, offset = {}, 0
    for name in ordered:
        entry, block = blocks[name]
        table[name] = entry | {"offset": offset}
        offset += len(block)
    together = b"".join(blocks[name][1] for name in ordered)
    digest = hashlib.blake2b(text.encode() + json.dumps(table).encode() + together, digest_size=8).hexdigest()
    head = _encode(text, digest, table)
    whole = struct.pack("<II", len(head.rstrip(b" ")), 0) + head + together
    if not is_large or len(whole) - plain < PACK_FROM:
        return struct.pack("<II", 0, 0) + whole
    end = len(whole) - plain
    return struct.pack("<II", 1, plain) + _deflated(whole[:end]) + whole[end:]


def _deflated(data: bytes) -> bytes:
    """``data`` deflated quickly. Numbers that repeat only side by side, such as weights beside a mask's zeros, get
    smaller by a tenth or more, and sooner, where no other repetition is looked for: a sample tells.
    """
    apart = max(1, len(data) // SAMPLES)
    sample = b"".join(data[at : at + SAMPLE] for at in range(apart // 2, len(data), apart))
    strategy = min((zlib.Z_DEFAULT_STRATEGY, zlib.Z_RLE), key=lambda each: len(_deflate(sample, each)))
    return _deflate(data, strategy)


def _deflate(data: bytes, strategy: int) -> bytes:
    packer = zlib.compressobj(level=1, strategy=strategy)
    return packer.compress(data) + packer.flush()


def _json(header: Mapping[str, Any]) -> str:
    """ASCII: lone surrogates are escaped. NaN and infinite numbers, which JSON lacks, are null, as in JavaScript."""
    try:
        return json.dumps(header, allow_nan=False)
    except ValueError:
        LOG.warning("a number that is not finite leaves a picture: %.60a", header.get("name", header.get("field")))
        return json.dumps(_finite(header), allow_nan=False)


def _finite(node: Any) -> Any:
    if isinstance(node, Mapping):
        return {name: _finite(each) for name, each in node.items()}
    if isinstance(node, list | tuple):
        return [_finite(each) for each in node]
    return None if isinstance(node, float) and not math.isfinite(node) else node


def _shrinks(block: bytes) -> bool:
    middle = max(0, len(block) - SAMPLE) // 2
    sample = block[middle : middle + SAMPLE]
    return len(block) <= 2 * SAMPLE or len(zlib.compress(sample, level=1)) < WORTH * len(sample)


def _encode(text: str, digest: str, table: dict[str, dict[str, Any]]) -> bytes:
    """The header's bytes. Offsets count from the start of the body, so they depend on the header's own length."""
    start = 0
    while True:  # the offsets' digits lengthen the header; twice round at the most settles it
        shifted = {name: {**entry, "offset": entry["offset"] + start} for name, entry in table.items()}
        end = json.dumps({"digest": digest, "arrays": shifted})
        head = _padded(f"{text[:-1]}{', ' if len(text) > 2 else ''}{end[1:]}".encode())
        if 8 + len(head) == start:
            return head
        start = 8 + len(head)


def _padded(data: bytes) -> bytes:
    return data + b" " * (-len(data) % 8)
