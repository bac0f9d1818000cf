"""The n-gram explorer: seven smoothers on a reader's text, by held-out perplexity and after one context."""

from core.computation import Run, computation
from core.explorer import script
from core.headline import Headline
from core.ngrams import corpus
from core.ngrams.settings import MOST_ORDER, NAMES, OWN
from core.tokens.ngram_language_model import mass, perplexity
from core.tokens.ngram_language_model.params import Params as Params
from core.tokens.ngram_language_model.presets import PRESETS as PRESETS
from core.tokens.ngram_language_model.questions import QUESTIONS as QUESTIONS

Result = perplexity.Perplexity | mass.Mass


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part. Counting is integer work: it runs on the CPU.

    Raises:
        InputError: the text cannot be read or is too short.
    """
    if params.part == "context":
        return mass.split(params, corpus.read(params, data))
    return perplexity.sweep(params, corpus.read(params, data, params.held_text), run.report)


def headline(result: Result, params: Params) -> Headline:
    """The number that two settings are compared by."""
    if isinstance(result, mass.Mass):
        return Headline(f"P({params.noun} | context)", result.chosen)
    return Headline("held-out perplexity", result.perplexity[result.chosen])


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Characters read, words sorted for each order, and words whose probability is taken piece by piece."""
    characters, words = corpus.amount(params, data)
    more = len(params.held_text)
    if params.part == "context":
        return {"characters": characters + more, "sorted": words * params.order,
                "after": len(NAMES) * params.order * corpus.vocabulary(words)}  # fmt: skip
    held = more // corpus.letters(params) if params.held == "text" else int(words * params.share / 100)
    steps = len(perplexity.STEPS[params.axis])
    learned = int(sum(perplexity.PERCENT)) if params.axis == "size" else 100
    order = MOST_ORDER if params.axis == "order" else params.order
    swept = len(NAMES) + steps * len(OWN[params.axis]) if params.axis in OWN else len(NAMES) * steps
    return {"characters": characters + more, "sorted": words * order * learned // 100,
            "measured": min(corpus.MOST_HELD, held) * order * swept, "pieces": order * swept}  # fmt: skip


snippet = script
