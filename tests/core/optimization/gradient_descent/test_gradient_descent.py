"""The explorer of the step size: golden examples through its presets, its sweep against plain loops, and bad input."""

import dataclasses
import math
import re
import time

import numpy as np
import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core import fields, link
from core.costs import estimate_seconds, seconds
from core.errors import InputError, MissingInput
from core.optimization import gradient_descent
from core.optimization.gradient_descent import (
    PRESETS,
    Params,
    compute,
    duration,
    focus,
    methods,
    quadratic_runs,
    sgd_sweep,
    training_sweep,
)
from core.optimization.gradient_descent.params import LABELS
from core.optimization.gradient_descent.quadratic_runs import CONVERGES, DIVERGES, LEVEL_STATE, OSCILLATES, STILL
from core.optimization.gradient_descent.quadratic_sweep import Descent
from core.optimization.gradient_descent.sgd_sweep import Noisy
from core.optimization.gradient_descent.training_sweep import Training

BY_NAME = {preset.name: Params(**preset.values) for preset in PRESETS}


def at(result: Descent, relative: float) -> int:
    return int(np.abs(result.runs.relative - relative).argmin())


def swept(**values: object) -> tuple[Descent, int]:
    params = Params(**values)
    result = compute(params)
    assert isinstance(result, Descent)
    return result, at(result, params.step)


@pytest.mark.parametrize(
    ("name", "eta", "rate", "needed", "counted"),
    [("scalar", 0.3, 0.35, 4.387, 5), ("fastest", 0.2, 0.6, 13.523, 14), ("five", 0.2, 0.6, 13.523, 13)],
)
def test_the_notes_examples_come_out_of_their_presets(name, eta, rate, needed, counted) -> None:
    result = compute(BY_NAME[name])
    place = at(result, BY_NAME[name].step)
    assert result.runs.relative[place] * result.unit == pytest.approx(eta)
    assert result.runs.rate[place] == pytest.approx(rate)
    assert result.runs.needed[place] == pytest.approx(needed, abs=5e-4)
    assert result.runs.counted[place] == counted


@pytest.mark.parametrize("method", ["gd", "heavy-ball", "nesterov", "sign", "adam"])
def test_a_swept_run_is_the_iteration_of_torch(method) -> None:
    """torch.optim on the quadratic itself, in the plane's own coordinates; sign descent by hand."""
    result, place = swept(method=method, beta=0.7, step=0.55, angle=33.0, steps=25)
    hessian = torch.from_numpy(result.problem.hessian)
    w = torch.tensor([-1.5, 0.9], dtype=torch.float64, requires_grad=True)
    eta = float(result.runs.relative[place] * result.unit)
    made = {
        "gd": lambda: torch.optim.SGD([w], eta),
        "heavy-ball": lambda: torch.optim.SGD([w], eta, momentum=0.7),
        "nesterov": lambda: torch.optim.SGD([w], eta, momentum=0.7, nesterov=True),
        "sign": lambda: torch.optim.SGD([w], eta),
        "adam": lambda: torch.optim.Adam([w], eta, betas=(0.7, 0.999)),
    }[method]()
    path, losses = [], []
    for _ in range(26):
        made.zero_grad()
        loss = w @ hessian @ w / 2
        loss.backward()
        path.append(w.detach().numpy().copy())
        losses.append(loss.item())
        if method == "sign":
            w.grad.sign_()
        made.step()
    assert result.runs.path[place] == pytest.approx(np.array(path), abs=1e-10)
    assert result.runs.excess[place] == pytest.approx(losses, rel=1e-9)


@pytest.mark.parametrize(("method", "beta"), [("gd", 0.0), ("nesterov", 0.7), ("adam", 0.7)])
def test_the_errors_of_every_mode_are_kept_as_the_iteration_of_torch_has_them(method, beta) -> None:
    sigma = np.linspace(1, 0.05, 40)
    result, place = swept(part="values", sigma=" ".join(map(str, sigma)), method=method, beta=beta, step=0.55,
                          steps=300)  # fmt: skip
    curvature = torch.from_numpy(result.problem.quadratic.curvature)
    w = torch.from_numpy(result.problem.quadratic.start).clone().requires_grad_()
    eta = float(result.runs.relative[place] * result.unit)
    if method == "adam":
        made = torch.optim.Adam([w], eta, betas=(beta, 0.999))
    else:
        made = torch.optim.SGD([w], eta, momentum=beta, nesterov=method == "nesterov")
    errors = []
    for _ in range(301):
        errors.append(w.detach().numpy().copy())
        made.zero_grad()
        (curvature * w * w / 2).sum().backward()
        made.step()
    times, kept = result.times, result.recorded
    assert sorted([*kept.named, *kept.others]) == list(range(40))
    assert {0, 39} <= set(kept.named)
    assert times[kept.sparse][[0, -1]].tolist() == [0, 300]
    path = np.array(errors)
    assert result.runs.modes[place] == pytest.approx(path[times][:, kept.named].T, abs=1e-10)
    assert result.runs.others[place] == pytest.approx(path[times[kept.sparse]][:, kept.others].T, abs=1e-6)


