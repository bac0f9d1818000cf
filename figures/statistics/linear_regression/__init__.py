"""Pictures of /linear-regression: data beside geometry, two lines and their R², refits."""

import numpy as np

from core.numbers import number
from core.statistics.linear_regression import Params, Result
from core.statistics.linear_regression.moving_point import MovedObservation
from core.statistics.linear_regression.origin import Origin
from core.statistics.linear_regression.params import FOLLOWED
from figures import drawn_numbers, leaving, theme
from figures.plot import Array, Cursor, Download, Panel, Plot, Row, Sweep, Views
from figures.statistics.linear_regression import arithmetic, simulated
from figures.statistics.linear_regression.arithmetic import AXIS, labels
from figures.theme import BLUE, GREEN, PINK
from figures.traces import Traces, around

FRAME, TALL = (theme.legend(t=top) for top in (44, 62))  # TALL has two lines of names
HEIGHT, MOST_DRAWN = 300, 40


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    match result:
        case MovedObservation():
            pair = Row((followed(result, params.follows), influence(result, params.studentised)))
            return Views(Row((data(result), triangle(result))), readout=arithmetic.said(result),
                         opened=[arithmetic.of_fit(result)],
                         more=[*drawn(result), arithmetic.coefficients(result), pair])  # fmt: skip
        case Origin():
            return Views(Row((conventions(result), two_lines(result))), opened=(arithmetic.of_origin(result),))
    return Views(Row((simulated.cloud(result), simulated.errors(result))), readout=simulated.beyond(result),
                 opened=(arithmetic.of_spread(result),), more=simulated.averages(result))  # fmt: skip


def drawn(its: MovedObservation) -> tuple[Panel, ...]:
    """A reader's few y, to be drawn by hand."""
    if its.params.source != "typed" or len(its.data.y) > MOST_DRAWN:
        return ()
    names = [f"y at x = {number(x)}" for x in its.data.x[:, 0]]
    return (drawn_numbers.panel("regression-draw", "ys", its.data.y, "Your y, to be drawn", names),)


def data(its: MovedObservation) -> Plot:
    """The observations, the line, and the line without the point that moves; with several features after adjusting."""
    x, y = its.fit.added_variable(its.j)
    traces, i, steps, alone = Traces(len(its.shift)), its.params.row, len(its.shift), np.delete(x, its.params.row, -1)
    x, one, moved = np.broadcast_to(x, y.shape), len(its.data.names) == 1, its.params.moves
    names = labels(its)
    middle, height = (each.mean(axis=1, keepdims=True) * its.params.intercept for each in (x, y))

    def line(places: Array) -> Array:
        return np.asarray(height + its.fit.beta[:, [its.j]] * (places - middle))

    ends = np.stack([x.min(axis=1), x.max(axis=1)], axis=1)
    if its.without is not None and one:
        old = its.without.beta
        before = old[-1] * ends + (old[0] if its.params.intercept else 0.0)
        traces.line(ends, before, "without the point", theme.PINNED)
    traces.line(ends, line(ends), "least squares", BLUE, 2.5, hoverinfo="skip")
    traces.dots(alone, np.delete(y, i, -1), "observations", theme.MUTED, 7 if y.shape[1] < 100 else 4, showlegend=False)
    at, up = x[:, [i]], y[:, [i]]
    traces.line(np.hstack([at, at]), np.hstack([line(at), up]), "its residual", GREEN, showlegend=False,
                hoverinfo="skip")  # fmt: skip
    traces.dots(at, up, "the point that moves", theme.FOCUS, 12)
    titles = [theme.label(name) if one else f"{theme.label(name)}, adjusted" for name in names]
    sweep = Sweep(AXIS, f"Point {i + 1}, {names[moved == 'y']}", steps, "standard deviations", its.shift,
                  f"{moved} = {{value}}", displayed=_round(its.place), along=at[:, 0] if moved == "x" and one else None,
                  field="shift", held=(at[:, 0], up[:, 0]))  # fmt: skip
    summary = "The observations and their line while one point moves; with several features, an added-variable plot."
    return traces.plot("regression-data", summary, HEIGHT, sweep, theme.axis(titles[0], range=around(x, 0.06)),
                       theme.axis(titles[1], range=around(y, 0.06)), **theme.legend(l=72),
                       hovermode="closest")  # fmt: skip


