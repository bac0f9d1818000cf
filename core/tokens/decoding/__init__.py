"""The decoding explorer: from the probabilities of the next token to a text, and what each way of choosing costs."""

import numpy as np
import torch

from core.computation import Run, computation
from core.errors import InputError
from core.explorer import script
from core.headline import Headline
from core.models.generation import OURS, LanguageModel, load
from core.models.text_model import stories
from core.tokens.decoding import forcing, next_token, search, speculative, trap
from core.tokens.decoding.params import MOST
from core.tokens.decoding.params import Params as Params
from core.tokens.decoding.presets import PRESETS as PRESETS
from core.tokens.decoding.questions import QUESTIONS as QUESTIONS

Result = next_token.Next | search.Search | speculative.Speculative | trap.Trap | forcing.Forcing


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part, with our model where the one that was asked for cannot be had.

    Raises:
        InputError: the typed scores cannot be read, or the true text is too short.
        MissingInput: the text is empty.
    """
    if params.part == "next" and params.source == "logits":
        scores = params.typed_logits()
        shown = next_token.likeliest(scores)
        return next_token.sweep(params, scores, tuple(f"token {each + 1}" for each in shown), shown)
    remarks: tuple[str, ...] = ()
    try:
        model = load(params.model, run.device)
    except InputError as error:
        if params.model == OURS:
            raise
        model, remarks = load(OURS, run.device), (f"{error} The model that comes with Glassbox is shown.",)
    with torch.inference_mode():
        return _of_model(params, model, run, remarks)


def _of_model(params: Params, model: LanguageModel, run: Run, remarks: tuple[str, ...]) -> Result:
    ids, cut = model.encode(params.story if params.part == "forcing" else params.text, MOST)
    remarks = (*remarks, cut) if cut else remarks
    match params.part:
        case "next":
            logits = model.open().read(torch.tensor([ids]))[0, -1].double().cpu().numpy()
            shown = next_token.likeliest(logits)
            return next_token.sweep(params, logits, tuple(map(model.word, shown.tolist())), shown, remarks)
        case "search":
            return search.search(params, model, ids, remarks)
        case "speculative":
            return speculative.speculative(params, model, ids, remarks)
        case "trap":
            return trap.trap(params, model, ids, run, remarks)
    if len(ids) < 3:
        raise InputError("story", params.story, "it must hold at least three tokens", "Write a longer one.")
    return forcing.force(params, model, ids, remarks)


def headline(result: Result, params: Params) -> Headline:
    """The number that two settings are compared by."""
    match result:
        case next_token.Next():
            return Headline("entropy of what is kept", result.entropy, "bits")
        case search.Search():
            scores = np.array([step[0].score(result.penalty, result.params.divisor) for step in result.history])
            return Headline("score of the best text", scores)
        case speculative.Speculative():
            return Headline("acceptance", result.rate)
        case trap.Trap():
            return Headline("bits for a token of the samples", result.bits, "bits")
    return Headline("cost of the wrong token behind it", result.extra, "bits")


def read_tokens(text: str) -> int:
    """How many tokens of a text our small model reads."""
    return len(stories().tokenizer.encode(text[-(MOST + 1) * 16 :]).ids[-MOST:]) if text else 0


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Tokens that are read and drawn, and steps. Of another model nothing is known before it is loaded."""
    if params.part == "next" and params.source == "logits":
        return {"sweeps": 1}
    if params.model != OURS:
        return {"models loaded": 1}
    n, new = read_tokens(params.story if params.part == "forcing" else params.text), params.tokens
    match params.part:
        case "next":
            return {"sweeps": 1, "tokens": n, "draws": params.draws}
        case "search":
            rows = params.width if params.way == "beam" else params.samples
            drawn = rows * new if params.way == "samples" else 0
            return {"tokens": n, "steps": 2 * new, "tokens written": rows * new, "rows drawn": drawn}
        case "speculative":
            windows = int(speculative.CONTEXTS.sum()) if params.draft == "context" else 0
            return {"tokens": n + windows * new, "steps": new, "drafts": len(speculative.HEATS) * new,
                    "drafted": new * params.draws * len(speculative.HEATS)}  # fmt: skip
        case "trap":
            rows = params.samples * len(trap.TEMPERATURES)
            return {"tokens": n, "steps": new, "rows drawn": rows * new, "true": 1}
    return {"tokens": n * n, "forced": n * n, "steps": n, "agreements": params.draws * n}


snippet = script
