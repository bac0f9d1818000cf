"""The fits against NIST, exact arithmetic and statsmodels; coverage and spread against simulation and known limits."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import integrate, stats

from core import fields
from core.errors import InputError, MissingInput
from core.least_squares import ROBUST, least_squares
from core.least_squares.ridge import Ridge
from core.numbers import number
from core.regression_data import SAMPLES, observations
from core.statistics.linear_regression import Params, compute
from core.statistics.linear_regression.moving_point import MovedObservation
from core.statistics.linear_regression.spread import GRIDS, NAMES, TRUE, features, measured
from figures.statistics.linear_regression import influence as influence_picture
from figures.statistics.linear_regression import views
from figures.statistics.linear_regression.arithmetic import coefficients, of_fit

# NIST Statistical Reference Datasets, Linear Least Squares Regression, Longley: certified values.
CERTIFIED = [-3482258.63459582, 15.0618722713733, -0.358191792925910e-01, -2.02022980381683, -1.03322686717359,
             -0.511041056535807e-01, 1829.15146461355]  # fmt: skip
CERTIFIED_ERRORS = [890420.383607373, 84.9149257747669, 0.334910077722432e-01, 0.488399681651699, 0.214274163161675,
                    0.226073200069370, 455.478499142212]  # fmt: skip
SOURCES = ("anscombe1", "anscombe2", "anscombe3", "anscombe4", "longley", "made")


@cache
def result(**values):
    return compute(Params(**values), device="cpu")


def table(rows: list[list[object]]) -> bytes:
    return "\n".join(",".join(map(str, row)) for row in rows).encode()


def of_file(data: bytes, **values):
    return compute(Params(source="file", **values), data, device="cpu")


def test_the_opened_r_squared_of_longley_without_an_intercept_is_not_rounded_to_1() -> None:
    opened = of_fit(result(source="longley", intercept=False))
    line = next(i for i, each in enumerate(opened.header["lines"]) if each["formula"] == ["R² = 1 − RSS / TSS"])
    digits = opened.header["lines"][line]["digits"]
    assert all(number(value, digits) != "1" for value in opened.arrays[f"{line}.result"])


def test_longley_has_nists_certified_values_to_thirteen_digits() -> None:
    moved = result(source="longley")
    home = np.abs(moved.shift).argmin()
    fit = moved.fit
    np.testing.assert_allclose(fit.beta[home], CERTIFIED, rtol=1e-13)
    np.testing.assert_allclose(fit.errors[home], CERTIFIED_ERRORS, rtol=1e-13)
    assert fit.deviation[home] == pytest.approx(304.854073561965, rel=1e-13)
    assert fit.r_squared[home] == pytest.approx(0.995479004577296, rel=1e-13)
    assert fit.f[home] == pytest.approx(330.285339234588, rel=1e-13)
    assert fit.rss[home] == pytest.approx(836424.055505915, rel=1e-13)


def test_longley_in_whole_fractions_agrees_with_nist_and_with_the_page() -> None:
    """Gauss–Jordan elimination of the normal equations without any rounding."""
    rows = [line.split(",") for line in (SAMPLES / "longley.csv").read_text().split("\n")[1:] if line]
    y, x = [Fraction(row[0]) for row in rows], [[Fraction(1), *map(Fraction, row[1:])] for row in rows]
    p = len(x[0])
    whole = [[*row, target] for row, target in zip(x, y, strict=True)]
    left = [[sum(row[i] * row[j] for row in whole) for j in range(p + 1)] for i in range(p)]
    for i in range(p):
        left[i] = [each / left[i][i] for each in left[i]]
        for k in range(p):
            if k != i:
                left[k] = [a - left[k][i] * b for a, b in zip(left[k], left[i], strict=True)]
    exact = [float(row[-1]) for row in left]
    np.testing.assert_allclose(exact, CERTIFIED, rtol=1e-14)
    moved = result(source="longley")
    np.testing.assert_allclose(moved.fit.beta[np.abs(moved.shift).argmin()], exact, rtol=1e-13)


def test_the_sample_of_longley_is_the_one_of_statsmodels() -> None:
    known = sm.datasets.longley.load_pandas().data
    names = ["TOTEMP", "GNPDEFL", "GNP", "UNEMP", "ARMED", "POP", "YEAR"]
    np.testing.assert_array_equal(np.genfromtxt(SAMPLES / "longley.csv", delimiter=",", skip_header=1), known[names])


@pytest.mark.filterwarnings("ignore")  # statsmodels warns of leverage 1, where it leaves a singular table
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("constant", [True, False])
def test_every_number_of_a_fit_is_that_of_statsmodels(source: str, constant: bool) -> None:
    its = observations(Params(source=source), None)
    x = its.design(constant)
    fit, known = least_squares(x, its.y, constant), sm.OLS(its.y, x, hasconst=constant).fit()
    close = {"rtol": 1e-7, "atol": 1e-9}
    for ours, theirs in ((fit.beta, known.params), (fit.errors, known.bse), (fit.t, known.tvalues),
                         (fit.p, known.pvalues), (fit.r_squared, known.rsquared), (fit.adjusted, known.rsquared_adj),
                         (fit.f, known.fvalue), (fit.f_p, known.f_pvalue), (fit.residuals, known.resid)):  # fmt: skip
        np.testing.assert_allclose(ours, theirs, **close)
    influence = known.get_influence()
    np.testing.assert_allclose(fit.leverage, influence.hat_matrix_diag, **close)
    usual = fit.leverage < 1 - 1e-9
    for ours, theirs in ((fit.internal, influence.resid_studentized_internal),
                         (fit.external, influence.resid_studentized_external),
                         (fit.cook, influence.cooks_distance[0]), (fit.dffits, influence.dffits[0])):  # fmt: skip
        np.testing.assert_allclose(ours[usual], theirs[usual], rtol=1e-6, atol=1e-8)
    for kind in ROBUST if usual.all() else ("HC0", "HC1"):
        np.testing.assert_allclose(fit.robust(kind), getattr(known, f"{kind}_se"), rtol=1e-7)


@pytest.mark.parametrize(("source", "n"), [("anscombe1", 11), ("longley", 16), ("made", 30), ("made", 400)])
@pytest.mark.parametrize("constant", [True, False])
def test_newey_west_errors_are_the_hac_errors_of_statsmodels(source: str, n: int, constant: bool) -> None:
    its = observations(Params(source=source, n=n), None)
    x = its.design(constant)
    most = int(np.floor(4 * (n / 100) ** (2 / 9)))  # what its function cov_hac takes by itself
    known = sm.OLS(its.y, x).fit(cov_type="HAC", cov_kwds={"maxlags": most})
    assert len(its.y) == n
    np.testing.assert_allclose(least_squares(x, its.y, constant).newey_west, known.bse, rtol=1e-7)
    by_itself = np.sqrt(np.diag(sm.stats.sandwich_covariance.cov_hac(sm.OLS(its.y, x).fit(), use_correction=False)))
    np.testing.assert_allclose(known.bse, by_itself, rtol=1e-9)


def test_anscombes_four_tables_have_the_numbers_that_he_printed() -> None:
    """Anscombe (1973): y = 3 + 0.5x, R² 0.667, standard error of the slope 0.118."""
    for source in SOURCES[:4]:
        moved = result(source=source)
        home = np.abs(moved.shift).argmin()
        np.testing.assert_allclose(moved.fit.beta[home], [3.0, 0.5], atol=3e-3)
        assert moved.fit.r_squared[home] == pytest.approx(0.667, abs=1e-3)
        assert moved.fit.errors[home, 1] == pytest.approx(0.118, abs=1e-3)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("moves", ["x", "y"])
@pytest.mark.parametrize("intercept", [True, False])
def test_updating_the_fit_without_a_point_is_refitting(source: str, moves: str, intercept: bool) -> None:
    moved = result(source=source, moves=moves, intercept=intercept, row=6)
    size = np.abs(moved.fit.beta).max(axis=0)
    np.testing.assert_allclose(moved.updated / size, moved.fit.beta / size, atol=1e-7)


@pytest.mark.parametrize("moves", ["y", "x"])
def test_numbers_far_from_0_keep_the_fit_that_needs_no_refitting(moves: str) -> None:
    """Of x about 10⁸, such as seconds since 1970, the formula had taken six hundredths too much for the leverage."""
    far = [10**8 + x for x in (1, 2, 4, 7, 8, 11, 15, 19)]
    moved = result(source="typed", xs=" ".join(map(str, far)), ys="3 9 4 15 12 27 21 30", row=7, moves=moves)
    np.testing.assert_allclose(moved.formula, moved.refitted, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(moved.updated, moved.fit.beta, rtol=1e-6)


@pytest.mark.parametrize("feature", range(6))
def test_the_adjusted_points_have_the_slope_and_the_residuals_of_the_whole_fit(feature: int) -> None:
    moved = result(source="longley", feature=feature)
    x, y = moved.fit.added_variable(moved.j)
    j, home = feature + 1, 30
    others = np.delete(moved.data.design(), j, axis=1)
    own = moved.data.design()[:, j]
    line = np.polyfit(x - x.mean(), y[home] - y[home].mean(), 1)
    assert line[0] == pytest.approx(moved.fit.beta[home, j], rel=1e-6)
    residuals = y[home] - y[home].mean() - line[0] * (x - x.mean())
    np.testing.assert_allclose(residuals, moved.fit.residuals[home], atol=1e-4)
    scaled = others / np.abs(others).max(axis=0)
    adjusted = own - scaled @ np.linalg.lstsq(scaled, own)[0]
    np.testing.assert_allclose(x - x.mean(), adjusted, rtol=1e-5, atol=1e-6 * np.abs(adjusted).max())


@pytest.mark.parametrize("moves", ["x", "y"])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("source", ["anscombe1", "longley"])
def test_error_r_squared_leverage_and_cook_follow_from_the_fit_without_the_point(source, intercept, moves) -> None:
    moved = result(source=source, moves=moves, intercept=intercept, row=4)
    assert isinstance(moved, MovedObservation)
    np.testing.assert_allclose(moved.formula, moved.refitted, rtol=1e-5, atol=1e-9)
    home, x = len(moved.shift) // 2, moved.data.design(intercept)
    known = sm.OLS(moved.data.y, x, hasconst=intercept).fit()
    influence = known.get_influence()
    expected = [
        known.params[moved.j],
        known.bse[moved.j],
        known.rsquared,
        influence.hat_matrix_diag[4],
        influence.cooks_distance[0][4],
    ]
    np.testing.assert_allclose(moved.formula[:, home], expected, rtol=1e-6)


def test_of_one_feature_the_adjusted_points_are_the_data() -> None:
    moved = result()
    x, y = moved.fit.added_variable(moved.j)
    np.testing.assert_allclose(x, moved.data.x[:, 0], atol=1e-12)
    np.testing.assert_allclose(y, moved.fit.y, atol=1e-12)


def test_a_point_of_leverage_one_keeps_the_line_and_has_no_residual() -> None:
    moved = result(source="anscombe4", row=7)
    assert moved.without is None
    np.testing.assert_allclose(moved.fit.residuals[:, 7], 0, atol=1e-9)
    assert np.isnan(moved.fit.cook[:, 7]).all()


def test_a_point_moved_to_where_no_fit_is_unique_leaves_a_gap_there_alone() -> None:
    moved = compute(Params(source="typed", xs="1 1 1 1 3", ys="1 2 3 4 9", row=4, moves="x"))
    away = np.abs(moved.place - 1) > 1e-9
    assert np.isfinite(moved.fit.beta[away]).all()


def test_without_an_intercept_r_squared_is_uncentred_in_the_page_and_in_statsmodels() -> None:
    lines = result(part="origin", source="anscombe1")
    x = lines.data.x[:, 0]
    for step in (0, 50, 100):
        y = lines.data.y + lines.added[step]
        known = sm.OLS(y, x).fit()
        assert lines.through.r_squared[step] == pytest.approx(known.rsquared)
        assert known.rsquared == pytest.approx(1 - known.ssr / (y @ y))
        assert lines.refitted_centred[step] == pytest.approx(1 - known.ssr / ((y - y.mean()) ** 2).sum())
        assert lines.line.r_squared[step] == pytest.approx(sm.OLS(y, sm.add_constant(x)).fit().rsquared)
    np.testing.assert_allclose(lines.uncentred, lines.through.r_squared, atol=1e-12)
    np.testing.assert_allclose(lines.centred, lines.refitted_centred, atol=1e-10)
    assert (lines.through.rss >= lines.line.rss * (1 - 1e-12)).all()


@pytest.mark.parametrize("vary", GRIDS)
@pytest.mark.parametrize("ridge", [0.0, 7.0])
def test_all_that_refits_report_is_what_theory_says_within_its_monte_carlo_error(vary: str, ridge: float) -> None:
    spread = result(part="spread", vary=vary, replicates=4_000, ridge=ridge, sigma=2.0, rho=0.6)
    for name in NAMES:
        theory, simulated, error = spread.of(name)
        known = np.isfinite(theory)
        assert known.all() or (name == "cooks_distance" and (known == (spread.ridge == 0)).all())
        assert (np.abs(simulated - theory)[known] <= 4.5 * error[known] + 1e-12).all(), name
    assert np.abs(spread.inside - 0.95).max() < 4.5 * np.sqrt(0.95 * 0.05 / 4_000)


@pytest.mark.parametrize(("n", "sigma"), [(5, 3.0), (12, 0.7), (60, 10.0)])
def test_r_squared_without_a_penalty_is_on_average_that_of_a_noncentral_beta(n: int, sigma: float) -> None:
    """1 − R² = 1/(1 + 2F/(n − 3)) of a noncentral F (Johnson, Kotz and Balakrishnan, chapter 30)."""
    its = Ridge(features(np.array([0.4]), np.array([n]), 3)[0], TRUE, sigma)
    law = stats.ncf(2, n - 3, float(TRUE @ its.gram @ TRUE) / sigma**2)
    known = integrate.quad(lambda f: law.pdf(f) / (1 + 2 * f / (n - 3)), 0, np.inf, limit=400)[0]
    assert its.mean_r_squared == pytest.approx(1 - known, abs=1e-7)


def test_a_refit_has_the_r_squared_leverage_and_cooks_distance_of_statsmodels() -> None:
    its = Ridge(features(np.array([0.8]), np.array([20]), 1)[0], TRUE, 1.5)
    place = its.leverage.argmax()
    noise = np.random.default_rng(4).standard_normal((20, 2))
    sums = noise.mean(axis=0), ((noise - noise.mean(axis=0)) ** 2).sum(axis=0)
    pushed = its.x.T @ noise
    refits = its.mean[:, None] + its.sigma * (its.inverse @ pushed)
    simulated = dict(zip(NAMES, measured(its, refits, pushed, np.stack([noise[place], sums[0]]), sums[1])[0],
                    strict=True))  # fmt: skip
    known = [sm.OLS(its.x @ TRUE + its.sigma * draw, sm.add_constant(its.x)).fit() for draw in noise.T]
    influence = [one.get_influence() for one in known]
    assert [simulated["b1"], simulated["b2"]] == pytest.approx(np.mean([one.params[1:] for one in known], axis=0))
    assert simulated["r_squared"] == pytest.approx(np.mean([one.rsquared for one in known]))
    assert simulated["cooks_distance"] == pytest.approx(np.mean([one.cooks_distance[0][place] for one in influence]))
    assert its.leverage.max() == pytest.approx(influence[0].hat_matrix_diag.max())
    assert place == influence[0].hat_matrix_diag.argmax()


def test_collinearity_and_noise_leave_leverage_as_it_is_and_more_rows_lower_it() -> None:
    for vary in ("rho", "sigma"):
        np.testing.assert_allclose(np.ptp(result(part="spread", vary=vary).of("leverage")[0]), 0, atol=1e-9)
    by_n = result(part="spread", vary="n").of("leverage")[0]
    assert by_n[-1] < 0.1 * by_n[0]


def test_the_standard_error_of_two_features_has_its_closed_form() -> None:
    spread = result(part="spread", sigma=1.7, n=25)
    np.testing.assert_allclose(spread.of("b1_deviation")[0], 1.7 / np.sqrt(25 * (1 - spread.rho**2)), rtol=1e-9)
    np.testing.assert_allclose(spread.of("sum_deviation")[0], 1.7 * np.sqrt(2 / (25 * (1 + spread.rho))), rtol=1e-9)


def test_the_ridge_path_starts_at_least_squares_and_some_penalty_has_a_smaller_mean_error() -> None:
    path = result(part="spread", vary="ridge", rho=0.95)
    total = path.of("b1_rmse")[0] ** 2 + path.of("b2_rmse")[0] ** 2
    assert total.min() < total[0]
    coefficients = np.stack([path.of("b1")[0], path.of("b2")[0]])
    np.testing.assert_allclose(coefficients[:, 0], TRUE, atol=1e-9)
    assert (np.diff((coefficients**2).sum(axis=0)) < 0).all()


def test_a_readers_table_is_fitted_like_any_other() -> None:
    draw = np.random.default_rng(3)
    rows = [["y", "a", "b", "city"], *([*draw.standard_normal(3).tolist(), "Rome"] for _ in range(40)), ["", 1, 2, "x"]]
    moved = of_file(table(rows), target="y", features=("a", "b"))
    assert isinstance(moved, MovedObservation)
    assert len(moved.data.y) == 40
    assert any("lacks a number" in remark for remark in moved.remarks)
    known = sm.OLS(moved.data.y, sm.add_constant(moved.data.x)).fit()
    np.testing.assert_allclose(moved.fit.beta[30], known.params, rtol=1e-9)


BAD = {
    "must differ": ([["y", "a"], *([i, 7] for i in range(9))], {}),
    "sum of multiples": ([["y", "a", "b"], *([i**2, i, 3 * i + 1] for i in range(9))], {}),
    "two rows more than coefficients": ([["y", "a", "b"], [1, 2, 3], [2, 5, 4], [4, 1, 1]], {}),
    "can be computed": ([["y", "a"], *([i, 1e300 * i] for i in range(9))], {}),
    "at most 1,000 rows": ([["y", "a"], *([i, i % 7] for i in range(1_200))], {}),
    "at most 12 features": ([["y", *"abcdefghijklmno"], *([i * k % 7 for k in range(16)] for i in range(40))], {}),
    "holds text": ([["y", "a", "b"], *([i, i % 3, "word"] for i in range(9))], {"target": "b"}),
    "one of 1 feature": ([["y", "a"], *([i, i % 3] for i in range(9))], {"feature": 4}),
    "one of 9 rows": ([["y", "a"], *([i, i % 3] for i in range(9))], {"row": 20}),
}  # fmt: skip


@pytest.mark.parametrize("sentence", BAD)
@pytest.mark.filterwarnings("error")
def test_a_table_that_cannot_be_fitted_is_refused_in_a_sentence(sentence: str) -> None:
    rows, values = BAD[sentence]
    with pytest.raises(InputError, match=sentence):
        of_file(table(rows), **{"row": 0, **values})


@pytest.mark.parametrize(
    ("xs", "ys", "sentence"),
    [("1 2 3", "1 2", "as many numbers"), ("1 2 x 4", "1 2 3 4", "not a number"), ("1 1 1 1", "1 2 3 4", "differ"),
     ("", "", "two rows more"), ("1e300 2 3 4", "1 2 3 4", "between"), ("1 2 3 4", "5 5 5 5", "differ")],
)  # fmt: skip
def test_typed_numbers_that_cannot_be_fitted_are_refused_in_a_sentence(xs: str, ys: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        compute(Params(source="typed", xs=xs, ys=ys, row=0))


def test_a_point_has_the_number_of_its_row_among_those_that_count() -> None:
    rows = [["y", "x"], ["", 1], [5, 2], [7, 3], [8, 5], [6, 8]]
    moved = of_file(table(rows), row=0)
    assert moved.place[len(moved.shift) // 2] == 5
    assert fields.declared(Params)["row"].help == "The number of its row among those that count."


def test_without_a_file_the_page_asks_for_one() -> None:
    with pytest.raises(MissingInput):
        compute(Params(source="file"))


@pytest.mark.filterwarnings("error")
@given(st.lists(st.tuples(st.floats(-1e12, 1e12), st.floats(-1e12, 1e12)), min_size=4, max_size=12),
       st.sampled_from(["fit", "origin"]), st.sampled_from(["x", "y"]), st.booleans())  # fmt: skip
@example([(1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 1.0)], "fit", "x", False)  # all x are 0 at one of the places
def test_any_numbers_are_fitted_or_refused_and_never_warn(points, part: str, moves: str, intercept: bool) -> None:
    xs, ys = (" ".join(map(repr, each)) for each in zip(*points, strict=True))
    try:
        found = compute(Params(part=part, source="typed", xs=xs, ys=ys, row=0, moves=moves, intercept=intercept))
    except InputError:
        return
    found.table()


@pytest.mark.parametrize("kind", ["internal", "external"])
def test_lines_of_equal_cooks_distance_fit_the_residuals_of_either_kind(kind: str) -> None:
    """R's rstandard and rstudent: points stand beyond a line where their Cook's distance is larger."""
    moved = result(source="longley", studentised=kind)
    plot = influence_picture(moved, kind)
    for distance, edge in ((0.5, plot.data[0]), (1.0, plot.data[2])):
        for step in range(0, 61, 20):
            residual = getattr(moved.fit, kind)[step]
            within = np.abs(residual) < np.interp(moved.fit.leverage, edge["x"], np.nan_to_num(edge["y"], nan=99.0))
            clear = np.abs(moved.fit.cook[step] - distance) > 0.05
            np.testing.assert_array_equal(within[clear], (moved.fit.cook[step] < distance)[clear])


@pytest.mark.parametrize("rho", [-0.99, 0.95])
def test_least_squares_is_told_to_have_no_bias_at_all(rho: float) -> None:
    its = result(part="spread", vary="ridge", rho=rho, n=5, replicates=200)
    assert its.of("b1")[0, 0] == TRUE[0]
    assert its.of("b2")[0, 0] == TRUE[1]


def test_a_readers_names_are_text_in_sentences_and_escaped_where_plotly_reads_html() -> None:
    """“R&D” stood in the sentence, in the table and at the slider as “R&amp;D”."""
    params = Params(source="file", target="men's <b>", features=("R&D",), row=0)
    its = compute(params, table([["R&D", "men's <b>"], [1, 2], [2, 3], [3, 5], [4, 4]]))
    shown = views(its, params)
    assert "The slope of R&D is" in "".join(text for _, text in shown.readout.header["said"][30])
    assert coefficients(its).header["names"] == ["intercept", "R&D"]
    picture = shown.main.views[0]
    assert picture.sweep.label == "Point 1, men's <b>"
    assert picture.layout["xaxis"]["title"]["text"] == "R&amp;D"
    assert picture.layout["yaxis"]["title"]["text"] == "men&#x27;s &lt;b&gt;"


def test_off_a_line_that_all_others_lie_on_the_external_residual_is_infinite_and_drawn_so() -> None:
    """Their s is 0. Rounding had made 10⁸, ∞ or nothing of it, and of the axis one without ends."""
    moved = result(source="typed", xs="1 2 3 4 5 6", ys="1 2 3 4 5 9", row=5)
    off = moved.place - 6
    np.testing.assert_array_equal(moved.fit.external[:, 5], np.copysign(np.inf, off))
    assert np.isfinite(moved.fit.external[:, :5]).all()
    plot = influence_picture(moved, "external")
    low, high = plot.layout["yaxis"]["range"]
    assert plot.data[-1]["text"] == "∞"
    heights = plot.sweep.rows[f"data.{len(plot.data) - 1}.y"][:, 5]
    np.testing.assert_array_equal(np.sign(heights), np.sign(off))
    assert 2 < -low == high < 10
    assert (np.abs(heights) < high).all()
    assert influence_picture(moved, "internal").data[-1]["name"] == "the point that moves"


@pytest.mark.parametrize("intercept", [True, False])
def test_a_perfect_fit_leaves_nothing_whatever_the_decimals_of_its_numbers(intercept: bool) -> None:
    """y = x/5. Rounding had made of it an error of 10⁻¹⁷, a t of 10¹⁵, and Cook's distance 0.3."""
    values = {"source": "typed", "xs": "1 2 3 4 5 6", "ys": "0.2 0.4 0.6 0.8 1 1.2"}
    moved = result(**values, row=0, intercept=intercept)
    home = len(moved.shift) // 2
    assert (moved.fit.residuals[home] == 0).all()
    assert np.isinf(moved.fit.t[home, moved.j])
    assert np.isnan([moved.fit.cook[home, 0], moved.formula[4, home]]).all()
    assert (moved.fit.rss[np.arange(len(moved.shift)) != home] > 0).all()
    both = result(**values, part="origin")
    assert both.line.rss[both.home] == both.through.rss[both.home] == 0  # 1.7 times as much was left of one


