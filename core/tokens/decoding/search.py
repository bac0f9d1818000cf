"""Texts that go on a prompt: the likeliest token each time, the best of a beam, or drawn ones; with their scores.

Source: Graves (2012) for the beam with texts of several lengths; Wu et al. (2016) for a penalty of length. Which texts
are kept, and when the search ends, is as ``transformers`` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import torch

from core.explorer import OfArrays
from core.models.generation import LanguageModel, Reader
from core.models.token_filters import Filters, draw, filtered, log_chances
from core.tokens.decoding.params import Divisor, Params, Stopping


def length_divisor(length: Any, penalty: float, divisor: Divisor) -> Any:
    """length^α, or as Wu et al. (2016) have it ((5 + length)/6)^α, of a number of tokens or of several."""
    base = length if divisor == "power" else (5 + length) / 6
    return base if penalty == 1 else base**penalty


@dataclass(frozen=True)
class Hypothesis:
    """New tokens with the natural logarithm of each one's probability; ``over`` where the text has ended."""

    tokens: tuple[int, ...] = ()
    logs: tuple[float, ...] = ()
    over: bool = False

    @property
    def total(self) -> float:
        """Σ log p."""
        return float(sum(self.logs))

    def score(self, penalty: float, divisor: Divisor = "power") -> float:
        """Σ log p, divided as ``length_divisor`` says."""
        return float(self.total / length_divisor(max(len(self.tokens), 1), penalty, divisor))

    def longer(self, token: int, log: float, over: bool) -> "Hypothesis":
        return Hypothesis((*self.tokens, token), (*self.logs, log), over)


@dataclass(frozen=True, eq=False)
class Search(OfArrays):
    """``history[t]`` are the texts after t new tokens, best first: those that go on and those that are over.

    ``greedy`` takes the likeliest token each time. ``words`` call all tokens, and ``texts`` are hypotheses as text.
    """

    params: Params
    history: tuple[tuple[Hypothesis, ...], ...]
    greedy: Hypothesis
    words: dict[int, str]
    texts: dict[tuple[int, ...], str]
    remarks: tuple[str, ...] = ()

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes: a token's number and logarithm, and every beginning of a text."""
        kept = {each for step in self.history for each in step}
        return 112 * sum(len(each.tokens) for each in kept) + sum(120 + 9 * len(key) + len(text)
                                                                  for key, text in self.texts.items())  # fmt: skip

    @property
    def penalty(self) -> float:
        """α; samples are told by their sums."""
        return self.params.penalty if self.params.way == "beam" else 0.0

    @property
    def parts(self) -> int:
        """How many tokens greedy decoding and the best text share."""
        best = self.history[-1][0].tokens
        same = [one == other for one, other in zip(self.greedy.tokens, best, strict=False)]
        return same.index(False) if False in same else len(same)

    def table(self) -> pd.DataFrame:
        """One text to a row, best first; the last row is greedy decoding."""
        rows = [*self.history[-1], self.greedy]
        columns = {"new_tokens": [len(row.tokens) for row in rows], "sum_log_p": [row.total for row in rows],
                   "score": [row.score(self.penalty, self.params.divisor) for row in rows],
                   "has_ended": [row.over for row in rows]}  # fmt: skip
        texts = pd.Series([self.texts[row.tokens] for row in rows], dtype=object)
        return pd.DataFrame({"by": [*["search"] * (len(rows) - 1), "greedy"], **columns, "text": texts})


