"""Teacher forcing: the loss of each true token, with a wrong token in the text, and in a text that runs free."""

import numpy as np

from core.numbers import measured
from core.text import Verbatim, visible
from core.tokens.generated_text.forcing import Forcing
from figures import theme
from figures.opened import Line, panel
from figures.plot import Cursor, Panel, Plot, Row, Sweep, Views
from figures.theme import BLUE, GREEN
from figures.traces import Traces
from figures.word_axis import HEIGHT, word_axis

AXIS = "generated-forcing"
LONGEST = 160  # characters of a text


def views(result: Forcing) -> Views:
    """The losses, and how long a drawn text stays the true one."""
    words = result.words[1:]
    said = [[["focus", f"The model reads “{Verbatim(wrong)}” where “{Verbatim(words[i])}” is true."],
             ["dim", f" {_cost(result, i)} Left to itself, the model goes on: "], ["", _text(result.texts[i])]]
            for i, wrong in enumerate(result.wrong)]  # fmt: skip
    return Views(Row((losses(result), together(result))), readout=Panel.sentence("generated-said", AXIS, said),
                 opened=(opened(result),))  # fmt: skip


def _cost(its: Forcing, wrong: int) -> str:
    extra, alone = float(its.extra[wrong]), wrong == len(its.wrong) - 1  # behind the last one stands a single token
    bits = measured(abs(extra), "bits", 3)
    if extra < 0:
        return f"The true token after it costs {bits} less." if alone else (
            f"The true tokens after it cost {bits} less in all.")  # fmt: skip
    return f"The true token after it costs {bits} more." if alone else (
        f"The true tokens after it cost {bits} more in all.")  # fmt: skip


def _text(text: str) -> str:
    words = visible(text.replace("\n", " ").strip())
    return words if len(words) <= LONGEST else Verbatim(words[:LONGEST] + "…")


def _words(its: Forcing) -> dict[str, object]:
    few = its.words[1:] if len(its.words) <= 40 else tuple(
        word if not i % 2 else "" for i, word in enumerate(its.words[1:]))  # fmt: skip
    return word_axis(few, "true token")


def losses(its: Forcing) -> Plot:
    """−log₂ of the probability of each true token."""
    steps, place = len(its.wrong), np.arange(len(its.loss), dtype=float)
    traces = Traces(steps)
    drawn = np.concatenate([its.loss, its.after.ravel(), its.free.ravel()])
    top = 1.05 * max(1.0, float(drawn[np.isfinite(drawn)].max()))  # what a model rules out costs it infinitely much
    traces.line(place, its.free, "running free", GREEN, 1.5, mode="lines+markers")
    traces.line(place, its.after, "after the wrong token", BLUE, 2, mode="lines+markers")
    traces.add(place, its.loss, "all tokens true", line={"color": theme.INK, "width": 1.5})
    at = Cursor(place[:steps], {"y": its.loss[:steps]})
    sweep = Sweep(AXIS, "Place of the wrong token", steps, "", np.arange(1, steps + 1), "place {value}", field="place",
                  displayed=np.arange(2, steps + 2), cursor=at)  # fmt: skip
    summary = "The loss of each true token: with true tokens before it, after a wrong one, and in a text of its own."
    return traces.plot("generated-losses", summary, HEIGHT, sweep, _words(its),
                       theme.axis("loss −log₂ p", "bits", range=[-0.03 * top, top], nticks=6),
                       **theme.legend(b=76))  # fmt: skip


def together(its: Forcing) -> Plot:
    """How probable it is that a text drawn from this place on is still the true one."""
    traces, place = Traces(len(its.wrong)), np.arange(len(its.loss), dtype=float)
    traces.bars(place, its.simulated - 2 * its.error, its.simulated + 2 * its.error, "± 2 errors", BLUE, 1.2,
                showlegend=False, hoverinfo="skip")  # fmt: skip
    traces.compared(place, its.together, its.simulated, "share of draws", BLUE, legend="product of p (formula)")
    summary = "The probability that a text which the model draws from this place on is still the true one."
    top = 1.08
    return traces.plot("generated-together", summary, HEIGHT, AXIS, _words(its),
                       theme.axis("probability of the true text", range=[-0.03 * top, top], nticks=6),
                       **theme.legend(b=76))  # fmt: skip


def opened(its: Forcing) -> Panel:
    """What the wrong token costs those after it, and the perplexity of the true text."""
    steps = len(its.wrong)
    after = np.nansum(its.after, axis=1)
    before = np.nansum(np.where(np.isnan(its.after), np.nan, its.loss), axis=1)
    cost = Line("cost of the wrong token: Σ loss after it − Σ loss without it", "{after} − {before}",
                {"after": after, "before": before}, unit="bits")  # fmt: skip
    mean = float(its.loss.mean())
    perplexity = Line("perplexity of the true text: 2^(mean loss)", "2^({mean})", {"mean": mean},
                      note=". The mean loss is {mean} bits.")  # fmt: skip
    chance = Line("probability of the true text after its first token: 2^(−Σ loss)", "2^(−{sum})",
                  {"sum": float(its.loss.sum())})  # fmt: skip
    return panel("generated-forcing-opened", AXIS, steps, cost, perplexity, chance)
