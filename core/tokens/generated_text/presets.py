"""Settings of /generated-text worth trying."""

from core.explorer import Preset

TRAP = {"part": "trap", "text": "The dog", "samples": 12, "tokens": 64}

PRESETS: tuple[Preset, ...] = (
    Preset("wrong", "One wrong word", "The model reads “were” where “went” is true. The next true token costs 16.5 "
           "bits, and soon after the loss is as before. Left to itself the model writes another story.", {}),
    Preset("loop", "The likelihood trap", "Nearly without chance, at T = 0.05, about half of all runs of four tokens "
           "repeat earlier ones. In true stories 1.4 % do.", {**TRAP, "temperature": 0.05}),
    Preset("trained", "As uncertain as true stories", "At T = 1 tokens are drawn by the probabilities that were "
           "learned. One takes 1.26 bits on average, in true stories 1.17, and few runs repeat.", TRAP),
    Preset("babble", "Words that are none", "At T = 2 a token takes more than 9 bits, and about 70 % of the words "
           "stand in no story.", {**TRAP, "temperature": 2.0}),
    Preset("rescued", "Min-p at T = 2", "With min-p = 0.1 samples at T = 2 are sound stories of about 1.2 bits for a "
           "token. Without it they need more than 9 bits.", {**TRAP, "temperature": 2.0, "min_p": 0.1}),
    Preset("draft", "A draft that sees four tokens", "It is accepted in 82.6 % of draws. With 4 tokens drafted at once "
           "a pass of the model brings about 3.5 tokens.", {"part": "speculative"}),
    Preset("hot-draft", "A draft that is too hot", "At twice the temperature the same model is accepted in 79.1 % of "
           "draws. The dots show that what comes out is still p, not q.",
           {"part": "speculative", "draft": "temperature"}),
)  # fmt: skip