def _round(values: Array) -> Array:
    """The values to the digits that a step of their sweep can be told by."""
    step = float(np.abs(np.diff(values)).min()) or 1.0
    return np.asarray(values.round(max(0, 2 - int(np.floor(np.log10(step))))) + 0.0)


def triangle(its: MovedObservation) -> Plot:
    """y, its projection and the residual as the right triangle that they are in n dimensions, in its own plane."""
    traces, fit = Traces(len(its.shift)), its.fit
    base, height = np.sqrt(np.maximum(fit.tss - fit.rss, 0)), np.sqrt(fit.rss)
    top, right, up = (float(np.nanmax(side)) for side in (np.sqrt(fit.tss), base, height))
    mean = " − ȳ" if its.params.intercept else ""
    across, rising = (np.stack([0 * side, side], axis=1) for side in (base, height))
    angle = np.arctan2(height, base)[:, None] * np.linspace(0, 1, 25)
    for x, y, name, colour, width in (
        (across, np.zeros(2), f"fit ŷ{mean}, length √ESS", BLUE, 4),
        (np.stack([base, base], axis=1), rising, "residual e, length √RSS", GREEN, 4),
        (across, rising, f"data y{mean}, length √TSS", theme.INK, 4),
        (0.2 * top * np.cos(angle), 0.2 * top * np.sin(angle), "angle θ, R² = cos²θ", theme.FOCUS, 2),
    ):
        traces.line(x, y, name, colour, width, hoverinfo="skip")
    summary = "The right triangle of data, fit and residual. The squared cosine of the angle at 0 is R²."
    x_axis, y_axis = (theme.axis(title, range=[-0.02 * top, 1.06 * side], constrain="domain", **more)
                      for title, side, more in (("explained by the fit", right, {"nticks": 5}),
                                                ("left over", up, {"nticks": 4, "scaleanchor": "x"})))  # fmt: skip
    return traces.plot("regression-triangle", summary, HEIGHT, AXIS, x_axis, y_axis,
                       **TALL, hovermode=False)  # fmt: skip


def followed(its: MovedObservation, name: str) -> Plot:
    """One number of the fit over the place of the point: refits, and the formula that needs none."""
    traces, which = Traces(len(its.shift)), list(FOLLOWED).index(name)
    traces.dots(its.place, refitted := its.refitted[which], "refitted", BLUE, 4)
    traces.add(its.place, its.formula[which], "by formula, without refitting", line=theme.THEORY)
    moved = theme.label(labels(its)[its.params.moves == "y"])
    summary = f"{FOLLOWED[name]} over the place of the point, refitted and by the updating formula."
    return traces.plot("regression-slope", summary, 240, AXIS,
                       theme.axis(f"{moved} of the point", range=around(its.place, 0.02)),
                       theme.axis(FOLLOWED[name], range=around(np.nan_to_num(refitted), 0.08)),
                       cursor=Cursor(its.place, {"y": refitted}), **FRAME)  # fmt: skip


