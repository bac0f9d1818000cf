"""/generated-text: what the text that a model writes is like."""

from core.tokens import generated_text
from figures.tokens import generated_text as figures
from ui import frame

page = frame.Page("generated-text", generated_text, figures)

page.run(
    ["text", "story"],
    ["draft", "wrong"],
    "ahead",
    ["temperature", "top_k", "top_p", "min_p"],
    ["context", "heat", "place"],
    fold=["Model, lengths and draws", "model", "tokens", "samples", "draws", "seed"],
)
