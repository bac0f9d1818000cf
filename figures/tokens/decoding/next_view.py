"""The next token: what a filter keeps, how uncertain that is, and the tokens themselves."""

import numpy as np

from core.numbers import count, exact, number, percent, positive, with_unit
from core.tokens.decoding.next_token import Next
from core.tokens.decoding.params import AXES
from figures import theme
from figures.opened import Line, panel
from figures.plot import Cursor, Panel, Plot, Row, Sweep, Views
from figures.theme import BLUE, GREEN
from figures.traces import Traces, around
from figures.word_axis import HEIGHT, word_axis

AXIS = "decoding-next"
SYMBOLS = {"temperature": "T", "top_k": "k", "top_p": "p", "min_p": "min-p"}


def views(result: Next) -> Views:
    """Entropy over the axis with the tokens beside it."""
    said = [[["focus", f"{SYMBOLS[result.params.axis]} = {exact(value)} keeps {count(kept)} of "
                       f"{count(result.vocabulary)} tokens."],
             ["dim", _said(result, int(kept), mass, _bits(bits, kept), _bits(result.whole, result.vocabulary))]]
            for value, kept, mass, bits in zip(result.values, result.kept, result.mass, result.entropy,
                                               strict=True)]  # fmt: skip
    return Views(Row((uncertainty(result), tokens(result))), readout=Panel.sentence("decoding-said", AXIS, said),
                 opened=(opened(result),))  # fmt: skip


def _bits(entropy: float, tokens: int) -> str:
    """An entropy of so many tokens: of two or more it is not 0, however little all but one have."""
    return with_unit(positive(entropy, 3) if tokens > 1 else number(entropy, 3), "bits")


def _said(its: Next, kept: int, mass: float, entropy: str, whole: str) -> str:
    others = "the others were" if its.vocabulary - kept > 1 else "the other was"
    own = ("that of the scores’ own distribution" if its.params.source == "logits" else
           "that of the model’s own distribution")  # fmt: skip
    if kept == 1:
        return f" It held {percent(mass)} before {others} cut. Its entropy is {entropy}; {own} is {whole}."
    cut = "Nothing is cut." if kept == its.vocabulary else f"They held {percent(mass)} before {others} cut."
    return f" {cut} Their entropy is {entropy}; {own} is {whole}."


def uncertainty(its: Next) -> Plot:
    """The entropy by formula, the mean surprise of draws, and the mass that was kept."""
    axis, x = its.params.axis, its.values.astype(np.float64)
    if axis == "top_k":
        x[-1] = len(x)  # k = 0, which keeps all
    traces, some = Traces(len(x)), slice(None, None, max(1, len(x) // 20))
    traces.compared(x, its.entropy, its.surprise, "mean surprise of draws", BLUE, some=some, error=2 * its.error,
                    legend="entropy (formula)")  # fmt: skip
    traces.line(x, its.mass, "mass kept, right axis", GREEN, 1.5, yaxis="y2")
    dots = float((its.surprise + 2 * its.error).max())  # of few draws they may lie far above the line
    top = max(1.1 * max(0.5, float(its.entropy.max())), 1.03 * dots)
    place = theme.axis(AXES[axis].lower(), range=around(x, 0.03))
    if axis == "temperature":
        place |= {"type": "log", "tickvals": [0.05, 0.1, 0.2, 0.5, 1, 2, 5], "range": around(np.log10(x), 0.03)}
    if axis == "top_k":
        place |= {"tickvals": [1, 10, 20, 30, x[-1]], "ticktext": ["1", "10", "20", "30", "0: all"]}
    right = theme.axis("mass kept", range=[-0.03, 1.1], overlaying="y", side="right", showgrid=False,
                       tickvals=[0, 0.5, 1])  # fmt: skip
    sweep = Sweep(AXIS, AXES[axis], len(x), "", its.values, f"{SYMBOLS[axis]} = {{value}}", field=axis,
                  cursor=Cursor(x, {"y": its.entropy}))  # fmt: skip
    summary = f"The entropy of what is kept of the next-token distribution over {AXES[axis].lower()}, and its mass."
    return traces.plot("decoding-entropy", summary, HEIGHT, sweep, place,
                       theme.axis("entropy", "bits", range=[-0.03 * top, top]), yaxis2=right,
                       **theme.legend(r=56, b=40))  # fmt: skip


def tokens(its: Next) -> Plot:
    """The likeliest tokens: as the model or the scores give them, and as they are drawn."""
    traces, place = Traces(len(its.values)), np.arange(len(its.words))
    whole = "the scores" if its.params.source == "logits" else "the model"
    pairs = ((whole, its.before, theme.PINNED, 0.85), ("drawn from", its.chance, BLUE, 0.5))
    for name, y, colour, width in pairs:
        traces.add(place, y, name, type="bar", mode=None, marker={"color": colour}, width=width)
    summary = "The probability of the likeliest tokens, before and after the cut."
    height = theme.axis("probability", range=[0, 1.03], nticks=6, hoverformat=".4f")
    across = word_axis(its.words, "next token")
    if its.params.source == "logits":
        across["ticktext"] = list(its.words)  # ours, and no reader's
    return traces.plot("decoding-tokens", summary, HEIGHT, AXIS, across, height,
                       barmode="overlay", **theme.legend(b=76))  # fmt: skip


def opened(its: Next) -> Panel:
    """The probability of the likeliest token, and how many tokens alike would be as uncertain."""
    heat = its.values if its.params.axis == "temperature" else its.params.temperature
    first = its.chance[:, 0]
    total = its.logits[0] / heat - np.log(first)
    line = Line("probability of the likeliest token: exp(z / T − ln Σ exp(zⱼ / T) over what is kept)",
                "exp({z} / {heat} − {total})", {"z": its.logits[0], "heat": heat, "total": total},
                note=". Its score is z = {z}.")  # fmt: skip
    alike = Line("2^entropy, the number of equally likely tokens that are as uncertain", "2^({bits})",
                 {"bits": its.entropy})  # fmt: skip
    return panel("decoding-next-opened", AXIS, len(its.values), line, alike)
