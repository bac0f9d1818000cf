"""Settings of /ngram-language-model worth trying."""

from core.explorer import Preset

SAM = "I am Sam\nSam I am\nI do not like green eggs and ham"
GLASSES = ("san francisco san francisco san francisco i lost my glasses you lost your glasses she found her glasses "
           "while reading")  # fmt: skip

PRESETS: tuple[Preset, ...] = (
    Preset("sam", "I am Sam", "Three lines, as in the textbook of Jurafsky and Martin. Two of them begin with “i”: "
           "after the start of a line, <s>, maximum likelihood gives it 2/3 and every word unseen there 0.",
           {"part": "context", "source": "text", "text": SAM, "held": "text", "lines": True, "min_count": 1,
            "floor": False, "order": 2, "method": "likelihood", "context": ""}),
    Preset("infinite", "Infinite, and why", "Known to mislead: a word that was never seen has no share here. The "
           "held-out text has 342 of them, so that all smoothers but add-k have an infinite perplexity.",
           {"floor": False, "min_count": 1}),
    Preset("orders", "Longer is not always better", "With Kneser–Ney the perplexity falls from 242 for single words to "
           "126.5 for n = 3, and rises to 132.7 for n = 6. With modified Kneser–Ney it stays at 118.9 from n = 4 on.",
           {"axis": "order"}),
    Preset("added", "How much to add", "Laplace’s rule, k = 1, gives most of the probability to n-grams never seen: "
           "its perplexity is 1,641. The best k is near 0.01, with 796; modified Kneser–Ney has 119.7.",
           {"axis": "added", "added": 1.0, "method": "added"}),
    Preset("growing", "More text", "From one hundredth of the training text to all of it, the perplexity of Kneser–Ney "
           "falls from 445 to 126.5. The vocabulary is the same throughout, so that they can be compared.",
           {"axis": "size"}),
    Preset("unknown", "Too many unknown words", "Known to mislead: words seen fewer than 50 times are all <unk> here. "
           "The perplexity falls to 19, yet the model knows less: 32 % of what it predicts is <unk>.",
           {"min_count": 50}),
    Preset("glasses", "Francisco or glasses", "Both words came 3 times, but “francisco” always after “san”. After "
           "“reading”, where nothing was seen, Kneser–Ney gives “glasses” three times as much: 0.173 to 0.0557.",
           {"part": "context", "source": "text", "text": GLASSES, "held": "text", "min_count": 1, "order": 2,
            "method": "kneser_ney", "context": "reading", "place": 0}),
)  # fmt: skip