def influence(its: MovedObservation, kind: str) -> Plot:
    """Leverage against the studentised residual of a kind: Cook's distance is large where both are."""
    traces, i, p = Traces(len(its.shift)), its.params.row, its.fit.x.shape[-1]
    leverage, residual, df = its.fit.leverage, getattr(its.fit, kind), its.fit.df
    endless = np.isinf(residual)  # all other points lie on one line
    reach = 1.1 * float(np.nanmax(np.abs(residual), initial=3.0, where=~endless))
    h = np.linspace(0.02, 0.995, 120)
    for distance, style in ((0.5, "dot"), (1.0, "dash")):
        square = distance * p * (1 - h) / h  # of the internal one
        if kind == "external":  # t² = r²(ν − 1)/(ν − r²), and no r² is above ν
            square = np.where(square < df, square * (df - 1) / np.maximum(df - square, 1e-9), np.inf)
        edge = leaving.inside(np.sqrt(square), 0, reach)
        for sign in (1, -1):
            traces.add(h, sign * edge, f"Cook’s distance {number(distance)}", hoverinfo="skip", showlegend=sign > 0,
                       line={**theme.BOUND, "color": theme.MUTED, "dash": style})  # fmt: skip
    traces.dots(np.delete(leverage, i, -1), np.delete(residual, i, -1), "observations", theme.MUTED, 6)
    places = np.broadcast_to(leverage, residual.shape)
    traces.dots(places[:, [i]], residual[:, [i]], "the point that moves", theme.FOCUS, 11)
    if endless.any():
        height = np.where(endless, 0.9 * reach * np.sign(residual), np.nan)
        traces.add(**leaving.infinite(places, height, theme.FOCUS, hoverinfo="skip"))
    summary = "Leverage and studentised residual of each observation; lines of equal Cook's distance."
    return traces.plot("regression-influence", summary, 240, AXIS, theme.axis("leverage h", range=[0, 1.02]),
                       theme.axis(f"studentised residual, {kind}", range=[-reach, reach]), **FRAME,
                       hovermode="closest")  # fmt: skip


def conventions(its: Origin) -> Plot:
    """R² over the constant that is added to y, by each convention: formulas dashed, refits as dots."""
    traces, x, within = Traces(len(its.lift)), its.added, (-1.0, 1.1)
    for name, theory, refitted, colour in (
        ("with an intercept", its.line.r_squared, its.line.r_squared, BLUE),
        ("origin, against Σy²", its.uncentred, its.through.r_squared, PINK),
        ("origin, against Σ(y − ȳ)²", its.centred, its.refitted_centred, GREEN),
    ):
        traces.compared(x, theory, refitted, name, colour, dashed="formula", within=within, some=slice(None, None, 5))
    at = leaving.inside(its.through.r_squared, *within)
    sweep = Sweep(AXIS, "Added to all y", len(x), "standard deviations", its.lift, "constant {value}",
                  displayed=_round(x), cursor=Cursor(x, {"y": at}), field="lift")  # fmt: skip
    summary = "R² of a line with an intercept and of one through the origin, while a constant is added to all y."
    return traces.plot("regression-conventions", summary, HEIGHT, sweep, theme.axis("constant added to y",
                       range=around(x, 0.01)), theme.axis("R²", range=[-1.0, 1.05]), **TALL)  # fmt: skip


def two_lines(its: Origin) -> Plot:
    """The observations as they are lifted, the line with an intercept and the one through the origin."""
    x, traces = its.data.x[:, its.params.feature], Traces(len(its.lift))
    names = [*map(theme.label, labels(its))]
    ends = np.array([min(0.0, x.min()), max(0.0, x.max())])
    traces.line(ends, its.line.beta[:, [0]] + its.line.beta[:, [1]] * ends, "with an intercept", BLUE, 2.5)
    traces.line(ends, its.through.beta * ends, "through the origin", PINK, 2.5)
    traces.dots(x, its.line.y, "observations", theme.MUTED, 7 if len(x) < 100 else 4)
    traces.dots(np.zeros(1), np.zeros(1), "origin", theme.INK, 8, "cross")
    summary = "The observations with both lines while a constant is added to all y."
    return traces.plot("regression-two-lines", summary, HEIGHT, AXIS, theme.axis(names[0], range=around(ends, 0.04)),
                       theme.axis(names[1], range=around(np.append(its.line.y, 0), 0.04)), **TALL,
                       hovermode="closest")  # fmt: skip


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    files = [Download.table("The numbers (CSV)", "linear-regression.csv", result.table)]
    if isinstance(result, MovedObservation):
        files.append(Download.table("Influence of each observation (CSV)", "influence.csv", result.influence))
    return files
