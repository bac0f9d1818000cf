"""Pictures of /estimators: the distribution of an estimate, its errors, limit laws, and one point far away."""

from typing import Any

import numpy as np
from scipy.special import ndtr

from core.numbers import number
from core.statistics.estimators import Params, Result
from core.statistics.estimators.distribution import SHARES, SIZES, Distribution
from core.statistics.estimators.laws import BERRY_ESSEEN, FEW, SMALL, Laws
from core.statistics.estimators.laws import SIZES as LAW_SIZES
from core.statistics.estimators.params import ESTIMATORS, FUNCTIONS
from figures import falling, leaving, marks, theme
from figures.log_axis import log_axis
from figures.plot import Array, Cursor, Panel, Plot, Row, Sweep, Views
from figures.statistics.estimators import arithmetic, outlier
from figures.statistics.estimators.arithmetic import AXIS
from figures.theme import BLUE, GREEN, PINK
from figures.traces import Traces, around

N, LAW_N = SIZES.astype(float), LAW_SIZES.astype(float)
FRAME, HEIGHT, SINGLE, BINS = theme.legend(l=60), 300, 40, 80
LOG: dict[str, Any] = {"type": "log", "dtick": 1, "exponentformat": "power"}
SIZE, LAW_SIZE = (theme.axis("sample size n", **log_axis(*around(np.log10(sizes), room)))
                  for sizes, room in ((SIZES, 0.03), (LAW_SIZES, 0.02)))  # fmt: skip


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    said = Panel.sentence("estimators-said", AXIS, arithmetic.sentences(result))
    opened = (arithmetic.opened(result),)
    match result:
        case Distribution():
            return Views(Row((density(result, params), errors(result))), readout=said, opened=opened,
                         more=(bias(result),) if np.isfinite(result.simulated[0]).any() else ())  # fmt: skip
        case Laws():
            normal = np.isfinite(result.distance).any()
            return Views(Row((paths(result), distance(result)) if normal else (paths(result),)), readout=said,
                         opened=opened if normal else (), more=(gap(result),) if normal else ())  # fmt: skip
    return Views(Row((outlier.sample(result), outlier.sensitivity(result))), readout=said, opened=opened,
                 more=(outlier.breakdown(result),))  # fmt: skip


def sweep(sizes: Array, **more: Any) -> Sweep:
    """The sample size, which holds the control."""
    return Sweep(AXIS, "Sample size n", len(sizes), values=sizes, words="n = {value}", field="n", **more)


