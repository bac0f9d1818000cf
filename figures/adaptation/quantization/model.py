"""What quantised weights do to the transformer: over bits, matrix by matrix, and format by format."""

import numpy as np

from core.adaptation.quantization import Params
from core.adaptation.quantization.model_sweep import ModelSweep
from core.adaptation.quantization.params import OTHERS
from core.adaptation.quantization.quantised_model import layer_name
from core.numbers import measured, number
from figures import theme
from figures.adaptation.quantization.words import AXIS, DOTTED, decades, over_bits, shared_by
from figures.opened import Line, panel
from figures.plot import Cursor, Panel, Plot, Row, Views
from figures.traces import Traces

LEAST = 1e-8


def views(result: ModelSweep, params: Params) -> Views:
    """Everything that is drawn of the model."""
    other = result.formats.index(params.other) if params.other in result.formats else None
    alone = (Row((hurt(result), errors(result))),) if np.isfinite(result.alone.divergence).any() else ()
    more = (*alone, table(result, other))
    return Views(losses(result, other), readout=sentence(result, other), opened=(opened(result),), more=more)


def losses(result: ModelSweep, other: int | None) -> Plot:
    """Loss on held-out text and divergence of the next token, over bits."""
    traces = Traces(len(result.bits))
    traces.level(reach := np.array([1.5, 8.5]), result.true_loss, "loss in single precision", theme.BOUND)
    if other is not None:
        traces.level(reach, result.in_formats.loss[other], f"loss of B, {OTHERS[result.formats[other]]}",
                     {"color": theme.PINNED, "width": 1.5})  # fmt: skip
    traces.add(result.bits, result.whole.loss, name="loss on held-out text", line=theme.EXPERIMENT, **DOTTED)
    divergence = np.maximum(result.whole.divergence, LEAST)
    traces.line(result.bits, divergence, "KL from the float model", theme.CATEGORIES[2], yaxis="y2", **DOTTED)
    top = max(float(result.whole.loss.max()), 0.0 if other is None else float(result.in_formats.loss[other]))
    summary = "Loss on held-out text and divergence from the float model against the bits of its weights."
    return traces.plot(
        "quantization-model", summary, 230, over_bits(result.bits),
        theme.axis("bits of every weight", range=[1.7, 8.3], dtick=1),
        theme.axis("loss", "nats a token", range=[0, 1.1 * top], nticks=5),
        yaxis2=decades("KL", "nats", divergence, 0.4, overlaying="y", side="right", showgrid=False),
        **theme.legend(r=64, t=34, b=40),
        cursor=Cursor(result.bits.astype(np.float64), {"y": result.whole.loss, "y2": divergence}),
    )  # fmt: skip


def sentence(result: ModelSweep, other: int | None) -> Panel:
    """The whole model in figures, and which error tells what hurts."""
    said, agreement = [], result.rank_agreement
    activations = f", activations in {result.activation_bits} bits" if result.activation_bits else ""
    for i, bits in enumerate(result.bits):
        parts = [["dim", f"int{bits}, {shared_by(result.scheme)}{activations}: "],
                 ["focus", f"loss {number(result.whole.loss[i])}"],
                 ["dim", f" instead of {number(result.true_loss)}, KL divergence from the float model "],
                 ["", measured(result.whole.divergence[i], "nats", 3)],
                 ["dim", f", weight error {number(100 * result.whole.weight_error[i], 3)} %."]]  # fmt: skip
        if np.isfinite(agreement[i]).all():
            parts += [["dim", " The rank correlation with the KL that a matrix causes is "],
                      ["", number(agreement[i, 0], 2)], ["dim", " for its weight error and "],
                      ["", number(agreement[i, 1], 2)], ["dim", " for its output error. These do most harm: "],
                      ["", ", ".join(layer_name(result.layers[j])
                                     for j in np.argsort(-result.alone.divergence[i])[:3])],
                      ["dim", "."]]  # fmt: skip
        if other is not None:
            beside = result.in_formats
            parts += [["dim", f" B, {OTHERS[result.formats[other]]}, {measured(beside.bits[other], 'bits')}: "],
                      ["", f"loss {number(beside.loss[other])}"],
                      ["dim", f", KL {measured(beside.divergence[other], 'nats', 3)}."]]  # fmt: skip
        said.append(parts)
    return Panel.sentence("quantization-model-words", AXIS, said)


def opened(result: ModelSweep) -> Panel:
    """What the codes cost in loss, and as a factor of the perplexity."""
    numbers = {"loss": result.whole.loss, "true": result.true_loss}
    cost = Line("What the codes cost in loss, quantised − single precision", "{loss} − {true}", numbers,
                unit="nats a token")  # fmt: skip
    times = Line("Its perplexity, exp of the loss, is multiplied by", "exp({loss} − {true})", numbers)
    return panel("quantization-opened", AXIS, len(result.bits), cost, times)


def hurt(result: ModelSweep) -> Plot:
    """The divergence that each matrix causes alone."""
    count = len(result.layers)
    traces = Traces(len(result.bits))
    values = np.maximum(result.alone.divergence, LEAST)
    places, names = np.arange(count, 0, -1.0), [layer_name(name) for name in result.layers]
    traces.dots(values, places, "KL of this matrix alone", theme.CATEGORIES[0], 8)
    summary = "The divergence that each of the matrices causes when it alone is quantised."
    return traces.plot(
        "quantization-layers", summary, 390, AXIS,
        decades("KL, all others in single precision", "nats", values, 0.2),
        {**theme.axis("", range=[0.3, count + 0.7], tickvals=places.tolist(), ticktext=names),
         "tickfont": {"size": 10}},
        margin={"l": 96, "r": 16, "t": 10, "b": 40}, hovermode="closest",
    )  # fmt: skip


def errors(result: ModelSweep) -> Plot:
    """For each matrix, its weight error and its output error against the divergence it causes."""
    traces = Traces(len(result.bits))
    divergence, names = np.maximum(result.alone.divergence, LEAST), [layer_name(name) for name in result.layers]
    for name, values, colour in (
        ("weight error Σe²/Σw²", result.alone.weight_error, theme.CATEGORIES[1]),
        ("output error ‖X(Ŵ−W)ᵀ‖²/‖XWᵀ‖²", result.alone.output_error, theme.CATEGORIES[2]),
    ):
        traces.dots(values, divergence, name, colour, 8, text=names, hovertemplate="%{text}: %{x}, KL %{y}")
    all_errors = np.concatenate([result.alone.weight_error, result.alone.output_error])
    summary = "Weight error and output error of each matrix against the divergence that it causes."
    return traces.plot(
        "quantization-errors", summary, 390, AXIS,
        decades("relative error", "", all_errors, 0.2),
        decades("KL", "nats", divergence, 0.3),
        **theme.legend(l=64, t=34, b=40), hovermode="closest",
    )  # fmt: skip


def table(result: ModelSweep, other: int | None) -> Panel:
    """Every format over the whole model."""
    columns = (result.in_formats.bits, 100 * result.in_formats.weight_error, 100 * result.in_formats.output_error,
               result.in_formats.divergence, result.in_formats.loss)  # fmt: skip
    header = {"names": [OTHERS[name] for name in result.formats],
              "choice": {"field": "other", "keys": list(result.formats), "chosen": -1 if other is None else other},
              "heads": ["format", "bits a weight", "weight error (%)", "output error (%)", "KL (nats)", "loss (nats)"],
              "words": "Every format over the whole model. Weight error and KL order them differently."}  # fmt: skip
    return Panel.table("quantization-model-table", AXIS, 1, header, [column[None] for column in columns])
