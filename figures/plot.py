"""What a figure is, before anything draws it: a Plotly figure as plain data, and the axis that sweeps it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.swept_rows import nearest
from core.table_text import to_csv

Array = NDArray[Any]


@dataclass(frozen=True)
class Cursor:
    """The place of the focus on curves that stay: a line at ``x[i]`` and a dot on each axis of ``y`` at ``y[axis][i]``.

    The browser moves it without asking Plotly, which would take a frame; only pictures to keep are drawn by Plotly.
    """

    x: Array
    y: Mapping[str, Array]


@dataclass(frozen=True)
class Sweep:
    """An axis that the browser holds whole, so that dragging along it costs no round trip.

    ``field`` names the field of Params that says where the axis stands: with ``values`` it holds the value there (of
    their kind, ``int`` or ``float``), else the index.

    ``rows`` hangs arrays on places in the figure: ``{"data.2.y": a}`` puts ``a[i]`` there when the axis stands at
    ``i``; the first dimension of each is the axis. ``words`` says where the axis stands, in the readout and to a screen
    reader: ``{value}`` and ``{last}`` in it are the values there and at the end, or those ``displayed``, where what a
    reader should read is another quantity than ``field`` holds, which ``{field}`` then is. Where the figure itself
    stays and only the focus moves, a ``cursor`` is all it takes. One figure of a page holds the control; others follow.

    ``along`` holds the place of each step on the figure's x axis, where it is this axis: the control's thumb stands
    under it. A ``cursor`` says the same by its ``x``. With ``scale``, what is shown is ``scale`` times what ``field``
    holds, and a reader may write it. ``held`` are x and y at each step of a point that the axis moves: a hand may drag
    it in the picture.
    """

    name: str
    label: str
    length: int
    unit: str = ""
    values: Array | None = None
    words: str = ""
    displayed: Array | None = None
    rows: Mapping[str, Array] = field(default_factory=dict)
    cursor: Cursor | None = None
    control: bool = True
    field: str = ""
    along: Array | None = None
    scale: float = 0.0
    held: tuple[Array, Array] | None = None

    def __post_init__(self) -> None:
        lengths = {path: len(array) for path, array in self.rows.items()}
        if self.along is not None:
            lengths["along"] = len(self.along)
        if self.held is not None:
            lengths |= {"held x": len(self.held[0]), "held y": len(self.held[1])}
        if self.displayed is not None:
            lengths["displayed"] = len(self.displayed)
        if self.cursor is not None:
            lengths |= {"cursor x": len(self.cursor.x)} | {axis: len(array) for axis, array in self.cursor.y.items()}
        if any(length != self.length for length in lengths.values()):
            raise ValueError(f"swept arrays must have {self.length} rows, got {lengths}")

    def index_of(self, value: float) -> int:
        """Where on the axis ``value`` stands, or the place nearest to it."""
        if self.values is None:
            return min(max(int(value), 0), self.length - 1)
        return nearest(self.values, float(value))

    def value_at(self, index: int) -> int | float:
        """What ``field`` holds when the axis stands at ``index``."""
        index = min(max(index, 0), self.length - 1)
        return index if self.values is None else self.values[index].item()

    @property
    def smallest(self) -> int | float:
        """The smallest that ``field`` holds on the axis."""
        return 0 if self.values is None else self.values.min().item()

    @property
    def largest(self) -> int | float:
        """The largest that ``field`` holds on the axis."""
        return self.length - 1 if self.values is None else self.values.max().item()


@dataclass(frozen=True)
class Plot:
    """A Plotly figure as plain dictionaries, with colours by name (see ``figures.theme``).

    ``name`` is the file name of its pictures; ``summary`` says to a screen reader what the figure shows. Where a pinned
    state may reach beyond its axes, ``widened`` makes those of the layout that hold the curve with such x and y too.
    """

    name: str
    data: Sequence[dict[str, Any]]
    layout: dict[str, Any]
    summary: str
    height: int
    sweep: Sweep | None = None
    widened: Callable[[Array, Array], Mapping[str, Any]] | None = None


@dataclass(frozen=True)
class Zoom:
    """Dragging over a view selects a stretch of its axes, and is computed anew.

    ``x`` and ``y`` name the two fields of Params that hold the lower and the upper end of that axis; at their defaults
    they show the whole. A double click goes back.
    """

    x: tuple[str, str] | None = None
    y: tuple[str, str] | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        return (*(self.x or ()), *(self.y or ()))


@dataclass(frozen=True)
class Panel:
    """A view of an explorer's own: ``module`` (in ``assets/js/panels``) draws ``header`` and ``arrays`` at each index.

    Every string that comes from a reader must be ``core.text.visible``; the module sets text, never markup. With
    ``zoom`` it lets a hand select; ``kept`` is False where it is no picture that one would keep, and ``drawn`` where
    its module hands the data to another panel: it takes no place on the page. ``still(step)`` is the header and the
    arrays of what stands for it at one step, where it can be compared with another of its kind: that one is given
    them, as ``header.pinned`` and as arrays named ``pinned.…``.
    """

    name: str
    module: str
    follow: str
    length: int
    header: Mapping[str, Any]
    arrays: Mapping[str, Array]
    zoom: Zoom | None = None
    kept: bool = True
    drawn: bool = True
    still: Callable[[int], tuple[Mapping[str, Any], Mapping[str, Array]]] | None = None

    @classmethod
    def sentence(cls, name: str, follow: str, said: Sequence[Any], length: int = 0) -> "Panel":
        """What is ``said`` at each step of the axis, or at all ``length`` of them alike: pieces of a kind ("focus",
        "dim" or "") and words.
        """
        return cls(name, "shared/sentence.js", follow, length or len(said), {"said": said}, {}, kept=False)

    @classmethod
    def table(
        cls, name: str, follow: str, length: int, header: Mapping[str, Any], columns: Iterable[Array],
        kept: bool = False, **more: Array,
    ) -> "Panel":  # fmt: skip
        """Named rows under ``header["heads"]``, which a click sorts: of each column, all its rows at each step."""
        arrays = {f"column{i}": np.asarray(column) for i, column in enumerate(columns)} | more
        return cls(name, "shared/sortable_table.js", follow, length, header, arrays, kept=kept)


@dataclass(frozen=True)
class Row:
    """Pictures side by side; one below the other on a phone."""

    views: tuple[Plot | Panel, ...]


class Later(Sequence[Plot | Panel | Row]):
    """Pictures that ``make`` makes once somebody looks at them."""

    def __init__(self, make: Callable[[], Sequence[Plot | Panel | Row]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> tuple[Plot | Panel | Row, ...]:
        return tuple(self._make())

    def __getitem__(self, place: Any) -> Any:
        return self._made[place]

    def __len__(self) -> int:
        return len(self._made)


@dataclass(frozen=True)
class Views:
    """All pictures of a page.

    ``main`` stays in sight of the controls. Where it holds no swept axis, ``axis`` is the low picture under it that
    does. ``readout`` says in a sentence where the axis stands; ``opened`` is the arithmetic of the number in focus;
    ``more`` are further pictures, ``Later`` where making them takes time. ``compared`` is the house's: the number in
    focus beside that of a pinned state.
    """

    main: Plot | Panel | Row
    axis: Plot | None = None
    readout: Panel | None = None
    opened: Sequence[Plot | Panel | Row] = ()
    more: Sequence[Plot | Panel | Row] = ()
    compared: Panel | None = None

    @property
    def swept(self) -> Sweep | None:
        """The axis that a hand moves."""
        sweeps = (view.sweep for view in self.all() if isinstance(view, Plot) and view.sweep is not None)
        return next((sweep for sweep in sweeps if sweep.control), None)

    def all(self) -> Iterator[Plot | Panel]:
        """Every picture once, top to bottom."""
        first = (self.main, self.axis, self.compared, self.readout)
        for view in chain(first, self.opened, self.more):
            if view is not None:
                yield from view.views if isinstance(view, Row) else (view,)

    def named(self, names: Collection[str]) -> Iterator[Plot | Panel]:
        """Those of these names, top to bottom. What stands below the last of them is not made for this."""
        left = set(names)
        pictures = self.all()
        while left and (view := next(pictures, None)) is not None:
            if view.name in left:
                left.remove(view.name)
                yield view


def browser_array(values: Sequence[float] | Array) -> Array:
    """The array in the smallest kind that a browser holds exactly: 8 to 32 bit integers, else float64.

    Integers beyond 2⁵³ lose their last digits: JavaScript has no wider number.
    """
    array = np.asarray(values)
    if not np.issubdtype(array.dtype, np.integer):
        return array.astype(np.float64)
    low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
    for kind in (np.uint8, np.uint16, np.int16, np.uint32, np.int32):
        limits = np.iinfo(kind)
        if limits.min <= low and high <= limits.max:
            return array.astype(kind)
    return array.astype(np.float64)


@dataclass(frozen=True)
class Download:
    """A file to keep. ``make`` runs only when a reader asks for it."""

    label: str
    name: str
    kind: str
    make: Callable[[], str | bytes]

    @classmethod
    def table(cls, label: str, name: str, make: Callable[[], Any]) -> "Download":
        """A table (a frame of pandas) as CSV."""
        return cls(label, name, "text/csv", lambda: to_csv(make()))