def test_a_p_value_that_no_double_holds_is_not_told_as_none() -> None:
    """A thousand rows near a line: t = 27,000, and p is about 10⁻²⁸⁰⁰."""
    x, noise = np.arange(1_000), np.random.default_rng(0).standard_normal(1_000)
    near = Params(source="typed", xs=" ".join(map(str, x)), ys=" ".join(f"{y:.3f}" for y in 3 * x + noise), row=0)
    exactly = Params(source="typed", xs="1 2 3 4 5 6", ys="2 4 6 8 10 12", row=0)
    for params, case in ((near, 1), (Params(), 0), (exactly, 0)):  # what leaves nothing has p = 0
        opened = views(compute(params), params).opened[0]
        for line in (3, 4):
            assert opened.arrays[f"{line}.case"][30] == case
            assert opened.header["lines"][line]["note"][1].startswith(", p < 10⁻³⁰⁰")
        table = coefficients(compute(params))
        assert (table.arrays["below"][30] == case).any()
        assert table.header["heads"][1:][table.header["below"]["column"]] == "p"
    alone = Params(source="typed", xs="1 1 1 1 2", ys="1 2 3 4 5", row=4, intercept=False)
    by_other_columns = views(compute(alone), alone).opened[0].arrays["6.others"]
    assert (by_other_columns == 0).all()  # there are none, and rounding left 10⁻¹⁶


