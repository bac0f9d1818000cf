"""Pictures of /linear-regression: data beside geometry, two lines and their R², refits, coverage."""

import numpy as np
from scipy.special import stdtrit

from core.numbers import fixed, number
from core.statistics.linear_regression import Params, Result
from core.statistics.linear_regression.assumptions import KINDS
from core.statistics.linear_regression.least_squares import ROBUST
from core.statistics.linear_regression.moving_point import Moved
from core.statistics.linear_regression.origin import Origin
from core.statistics.linear_regression.params import FOLLOWED
from core.statistics.linear_regression.spread import Spread
from figures import drawn_numbers, leaving, theme
from figures.plot import Array, Cursor, Download, Panel, Plot, Row, Sweep, Views
from figures.statistics.linear_regression import arithmetic, broken, refits
from figures.statistics.linear_regression.arithmetic import AXIS
from figures.traces import Traces, around

BLUE, GREEN, PINK = theme.CATEGORIES[:3]
FRAME = theme.legend(l=56, r=16, t=44, b=36)
HEIGHT, MOST_DRAWN = 300, 40


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    match result:
        case Moved():
            more = Row((followed(result, params.follows), influence(result)))
            return Views(Row((data(result), triangle(result))), readout=said(result),
                         opened=(arithmetic.of_fit(result),),
                         more=[*drawn(result), coefficients(result), more])  # fmt: skip
        case Origin():
            return Views(Row((conventions(result), two_lines(result))), opened=(arithmetic.of_origin(result),))
        case Spread():
            return Views(Row((refits.cloud(result), refits.errors(result))), opened=(arithmetic.of_spread(result),),
                         more=refits.averages(result))  # fmt: skip
    return Views(Row((broken.coverage(result), broken.one_sample(result))), opened=(arithmetic.of_coverage(result),),
                 more=(broken.reported(result),))  # fmt: skip


def drawn(its: Moved) -> tuple[Panel, ...]:
    """A reader's few y, to be drawn by hand."""
    if its.params.source != "typed" or len(its.data.y) > MOST_DRAWN:
        return ()
    names = [f"y at x = {number(x)}" for x in its.data.x[:, 0]]
    return (drawn_numbers.panel("regression-draw", "ys", its.data.y, "Your y, to be drawn", names),)


def data(its: Moved) -> Plot:
    """The observations, the line, and the line without the point that moves; with several features after adjusting."""
    x, y = its.added_variable()
    traces, i, steps = Traces(len(its.shift)), its.params.row, len(its.shift)
    others, swept_x = np.arange(y.shape[1]) != i, np.broadcast_to(x, y.shape)
    ends = np.stack([swept_x.min(axis=1), swept_x.max(axis=1)], axis=1)
    middle = (swept_x.mean(axis=1), y.mean(axis=1)) if its.params.intercept else (np.zeros(steps), np.zeros(steps))
    line = middle[1][:, None] + its.fit.beta[:, [its.j]] * (ends - middle[0][:, None])
    if its.without is not None and len(its.data.names) == 1:
        old = its.without.beta
        before = old[-1] * ends + (old[0] if its.params.intercept else 0.0)
        traces.add(ends, before, "without the point", line={"color": theme.PINNED, "width": 2})
    traces.line(ends, line, "least squares", BLUE, 2.5, hoverinfo="skip")
    alone = x[others] if x.ndim == 1 else swept_x[:, others]
    traces.dots(alone, y[:, others], "observations", theme.MUTED, 7 if y.shape[1] < 100 else 4, showlegend=False)
    at, height = swept_x[:, i], y[:, i]
    fitted = middle[1] + its.fit.beta[:, its.j] * (at - middle[0])
    traces.line(np.stack([at, at], axis=1), np.stack([fitted, height], axis=1), "its residual", GREEN, showlegend=False,
                hoverinfo="skip")  # fmt: skip
    traces.dots(at[:, None], height[:, None], "the point that moves", theme.FOCUS, 12)
    one = len(its.data.names) == 1
    names = [theme.label(name) for name in (its.data.names[its.params.feature], its.data.target)]
    titles = names if one else [f"{name}, adjusted" for name in names]
    moved = its.params.moves
    sweep = Sweep(AXIS, f"Point {its.params.row + 1}, {names[moved == 'y']}", steps, "standard deviations", its.shift,
                  f"{moved} = {{value}}", shown=_round(its.place), along=at if moved == "x" and one else None,
                  field="shift", held=(at, height))  # fmt: skip
    summary = "The observations and their line while one point moves; with several features, an added-variable plot."
    return traces.plot("regression-data", summary, HEIGHT, sweep,
                       theme.axis(titles[0], range=around(swept_x, 0.06)), theme.axis(titles[1], range=around(y, 0.06)),
                       **theme.legend(l=72, r=16, t=44, b=36), hovermode="closest")  # fmt: skip


