"""The numbers in focus of /linear-regression: in a sentence, in a table, and opened."""

from collections.abc import Iterator

import numpy as np
from scipy.special import stdtrit

from core.least_squares import ROBUST
from core.least_squares.coverage import KINDS
from core.numbers import LEAST, apart, chance, fixed, number, positive
from core.statistics.linear_regression.moving_point import MovedObservation
from core.statistics.linear_regression.origin import Origin
from core.statistics.linear_regression.spread import COLUMNS, NAMES, TRUE, Spread
from core.text import shortened
from figures.opened import Line, panel
from figures.plot import Array, Panel

AXIS = "linear-regression"
TINY = f", p {positive(0.0)}"
ROUNDING = 1e-12  # in a leverage


def labels(its: MovedObservation | Origin) -> tuple[str, str]:
    """The feature that is looked at, and the target, as a reader named them."""
    return shortened(its.data.names[its.params.feature]), shortened(its.data.target)


def said(its: MovedObservation) -> Panel:
    """The number in focus in a sentence, at each step."""
    fit = its.fit
    name = labels(its)[0]
    theta = np.degrees(np.arctan2(np.sqrt(fit.rss), np.sqrt(np.maximum(fit.tss - fit.rss, 0))))
    own = "It has leverage 1: the line goes through it, wherever it is." if its.without is None else (
        f"Without the point the slope is {number(its.without.beta[its.j])}.")  # fmt: skip
    return Panel.sentence("regression-said", AXIS, [
        [["focus", f"R² is {_share(r)}"], ["", f", the squared cosine of θ = {number(angle, 3)}°. "],
         ["dim", f"The slope of {name} is {number(b)} ± {number(error, 2)} (standard error)."], ["dim", f" {own}"],
         ["dim", f" Its leverage is {number(h, 3)}, its Cook’s distance "
                 f"{'not defined' if np.isnan(cook) else number(cook, 3)}."]]
        for angle, (b, error, r, h, cook) in zip(theta, its.refitted.T, strict=True)])  # fmt: skip


def _share(r: float) -> str:
    """An R² with four decimals, or with the digits that it takes to be told from 0 and from 1."""
    return fixed(r, 4) if fixed(r, 4) not in (fixed(0, 4), fixed(1, 4)) else chance(r)


def coefficients(its: MovedObservation) -> Panel:
    """Every coefficient with its errors, classical and robust, and its interval."""
    fit, half = its.fit, float(stdtrit(its.fit.df, 0.5 + its.params.level / 200))
    columns = [fit.beta, fit.errors, fit.t, fit.p, fit.beta - half * fit.errors, fit.beta + half * fit.errors,
               *(fit.robust(kind) for kind in ROBUST), fit.newey_west]  # fmt: skip
    level = f"{number(its.params.level, 3)} %"
    words = ("Standard errors (SE): classical, robust ones (HC0 to HC3) that allow unequal variances, and those of "
             "Newey and West for rows whose errors go along with those of their neighbours, too.")  # fmt: skip
    names = [*(["intercept"] if its.params.intercept else []), *map(shortened, its.data.names)]
    header = {"names": names, "words": words, "digits": [5] * 6 + [4] * 5,
              "heads": ["coefficient", "estimate", "SE", "t", "p", f"{level} from", "to", *KINDS[1:]],
              "below": {"column": 3, "text": positive(0.0)}}  # fmt: skip
    at_each = [np.broadcast_to(each, fit.beta.shape).copy() for each in columns]
    return Panel.table("regression-coefficients", AXIS, len(its.shift), header, at_each, kept=True,
                       below=_lost(fit.p, fit.t))  # fmt: skip


def of_fit(its: MovedObservation) -> Panel:
    """Sums of squares, R², the t of the slope and F; then what belongs to the point that moves."""
    fit, j, rss, tss = its.fit, its.j, its.fit.rss, its.fit.tss
    k = fit.x.shape[-1] - its.params.intercept
    p, f_p = fit.p[:, j], fit.f_p
    formula, note = ("ESS + RSS = Σŷ² + Σ(y − ŷ)² = TSS",
                     ". TSS is Σy²: without an intercept the mean has no part in it.")  # fmt: skip
    if its.params.intercept:
        formula, note = ("ESS + RSS = Σ(ŷ − ȳ)² + Σ(y − ŷ)² = TSS",
                         ". TSS is Σ(y − ȳ)². Without its square this sum would be 0 for all data.")  # fmt: skip
    return panel(
        "regression-opened", AXIS, len(its.shift),
        Line(formula, "{ess} + {rss}", {"ess": tss - rss, "rss": rss}, note=note),
        Line("R² = 1 − RSS / TSS", "1 − {rss} / {tss}", {"rss": rss, "tss": tss},
             note=". Adjusted for the number of features it is {adjusted}.", beside={"adjusted": fit.adjusted},
             digits=min(8, apart(float(fit.r_squared[fit.r_squared < 1].min(initial=1.0)), 1.0, 4))),
        Line("standard error of the slope: s·√(XᵀX)⁻¹ⱼⱼ", "√({rss} / {df} × {inverse})",
             {"rss": rss, "df": fit.df, "inverse": np.broadcast_to(fit.unscaled, fit.beta.shape)[:, j]},
             note=", with n − p = {df} degrees of freedom"),
        Line("t = b / SE", "{b} / {error}", {"b": fit.beta[:, j], "error": fit.errors[:, j]},
             note=(", p = {p}", TINY), case=_lost(p, fit.t[:, j]), beside={"p": p}),
        Line("F = (ESS / k) / (RSS / (n − p))", "({ess} / {k}) / ({rss} / {df})",
             {"ess": tss - rss, "k": k, "rss": rss, "df": fit.df}, beside={"p": f_p}, case=_lost(f_p, fit.f),
             note=[each + (". With one feature F is t²." if k == 1 else "") for each in (", p = {p}", TINY)]),
        *_of_point(its),
    )  # fmt: skip


