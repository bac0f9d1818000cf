"""What a page asks of a reader's file before it computes: the names of its columns, by which a reader chooses.

A small file is read where the page runs. A larger one is read in a worker, once for all columns that the page asks for:
most are there before a reader sees that they were waited for, and until then the page stands as it is.
"""

from collections.abc import Collection
from typing import Any

from core import fields
from core.errors import InputError, Unfinished
from core.numbers import count
from core.worker import Cancelled, columns_of, within_memory
from ui import compute as computing
from ui.jobs import POOL
from ui.state import File, State

MAX_SECONDS = 30.0  # that the reading of columns may take, waiting left out


def columns(state: State, file: File, wanted: fields.Columns) -> tuple[str, ...] | None:
    """The columns that ``wanted`` finds in the file; ``None`` while a worker is at it, or after the reader stopped it.

    Raises:
        InputError: it is no table, or could not be read.
    """
    if wanted not in file.columns:
        if fields.is_small(fields.unchecked(state.explorer.Params, state.values), file.data):
            file.columns.update(columns_of([wanted], file.data, file.name))
        else:
            file.columns.update(_read(state, file))
    found = file.columns.get(wanted)
    if isinstance(found, InputError):
        raise found
    return found


def _read(state: State, file: File) -> dict[Any, Any]:
    """What every setting of the page that is a column asks of the file; nothing while a worker is at it."""
    key = "columns", file.digest
    if state.job is not None and (state.job.key != key or state.job.abandoned):
        state.job.cancel()
        state.job = None
    if state.job is None:
        state.job = computing.Running(key, _submit(_askers(state.explorer.Params), file), doing="Reading the file")
        state.job.watch_over()
        state.job.job.wait(computing.SOON_SECONDS)
    if not state.job.job.done():
        return {}
    try:
        found: dict[Any, Any] = state.job.job.result()
    except Cancelled:
        return {}  # state.job stays, as for a computation: it marks that a reader stopped this
    except Unfinished as error:  # and here too
        rule = f"{file.name} could not be read in {count(MAX_SECONDS)} s and the memory that there is"
        raise Unfinished("file", file.name, rule, "Bring a part of it.") from error
    state.job = None
    return found


def _submit(askers: Collection[fields.Columns], file: File) -> Any:
    job = POOL.submit(within_memory, columns_of, list(askers), file.data, file.name)
    job.most_seconds = MAX_SECONDS
    return job


def _askers(params: type[Any]) -> set[fields.Columns]:
    return {one.columns for one in fields.declared(params).values() if isinstance(one, fields.Column)}