def beam_search(
    model: LanguageModel,
    ids: Sequence[int],
    width: int,
    penalty: float,
    most: int,
    divisor: Divisor = "power",
    stopping: Stopping = "present",
) -> tuple[tuple[Hypothesis, ...], ...]:
    """What the search holds after each token, up to ``most``; at the end the best texts, all of them over or as long.

    Of all continuations the 2·width best are looked at: those that end and stand among the first ``width`` are
    finished, the best ``width`` others go on. It ends once ``width`` texts are finished and, unless ``stopping`` is
    "full", the best that goes on is no better than the worst of them. For that it is scored at its present length, or
    with "longest" at the length of ``most``, if that is better. A width of 1 is greedy decoding, whatever ``stopping``.
    """
    reader, finished, running = model.open(), list[Hypothesis](), [Hypothesis()]
    score = partial(Hypothesis.score, penalty=penalty, divisor=divisor)
    logs, history = log_chances(reader.read(torch.tensor([list(ids)]))), list[tuple[Hypothesis, ...]]([(Hypothesis(),)])
    for length in range(1, most + 1):
        totals = (logs + np.array([each.total for each in running])[:, None]).ravel()
        best = np.argsort(-totals, kind="stable")[: 2 * width] if len(totals) < 5_000 else _largest(totals, 2 * width)
        going: list[tuple[int, Hypothesis]] = []
        for rank, (row, token) in enumerate(zip(*np.divmod(best, logs.shape[1]), strict=True)):
            over = bool(token == model.end)
            longer = running[row].longer(int(token), float(logs[row, token]), over)
            if (over or length == most) and rank < width:
                finished.append(longer)
            elif not over and length < most:
                going.append((int(row), longer))
        finished = sorted(finished, key=score, reverse=True)[:width]
        rows, running = [row for row, _ in going[:width]], [longer for _, longer in going[:width]]
        together = sorted((*finished, *running), key=score, reverse=True)
        history.append(tuple(together))
        if length == most or not running:
            break
        if len(finished) == width:
            at = most if stopping == "longest" and penalty > 0 else length
            best_now = running[0].total / length_divisor(at, penalty, divisor)
            if stopping == "full" or width == 1 or best_now <= score(finished[-1]):
                break
        logs = _next(reader, rows, [each.tokens[-1] for each in running])
    return (*history[:-1], tuple(finished))


def _largest(totals: np.ndarray, count: int) -> np.ndarray:
    some = np.argpartition(-totals, count)[:count]
    return some[np.argsort(-totals[some], kind="stable")]


def _next(reader: Reader, rows: Sequence[int], tokens: Sequence[int]) -> np.ndarray:
    reader.select(torch.tensor(rows))
    return log_chances(reader.read(torch.tensor(tokens)[:, None]))


def samples(
    model: LanguageModel, ids: Sequence[int], rows: int, most: int, filters: Filters, source: np.random.Generator
) -> tuple[tuple[Hypothesis, ...], ...]:
    """Texts that are drawn token by token until they end; their scores are those of the model without the filters."""
    reader, texts = model.open(), [Hypothesis()] * rows
    logs, history = np.repeat(log_chances(reader.read(torch.tensor([list(ids)]))), rows, axis=0), [tuple(texts)]
    at = [0] * rows
    for _ in range(most):
        drawn = draw(filtered(logs, filters), source)
        texts = [
            each if each.over else each.longer(int(token), float(log[token]), bool(token == model.end))
            for each, token, log in zip(texts, drawn, logs, strict=True)
        ]
        history.append(tuple(sorted(texts, key=lambda each: -each.total)))
        if all(each.over for each in texts):
            break
        logs, at = _next(reader, at, drawn.tolist()), list(range(rows))
    return tuple(history)


def search(params: Params, model: LanguageModel, ids: Sequence[int], remarks: tuple[str, ...] = ()) -> Search:
    """The tree that is asked for, with greedy decoding beside it."""
    greedy = beam_search(model, ids, 1, 0.0, params.tokens)[-1][0]
    if params.way == "beam":
        history = beam_search(model, ids, params.width, params.penalty, params.tokens, params.divisor, params.stopping)
    else:
        source = np.random.default_rng(params.seed)
        history = samples(model, ids, params.samples, params.tokens, params.filters, source)
    every = {each for step in history for each in step} | {greedy}
    words = {token: model.word(token) for each in every for token in each.tokens}
    tokens = {each.tokens[:length] for each in every for length in range(len(each.tokens) + 1)}
    return Search(params, history, greedy, words, {each: model.decode(each) for each in tokens}, remarks)
