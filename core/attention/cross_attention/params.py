"""What a reader sets on /cross-attention."""

from dataclasses import dataclass

from core import fields
from core.models.translator import MOST, french


@dataclass(frozen=True)
class Params:
    """What a reader sets: an English ``sentence``; all else says where they look.

    ``layer`` and ``head`` count from 0; with ``mean`` the weights are those of all heads of the layer on average.
    ``word`` is the French word being written, from 0.
    """

    # fmt: off
    sentence: str = fields.text("the girl sees the red book", "Your sentence",
                                help=lambda its: "An English sentence. The model knows "
                                                  f"{', '.join(french().english[3:])}. It puts <end> at the end.")
    layer: int = fields.number(1, "Layer", 0, lambda its: french().model.config.layers - 1, base=1, view=True,
                              in_sentence=True)
    head: int = fields.number(2, "Head", 0, lambda its: french().model.config.heads - 1, base=1, view=True,
                             in_sentence=True,
                             help="Each head of a layer looks at the English words in a way of its own.")
    mean: bool = fields.switch(False, "Mean of the layer’s heads", view=True, in_sentence=True,
                               help="PyTorch’s MultiheadAttention gives the mean by default "
                                    "(average_attn_weights=True), transformers each head.")
    word: int = fields.number(5, "French word", 0, MOST - 1, base=1, view=True)
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
