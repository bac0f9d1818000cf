"""Settings of /text-normalization worth trying."""

from core.explorer import Preset

RAN = "ran run runs running caring care cared cares car cars was is be mice mouse better good"
UNIVERSE = ("universe university universities universal news new organ organization policy police general generous "
            "wander wand study studies student")  # fmt: skip
TRAPS = ("The ﬁrst café, the first cafe\u0301. Straße, STRASSE and strasse; 10\u00a0km or 10 km? Co\u00adoperate or "
         "cooperate? A zero\u200bwidth space, zerowidth space. Ｆｕｌｌ width, full width. Naïve, naive; x² or x2. "
         "Polish polish, US us, résumé or resume.")  # fmt: skip

PRESETS: tuple[Preset, ...] = (
    Preset("ran", "“ran” and “caring”", "Known to mislead: it is often said that a stemmer takes “ran” to “run”. "
           "None does, only the dictionary. And “caring” becomes “car” by Lancaster alone; Porter and Snowball make it "
           "“care”.",
           {"source": "text", "text": RAN, "part": "endings", "reduction": "lancaster", "read": 17}),
    Preset("universe", "Universe, university", "Porter makes one word of universe, university, universities and "
           "universal. For the dictionary these are 3 different words. News and new become one, too.",
           {"source": "text", "text": UNIVERSE, "read": 17}),
    Preset("traps", "They look alike", "Known to mislead: what looks like one word may be several for a program, and a "
           "space may be none. As written there are 35 distinct words, after all steps 19.",
           {"source": "text", "text": TRAPS, "form": "NFKC", "accents": True, "reduction": "none", "read": 38}),
    Preset("stemmers", "Three stemmers and a dictionary", "The beginning of a play holds 2,237 distinct words before "
           "the last step. Porter leaves 1,949, Snowball 1,874 and Lancaster 1,810; the dictionary leaves 1,845.",
           {"part": "endings", "reduction": "snowball", "read": 9_931}),
    Preset("straight", "Heaps’ law is a straight line", "On logarithmic axes V = K × n^β is a straight line of slope "
           "β: 0.782 for words as they are written, 0.689 after all steps.", {"axes": "log", "read": 9_931}),
    Preset("forecast", "Too early to tell", "Known to mislead: fitted to the first 621 words, Heaps’ law expects "
           "3,278 distinct words without a stemmer. There are 2,237, for β falls as the text grows.",
           {"reduction": "none", "read": 621}),
)  # fmt: skip
