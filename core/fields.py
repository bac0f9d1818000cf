"""The settings of an explorer, each declared once: its kind, range, label and help, and when it counts.

>>> @dataclass(frozen=True)
... class Params:
...     solve: Literal["n", "power"] = fields.choice("n", "Solve for", {"n": "n", "power": "Power"}, rearranges=True)
...     n: int = fields.number(64, "n", 2, 10_000, used=lambda params: params.solve != "n")
...
...     def __post_init__(self) -> None:
...         fields.check(self)

From the declaration come the rules that ``check`` holds a value against, the control, its label in every sentence, the
form in an address and the links that the tests try. Where a label, a range or the options depend on what else is set,
a function of the Params stands in their place; it may be asked of values that break other rules.
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypeVar, get_args, get_origin

from core.annotations import types_of
from core.checks import between, one_of, whole, whole_rule
from core.errors import InputError
from core.numbers import count
from core.text import moved

T = TypeVar("T")
Dependent: TypeAlias = T | Callable[[Any], T]
Bound: TypeAlias = Dependent[float | int]
Columns = Callable[[bytes, str], tuple[str, ...]]
Begins = Callable[[str], Mapping[str, Any]]
Question = Callable[[bytes], bool]


@dataclass(frozen=True)
class FileKind:
    """A kind of file that a reader brings; ``title`` asks for it.

    ``small`` says of one whether reading it is sure to take no more than some hundredths of a second. All others are
    read in a worker process, never in the one that serves the pages.
    """

    title: str
    endings: tuple[str, ...]
    megabytes: int = 20
    small: Callable[[bytes], bool] = lambda data: False


SMALL_BYTES = 16_000  # the most that a file of text may have and be small (benchmarks/reading.py)
SOUND = FileKind("WAV, FLAC, Ogg or MP3, up to ten minutes", ("wav", "flac", "ogg", "oga", "opus", "mp3", "m4a"), 120)


@dataclass(frozen=True)
class Declared:
    """What every setting says of itself. ``label`` is its name for a reader, ``unit`` that of its value."""

    label: Dependent[str]
    help: Dependent[str] = ""
    unit: str = ""

    def refuse(self, params: Any, name: str) -> None:
        """Raises InputError where the value breaks the rule that is declared here."""


@dataclass(frozen=True)
class Number(Declared):
    """A number from ``low`` to ``high``, or a ``whole`` one; with ``drag`` there is a slider, with ``log`` a log one.

    ``remedy`` follows the rule in a refusal, whose ends have so many ``digits`` and are followed by the unit or, where
    they need more words, by ``ends``. A reader sees the value plus ``base``: 1 for a place in a list that the value
    counts from 0, as addresses and Python do.
    """

    low: Bound = 0.0
    high: Bound = 0.0
    whole: bool = False
    drag: bool = False
    log: bool = False
    remedy: str = ""
    digits: int = 10
    ends: Dependent[str] = ""
    base: int = 0

    def refuse(self, params: Any, name: str) -> None:
        low, high = resolved(self.low, params), resolved(self.high, params)
        if self.whole:
            whole(params, name, int(low), int(high), self.remedy)
        else:
            unit = resolved(self.ends, params) or self.unit
            between(params, name, low, high, unit, self.remedy, digits=self.digits)


@dataclass(frozen=True)
class Choice(Declared):
    """One of ``options``, each with its name for a reader; ``folded`` into a list where there are many.

    One that ``rearranges`` changes which controls there are. Where "file" is chosen, ``file`` is asked for; where
    "microphone" is, a sound, with the words of ``recording``. Where a hand chooses an option, other settings begin with
    the values that ``begins`` gives for it.
    """

    options: Dependent[Mapping[str, str]] = dataclasses.field(default_factory=dict)
    rearranges: bool = False
    folded: bool = False
    file: FileKind | None = None
    begins: Begins | None = None
    recording: str = ""

    def refuse(self, params: Any, name: str) -> None:
        one_of(params, name, literals(type(params)).get(name) or tuple(resolved(self.options, params)))


@dataclass(frozen=True)
class Switch(Declared):
    """Yes or no."""


@dataclass(frozen=True)
class Text(Declared):
    """A text: in one line, or in a field of that ``height`` in pixels. A reader sees places in it plus ``base``.

    ``start`` makes what it holds when it is first chosen as the source and still empty.
    """

    height: int = 0
    placeholder: str = ""
    start: Callable[[], str] | None = None
    base: int = 0


@dataclass(frozen=True)
class Column(Declared):
    """One column, or ``several``, of those that ``columns`` finds in a file, given its bytes and its name.

    ``besides`` names a setting whose column is left out.
    """

    columns: Columns = lambda data, name: ()
    several: bool = False
    besides: str = ""


def number(
    default: float | int, label: Dependent[str], low: Bound, high: Bound, *, unit: str = "",
    help: Dependent[str] = "", drag: bool = False, log: bool = False, remedy: str = "", digits: int = 10,
    ends: Dependent[str] = "", base: int = 0, **when: Any,
) -> Any:  # fmt: skip
    """A number, whole where ``default`` is an int.

    Of every setting, ``when`` says by ``view`` and ``used`` when it counts (``core.explorer``), by ``unless`` what its
    file must deny, by ``in_sentence`` that a preset tells of it, by ``longest`` and ``numbers`` what a text may be.
    """
    is_whole = isinstance(default, int)
    return _field(default, Number(label, help, unit, low, high, is_whole, drag, log, remedy, digits, ends, base), when)


def choice(
    default: str, label: Dependent[str], options: Dependent[Mapping[str, str]], *, help: Dependent[str] = "",
    rearranges: bool = False, folded: bool = False, file: FileKind | None = None, begins: Begins | None = None,
    recording: str = "", **when: Any,
) -> Any:  # fmt: skip
    """One of a few."""
    return _field(default, Choice(label, help, "", options, rearranges, folded, file, begins, recording), when)


def switch(default: bool, label: Dependent[str], *, help: Dependent[str] = "", **when: Any) -> Any:
    """Yes or no."""
    return _field(default, Switch(label, help), when)


def text(
    default: str, label: Dependent[str], *, help: Dependent[str] = "", height: int = 0, placeholder: str = "",
    start: Callable[[], str] | None = None, base: int = 0, **when: Any,
) -> Any:  # fmt: skip
    """A text in a line; with ``height``, in as many as there is room for."""
    return _field(default, Text(label, help, "", height, placeholder, start, base), when)


def column(
    label: str, columns: Columns, *, several: bool = False, besides: str = "", help: str = "", **when: Any
) -> Any:
    """A column of the reader's table, "" where none was chosen; or ``several``."""
    return _field(() if several else "", Column(label, help, "", columns, several, besides), when)


