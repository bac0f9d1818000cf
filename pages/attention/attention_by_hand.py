"""/attention-by-hand: every step of attention on one's own matrices, why √d, and four ways to score."""

from core.attention import attention_by_hand
from figures.attention import attention_by_hand as figures
from ui import frame

PARTS = {"matrices": "Your own matrices", "root": "Why √d", "scores": "Four scores"}
GIVEN = {"QKV": "Q, K, V", "X": "X and weights"}
MASKS = {"none": "None", "causal": "Causal", "own": "My own"}

page = frame.Page("attention-by-hand", attention_by_hand, figures)


def ask() -> None:
    with page.controls() as ask:
        part = ask.choice("part", "View", PARTS, rearranges=True)
        match part:
            case "matrices":
                ask_for_matrices()
            case "root":
                ask_for_draws()
            case "scores":
                ask_for("s", "h", "W")
                ask_for("W_a", "U_a", "v_a")


def ask_for_matrices() -> None:
    with page.ask.row():
        page.ask.number("query", "Query in focus", low=1, high=64)
        given = page.ask.choice("given", "Given", GIVEN, rearranges=True)
        mask = page.ask.choice("mask", "Mask", MASKS, rearranges=True)
        page.ask.number("digits", "Digits shown", low=2, high=15)
        page.ask.line("scale", "Scale", help="1/sqrt(d) or 1/d with d the width of a key, sqrt(2)/d, 0.5, …")
    names = ("Q", "K", "V") if given == "QKV" else ("X", "WQ", "WK", "WV")
    ask_for(*names, *(("M",) if mask == "own" else ()))


def ask_for_draws() -> None:
    with page.ask.row():
        page.ask.real("mean", "Mean μ of a coordinate", low=-100.0, high=100.0)
        page.ask.real("deviation", "Deviation σ", low=0.01, high=100.0)
        page.ask.number("keys", "Keys", low=1, high=1_024)
        page.ask.number("rows", "Queries drawn", low=2, high=10_000)
        page.ask.number("seed", "Seed", low=0, high=2**53)


def ask_for(*names: str) -> None:
    with page.ask.row():
        for name in names:
            page.ask.text(name, figures.LABELS[name], height=136, placeholder=figures.LEFT_OUT.get(name, ""))


page.run(ask, more=lambda result, params: [page.remark(sentence) for sentence in result.remarks])
