"""The decoding explorer: from the probabilities of the next token to a text, and what each way of choosing costs."""

import numpy as np
import torch
from jaxtyping import Float64

from core.computation import Run, computation
from core.explorer import script
from core.generation_settings import MOST, loaded, read_tokens
from core.headline import Headline
from core.models.generation import OURS, LanguageModel
from core.models.softmax import entropy, softmax
from core.tokens.decoding import next_token, search
from core.tokens.decoding.params import Params as Params
from core.tokens.decoding.presets import PRESETS as PRESETS
from core.tokens.decoding.questions import QUESTIONS as QUESTIONS

Result = next_token.Next | search.Search
UNSURE = 0.95  # of the entropy of all tokens alike
STRANGE = ("The small model has met nothing like this prompt: after it all tokens are about as likely. It knows very "
           "short stories of some two hundred words, such as “Once Rose”.")  # fmt: skip


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part, with our model where the one that was asked for cannot be had.

    Raises:
        InputError: the typed scores cannot be read.
        MissingInput: the text is empty.
    """
    if params.part == "next" and params.source == "logits":
        scores = params.typed_logits()
        listed = next_token.likeliest(scores)
        return next_token.sweep(params, scores, tuple(f"token {each + 1}" for each in listed), listed)
    model, remarks = loaded(params.model, run.device)
    ids, cut = model.encode(params.text, MOST)
    remarks = (*remarks, cut) if cut else remarks
    with torch.inference_mode():
        if params.part == "search":  # it reads the prompt itself
            if model.ours:
                remarks += _strange(_next_logits(model, ids))
            return search.search(params, model, ids, remarks)
        logits = _next_logits(model, ids)
    if model.ours:
        remarks += _strange(logits)
    listed = next_token.likeliest(logits)
    return next_token.sweep(params, logits, tuple(map(model.word, listed.tolist())), listed, remarks)


def _next_logits(model: LanguageModel, ids: list[int]) -> Float64[np.ndarray, " vocabulary"]:
    """The logits of the token after the prompt."""
    return model.open().read(torch.tensor([ids]))[0, -1].double().cpu().numpy()


def _strange(logits: Float64[np.ndarray, " vocabulary"]) -> tuple[str, ...]:
    """What is said where the small model knows next to nothing of what comes."""
    return (STRANGE,) if entropy(softmax(logits)) > UNSURE * np.log2(len(logits)) else ()


def headline(result: Result, params: Params) -> Headline:
    """The number that two settings are compared by."""
    if isinstance(result, next_token.Next):
        return Headline("entropy of what is kept", result.entropy, "bits")
    scores = np.array([step[0].score(result.penalty, result.params.divisor) for step in result.history])
    return Headline("score of the best text", scores)


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Tokens that are read and drawn, and steps. Of another model nothing is known before it is loaded."""
    if params.part == "next" and params.source == "logits":
        return {"sweeps": 1}
    if params.model != OURS:
        return {"models loaded": 1}
    n, new = read_tokens(params.text), params.tokens
    if params.part == "next":
        return {"sweeps": 1, "tokens": n, "draws": params.draws}
    rows = params.width if params.way == "beam" else params.samples
    drawn = rows * new if params.way == "samples" else 0
    return {"tokens": n, "steps": 2 * new, "tokens written": rows * new, "rows drawn": drawn}


snippet = script
