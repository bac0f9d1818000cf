"""How a word of a training stands at each of its steps."""

from core.bpe import MergeTrace
from core.bpe.segmentation import tokens_between


def word_tokens(trace: MergeTrace, word: int, step: int) -> list[str]:
    """The tokens of distinct word number ``word`` after ``step`` merges."""
    span = slice(*trace.word_offset[word : word + 2].tolist())
    symbols = tuple(trace.tokens[token] for token in trace.symbol[span].tolist())
    return tokens_between(symbols, trace.boundary_step[span], step, trace.inside)
