"""What a plan's curves and its Monte Carlo are said to cost, against what is counted while they are computed."""

import numpy as np

from core.costs import estimate_seconds
from core.statistics import t_test_power
from core.statistics.t_test_power import MAX_TESTING, Params, affordable, compute
from core.statistics.t_test_power.plan import Plan, make_plan
from core.statistics.t_test_power.sweep import axis_of, theory_nodes


def plan_of(params: Params) -> Plan:
    return make_plan(params.design, params.solve, params.n, params.effect, params.alpha, params.power)


def test_integrals_with_sharp_steps_are_known_to_take_longer() -> None:
    # At three observations, or a level of 10⁻⁹, all integrals take six panels; Welch has three more.
    small, strict, usual = ({"n": 3}, {"n": 15, "alpha": 1e-9}, {"n": 60})
    for kind in ("one sample", "welch"):
        few, low, plain = (
            theory_nodes(plan := plan_of(Params(kind=kind, solve="power", **each)), axis_of(plan, "effect"))
            for each in (small, strict, usual)
        )
        assert few > 3 * plain
        assert low > 2 * plain
    one, other = (Params(kind=kind, solve="power", n=3) for kind in ("two samples", "welch"))
    nodes = [theory_nodes(plan_of(each), axis_of(plan_of(each), "effect")) for each in (one, other)]
    assert nodes[1] > 2 * nodes[0]


def test_many_tests_of_few_observations_are_known_to_take_long() -> None:
    params = Params(kind="welch", solve="power", n=3, scrub="n", replicates=10_000_000)
    axis = axis_of(plan_of(params), "n")
    assert affordable(params, axis) < params.replicates  # eight sizes, 2.3 µs for each test: 184 s
    assert MAX_TESTING <= estimate_seconds(t_test_power, params, None) < 3 * MAX_TESTING
    quick = Params(solve="power", n=2, replicates=300_000)  # 40 comparisons for each of the samples
    assert estimate_seconds(t_test_power, quick, None) > 0.1


def test_a_result_says_the_memory_that_it_holds() -> None:
    for params in (Params(), Params(scrub="n"), Params(kind="welch", source="sample", solve="power", n=20)):
        result = compute(params)
        held = sum(array.nbytes for array in owners(result))
        assert held <= result.nbytes <= 1.2 * held


def owners(value: object) -> list[np.ndarray]:
    """The arrays that own the memory of all arrays in ``value``, each once."""
    found: dict[int, np.ndarray] = {}

    def visit(each: object) -> None:
        if isinstance(each, np.ndarray):
            while isinstance(each.base, np.ndarray):
                each = each.base
            found[id(each)] = each
        elif isinstance(each, tuple):
            for one in each:
                visit(one)
        elif hasattr(each, "__dataclass_fields__"):
            visit(tuple(vars(each).values()))

    visit(value)
    return list(found.values())
