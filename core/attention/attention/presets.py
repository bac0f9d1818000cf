"""Settings of the attention lab that are worth trying."""

from core.explorer import Preset

STORY = "Mary and John went to the market. John had a red book and gave it to"
REPEATED = "zq8 Kvothe! #71 æß xylophone; zq8 Kvothe! #71 æß xylophone;"
SIGNS = "שלום, 👩‍👩‍👧 é 日本 — gave it to"
TOLD = (
    "Rose and David went to the garden. David had a kite and gave it to Rose. "
    "Mary and John went to the market. John had a red book and gave it to Mary. "
)

PRESETS: tuple[Preset, ...] = (
    Preset("giver", "Who gives?", "At the last word layer 2, head 3 looks at John, who gives; the model goes on with "
           "Mary, at 0.986.", {}),
    Preset("names", "Both names", "Layer 3, head 1 looks at every name of the story. One of them must be the one that "
           "receives.", {"layer": 2, "head": 0}),
    Preset("switched-off", "Without the giver’s head", "Known to break it: with layer 2, head 3 at zero, David, who "
           "is not in the story, comes to 0.35, John to 0.26, and Mary falls to 0.17.", {"show": "off", "off": "1.2"}),
    Preset("by-mean", "The same, by the mean", "A head at zero is a strange thing to the layers above. At its mean it "
           "only says nothing about this text, and Mary keeps 0.55.", {"show": "off", "off": "1.2", "by": "mean"}),
    Preset("induction", "What comes again", "Signs that never met in training, twice. Layer 3, head 3 looks behind the "
           "earlier occurrence: to what came next then.",
           {"text": REPEATED, "layer": 2, "head": 2, "query": 45}),
    Preset("roles", "Which head does what?", "The same text, all heads by five scores with a definition each.",
           {"text": REPEATED, "show": "roles", "layer": 2, "head": 2, "query": 45}),
    Preset("before", "One place back", "Layer 1, head 1 looks at the token before, whatever it is: a diagonal.",
           {"show": "steps", "layer": 0, "head": 0}),
    Preset("saturated", "Without 1/√d", "At T = 1/√32 = 0.177 the scores are q·k undivided: the largest of the weights "
           "goes from 0.20 to 0.74.", {"show": "softmax", "layer": 3, "head": 2, "temperature": 0.177}),
    Preset("window", "A window of four", "Each query sees itself and three places before. The giver is out of sight, "
           "and so is the answer.", {"show": "masks", "mask": "window"}),
    Preset("looking-ahead", "No mask at all", "Known to mislead: the loss falls, since words may look at what they "
           "should foretell. In training this model never could.", {"show": "masks", "mask": "none"}),
    Preset("hidden", "Hide a name", "The first place as padding: nobody may look at Mary. The model names "
           "someone else.", {"show": "masks", "mask": "padding", "padding": "0"}),
    Preset("rollout", "Through all layers", "By the last layer the last word has taken from nearly everywhere; rollout "
           "multiplies the layers’ means.", {"show": "layers", "layer": 3}),
    Preset("signs", "One letter, several tokens", "Bytes stand in for what the vocabulary lacks: a Hebrew letter takes "
           "two tokens, an emoji four.", {"text": SIGNS, "layer": 0, "head": 0, "query": 20}),
    Preset("long", "A thousand tokens", "Stories one after another up to 1,024 tokens: heads that look by place stay, "
           "the others find their words.", {"text": TOLD * 32, "layer": 2, "head": 0, "query": 1_000}),
)  # fmt: skip
