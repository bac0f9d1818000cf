"""/cross-attention: an English sentence goes in, French comes out word by word, and each word looks at English ones."""

from core.attention import cross_attention
from figures.attention import cross_attention as figures
from ui import frame

page = frame.Page("cross-attention", cross_attention, figures)

page.run("sentence", ["layer", "head", "mean"])
