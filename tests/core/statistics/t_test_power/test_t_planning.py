"""Power and planning against statsmodels, G*Power, R, PowerTOST and the golden numbers; then their corners."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.power import NormalIndPower, TTestIndPower, TTestPower

from core.statistics.t_test_power.design import Design, power, rejection_probability
from core.statistics.t_test_power.noncentral_t import critical_value
from core.statistics.t_test_power.plan import detectable_effect, make_plan, required_alpha, required_n

THEIRS = {"two-sided": "two-sided", "greater": "larger", "less": "smaller"}
ONE, TWO = Design("one sample"), Design("two samples")


def random_settings(seed: int, count: int) -> dict[str, np.ndarray]:
    draw = np.random.default_rng(seed)
    return {
        "n": np.floor(2 + 10 ** draw.uniform(0, 3.3, count)),
        "effect": draw.choice([-1, 1], count) * 10 ** draw.uniform(-2, 0.3, count),
        "alpha": 10 ** draw.uniform(-4, -0.5, count),
        "ratio": draw.choice([0.5, 1.0, 1.0, 2.0, 3.0], count),
        "target": draw.uniform(0.4, 0.99, count),
    }


def test_two_thousand_random_powers_agree_with_statsmodels() -> None:
    compared = 0
    for i, alternative in enumerate(THEIRS):
        at = random_settings(i, 350)
        ours = power(Design("one sample", alternative), at["n"], at["effect"], at["alpha"])
        theirs = TTestPower().power(at["effect"], at["n"], at["alpha"], alternative=THEIRS[alternative])
        ours_two = np.array(
            [float(power(Design("two samples", alternative, ratio=r), n, d, a))
             for n, d, a, r in zip(at["n"] + 2, at["effect"], at["alpha"], at["ratio"], strict=True)]
        )  # fmt: skip
        theirs_two = TTestIndPower().power(
            at["effect"], at["n"] + 2, at["alpha"], ratio=at["ratio"], alternative=THEIRS[alternative]
        )
        for mine, other in ((ours, theirs), (ours_two, theirs_two)):
            known = np.isfinite(other)  # where scipy's function gives up, theirs is NaN
            np.testing.assert_allclose(mine[known], other[known], rtol=0, atol=1e-9)
            compared += int(known.sum())
    assert compared >= 2_000


@pytest.mark.parametrize(("design", "n", "effect", "alpha", "n2", "expected"), [
    # golden.md, Statistics
    (ONE, 34, 0.5, 0.05, None, 0.807778),
    (TWO, 64, 0.5, 0.05, None, 0.801460),
    (Design("one sample", "greater"), 50, 0.3, 0.05, None, 0.672574),
    (TWO, 40, 0.4, 0.01, 80, 0.294873),
    # G*Power 3.1, its opening examples for two groups and for matched pairs, one tail, power 0.95
    (Design("two samples", "greater"), 88, 0.5, 0.05, None, 0.9514254),
    (Design("paired", "greater"), 45, 0.5, 0.05, None, 0.9512400),
    # R 4, pwr: the examples of ?pwr.t.test and ?pwr.t2n.test
    (ONE, 60, 0.2, 0.10, None, 0.4555818),
    (Design("two samples", "greater"), 90, 0.6, 0.05, 60, 0.9737262),
    # R 4, stats: power.t.test(n = 20, delta = 1, sd = 1, strict = TRUE)
    (TWO, 20, 1.0, 0.05, None, 0.8689530),
])  # fmt: skip
def test_power_is_what_other_programs_print(design, n, effect, alpha, n2, expected) -> None:
    assert float(power(design, n, effect, alpha, n2)) == pytest.approx(expected, abs=5.1e-7)


@pytest.mark.parametrize(("design", "effect", "alpha", "target", "expected", "tolerance"), [
    (ONE, 0.5, 0.05, 0.8, 33.3671, 5e-5),  # golden.md
    (TWO, 0.5, 0.05, 0.8, 63.7656, 5e-5),  # golden.md
    (Design("two samples", "greater"), 0.3, 0.05, 0.75, 120.2232, 5e-5),  # R 4, ?pwr.t.test
    (Design("two samples", "greater"), 1.0, 0.05, 0.9, 17.84713, 2e-5),  # R 4, ?power.t.test, one-sided
    (TWO, 1.0, 0.05, 0.9, 22.02110, 2e-5),  # R 4, ?power.t.test
])  # fmt: skip
def test_the_n_needed_is_what_other_programs_print(design, effect, alpha, target, expected, tolerance) -> None:
    assert float(required_n(design, effect, alpha, target)) == pytest.approx(expected, abs=tolerance)


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize("ratio", [1.0, 2.5])
def test_the_normal_approximation_of_n_is_the_one_of_statsmodels(alternative: str, ratio: float) -> None:
    plan = make_plan(Design("two samples", alternative, ratio), "n", 2, 0.3, 0.01, 0.9)
    known = NormalIndPower().solve_power(0.3, None, 0.01, 0.9, ratio, THEIRS[alternative])
    assert plan.normal_n == pytest.approx(known, rel=1e-6)
    assert plan.normal_n < plan.exact_n


@pytest.mark.parametrize("kind", ["two samples", "welch"])
@pytest.mark.parametrize("ratio", [0.01, 0.07, 0.3, 0.5, 0.9, 1.0, 1.5, 4.0])
@pytest.mark.parametrize(("effect", "target"), [(0.5, 0.8), (1.7, 0.9), (-0.9, 0.55)])
def test_the_n_that_is_needed_is_the_smallest_with_which_whole_groups_have_the_power(
    kind, ratio, effect, target
) -> None:
    """Beside 3.13 observations, rounded up to 4, fewer than 313 are enough."""
    design = Design(kind, ratio=ratio)
    plan = make_plan(design, "n", 2, effect, 0.05, target)
    sizes = np.arange(design.least_n, plan.n + 1.0)
    reached = [float(power(design, n, effect, 0.05, np.ceil(n * ratio - 1e-9))) for n in sizes[-120:]]
    assert reached[-1] >= target - 1e-9
    assert max(reached[:-1], default=0) < target


def test_g_power_example_has_its_noncentrality_and_critical_value() -> None:
    """G*Power 3.1: two groups of 88, d = 0.5, one tail: δ = 3.3166248, critical t = 1.6536580, df = 174."""
    design = Design("two samples", "greater")
    assert float(design.degrees_of_freedom(88, 88)) == 174
    assert 0.5 / float(design.standard_error(88, 88)) == pytest.approx(3.3166248, abs=5e-8)
    assert float(design.critical(0.05, 174)) == pytest.approx(1.6536580, abs=5e-8)


def test_equivalence_power_is_that_of_powertost() -> None:
    """R, PowerTOST: sampleN.TOST(CV = 0.3) prints n = 40, power 0.815845 (2×2, θ₀ = 0.95, limits 0.8–1.25)."""
    error, df = np.sqrt(np.log(1 + 0.3**2)) * np.sqrt(2 / 40), 38
    chance = rejection_probability(
        Design(alternative="equivalence"), np.log(0.95) / error, df, critical_value(0.05, df), np.log(1.25) / error
    )
    assert float(chance) == pytest.approx(0.815845, abs=5e-7)


@pytest.mark.parametrize(("n", "effect", "margin"), [(5, 0.0, 1.2), (20, 0.1, 0.5), (100, -0.3, 0.5), (40, 0.5, 0.5)])
def test_equivalence_power_is_the_share_of_simulated_pairs_of_tests(n: int, effect: float, margin: float) -> None:
    draw = np.random.default_rng(n)
    times = 400_000
    mean = effect + draw.standard_normal(times) / np.sqrt(n)
    error = np.sqrt(draw.chisquare(n - 1, times) / (n - 1) / n)
    critical = critical_value(0.05, n - 1)
    seen = ((mean + margin > critical * error) & (mean - margin < -critical * error)).mean()
    exact = float(power(Design("one sample", "equivalence", margin=margin), n, effect, 0.05))
    assert seen == pytest.approx(exact, abs=3.3 * np.sqrt(exact * (1 - exact) / times))


designs = st.builds(
    Design,
    kind=st.sampled_from(["one sample", "paired", "two samples", "welch"]),
    alternative=st.sampled_from(["two-sided", "greater"]),
    ratio=st.sampled_from([1.0, 0.5, 3.0]),
    sd_ratio=st.floats(0.2, 5.0),
)


@settings(max_examples=25)
@given(designs, st.floats(0.02, 3.0), st.floats(1e-6, 0.2), st.floats(0.25, 0.999))
def test_each_of_the_four_follows_from_the_other_three(
    design: Design, effect: float, alpha: float, target: float
) -> None:
    n = float(required_n(design, effect, alpha, target))
    reached = float(power(design, n, effect, alpha))
    if n <= design.smallest_n:
        assert reached >= target
        return
    assert reached == pytest.approx(target, abs=1e-9)
    assert float(detectable_effect(design, n, alpha, target, n * design.ratio)) == pytest.approx(effect, rel=1e-7)
    assert float(required_alpha(design, n, effect, target, n * design.ratio)) == pytest.approx(alpha, rel=1e-6)


@settings(max_examples=12)
@given(st.floats(0.05, 0.9), st.floats(0.01, 0.1), st.floats(0.3, 0.95))
def test_an_equivalence_plan_solves_for_n_and_for_the_largest_effect(share: float, alpha: float, target: float) -> None:
    design = Design("two samples", "equivalence", margin=0.4)
    n = float(required_n(design, share * 0.4, alpha, target))
    assert float(power(design, n, share * 0.4, alpha)) == pytest.approx(target, abs=1e-9)
    assert float(detectable_effect(design, n, alpha, target, n * design.ratio)) == pytest.approx(share * 0.4, rel=1e-6)


N = np.array([2, 3, 4, 7, 30, 1e3, 1e5, 1e6])
EFFECTS = np.array([0, 1e-8, 1e-3, 0.1, 0.5, 1, 3, 10, 50])
ALPHAS = np.array([1e-12, 1e-6, 0.01, 0.05, 0.5])


@pytest.mark.parametrize("kind", ["one sample", "two samples", "welch"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_power_is_finite_and_rises_with_n_effect_and_level_to_the_corners(kind, alternative) -> None:
    chance = power(Design(kind, alternative), N[:, None, None], EFFECTS[:, None], ALPHAS)
    assert np.isfinite(chance).all()
    for axis in range(3):
        assert np.diff(chance, axis=axis).min() >= -1e-12, axis
    assert (chance >= ALPHAS * (1 - 1e-7)).all()
    assert (chance <= 1).all()
    assert chance[-1, -1].min() > 1 - 1e-12


def test_without_an_effect_the_power_is_the_level() -> None:
    np.testing.assert_allclose(power(TWO, N[:, None], 0.0, ALPHAS), np.broadcast_to(ALPHAS, (8, 5)), rtol=1e-7)


def test_what_ten_million_do_not_detect_has_no_n() -> None:
    assert np.isnan(required_n(TWO, 1e-4, 0.05, 0.8))
    assert np.isnan(required_n(Design(alternative="greater"), -0.5, 0.05, 0.8))
    assert np.isnan(required_n(Design(alternative="equivalence"), 0.6, 0.05, 0.8))


def test_the_least_possible_n_is_given_where_it_is_more_than_enough() -> None:
    assert float(required_n(TWO, 50.0, 0.05, 0.8)) == pytest.approx(2)
    assert float(required_n(Design(ratio=0.25), 50.0, 0.05, 0.8)) == pytest.approx(8)


@given(st.floats(-0.95, 0.95), st.floats(0.2, 5.0), st.floats(-1.5, 1.5))
def test_pairs_are_one_sample_of_differences(rho: float, sd_ratio: float, effect: float) -> None:
    """dz = d/σ_D with σ_D² = (1, −1)·Σ·(1, −1)ᵀ; at ρ = ½ and equal σ it is d itself."""
    first, second = np.array([1.0, sd_ratio]) / np.sqrt((1 + sd_ratio**2) / 2)
    covariance = np.array([[first**2, rho * first * second], [rho * first * second, second**2]])
    spread = float(np.sqrt(np.array([1, -1]) @ covariance @ np.array([1, -1])))
    paired = Design("paired", sd_ratio=sd_ratio, pair_correlation=rho)
    assert paired.spread == pytest.approx(spread, rel=1e-10)
    one = float(power(ONE, 20, effect / spread, 0.05))
    assert float(power(paired, 20, effect, 0.05)) == pytest.approx(one, abs=1e-12)
    assert Design("paired").spread == 1.0


def test_pairs_that_agree_more_are_fewer() -> None:
    """statsmodels.stats.power.TTestPower at dz = 0.5/√(2(1 − ρ))."""
    need = [float(required_n(Design("paired", pair_correlation=rho), 0.5, 0.05, 0.8)) for rho in (0.0, 0.5, 0.8)]
    assert need == pytest.approx([64.737884, 33.367131, 14.594773], rel=1e-7)


def test_a_second_group_of_half_the_size_is_rounded_up() -> None:
    from core.errors import InputError
    from core.statistics.t_test_power import Params, compute

    plan = compute(Params(solve="power", n=3, ratio=0.5, replicates=100)).plan
    assert (plan.n, plan.n2) == (3, 2)
    for ratio in (0.5, 1 / 3, 0.01, 1.0, 7.0):
        least = Params(solve="power", n=1_000, ratio=ratio).design.least_n
        assert Params(solve="power", n=least, ratio=ratio).design.second_n(least) >= 2
        with pytest.raises(InputError):
            Params(solve="power", n=least - 1, ratio=ratio)
