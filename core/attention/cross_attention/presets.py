"""Sentences for the small translator that are worth trying."""

from core.explorer import Preset

_NEGATED = "the horses do not eat the green table"

PRESETS: tuple[Preset, ...] = (
    Preset("red-book", "The red book", "In “le livre rouge” the word “livre” looks past “red” at “book”, and "
           "“rouge” looks back at “red”. So the two lines cross.", {}),
    Preset("both-sides", "Before and after the noun", "The adjective “grand” stays in front of its noun, and “noir” "
           "goes after it. So only one of the two adjectives has a line that crosses another.",
           {"sentence": "the big black dog follows the young woman", "word": 3}),
    Preset("gender", "Where “la” comes from", "English “the” does not tell whether French needs “le”, “la” or "
           "“les”. To write “la” this head looks at “girl”, and to write “le” it looks at “book”.",
           {"layer": 0, "head": 1, "word": 0}),
    Preset("negation", "Two words for one", "French says “not” in two words, “ne” and “pas”. Yet this head looks at "
           "“do” for “ne” and at “eat” for “pas”: nothing forces a head to look at the word that is translated.",
           {"sentence": _NEGATED, "word": 4}),
    Preset("two-crossings", "Two crossings", "In both noun phrases the adjective and the noun change places, so the "
           "lines cross twice.",
           {"sentence": "my white cat watches the blue fish", "word": 1}),
    Preset("never-met", "A pair never met", "“black” and “dog” never stood together in training. The model still "
           "changes their places.", {"sentence": "the black dog sleeps", "word": 1}),
    Preset("without-verb", "A phrase without a verb", "Known to fail: the model has met whole sentences only. It "
           "makes up a verb, “rit”, while it looks at the end mark.", {"sentence": "the red book", "word": 3}),
    Preset("other-head", "A head that does not align", "In layer 1 this head looks at the end mark while “livre” is "
           "written. Not every head of cross-attention shows which word is translated.",
           {"layer": 0, "head": 2, "word": 4}),
)  # fmt: skip
