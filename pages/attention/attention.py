"""/attention: every head of a real model on the reader's own text."""

from core.attention import attention
from core.attention.attention.pretrained import offered
from core.attention.attention.text_analysis import OURS
from figures.attention import attention as figures
from ui import frame

WORDS = (
    "The small model knows some three hundred words of micro-stories, and reads all others in pieces, mostly letters."
)

page = frame.Page("attention", attention, figures)


def ask() -> None:
    with page.controls() as ask:
        show = ask.choice("show", "View", figures.SHOWS, rearranges=True)
        ask.text("text", "Your text", height=80, placeholder="Write or paste any text here.", help=WORDS)
        with ask.row():
            ask.number("layer", "Layer", low=0, high=99, help="From 0.")
            ask.number("head", "Head", low=0, high=99, help="From 0.")
            if show == "softmax":
                ask.number("query", "Query", low=0, high=1_023, help="Its place in the text.")
            if show == "masks":
                ask_for_mask()
            if show == "off":
                ask.choice("by", "Instead, they give", figures.BY)
        with ask.more("The model, masks and heads that are off"), ask.row():
            ask.pick("model", "Model", {OURS: "Small, of Glassbox", **{name: name for name in offered()}})
            ask.line("off", "Heads off", placeholder="1.2 2.0", help="Layer and head, from 0.")
            if show != "masks":
                ask_for_mask()


def ask_for_mask() -> None:
    page.ask.choice("mask", "Mask", figures.MASKS, rearranges=True)
    if page.chosen("mask") == "window":
        page.ask.number("window", "Window (tokens)", low=1, high=1_024)
    if page.chosen("mask") == "padding":
        page.ask.line("padding", "Hidden places", placeholder="0 4-6", help="Counted from 0.")


def more(result: attention.Result, params: attention.Params) -> None:
    page.notice(result.refused)
    for sentence in figures.said(result, params):
        page.remark(sentence)


page.run(ask, more=more)