def density(its: Distribution, params: Params) -> Plot:
    """Single estimates that fall, the histogram of all, and the law by theory; as they are or as error times √n."""
    known, name = its.theory, {**ESTIMATORS, **FUNCTIONS}[its.params.statistic]
    scaled = params.shown == "scaled" and np.isfinite(known.truth)
    about, times = (known.truth, np.sqrt(SIZES)[:, None]) if scaled else (0.0, np.ones((len(SIZES), 1)))
    simulated, curve = (its.estimates - about) * times, (its.curve - about) * times
    some = np.where(its.count[:, None] > 0, simulated, 0.0)  # at a small n no sample may have a value
    low, middle, high = np.nanquantile(some, [0.25, 0.5, 0.75], axis=1)[:, :, None]
    width = 0.3 * np.maximum(high - low, 1e-3 * (np.nanstd(some, axis=1, keepdims=True) + 1e-12))
    pile, abreast = 2 * width, 2  # of dots that stand in two bins of the histogram
    if np.isfinite(known.truth):  # no pile stands on both sides of it: a maximum has an end there
        middle = (truth := 0.0 if scaled else known.truth) - pile * np.round((truth - middle) / pile)
    if its.population.kind == "bernoulli" and its.params.statistic == "mean":  # of whole steps between two shares
        width = np.ceil(width * SIZES[:, None] / times) * times / SIZES[:, None]
        middle = ((np.round((middle / times + about) * SIZES[:, None]) - 0.5) / SIZES[:, None] - about) * times
        pile, abreast = width, 1
    edges = middle + width * np.arange(-BINS // 2, BINS // 2 + 1)
    heights = np.stack([np.histogram(row[np.isfinite(row)], edge)[0] / max(1, np.isfinite(row).sum()) for row, edge
                        in zip(simulated, edges, strict=True)]) / width  # fmt: skip
    peak = np.ones((len(SIZES), 1)) if scaled else heights.max(axis=1, keepdims=True)
    peak = np.where(peak > 0, peak, 1.0)
    usual = max(5 if scaled else 1, int(np.argmax(its.count > 1)))
    traces = Traces(len(SIZES), ends := np.nanquantile(simulated[usual], [0.004, 0.996]))
    traces.add(edges[:, :-1], heights / peak, f"{its.params.replicates:,} samples", fill="tozeroy",
               line={**theme.EXPERIMENT, "width": 1, "shape": "hv"})  # fmt: skip
    if np.isfinite(curve).any():
        slope = 0.1 * SHARES * (1 - SHARES) / np.gradient(curve, axis=1)  # their logits are 0.1 apart
        traces.add(curve, slope / peak, "exact" if its.exact else "normal, for large n", line=theme.THEORY)
    x, y = falling.piled(simulated[:, :SINGLE], middle, pile, abreast)
    traces.dots(x, y / peak, f"first {SINGLE}", theme.INK, **falling.FALLS)
    top = max(1.35 * float(np.quantile((heights / peak).max(axis=1), 0.8)), 1.03 * float(np.nanmax(y / peak)))
    if np.isfinite(known.truth):
        traces.line(np.full(2, truth), np.array([0, top]), "what is estimated", theme.FOCUS, 1.5)
    title = f"({name} − {number(known.truth)}) × √n" if scaled else name
    summary = "The distribution of the estimate over simulated samples, with single ones as dots, and by theory."
    return traces.plot("estimators-distribution", summary, HEIGHT, sweep(SIZES),
                       theme.axis(title, range=around(ends, 0.04)),
                       theme.axis("density" if scaled else "density ÷ its peak", range=[0, top]), **FRAME)  # fmt: skip


def errors(its: Distribution) -> Plot:
    """Variance and mean square error over n, both axes in decades."""
    traces, known = Traces(len(SIZES)), its.known
    both = np.concatenate([its.simulated[1:], known[1:]])
    positive = both[np.isfinite(both) & (both > 0)]
    usual = positive if len(positive) else np.ones(1)
    middle = float(np.median(usual))
    within = (max(1e-6 * middle, float(usual.min())) / 1.5, min(1e6 * middle, float(usual.max())) * 1.5)
    dashed = "exact" if np.isfinite(its.theory.deviation).any() else "for large n"
    for k, name, colour, size in ((2, "mean square error", GREEN, 9), (1, "variance", BLUE, 5)):
        traces.compared(SIZES, known[k], its.simulated[k], name, colour, size, dashed=dashed, within=within,
                        error=np.minimum(2 * its.error[k], 0.9 * its.simulated[k]),
                        legend=dashed * (k == 1))  # fmt: skip
    summary = "Variance and mean square error of the estimate over the sample size, simulated and by theory."
    return traces.plot("estimators-errors", summary, HEIGHT, AXIS, SIZE,
                       theme.axis("squared error", range=np.log10(within).tolist(), **LOG),
                       cursor=Cursor(N, {"y": leaving.inside(its.simulated[2], *within)}), **FRAME)  # fmt: skip


def bias(its: Distribution) -> Plot:
    """How far the estimate lies from the truth on average, over n."""
    ends = its.simulated[0] + 2 * np.nan_to_num(its.error[0]) * np.array([[-1], [0], [1]])
    traces, reach = Traces(len(SIZES)), around(np.append(ends[np.isfinite(ends)], 0.0), 0.1)
    traces.level(SIZES, 0, "unbiased", theme.BOUND, hoverinfo="skip")
    dashed = "exact" if np.isfinite(its.theory.mean).any() else "for large n"
    traces.compared(SIZES, its.known[0], its.simulated[0], "bias", PINK, error=2 * its.error[0], legend=dashed,
                    within=(reach[0], reach[1]))  # fmt: skip
    return traces.plot("estimators-bias", "The bias of the estimate over the sample size.", 240, AXIS, SIZE,
                       theme.axis("bias", range=reach), cursor=Cursor(N, {"y": its.simulated[0]}), **FRAME)  # fmt: skip


def paths(its: Laws) -> Plot:
    """Running means of single samples up to n, and the band that holds most of all."""
    traces, steps = Traces(len(LAW_SIZES), its.ends), len(LAW_SIZES)
    theory = "exact" if its.population.kind == "cauchy" else "for large n"
    for low, high, name, style in ((*its.ends, "95 % of all means", {"color": BLUE, "width": 1}),
                                   (*its.band, theory, theme.THEORY)):  # fmt: skip
        traces.add(LAW_SIZES, low, name, line=style, showlegend=False, hoverinfo="skip")
        fill = {"fill": "tonexty", "fillcolor": theme.SOFT} if style is not theme.THEORY else {}
        traces.add(LAW_SIZES, high, name, line=style, **fill)
    gone = np.where(np.arange(steps) <= np.arange(steps)[:, None], 0.0, np.nan)
    each = [np.append(path, np.nan) for path in its.paths]
    y = np.concatenate([path + np.append(gone, gone[:, :1], axis=1) for path in each], axis=1)
    traces.line(np.tile(np.append(LAW_SIZES, np.nan), len(each)), y, f"{len(each)} single samples", GREEN, 1.5,
                meta="falls")  # fmt: skip
    heads = np.repeat(LAW_N[:, None], len(each), axis=1)
    traces.dots(heads, its.paths.T, "their means", GREEN, 6, showlegend=False, **falling.FALLS)
    middle, half = its.population.centre, 1.3 * float(np.abs(its.ends[:, 2:] - its.population.centre).max())
    traces.level(LAW_SIZES, middle, "mean" if np.isfinite(its.population.mean) else "median",
                 {"color": theme.FOCUS, "width": 1.5})  # fmt: skip
    summary = "Means of the first n draws of single samples, and the band that holds 95 % of all such means."
    return traces.plot("estimators-paths", summary, HEIGHT, sweep(LAW_SIZES), LAW_SIZE,
                       theme.axis("mean of n draws", range=[middle - half, middle + half]),
                       cursor=Cursor(LAW_N, {}), **FRAME)  # fmt: skip


def distance(its: Laws) -> Plot:
    """The largest gap between the law of the standardised mean and the normal one, and the bound on it."""
    traces, within = Traces(len(LAW_SIZES)), (1e-3, 1.0)
    traces.compared(LAW_SIZES, its.exact, its.distance, "simulated", BLUE, within=within,
                    error=np.minimum(its.noise, 0.9 * its.distance), some=slice(0, None, 3),
                    legend="exact" if np.isfinite(its.exact).any() else "")  # fmt: skip
    if np.isfinite(its.bound).all():
        traces.add(LAW_SIZES, leaving.inside(its.bound, *within), f"Berry–Esseen bound, {BERRY_ESSEEN}",
                   line=theme.BOUND)  # fmt: skip
    summary = "Kolmogorov distance of the standardised mean from the normal law over n, with the Berry–Esseen bound."
    return traces.plot("estimators-distance", summary, HEIGHT, AXIS, LAW_SIZE,
                       theme.axis("largest gap to the normal law", range=[-3.05, 0.05], **LOG),
                       cursor=Cursor(LAW_N, {"y": its.gap}), **FRAME,
                       shapes=[marks.upright(30, {**theme.BOUND, "dash": "dot"}), marks.level(SMALL, theme.BOUND)],
                       annotations=[marks.text(np.log10(30), 0, "n = 30", "left", "top"),
                                    marks.text(0, np.log10(SMALL), "0.01", "left", "bottom")])  # fmt: skip


def gap(its: Laws) -> Plot:
    """Both distribution functions at n, with the largest gap at the places that are drawn."""
    traces, normal = Traces(len(LAW_SIZES)), ndtr(FEW)
    widest, rows = np.abs(its.law - normal).argmax(axis=1), np.arange(len(its.law))
    shape = "linear" if its.population.atoms is None else "hv"
    traces.add(FEW, its.law, "standardised mean of n draws", line={**theme.EXPERIMENT, "shape": shape})
    traces.add(FEW, normal, "normal", line=theme.THEORY)
    ends = np.stack([normal[widest], its.law[rows, widest]], axis=1)
    traces.line(np.stack([FEW[widest]] * 2, axis=1), ends, "largest gap", theme.FOCUS, 4)
    return traces.plot("estimators-gap", "The law of the standardised mean beside the normal law.", 240, AXIS,
                       theme.axis("standardised mean", range=[-4, 4]), theme.axis("share below", range=[0, 1]),
                       **FRAME)  # fmt: skip