def _lost(p: Array, statistic: Array) -> Array:
    """Where a p-value is too small for a double; of a fit that leaves nothing it is 0."""
    return np.asarray((p < LEAST) & np.isfinite(statistic), np.uint8)


def _of_point(its: MovedObservation) -> Iterator[Line]:
    """The slope by Frisch and Waugh; the row of the hat matrix, leverage and Cook's distance of the point."""
    fit, i, p = its.fit, its.params.row, its.fit.x.shape[-1]
    row = np.broadcast_to(fit.pinv, (*fit.beta.shape, fit.y.shape[1]))[:, its.j]
    square, own = 1 / (row**2).sum(axis=1), row[:, i] ** 2 / (row**2).sum(axis=1)
    h = np.broadcast_to(fit.leverage, fit.y.shape)[:, i]
    others = np.where(h < 1 - 1e-12, fit.y[:, i] - fit.residuals[:, i] - h * fit.y[:, i], 0.0)
    yield Line("b = Σx̃y / Σx̃², where x̃ is what the other columns leave of the feature (Frisch–Waugh)",
               "{both} / {square}", {"both": fit.beta[:, its.j] * square, "square": square})  # fmt: skip
    yield Line("leverage h = xᵢ(XᵀX)⁻¹xᵢᵀ = that by the other columns + x̃ᵢ² / Σx̃²", "{others} + {own}",
               {"others": np.where(h - own > ROUNDING, h - own, 0.0), "own": own})  # fmt: skip
    yield Line("ŷ = Hy by the hat matrix H, at the point: h × y + what the others add", "{h} × {y} + {others}",
               {"h": h, "y": fit.y[:, i], "others": others},
               note=". The row of H for the point says how much each y counts in its ŷ.")  # fmt: skip
    if its.without is not None:
        yield Line("Cook’s distance D = r² / p × h / (1 − h)", "{r}² / {p} × {h} / (1 − {h})",
                   {"r": fit.internal[:, i], "p": p, "h": h}, beside={"mean": p / fit.y.shape[1]},
                   note=". D says how far all ŷ move without the point. "
                        "h is its leverage, on average p/n = {mean}.")  # fmt: skip


def of_origin(its: Origin) -> Panel:
    """R² by three conventions, and which line leaves less."""
    through, line, raw, centred = its.through.rss, its.line.rss, its.through.tss, its.line.tss
    return panel(
        "regression-origin-opened", AXIS, len(its.lift),
        Line("with an intercept: 1 − RSS / Σ(y − ȳ)²", "1 − {rss} / {tss}", {"rss": line, "tss": centred}),
        Line("through the origin, uncentred: 1 − RSS / Σy²", "1 − {rss} / {tss}", {"rss": through, "tss": raw},
             note=". statsmodels and R print this one."),
        Line("through the origin, centred: 1 − RSS / Σ(y − ȳ)²", "1 − {rss} / {tss}", {"rss": through, "tss": centred},
             note=". scikit-learn scores this one; it may lie below 0."),
        Line("RSS through the origin / RSS with an intercept", "{through} / {line}",
             {"through": through, "line": line}, note=". It is never below 1."),
    )  # fmt: skip


def of_spread(its: Spread) -> Panel:
    """The standard error by its formula, and by how much correlation inflates the variance; R², leverage and Cook's
    distance are averages.
    """
    theory, simulated = (dict(zip(NAMES, each, strict=True)) for each in (its.theory, its.simulated))
    given = {"sigma": its.sigma, "n": its.n.astype(int), "rho": its.rho}
    over, h = ". Over the refits it is {seen}.", theory["leverage"]
    if its.ridge.any():
        bias = theory["b1"] - TRUE[0]
        lines = [
            Line("bias of b₁: E(b₁) − 2", "{mean} − 2", {"mean": theory["b1"]}, note=". The true b₁ is 2."),
            Line("RMSE = √(SE² + bias²)", "√({error}² + {bias}²)", {"error": theory["b1_deviation"], "bias": bias},
                 note=over, beside={"seen": simulated["b1_rmse"]}),
        ]  # fmt: skip
    else:
        lines = [
            Line("SE of b₁ = σ / √(n(1 − ρ²))", "{sigma} / √({n} × (1 − {rho}²))", given, note=over,
                 beside={"seen": simulated["b1_deviation"]}),
            Line("variance inflation: 1 / (1 − ρ²)", "1 / (1 − {rho}²)", {"rho": its.rho}),
            Line("SE of b₁ + b₂ = σ·√(2 / (n(1 + ρ)))", "{sigma} × √(2 / ({n} × (1 + {rho})))", given,
                 note=". It falls as ρ grows. Over the refits it is {seen}.",
                 beside={"seen": simulated["sum_deviation"]}),
            Line("Cook’s distance on average: h / (p(1 − h))", "{h} / ({p} × (1 − {h}))", {"h": h, "p": COLUMNS},
                 note=f"{over} Its leverage h is the largest of all.", beside={"seen": simulated["cooks_distance"]}),
        ]  # fmt: skip
    lines.append(Line("R² on average: 1 − E(RSS / TSS)", "1 − {left}", {"left": 1 - theory["r_squared"]}, note=over,
                      beside={"seen": simulated["r_squared"]}))  # fmt: skip
    return panel(f"regression-{'ridge' if its.ridge.any() else 'spread'}-opened", AXIS, len(its.values), *lines)
