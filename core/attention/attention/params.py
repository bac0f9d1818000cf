"""What a reader sets on /attention."""

from dataclasses import dataclass
from typing import Literal

from core import fields
from core.attention.attention.interventions import By, Changes, Mask, read_heads, read_places
from core.attention.attention.presets import STORY
from core.attention.attention.temperature import COLDEST, HOTTEST
from core.attention.attention.text_analysis import OURS
from core.models.pretrained import offered
from core.models.softmax import UNITS, WHOSE, Unit
from core.text import Verbatim
from core.value_text import MAX_TEXT

Show = Literal["head", "layers", "steps", "softmax", "masks", "roles", "off"]
SHOWS = {"head": "One head", "steps": "Step by step", "softmax": "Softmax", "masks": "Masks", "layers": "Layers",
         "roles": "Roles", "off": "Heads off"}  # fmt: skip
MASKS = {"own": "The model’s", "none": "No mask", "causal": "Causal", "window": "A window", "padding": "Hidden places"}
BY = {"zero": "Zero", "mean": "Their mean"}
MODELS = {OURS: "The small model of Glassbox"}
WORDS = (
    "The small model knows about two hundred words of very short stories. It reads other words in pieces, mostly "
    "letters. In tokens the sign ␣ is the space before a word."
)


@dataclass(frozen=True)
class Params:
    """What a reader sets.

    ``model`` "ours", or one of the operator's list, reads ``text``. The heads ``off`` (as 1.2, layer and head from 0)
    give 0 or their mean; ``mask``, ``window`` and ``padding`` say which keys are hidden. The rest is where they look:
    the view ``show``, a ``layer``, a ``head`` and a ``query`` (a place), from 0, a ``temperature`` of its softmax, and
    the ``unit`` of entropies.
    """

    # fmt: off
    text: str = fields.text(STORY, "Your text", height=80, placeholder="Write or paste any text here.", help=WORDS,
                            longest=MAX_TEXT)
    model: str = fields.choice(OURS, "Model", lambda its: MODELS | {each: each for each in offered()},
                               folded=True)
    mask: Mask = fields.choice("own", "Mask", MASKS, rearranges=True)
    window: int = fields.number(4, "Window (tokens)", 1, 1_024,
                               used=lambda its: its.mask == "window" or its.show == "masks")
    padding: str = fields.text("", "Hidden places", placeholder="1 5-7", base=1,
                               help="Counted from 1: 1 5-7 hides the first token and the fifth to the seventh.",
                               used=lambda its: its.mask == "padding")
    off: str = fields.text("", "Heads off", placeholder=Verbatim("2.3 3.1"), base=1,
                           help="Write 2.3 or L2H3 for layer 2, head 3.")
    by: By = fields.choice("zero", "Heads that are off give", BY, used=lambda its: its.off or its.show == "off")
    show: Show = fields.choice("head", "View", SHOWS, rearranges=True, view=True)
    layer: int = fields.number(1, "Layer", 0, 99, base=1, view=True, in_sentence=True)
    head: int = fields.number(2, "Head", 0, 99, base=1, view=True, in_sentence=True,
                              help="Each head has weights of its own, as transformers gives them. PyTorch’s "
                                   "MultiheadAttention gives their mean by default, which the view “Layers” shows.")
    query: int = fields.number(16, "Query", 0, 1_023, base=1, view=True,
                              help="The place of its token in the text, counted from 1.")
    temperature: float = fields.number(1.0, "Temperature", COLDEST, HOTTEST, view=True)
    unit: Unit = fields.choice("bits", "Entropy in", UNITS, view=True, help=WHOSE,
                               used=lambda its: its.show != "off")
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        read_heads(self.off)
        read_places(self.padding)

    @property
    def changes(self) -> Changes:
        """What is changed in the second pass."""
        return Changes(read_heads(self.off), self.by, self.mask, self.window, read_places(self.padding))
