"""Every number that the sentence of a preset states comes out of the preset itself."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from stated import assert_no_other_number, in_figures

from core.optimization import gradient_descent
from core.optimization.gradient_descent import PRESETS, Params
from core.optimization.gradient_descent.quadratic_runs import OSCILLATES
from core.optimization.gradient_descent.quadratic_sweep import Descent
from core.optimization.gradient_descent.sgd_sweep import Noisy
from core.optimization.gradient_descent.training_sweep import Training

# Every number that the sentence of a preset states, as the sentence writes it.
STATED: dict[str, dict[str, str]] = {
    "zigzag": {"steep": "2", "flat": "0.5", "share": "0.9", "limit": "1"},
    "fastest": {"rate": "0.6", "needed": "13.52", "counted": "14"},
    "scalar": {"factor": "−0.35", "needed": "4.387", "counted": "5"},
    "just-above": {"growth": "2", "doubled": "36"},
    "ill-conditioned": {"rate": "0.995", "counted": "1,381", "momentum": "114"},
    "heavy-ball": {"rate": "0.905", "plain": "0.995", "rising": "7"},
    "unscaled": {"times": "1.13"},
    "versus": {"length": "0.2"},
    "edge": {"units": "12", "share": "0.4", "met": "0.96", "steps": "600", "slow": "0.25", "diverged": "11",
             "sizes": "25"},
    "sgd": {"bounded": "0.473", "runs": "1.96"},
    "input-noise": {"mean": "1", "printed": "0.5", "runs": "0.4"},
    "few-seeds": {"steps": "30", "share": "0.6", "variance": "4.684·10⁹", "seeds": "2,000", "found": "230"},
}  # fmt: skip
PARAMS = {preset.name: Params(**preset.values) for preset in PRESETS}


@cache
def result(name: str) -> Any:
    return gradient_descent.compute(PARAMS[name])


def row(name: str) -> int:
    found = result(name)
    relative = found.runs.relative if isinstance(found, Descent) else found.relative
    return int(np.abs(relative - PARAMS[name].step).argmin())


def quadratic(name: str) -> dict[str, float]:
    """What any preset on a quadratic comes to at its step size."""
    found, at = result(name), row(name)
    assert isinstance(found, Descent)
    runs = found.runs
    return {"rate": runs.rate[at], "needed": runs.needed[at], "counted": runs.counted[at], "limit": found.limit,
            "share": runs.relative[at], "steep": PARAMS[name].steep, "flat": PARAMS[name].flat,
            "factor": runs.roots[at, 0, 0].real}  # fmt: skip


def heavy_ball() -> dict[str, float]:
    excess = result("heavy-ball").runs.excess[row("heavy-ball")]
    assert result("heavy-ball").map.formula[2] == pytest.approx(quadratic("heavy-ball")["rate"], abs=1e-5)
    return {"plain": quadratic("ill-conditioned")["rate"], "rising": int((np.diff(excess) > 0).argmin())}


def just_above() -> dict[str, float]:
    steep = np.abs(result("just-above").runs.modes[row("just-above"), 0])
    times = result("just-above").times
    return {"growth": 100 * (quadratic("just-above")["rate"] - 1), "doubled": times[(steep > 2 * steep[0]).argmax()]}


def versus() -> dict[str, float]:
    found = result("versus")
    first = np.abs(np.diff(found.other.path[0, :2], axis=0))[0]
    assert first == pytest.approx([found.unit * 0.8] * 2, rel=1e-6)
    return {"length": first[0]}


def edge() -> dict[str, float]:
    found, params = result("edge"), PARAMS["edge"]
    assert isinstance(found, Training)
    ends = np.median(found.sharpness[:, -5:], axis=1) / found.edge
    assert (found.rises > 0)[row("edge")]
    assert found.losses[row("edge"), -1] < found.losses[row("edge"), 0]
    return {"units": params.width, "share": found.relative[row("edge")], "met": ends[row("edge")], "slow": ends[0],
            "steps": found.times[-1], "sizes": len(found.relative),
            "diverged": (found.diverged_at <= found.times[-1]).sum()}  # fmt: skip


def noise() -> dict[str, float]:
    found = result("input-noise")
    assert isinstance(found, Noisy)
    return {"mean": found.unit, "printed": found.unit / 2, "runs": found.square_limit * found.unit}


def few_seeds() -> dict[str, float]:
    found, at = result("few-seeds"), row("few-seeds")
    return {"steps": found.times[-1], "share": found.relative[at] * found.unit, "variance": found.variance[at, -1],
            "seeds": found.seeds, "found": found.mean[at, -1] / found.expected[0, 0]}  # fmt: skip


def sgd() -> dict[str, float]:
    found = result("sgd")
    return {"bounded": found.bound.limit, "runs": found.square_limit * found.unit}


OWN = {"heavy-ball": heavy_ball, "just-above": just_above, "versus": versus, "edge": edge, "input-noise": noise,
       "few-seeds": few_seeds, "sgd": sgd,
       "ill-conditioned": lambda: {"momentum": quadratic("heavy-ball")["counted"]},
       "unscaled": lambda: {"times": result("unscaled").problem.quadratic.condition
                            / result("cars").problem.quadratic.condition / 1e6}}  # fmt: skip


@pytest.mark.parametrize(("name", "fact"), [(name, fact) for name, facts in STATED.items() for fact in facts])
def test_each_number_of_a_sentence_is_that_of_its_preset(name: str, fact: str) -> None:
    own = OWN.get(name, dict)()
    computed = own[fact] if fact in own else quadratic(name)[fact]
    said, half = in_figures(STATED[name][fact])
    assert abs(computed - said) <= half


def test_no_sentence_writes_a_number_that_is_not_computed() -> None:
    """1 and 2 stand in formulas, ``w = 0`` and ``x = 1`` are what the preset sets."""
    formulas = r"\(√k − 1\)|√k \+ 1|2/\w|w = 0|x = 1|deviation 1|2/\(x² \+ σ²\)"
    for preset in PRESETS:
        assert_no_other_number(preset.why, STATED.get(preset.name, {}).values(), formulas)


def test_both_directions_of_the_fastest_preset_shrink_alike_and_one_flips_its_sign() -> None:
    roots = result("fastest").runs.roots[row("fastest"), :, 0].real
    assert sorted(roots) == pytest.approx([-0.6, 0.6])
    assert result("zigzag").runs.state[row("zigzag")] == OSCILLATES


def test_seeds_fall_short_of_the_exact_variance_of_noisy_descent() -> None:
    # golden.md: x = σ = 1, 30 steps from w = 0: 228.68 at η = 0.45 and 4.684·10⁹ at 0.6.
    for step, variance in ((0.45, 228.68), (0.6, 4.684e9)):
        found = gradient_descent.compute(replace(PARAMS["few-seeds"], step=step))
        at = int(np.abs(found.relative - step).argmin())
        assert found.relative[at] * found.unit == pytest.approx(step)
        assert found.variance[at, -1] == pytest.approx(variance, rel=1e-4)
        assert found.mean[at, -1] / found.expected[0, 0] < 0.01 * variance


def test_the_exact_variance_of_one_number_is_that_of_many_seeds_where_runs_converge() -> None:
    """Plain loops over 200,000 seeds with x = y = 1 and noise of deviation 0.5, ½‖·‖², five steps."""
    found = gradient_descent.compute(Params(part="noise", data="single", convention="half", inputs=0.5, steps=5))
    at = int(np.abs(found.relative - 0.4).argmin())
    eta, rng = found.relative[at] * found.unit, np.random.default_rng(0)
    w = np.zeros(200_000)
    for _ in range(5):
        z = 1 + 0.5 * rng.standard_normal(len(w))
        w = w - eta * z * (z * w - 1)
    assert found.variance[at, -1] == pytest.approx(w.var(), rel=0.03)
