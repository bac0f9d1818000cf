"""What every explorer looks like from outside, and how one is found by the name in its address.

An explorer is a module ``core/<section>/<stem>.py``, or a package of that name whose ``__init__.py`` holds the same and
whose modules are its parts. Its slug is the stem with hyphens: ``gradient_descent`` is ``/gradient-descent``. It has

- ``Params``: a frozen dataclass of scalars, strings and tuples, each with a default, that checks itself in
  ``__post_init__`` and raises ``InputError`` naming the field; each is declared by a function of ``core.fields``. It
  stands in the package or in its module ``params``. A field that only says where the reader looks (the scrub position)
  carries ``field(metadata={"view": True})`` and never starts a computation; where that depends on the others, a
  function of the Params stands in the place of ``True``. One that holds a reader's words says by ``{"used": …}`` when
  they count, so that no link carries what a reader had pasted before;
- ``PRESETS``: settings worth trying, each with a sentence why;
- ``QUESTIONS``: what a reader guesses before the page shows it (``core.questions``);
- ``compute(params, data=None, *, device="auto", progress=None)``: the mathematics, returning a ``Result``; what
  ``core.computation.computation`` makes of a function of params, data and run;
- ``work(params, data)``: how much of which work that is, from which ``core.costs`` tells how long it takes;
- ``headline(result, params)``: the number in focus, which a reader compares with that of other settings;
- ``snippet(params)``: Python that computes the same from the root of the repository, which ``script`` makes;
- perhaps ``focus(result, params)``: the result with what depends on the view alone, cheap enough for every run;
- perhaps ``preview``, with the arguments of ``compute``: a result that is right where the reader looks and says what
  is still missing. It is shown while ``compute`` takes more than a few seconds.
"""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast, runtime_checkable

import numpy as np
import pandas
from numpy.typing import NDArray

import core
from core import fields
from core.device import Device
from core.errors import InputError
from core.headline import Headline

if TYPE_CHECKING:
    from core.questions import Question

