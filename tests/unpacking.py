"""The wire format (ui/payload.py), read back by a second reader written from its description."""

import json
import struct
import zlib
from typing import Any

import numpy as np


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The header and the arrays of a message."""
    beside = 8 + struct.unpack_from("<I", data)[0]
    aside = json.loads(data[8:beside])
    packed, end = struct.unpack_from("<II", data, beside)
    start, first = len(data) - end, beside + 8
    body = zlib.decompress(data[first:start]) + data[start:] if packed else data[first:]
    (length,) = struct.unpack_from("<I", body)
    header = json.loads(body[8 : 8 + length])
    arrays = {
        name: np.frombuffer(
            body, np.dtype("<" + entry["dtype"]), int(np.prod(entry["shape"])), entry["offset"]
        ).reshape(entry["shape"])
        for name, entry in header["arrays"].items()
    }
    assert all(entry["offset"] % 8 == 0 for entry in header["arrays"].values())
    return {**header, **aside}, arrays
