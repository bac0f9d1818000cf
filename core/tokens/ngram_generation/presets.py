"""Settings of /ngram-generation worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("followed", "As nltk draws", "Only words that followed “i will” in the plays may come first: 37 instead of "
           "2,470. The text reads better, and says less of the model, which gives all 2,470 words a share.",
           {"drawn": "followed"}),
    Preset("copied", "Shakespeare himself", "Known to mislead: the text reads well because the plays do. Up to 39 "
           "words in a row stand in them just so: at 96 of 100 places a single word had followed the five before.",
           {"drawn": "followed", "order": 6, "length": 100}),
    Preset("salad", "One word at a time", "With n = 1 no word heeds another. Each comes as often as in the plays, and "
           "no sentence comes of it.",
           {"order": 1}),
    Preset("ends", "A text that ends", "Maximum likelihood knows only what followed. After 13 words nothing but a rare "
           "word, which is <unk> here, had followed, and the text ends.",
           {"method": "likelihood", "order": 6, "length": 100}),
    Preset("letters", "Letters instead of words", "The same models with single letters, six at a time: what they write "
           "is full of words that never stood in the text.",
           {"unit": "characters", "order": 6, "method": "modified", "context": "my lo", "length": 120, "min_count": 1,
            "step": 60}),
)  # fmt: skip