P_contra = TypeVar("P_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True)
class Preset:
    """Settings worth trying: ``name`` stands in the address, ``title`` on the button, ``why`` below it.

    ``values`` holds only the fields of ``Params`` that differ from their defaults; ``along``: ``why`` asks to drag.
    """

    name: str
    title: str
    why: str
    values: Mapping[str, object]
    along: bool = False


@runtime_checkable
class Result(Protocol):
    """What ``compute`` returns: a frozen dataclass of NumPy arrays, beside these two."""

    @property
    def device(self) -> str:
        """Where it was computed, in words that the page may show: ``cpu``, ``cuda``."""

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes: a cache of results is bounded by it."""

    def table(self) -> pandas.DataFrame:
        """The result as tidy, labelled rows, units in the column names.

        A column of a reader's words is a ``pandas.Series(words, dtype=object)``: the strings of pandas 3
        cannot hold a lone surrogate.
        """


@runtime_checkable
class Compute(Protocol[P_contra, R_co]):
    """A computation as it is called, by pages, workers, the command line and readers' own Python: of ``params`` and the
    reader's file ``data``; ``progress`` hears fractions from 0 to 1.
    """

    def __call__(
        self,
        params: P_contra,
        data: bytes | None = None,
        *,
        device: Device = "auto",
        progress: Callable[[float], None] | None = None,
    ) -> R_co: ...


@runtime_checkable
class Explorer(Protocol):
    """The module of an explorer, seen as an object."""

    @property
    def Params(self) -> type[Any]:  # noqa: N802 (the module holds a class of this name)
        """The frozen dataclass of settings."""

    @property
    def PRESETS(self) -> tuple[Preset, ...]:  # noqa: N802 (the module holds a constant of this name)
        """Settings worth trying."""

    @property
    def QUESTIONS(self) -> tuple[Question, ...]:  # noqa: N802 (the module holds a constant of this name)
        """What a reader guesses before the page shows it."""

    @property
    def compute(self) -> Compute[Any, Result]:
        """The mathematics."""

    def work(self, params: Any, data: bytes | None) -> Mapping[str, int]:
        """What ``compute`` does, counted without doing it: how many draws, multiply-adds, bytes read, by their names.

        Raises:
            InputError: ``compute`` will refuse, too.
        """

    def headline(self, result: Any, params: Any) -> Headline:
        """The number in focus, at each step of the axis that is swept."""

    def snippet(self, params: Any) -> str:
        """Python that computes the same, runnable as pasted."""


@cache
def find(slug: str) -> Explorer:
    """The explorer whose address is ``/slug``; the folders are read once for each.

    Raises:
        InputError: no module of that name has ``Params`` and ``compute``; the sentence lists those that have.
    """
    for name in _candidates():
        if slug_of(name) == slug and _is_explorer(module := importlib.import_module(name)):
            return cast(Explorer, module)
    raise InputError("explorer", slug, "there is no such explorer", f"There are: {', '.join(slugs())}.")


@cache
def slugs() -> tuple[str, ...]:
    """The slugs of all explorers in alphabetical order. Imports every module of every section."""
    return tuple(sorted(slug_of(name) for name in _candidates() if _is_explorer(importlib.import_module(name))))


def home(params_type: type[Any]) -> str:
    """The dotted name of the explorer whose ``Params`` these are; they may stand in its module ``params``."""
    return params_type.__module__.removesuffix(".params")


def computation_key(params: Any) -> tuple[Hashable, ...]:
    """The values of all fields that the computation depends on, in the order of the dataclass.

    Two settings with equal keys have equal results, so a cache of one explorer's results uses it as its key;
    a cache shared by several adds the slug.
    """

    def is_view(field: dataclasses.Field[Any]) -> bool:
        view = field.metadata.get("view", False)
        return bool(view(params) if callable(view) else view)

    return tuple(getattr(params, field.name) for field in dataclasses.fields(params) if not is_view(field))


def focused(explorer: Explorer, result: Any, params: Any) -> Any:
    """The result with what depends on the view alone, as ``params`` look at it."""
    focus = getattr(explorer, "focus", None)
    return focus(result, params) if focus else result


def from_source(source: str) -> dict[str, Any]:
    """What a field declares that counts for one ``source`` alone, where the source itself counts."""
    return {"used": lambda params: params.source == source and fields.is_used(params, "source")}


def in_part(*parts: str, **settings: str) -> dict[str, Any]:
    """What a field declares that counts in these parts of a page alone, and there with these ``settings`` alone."""
    return {"used": lambda params: params.part in parts and settings.items() <= vars(params).items()}


def as_used(params: Any) -> Any:
    """``params`` with the default in the place of every setting that its part and source leave unused.

    A field declares by ``metadata={"used": …}``, a function of the Params, when it counts.
    """
    unused = {
        field.name: field.default
        for field in dataclasses.fields(params)
        if "used" in field.metadata and not field.metadata["used"](params)
    }
    return dataclasses.replace(params, **unused)


@dataclass(frozen=True, eq=False, kw_only=True)
class OfArrays:
    """A result that is little else than arrays; ``device`` is where it was computed."""

    device: str = "cpu"

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        return array_bytes(self)


def array_bytes(value: Any) -> int:
    """The memory of all arrays in a result, at any depth of its tuples and dataclasses.

    A part of an array keeps the whole of it; memory that several look at counts once.
    """
    return sum({id(whole): whole.nbytes for whole in _wholes(value)}.values())


def _wholes(value: Any) -> Iterator[NDArray[Any]]:
    """The arrays that own the memory which those in ``value`` look at."""
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _wholes(each)
    elif dataclasses.is_dataclass(value):
        yield from _wholes(tuple(vars(value).values()))


_HALF = re.compile(r"\\ud[89a-f]")  # in ASCII: half a surrogate pair


def script(params: Any, *after: str) -> str:
    """Python that computes ``params`` from the root of the repository into ``result``, and prints its table.

    Where it should do something else, ``after`` says what.
    """
    package, _, module = home(type(params)).rpartition(".")
    file, given = fields.brings(params), settings(as_used(params))
    half = _HALF.search(given)
    lines = [
        *(["import sys"] if half else []),
        *(["from pathlib import Path"] if file else []),
        *([""] if half or file else []),
        f"from {package} import {module}",
        "",
        f"params = {module}.Params({given})",
        *(['data = Path("your-file").read_bytes()  # write its name here'] if file else []),
        f"result = {module}.compute(params{', data' if file else ''})",
        *(['sys.stdout.reconfigure(errors="backslashreplace")  # UTF-8 lacks half a surrogate pair'] if half else []),
        *(after or ("print(result.table().to_string())",)),
    ]
    return "\n".join(lines)


def settings(params: Any) -> str:
    """What differs from the defaults, as the arguments of ``Params`` in Python, in ASCII."""
    given = ((field.name, getattr(params, field.name), field.default) for field in dataclasses.fields(params))
    return ", ".join(f"{name}={value!a}" for name, value, default in given if value != default)


def _candidates() -> Iterator[str]:
    """Dotted names of all modules and packages that stand directly in a section (a package inside ``core``)."""
    for section in pkgutil.iter_modules(core.__path__, "core."):
        if section.ispkg:
            package = importlib.import_module(section.name)
            yield from (found.name for found in pkgutil.iter_modules(package.__path__, f"{section.name}."))


def slug_of(module_name: str) -> str:
    """The address of the explorer that is the module of that dotted name."""
    return module_name.rpartition(".")[2].replace("_", "-")


def _is_explorer(module: object) -> bool:
    # A module of shared mathematics stands in the same folder and lacks these two.
    return hasattr(module, "Params") and hasattr(module, "compute")
