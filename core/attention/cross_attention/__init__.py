"""Cross-attention: a small model writes French for an English sentence, and every French word looks at English ones."""

import io
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float32, Float64

from core.attention.cross_attention.params import Params as Params
from core.attention.cross_attention.presets import PRESETS as PRESETS
from core.attention.cross_attention.questions import QUESTIONS as QUESTIONS
from core.computation import Run, computation
from core.explorer import OfArrays, script
from core.headline import Headline
from core.models.translator import END, MOST, french, listed
from core.text import Verbatim

LIKELIEST = 8  # words of the vocabulary whose probability is kept at each step


@dataclass(frozen=True, eq=False)
class Result(OfArrays):
    """A translation with its cross-attention; row t of each array belongs to the writing of ``written[t]``.

    ``english`` and ``written`` end in ``<end>``, the latter unless there was no end within the most words. ``weights``
    are the softmax of ``query``·``key``/√width; ``likeliest`` and ``probabilities`` are the next words by falling
    probability. ``left_out`` are words of the sentence that the model never met. ``layer``, ``head``, ``mean`` and
    ``word`` are where the reader looks.
    """

    english: tuple[str, ...]
    written: tuple[str, ...]
    query: Float32[np.ndarray, "layers heads written width"]
    key: Float32[np.ndarray, "layers heads english width"]
    value: Float32[np.ndarray, "layers heads english width"]
    weights: Float32[np.ndarray, "layers heads written english"]
    likeliest: tuple[tuple[str, ...], ...]
    probabilities: Float64[np.ndarray, "written likeliest"]
    layer: int = 0
    head: int = 0
    mean: bool = False
    word: int = 0
    left_out: tuple[str, ...] = ()

    @property
    def ended(self) -> bool:
        return self.written[-1] == END

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a reader must know of the translation."""
        ended = "" if self.ended else f"The model had not come to an end after {len(self.written)} words."
        return tuple(filter(None, (self.unknown, ended)))

    @property
    def unknown(self) -> str:
        """Which words were left out; empty where all are known."""
        if not self.left_out:
            return ""
        read = " ".join(self.english[:-1])
        return f"This small model never met {listed(self.left_out)}: what it translates is “{read}”."

    def weights_of(self, layer: int, head: int, mean: bool) -> Float32[np.ndarray, "written english"]:
        """The weights of a head, or the mean of its layer's."""
        return np.asarray(self.weights[layer].mean(0) if mean else self.weights[layer, head])

    def table(self) -> pd.DataFrame:
        """A row for each layer, head, French and English word; all counted from 0."""
        layer, head, french_word, english_word = (each.ravel() for each in np.indices(self.weights.shape))
        return pd.DataFrame(
            {
                "layer": layer,
                "head": head,
                "french_place": french_word,
                "french": np.array(self.written)[french_word],
                "english_place": english_word,
                "english": np.array(self.english)[english_word],
                "weight": self.weights.ravel(),
            }
        )

    def npz(self) -> bytes:
        """Words, weights, queries, keys and values; ``numpy.load`` reads it."""
        file = io.BytesIO()
        np.savez_compressed(
            file, english=np.array(self.english), french=np.array(self.written), weights=self.weights,
            query=self.query, key=self.key, value=self.value, likeliest=np.array(self.likeliest),
            probabilities=self.probabilities,
        )  # fmt: skip
        return file.getvalue()


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """Writes the French, word by likeliest word, on the CPU: a few hundred thousand numbers are no work for a device.

    Raises:
        InputError: the sentence is too long, or the model never met any of its words, which are named.
        MissingInput: there is no word.
    """
    with torch.inference_mode():
        translation = french().translate(params.sentence)
    cross, logits = translation.steps.cross, translation.steps.logits[0]
    best = logits.double().softmax(-1).topk(LIKELIEST)
    words = french().french
    result = Result(
        (*map(Verbatim, translation.source),),
        (*map(Verbatim, translation.written),),
        **{name: getattr(cross, name)[:, 0].numpy() for name in ("query", "key", "value", "weights")},
        likeliest=tuple(tuple(Verbatim(words[number]) for number in row) for row in best.indices.tolist()),
        probabilities=best.values.numpy(),
        left_out=translation.left_out,
    )
    return focus(result, params)


def focus(result: Result, params: Params) -> Result:
    """The result with where the reader looks; the last word where there are not so many."""
    word = min(params.word, len(result.written) - 1)
    return replace(result, layer=params.layer, head=params.head, mean=params.mean, word=word)


def headline(result: Result, params: Params) -> Headline:
    """The largest weight as each French word is written."""
    return Headline("largest weight", result.weights_of(params.layer, params.head, params.mean).max(axis=1))


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """The words read; about as many are written."""
    return {"words": min(len(params.sentence.split()), MOST)}


def snippet(params: Params) -> str:
    """Python that prints the translation and every weight."""
    return script(params, 'print(" ".join(result.written))', "print(result.table().to_string())")
