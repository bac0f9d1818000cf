"""/attention-by-hand: every step of attention on one's own matrices, why √d, and four ways to score."""

from core.attention import attention_by_hand
from figures.attention import attention_by_hand as figures
from ui import frame

page = frame.Page("attention-by-hand", attention_by_hand, figures)


def ask() -> None:
    with page.controls() as ask:
        ask("part")
        ask("query", "given", "mask", "digits", "scale")
        ask("Q", "K", "V", "X", "WQ", "WK", "WV", "M")
        ask("mean", "deviation", "keys", "rows", "seed")
        ask("s", "h", "W")
        ask("W_a", "U_a", "v_a")


page.run(ask, more=lambda result, params: [page.remark(sentence) for sentence in result.remarks])
