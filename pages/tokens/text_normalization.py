"""/text-normalization: what is one word, on the reader's own text."""

from core.tokens import text_normalization
from figures.tokens import text_normalization as figures
from ui import frame

page = frame.Page("text-normalization", text_normalization, figures)

page.run(
    "source",
    "text",
    ["form", "case"],
    ["spaces", "punctuation", "accents"],
    ["cut", "accents_by"],
    ["reduction", "porter"],
    "axes",
    more=lambda result, params: page.remark(" ".join(result.remarks)),
)
