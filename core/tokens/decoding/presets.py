"""Settings of /decoding worth trying."""

from core.explorer import Preset

SCORES = {"source": "logits", "logits": "3 2 1", "axis": "top_p", "top_p": 0.8, "temperature": 0.5}

PRESETS: tuple[Preset, ...] = (
    Preset("four", "Four ways to go on", "After “Once Rose”, four tokens hold 98.9 % of the probability, and 824 "
           "others share the rest. The entropy is 1.88 bits.", {}),
    Preset("tail", "The tail takes over", "At T = 3 the four sensible tokens are drawn in only 23 % of cases. The "
           "others are unlikely one by one, but there are many of them.", {"temperature": 3.0}),
    Preset("nucleus", "The nucleus", "Top-p with p = 0.9 keeps four tokens here. After another prompt it may keep one "
           "or a hundred: it follows the distribution.", {"axis": "top_p", "top_p": 0.9}),
    Preset("divide-first", "One token: divide, then cut", "Scores 3, 2, 1 at T = 0.5 and p = 0.8. Divided first, the "
           "first token has a probability of 0.867. It reaches p alone, so one token is kept.", SCORES),
    Preset("cut-first", "Two tokens: cut, then divide", "The same scores, cut before they are divided. The first token "
           "has 0.665, which does not reach p = 0.8, so two are kept. Libraries differ in this order.",
           {**SCORES, "last": True}),
    Preset("crossing", "Top-p that falls short", "Scores 3, 2, 1 at T = 1. The first token holds 0.665, and the second "
           "crosses p = 0.8. Dropped, as ESM and Fish Speech do, it leaves one token with less than p.",
           {"source": "logits", "axis": "top_p", "top_p": 0.8, "crossing": False}),
    Preset("min-first", "Min-p first, or last", "Scores 3, 2, 1, 0 with p = 0.9 and min-p 0.1. vLLM takes min-p "
           "first: it cuts one token, and of the rest top-p keeps 2. In the order of transformers 3 tokens stay.",
           {**SCORES, "logits": "3 2 1 0", "top_p": 0.9, "min_p": 0.1, "temperature": 1.0, "min_first": True}),
    Preset("tie", "A tie at the last place", "Scores 3, 2, 2, 1 and k = 2: two tokens share the second place. "
           "Transformers keeps 3 tokens, llama.cpp exactly 2, and the text may differ.",
           {"source": "logits", "logits": "3 2 2 1", "axis": "top_k", "top_k": 2}),
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
)  # fmt: skip
