"""What pages of tests ask of a file. It stands by itself, since a worker imports all that stands beside it."""

import os
import time

from core import worker
from core.errors import InputError


def where(data: bytes, name: str) -> tuple[str, ...]:
    """The number of the process that reads."""
    return (str(os.getpid()),)


def besides(data: bytes, name: str) -> tuple[str, ...]:
    raise InputError("file", name, "it must be a table", "Choose another one.")


def slow(data: bytes, name: str) -> tuple[str, ...]:
    time.sleep(4)
    return ("late",)


def endless(data: bytes, name: str) -> tuple[str, ...]:
    while True:
        time.sleep(1)


def die(data: bytes, name: str) -> tuple[str, ...]:
    os._exit(1)


def greedy(data: bytes, name: str) -> tuple[str, ...]:
    return (str(len(bytearray(2 * worker.MOST_MEMORY))),)
