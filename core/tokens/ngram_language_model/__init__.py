"""The n-gram explorer: seven smoothers on a reader's text, by held-out perplexity, after one context, and writing."""

import numpy as np

from core import text_source
from core.computation import Run, computation
from core.explorer import script
from core.headline import Headline
from core.tokens.ngram_language_model import corpus, generation, mass, perplexity
from core.tokens.ngram_language_model.params import MOST_ORDER, OWN
from core.tokens.ngram_language_model.params import Params as Params
from core.tokens.ngram_language_model.presets import PRESETS as PRESETS
from core.tokens.ngram_language_model.questions import QUESTIONS as QUESTIONS

Result = perplexity.Perplexity | mass.Mass | generation.Written


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part. Counting is integer work: it runs on the CPU.

    Raises:
        InputError: the text cannot be read or is too short, or the smoother knows no word after the context.
    """
    text = corpus.read(params, data)
    match params.part:
        case "perplexity":
            return perplexity.sweep(params, text, run.report)
        case "context":
            return mass.split(params, text)
    return generation.write(params, text)


def headline(result: Result, params: Params) -> Headline:
    """The number that two settings are compared by."""
    match result:
        case perplexity.Perplexity():
            return Headline("held-out perplexity", result.perplexity[result.chosen])
        case mass.Mass():
            return Headline("P(word | context)", result.chosen)
    return Headline("surprise of the word", -np.log2(result.chance), "bits")


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Characters read, words sorted for each order, and words whose probability is taken piece by piece."""
    length = text_source.length(params, corpus.sample, data)
    letters = 1 if params.unit == "characters" else 5  # of a word and the space behind it, about
    words = length // letters + 1
    held = len(params.held_text) // letters if params.held == "text" else int(words * params.share / 100)
    characters = length + len(params.held_text)
    size = 1 + min(words // 2, 40 * int(words**0.5))
    if params.part != "perplexity":
        asked = params.length if params.part == "generation" else len(perplexity.NAMES)
        return {"characters": characters, "sorted": words * params.order, "after": asked * params.order * size}
    steps = len(perplexity.STEPS[params.axis])
    learned = int(sum(perplexity.PERCENT)) if params.axis == "size" else 100
    order = MOST_ORDER if params.axis == "order" else params.order
    swept = len(perplexity.NAMES) + steps * len(OWN[params.axis]) if params.axis in OWN else 7 * steps
    return {"characters": characters, "sorted": words * order * learned // 100,
            "measured": min(corpus.MOST_HELD, held) * order * swept,
            "pieces": order * swept}  # fmt: skip


snippet = script
