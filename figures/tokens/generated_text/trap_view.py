"""Samples over the temperature: how probable they are, how much they repeat, how many of their words are none."""

import numpy as np

from core.numbers import exact, measured
from core.text import Verbatim, visible
from core.tokens.generated_text.trap import TEMPERATURES, Trap
from figures import marks, theme
from figures.opened import Line, panel
from figures.plot import Cursor, Panel, Plot, Row, Sweep, Views
from figures.theme import BLUE, GREEN, PINK
from figures.traces import Traces
from figures.word_axis import FRAME, HEIGHT

AXIS = "generated-trap"
LONGEST = 240  # characters of a sample


def views(result: Trap) -> Views:
    """Probability and looks of the samples, with the first one in words."""
    said = [[["focus", f"At T = {exact(heat)} a token of the samples takes {measured(result.bits[i], 'bits', 3)} on "
                       "average."], ["dim", " The first sample: "], ["", _text(result, i)]]
            for i, heat in enumerate(TEMPERATURES)]  # fmt: skip
    return Views(Row((probability(result), looks(result))), readout=Panel.sentence("generated-said", AXIS, said),
                 opened=(opened(result),))  # fmt: skip


def _text(its: Trap, i: int) -> str:
    words = visible(f"{its.params.text[-24:]}{its.texts[i]}".replace("\n", " ").strip())
    return words if len(words) <= LONGEST else Verbatim(words[:LONGEST] + "…")


def _heat() -> dict[str, object]:
    return theme.axis("temperature T", range=[0, 2.08], tickvals=[0, 0.5, 1, 1.5, 2])


def probability(its: Trap) -> Plot:
    """Bits for a token of the samples, with the line of true stories."""
    traces = Traces(len(TEMPERATURES))
    top = 1.1 * float(np.nanmax([*np.nan_to_num(its.error) * 2 + its.bits, its.true_bits]))
    shapes, notes = [], []
    if np.isfinite(its.true_bits):
        shapes = [marks.level(its.true_bits, theme.BOUND)]
        notes = [marks.text(0.99, its.true_bits, "true stories", "right", "bottom", xref="paper")]
    error = 2 * its.error if np.isfinite(its.error).all() else None
    traces.line(TEMPERATURES, its.bits, "samples", BLUE, 1.5, showlegend=False)
    name = "one sample" if its.params.samples == 1 else "samples, ± 2 standard errors"
    traces.dots(TEMPERATURES, its.bits, name, BLUE, 6, error=error)
    sweep = Sweep(AXIS, "Temperature", len(TEMPERATURES), "", TEMPERATURES, "T = {value}", field="temperature",
                  cursor=Cursor(TEMPERATURES, {"y": its.bits}))  # fmt: skip
    summary = "How improbable the model finds a token of its own samples, over the temperature at which it draws them."
    return traces.plot("generated-bits", summary, HEIGHT, sweep, _heat(), theme.axis("−log₂ p for a token", "bits",
                       range=[-0.02 * top, top]), shapes=shapes, annotations=notes, **FRAME)  # fmt: skip


def looks(its: Trap) -> Plot:
    """Repetition and words that are none."""
    traces = Traces(len(TEMPERATURES))
    traces.line(TEMPERATURES, 100 * its.repeated, "repeated runs of four tokens", GREEN, mode="lines+markers")
    shares = [its.repeated, its.strange]
    if np.isfinite(its.strange).all():
        traces.line(TEMPERATURES, 100 * its.strange, "words that no story holds", PINK, mode="lines+markers")
        traces.level(TEMPERATURES, 100 * its.true_repeated, "repeated in true stories", theme.BOUND)
    top = 110 * max(0.1, float(np.nanmax(shares)))
    summary = "The share of repeated runs of tokens and of words that are none, over the temperature."
    return traces.plot("generated-looks", summary, HEIGHT, AXIS, _heat(),
                       theme.axis("share", "%", range=[-0.02 * top, top]),
                       cursor=Cursor(TEMPERATURES, {"y": 100 * its.repeated}), **FRAME)  # fmt: skip


def opened(its: Trap) -> Panel:
    """Bits as a probability for each token, and repetition in figures."""
    each = Line("geometric mean of the probability of a token: 2^(−bits)", "2^(−{bits})", {"bits": its.bits})
    again = Line("share of repeated runs of four tokens", "", {}, result=100 * its.repeated, unit="%")
    return panel("generated-trap-opened", AXIS, len(TEMPERATURES), each, again)