def test_each_state_is_told_where_it_belongs() -> None:
    result, _ = swept(part="values", sigma="2 1")
    expected = {0.0: STILL, 0.3: CONVERGES, 0.7: OSCILLATES, 1.0: LEVEL_STATE, 1.2: DIVERGES}
    assert {step: int(result.runs.state[at(result, step)]) for step in expected} == expected


def test_below_the_limit_a_run_converges_however_flat_the_flattest_direction_is() -> None:
    """At λₘₐₓ/λₘᵢₙ = 10¹⁰ a step keeps 1 − 2·10⁻¹⁰ of the error at best."""
    result, _ = swept(steep=1_000.0, flat=0.01)
    expected = {0.0: STILL, 0.3: CONVERGES, 0.9: OSCILLATES, 1.0: LEVEL_STATE, 1.2: DIVERGES}
    assert {step: int(result.runs.state[at(result, step)]) for step in expected} == expected


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["sum", "half", "mean", "halfmean"]), st.floats(0.01, 1.4))
def test_a_run_keeps_its_place_on_the_axis_under_every_convention(convention, step) -> None:
    one, place = swept(part="values", sigma="3 1 0.4", step=step)
    other, there = swept(part="values", sigma="3 1 0.4", step=step, convention=convention)
    assert place == there
    assert other.runs.modes[there] == pytest.approx(one.runs.modes[place], rel=1e-9)
    assert other.unit * other.problem.quadratic.steepest == pytest.approx(2)


def test_the_step_size_asked_for_is_on_the_axis_exactly_and_moving_it_is_as_computing_it() -> None:
    result, place = swept(step=0.12345)
    assert result.runs.relative[place] == 0.12345
    moved = gradient_descent.focus(compute(Params(step=1.3)), Params(step=0.12345))
    for name, rows in vars(result.runs).items():
        assert np.array_equal(getattr(moved.runs, name), rows, equal_nan=True), name


def test_least_squares_on_the_cars_ends_at_the_solution_of_numpy() -> None:
    result, place = swept(part="table", method="heavy-ball", beta=0.6, step=1.2, steps=2_000)
    assert result.problem.names[0] == "displacement (cu in)"
    assert result.runs.excess[place, -1] <= 1e-12 * result.problem.quadratic.excess
    rows = np.genfromtxt(gradient_descent.SAMPLE, delimiter=",", skip_header=1)[:, 1:]
    x = (rows[:, 1:] - rows[:, 1:].mean(0)) / rows[:, 1:].std(0)
    assert result.problem.minimum == pytest.approx(np.linalg.lstsq(x, rows[:, 0] - rows[:, 0].mean())[0])
    assert result.remarks == ("Left out: “car” holds text.",)


def test_more_columns_than_rows_is_told_and_ends_at_the_shortest_solution() -> None:
    random = np.random.default_rng(3)
    table = random.normal(size=(4, 8)).round(4)
    text = "y," + ",".join(f"x{i}" for i in range(7)) + "\n" + "\n".join(",".join(map(str, row)) for row in table)
    params = Params(part="table", source="file", standardise=False)
    result = compute(params, text.encode())
    assert "of least norm" in result.remarks[-1]
    x = np.column_stack([table[:, 1:], np.ones(4)])
    assert result.problem.minimum == pytest.approx(np.linalg.pinv(x) @ table[:, 0])
    assert (result.problem.quadratic.curvature == 0).sum() == 4


def test_divergence_is_infinite_never_undefined() -> None:
    for method in ("gd", "heavy-ball", "nesterov", "adam", "sign"):
        result = compute(Params(method=method, step=1.5, steps=500, other="gd", other_step=4.0))
        for runs in (result.runs, result.other):
            assert not np.isnan(runs.excess).any()
            assert not np.isnan(runs.path).any()
    assert math.isinf(result.other.excess[0, -1])