def _field(default: Any, declared: Declared, when: Mapping[str, Any]) -> Any:
    return dataclasses.field(default=default, metadata={"declared": declared, **when})


def declared(kind: type[Any]) -> Mapping[str, Declared]:
    """What the fields of a class of Params declare, by name."""
    return _declared(kind)  # type: ignore[arg-type]  # a class is hashable


@lru_cache(maxsize=64)
def _declared(kind: type[Any]) -> dict[str, Declared]:
    return {each.name: each.metadata["declared"] for each in dataclasses.fields(kind) if "declared" in each.metadata}


def base(kind: type[Any], name: str) -> int:
    """What a reader sees of a number, less its value: 1 for a place that the value counts from 0."""
    return int(getattr(declared(kind).get(name), "base", 0))


def for_reader(error: InputError, params: Any) -> InputError:
    """The refusal of a place counted from 0, as a reader counts it; any other as it is.

    ``params`` hold what stands now, which is what a link's place that cannot be used was replaced by.
    """
    declaration, name, value = declared(type(params)).get(error.field), error.field, error.value
    if isinstance(declaration, Text) and declaration.base and type(value) in (int, str):
        return InputError(name, moved(str(value), declaration.base), error.rule, error.remedy)
    if not isinstance(declaration, Number) or not declaration.base or type(value) is not int:
        return error
    low, high = (int(resolved(end, params)) + declaration.base for end in (declaration.low, declaration.high))
    entered, stands = (place + declaration.base for place in (value, getattr(params, name)))
    if low <= entered <= high:  # it keeps its own rule; the data have no such place
        return InputError(name, entered, error.rule, error.remedy)
    return InputError(name, entered, whole_rule(low, high), f"{count(stands)} is used instead." if error.remedy else "")


