"""Settings of /decoding worth trying."""

from core.explorer import Preset

SCORES = {"source": "logits", "logits": "3 2 1", "axis": "top_p", "top_p": 0.8, "temperature": 0.5}

PRESETS: tuple[Preset, ...] = (
    Preset("four", "Four ways to go on", "Behind “Once Rose” four tokens hold 98.9 % of the probability, and 824 "
           "others share the rest. The entropy is 1.88 bits.", {}),
    Preset("tail", "The tail takes over", "At T = 3 the four sensible tokens are drawn in only 23 % of cases. The "
           "others are unlikely one by one, but there are many of them.", {"temperature": 3.0}),
    Preset("nucleus", "The nucleus", "Top-p with p = 0.9 keeps four tokens here. Behind another prompt it may keep one "
           "or a hundred: it follows the distribution.", {"axis": "top_p", "top_p": 0.9}),
    Preset("divide-first", "One token: divide, then cut", "Scores 3, 2, 1 at T = 0.5 and p = 0.8. Divided first, the "
           "first token has a probability of 0.867. It reaches p alone, so one token is kept.", SCORES),
    Preset("cut-first", "Two tokens: cut, then divide", "The same scores, cut before they are divided. The first token "
           "has 0.665, which does not reach p = 0.8, so two are kept. Libraries differ in this order.",
           {**SCORES, "last": True}),
    Preset("min-p", "Min-p at a high temperature", "At T = 3 min-p keeps 8 tokens, those with at least a tenth of the "
           "largest probability. Top-p with p = 0.9 would keep 593.",
           {"axis": "min_p", "min_p": 0.1, "temperature": 3.0}),
    Preset("beam", "What greedy decoding misses", "Greedy decoding starts with the likeliest token, “and”, and ends at "
           "a sum of −15.07. A beam of width 4 starts with “walked” and ends at −13.51.", {"part": "search"}),
    Preset("narrow", "A beam that does worse", "Known to fail: with width 4 the beam drops the text that greedy "
           "decoding finds. It ends at a sum of −16.77, greedy decoding at −15.34.",
           {"part": "search", "text": "Yesterday"}),
    Preset("herself", "More probable, and worse", "A beam of width 10 finds a text with a sum of −15.06, where greedy "
           "decoding has −17.02. In it Rose gives a coat to herself.",
           {"part": "search", "text": "One day", "width": 10}),
    Preset("longer", "The penalty favours long texts", "With α = 1 the best text has 25 tokens, though one of 20 "
           "tokens has a larger sum. With α = 0 the shorter text wins.",
           {"part": "search", "text": "Mary and John went", "width": 10}),
    Preset("samples", "Six samples", "Each token is drawn by its probability. The texts differ from each other, and "
           "each is a story of its own.", {"part": "search", "way": "samples"}),
    Preset("draft", "A draft that sees four tokens", "It is accepted in 82.6 % of draws. With 4 tokens drafted at once "
           "a pass of the model brings about 3.5 tokens.", {"part": "speculative"}),
    Preset("hot-draft", "A draft that is too hot", "At twice the temperature the same model is accepted in 79.1 % of "
           "draws. The dots show that what comes out is still p, not q.",
           {"part": "speculative", "draft": "temperature"}),
    Preset("loop", "The likelihood trap", "Nearly without chance, at T = 0.05, about half of all runs of four tokens "
           "repeat earlier ones. In true stories 1.4 % do.",
           {"part": "trap", "text": "The dog", "temperature": 0.05, "samples": 12, "tokens": 64}),
    Preset("rescued", "Min-p at T = 2", "With min-p = 0.1 samples at T = 2 are sound stories of about 1.2 bits for a "
           "token. Without it they need more than 9 bits.",
           {"part": "trap", "text": "The dog", "temperature": 2.0, "samples": 12, "tokens": 64, "min_p": 0.1}),
    Preset("wrong", "One wrong word", "The model reads “were” where “went” is true. The next true token costs 16.5 "
           "bits, and soon after the loss is as before. Left to itself the model writes another story.",
           {"part": "forcing"}),
)  # fmt: skip
