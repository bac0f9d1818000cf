"""/attention: every head of a real model on the reader's own text."""

from core.attention import attention
from figures.attention import attention as figures
from ui import frame

page = frame.Page("attention", attention, figures)
MASK = ("mask", "window", "padding")
BESIDE = {"softmax": ("query",), "masks": MASK, "off": ("by",)}  # what belongs to a view, next to the head


def ask() -> None:
    show = page.chosen("show")
    with page.controls() as ask:
        ask("text")
        ask("show")
        ask("layer", "head", *BESIDE.get(show, ()))
        with ask.more("The model, masks and heads that are off"):
            ask("model", "off", *(MASK if show != "masks" else ()))


def more(result: attention.Result, params: attention.Params) -> None:
    page.notice(result.refused)
    for sentence in figures.said(result, params):
        page.remark(sentence)


page.run(ask, more=more)
