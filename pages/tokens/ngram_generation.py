"""/ngram-generation: a text that n-grams of the reader's own text write."""

from core.tokens import ngram_generation
from figures.tokens import ngram_generation as figures
from ui import frame

page = frame.Page("ngram-generation", ngram_generation, figures)

page.run(
    "source",
    "text",
    "context",
    ["method", "order", "drawn"],
    ["discount", "estimated", "weight", "added"],
    ["length", "seed"],
    fold=["Words, and what is learned", "held", "share", "size", "unit", "lowercase", "lines", "starts", "min_count",
          "trusted", "floor"],
    more=lambda result, params: page.remark(" ".join(result.remarks)),
)  # fmt: skip
