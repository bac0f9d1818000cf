"""What the text that a model writes is like: how probable, how far from true text, and how it can be written sooner."""

import torch

from core.computation import Run, computation
from core.errors import InputError
from core.explorer import script
from core.generation_settings import MOST, loaded, read_tokens
from core.headline import Headline
from core.models.generation import OURS
from core.tokens.generated_text import forcing, speculative, trap
from core.tokens.generated_text.params import Params as Params
from core.tokens.generated_text.presets import PRESETS as PRESETS
from core.tokens.generated_text.questions import QUESTIONS as QUESTIONS

Result = trap.Trap | forcing.Forcing | speculative.Speculative


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part, with our model where the one that was asked for cannot be had.

    Raises:
        InputError: the true text is too short.
        MissingInput: the text is empty.
    """
    model, remarks = loaded(params.model, run.device)
    ids, cut = model.encode(params.story if params.part == "forcing" else params.text, MOST)
    remarks = (*remarks, cut) if cut else remarks
    with torch.inference_mode():
        match params.part:
            case "trap":
                return trap.trap(params, model, ids, run, remarks)
            case "speculative":
                return speculative.speculative(params, model, ids, remarks)
            case _ if len(ids) < 3:
                raise InputError("story", params.story, "it must hold at least three tokens", "Write a longer one.")
            case _:
                return forcing.force(params, model, ids, remarks)


def headline(result: Result, params: Params) -> Headline:
    """The number that two settings are compared by."""
    match result:
        case trap.Trap():
            return Headline("bits for a token of the samples", result.bits, "bits")
        case speculative.Speculative():
            return Headline("acceptance", result.rate)
    return Headline("cost of the wrong token to those after it", result.extra, "bits")


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Tokens that are read and drawn, and steps. Of another model nothing is known before it is loaded."""
    if params.model != OURS:
        return {"models loaded": 1}
    n, new = read_tokens(params.story if params.part == "forcing" else params.text), params.tokens
    match params.part:
        case "trap":
            rows = params.samples * len(trap.TEMPERATURES)
            return {"tokens": n, "steps": new, "rows drawn": rows * new, "true": 1}
        case "speculative":
            windows = int(speculative.CONTEXTS.sum()) if params.draft == "context" else 0
            return {"tokens": n + windows * new, "steps": new, "drafts": len(speculative.HEATS) * new,
                    "drafted": new * params.draws * len(speculative.HEATS)}  # fmt: skip
    return {"tokens": n * n, "forced": n * n, "steps": n, "agreements": params.draws * n}


snippet = script
