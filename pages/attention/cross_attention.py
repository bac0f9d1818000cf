"""/cross-attention: an English sentence goes in, French comes out word by word, and each word looks at English ones."""

from core.attention import cross_attention
from core.models.translator import french
from figures.attention import cross_attention as figures
from ui import frame

page = frame.Page("cross-attention", cross_attention, figures)


def ask() -> None:
    shape = french().model.config
    with page.controls() as ask:
        ask.line("sentence", "English sentence", help=f"It knows {', '.join(french().english[3:])}.")
        with ask.row():
            ask.number("layer", "Layer", low=0, high=shape.layers - 1, help="From 0.")
            ask.number("head", "Head", low=0, high=shape.heads - 1, help="From 0.")
            ask.switch("mean", "Mean of the layer’s heads")


page.run(ask, more=lambda result, params: [page.remark(sentence) for sentence in result.remarks])
