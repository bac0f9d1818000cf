"""Settings of the calculator that are worth trying: the notes' numbers, where they slip, and known-bad scales."""

from core.explorer import Preset

_PAIRS = "1 0\n0 1\n1 1\n2 0\n0 2"
FIVE = {"Q": _PAIRS, "K": _PAIRS, "V": _PAIRS, "query": 5}
REVIEW = {"Q": "-6 -3\n4 2", "K": "1 0\n0 1", "V": "2 -5\n-1 1", "mask": "none", "query": 1}
STATES = {"Q": "0.5 0.2", "K": "1 0\n0 1\n1 1", "V": "1 0\n0 1\n1 1", "scale": "1", "mask": "none", "query": 1}
CACHE = {"K": "1 4\n3 10\n5 16", "V": "2.5 0.5\n5.5 0.5\n8.5 0.5", "query": 1}
OWN = "0 -inf -inf -inf -inf\n-inf -inf -inf -inf -inf\n0 0 0 -inf -inf\n0 -inf 0 0 -inf\n0 0 -inf 0 0"

PRESETS: tuple[Preset, ...] = (
    Preset("four-tokens", "Four tokens, causal", "Whole numbers, and √d = 2: check any cell in your head, then drag "
           "the scale.", {}),
    Preset("review-by-d", "The review question, by d", "The sheet divides QKᵀ by d_k. Its rows of weights are "
           "(0.182, 0.818) and (0.731, 0.269).", {**REVIEW, "scale": "1/d"}),
    Preset("review-by-root", "The same by √d", "As attention is usually scaled: (0.107, 0.893) and (0.804, 0.196). "
           "Less is divided away, so the weights are sharper.", REVIEW),
    Preset("kv-cache", "The notes' KV cache", "Keys (1,4), (3,10), (5,16) come out of X and W. The last query's "
           "products 29, 75, 121 lie so far apart that one key takes all.", {"given": "X", "query": 3}),
    Preset("kv-cache-step", "What the cache keeps", "One new query on three kept keys and values: the last row of the "
           "whole, and nothing else is reckoned again.", {**CACHE, "Q": "5 6"}),
    Preset("permuted", "Rows in another order", "X of the notes, third row first. Without a mask the output has its "
           "rows in that order too: Attention(PX) = P·Attention(X).",
           {"given": "X", "X": "5 6\n1 2\n3 4", "mask": "none", "scale": "0.02", "query": 1}),
    Preset("encoder-states", "Three encoder states", "Weights 0.337585, 0.250089, 0.412327. The notes print 0.3374, "
           "0.2501, 0.4125: slips of arithmetic, as 1.6487 / 4.8839 is 0.33758.", STATES),
    Preset("causal", "A 5 × 5 causal mask", "15 of 25 cells stay. The first query sees one key only: its weight is 1 "
           "at any scale.", FIVE),
    Preset("own-mask", "A mask of one's own", "1 and 0, or 0 and -inf as it is added to the scores. Query 2 may look "
           "nowhere: 0 / 0 is left out, and its output is 0.", {**FIVE, "mask": "own", "M": OWN, "query": 4}),
    Preset("root", "Why √d", "Products of random vectors spread as √d, and softmax of them turns one-hot; divided by "
           "√d it stays much as at d = 1.", {"part": "root"}),
    Preset("root-off-centre", "With a mean of 0.5", "The variance gains 2σ²‖μ‖², and dividing by √d no longer gives 1: "
           "that rule needs μ = 0.", {"part": "root", "mean": 0.5}),
    Preset("scores", "Four scores", "Additive, dot, general and scaled dot on the same three states. tanh bends: the "
           "additive score alone puts the second state before the first.", {"part": "scores"}),
    Preset("scores-general", "A general score that turns", "W swaps the coordinates of s and triples them: now h2 "
           "comes before h1, and h3 takes more than half.", {"part": "scores", "W": "0 3\n3 0"}),
)  # fmt: skip