def test_an_r_squared_next_to_1_or_0_is_not_rounded_to_it() -> None:
    """Of y = 3x, a thousandth up and down, the rest is 400·10⁻⁶ of 9·400³/12. Of a zigzag of n points a line explains
    3/(n² − 1)."""
    zigzag = [(-1) ** x for x in range(400)]
    near = Params(source="typed", xs=" ".join(map(str, range(400))), row=0,
                  ys=" ".join(f"{3 * x + each / 1000:.3f}" for x, each in enumerate(zigzag)))  # fmt: skip
    far = Params(source="typed", xs=near.xs, ys=" ".join(map(str, zigzag)), row=0)
    for params, said in ((near, "R² is 0.9999999999917"), (far, f"R² is {number(3 / (400**2 - 1))}")):
        readout = views(compute(params), params).readout
        assert readout is not None
        assert readout.header["said"][30][0][1].startswith(said), readout.header["said"][30][0][1]


def test_the_influence_of_each_observation_names_its_row_in_the_table() -> None:
    table = b"x,y\n1,2\n,3\n2,1,7\n3,5\n\n4,4\n5,inf\n6,9\n7,5\n"  # rows 2, 3 and 6 do not count
    moved = compute(Params(source="file"), table)
    assert isinstance(moved, MovedObservation)
    kept = moved.influence()
    assert kept["row"].tolist() == [1, 4, 5, 7, 8]
    assert kept["point"].tolist() == [1, 2, 3, 4, 5]
    assert result().influence()["row"].tolist() == list(range(1, 12))
