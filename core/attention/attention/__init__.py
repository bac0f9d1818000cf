"""The attention lab: every head of a small real model, or of a larger one, on a reader's own text.

What is computed is one pass over the text, and a second where heads are switched off or a mask is changed. Which head,
which query and which view a reader looks at never starts a pass: it is told from the queries and keys of the first.
"""

import io
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float32

from core.attention.attention.params import Params as Params
from core.attention.attention.presets import PRESETS as PRESETS
from core.attention.attention.questions import QUESTIONS as QUESTIONS
from core.attention.attention.temperature import Temperatures, over_temperatures
from core.attention.attention.text_analysis import OURS, TextAnalysis, encoded, read_ours, read_real
from core.computation import Run, computation
from core.errors import InputError
from core.explorer import script
from core.headline import Headline

MOST_ROWS = 600_000  # of a table: beyond, it holds the chosen head alone


@dataclass(frozen=True, eq=False)
class Result:
    """A text read by ``model``, which is ours where the one that was asked for cannot be had: ``refused`` says why.

    ``layer``, ``head``, ``query`` are where the reader looks, within what there is, and ``temperatures`` tells of this
    query there; pictures show entropies in ``unit``.
    """

    reading: TextAnalysis
    model: str
    refused: str
    remarks: tuple[str, ...]
    device: str = "cpu"
    layer: int = 0
    head: int = 0
    query: int = 0
    temperatures: Temperatures | None = None
    unit: str = "bits"

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
        cache = self.reading.changed
        heads = [(layer, head) for layer in range(cache.layers) for head in range(cache.heads)]
        if cache.heads * sum(int(rule.allowed.sum()) for rule in cache.rules) > MOST_ROWS:
            heads = [(self.layer, self.head)]
        rows = [
            (*np.broadcast_arrays(layer, head, *pairs), cache.weights(layer, head)[pairs])
            for layer, head in heads
            if (pairs := np.nonzero(cache.rules[layer].allowed))
        ]
        names = ("layer", "head", "query", "key", "weight")
        columns: dict[str, Any] = dict(zip(names, map(np.concatenate, zip(*rows, strict=True)), strict=True))
        words = np.array(self.reading.labels, dtype=object)
        for name in ("query", "key"):
            columns[f"{name} token"] = pd.Series(words[columns[name]], dtype=object)
        return pd.DataFrame(columns)

    def npz(self) -> bytes:
        """All weights [layers, heads, queries, keys] in float32, the tokens, and what was not hidden, for NumPy.

        ``allowed`` is [queries, keys], or [layers, queries, keys] where layers have masks of their own.
        """
        cache = self.reading.changed
        weights = [[cache.weights(layer, head) for head in range(cache.heads)] for layer in range(cache.layers)]
        file = io.BytesIO()
        np.savez(
            file,
            weights=np.array(weights),
            tokens=np.array(cache.tokens),
            labels=np.array(self.reading.labels),
            allowed=cache.masks[0] if len(cache.masks) == 1 else np.array([rule.allowed for rule in cache.rules]),
        )
        return file.getvalue()


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """One pass of the model over the text, or two where something is changed.

    Raises:
        MissingInput: the text is empty.
        InputError: a head that is switched off or a place that is hidden does not exist.
    """
    model, refused = params.model, ""
    ours = partial(read_ours, params.text, params.changes, run.device)
    try:
        reading = ours() if model == OURS else read_real(model, params.text, params.changes, run.device, run.report)
    except InputError as error:
        if error.field != "model" or model == OURS:
            raise
        model, refused = OURS, f"{error} The model that comes with Glassbox is shown."
        reading = ours()
    _ = reading.changed.tiles  # here, since a worker may be at it, and not where the pictures are made
    return focus(Result(reading, model, refused, reading.remarks), params)


def focus(result: Result, params: Params) -> Result:
    """The result with the head and the query that are looked at; the last where there are not so many."""
    cache = result.reading.changed
    layer, head = min(params.layer, cache.layers - 1), min(params.head, cache.heads - 1)
    query = min(params.query, cache.time - 1)
    temperatures = None
    if params.show == "softmax":
        scores, rule = cache.scores(layer, head)[query], cache.rules[layer]
        temperatures = over_temperatures(scores, rule.allowed[query], params.temperature, rule.sink(head))
    return replace(result, layer=layer, head=head, query=query, temperatures=temperatures, unit=params.unit)


def headline(result: Result, params: Params) -> Headline:
    """The largest weight of each query, or at each temperature; with heads off a probability at each query."""
    if result.temperatures is not None:
        return Headline("largest weight", result.temperatures.largest)
    predictions = result.reading.predictions
    if params.show == "off" and predictions is not None:
        return Headline("probability of the next token that is likeliest with all heads on", predictions.after[:, 0])
    return Headline("largest weight", result.reading.changed.summary(result.layer).weight[result.head])


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Tokens, and their pairs, in one pass or two. Of another model nothing is known before it is loaded."""
    if params.model != OURS:
        return {"models loaded": 1}
    tokens = len(encoded(params.text)[0].ids) if params.text else 0
    passes = 2 if params.changes.any else 1
    return {"passes": passes, "tokens": passes * tokens, "pairs of tokens": passes * tokens**2}


def snippet(params: Params) -> str:
    """Python that prints the same numbers."""
    return script(params, "print(result.table())")
