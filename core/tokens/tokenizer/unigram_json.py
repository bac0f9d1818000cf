"""A trained Unigram tokenizer as the tokenizer.json that Hugging Face's ``tokenizers`` loads.

Ids are the places of the last state's pieces, the likeliest first; [UNK] comes last. Unknown characters side by side
are one [UNK], there and here. The sign before a word is written by a normaliser, which puts it and a space there.
"""

import json
from typing import Any

from core.bpe.longest_match import UNKNOWN
from core.tokens.tokenizer import file_parts as parts
from core.tokens.tokenizer.pruning import Pruned

_STARTS = {
    "whitespace": r"(?<!\S)(?=\S)",
    "punctuation": rf"(?<![{parts.WORD}])(?=[{parts.WORD}])|(?<![^{parts.WORD}\s])(?=[^{parts.WORD}\s])",
}


def tokenizer_json(result: Pruned) -> str:
    """The whole tokenizer, for ``tokenizers.Tokenizer.from_file``."""
    params = result.params
    normalizers: list[dict[str, Any]] = []
    if params.lowercase:
        normalizers += [parts.replaced(parts.FINAL_SIGMA, "ς"), {"type": "Lowercase"}]
    if start := params.word_start:
        normalizers.append(parts.replaced(_STARTS[params.pretokenizer], f" {start}"))
    table = result.vocabulary()
    scores = [[piece, float(score)] for piece, score in zip(table["piece"], table["log_probability_nats"], strict=True)]
    # A text split at white space alone may hold [UNK] itself; no word holds letters and then a space.
    unknown = UNKNOWN if params.pretokenizer != "whitespace" else f"{UNKNOWN} "
    model = {"type": "Unigram", "unk_id": len(scores), "vocab": [*scores, [unknown, 0.0]], "byte_fallback": False}
    decoder = {"type": "Metaspace", "replacement": start, "prepend_scheme": "always", "split": False}
    whole: dict[str, Any] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Sequence", "normalizers": normalizers} if normalizers else None,
        "pre_tokenizer": {"type": "WhitespaceSplit"} if start else parts.splitter(params.pretokenizer),
        "post_processor": None,
        "decoder": decoder if start else {"type": "Fuse"},
        "model": model,
    }
    return json.dumps(whole, ensure_ascii=True)


def encode(result: Pruned, text: str) -> list[int]:
    """The ids of a text, as the file gives them."""
    number = {piece: place for place, piece in enumerate(result.vocabulary()["piece"])}
    return [number.get(piece, len(number)) for cut in result.cut_text(text) for piece in cut.at(result.steps)]
