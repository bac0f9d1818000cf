"""Teacher forcing against free running: what one wrong token does to the loss of the true ones after it.

Source: Williams and Zipser (1989) for teacher forcing; Bengio et al. (2015) for the gap to free running.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float64

from core.explorer import OfArrays
from core.models.generation import LanguageModel
from core.tokens.generated_text.params import Params

Places = Float64[np.ndarray, "wrongs places"]


@dataclass(frozen=True, eq=False)
class Forcing(OfArrays):
    """A true text, called ``words``. ``loss`` is −log₂ of the probability of each of its tokens but the first, given
    the true ones before it.

    Row i has token i + 1 replaced by one called ``wrong[i]``: ``after`` is the loss with true tokens after it, and
    ``free`` that where the model goes on with its own likeliest tokens, ``texts[i]``; NaN up to the wrong token. A text
    that is drawn from that token on is still the true one with a chance of ``together``; ``simulated`` are draws.
    """

    params: Params
    words: tuple[str, ...]
    loss: Float64[np.ndarray, " places"]
    wrong: tuple[str, ...]
    after: Places
    free: Places
    texts: tuple[str, ...]
    together: Places
    simulated: Places
    error: Places
    remarks: tuple[str, ...] = ()

    @property
    def extra(self) -> Float64[np.ndarray, " wrongs"]:
        """By how many bits the true tokens after each wrong one cost more, in all."""
        return np.asarray(np.nansum(self.after - self.loss, axis=1))

    def table(self) -> pd.DataFrame:
        """One true token to a row, with the losses for the wrong token in sight."""
        row = min(self.params.place, len(self.wrong)) - 1
        columns = {"loss_bits": self.loss, "loss_after_error": self.after[row], "loss_free": self.free[row],
                   "p_true": self.together[row], "p_true_simulated": self.simulated[row]}  # fmt: skip
        return pd.DataFrame({"token": pd.Series(self.words[1:], dtype=object), **columns})


def force(params: Params, model: LanguageModel, ids: Sequence[int], remarks: tuple[str, ...] = ()) -> Forcing:
    """All places of the wrong token at once: row i of a batch has it after the true token i."""
    true, count = torch.tensor(ids), len(ids)
    source, rows = np.random.default_rng(params.seed), torch.arange(count - 2)
    logs = model.open().read(true[None])[0].double().log_softmax(-1).cpu()
    loss = _bits(logs[:-1], true[1:])
    others = logs[rows].scatter(1, true[rows + 1, None], -torch.inf)
    if params.wrong == "drawn":
        others = others + torch.from_numpy(source.gumbel(size=tuple(others.shape)))
    wrong = others.argmax(1)
    changed = true.repeat(count - 2, 1)
    changed[rows, rows + 1] = wrong
    after = _bits(model.open().read(changed).double().log_softmax(-1).cpu()[:, :-1], true[1:].expand(count - 2, -1))
    reader, free, own = model.open(), np.zeros(after.shape), changed.clone()
    for place in range(count - 1):
        step = reader.read(own[:, place, None])[:, -1].double().log_softmax(-1).cpu()
        free[:, place] = _bits(step, true[place + 1].expand(count - 2))
        alone = rows + 1 <= place  # the wrong token has been read
        own[alone, place + 1] = step.argmax(1)[alone]
    hidden = np.arange(count - 1)[None] < np.arange(1, count - 1)[:, None]  # the wrong token itself, and before it
    early = np.arange(count - 1)[None] < np.arange(count - 2)[:, None]
    together = np.where(early, np.nan, 2.0 ** -np.cumsum(np.where(early, 0.0, loss), axis=1))
    right = source.random((params.draws, count - 1)) < 2.0**-loss  # whether each draw is the true token
    simulated = np.stack([np.logical_and.accumulate(right | row, axis=1).mean(axis=0) for row in early])
    error = np.sqrt(together * (1 - together) / params.draws)
    texts = [model.decode(row[place + 2 :]) for place, row in enumerate(own.tolist())]
    names = tuple(map(model.word, ids)), tuple(map(model.word, wrong.tolist()))
    return Forcing(params, names[0], loss, names[1], np.where(hidden, np.nan, after), np.where(hidden, np.nan, free),
                   tuple(texts), together, np.where(early, np.nan, simulated), error, remarks)  # fmt: skip


def _bits(logs: torch.Tensor, tokens: torch.Tensor) -> np.ndarray:
    return np.asarray(-logs.gather(-1, tokens[..., None])[..., 0].numpy() / np.log(2))
