"""The pictures of /bayes hold what is believed after each observation, and mark what leaves them."""

from itertools import product

import numpy as np
import pytest
from plotly_check import validate
from scipy import stats

from core import link
from core.statistics.bayes import Params, compute, headline
from core.statistics.bayes.coverage import KINDS, THETAS
from core.statistics.bayes.params import METHODS
from figures import pinned, theme
from figures.plot import Plot
from figures.statistics.bayes import pictures, views

SHARES = [
    *(Params(a=a, b=b) for a, b in product([0.01, 0.1, 0.5, 1.0, 2.0, 20.0, 1_000.0], repeat=2)),
    *(Params(pair="dirichlet_multinomial", weights=weights, category=category)
      for weights in ("1 1 1 1", "0.01 0.01 0.01 0.01", "9 3 3 1", "100 1 1 1") for category in range(4)),
]  # fmt: skip
OTHERS = [
    *(Params(pair="gamma_poisson", a=a, b=b) for a, b in product([0.01, 1.0, 20.0, 1_000.0], [0.01, 1.0, 100.0])),
    *(Params(pair="normal_normal", m=m, spread=spread, sigma=sigma)
      for m, spread, sigma in product([0.0, 5.0, 100.0], [0.001, 0.5, 1_000.0], [0.01, 0.22, 10.0])),
    *(Params(pair="normal_inverse_gamma", m=m, kappa=kappa, a=a, b=b)
      for m, kappa, a, b in product([5.0, 100.0], [0.01, 1.0, 100.0], [0.1, 1.0, 10.0], [0.01, 1.0])),
]  # fmt: skip


def name(params: Params) -> str:
    return " ".join(link.encode(params).values()) or "default"


def by_symbol(plot: Plot) -> dict[str, int]:
    symbols = [trace.get("marker", {}).get("symbol") for trace in plot.data]
    return {symbol: i for i, symbol in enumerate(symbols) if symbol}


@pytest.mark.parametrize(("every", "mode"), [(1, "lines"), (100, "markers")])
def test_a_single_look_is_drawn_as_points_since_it_makes_no_line(every: int, mode: str) -> None:
    params = Params(part="stopping", every=every, replicates=200)
    paths = next(view for view in views(compute(params), params).all() if view.name == "bayes-paths")
    assert isinstance(paths, Plot)
    assert {trace["mode"] for trace in paths.data} == {mode}


@pytest.mark.parametrize("params", SHARES, ids=name)
def test_the_axis_of_a_share_holds_mode_and_interval_after_every_observation(params: Params) -> None:
    """After five of Mendel's peas the posterior must be in sight as it is after 556."""
    its = compute(params)
    low, high = pictures.densities(its).layout["xaxis"]["range"]
    room = 0.01 * (high - low)
    assert (its.low >= low - room).all()
    assert (its.high <= high + room).all()
    known = its.mode[np.isfinite(its.mode)]
    assert (known >= low - room).all()
    assert (known <= high + room).all()
    assert its.high[-1] - its.low[-1] > 0.02 * (high - low), "what all data say is no needle"


@pytest.mark.parametrize("params", [*OTHERS, *SHARES[:3]], ids=name)
def test_an_interval_that_the_axis_cannot_hold_is_marked_where_it_leaves_and_three_quarters_never_leave(params) -> None:
    its = compute(params)
    plot = pictures.densities(its)
    low, high = plot.layout["xaxis"]["range"]
    room, marks = 0.021 * (high - low), by_symbol(plot)
    for symbol, gone in (("triangle-left", its.low < low - room), ("triangle-right", its.high > high + room)):
        assert gone.mean() <= 0.25 + 1 / len(gone)
        if gone.any():
            places = plot.sweep.rows[f"data.{marks[symbol]}.x"][:, 0]
            assert np.isfinite(places[gone]).all()
            assert ((places[gone] > low) & (places[gone] < high)).all()
    assert its.low[-1] >= low - room
    assert its.high[-1] <= high + room
    validate(plot)


@pytest.mark.parametrize(("params", "ends"), [
    (Params(a=20.0, b=5.0), stats.beta(15, 7).ppf([0.1, 0.9])),
    (Params(a=1_000.0, b=1_000.0), stats.beta(15, 7).ppf([0.1, 0.9])),
    (Params(pair="gamma_poisson", a=20.0, b=1.0), stats.gamma(17, scale=1 / 20).ppf([0.1, 0.9])),
    (Params(pair="normal_normal", m=6.5, spread=0.1), stats.norm(5.448, 0.22 / np.sqrt(29)).ppf([0.1, 0.9])),
    (Params(pair="dirichlet_multinomial", weights="1 100 100 100"), stats.beta(316, 242).ppf([0.1, 0.9])),
])  # fmt: skip
def test_the_axis_holds_the_likelihood_too_where_prior_and_data_differ(params: Params, ends: np.ndarray) -> None:
    """The likelihoods of 14 successes of 20, 16 deaths in 20 years, Cavendish's measurements, 315 of 556 peas."""
    low, high = pictures.densities(compute(params)).layout["xaxis"]["range"]
    assert low <= ends[0] < ends[1] <= high