def test_a_direction_without_error_adds_nothing_to_the_loss_by_formula_however_its_factor_grows() -> None:
    """At 1.4·2/λₘₐₓ the steep factor is −1.8, and 1.8²⁰⁰⁰ is past all numbers; the start lies on the flat axis."""
    result, place = swept(start_x=0.0, angle=0.0, step=1.4, steps=2_000)
    runs = result.runs
    assert runs.excess_theory[place] == pytest.approx(runs.excess[place], rel=1e-9)
    assert (runs.modes_theory[place, 0] == 0).all()


def test_sign_descent_hovers_at_a_distance_of_the_order_of_its_step() -> None:
    result, place = swept(method="sign", step=0.5, steps=200, angle=0.0)
    assert result.runs.state[place] == LEVEL_STATE
    assert 0 < np.abs(result.runs.path[place, -1]).max() <= 0.5 * result.unit


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"step": -0.1}, "step"),
        ({"method": "nesterov", "beta": 1.0}, "beta"),
        ({"steep": 0.0, "flat": 0.0}, "steep"),
        ({"start_x": 0.0, "start_y": 0.0}, "start_x"),
        ({"part": "values", "sigma": "0 0"}, "sigma"),
        ({"part": "values", "sigma": "two"}, "sigma"),
        ({"part": "values", "sigma": ""}, "sigma"),
        ({"part": "values", "sigma": "1 inf"}, "sigma"),
        ({"part": "values", "sigma": "1e-9 1"}, "sigma"),
        ({"part": "values", "sigma": "2 -1"}, "sigma"),
        ({"part": "values", "sigma": " ".join(["1"] * 65)}, "sigma"),
        ({"part": "values", "sigma": "2 1", "y": "1"}, "y"),
        ({"part": "values", "sigma": "2 1", "y": "0 0"}, "y"),
        ({"steps": 1}, "steps"),
        ({"accuracy": 0.0}, "accuracy"),
        ({"part": "noise", "inputs": math.nan}, "inputs"),
    ],
)
def test_settings_that_cannot_be_used_name_their_field(values, field) -> None:
    with pytest.raises(InputError) as refused:
        Params(**values)
    assert refused.value.field == field


def test_a_zero_singular_value_is_a_flat_direction_that_stays() -> None:
    result, place = swept(flat=0.0, step=0.4, angle=0.0)
    assert (result.problem.quadratic.curvature == 0).sum() == 1
    assert result.runs.path[place, -1] == pytest.approx([0, 0.9], abs=1e-9)
    assert result.runs.rate[place] == pytest.approx(0.2)


def test_a_file_that_is_not_there_is_missing_and_not_wrong() -> None:
    for part in ("table", "logistic", "network", "noise"):
        with pytest.raises(MissingInput):
            compute(Params(part=part, source="file", data="table"))


def test_the_error_that_is_told_is_the_closed_form_and_the_run() -> None:
    result, place = swept(part="values", sigma="2 1", step=0.8, mode=2, time=7)
    assert result.mode_error.closed[place] == pytest.approx(-(0.6**7))
    assert result.mode_error.run[place] == pytest.approx(-(0.6**7))
    assert swept(method="adam")[0].mode_error is None


def test_the_axis_of_momentum_reaches_past_its_own_limit() -> None:
    for method, beta, limit in (("heavy-ball", 0.5, 1.5), ("nesterov", 0.5, 0.75)):
        result, _ = swept(method=method, beta=beta)
        assert result.even[-1] == pytest.approx(1.5 * limit)
        assert result.limit == pytest.approx(limit)
        inside = result.runs.relative < limit - 1e-9
        assert (result.runs.state[inside] < LEVEL_STATE).all()
        assert (result.runs.state[result.runs.relative > limit + 1e-9] == DIVERGES).all()


def test_noise_on_a_scalar_has_the_limits_of_the_golden_example() -> None:
    # golden.md: x = σ = 1: the mean converges below 1 (the notes print ½), the mean square below 0.4.
    result = compute(BY_NAME["input-noise"])
    assert isinstance(result, Noisy)
    assert result.unit == pytest.approx(1.0)
    assert result.square_limit == pytest.approx(0.4)
    assert result.bound is None


