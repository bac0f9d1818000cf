"""Conjugate pairs and Bayes factors against quadrature and scipy; coverage and stopping against sums and tables."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, special, stats
from statsmodels.stats.proportion import proportion_confint

from core import first_passage
from core.conjugate import PAIRS
from core.conjugate import observed as seen_of
from core.errors import InputError, MissingInput
from core.statistics.bayes import Params, compute, stopping
from core.statistics.bayes.coverage import KINDS, THETAS, intervals
from core.statistics.bayes.params import EXAMPLES
from core.statistics.bayes.update import concentrations, sample_of
from core.statistics.bayes.width import widen

COUNTS = {"beta_binomial": st.integers(0, 1), "gamma_poisson": st.integers(0, 9),
          "normal_normal": st.floats(-9, 9), "normal_inverse_gamma": st.floats(-9, 9),
          "dirichlet_multinomial": st.integers(1, 4)}  # fmt: skip


@cache
def result(**values):
    return compute(Params(**values), device="cpu")


def observed(params):
    return sample_of(params, None)[0]


def typed(pair: str, data, **values):
    return compute(Params(pair=pair, source="typed", sample=" ".join(map(str, data)), **values))


def density(pair: str, data: np.ndarray, params: Params):
    """Prior times likelihood, written anew, as a function of θ."""
    match pair:
        case "beta_binomial":
            return lambda t: stats.beta.pdf(t, params.a, params.b) * np.prod(stats.bernoulli.pmf(data, t))
        case "gamma_poisson":
            prior = stats.gamma(params.a, scale=1 / params.b)
            return lambda t: prior.pdf(t) * np.prod(stats.poisson.pmf(data, t))
        case "normal_normal":
            prior = stats.norm(params.m, params.spread)
            return lambda t: prior.pdf(t) * np.prod(stats.norm.pdf(data, t, params.sigma))


def test_a_reader_may_look_at_the_last_of_as_many_observations_as_are_read() -> None:
    its = result(source="typed", sample="1×5000 0×5000")
    assert Params(seen=int(its.n[-1])).seen == 10_000


@pytest.mark.parametrize("pair", ["beta_binomial", "gamma_poisson", "normal_normal"])
def test_the_posterior_is_prior_times_likelihood_by_quadrature(pair: str) -> None:
    params = Params(pair=pair, a=2.0, b=3.0, m=4.8, spread=0.7)
    data = observed(params)[:9]
    its = typed(pair, data, a=2.0, b=3.0, m=4.8, spread=0.7)
    joint = density(pair, data, params)
    ends = {"beta_binomial": (0, 1), "gamma_poisson": (0, 12), "normal_normal": (4, 7)}[pair]
    options = {"epsabs": 0, "epsrel": 1e-11, "limit": 400}
    area = integrate.quad(joint, *ends, **options)[0]
    np.testing.assert_allclose(its.posterior[-1], [joint(x) / area for x in its.x], rtol=1e-8, atol=1e-12)
    assert its.mean[-1] == pytest.approx(integrate.quad(lambda t: t * joint(t), *ends, **options)[0] / area, rel=1e-9)
    for edge, share in ((its.low[-1], 0.025), (its.median[-1], 0.5), (its.high[-1], 0.975)):
        assert integrate.quad(joint, ends[0], edge, **options)[0] / area == pytest.approx(share, rel=1e-8)


def test_mean_and_variance_of_a_normal_together_agree_with_quadrature_over_the_variance() -> None:
    data = np.array([5.5, 5.61, 4.88, 5.07, 5.26])
    given_ = {"m": 5.0, "kappa": 0.5, "a": 2.0, "b": 0.3}
    its = typed("normal_inverse_gamma", data, **given_)

    def joint(mu: float, v: float) -> float:
        prior = stats.norm.pdf(mu, 5.0, np.sqrt(v / 0.5)) * stats.invgamma.pdf(v, 2.0, scale=0.3)
        return prior * np.prod(stats.norm.pdf(data, mu, np.sqrt(v)))

    some = np.linspace(20, len(its.x) - 20, 7).astype(int)
    options = {"epsabs": 0, "limit": 300}
    by_hand = [integrate.quad(lambda u, mu=mu: joint(mu, np.exp(u)) * np.exp(u), -12, 8, **options)[0]
               for mu in its.x[some]]  # fmt: skip
    ratio = np.array(by_hand) / its.posterior[-1, some]
    np.testing.assert_allclose(ratio, ratio[0], rtol=1e-6)


@pytest.mark.parametrize("pair", sorted({*PAIRS} - {"normal_inverse_gamma"}))  # its likelihood depends on the prior
def test_what_data_say_is_the_likelihood_alone_whatever_the_prior(pair: str) -> None:
    data = observed(Params(pair=pair))[:8]
    one = typed(pair, data)
    if pair == "dirichlet_multinomial":
        held = (data == 1).sum()
        by_hand = one.x**held * (1 - one.x) ** (len(data) - held)
    else:
        by_hand = {"beta_binomial": lambda x: stats.bernoulli.pmf(data, x), "gamma_poisson": lambda x:
                   stats.poisson.pmf(data, x), "normal_normal": lambda x: stats.norm.pdf(data, x, 0.22)}[pair](
                       one.x[:, None]).prod(axis=1)  # fmt: skip
    np.testing.assert_allclose(one.likelihood[-1], by_hand / np.trapezoid(by_hand, one.x), rtol=1e-9, atol=1e-13)


@given(st.sampled_from(sorted(PAIRS)).flatmap(lambda pair: st.tuples(
    st.just(pair), st.lists(COUNTS[pair], min_size=1, max_size=12), st.randoms(use_true_random=False))))  # fmt: skip
def test_the_order_of_the_data_does_not_matter(drawn) -> None:
    pair, data, chance = drawn
    shuffled = list(data)
    chance.shuffle(shuffled)
    first, second = typed(pair, data), typed(pair, shuffled)
    for one, other in zip(first.held, second.held, strict=True):
        np.testing.assert_allclose(one[-1], other[-1], rtol=1e-9, atol=1e-9)


@given(st.sampled_from(sorted(PAIRS)).flatmap(lambda pair: st.tuples(
    st.just(pair), st.lists(COUNTS[pair], min_size=2, max_size=12))), st.integers(1, 11))  # fmt: skip
def test_the_posterior_is_the_prior_of_what_comes_next(drawn, cut: int) -> None:
    pair, data = drawn
    cut = min(cut, len(data) - 1)
    whole, first = typed(pair, data), typed(pair, data[:cut])
    params = Params(pair=pair, source="typed")
    categories = len(concentrations(params)) if pair == "dirichlet_multinomial" else 0
    rest = seen_of(np.array(data[cut:], float), np.array([len(data) - cut]), categories)
    both = PAIRS[pair].update(tuple(each[-1:] for each in first.held), rest)
    for one, other in zip(whole.held, both, strict=True):
        np.testing.assert_allclose(np.squeeze(one[-1]), np.squeeze(np.asarray(other)), rtol=1e-8, atol=1e-8)


def test_the_likelihood_of_nothing_is_flat_and_the_posterior_is_the_prior() -> None:
    for pair in PAIRS:
        its = result(pair=pair)
        np.testing.assert_allclose(its.posterior[0], its.prior, rtol=1e-12)
        np.testing.assert_allclose(its.likelihood[0], its.likelihood[0, 0], rtol=1e-9)


@given(st.floats(0.05, 50), st.floats(0.05, 50), st.integers(1, 60))
def test_predictions_sum_to_one_and_are_those_of_scipy(a: float, b: float, ahead: int) -> None:
    its = typed("beta_binomial", [1, 0, 1], a=a, b=b, ahead=ahead)
    np.testing.assert_allclose(its.predicted.sum(axis=1), 1, rtol=1e-9)
    np.testing.assert_allclose(its.predicted[-1], stats.betabinom.pmf(its.outcome, ahead, a + 2, b + 1), rtol=1e-9)


def test_the_prediction_is_the_data_s_law_averaged_over_the_posterior() -> None:
    its = typed("gamma_poisson", [2, 0, 3], a=2.0, b=1.0, ahead=4)
    posterior = stats.gamma(7, scale=1 / 4)
    for k in (0, 3, 11):
        by_hand = integrate.quad(lambda t, k=k: posterior.pdf(t) * stats.poisson.pmf(k, 4 * t), 0, 30, epsabs=0)[0]
        assert its.predicted[-1, list(its.outcome).index(k)] == pytest.approx(by_hand, rel=1e-9)
    np.testing.assert_allclose(its.predicted[-1], stats.nbinom.pmf(its.outcome, 7, 4 / (4 + 4)), rtol=1e-12)
    normal = typed("normal_normal", [5.0, 5.4], m=5.0, spread=0.5, sigma=0.2, ahead=3)
    m, s = normal.mean[-1], np.sqrt(normal.held[1][-1])
    for at in (40, 120, 200):
        y = normal.outcome[at]
        by_hand = integrate.quad(
            lambda t, y=y: stats.norm.pdf(t, m, s) * stats.norm.pdf(y, t, 0.2 / np.sqrt(3)), 4, 7, epsabs=0, points=[m]
        )[0]
        assert normal.predicted[-1, at] == pytest.approx(by_hand, rel=1e-8)


def test_the_next_category_has_the_chance_that_scipy_s_dirichlet_multinomial_gives_it() -> None:
    its = result(pair="dirichlet_multinomial", weights="1 2 3 0.5")
    alpha = np.array([1 + 315, 2 + 108, 3 + 101, 0.5 + 32])
    known = [stats.dirichlet_multinomial.pmf(np.eye(4, dtype=int)[k], alpha, 1) for k in range(4)]
    np.testing.assert_allclose(its.predicted[-1], known, rtol=1e-9)
    assert its.mean[-1] == pytest.approx(alpha[0] / alpha.sum())


@pytest.mark.parametrize("pair", PAIRS)
def test_mode_median_and_mean_are_where_their_losses_are_least(pair: str) -> None:
    its = typed(pair, observed(Params(pair=pair))[:12])
    step = 1.5 * np.diff(its.x).max()
    for loss, best in zip(its.losses[:, -1], (its.median[-1], its.mean[-1], its.mode[-1]), strict=True):
        assert abs(its.x[loss.argmin()] - best) <= step
    law, x = its.posterior[-1], its.x
    cost = np.array([np.trapezoid(np.abs(x - each) * law, x) for each in x])  # by the density, not its distribution
    shape = (cost - cost.min()) / (cost - cost.min()).max()
    np.testing.assert_allclose(its.losses[0, -1], shape, atol=0.02)


def test_a_prior_with_two_peaks_has_no_mode_and_keeps_the_equal_tailed_interval() -> None:
    its = typed("beta_binomial", [1], a=0.4, b=0.4, highest=True)
    assert np.isnan(its.mode[0])
    assert its.low[0] == pytest.approx(stats.beta.ppf(0.025, 0.4, 0.4))
    assert its.mode[1] == 1.0


def test_the_examples_have_the_numbers_that_were_published() -> None:
    """Bortkiewicz: 16 deaths in the guard; Cavendish's mean 5.448 (Stigler, 1977); Mendel's 556 peas."""
    assert observed(Params(pair="gamma_poisson")).sum() == 16
    cavendish = observed(Params(pair="normal_normal"))
    assert (len(cavendish), round(cavendish.mean(), 3), round(cavendish.std(ddof=1), 2)) == (29, 5.448, 0.22)
    peas = observed(Params(pair="dirichlet_multinomial"))
    assert np.bincount(peas.astype(int))[1:].tolist() == [315, 108, 101, 32]


@pytest.mark.parametrize(
    ("values", "field", "rule"),
    [({"sample": "1 2"}, "sample", "0 or 1"), ({"sample": ""}, "sample", "1 to 10,000 observations"),
     ({"sample": "1×99999"}, "sample", "1 to 10,000 observations"), ({"sample": "1 x"}, "sample", "not a number"),
     ({"pair": "gamma_poisson", "sample": "1.5"}, "sample", "whole number"),
     ({"pair": "dirichlet_multinomial", "sample": "1 5"}, "sample", "from 1 on to 4"),
     ({"pair": "dirichlet_multinomial", "weights": "1"}, "weights", "2 to 20 numbers"),
     ({"pair": "dirichlet_multinomial", "weights": "1 0"}, "weights", "at least 0.01"),
     ({"pair": "dirichlet_multinomial", "category": 4}, "category", "one of 4 categories")],
)  # fmt: skip
def test_what_a_pair_cannot_have_is_refused_in_words(values, field: str, rule: str) -> None:
    with pytest.raises(InputError) as refusal:
        compute(Params(source="example" if "sample" not in values else "typed", **values))
    assert refusal.value.field == field
    assert rule in refusal.value.rule


@pytest.mark.parametrize("p_value", [1.0, 0.05, 1e-6])
@pytest.mark.parametrize("n", [1, 50, 10_000])
def test_the_bayes_factor_of_a_mean_is_the_ratio_of_two_integrals(p_value: float, n: int) -> None:
    its = widen(Params(part="width", p_value=p_value, n=n))
    at = stats.norm.isf(p_value / 2) / np.sqrt(n)
    for step in (30, 60, 75):
        tau = its.tau[step]
        ends = max(-9 * tau, at - 9 / np.sqrt(n)), min(9 * tau, at + 9 / np.sqrt(n))
        other = integrate.quad(lambda t: stats.norm.pdf(at, t, 1 / np.sqrt(n)) * stats.norm.pdf(t, 0, tau),  # noqa: B023
                               *ends, epsabs=0, limit=500)[0]  # fmt: skip
        assert its.log_bf01[step] == pytest.approx(stats.norm.logpdf(at, 0, 1 / np.sqrt(n)) - np.log(other), abs=1e-7)


@pytest.mark.parametrize(("n", "k", "null"), [(250, 140, 0.5), (20, 0, 0.3), (40, 40, 0.9)])
def test_the_bayes_factor_of_a_count_is_the_ratio_of_binomial_and_beta_binomial(n: int, k: int, null: float) -> None:
    its = widen(Params(part="width", test="binomial", n=n, successes=k, null=null))
    for step in (20, 60, 100):
        a, b = null / its.tau[step] ** 2, (1 - null) / its.tau[step] ** 2
        known = stats.binom.logpmf(k, n, null) - stats.betabinom.logpmf(k, n, a, b)
        assert its.log_bf01[step] == pytest.approx(known, abs=1e-7)
        assert its.null[step] == pytest.approx(1 / (1 + np.exp(-known)), rel=1e-7)
        low, high = stats.beta.ppf([0.025, 0.975], a + k, b + n - k)
        assert (its.low[step], its.high[step]) == (pytest.approx(low), pytest.approx(high))
    assert its.p_value == pytest.approx(stats.binomtest(k, n, null).pvalue)


def test_the_spun_euro_gives_the_bayes_factors_of_mackay() -> None:
    """MacKay (2003), exercise 3.15: 140 heads of 250; for priors Beta(α, α) the evidence P(D|H1)/P(D|H0)."""
    for alpha, known in ((0.37, 0.25), (1.0, 0.48), (2.7, 0.82), (7.4, 1.3), (20, 1.8), (55, 1.9), (148, 1.7)):
        log_bf10 = special.betaln(alpha + 140, alpha + 110) - special.betaln(alpha, alpha) + 250 * np.log(2)
        assert np.exp(log_bf10) == pytest.approx(known, rel=0.04)
        its = widen(Params(part="width", test="binomial", n=250, successes=140))
        on_the_page = np.interp(np.log(2 * alpha), -2 * np.log(its.tau[::-1]), -its.log_bf01[::-1])
        assert on_the_page == pytest.approx(log_bf10, abs=0.01)


def test_lindleys_paradox_the_same_p_value_speaks_for_the_null_as_n_grows() -> None:
    shares = [widen(Params(part="width", p_value=0.05, n=n)).null[60] for n in (10, 100, 10_000, 1_000_000)]
    assert np.all(np.diff(shares) > 0)
    assert shares[-1] > 0.99


def test_a_wider_prior_moves_the_posterior_to_the_data_and_the_bayes_factor_to_the_null() -> None:
    its = widen(Params(part="width"))
    assert np.all(np.diff(its.mean) > 0)
    assert its.mean[-1] == pytest.approx(its.estimate, rel=1e-6)
    assert np.all(np.diff(its.log_bf01[60:]) > 0)
    assert np.diff(its.log_bf01[-21:]).mean() / np.log(10) == pytest.approx(1 / 20, rel=1e-3)  # tenfold by a decade


@given(st.floats(1e-10, 1 / np.e - 1e-6), st.integers(1, 100_000))
def test_no_normal_prior_finds_more_against_the_null_than_the_bound_of_sellke_bayarri_and_berger(p, n) -> None:
    its = widen(Params(part="width", p_value=p, n=n))
    assert its.log_bf01.min() >= np.log(-np.e * p * np.log(p)) - 1e-9


@pytest.mark.parametrize("n", [1, 7, 60])
def test_the_textbook_intervals_are_those_of_statsmodels(n: int) -> None:
    low, high = intervals(Params(part="coverage", n=n, level=90.0))
    for kind, method in (("wald", "normal"), ("wilson", "wilson"), ("clopper_pearson", "beta")):
        known = [proportion_confint(k, n, 0.1, method) for k in range(n + 1)]
        i = KINDS.index(kind)
        np.testing.assert_allclose(np.stack([low[i], high[i]], axis=1), np.nan_to_num(known), atol=1e-12)
    known = [proportion_confint(k, n, 0.1, "jeffreys") for k in range(n + 1)]
    low, high = intervals(Params(part="coverage", n=n, level=90.0, a=0.5, b=0.5))
    np.testing.assert_allclose(np.stack([low[0], high[0]], axis=1), known, atol=1e-9)


@pytest.mark.parametrize("highest", [False, True])
def test_averaged_over_its_prior_a_credible_interval_holds_exactly_what_it_says(highest: bool) -> None:
    for a, b, n in ((1.0, 1.0, 12), (0.5, 0.5, 30), (7.0, 2.0, 25)):
        its = result(part="coverage", a=a, b=b, n=n, highest=highest, level=90.0)
        assert its.average[0] == pytest.approx(0.9, abs=1e-9)
        prior = stats.beta(a, b)
        for i in range(len(KINDS)):
            ends = np.unique(np.concatenate([[0.0, 1.0], its.low[i], its.high[i]]))
            middle, step = np.mean([ends[1:], ends[:-1]], axis=0), 0.0
            for at, low, high in zip(middle, ends[:-1], ends[1:], strict=True):
                held = (its.low[i] <= at) & (at <= its.high[i])
                nodes = np.linspace(prior.cdf(low), prior.cdf(high), 41)
                inside = stats.binom.pmf(np.flatnonzero(held)[:, None], n, prior.ppf(nodes)).sum(axis=0)
                step += np.trapezoid(inside, nodes)
            assert its.average[i] == pytest.approx(step, abs=3e-3)


def test_coverage_is_what_counting_every_outcome_gives_and_simulation_agrees() -> None:
    its = result(part="coverage", n=20, replicates=20_000)
    for at in (10, 99, 150):
        theta = THETAS[at]
        for i in range(len(KINDS)):
            by_hand = sum(stats.binom.pmf(k, 20, theta) for k in range(21) if its.low[i, k] <= theta <= its.high[i, k])
            assert its.share[i, at] == pytest.approx(by_hand, abs=1e-12)
    error = np.sqrt(its.share * (1 - its.share) / 20_000)
    assert (np.abs(its.simulated - its.share) <= 5 * error + 2e-4).all()


def test_clopper_pearson_always_holds_what_it_promises_and_wald_does_not() -> None:
    for n in (5, 30, 200):
        its = result(part="coverage", n=n)
        assert its.share[KINDS.index("clopper_pearson")].min() >= 0.95 - 1e-12
        assert its.share[KINDS.index("wald")].min() < 0.9


def exactly(n: int, every: int = 1, **values):
    params = Params(part="stopping", n=n, every=every, **values)
    looks = np.arange(every, n + 1, every)
    edges = stopping.bounds(params, looks) * np.sqrt(looks)
    return [first_passage.first_passage(edge, params.effect * every, float(every)) for edge in edges]


def test_peeking_finds_what_armitage_mcpherson_and_rowe_tabulated() -> None:
    """Table 2 of J. Royal Statistical Society A 132 (1969): chances of |z| > 1.96 within so many looks."""
    known = {1: 0.05, 2: 0.083, 3: 0.107, 4: 0.126, 5: 0.142, 10: 0.193, 20: 0.248, 50: 0.320, 100: 0.374, 200: 0.424}
    share = exactly(200)[0]
    for looks, chance in known.items():
        assert share[looks - 1] == pytest.approx(chance, abs=6e-4), looks


def test_two_looks_are_a_bivariate_normal_probability() -> None:
    params = {"effect": 0.3, "alpha": 0.1, "n": 20, "every": 10}
    edge = stats.norm.isf(0.05)
    mean = np.array([3.0, 6.0]) / np.sqrt([10, 20])
    law = stats.multivariate_normal(mean, [[1, np.sqrt(0.5)], [np.sqrt(0.5), 1]])
    inside = law.cdf([edge, edge], lower_limit=[-edge, -edge])
    assert exactly(**params)[0][1] == pytest.approx(1 - inside, abs=1e-7)


def test_a_bound_that_no_run_reaches_is_reached_with_probability_0() -> None:
    """With τ = 0.001 a Bayes factor of 10⁴ asks of n = 1 for |z| = 4,292."""
    np.testing.assert_array_equal(exactly(n=1_000, tau=0.001, threshold=1e4)[1], 0.0)


def test_the_nodes_of_the_exact_shares_are_dense_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = exactly(300, tau=0.3)
    monkeypatch.setattr(first_passage, "FAR", 9.0)
    coarse = first_passage.reached

    def finer(*arguments):
        low, high, count = coarse(*arguments)
        return low, high, 2 * count

    monkeypatch.setattr(first_passage, "reached", finer)
    np.testing.assert_allclose(usual, exactly(300, tau=0.3), atol=1e-9)


@pytest.mark.parametrize("values", [{}, {"effect": 0.3}, {"every": 10, "tau": 0.2, "threshold": 6.0}])
def test_simulated_runs_stop_as_often_as_is_exact(values) -> None:
    its = result(part="stopping", replicates=20_000, **values)
    assert (np.abs(its.share - its.exact) <= 4.5 * np.sqrt(its.exact * (1 - its.exact) / 20_000) + 1e-9).all()


@given(st.floats(1.5, 1e3), st.floats(0.01, 100), st.integers(1, 60))
def test_ville_no_prior_makes_a_bayes_factor_cross_its_threshold_more_often_than_one_over_it(threshold, tau, n) -> None:
    share = exactly(n, threshold=threshold, tau=tau)[1]
    assert share[-1] <= 1 / threshold
    assert np.all(np.diff(share) >= -1e-9)


def test_a_scale_of_the_gamma_prior_is_one_over_its_rate() -> None:
    by_rate, by_scale = (
        result(pair="gamma_poisson", gamma=gamma, a=3.0, b=b) for gamma, b in (("rate", 4), ("scale", 0.25))
    )
    np.testing.assert_array_equal(by_rate.posterior, by_scale.posterior)
    np.testing.assert_allclose(by_scale.prior, stats.gamma(3.0, scale=0.25).pdf(by_scale.x))


def test_the_bound_on_z_is_where_the_bayes_factor_meets_its_threshold() -> None:
    n = np.array([3, 40])
    edge = stopping.bounds(Params(part="stopping", tau=0.7, threshold=8.0), n)[1]
    of = [stats.norm.pdf(z / np.sqrt(m), 0, np.sqrt(0.49 + 1 / m)) / stats.norm.pdf(z / np.sqrt(m), 0, 1 / np.sqrt(m))
          for z, m in zip(edge, n, strict=True)]  # fmt: skip
    np.testing.assert_allclose(of, 8.0)


def test_the_same_seed_draws_the_same_runs_and_more_runs_begin_with_them() -> None:
    one, other = result(part="stopping"), compute(Params(part="stopping"), device="cpu")
    np.testing.assert_array_equal(one.share, other.share)
    np.testing.assert_array_equal(one.paths, result(part="stopping", replicates=6_000).paths)
    assert (result(part="stopping", seed=1).share != one.share).any()


@pytest.mark.parametrize("part", ["update", "width", "coverage", "stopping"])
def test_the_table_has_a_row_for_each_step_and_finite_numbers(part: str) -> None:
    table = result(part=part).table()
    assert np.isfinite(table.select_dtypes("number").drop(columns="mode", errors="ignore")).all(axis=None)
    assert len(table) == {"update": 21, "width": 121, "coverage": 199, "stopping": 100}[part]


def test_every_example_can_be_typed() -> None:
    for pair, text in EXAMPLES.items():
        params = Params(pair=pair)
        one = replace(params, source="typed", sample=text)
        np.testing.assert_array_equal(observed(one), observed(params))


@pytest.mark.parametrize(("pair", "header"), [("beta_binomial", "cured"), ("gamma_poisson", "deaths")])
def test_a_readers_column_is_taken_in_the_order_of_its_rows_as_if_it_were_typed(pair: str, header: str) -> None:
    known = compute(Params(pair=pair))
    rows = [f"{name},{value:g}" for name, value in zip("abcdefghijklmnopqrst", known.sample, strict=True)]
    its = compute(Params(pair=pair, source="file"), "\n".join([f"who,{header}", "u,n/a", *rows]).encode())
    np.testing.assert_array_equal(its.mean, known.mean)
    assert its.remarks == ("1 of 21 cells holds no number and was left out.",)


def test_the_losses_under_a_prior_far_from_all_data_are_numbers() -> None:
    its = typed("normal_normal", np.array([170.0, 171.0, 172.0]))  # the prior lies around 5
    assert np.isfinite(its.losses).all()
    assert its.losses[2, 0].argmin() == 0  # of the places that are drawn the nearest to the prior
    assert its.x[its.losses[2, 1].argmin()] == pytest.approx(its.mode[1], abs=np.diff(its.x).max())


@pytest.mark.parametrize("prices", ["300000 410000", "300000 410000 280000", "1e6 -1e6"])
def test_posteriors_ten_thousand_times_their_width_apart_are_drawn_with_their_peaks(prices: str) -> None:
    its = compute(Params(pair="normal_normal", source="typed", sample=prices))
    assert its.posterior[-2:].max(axis=1) * np.sqrt(2 * np.pi) * its.held[1][-2:] ** 0.5 == pytest.approx(1, rel=1e-3)


def test_a_column_that_the_pair_cannot_have_is_refused_at_the_column() -> None:
    with pytest.raises(InputError, match="each must be 0 or 1") as caught:
        compute(Params(source="file"), b"x\n1\n0\n2\n")
    assert caught.value.field == "column"
    with pytest.raises(MissingInput):
        compute(Params(source="file"), None)


def test_a_precision_gives_what_the_deviation_gives_that_it_is_one_over_the_square_of() -> None:
    """BUGS and JAGS: dnorm(m, tau) with tau = 1/s². Posterior precision: the prior's plus n over the variance."""
    usual = Params(pair="normal_normal", spread=0.5, sigma=0.25)
    by_deviation, by_precision = (compute(each) for each in (
        usual, replace(usual, normal="precision", spread=4.0, sigma=16.0)))  # fmt: skip
    for name in ("mean", "low", "high", "predicted", "worth"):
        np.testing.assert_allclose(getattr(by_precision, name), getattr(by_deviation, name), rtol=1e-9)
    np.testing.assert_allclose(1 / by_precision.held[1], 4.0 + 16.0 * by_precision.n, rtol=1e-12)


@pytest.mark.parametrize(("a", "b", "level", "highest"), [
    (1000.0, 0.01, 95.0, False), (0.01, 0.01, 95.0, False), (0.01, 1.0, 99.9, False), (0.01, 0.01, 95.0, True),
    (0.01, 1000.0, 99.9, True),
])  # fmt: skip
def test_averaged_over_its_prior_coverage_is_the_level_where_ends_are_no_doubles(a, b, level, highest) -> None:
    """The quantiles of Beta(1030, 0.01) lie closer to 1 than any double below it, those of Beta(0.01, 31) below 10⁻³⁰⁸:
    97.5 % stood beside “It is the level, whatever the prior”."""
    its = compute(Params(part="coverage", n=30, a=a, b=b, level=level, highest=highest))
    assert 100 * its.average[0] == pytest.approx(level, abs=1e-4)
