"""Settings of the calculator that are worth trying: the notes' numbers, where they slip, and known-bad scales."""

from core.explorer import Preset

_PAIRS = "1 0\n0 1\n1 1\n2 0\n0 2"
FIVE = {"Q": _PAIRS, "K": _PAIRS, "V": _PAIRS, "query": 5}
REVIEW = {"Q": "-6 -3\n4 2", "K": "1 0\n0 1", "V": "2 -5\n-1 1", "mask": "none", "query": 1}
STATES = {"Q": "0.5 0.2", "K": "1 0\n0 1\n1 1", "V": "1 0\n0 1\n1 1", "scale": "1", "mask": "none", "query": 1}
CACHE = {"K": "1 4\n3 10\n5 16", "V": "2.5 0.5\n5.5 0.5\n8.5 0.5", "query": 1}
OWN = "0 -inf -inf -inf -inf\n-inf -inf -inf -inf -inf\n0 0 0 -inf -inf\n0 -inf 0 0 -inf\n0 0 -inf 0 0"

PRESETS: tuple[Preset, ...] = (
    Preset("four-tokens", "Four tokens, causal", "All numbers are whole, and √d = 2, where d is the length of a "
           "key. Work out any cell yourself, then drag the scale.", {}),
    Preset("review-by-d", "Scores divided by d", "Here QKᵀ is divided by d, the length of a key, and not by its "
           "root. The rows of weights are (0.182, 0.818) and (0.731, 0.269).", {**REVIEW, "scale": "1/d"}),
    Preset("review-by-root", "The same divided by √d", "The usual attention divides the scores by √d: the weights "
           "are (0.107, 0.893) and (0.804, 0.196). The scores stay larger than after a division by d, so the "
           "weights are sharper.", REVIEW),
    Preset("kv-cache", "A KV cache", "X times W_K gives the keys (1,4), (3,10), (5,16). Their products 29, 75, 121 "
           "with the last query lie so far apart that one key takes all of the weight.", {"given": "X", "query": 3}),
    Preset("kv-cache-step", "What the cache keeps", "One new query meets three keys and values that were kept. This "
           "gives the last row of the whole calculation, and nothing else is computed again.", {**CACHE, "Q": "5 6"}),
    Preset("permuted", "Rows in another order", "This is the same X with its third row first. Without a mask the "
           "output has its rows in that order too: Attention(PX) = P·Attention(X), where P puts rows in another "
           "order.",
           {"given": "X", "X": "5 6\n1 2\n3 4", "mask": "none", "scale": "0.02", "query": 1}),
    Preset("encoder-states", "Three encoder states", "The weights are 0.337585, 0.250089 and 0.412327. The first is "
           "the exponential of its score divided by the sum of all three: 1.6487 / 4.8839 is 0.33758.", STATES),
    Preset("causal", "A 5 × 5 causal mask", "Each query sees its own key and those before it, so 15 of 25 cells "
           "stay. The first query sees one key only, and its weight is 1 at any scale.", FIVE),
    Preset("own-mask", "Your own mask", "Write a mask with 1 and 0, or with 0 and -inf, which is added to the "
           "scores. Query 2 may look nowhere, so its weights and its output are set to 0.",
           {**FIVE, "mask": "own", "M": OWN, "query": 4}),
    Preset("root", "Why √d", "Dot products of random vectors with d coordinates spread as √d, so the softmax soon "
           "gives nearly all weight to one key. Divided by √d, the weights stay much as at d = 1.", {"part": "root"}),
    Preset("root-off-centre", "With a mean of 0.5", "Coordinates with the mean μ and the variance σ² add 2σ²‖μ‖² to "
           "the variance of the scores. Dividing by √d then no longer gives a variance of 1: that needs μ = 0.",
           {"part": "root", "mean": 0.5}),
    Preset("scores", "Four scores", "Four formulas score the same three states: additive, dot, general and scaled "
           "dot. Only the additive score, with its tanh, puts the second state before the first.", {"part": "scores"}),
    Preset("scores-general", "A general score that swaps", "The matrix W swaps the two coordinates of the query s "
           "and triples them. Now the key h2 weighs more than h1, and h3 takes more than half.",
           {"part": "scores", "W": "0 3\n3 0"}),
)  # fmt: skip