def _round(values: Array) -> Array:
    """The values to the digits that a step of their sweep can be told by."""
    step = float(np.abs(np.diff(values)).min()) or 1.0
    return np.asarray(values.round(max(0, 2 - int(np.floor(np.log10(step))))) + 0.0)


def triangle(its: Moved) -> Plot:
    """y, its projection and the residual as the right triangle that they are in n dimensions, in its own plane."""
    traces, fit = Traces(len(its.shift)), its.fit
    base, height = np.sqrt(np.maximum(fit.tss - fit.rss, 0)), np.sqrt(fit.rss)
    top, zero = float(np.nanmax(np.sqrt(fit.tss))), np.zeros(len(base))
    right, up = (1.06 * float(np.nanmax(side)) for side in (base, height))
    mean = " − ȳ" if its.params.intercept else ""
    both = np.stack([zero, base], axis=1)
    traces.line(both, np.zeros(2), f"fit ŷ{mean}, length √ESS", BLUE, 4, hoverinfo="skip")
    traces.line(np.stack([base, base], axis=1), np.stack([zero, height], axis=1), "residual e, length √RSS", GREEN, 4,
                hoverinfo="skip")  # fmt: skip
    traces.line(both, np.stack([zero, height], axis=1), f"data y{mean}, length √TSS", theme.INK, 4, hoverinfo="skip")
    angle = np.arctan2(height, base)[:, None] * np.linspace(0, 1, 25)
    traces.line(0.2 * top * np.cos(angle), 0.2 * top * np.sin(angle), "angle θ, R² = cos²θ", theme.FOCUS, 2,
                hoverinfo="skip")  # fmt: skip
    summary = "The right triangle of data, fit and residual. The squared cosine of the angle at 0 is R²."
    frame, held = theme.legend(l=56, r=16, t=62, b=36), {"constrain": "domain"}
    return traces.plot("regression-triangle", summary, HEIGHT, AXIS,
                       theme.axis("explained by the fit", range=[-0.02 * top, right], nticks=5, **held),
                       theme.axis("left over", range=[-0.02 * top, up], nticks=4, scaleanchor="x", **held),
                       **frame, hovermode=False)  # fmt: skip


def said(its: Moved) -> Panel:
    """The number in focus in a sentence, at each step."""
    fit, i = its.fit, its.params.row
    theta = np.degrees(np.arctan2(np.sqrt(fit.rss), np.sqrt(np.maximum(fit.tss - fit.rss, 0))))
    leverage = np.broadcast_to(fit.leverage, fit.y.shape)[:, i]
    name = theme.label(its.data.names[its.params.feature])
    own = "It has leverage 1: the line goes through it, wherever it is." if its.without is None else (
        f"Without the point the slope is {number(its.without.beta[its.j])}.")  # fmt: skip
    lines = [
        [["focus", f"R² = {fixed(r, 4)}"], ["", f", the squared cosine of θ = {number(angle, 3)}°. "],
         ["dim", f"The slope of {name} is {number(b)} ± {number(error, 2)} (standard error)."], ["dim", f" {own}"],
         ["dim", f" Its leverage is {number(h, 3)}, its Cook’s distance "
                 f"{'not defined' if np.isnan(cook) else number(cook, 3)}."]]
        for r, angle, b, error, h, cook in zip(fit.r_squared, theta, fit.beta[:, its.j], fit.errors[:, its.j], leverage,
                                               fit.cook[:, i], strict=True)
    ]  # fmt: skip
    return Panel.sentence("regression-said", AXIS, lines)


def coefficients(its: Moved) -> Panel:
    """Every coefficient with its errors, classical and robust, and its interval."""
    fit, half = its.fit, float(stdtrit(its.fit.df, 0.5 + its.params.level / 200))
    columns = [fit.beta, fit.errors, fit.t, fit.p, fit.beta - half * fit.errors, fit.beta + half * fit.errors,
               *(fit.robust(kind) for kind in ROBUST), fit.newey_west]  # fmt: skip
    level = f"{number(its.params.level, 3)} %"
    header = {
        "names": [theme.label(name) for name in its.names],
        "heads": ["coefficient", "estimate", "SE", "t", "p", f"{level} from", "to", *KINDS[1:]],
        "words": "Standard errors (SE): classical, robust ones (HC0 to HC3) that allow unequal variances, and those of "
        "Newey and West for rows whose errors go along with those of their neighbours, too.",
        "digits": [5] * 6 + [4] * 5,
    }
    arrays = {f"column{k}": np.broadcast_to(each, fit.beta.shape).copy() for k, each in enumerate(columns)}
    return Panel("regression-coefficients", "shared/sortable_table.js", AXIS, len(its.shift), header, arrays)


