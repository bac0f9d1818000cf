"""Sentences for the small translator that are worth trying."""

from core.explorer import Preset

_NEGATED = "the horses do not eat the green table"

PRESETS: tuple[Preset, ...] = (
    Preset("red-book", "The red book", "le livre rouge: “livre” looks past “red” at “book”, and “rouge” back at “red”. "
           "The two lines cross.", {}),
    Preset("both-sides", "Before and behind", "grand stays in front of its noun and noir goes behind it: of two "
           "adjectives one crosses.", {"sentence": "the big black dog follows the young woman", "word": 3}),
    Preset("gender", "Where “la” comes from", "“the” does not say le, la or les. Before it writes la, this head looks "
           "at “girl”; before le, at “book”.", {"layer": 0, "head": 1, "word": 0}),
    Preset("negation", "Two words for one", "ne … pas stands for “not”. Yet this head looks at “do” for ne and at "
           "“eat” for pas: it may look where it likes.", {"sentence": _NEGATED, "word": 4}),
    Preset("two-crossings", "Two crossings", "Both noun phrases turn, and lines cross twice.",
           {"sentence": "my white cat watches the blue fish", "word": 1}),
    Preset("never-met", "A pair never met", "“black” and “dog” never stood together while the model learned, and it "
           "turns them all the same.", {"sentence": "the black dog sleeps", "word": 1}),
    Preset("without-verb", "A phrase without a verb", "Known to fail: the model has only met whole sentences and makes "
           "up a verb, rit, while it looks at the end mark.", {"sentence": "the red book", "word": 3}),
    Preset("other-head", "A head that does not align", "In layer 1 this head looks at the end mark for livre. "
           "Not every head of cross-attention is an alignment.", {"layer": 0, "head": 2, "word": 4}),
)  # fmt: skip
