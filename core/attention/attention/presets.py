"""Settings of the attention lab that are worth trying."""

from core.explorer import Preset

STORY = "Mary and John went to the market. John had a red book and gave it to"
REPEATED = "zq8 Kvothe! #71 æß xylophone; zq8 Kvothe! #71 æß xylophone;"
SIGNS = "שלום, 👩‍👩‍👧 é 日本 — gave it to"
STORIES = (
    "Rose and David went to the garden. David had a kite and gave it to Rose. "
    "Mary and John went to the market. John had a red book and gave it to Mary. "
)

PRESETS: tuple[Preset, ...] = (
    Preset("giver", "Who gives?", "At the last word head 3 of layer 2 looks at John, who gives the book. The model "
           "predicts Mary, with a probability of 0.986.", {}),
    Preset("names", "Both names", "Head 1 of layer 3 looks at every name in the story. One of these must be the "
           "person who receives the book.", {"layer": 2, "head": 0}),
    Preset("switched-off", "Without the giver’s head", "Known to fail: head 3 of layer 2 is set to zero. David, who "
           "is not in the story, gets a probability of 0.35, John gets 0.26, and Mary falls to 0.17.",
           {"show": "off", "off": "1.2"}),
    Preset("by-mean", "The same head at its mean", "The later layers have never met a head that gives zeros. A head "
           "that gives its mean says nothing about this text and disturbs them less: Mary keeps 0.55.",
           {"show": "off", "off": "1.2", "by": "mean"}),
    Preset("induction", "What comes again", "These signs never stood together in training, and here they come "
           "twice. Head 3 of layer 3 looks at what followed the same token the first time: it is an induction head.",
           {"text": REPEATED, "layer": 2, "head": 2, "query": 45}),
    Preset("roles", "Which head does what?", "The text is the same. Five scores, each with its definition, say what "
           "every head looks at.",
           {"text": REPEATED, "show": "roles", "layer": 2, "head": 2, "query": 45}),
    Preset("before", "One place back", "Head 1 of layer 1 looks at the token just before, whatever it is. Drag "
           "the query: the largest weight in the table is always that of the token one place back.",
           {"show": "steps", "layer": 0, "head": 0}),
    Preset("saturated", "Without 1/√d", "A temperature of T = 1/√32 = 0.177 undoes the division by √d, where d is "
           "the length of a key. The largest of the weights rises from 0.20 to 0.74.",
           {"show": "softmax", "layer": 3, "head": 2, "temperature": 0.177}),
    Preset("window", "A window of four", "Each query sees itself and the three tokens before it. John, who gives, "
           "and Mary, who receives, stand further back and are hidden.", {"show": "masks", "mask": "window"}),
    Preset("looking-ahead", "No mask at all", "Known to mislead: without a mask each token may look at the tokens "
           "that it should predict, and so the loss falls. In its training this model could never look ahead.",
           {"show": "masks", "mask": "none"}),
    Preset("hidden", "Hide a name", "The first place is treated as padding, so no token may look at Mary. The model "
           "then predicts another name.", {"show": "masks", "mask": "padding", "padding": "0"}),
    Preset("rollout", "Through all layers", "By the last layer the last word has taken something from nearly every "
           "token. Rollout shows how much: it multiplies the mean weights of all layers.",
           {"show": "layers", "layer": 3}),
    Preset("signs", "One letter, several tokens", "A character that the vocabulary lacks is cut into its bytes: a "
           "Hebrew letter takes two tokens, an emoji four.", {"text": SIGNS, "layer": 0, "head": 0, "query": 20}),
    Preset("long", "A thousand tokens", "Short stories follow one another, up to 1,024 tokens. Heads that look at a "
           "certain distance still do, and the other heads still find their words.",
           {"text": STORIES * 32, "layer": 2, "head": 0, "query": 1_000}),
)  # fmt: skip