def test_the_prior_looks_otherwise_than_a_pinned_posterior() -> None:
    first, second = Params(pair="gamma_poisson", a=9.0), Params(pair="gamma_poisson")
    of_first, of_second = compute(first), compute(second)
    kept = pinned.still(views(of_first, first), headline(of_first, first), first)
    both = pinned.beside(views(of_second, second), headline(of_second, second), kept, "a = 9")
    plot = next(view for view in both.all() if isinstance(view, Plot) and view.name == "bayes-densities")
    looks = [(trace["line"]["color"], trace["line"].get("dash")) for trace in plot.data if "line" in trace]
    names = [trace["name"] for trace in plot.data if "line" in trace]
    assert "A: posterior" in names
    assert looks[names.index("prior")] not in [look for look, each in zip(looks, names, strict=True) if each != "prior"]
    assert theme.PINNED not in looks[names.index("prior")]


@pytest.mark.parametrize("against", METHODS)
@pytest.mark.parametrize("n", [5, 30, 100])
def test_coverage_that_falls_below_the_picture_is_marked_where_it_leaves(against: str, n: int) -> None:
    """Near 0 Wald's interval holds a share θ only where some success is seen: in about n·θ of samples."""
    its = compute(Params(part="coverage", n=n, a=1.0, b=1.0, against=against, replicates=200))
    plot = pictures.coverage(its)
    bottom = plot.layout["yaxis"]["range"][0]
    marked = {trace["marker"]["color"]: trace for trace in plot.data
              if trace.get("marker", {}).get("symbol") == "triangle-down"}  # fmt: skip
    for kind, colour in (("credible", theme.BLUE), (against, theme.GREEN)):
        below = 100 * its.share[KINDS.index(kind)] < bottom
        assert (colour in marked) == below.any()
        if below.any():
            at = THETAS[np.isfinite(marked[colour]["y"])]
            assert {*at} == {*THETAS[~below & (np.roll(below, 1) | np.roll(below, -1))]}
            assert np.nanmin(marked[colour]["y"]) > bottom
    if against == "wald":
        assert theme.GREEN in marked
    validate(plot)


@pytest.mark.parametrize(("factor", "symbol"), [("BF₀₁", "triangle-down"), ("BF₁₀", "triangle-up")])
def test_a_bayes_factor_that_leaves_the_picture_is_marked_there(factor: str, symbol: str) -> None:
    """Of 100 heads in 100 throws a narrow prior makes little, a wide one 10³⁰."""
    its = compute(Params(part="width", test="binomial", successes=100, n=100, factor=factor))
    plot = pictures.evidence(its)
    mark = plot.data[by_symbol(plot)[symbol]]
    beyond = its.log_bf01 < -12.3 * np.log(10)
    assert beyond.any()
    assert {*its.tau[np.isfinite(mark["y"])]} == {its.tau[~beyond][-1]}
    low, high = plot.layout["yaxis"]["range"]
    assert low < np.nanmin(mark["y"]) < high
    validate(plot)


@pytest.mark.parametrize(("successes", "n", "null"), [(1_000, 1_000, 0.001), (0, 1_000_000, 0.5)])
def test_a_bayes_factor_that_no_width_brings_into_the_picture_has_an_axis_that_holds_it(
    successes: int, n: int, null: float
) -> None:
    its = compute(Params(part="width", test="binomial", successes=successes, n=n, null=null))
    plot = pictures.evidence(its)
    low, high = plot.layout["yaxis"]["range"]
    log = its.log_bf01 / np.log(10)
    assert (low < log).all()
    assert (log < high).all()
    assert not {"triangle-up", "triangle-down"} & {*by_symbol(plot)}
    validate(plot)


@pytest.mark.parametrize(
    ("n", "every", "ticks"),
    [(100, 1, "1 2 5 10 20 50 100"), (1_000, 1, "1 10 100 1,000"), (49, 21, "30 40"), (97, 97, "90 100")],
)
def test_every_number_along_the_observations_is_written_whole(n: int, every: int, ticks: str) -> None:
    """Plotly writes 20 and 50 beside 10 as a small 2 and 5."""
    params = Params(part="stopping", n=n, every=every, replicates=200)
    for plot in views(compute(params), params).all():
        if isinstance(plot, Plot):
            assert plot.layout["xaxis"]["ticktext"] == ticks.split(), plot.name


def test_curves_over_the_width_of_the_prior_are_told_apart_without_their_colours() -> None:
    its = compute(Params(part="width"))
    for plot in (pictures.evidence(its), pictures.posterior(its)):
        named = [one for one in plot.data if one["mode"] == "lines" and one.get("showlegend", True)]
        curves = [one["line"] for one in named if "fill" not in one]
        looks = [(line.get("dash", "solid"), line["width"]) for line in curves]
        assert len(looks) == len(set(looks))


def test_losses_are_told_apart_without_their_colours() -> None:
    plot = pictures.losses(compute(Params()))
    dashes = [one["line"].get("dash", "solid") for one in plot.data if one["mode"] == "lines"]
    assert len(dashes) == len(set(dashes)) == 3
