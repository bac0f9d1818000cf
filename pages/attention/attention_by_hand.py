"""/attention-by-hand: every step of attention on one's own matrices, why √d, and four ways to score."""

from core.attention import attention_by_hand
from figures.attention import attention_by_hand as figures
from ui import frame

page = frame.Page("attention-by-hand", attention_by_hand, figures)

page.run(
    ["given"],
    ["Q", "K", "V", "X", "WQ", "WK", "WV"],
    ["mask", "scale", "M"],
    ["query", "digits"],
    ["mean", "deviation", "keys", "rows", "seed"],
    ["s", "h", "W"],
    ["W_a", "U_a", "v_a"],
    fold=["Where libraries differ", "one", "nowhere", "tokens", "unit"],
)