def check(params: Any) -> None:
    """Raises InputError unless every setting that counts keeps the rule that it declares.

    Choices come first, for they say what counts, and last the numbers whose ends depend on other settings.
    """
    for name, declaration in sorted(declared(type(params)).items(), key=lambda one: _turn(one[1])):
        if isinstance(declaration, Choice) or is_used(params, name):
            declaration.refuse(params, name)


def _turn(declaration: Declared) -> int:
    if isinstance(declaration, Number):
        return 2 if callable(declaration.low) or callable(declaration.high) else 1
    return 0 if isinstance(declaration, Choice) else 1


def literals(kind: type[Any]) -> Mapping[str, tuple[str, ...]]:
    """The values of every setting whose type is a ``Literal``."""
    return _literals(kind)  # type: ignore[arg-type]  # a class is hashable


@lru_cache(maxsize=64)
def _literals(kind: type[Any]) -> dict[str, tuple[str, ...]]:
    return {name: get_args(hint) for name, hint in types_of(kind).items() if get_origin(hint) is Literal}


def resolved(value: Dependent[T], params: Any) -> T:
    """What is declared, for these settings."""
    return value(params) if callable(value) else value


def is_used(params: Any, name: str, says_yes: Callable[[Question], bool] | None = None) -> bool:
    """Whether the setting counts for what is chosen, and for the file at hand, whose answers ``says_yes`` gives."""
    when = type(params).__dataclass_fields__[name].metadata
    used, question = when.get("used"), when["unless"](params) if "unless" in when else None
    return (used is None or bool(used(params))) and not (question and says_yes and says_yes(question))


def brings(params: Any) -> FileKind | None:
    """The kind of file that these settings read; ``None`` where they read none."""
    for name, one in declared(type(params)).items():
        reads = getattr(params, name) in ("file", "microphone") and is_used(params, name)
        if reads and isinstance(one, Choice) and one.file:
            return one.file
    return None


def is_small(params: Any, data: bytes | None) -> bool:
    """Whether reading ``data`` as these settings do, if at all, may be done in the process that serves the pages."""
    kind = brings(params)
    return data is None or kind is None or kind.small(data)


def unchecked(kind: type[T], values: Mapping[str, Any]) -> T:
    """Params that hold ``values`` whatever their rules say, to ask declarations and properties of."""
    params = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(params, name, value)
    return params


def options(kind: type[Any], name: str) -> Mapping[str, str]:
    """The options of a choice, by value, with their names for a reader."""
    declaration = declared(kind)[name]
    if not isinstance(declaration, Choice) or callable(declaration.options):
        raise TypeError(f"{name} has no options of its own")
    return declaration.options


def starts(kind: type[Any]) -> dict[Any, Callable[[], str]]:
    """What makes the texts that begin with something once they are the source, by name."""
    return {name: one.start for name, one in declared(kind).items() if isinstance(one, Text) and one.start}


def begun(kind: type[Any], name: str, value: Any) -> Mapping[str, Any]:
    """What other settings begin with once a hand has set this one so."""
    declaration = declared(kind).get(name)
    return declaration.begins(value) if isinstance(declaration, Choice) and declaration.begins else {}