def test_seeds_scatter_about_their_exact_expectation_and_stay_below_the_bound() -> None:
    result = compute(Params(part="noise", convention="halfmean", steps=30, seeds=2_000))
    safe = (result.relative > 0) & (result.relative < 0.4 * result.square_limit)
    off = np.abs(result.mean - result.expected)[safe]
    assert (off <= 5 * result.error[safe] + 1e-12).all()
    assert (result.expected[safe] <= result.bounded[safe] * (1 + 1e-9)).all()
    assert result.bound.limit < result.square_limit * result.unit


def test_training_is_told_for_every_step_size_and_reports_its_progress() -> None:
    heard: list[float] = []
    params = Params(part="network", trained=60, width=4, data="sine", observations=12)
    result = compute(params, progress=heard.append)
    assert isinstance(result, Training)
    assert heard == sorted(heard)
    assert result.losses.shape == (len(result.relative), 61)
    assert result.unit * result.sharpness[0, 0] == pytest.approx(2, rel=2e-3)
    assert result.predictions.shape == (len(result.relative), 121)
    assert result.edge * result.relative * result.unit == pytest.approx(2)


def test_logistic_regression_of_a_table_splits_its_target_at_the_median() -> None:
    result = compute(Params(part="logistic", data="table", trained=40))
    assert result.remarks[-1] == "Classes: “miles per gallon” above its median, and the rest."
    assert set(result.examples.targets) == {-1.0, 1.0}
    assert (np.diff(result.losses[result.relative < 1], axis=1) <= 1e-12).all()


def test_where_nothing_lies_above_the_median_the_largest_value_is_a_class() -> None:
    """Of 1, 2, 3, 3, 3 the median is 3."""
    data = b"y,x\n1,4\n2,1\n3,5\n3,2\n3,7\n"
    result = compute(Params(part="logistic", data="table", source="file", target="y", trained=10), data)
    assert result.remarks[-1] == "Classes: “y” at its largest value, and the rest."
    assert result.examples.targets.tolist() == [-1, -1, 1, 1, 1]


def test_the_logistic_loss_is_a_sum_over_classes_which_a_sine_has_not() -> None:
    classes = Params(part="network", loss="logistic")
    numbers = dataclasses.replace(classes, data="sine")
    losses = fields.declared(Params)["convention"].options
    assert [fields.resolved(losses, each)["mean"] for each in (classes, numbers)] == ["(1/n)Σ", "(1/n)‖·‖²"]
    assert [fields.is_used(each, "loss") for each in (classes, numbers)] == [True, False]


def test_two_runs_of_a_network_start_from_the_same_weights_and_one_of_the_sweep_comes_again() -> None:
    params = Params(part="network", trained=60, width=4, data="sine", observations=12, other="gd", other_step=0.3)
    result = compute(params)
    same = int(np.abs(result.relative - 0.3).argmin())
    np.testing.assert_allclose(result.other.losses[0], result.losses[same], rtol=1e-9)
    np.testing.assert_allclose(result.other.sharpness[0], result.sharpness[same], rtol=1e-2)
    adam = compute(dataclasses.replace(params, other="adam", other_step=0.0)).other
    assert (adam.losses == result.losses[0, 0]).all()  # no step at all
    assert np.isnan(adam.edge).all()
    still = compute(dataclasses.replace(params, other_step=0.0)).other
    assert np.isnan(still.edge).all()


def test_the_loss_that_is_told_of_training_is_that_of_the_run_and_foreseen_while_the_curvature_lasts() -> None:
    params = Params(part="logistic", convention="mean", trained=100, time=4)
    result = compute(params)
    told, slow = result.forecast, 0
    np.testing.assert_array_equal(told.measured, result.losses[:, 4])
    assert told.foreseen[slow] == pytest.approx(told.measured[slow], rel=2e-3)
    assert told.holds[slow] > told.holds[-1]
    np.testing.assert_allclose(told.foreseen, result.foreseen[:, 4])
    assert focus(result, dataclasses.replace(params, time=3_000)).forecast.time == 100
    assert np.isnan(compute(dataclasses.replace(params, method="sign")).forecast.foreseen).all()


def test_noise_reports_before_each_step_and_can_be_stopped_there() -> None:
    """Worst of a link's: 2,000 steps of 2,000 seeds. It must hear a reader who stops it within a moment."""

    class StoppedError(Exception):
        pass

    heard: list[tuple[float, float]] = []

    def report(share: float) -> None:
        heard.append((share, time.process_time()))
        if share > 0.06:
            raise StoppedError

    params = Params(part="noise", data="solvable", steps=2_000, seeds=2_000, batch=100)
    with pytest.raises(StoppedError):
        compute(params, progress=report)
    shares, times = zip(*heard, strict=True)
    assert list(shares) == sorted(shares)
    assert max(np.diff(times)) < 1.0


