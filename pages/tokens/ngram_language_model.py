"""/ngram-language-model: seven smoothers on the reader's own text."""

from core.tokens import ngram_language_model
from figures.tokens import ngram_language_model as figures
from ui import frame

page = frame.Page("ngram-language-model", ngram_language_model, figures)

page.run(
    "source",
    "text",
    "context",
    ["axis", "method", "order"],
    ["discount", "weight", "added", "size"],
    "estimated",
    fold=["Words, and what is held out", "held", "share", "held_text", "unit", "lowercase", "lines", "starts", "ends",
          "min_count", "unknown", "trusted", "floor"],
    more=lambda result, params: page.remark(" ".join(result.remarks)),
)  # fmt: skip
