"""A trained Unigram tokenizer as the tokenizer.json that Hugging Face's ``tokenizers`` loads.

Ids are the places of the last state's pieces, the likeliest first; [UNK] comes last. Unknown characters side by side
are one [UNK], there and here. The sign before a word is written by a normaliser, which puts it and a space there.
"""

from core.bpe.longest_match import UNKNOWN
from core.tokenizer_files import parts
from core.tokenizer_files.normalisers import replaced
from core.tokens.tokenizer.pruning import Pruned


def tokenizer_json(result: Pruned) -> str:
    """The whole tokenizer, for ``tokenizers.Tokenizer.from_file``."""
    params, start = result.params, result.params.start
    table = result.vocabulary()
    scores = [[piece, float(score)] for piece, score in zip(table["piece"], table["log_probability_nats"], strict=True)]
    # A text split at spaces alone may hold [UNK] itself; no word holds letters and then a space.
    unknown = UNKNOWN if params.pretokenizer not in ("whitespace", "spaces") else f"{UNKNOWN} "
    model = {"type": "Unigram", "unk_id": len(scores), "vocab": [*scores, [unknown, 0.0]], "byte_fallback": False}
    decoder = parts.splitter("spaces") | {"split": False}
    return parts.tokenizer_json(
        lowercase=params.lowercase,
        replacing=[replaced(parts.STARTS[params.pretokenizer], f" {start}")] if start else [],
        pre_tokenizer=parts.splitter("whitespace" if start else params.pretokenizer),
        decoder=decoder if start or params.pretokenizer == "spaces" else {"type": "Fuse"},
        model=model,
    )