def test_noise_that_would_take_minutes_is_refused_before_it_begins() -> None:
    table = "y," + ",".join(f"x{i}" for i in range(20)) + "\n"
    random = np.random.default_rng(0)
    table += "\n".join(",".join(f"{one:.3f}" for one in row) for row in random.normal(size=(300, 21)))
    params = Params(part="noise", data="table", source="file", steps=2_000, seeds=2_000, batch=300)
    with pytest.raises(InputError, match=r"must take at most 120 s, and .* would take about \d+ s") as refused:
        compute(params, table.encode())
    assert refused.value.field == "seeds"


@pytest.mark.parametrize("part", ["noise", "logistic"])
def test_a_time_just_above_the_most_is_not_told_as_the_most(part: str, monkeypatch) -> None:
    for module, share in ((duration, 120.2), (sgd_sweep, 60.1)):
        monkeypatch.setattr(module, "seconds", lambda slug, work, share=share: share)
    with pytest.raises(InputError, match=r"at most 120 s, and .* would take about 121 s"):
        compute(Params(part=part))


def any_params(random: np.random.Generator) -> Params:
    """Settings as a link may hold, small numbers as likely as large ones."""

    def up_to(low: int, high: int) -> int:
        return int(np.exp(random.uniform(np.log(low), np.log(high))))

    choices = {**fields.literals(Params), "method": tuple(LABELS), "other": ("none", *LABELS)}
    del choices["source"]
    numbers = {"steps": (2, 2_000), "observations": (4, 400), "trained": (10, 3_000), "layers": (1, 2),
               "width": (1, 32), "batch": (1, 300), "seeds": (2, 2_000), "seed": (1, 1_000)}  # fmt: skip
    chosen = {name: str(random.choice(options)) for name, options in choices.items()}
    counts = {name: up_to(low, high) for name, (low, high) in numbers.items()}
    sigma = " ".join(f"{one:.3g}" for one in random.uniform(0.1, 3, up_to(1, 64)))
    return Params(**chosen, **counts, sigma=sigma, beta=random.uniform(0, 0.999), inputs=random.uniform(0, 2))


@pytest.mark.parametrize("part", fields.options(Params, "part"))
def test_a_result_says_what_it_holds(part: str) -> None:
    random, found = np.random.default_rng(1), 0
    while found < 4:
        params = dataclasses.replace(any_params(random), part=part)
        if estimate_seconds(gradient_descent, params, None) > (0.3 if part == "network" else 0.1):
            continue
        result = compute(params)
        assert abs(result.nbytes - held(result, {})) <= 0.2 * held(result, {}) + 10_000
        found += 1


def held(value: object, found: dict[int, object]) -> int:
    """The memory of all arrays behind a result: of views the whole, each array once."""
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        seen_before = id(value) in found
        found[id(value)] = value
        return 0 if seen_before else value.nbytes
    parts = value if isinstance(value, tuple) else vars(value).values() if dataclasses.is_dataclass(value) else ()
    return sum(held(part, found) for part in parts)


def test_long_runs_of_adam_are_made_some_step_sizes_at_a_time_and_come_out_the_same(monkeypatch) -> None:
    """64 coordinates, 2,000 steps and 241 step sizes are 31 million numbers, of which several copies would live."""
    params = Params(part="values", sigma="3 2 1", method="adam", steps=30)
    whole, sizes, made = compute(params).runs, [], methods.run

    def counted(objective, start, *rest, **options):
        sizes.append(len(start))
        return made(objective, start, *rest, **options)

    monkeypatch.setattr(quadratic_runs, "TOGETHER", 3_000)
    monkeypatch.setattr(methods, "run", counted)
    parts = compute(params).runs
    assert max(sizes) * 31 * 3 <= 3_000
    for name, rows in vars(whole).items():
        np.testing.assert_allclose(getattr(parts, name), rows, rtol=1e-12)


def table_of(rows: int, columns: int) -> bytes:
    values = np.random.default_rng(0).normal(size=(rows, columns)).round(3)
    names = ",".join(f"c{place}" for place in range(columns))
    return "\n".join([names, *(",".join(map(str, row)) for row in values)]).encode()


