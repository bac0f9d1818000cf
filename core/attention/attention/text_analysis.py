"""A text read twice by a model, as it is and with something changed: all that the pages of attention show of it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import regex
import torch
from jaxtyping import Bool
from torch import Tensor

from core.attention.attention import pretrained as real
from core.attention.attention.head_cache import HeadCache
from core.attention.attention.interventions import Changes
from core.attention.attention.layer_rule import LayerRule
from core.attention.attention.next_token import Lens, Predictions, lens, predictions
from core.errors import InputError
from core.models.byte_tokenizer import Encoding
from core.models.text_model import stories
from core.models.token_labels import byte_label, token_labels
from core.models.transformer import Ablation, Transformer, forward, logit_lens

OURS = "ours"
MOST = 1_024  # tokens
SPLIT = "A sign with a small number is a part of it: the vocabulary has no token for the whole, and cuts its bytes."


@dataclass(frozen=True, eq=False)
class TextAnalysis:
    """``labels`` are the tokens as they can be read. Where nothing is changed, ``changed`` is ``plain`` itself.

    ``words`` calls the tokens of the predictions by their numbers. A model that predicts no next token has none. Lenses
    are of every place, or of the last alone for a model that is not ours; None where it does not show how it ends.
    """

    labels: tuple[str, ...]
    plain: HeadCache
    changed: HeadCache
    predictions: Predictions | None
    lenses: tuple[Lens, Lens] | None
    words: dict[int, str]
    remarks: tuple[str, ...]


@lru_cache(maxsize=16)
def encoded(text: str) -> tuple[Encoding, str | None]:
    """The first 1,024 tokens of ``text`` as our small model reads it, and a sentence where that is not all of it.

    Raises:
        MissingInput: the text is empty.
    """
    return stories().encode(text, MOST)


def read_ours(text: str, changes: Changes, device: torch.device) -> TextAnalysis:
    """What our small model makes of the first 1,024 tokens of ``text``.

    Raises:
        MissingInput: the text is empty.
        InputError: a head or a place of the changes does not exist.
    """
    model, (encoding, cut) = stories(), encoded(text)
    transformer, config = model.transformer.to(device), model.transformer.config
    off = changes.heads_off(config.layers, config.heads)
    time = len(encoding.ids)
    own = np.tri(time, dtype=bool)
    tokens = model.batch(encoding).to(device)
    with torch.inference_mode():
        plain, streams, before = _pass(transformer, tokens, own)
        changed, streams_after, after = plain, streams, before
        if changes.any:
            ablation = Ablation(off, changes.by) if changes.off else None
            changed, streams_after, after = _pass(transformer, tokens, changes.allowed(own), ablation)
        expected = predictions(before, after, encoding.ids)
        of_plain = lens(logit_lens(transformer, streams), before)
        lenses = of_plain, (lens(logit_lens(transformer, streams_after), before) if changes.any else of_plain)
    labels = token_labels(text, encoding.spans)
    listed = np.concatenate([each.tokens.ravel() for each in (expected, *lenses)])
    words = {int(number): byte_label(model.tokenizer.token(int(number))) for number in np.unique(listed)}
    return TextAnalysis(
        labels, plain, changed, expected, lenses, words, (*_remarks(cut, labels), *_unknown(text, encoding))
    )


def _unknown(text: str, encoding: Encoding) -> tuple[str, ...]:
    """A sentence where words of the text are none of the small model's, and so are read in pieces."""
    pieces = Counter(start for start, _ in encoding.spans)
    starts, reached = np.array([start for start, _ in encoding.spans]), encoding.spans[-1][1]
    words = [match.span() for match in regex.finditer(r"\w+", text[:reached])]
    cut = sum(int(((starts > start) & (starts < end)).any()) or pieces[start] > 1 for start, end in words)
    if not cut:
        return ()
    return (
        "This small model was trained on some two hundred words of micro-stories. Words that are read in pieces, "
        f"letters mostly: {cut:,} of {len(words):,}. Heads that look by place or repetition still work there, its "
        "predictions do not.",
    )


def _pass(
    transformer: Transformer, tokens: Tensor, allowed: Bool[np.ndarray, "time time"], ablation: Ablation | None = None
) -> tuple[HeadCache, Tensor, Tensor]:
    """The heads, the stream at every depth, and the logits."""
    parts: dict[str, list[Tensor]] = {"query": [], "key": [], "value": [], "residual": []}

    def keep(part: str, layer: int, value: Tensor) -> None:
        if part in parts:
            parts[part].append(value[0])

    causal = bool((allowed == np.tri(len(allowed), dtype=bool)).all())
    mask = None if causal else torch.from_numpy(allowed)
    logits = forward(transformer, tokens, allowed=mask, ablation=ablation, hook=keep, inner=False)[0]
    query, key, value, residual = (torch.stack(parts[part]) for part in ("query", "key", "value", "residual"))
    numbers = tuple(tokens[0].tolist())
    rules = (LayerRule(allowed, query.shape[-1] ** -0.5),) * len(query)
    kept = HeadCache(numbers, query.cpu().numpy(), key.cpu().numpy(), value.cpu().numpy(), rules)
    return kept, residual, logits


def read_real(
    name: str, text: str, changes: Changes, device: torch.device, report: Callable[[float], None] = lambda done: None
) -> TextAnalysis:
    """What a model of the operator's list makes of the first 1,024 tokens of ``text``, or as many as it can take.

    The mean that a head which is off may give is its own over this text, in the pass without changes.

    Raises:
        InputError: the model cannot be had, or a head or a place of the changes does not exist.
        MissingInput: the text is empty.
    """
    model = real.load_pretrained(name, device.type)
    report(0.4)
    most = min(MOST, getattr(model.config, "max_position_embeddings", MOST))
    before = after = real.read_text(model, text, most)
    if before.differs:
        rule = f"every weight must follow from its query and keys to be shown step by step, but {before.differs}"
        raise InputError("model", name, rule, "Choose another.")
    report(0.7)
    if changes.any:
        after = real.read_text(model, text, most, changes, before.mean if changes.by == "mean" else None)
    labels = token_labels(text, before.spans, before.tokens)
    expected, lenses, numbers = None, None, [np.zeros(0, np.int64)]
    if before.logits is not None and after.logits is not None:
        expected = predictions(before.logits, after.logits, before.heads.tokens)
        numbers.append(expected.tokens.ravel())
        if before.lens is not None and after.lens is not None:
            answer = before.logits[-1:]
            lenses = lens(before.lens[:, None], answer), lens(after.lens[:, None], answer)
            numbers += [each.tokens.ravel() for each in lenses]
    words = {int(each): model.word(int(each)) for each in np.unique(np.concatenate(numbers))}
    reached = max(end for _, end in before.spans)
    cut = None
    if len(labels) == most and reached < len(text.rstrip()):
        cut = f"The first {most:,} tokens are shown: {reached:,} of {len(text):,} characters."
    return TextAnalysis(labels, before.heads, after.heads, expected, lenses, words, _remarks(cut, labels))


def _remarks(cut: str | None, labels: tuple[str, ...]) -> tuple[str, ...]:
    split = any(label[-1:] in "₀₁₂₃₄₅₆₇₈₉" for label in labels if label)
    return tuple(remark for remark in (cut, SPLIT if split else None) if remark)
