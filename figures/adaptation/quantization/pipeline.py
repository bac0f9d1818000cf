"""A layer in whole numbers: its error over bits, and every stage of a small example."""

import numpy as np

from core.adaptation.quantization import Params
from core.adaptation.quantization.integer_pipeline import Pipeline
from core.adaptation.quantization.quantised_model import layer_name
from core.numbers import number, raised
from figures import theme
from figures.adaptation.quantization.words import AXIS, decades, over_bits
from figures.opened import Line, panel
from figures.plot import Array, Cursor, Panel, Plot, Views
from figures.traces import Traces

CURVES = (("before requantisation", theme.CATEGORIES[0], "solid"),
          ("after requantisation", theme.CATEGORIES[1], "solid"),
          ("zero-points left out", theme.CATEGORIES[2], "dot"))  # fmt: skip
NOTHING = ": here their terms are 0. Choose layer 2 (down) to see what they do."
TABLES = (
    ("x", "x", "x, float"), ("x_code", "x", "q_x"), ("w", "w", "W, float"), ("w_code", "w", "q_w"),
    ("b", "b", "b, float"), ("b_code", "b", "q_b, at scale s_x·s_w"), ("pairs", "out", "Σ q_x q_w, int32"),
    ("first", "out", "− z_w Σ q_x"), ("second", "out", "− z_x Σ q_w"), ("third", "out", "+ K z_x z_w"),
    ("accumulator", "out", "accumulator, int32"), ("y", "out", "s_x s_w · acc"), ("true", "out", "xW + b, float"),
    ("y_code", "out", "q_y, requantised"), ("back", "out", "s_y(q_y − z_y)"),
)  # fmt: skip


def views(result: Pipeline, params: Params) -> Views:
    """Everything that is drawn of the pipeline."""
    return Views(errors(result), readout=sentence(result), opened=(arithmetic(result, params), stages(result, params)))


def sentence(result: Pipeline) -> Panel:
    """How far the outputs lie from those in float, with the zero-points' terms and without, in figures."""
    said = []
    for bits, small, layer in zip(result.bits, result.example_errors, result.errors, strict=True):
        said.append([
            ["dim", f"{bits} bits. The small example below is off by at most "], ["focus", number(small[0], 3)],
            ["dim", f" with the terms of the zero-points ({number(small[1], 3)} after requantisation), and by up to "],
            ["", number(small[2], 3)], ["dim", " without them. Its largest output is "],
            ["dim", f"{number(float(np.abs(result.true).max()), 3)}. Over all of {layer_name(result.layer)} the "],
            ["dim", "error is "],
            ["focus", f"{number(100 * layer[0], 3)} %"], ["dim", " of y with them and "],
            ["", f"{number(100 * layer[2], 3)} %"], ["dim", f" without them{NOTHING if layer[0] == layer[2] else '.'}"],
        ])  # fmt: skip
    return Panel.sentence("quantization-off", AXIS, said)


def errors(result: Pipeline) -> Plot:
    """The error of the whole layer's outputs over bits."""
    traces = Traces(len(result.bits))
    for i, (name, colour, dash) in enumerate(CURVES):
        traces.line(result.bits, 100 * result.errors[:, i], name, colour, dash=dash, mode="lines+markers",
                    marker={"size": 7})  # fmt: skip
    summary = "The error of a layer in integers against bits, with and without the zero-points' terms."
    return traces.plot(
        "quantization-pipeline", summary, 235, over_bits(result.bits),
        theme.axis("bits of x, W and y", range=[1.8, 8.2], dtick=1),
        decades(f"error of {layer_name(result.layer)}", "% of y", 100 * result.errors, np.log10(1.5), tickformat=",~g"),
        **theme.legend(l=64, t=34, b=40),
        cursor=Cursor(result.bits.astype(np.float64), {"y": 100 * result.errors[:, 0]}),
    )  # fmt: skip


def arithmetic(result: Pipeline, params: Params) -> Panel:
    """One output: the accumulator in whole numbers, y = s_x s_w times it, and what the next layer gets."""
    row, column = _chosen(result, params)
    its = result.stages
    accumulator, y_code, uncorrected = (each[:, row, column] for each in (its.accumulator, its.y_code, its.uncorrected))
    (sx, sw, sy), (zx, zw, zy), (m, base, shift) = its.scales.T, its.zeros.T.astype(int), its.multiplier.T
    factors = (("x", its.x_code[:, row]), ("w", its.w_code[:, :, column]))
    terms = {f"{name}{k}": codes[:, k] for name, codes in factors for k in range(len(result.w))}
    rest = {f"term{i}": its.corrections[:, i, row, column] for i in range(3)} | {"bias": its.b_code[:, 0, column]}
    products = " + ".join(f"{{x{k}}} × {{w{k}}}" for k in range(len(result.w)))
    shifts = np.unique(shift.astype(int)).tolist()
    of = f"y at row {row + 1}, column {column + 1}"
    return panel(
        "quantization-output", AXIS, len(result.bits),
        Line(f"Accumulator of {of}: Σ q_x q_w − z_w Σq_x − z_x Σq_w + K z_x z_w + bias",
             f"{products} + {' + '.join(f'{{{name}}}' for name in rest)}", {**terms, **rest},
             result=accumulator, digits=15,
             note=". Here q are codes, K is the number of products, and the zero-points are z_x = {zx} and "
                  "z_w = {zw}",
             beside={"zx": zx, "zw": zw}),
        Line("With the scales s_x and s_w, y = s_x·s_w·accumulator", "{sx} × {sw} × {accumulator}",
             {"sx": sx, "sw": sw, "accumulator": accumulator}, digits=5,
             note=", in float {true}; without the zero-points it would be {uncorrected}",
             beside={"true": result.true[row, column], "uncorrected": uncorrected}),
        Line("The next layer’s code, M·accumulator + z_y with M = s_x·s_w/s_y", "{m} × {accumulator} + {zy}",
             {"m": m, "accumulator": accumulator, "zy": zy},
             note=[f", rounded and clipped to q_y = {{code}}. In whole numbers M is {{base}} / 2{raised(each)}"
                   for each in shifts],
             case=np.searchsorted(shifts, shift), beside={"code": y_code, "base": base.astype(int)}),
        Line("It comes back as s_y·(q_y − z_y)", "{sy} × ({code} − {zy})",
             {"sy": sy, "code": y_code, "zy": zy}, digits=5),
    )  # fmt: skip


def _chosen(result: Pipeline, params: Params) -> tuple[int, int]:
    """The output in focus, by its row and column."""
    row, column = divmod(min(params.index - 1, result.true.size - 1), result.true.shape[1])
    return row, column


def stages(result: Pipeline, params: Params) -> Panel:
    """The matrices of every stage; a press on an output brings it into focus."""
    arrays: dict[str, Array] = {"x": result.x, "w": result.w, "b": result.b[None], "true": result.true}
    for name in ("x_code", "w_code", "b_code", "pairs", "accumulator", "y", "y_code", "back"):
        arrays[name] = getattr(result.stages, name).astype(np.float64)
    for i, name in enumerate(("first", "second", "third")):
        arrays[name] = result.stages.corrections[:, i].astype(np.float64)
    tables = [{"name": name, "kind": kind, "title": title} for name, kind, title in TABLES]
    header = {"tables": tables, "chosen": _chosen(result, params)}
    return Panel(
        "quantization-stages", "adaptation/quantization/pipeline.js", AXIS, len(result.bits), header, arrays, kept=False
    )