def test_training_that_would_take_minutes_is_refused_before_it_begins_with_steps_that_fit(monkeypatch) -> None:
    monkeypatch.setattr(training_sweep, "train", None)
    params = Params(part="network", data="table", source="file", layers=2, width=32, trained=3_000)
    table = table_of(2_000, 6)
    with pytest.raises(InputError, match=r"at most 120 s, and 3,000 steps on 2,000 rows would take") as refused:
        gradient_descent.compute(params, table)
    assert refused.value.field == "trained"
    [fit] = re.findall(r"at most ([\d,]+) steps", refused.value.remedy)
    steps = int(fit.replace(",", ""))
    works = (duration.training(params, one, 2_000, 5) for one in (steps, steps + 1))
    taken = [seconds("gradient-descent", work) for work in works]
    assert taken[0] <= duration.MOST_SECONDS < taken[1]


@pytest.mark.parametrize("part", ["logistic", "network"])
def test_training_on_the_largest_table_says_how_far_it_is_at_every_few_products(part: str) -> None:
    """Progress is where a job can be stopped: between two words of it, the Hessian of all checks was once measured."""
    params = Params(part=part, data="table", source="file", layers=1, width=8, trained=10, other="adam")
    heard: list[float] = []
    gradient_descent.compute(params, table_of(2_000, 3), progress=heard.append)
    assert len([share for share in heard if 0.45 < share <= 0.9]) >= (4 if part == "network" else 1)
    assert heard == sorted(heard)


@pytest.mark.parametrize(
    ("part", "remedy"),
    [("table", "Switch standardising off"), ("noise", "Switch standardising off"),
     ("logistic", "Choose other columns"), ("network", "Choose other columns")],
)  # fmt: skip
def test_the_remedy_for_constant_columns_is_a_control_that_the_part_shows(part: str, remedy: str) -> None:
    params = Params(part=part, data="table", source="file")
    with pytest.raises(InputError, match="must take two values") as refused:
        gradient_descent.compute(params, b"y,one\n1,5\n2,5\n4,5\n")
    assert refused.value.remedy.startswith(remedy)
    assert fields.is_used(params, refused.value.field)


halves_of_emoji = st.text(st.sampled_from("\ud83d\ude00\U0001f600a,\\~ ") | st.characters(exclude_categories=()))


@given(st.lists(halves_of_emoji, max_size=5).map(tuple))
@example(("\U0001f600", "\ud83d", "\ud83d\ude00"))
def test_columns_of_any_name_are_chosen_by_link_and_by_hand(features: tuple[str, ...]) -> None:
    params = Params(part="table", source="file", features=features)
    assert link.read_by_hand(Params, "features", link.write_by_hand(Params, "features", features)) == features
    _, query = link.read_address("gradient-descent?" + link.query_string(link.encode(params)))
    assert link.decode(Params, query) == link.Decoded(params, ())


def test_where_a_hand_chooses_noise_the_expected_loss_falls_at_the_step_size_it_begins_with() -> None:
    params = Params(part="noise", **fields.begun(Params, "part", "noise"))
    result = compute(params)
    assert isinstance(result, Noisy)
    expected = result.expected[np.abs(result.relative - params.step).argmin()]
    assert (np.diff(expected) <= 0).all()
    assert expected[-1] < 0.1 * expected[0]
    assert params.step < result.square_limit


@pytest.mark.parametrize("method", LABELS)
@pytest.mark.parametrize(("steep", "flat", "field"), [(1e-160, 0.0, "steep"), (2.0, 5e-324, "flat")])
def test_a_singular_value_by_which_no_step_can_be_taken_is_refused_at_its_control(
    method: str, steep: float, flat: float, field: str
) -> None:
    with pytest.raises(InputError, match="0 or from") as caught:
        compute(Params(method=method, steep=steep, flat=flat))
    assert caught.value.field == field


@pytest.mark.parametrize(("values", "says"), [
    ({"angle": 0.0, "start_x": 0.0, "start_y": 1.0}, "though not from this one"),  # no error along the steep axis
    ({"angle": 0.0, "start_x": 1.0, "start_y": 0.0}, "diverges"),
    ({"part": "values", "y": "0 1"}, "though not from this one"),
    ({"part": "values", "y": "1 0"}, "diverges"),
])  # fmt: skip
def test_above_the_limit_a_start_without_error_in_the_steep_modes_does_not_diverge(values: dict, says: str) -> None:
    result = compute(Params(step=1.2, steps=60, **values))
    row = result.runs.relative == 1.2
    assert (result.runs.excess[row, -1] < 1e-6).item() == (says != "diverges")
    assert result.table()["behaviour"][row.nonzero()[0][0]].endswith(says)
