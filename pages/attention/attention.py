"""/attention: every head of a real model on the reader's own text."""

from core.attention import attention
from figures.attention import attention as figures
from ui import frame

page = frame.Page("attention", attention, figures)

MASK = ["mask", "window", "padding"]
BESIDE = {"softmax": ["query"], "masks": MASK, "off": ["by"]}  # what belongs to a view, next to the head
show = page.chosen("show")


def more(result: attention.Result, params: attention.Params) -> None:
    page.notice(result.refused)
    page.remark(*figures.said(result, params))


page.run(
    "text",
    ["layer", "head", *BESIDE.get(show, [])],
    fold=["The model, masks and heads that are off", "model", "off", *(MASK if show != "masks" else []), "unit"],
    more=more,
)
