"""/tokenizer: byte-pair encoding on the reader's own text, merge by merge."""

from core.table_text import csv_columns
from core.tokens import tokenizer
from core.tokens.tokenizer import corpus
from figures.tokens import tokenizer as figures
from ui import frame

SOURCES = {"sample": "A sample", "text": "Your text", "file": "A file", "words": "Words with counts"}
SCHEMES = {"whitespace": "White space", "punctuation": "White space and punctuation", "gpt2": "GPT-2's pattern"}
TIES = {"first met": "The pair met first", "lexicographic": "Code-point order"}

page = frame.Page("tokenizer", tokenizer, figures, starts={"text": corpus.sample})


def ask() -> None:
    with page.controls() as ask:
        ask_for_text()
        with ask.row():
            ask.number("merges", "Number of merges", low=0, high=tokenizer.MAX_MERGES, drag=True)
            ask.choice("pretokenizer", "Words end at", SCHEMES)
            ask.line(
                "end_of_word",
                "End-of-word mark",
                help="One symbol put after every word. Empty: none. GPT-2's pattern has none.",
            )
        with ask.more("More controls"), ask.row():
            ask.switch("lowercase", "Lower-case first")
            ask.number("min_count", "Smallest pair count", low=1, high=1_000_000, help="Stop below it.")
            ask.choice(
                "tie",
                "Among equal counts take",
                TIES,
                help="Code points are the numbers of characters in Unicode: Z comes before a.",
            )
    with page.question() as ask:
        ask.line("segment", "Segment a new word or sentence", help="With the merges learned so far.")


def ask_for_text() -> None:
    match page.ask.choice("source", "Text", SOURCES, rearranges=True):
        case "text":
            page.ask.text("text", "Your text", placeholder="Paste any text here.")
        case "words":
            page.ask.line("words", "Words with counts", help="A word, a colon, how often it occurs: low:5 lower:2")
        case "file":
            page.file = page.ask.file("file", "A text of up to 20 MB", ["txt", "md", "csv"])
            if page.file and page.file.name.lower().endswith(".csv"):
                page.choose_column("column", csv_columns)
            elif page.file:
                page.state.put(column="")  # of a table that was here before


page.run(ask, more=lambda result, params: page.remark(figures.reading(result)))
