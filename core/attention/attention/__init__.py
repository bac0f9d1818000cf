"""The attention lab: every head of a small real model, or of a larger one, on a reader's own text.

What is computed is one pass over the text, and a second where heads are switched off or a mask is changed. Which head,
which query and which view a reader looks at never starts a pass: it is told from the queries and keys of the first.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Literal, get_args

import numpy as np
import pandas as pd
from jaxtyping import Float32

from core import device as devices
from core.attention.attention.interventions import By, Changes, Mask, read_heads, read_places
from core.attention.attention.presets import PRESETS as PRESETS
from core.attention.attention.presets import STORY
from core.attention.attention.pretrained import offered
from core.attention.attention.temperature import COLDEST, HOTTEST, Temperatures, over_temperatures
from core.attention.attention.text_analysis import OURS, Reading, encoded, read_ours, read_real
from core.checks import between, one_of, whole
from core.errors import InputError
from core.explorer import script
from core.value_text import MAX_TEXT

Show = Literal["head", "layers", "steps", "softmax", "masks", "roles", "off"]
MOST_ROWS = 600_000  # of a table: beyond, it holds the chosen head alone
VIEW = {"view": True}


@dataclass(frozen=True)
class Params:
    """What a reader sets.

    ``model`` "ours", or one of the operator's list, reads ``text``. The heads ``off`` (as 1.2, layer and head from 0)
    give 0 or their mean; ``mask``, ``window`` and ``padding`` say which keys are hidden. The rest is where they look:
    the view ``show``, a ``layer`` and a ``head``, a ``query`` (a place, from 0), a ``temperature`` of its softmax.
    """

    text: str = field(default=STORY, metadata={"longest": MAX_TEXT})
    model: str = OURS
    mask: Mask = "own"
    window: int = 4
    padding: str = field(default="", metadata={"used": lambda params: params.mask == "padding"})
    off: str = ""
    by: By = "zero"
    show: Show = field(default="head", metadata=VIEW)
    layer: int = field(default=1, metadata=VIEW)
    head: int = field(default=2, metadata=VIEW)
    query: int = field(default=16, metadata=VIEW)
    temperature: float = field(default=1.0, metadata=VIEW)

    def __post_init__(self) -> None:
        for name, options in (("mask", Mask), ("by", By), ("show", Show)):
            one_of(self, name, get_args(options))
        if self.model != OURS and self.model not in offered():
            remedy = f"Choose one of {', '.join((OURS, *offered()))}."
            raise InputError("model", self.model, "it must be a model that this server offers", remedy)
        whole(self, "window", 1, 1_024)
        for name in ("layer", "head"):
            whole(self, name, 0, 99)
        whole(self, "query", 0, 1_023)
        between(self, "temperature", COLDEST, HOTTEST)
        read_heads(self.off)
        read_places(self.padding)

    @property
    def changes(self) -> Changes:
        """What is changed in the second pass."""
        return Changes(read_heads(self.off), self.by, self.mask, self.window, read_places(self.padding))


@dataclass(frozen=True, eq=False)
class Result:
    """A text read by ``model``, which is ours where the one that was asked for cannot be had: ``refused`` says why.

    ``layer``, ``head``, ``query`` are where the reader looks, within what there is, and ``temperatures`` tells of this
    query there.
    """

    reading: Reading
    model: str
    refused: str
    remarks: tuple[str, ...]
    device: str
    layer: int = 0
    head: int = 0
    query: int = 0
    temperatures: Temperatures | None = None

    @property
    def nbytes(self) -> int:
        plain, changed = self.reading.plain, self.reading.changed
        return plain.nbytes + (0 if changed is plain else changed.nbytes)

    @cached_property
    def weights(self) -> Float32[np.ndarray, "time time"]:
        """The weights of the head in sight."""
        return self.reading.changed.weights(self.layer, self.head)

    def table(self) -> pd.DataFrame:
        """layer, head, query, key, weight for every key that a query may look at; counted from 0.

        All heads where that is at most 600,000 rows, else the one in sight.
        """
        seen = self.reading.changed
        heads = [(layer, head) for layer in range(seen.layers) for head in range(seen.heads)]
        query, key = np.nonzero(seen.allowed)
        if len(query) * len(heads) > MOST_ROWS:
            heads = [(self.layer, self.head)]
        words = np.array(self.reading.labels, dtype=object)
        layers, numbers = np.repeat(np.array(heads), len(query), axis=0).T
        columns: dict[str, Any] = {"layer": layers, "head": numbers}
        columns |= {"query": np.tile(query, len(heads)), "key": np.tile(key, len(heads))}
        columns["weight"] = np.concatenate([seen.weights(*each)[query, key] for each in heads])
        for name in ("query", "key"):
            columns[f"{name} token"] = pd.Series(words[columns[name]], dtype=object)
        return pd.DataFrame(columns)

    def npz(self) -> bytes:
        """All weights [layers, heads, queries, keys] in float32, the tokens, and what was hidden, for NumPy."""
        seen = self.reading.changed
        weights = [[seen.weights(layer, head) for head in range(seen.heads)] for layer in range(seen.layers)]
        file = io.BytesIO()
        np.savez(
            file,
            weights=np.array(weights),
            tokens=np.array(seen.tokens),
            labels=np.array(self.reading.labels),
            allowed=seen.allowed,
        )
        return file.getvalue()


def compute(
    params: Params,
    data: bytes | None = None,
    *,
    device: devices.Device = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """One pass of the model over the text, or two where something is changed.

    Raises:
        MissingInput: the text is empty.
        InputError: a head that is switched off or a place that is hidden does not exist.
    """
    chosen = devices.choose(device)
    ours = partial(read_ours, params.text, params.changes)
    model, refused = params.model, ""
    try:
        real = partial(read_real, model, params.text, params.changes, tell=progress or (lambda done: None))
        reading, notice = devices.with_fallback(ours if model == OURS else real, chosen)
    except InputError as error:
        if error.field != "model" or model == OURS:
            raise
        model, refused = OURS, f"{error} The model that comes with Glassbox is shown."
        reading, notice = devices.with_fallback(ours, chosen)
    _ = reading.changed.tiles  # here, since a worker may be at it, and not where the pictures are made
    remarks = (*([notice] if notice else []), *reading.remarks)
    return focus(Result(reading, model, refused, remarks, "cpu" if notice else chosen.type), params)


def focus(result: Result, params: Params) -> Result:
    """The result with the head and the query that are looked at; the last where there are not so many."""
    seen = result.reading.changed
    layer, head = min(params.layer, seen.layers - 1), min(params.head, seen.heads - 1)
    query = min(params.query, seen.time - 1)
    temperatures = None
    if params.show == "softmax":
        scores = seen.scores(layer, head)[query]
        temperatures = over_temperatures(scores, seen.allowed[query], seen.query.shape[-1], params.temperature)
    return replace(result, layer=layer, head=head, query=query, temperatures=temperatures)


def estimate_seconds(params: Params, data: bytes | None) -> float:
    """About how long ``compute`` takes on one core of a laptop, generously."""
    if params.model != OURS:
        return 5.0
    if not params.text:
        return 0.0
    tokens = len(encoded(params.text)[0].ids)
    return (0.004 + 8e-5 * tokens + 2.6e-7 * tokens**2) * (2 if params.changes.any else 1)


def snippet(params: Params) -> str:
    """Python that prints the same numbers."""
    return script(params, "print(result.table())")
