"""Settings of the tokenizer lab worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "lowest",
        "low, lower, newest, widest",
        "The worked example of the course notes: e s wins its tie because it is met first, and after six merges "
        "a word never seen, lowest, is cut into low and est_.",
        {"source": "words", "words": "low:5 lower:2 newest:6 widest:3", "merges": 7, "segment": "lowest", "step": 6},
    ),
    Preset(
        "wow",
        "raw how how wow wow who",
        "The review question of the cheat sheet: w_ five times, then ow_ four times. The sheet stops there; "
        "a third merge, h ow_, follows.",
        {"source": "text", "text": "raw how how wow wow who", "merges": 3, "segment": "whow", "step": 0},
    ),
    Preset(
        "runs",
        "A run of one letter",
        "Known to mislead: aaaa holds the pair a a three times, but occurrences overlap and only two can merge. "
        "The count that wins is not the number of tokens saved.",
        {"source": "words", "words": "aaaaaaaa:3 aaaaa:2 banana:4", "merges": 6, "segment": "aaaaaa", "step": 0},
    ),
    Preset(
        "no-mark",
        "No end-of-word mark",
        "Without the mark, an ending and the same letters inside a word are one token: compare est in "
        "slowest and estuary.",
        {"end_of_word": "", "segment": "slowest estuary", "step": 30},
    ),
    Preset(
        "gpt2",
        "GPT-2's pattern",
        "GPT-2 keeps the space in front of a word inside it, so that the same word at the start of a text is "
        "another token.",
        {"pretokenizer": "gpt2", "end_of_word": "", "lowercase": False, "segment": "The keeper kept light", "step": 60},
    ),
    Preset(
        "spans",
        "Call 911!",
        "A pre-tokeniser cuts before anything is learned: white space and punctuation end words, so that Call 911! is "
        "Call, 911 and !, its characters 0 to 4, 5 to 8 and 8 to 9.",
        {"source": "text", "text": "Call 911!", "merges": 0, "lowercase": False, "segment": "Call 911!", "step": 0},
    ),
)  # fmt: skip
