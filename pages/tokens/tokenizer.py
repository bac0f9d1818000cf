"""/tokenizer: byte-pair encoding on the reader's own text, merge by merge."""

from core.tokens import tokenizer
from figures.tokens import tokenizer as figures
from ui import frame

page = frame.Page("tokenizer", tokenizer, figures)


def ask() -> None:
    with page.controls() as ask:
        ask("source")
        ask("text")
        ask("words")
        ask("column")
        ask("merges", "pretokenizer", "end_of_word")
        with ask.more("More controls"):
            ask("lowercase", "min_count", "tie")
    with page.question() as ask:
        ask("segment")


page.run(ask, more=lambda result, params: page.remark(figures.reading(result)))
