"""A page's text: a sample that the house has, what a reader pastes, or a reader's file; and what is said of each."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from core import fields
from core.errors import InputError, MissingInput
from core.explorer import from_source
from core.numbers import beyond
from core.table_text import csv_column
from core.text import MAX_BYTES, decode
from core.value_text import MAX_TEXT

SAMPLES = Path(__file__).resolve().parents[1] / "assets" / "samples"
SOURCES = {"sample": "Shakespeare", "text": "Your text", "file": "Your file"}
FILE = fields.FileKind("A text of up to 5 MB", ("txt", "md", "log", "pdf", "docx"), megabytes=5,
                       small=lambda data: len(data) <= fields.SMALL_BYTES)  # fmt: skip
ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8 with a byte order mark",
    "utf-16-le": "UTF-16, little-endian",
    "utf-16-be": "UTF-16, big-endian",
    "utf-32-le": "UTF-32, little-endian",
    "utf-32-be": "UTF-32, big-endian",
}


@dataclass(frozen=True)
class OfText:
    """The settings of a page that reads a text: where it comes from, and what was pasted."""

    # fmt: off
    source: Literal["sample", "text", "file"] = fields.choice("sample", "Text", SOURCES, rearranges=True, file=FILE)
    text: str = fields.text("", "Your text", height=140, placeholder="Paste any text here.", longest=MAX_TEXT,
                            **from_source("text"))
    # fmt: on


@cache
def sample(name: str) -> str:
    """The text of that name in ``assets/samples``."""
    return (SAMPLES / f"{name}.txt").read_text(encoding="utf-8")


def read(params: Any, own: Callable[[], str], data: bytes | None) -> tuple[str, tuple[str, ...]]:
    """The text that ``params`` (``OfText``) name, ``own()`` where that is the sample, and how it was read.

    Raises:
        InputError: as ``read_file`` and ``not_empty``.
    """
    match params.source:
        case "sample":
            return own(), ()
        case "text":
            return not_empty("text", params.text), ()
    return read_file(data, 1_000_000 * FILE.megabytes)


def read_file(
    data: bytes | None, most: int = MAX_BYTES, column: str = "", remedy: str = "Choose a text."
) -> tuple[str, tuple[str, ...]]:
    """The text of a reader's file, or of one column of it, and how it was read.

    Raises:
        InputError: there is no file (``remedy`` asks for one), it is no text, has more than ``most`` bytes, lacks the
            column, or holds no word.
    """
    if data is None:
        raise MissingInput.no_file(remedy)
    at_most("file", len(data), most, lambda size: beyond(size, most))
    reading = csv_column(data, column) if column else decode(data)
    encoding = () if reading.guessed else (f"Read as {ENCODINGS[reading.encoding]}.",)
    return not_empty("file", reading.text), (*encoding, *([reading.remark] if reading.remark else []))


def not_empty(field: str, text: str) -> str:
    """The text of that field.

    Raises:
        InputError: it is empty, or nothing but white space.
    """
    if not text and field == "file":
        raise MissingInput(field, text, "The file is empty", "Choose another one.")
    if not text:
        raise MissingInput(field, text, "There is no text yet", "Write or paste some.")
    if not text.strip():
        raise InputError(field, text, "it must hold a word, not only white space", "Add some words.")
    return text


def at_most(field: str, has: int, most: int, written: Callable[[int], str]) -> None:
    """Raises InputError where a text has too much, with both numbers as they are ``written``."""
    if has > most:
        rule = f"it must have at most {written(most)}, and has {written(has)}"
        raise InputError(field, "the text", rule, "Bring a part of it.")


def length(params: Any, own: Callable[[], str], data: bytes | None) -> int:
    """About how many characters there are to read, without reading a file."""
    return len(data or b"") if params.source == "file" else len(own() if params.source == "sample" else params.text)
