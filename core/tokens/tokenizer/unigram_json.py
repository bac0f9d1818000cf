"""A trained Unigram tokenizer as the tokenizer.json that Hugging Face's ``tokenizers`` loads.

Ids are the places of the last state's pieces, the likeliest first; [UNK] comes last. Unknown characters side by side
are one [UNK], there and here. The sign before a word is written by a normaliser, which puts it and a space there.
"""

from core.bpe.longest_match import UNKNOWN
from core.tokens.tokenizer import file_parts as parts
from core.tokens.tokenizer.cuts import ids
from core.tokens.tokenizer.pruning import Pruned

_STARTS = {
    "whitespace": r"(?<!\S)(?=\S)",
    "punctuation": rf"(?<![{parts.WORD}])(?=[{parts.WORD}])|(?<![^{parts.WORD}\s])(?=[^{parts.WORD}\s])",
}


def tokenizer_json(result: Pruned) -> str:
    """The whole tokenizer, for ``tokenizers.Tokenizer.from_file``."""
    params, start = result.params, result.params.word_start
    table = result.vocabulary()
    scores = [[piece, float(score)] for piece, score in zip(table["piece"], table["log_probability_nats"], strict=True)]
    # A text split at white space alone may hold [UNK] itself; no word holds letters and then a space.
    unknown = UNKNOWN if params.pretokenizer != "whitespace" else f"{UNKNOWN} "
    model = {"type": "Unigram", "unk_id": len(scores), "vocab": [*scores, [unknown, 0.0]], "byte_fallback": False}
    decoder = {"type": "Metaspace", "replacement": start, "prepend_scheme": "always", "split": False}
    return parts.tokenizer_json(
        lowercase=params.lowercase,
        replacing=[parts.replaced(_STARTS[params.pretokenizer], f" {start}")] if start else [],
        pre_tokenizer=parts.splitter("whitespace" if start else params.pretokenizer),
        decoder=decoder if start else {"type": "Fuse"},
        model=model,
    )


def encode(result: Pruned, text: str) -> list[int]:
    """The ids of a text, as the file gives them."""
    number = {piece: place for place, piece in enumerate(result.vocabulary()["piece"])}
    return ids(result.cut_text(text), result.steps, number, len(number))
