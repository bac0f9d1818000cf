"""The explorer of generation: a text that a model of n-grams writes, the words that could have come, what is copied."""

from core.computation import Run, computation
from core.explorer import script
from core.headline import Headline
from core.ngrams import corpus
from core.tokens.ngram_generation.generation import Written, write
from core.tokens.ngram_generation.params import Params as Params
from core.tokens.ngram_generation.presets import PRESETS as PRESETS
from core.tokens.ngram_generation.questions import QUESTIONS as QUESTIONS


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Written:
    """The text word by word. Counting is integer work: it runs on the CPU.

    Raises:
        InputError: the text cannot be read or is too short, or the smoother knows no word after the context.
    """
    return write(params, corpus.read(params, data))


def headline(result: Written, params: Params) -> Headline:
    """The number that two settings are compared by."""
    return Headline(f"surprise of the {params.noun}", result.bits, "bits")


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Characters read, words sorted for each order, words whose probability is taken, and words compared."""
    characters, words = corpus.amount(params, data)
    return {"characters": characters, "sorted": words * params.order, "compared": words * params.length,
            "after": params.length * params.order * corpus.vocabulary(words)}  # fmt: skip


snippet = script
