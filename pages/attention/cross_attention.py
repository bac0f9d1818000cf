"""/cross-attention: an English sentence goes in, French comes out word by word, and each word looks at English ones."""

from core.attention import cross_attention
from figures.attention import cross_attention as figures
from ui import frame

page = frame.Page("cross-attention", cross_attention, figures)


def ask() -> None:
    with page.controls() as ask:
        ask("sentence")
        ask("layer", "head", "mean")


page.run(ask, more=lambda result, params: [page.remark(sentence) for sentence in result.remarks])
