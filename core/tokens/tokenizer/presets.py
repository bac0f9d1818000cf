"""Settings of the tokenizer lab worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "lowest",
        "low, lower, newest, widest",
        "The pair e s wins its tie because it is met first. After six merges a word never seen, lowest, is cut into "
        "low and est_. The sign _ marks the end of a word.",
        {"source": "words", "words": "low:5 lower:2 newest:6 widest:3", "merges": 7, "segment": "lowest", "step": 6},
    ),
    Preset(
        "wow",
        "raw how how wow wow who",
        "The sign _ marks the end of a word. The first merge makes w_ five times, the second makes ow_ four times, "
        "and a third merge, h ow_, follows.",
        {"source": "text", "text": "raw how how wow wow who", "merges": 3, "segment": "whow", "step": 0},
    ),
    Preset(
        "runs",
        "A run of one letter",
        "Known to mislead: aaaa holds the pair a a three times, but these overlap and only two can merge. So the "
        "count of a pair is not the number of tokens that its merge saves.",
        {"source": "words", "words": "aaaaaaaa:3 aaaaa:2 banana:4", "merges": 6, "segment": "aaaaaa", "step": 0},
    ),
    Preset(
        "no-mark",
        "No end-of-word mark",
        "Without the mark, an ending and the same letters inside a word become one and the same token: compare est "
        "in slowest and estuary.",
        {"end_of_word": "", "segment": "slowest estuary", "step": 30},
    ),
    Preset(
        "gpt2",
        "GPT-2's pattern",
        "GPT-2 keeps the space in front of a word as its first character. So the same word at the start of a text "
        "is another token.",
        {"pretokenizer": "gpt2", "end_of_word": "", "lowercase": False, "segment": "The keeper kept light", "step": 60},
    ),
    Preset(
        "wordpiece",
        "WordPiece on raw how how wow wow who",
        "A pair is scored by its count divided by the counts of both its tokens. So r ##a wins with score 1 though it "
        "stands only once, and ##o ##w, which stands 4 times, has 0.16. The signs ## mark a piece inside a word.",
        {"source": "text", "text": "raw how how wow wow who", "algorithm": "wordpiece", "merges": 2, "min_count": 1,
         "segment": "who wok", "step": 0},
    ),
    Preset(
        "bytes",
        "The bytes behind the characters",
        "Byte-level BPE starts from the 256 bytes, so no character is unknown. An é is two bytes, and one merge joins "
        "them; € has three, and as it never came in the text they stay apart.",
        {"source": "text", "text": "café crème café brûlée été café thé", "algorithm": "bytes", "pretokenizer": "gpt2",
         "merges": 8, "lowercase": False, "segment": "thé 5 €", "step": 1},
    ),
    Preset(
        "unigram",
        "Unigram: from many pieces to few",
        "Unigram begins with 324 pieces and ends with 59. The word slowest is first cut into ▁slowe and st, at the end "
        "into 6 pieces. The sign ▁ marks the start of a word.",
        {"algorithm": "unigram", "segment": "the slowest keeper", "step": 10},
    ),
    Preset(
        "hug",
        "Unigram on hug, pug, pun, bun, hugs",
        "Tutorials begin with all substrings. SentencePiece takes those that stand twice and are followed by different "
        "signs: bun is none of its 13 first pieces, though it stands 4 times.",
        {"source": "words", "words": "hug:10 pug:5 pun:12 bun:4 hugs:5", "algorithm": "unigram", "size": 12,
         "segment": "hugs pub", "step": 0},
    ),
    Preset(
        "answer",
        "Check your own merges",
        "The first two merges are right. The third is not: l o stands 7 times, and est _ stands 9 times.",
        {"source": "words", "words": "low:5 lower:2 newest:6 widest:3", "merges": 7, "answer": "e s\nes t\nl o",
         "segment": "lowest", "step": 2},
    ),
    Preset(
        "spans",
        "Call 911!",
        "The text is cut into words before anything is learned. White space and punctuation end a word: Call 911! "
        "is Call, 911 and !. Libraries give their places as offsets between characters, 0 to 4, 5 to 8 and 8 to 9.",
        {"source": "text", "text": "Call 911!", "merges": 0, "lowercase": False, "segment": "Call 911!", "step": 0},
    ),
)  # fmt: skip
