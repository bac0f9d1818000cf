"""Speculative decoding: how often a draft is accepted, and that what comes out is the model's own."""

import numpy as np

from core.numbers import counted, exact, measured, percent
from core.tokens.generated_text.speculative import Speculative
from figures import theme
from figures.opened import Line, panel
from figures.plot import Cursor, Panel, Plot, Row, Sweep, Views
from figures.theme import BLUE, GREEN
from figures.traces import Traces, around
from figures.word_axis import FRAME, HEIGHT, word_axis

AXIS = "generated-speculative"
BEFORE = 24  # characters of the text before a place
NAMES = {"context": "tokens that the draft sees", "temperature": "temperature of the draft"}
HERE = {"context": "tokens seen: {value}", "temperature": "T of the draft = {value}"}


def views(its: Speculative) -> Views:
    """The acceptance with the tokens of one place."""
    which = {"context": "A draft that sees {}", "temperature": "A draft at temperature {}"}[its.params.draft]
    drafted = counted(its.params.ahead, "token")
    said = [[["focus", f"{which.format(counted(value, 'token') if its.params.draft == 'context' else exact(value))} is "
                       f"accepted in {percent(rate)} of draws."],
             ["dim", f" With {drafted} drafted at once, one pass of the model then brings about "
                     f"{measured(each, 'tokens', 3)} instead of 1."]]
            for value, rate, each in zip(its.values, its.rate, its.tokens_each, strict=True)]  # fmt: skip
    return Views(Row((acceptance(its), tokens(its))), readout=Panel.sentence("generated-said", AXIS, said),
                 opened=(opened(its),))  # fmt: skip


def acceptance(its: Speculative) -> Plot:
    """Σ min(p, q) on average over the places of a text, and the share of draws that were accepted."""
    traces, x = Traces(len(its.values)), its.values.astype(np.float64)
    traces.compared(x, its.rate, its.simulated, "accepted draws", BLUE, error=2 * its.error,
                    legend="Σ min(p, q) (formula)")  # fmt: skip
    ticks = [1, 2, 4, 8, 16, 24] if its.params.draft == "context" else [0.25, 0.5, 1, 2, 4]
    log = theme.axis(NAMES[its.params.draft], type="log", tickvals=ticks, range=around(np.log10(x), 0.03))
    field = {"context": "context", "temperature": "heat"}[its.params.draft]
    sweep = Sweep(AXIS, NAMES[its.params.draft].capitalize(), len(x), "", its.values, HERE[its.params.draft],
                  field=field, cursor=Cursor(x, {"y": its.rate}))  # fmt: skip
    summary = f"The share of accepted tokens over the {NAMES[its.params.draft]}, by formula and simulated."
    return traces.plot("generated-acceptance", summary, HEIGHT, sweep, log,
                       theme.axis("acceptance", range=[-0.03, 1.08], nticks=6), **FRAME)  # fmt: skip


def tokens(its: Speculative) -> Plot:
    """p, q, and what the draws ended in, after the prompt."""
    traces, place = Traces(len(its.values)), np.arange(len(its.words))
    for name, y, colour, width in (("the model, p", its.target, theme.PINNED, 0.85),
                                   ("the draft, q", its.draft, GREEN, 0.4)):  # fmt: skip
        traces.add(place, y, name, type="bar", mode=None, marker={"color": colour}, width=width)
    traces.dots(place, its.outcome, "what came out", BLUE, 8)
    top = 1.1 * max(float(each.max()) for each in (its.target, its.draft, its.outcome))
    summary = (
        "The token where drafts are accepted least: the model, the draft, and the outcome of speculative decoding."
    )
    return traces.plot("generated-outcome", summary, HEIGHT, AXIS, word_axis(its.words, _after(its)),
                       theme.axis("probability", range=[0, min(top, 1.03)], nticks=6, hoverformat=".4f"),
                       barmode="overlay", **theme.legend(b=76))  # fmt: skip


def _after(its: Speculative) -> str:
    before = its.before.replace("\n", " ")[-BEFORE:]
    return f"token after “…{theme.label(before)}”"


def opened(its: Speculative) -> Panel:
    """Tokens for a pass, the error of the draws, and how far p and q are apart."""
    rate, ahead = its.rate, its.params.ahead
    brings = Line(("tokens a pass brings, were all places alike: (1 − αᵞ⁺¹) / (1 − α)",
                   "tokens a pass brings, where every draft is accepted: γ + 1"),
                  ("(1 − {power}) / (1 − {rate})", "{ahead} + 1"),
                  {"rate": rate, "power": rate ** (ahead + 1), "ahead": ahead}, result=its.tokens_each,
                  note=". α is the acceptance, γ = {ahead} the tokens drafted at once.",
                  case=np.where(rate < 1, 0, 1))  # fmt: skip
    apart = Line("total variation distance of p and q: 1 − α", "1 − {rate}", {"rate": rate},
                 note=", on average over {places} places", beside={"places": its.accepted.shape[1]})  # fmt: skip
    error = Line("Monte Carlo error of the dot", "", {}, result=its.error,
                 note=". The dot stands at {seen}.", beside={"seen": its.simulated})  # fmt: skip
    return panel("generated-speculative-opened", AXIS, len(rate), brings, apart, error)
