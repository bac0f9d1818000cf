"""One next-token distribution, and what each setting of a filter leaves of it."""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.explorer import OfArrays
from core.models.softmax import entropy
from core.models.token_filters import Filters, filtered
from core.tokens.decoding.params import Params

LISTED = 12  # tokens with a bar of their own
VALUES: dict[str, np.ndarray] = {
    "temperature": np.concatenate([np.arange(1, 20) / 20, np.arange(10, 20) / 10, np.arange(8, 21) / 4]),
    "top_k": np.append(np.arange(1, 41), 0),  # behind the largest k that all are kept, which 0 stands for
    "top_p": np.linspace(0.02, 1.0, 99).round(2),
    "min_p": np.linspace(0.0, 1.0, 101).round(2),
}
Of = Float64[np.ndarray, " steps"]


@dataclass(frozen=True, eq=False)
class Next(OfArrays):
    """For each of ``values`` on the axis: the ``chance`` of each of the likeliest tokens (``words``), which the model
    gives ``before``; how many tokens are ``kept``, which ``mass`` they held when the others were cut, and the
    ``entropy`` of what is kept, in bits. ``surprise`` is the mean of −log₂ q over ``draws``, with its ``error``.
    """

    params: Params
    values: Float64[np.ndarray, " steps"] | Int64[np.ndarray, " steps"]
    words: tuple[str, ...]
    logits: Float64[np.ndarray, " listed"]
    before: Float64[np.ndarray, " listed"]
    chance: Float64[np.ndarray, "steps listed"]
    kept: Int64[np.ndarray, " steps"]
    mass: Of
    entropy: Of
    surprise: Of
    error: Of
    whole: float
    vocabulary: int
    remarks: tuple[str, ...] = ()

    def table(self) -> pd.DataFrame:
        """One value of the axis to a row."""
        columns = {self.params.axis: self.values, "tokens_kept": self.kept, "mass_kept": self.mass,
                   "entropy_bits": self.entropy, "mean_surprise_bits": self.surprise}  # fmt: skip
        return pd.DataFrame(columns)


def at_value(params: Params, value: float | int) -> Filters:
    """The filters with the one that is swept at ``value``."""
    return replace(params.filters, **{str(params.axis): value})  # type: ignore[arg-type]  # of the kind of its field


def sweep(params: Params, logits: Float64[np.ndarray, " vocabulary"], words: tuple[str, ...], listed: np.ndarray,
          remarks: tuple[str, ...] = ()) -> Next:  # fmt: skip
    """All values of the axis, for a vocabulary of any size; ``words`` call the tokens that are ``listed``."""
    values, rows = VALUES[params.axis], []
    for step, value in enumerate(values):
        filters = at_value(params, value.item())
        logs = filtered(logits, filters)
        stage = filtered(logits, Filters(1.0 if params.last else filters.temperature))
        chances, kept = np.exp(logs), np.isfinite(logs)
        source = np.random.default_rng([params.seed, step])
        ends = np.cumsum(chances)
        drawn = np.minimum(np.searchsorted(ends, source.random(params.draws) * ends[-1], side="right"), len(logs) - 1)
        surprises = -logs[drawn] / np.log(2)
        rows.append((chances[listed], int(kept.sum()), np.exp(stage[kept]).sum(), float(entropy(chances)),
                     surprises.mean(), surprises.std() / np.sqrt(params.draws)))  # fmt: skip
    chance, count, mass, bits, surprise, error = (np.array(each) for each in zip(*rows, strict=True))
    plain = np.exp(filtered(logits, Filters()))
    most = np.where(count < len(logits), np.nextafter(1.0, 0.0), 1.0)  # what was cut had something, however little
    return Next(params, values, words, logits[listed], plain[listed], chance, count, np.minimum(mass, most), bits,
                np.maximum(surprise, 0.0), error, float(entropy(plain)), len(logits), remarks)  # fmt: skip


def likeliest(logits: Float64[np.ndarray, " vocabulary"]) -> np.ndarray:
    """The numbers of the tokens that are shown."""
    return np.argsort(-logits, kind="stable")[:LISTED]
