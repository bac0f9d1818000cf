"""A trained tokenizer as files that libraries load: Hugging Face's tokenizer.json, and vocab.json with merges.txt.

Ids are the numbers of the training's tokens, of Unigram's pieces the likeliest first; [UNK] comes last, and bytes,
where nothing is unknown, lack it. A mark at the end of a word is written by a normaliser, which puts it and a space
behind every word, and so is a sign before a word; a mark of several characters is one of Unicode's private use there,
so that it stays one symbol.

A library applies the earliest rule that fits, at any time; here each rule has its turn once. Both cut every text alike
unless a later merge made a string that was a token already: then rare words may be cut otherwise.
"""

import json
from typing import Any

from core.bpe.longest_match import NO_WORD, UNKNOWN
from core.tokenizer_files import parts
from core.tokenizer_files.normalisers import FINAL_SIGMA, PRIVATE, replaced
from core.tokens.tokenizer.params import Params
from core.tokens.tokenizer.pruning import Pruned
from core.tokens.tokenizer.result import Result

_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}


def tokenizer_json(result: Result | Pruned) -> str:
    """The whole tokenizer, for ``tokenizers.Tokenizer.from_file``."""
    normalizers = _normalizers(result)
    whole: dict[str, Any] = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": {"type": "Sequence", "normalizers": normalizers} if normalizers else None,
        "pre_tokenizer": _pre_tokenizer(result.params), "post_processor": None, "decoder": _decoder(result.params),
        "model": _pieces(result) if isinstance(result, Pruned) else _model(result),
    }  # fmt: skip
    return json.dumps(whole, ensure_ascii=True)


def vocab_json(result: Result) -> str:
    """Tokens and their ids; of two alike the first counts."""
    return json.dumps(_vocabulary(result), ensure_ascii=True)


def merges_txt(result: Result) -> str:
    """The merges in their order, one on a line."""
    return "\n".join(["#version: 0.2", *(" ".join(pair) for pair in _merges(result))]) + "\n"


def has_merges_txt(result: Result) -> bool:
    """Whether such lines can be read again: no token that a merge made holds white space, or looks like the first."""
    made = result.trace.tokens[int(result.trace.vocabulary_size[0]) :]
    signs = "".join(made)
    of_merges = result.params.algorithm != "wordpiece"
    return of_merges and "".join(signs.split()) == signs and not any(one.startswith("#version") for one in made)


def _normalizers(result: Result | Pruned) -> list[dict[str, Any]]:
    """Texts become small before every word is marked."""
    params = result.params
    steps = [replaced(FINAL_SIGMA, "ς"), {"type": "Lowercase"}] if params.lowercase else []
    if params.start:
        steps.append(replaced(parts.STARTS[params.pretokenizer], f" {params.start}"))
    if isinstance(result, Result) and params.mark:
        first, second = _signs(result)
        steps += [replaced(first, second)] if len(params.mark) > 1 else []
        steps.append(replaced(parts.ENDS[params.pretokenizer], f"{_mark(result)} "))
    return steps


def _vocabulary(result: Result) -> dict[str, int]:
    vocabulary: dict[str, int] = {}
    for place, token in enumerate(_spelt(result)):
        vocabulary.setdefault(token, place)
    if result.params.algorithm != "bytes":
        bare = result.params.algorithm == "wordpiece" and _may_hold_unknown(result.params)
        vocabulary[NO_WORD if bare or UNKNOWN in vocabulary else UNKNOWN] = len(result.trace.tokens)
    return vocabulary


def _merges(result: Result) -> list[tuple[str, str]]:
    spelt = _spelt(result)
    pairs = zip(result.trace.left.tolist(), result.trace.right.tolist(), strict=True)
    return list(dict.fromkeys((spelt[left], spelt[right]) for left, right in pairs))


def _model(result: Result) -> dict[str, Any]:
    vocabulary = _vocabulary(result)
    unknown = next(reversed(vocabulary)) if result.params.algorithm != "bytes" else None
    if result.params.algorithm == "wordpiece":
        return {"type": "WordPiece", "unk_token": unknown, "continuing_subword_prefix": result.trace.inside,
                "max_input_chars_per_word": 1_000_000, "vocab": vocabulary}  # fmt: skip
    return {"type": "BPE", "dropout": None, "unk_token": unknown, "continuing_subword_prefix": None,
            "end_of_word_suffix": result.params.suffix or None, "fuse_unk": False, "byte_fallback": False,
            "ignore_merges": False, "vocab": vocabulary,
            "merges": [list(pair) for pair in _merges(result)]}  # fmt: skip


def _pieces(result: Pruned) -> dict[str, Any]:
    """The model of Unigram. Unknown characters side by side are one [UNK], there and here."""
    scores = result.trained.score[-1][result.trained.final].tolist()
    vocabulary = [[piece, score] for piece, score in zip(result.tokens, scores, strict=True)]
    unknown = NO_WORD if _may_hold_unknown(result.params) else UNKNOWN
    return {"type": "Unigram", "unk_id": len(scores), "vocab": [*vocabulary, [unknown, 0.0]], "byte_fallback": False}


def _may_hold_unknown(params: Params) -> bool:
    """Whether a text may hold [UNK] itself in a word: where it is split at spaces alone."""
    return params.pretokenizer in ("whitespace", "spaces")


def _pre_tokenizer(params: Params) -> dict[str, Any]:
    scheme = params.pretokenizer
    if params.algorithm == "bytes":
        if scheme == "gpt2":
            return _BYTE_LEVEL
        splits = [parts.SPLITTERS[scheme], _BYTE_LEVEL | {"use_regex": False}]
        return {"type": "Sequence", "pretokenizers": splits}
    return parts.SPLITTERS["whitespace" if params.mark or params.start else scheme]


def _decoder(params: Params) -> dict[str, Any] | None:
    if params.algorithm == "bytes":
        return _BYTE_LEVEL
    if params.start or params.pretokenizer == "spaces":
        return parts.SPLITTERS["spaces"] | ({"split": False} if params.algorithm == "unigram" else {})
    if params.algorithm == "unigram":
        return {"type": "Fuse"}
    if params.suffix:
        return {"type": "BPEDecoder", "suffix": params.suffix}
    return {"type": "WordPiece", "prefix": params.inside, "cleanup": False} if params.inside else None


def _mark(result: Result) -> str:
    return result.params.mark if len(result.params.mark) == 1 else _signs(result)[0]


def _spelt(result: Result) -> list[str]:
    """The tokens as the files spell them: a mark of several characters is one sign."""
    trace, mark = result.trace, result.params.mark
    if len(mark) < 2:
        return list(trace.tokens)
    spelt = [_mark(result) if token == mark else token for token in trace.tokens[: int(trace.vocabulary_size[0])]]
    for left, right, merged in zip(trace.left.tolist(), trace.right.tolist(), trace.merged.tolist(), strict=True):
        if merged == len(spelt):
            spelt.append(spelt[left] + spelt[right])
    return spelt


def _signs(result: Result) -> tuple[str, str]:
    """Two signs of private use that no token holds."""
    base = {*result.trace.tokens[: int(result.trace.vocabulary_size[0])]}
    first, second, *_ = (sign for sign in map(chr, PRIVATE) if sign not in base)
    return first, second