def followed(its: Moved, name: str) -> Plot:
    """One number of the fit over the place of the point: refits, and the formula that needs none."""
    traces, which = Traces(len(its.shift)), list(FOLLOWED).index(name)
    traces.dots(its.place, seen := its.refitted[which], "refitted", BLUE, 4)
    traces.add(its.place, its.formula[which], "by formula, without refitting", line=theme.THEORY)
    moved = theme.label(its.data.target if its.params.moves == "y" else its.data.names[its.params.feature])
    summary = f"{FOLLOWED[name]} over the place of the point, refitted and by the updating formula."
    return traces.plot("regression-slope", summary, 240, AXIS,
                       theme.axis(f"{moved} of the point", range=around(its.place, 0.02)),
                       theme.axis(FOLLOWED[name], range=around(np.nan_to_num(seen), 0.08)),
                       cursor=Cursor(its.place, {"y": seen}), **FRAME)  # fmt: skip


def influence(its: Moved) -> Plot:
    """Leverage against the residual in its own standard errors: Cook's distance is large where both are."""
    fit, traces, i = its.fit, Traces(len(its.shift)), its.params.row
    shape, p = fit.y.shape, fit.x.shape[-1]
    leverage, residual = np.broadcast_to(fit.leverage, shape), fit.internal
    reach = 1.1 * max(3.0, float(np.nanmax(np.abs(residual))))
    h = np.linspace(0.02, 0.995, 120)
    for distance, style in ((0.5, "dot"), (1.0, "dash")):
        edge = leaving.inside(np.sqrt(distance * p * (1 - h) / h), 0, reach)
        for sign in (1, -1):
            traces.add(h, sign * edge, f"Cook’s distance {number(distance)}", hoverinfo="skip", showlegend=sign > 0,
                       line={**theme.BOUND, "color": theme.MUTED, "dash": style})  # fmt: skip
    others = np.arange(shape[1]) != i
    still = leverage[0][others] if fit.leverage.ndim == 1 else leverage[:, others]
    traces.dots(still, residual[:, others], "observations", theme.MUTED, 6)
    traces.dots(leverage[:, [i]], residual[:, [i]], "the point that moves", theme.FOCUS, 11)
    summary = "Leverage and studentised residual of each observation; lines of equal Cook's distance."
    return traces.plot("regression-influence", summary, 240, AXIS, theme.axis("leverage h", range=[0, 1.02]),
                       theme.axis("studentised residual", range=[-reach, reach]), **FRAME,
                       hovermode="closest")  # fmt: skip


def conventions(its: Origin) -> Plot:
    """R² over the constant that is added to y, by each convention: formulas dashed, refits as dots."""
    traces, x, few = Traces(len(its.lift)), its.added, slice(None, None, 5)
    low = -1.0
    curves = (("with an intercept", its.line.r_squared, its.line.r_squared, BLUE),
              ("origin, against Σy²", its.uncentred, its.through.r_squared, PINK),
              ("origin, against Σ(y − ȳ)²", its.centred, its.refitted_centred, GREEN))  # fmt: skip
    for name, theory, refitted, colour in curves:
        traces.compared(x, theory, refitted, name, colour, dashed="formula", within=(low, 1.1), some=few)
    at = leaving.inside(its.through.r_squared, low, 1.1)
    sweep = Sweep(AXIS, "Added to all y", len(x), "standard deviations", its.lift, "y + {value}", shown=_round(x),
                  cursor=Cursor(x, {"y": at}), field="lift")  # fmt: skip
    summary = "R² of a line with an intercept and of one through the origin, while a constant is added to all y."
    return traces.plot("regression-conventions", summary, HEIGHT, sweep,
                       theme.axis("constant added to y", range=around(x, 0.01)), theme.axis("R²", range=[low, 1.05]),
                       **theme.legend(l=56, r=16, t=62, b=36))  # fmt: skip


def two_lines(its: Origin) -> Plot:
    """The observations as they are lifted, the line with an intercept and the one through the origin."""
    x, traces = its.data.x[:, its.params.feature], Traces(len(its.lift))
    ends = np.array([min(0.0, x.min()), max(0.0, x.max())])
    traces.line(ends, its.line.beta[:, [0]] + its.line.beta[:, [1]] * ends, "with an intercept", BLUE, 2.5)
    traces.line(ends, its.through.beta * ends, "through the origin", PINK, 2.5)
    traces.dots(x, its.line.y, "observations", theme.MUTED, 7 if len(x) < 100 else 4)
    traces.dots(np.zeros(1), np.zeros(1), "origin", theme.INK, 8, "cross")
    names = [theme.label(name) for name in (its.data.names[its.params.feature], its.data.target)]
    summary = "The observations with both lines while a constant is added to all y."
    return traces.plot("regression-two-lines", summary, HEIGHT, AXIS, theme.axis(names[0], range=around(ends, 0.04)),
                       theme.axis(names[1], range=around(np.append(its.line.y, 0), 0.04)),
                       **theme.legend(l=56, r=16, t=62, b=36), hovermode="closest")  # fmt: skip


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    axis = Download.table("The numbers (CSV)", "linear-regression.csv", result.table)
    if not isinstance(result, Moved):
        return [axis]
    return [axis, Download.table("Influence of each observation (CSV)", "influence.csv", result.influence)]
