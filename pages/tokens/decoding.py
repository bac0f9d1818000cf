"""/decoding: from the probabilities of the next token to a text."""

from core.tokens import decoding
from figures.tokens import decoding as figures
from ui import frame

page = frame.Page("decoding", decoding, figures)

page.run(
    "source",
    ["text", "logits"],
    "axis",
    "way",
    ["width", "penalty"],
    ["divisor", "stopping"],
    ["temperature", "top_k", "top_p", "min_p"],
    "step",
    "last",
    ["min_first", "exact"],
    "crossing",
    fold=["Model, lengths and draws", "model", "tokens", "samples", "draws", "seed"],
)
