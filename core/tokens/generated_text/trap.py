"""Samples at every temperature: how probable the model finds its own text, and how that text looks.

Source: Holtzman et al. (2020), "The Curious Case of Neural Text Degeneration".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float64

from core.computation import Run
from core.explorer import OfArrays
from core.generation_settings import MOST
from core.models.generation import OURS, LanguageModel, load
from core.models.token_filters import Filters, draw, filtered, log_chances
from core.tokens.generated_text.params import Params

SAMPLE = Path(__file__).resolve().parents[3] / "assets" / "samples" / "generated_text.txt"
TEMPERATURES = np.array([0.05, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0])
GRAM = 4  # tokens
Of = Float64[np.ndarray, " steps"]


@dataclass(frozen=True, eq=False)
class Trap(OfArrays):
    """At each of ``TEMPERATURES``: ``bits`` that the model, unchanged, needs for a token of its samples, ``repeated``,
    the share of runs of four tokens that stand in the text for at least the second time, and ``strange``, the share of
    whole words that no true story holds. ``texts`` are the first samples.

    ``true_bits`` and ``true_repeated`` are those of stories drawn anew from the rules of its training. Of another model
    nothing is known: these and ``strange`` are NaN.
    """

    params: Params
    bits: Of
    error: Of
    repeated: Of
    strange: Of
    true_bits: float
    true_repeated: float
    texts: tuple[str, ...]
    remarks: tuple[str, ...] = ()

    def table(self) -> pd.DataFrame:
        """One temperature to a row."""
        return pd.DataFrame({"temperature": TEMPERATURES, "bits_per_token": self.bits, "standard_error": self.error,
                             "repeated_4_grams": self.repeated, "strange_words": self.strange,
                             "first_sample": pd.Series(self.texts, dtype=object)})  # fmt: skip


def repeated(tokens: Sequence[int], start: int) -> float:
    """The share of runs of four tokens, ending at ``start`` or after it, that stood in ``tokens`` before.

    >>> repeated([1, 2, 3, 4, 1, 2, 3, 4], 4)
    0.25
    """
    runs = [*zip(*(tokens[at:] for at in range(GRAM)), strict=False)]
    first = {run: at for at, run in reversed([*enumerate(runs)])}
    ours = range(max(0, start - GRAM + 1), len(runs))
    return float(np.mean([first[runs[at]] < at for at in ours])) if ours else 0.0


@cache
def true_words() -> frozenset[str]:
    """Every word of the shipped stories."""
    return frozenset(re.findall(r"[A-Za-z]+", SAMPLE.read_text(encoding="utf-8")))


def strange(text: str, before: str = "") -> float:
    """The share of words that the shipped stories do not hold; what is no letter separates words, or is one.

    A word that begins in the text ``before`` is whole; the last one counts only where it has ended.
    """
    whole = before + text
    words = [found[0] for found in re.finditer(r"[A-Za-z]+|[^\x20-\x7e\n]+", whole)
             if len(before) < found.end() < len(whole)]  # fmt: skip
    return float(np.mean([word not in true_words() for word in words])) if words else 0.0


def trap(params: Params, model: LanguageModel, ids: Sequence[int], run: Run, remarks: tuple[str, ...] = ()) -> Trap:
    """``samples`` texts at each temperature, all of them token by token together."""
    rows, source = params.samples * len(TEMPERATURES), np.random.default_rng(params.seed)
    reader, written = model.open(), np.zeros((rows, 0), np.int64)
    logs, spent = np.repeat(log_chances(reader.read(torch.tensor([list(ids)]))), rows, axis=0), np.zeros(rows)
    reader.select(torch.zeros(rows, dtype=torch.int64))
    for length in run.through(range(params.tokens)):
        if length:
            logs = log_chances(reader.read(torch.from_numpy(written[:, -1:])))
        parts = zip(TEMPERATURES, np.split(logs, len(TEMPERATURES)), strict=True)
        drawn = np.concatenate([draw(filtered(part, _at(params, heat.item())), source) for heat, part in parts])
        spent -= logs[np.arange(rows), drawn] / np.log(2)
        written = np.concatenate([written, drawn[:, None]], axis=1)
    shape = len(TEMPERATURES), params.samples
    bits = (spent / params.tokens).reshape(shape)
    again = np.reshape([repeated([*ids, *row], len(ids)) for row in written.tolist()], shape)
    texts = [model.decode(row) for row in written.tolist()]
    odd = np.reshape([strange(text, params.text) if model.ours else np.nan for text in texts], shape)
    true = _true(run.device, len(ids), params.tokens) if model.ours else (np.nan, np.nan)
    spread = bits.std(axis=1, ddof=1) if params.samples > 1 else np.full(len(bits), np.nan)
    return Trap(params, bits.mean(axis=1), spread / np.sqrt(params.samples), again.mean(axis=1), odd.mean(axis=1),
                *true, tuple(texts[:: params.samples]), remarks)  # fmt: skip


def _at(params: Params, heat: float) -> Filters:
    return Filters(heat, params.top_k, params.top_p, params.min_p)


@lru_cache(maxsize=64)  # a third of the time of one run, and the same at the next
def _true(device: torch.device, start: int, length: int) -> tuple[float, float]:
    """Our model's bits for a token and the share of repetition in true stories, in pieces as long as the samples."""
    model, pieces, now = load(OURS, device), [], ""
    for line in SAMPLE.read_text(encoding="utf-8").splitlines(keepends=True):
        now += line
        tokens = model.encode(now, 10 * MOST)[0]
        if len(tokens) >= start + length:
            pieces.append(tokens[: start + length])
            now = ""
    rows = torch.tensor(pieces)
    logs = model.open().read(rows)[:, start - 1 : -1].double().log_softmax(-1).cpu()
    bits = -logs.gather(-1, rows[:, start:, None]).mean().item() / np.log(2)
    return bits, float(np.mean([repeated(piece, start) for piece in pieces]))
