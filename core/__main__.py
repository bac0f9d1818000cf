"""Runs the link of any page without a browser.

python -m core "tokenizer?merges=6"            the first rows of the result
python -m core "tokenizer?merges=6" --csv      all rows
python -m core "tokenizer?merges=6" --json     settings, result and device as one JSON object

A link that cannot be used in every part is an error: the sentences that the page would show go to the error
stream, nothing to the output, and the exit status is 2.
"""

import argparse
import dataclasses
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas
from numpy.typing import NDArray

from core import explorer, link, moved_parts, table_text, text
from core.errors import InputError

_ROWS = 12


def main(argv: Sequence[str] | None = None) -> int:
    """Answers the command line ``argv`` (the process's own by default) and returns the exit status."""
    arguments = _parser().parse_args(argv)
    try:
        slug, query = moved_parts.led(*link.read_address(arguments.link))
        page = explorer.find(slug)
        params, problems = _settings(page, query)
        if problems:
            return _refuse(problems)
        result = page.compute(params, _file(arguments.data), device=arguments.device)
    except InputError as error:
        return _refuse([error])
    if arguments.json:
        return _print(_json(slug, params, result))
    return _print(table_text.to_csv(result.table()) if arguments.csv else _summary(slug, result))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m core", description="Compute what the page of a link shows, without a browser."
    )
    parser.add_argument("link", help='the address of a page or its end, such as "tokenizer?merges=6"')
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print settings, result and device as JSON")
    form.add_argument("--csv", action="store_true", help="print the table of the result as CSV")
    parser.add_argument("--data", type=Path, metavar="FILE", help="the file to bring, as on the page")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto", help="default: auto")
    return parser


def _settings(page: explorer.Explorer, query: dict[str, str]) -> tuple[Any, Sequence[InputError]]:
    decoded = link.decode(page.Params, query, page.PRESETS)
    return decoded.params, decoded.problems


def _file(path: Path | None) -> bytes | None:
    try:
        return path.read_bytes() if path else None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError("data", str(path), f"the file cannot be read ({reason})") from error


def _refuse(problems: Sequence[InputError]) -> int:
    for problem in problems:
        # A link may come from anyone, and must not send commands to the terminal.
        print(text.visible(str(problem)), file=sys.stderr)
    return 2


def _print(output: str) -> int:
    """Prints in UTF-8 on any system; a lone surrogate, which UTF-8 lacks, as a backslash and its number."""
    try:
        sys.stdout.buffer.write(output.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The reader of the pipe has seen enough. Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _json(slug: str, params: Any, result: explorer.Result) -> str:
    parts = {"explorer": slug, "params": params, "result": result, "device": result.device}
    return json.dumps(_plain(parts), allow_nan=False) + "\n"


def _summary(slug: str, result: explorer.Result) -> str:
    table = result.table()
    head = table.head(_ROWS).map(lambda cell: text.visible(cell) if isinstance(cell, str) else cell)
    lines = [f"{slug}, {len(table):,} rows, computed on {result.device}", "", head.to_string(index=False)]
    if len(table) > _ROWS:
        lines.append(f"… and {len(table) - _ROWS:,} more rows, which --csv prints")
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> Any:
    """``value`` as JSON knows it: dataclasses and mappings as objects, arrays, tuples and bytes as lists.

    NaN and the infinities, which JSON lacks, are null. A complex number is the list of its two parts.
    """
    if isinstance(value, str | int | None) and not isinstance(value, np.generic):
        return value
    if dataclasses.is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, pandas.DataFrame):
        return {str(name): _plain(column.to_numpy()) for name, column in value.items()}
    if isinstance(value, list | tuple | bytes | range):
        return [_plain(each) for each in value]
    return _plain_array(np.asarray(value))


def _plain_array(array: NDArray[Any]) -> Any:
    if array.dtype.kind == "c":
        array = np.stack([array.real, array.imag], axis=-1)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        numbers = array.astype(object)
        numbers[~np.isfinite(array)] = None
        return numbers.tolist()
    if array.dtype.kind not in "OSV":
        return array.tolist()
    if array.dtype.kind == "O" and array.ndim:
        return [_plain(each) for each in array]
    raise TypeError(f"a value of type {array.dtype} has no form in JSON")


if __name__ == "__main__":
    sys.exit(main())
