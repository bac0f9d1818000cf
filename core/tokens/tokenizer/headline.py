"""The number in focus of /tokenizer: how many tokens the corpus has after so many merges."""

from typing import Any

from core.headline import Headline


def headline(result: Any, params: Any) -> Headline:
    """The tokens of the corpus after each merge."""
    return Headline("tokens in the corpus", result.trace.corpus_tokens)
