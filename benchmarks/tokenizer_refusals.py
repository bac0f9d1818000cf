"""How long a reader waits until a large tokenizer's file is refused, beside Python's reading of the same JSON.

python -m benchmarks.tokenizer_refusals

What cannot be used is refused with its reason within a second. These files are as large as may be and wrong only near
their end, so that all before it has to be looked at. Seconds of the processor, the least of three, on a machine that
does nothing else: another program that uses the same memory makes them half as much again.
"""

import gc
import itertools
import json
import time
from collections.abc import Callable
from typing import Any

from core import tokenizer_files
from core.errors import InputError

MANY = 499_000  # merges
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def merges_of(many: int) -> list[list[str]]:
    """Pairs of what is there, each of which makes a token that was not."""
    pieces = [*LETTERS]
    pairs = ([left, right] for left in pieces for right in LETTERS)  # the list grows while it is gone through
    merges = []
    for pair in itertools.islice(pairs, many):
        pieces.append("".join(pair))
        merges.append(pair)
    return merges


def merged(merges: list[Any], lacks: str = "") -> bytes:
    """A tokenizer.json of these merges, whose vocabulary lacks a token."""
    tokens = dict.fromkeys([*LETTERS, *("".join(merge).replace(" ", "") for merge in merges)])
    vocab = {token: place for place, token in enumerate(tokens) if token != lacks}
    return json.dumps({"model": {"type": "BPE", "vocab": vocab, "merges": merges}}).encode()


def wrong() -> dict[str, bytes]:
    """The files."""
    merges = merges_of(MANY)
    late = "".join(merges[-1_000])
    pieces = [["".join(merge), -1.0] for merge in merges]
    return {
        "merges in pairs, and the vocabulary lacks what one makes": merged(merges, late),
        "merges in lines, and the vocabulary lacks what one makes": merged([" ".join(merge) for merge in merges], late),
        "merges in pairs, and one of them twice": merged([*merges, merges[0]]),
        "pieces of Unigram, and one of them twice": json.dumps(
            {"model": {"type": "Unigram", "unk_id": None, "vocab": [*pieces, pieces[0]]}}).encode(),
    }  # fmt: skip


def seconds(function: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def refused(data: bytes) -> str:
    """The reason."""
    try:
        tokenizer_files.read(data)
    except InputError as error:
        return error.rule
    raise AssertionError("a wrong file was read")


def main() -> None:
    gc.collect()
    gc.freeze()  # as the server does when it begins
    for title, data in wrong().items():
        ours, plain = seconds(lambda data=data: refused(data)), seconds(lambda data=data: json.loads(data))
        times = f"{ours:.2f} s, {ours / plain:.1f} times Python's JSON"
        print(f"{len(data) / 1e6:.1f} MB, {title}: {times}; {refused(data)}")


if __name__ == "__main__":
    main()
