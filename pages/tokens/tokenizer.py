"""/tokenizer: byte-pair encoding, WordPiece and Unigram on the reader's own text, step by step."""

from core.tokens import tokenizer
from figures.tokens import tokenizer as figures
from ui import frame

page = frame.Page("tokenizer", tokenizer, figures)

page.run(
    "source",
    "text",
    "words",
    "column",
    "algorithm",
    ["merges", "size", "shrinking", "pretokenizer", "end_of_word"],
    ["ending", "best"],
    fold=["More controls", "lowercase", "until", "min_count", "tie", "tree", "answer"],
    question=["segment"],
    more=lambda result, params: page.remark(figures.reading(result)),
)
