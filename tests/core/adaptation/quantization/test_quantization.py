"""The lab as a whole: golden numbers, sweeps, formats, whole numbers, the model and training on the codes."""

import io
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch

from catalog import ROOT
from core import link
from core.adaptation import quantization
from core.adaptation.quantization import Params, compute
from core.adaptation.quantization import quantization_aware_training as straight_through
from core.adaptation.quantization.calibration import Calibration
from core.adaptation.quantization.decibels import quantisation_limit_db
from core.adaptation.quantization.format_table import schemes
from core.adaptation.quantization.integer_pipeline import example, fixed_point, requantised, run
from core.adaptation.quantization.quantised_model import (
    evaluate,
    forward_variants,
    held_out,
    layer_inputs,
    of_layer,
    quantised,
    reference,
)
from core.adaptation.quantization.scheme import Scheme
from core.costs import estimate_seconds
from core.errors import InputError
from core.models.text_model import stories
from core.models.transformer import forward

pytestmark = [pytest.mark.filterwarnings("ignore:.*quantize:UserWarning"),
              pytest.mark.filterwarnings("ignore:.*quantization.*:DeprecationWarning")]  # fmt: skip


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def at(result, value: float) -> int:
    return int(np.flatnonzero(result.values == value)[0])


def test_notes_zero_point_saturates_the_four_largest_and_the_right_one_does_not() -> None:
    wrong = compute(Params(source="notes", affine=True, bits=8, zero_point="notes"))
    step = at(wrong, 8)
    assert wrong.zero[step] == 85
    assert wrong.numbers.code[step].tolist() == [103, 41, 127, 127, 59, 127, 85, 127, 0, 126]
    assert wrong.as_notes.code[step].tolist() == [-25, -87, 83, 35, -69, 24, -43, 127, -128, -2]
    assert wrong.mean_square[step] == pytest.approx(1.848862, abs=5e-7)
    assert wrong.clipped[step] == pytest.approx(0.4)
    right = compute(Params(source="notes", affine=True, bits=8))
    assert right.zero[step] == -43
    assert right.mean_square[step] == pytest.approx(7.252595e-5, rel=1e-7)
    assert right.as_notes.code[step].tolist() == wrong.numbers.code[step].tolist()


def test_even_numbers_follow_20_log_of_the_steps_at_every_number_of_bits() -> None:
    even = npy(np.linspace(0, 1, 200_001, dtype=np.float32)[None])
    result = compute(Params(source="file", signed=False), even)
    powers = result.ratio_db - 10 * np.log10(4)  # of numbers from 0 to 1 the power is 1/3, that of their spread 1/12
    assert powers[:8] == pytest.approx(quantisation_limit_db(result.values)[:8], abs=0.05)
    assert quantisation_limit_db(np.array([4.0, 8.0])) == pytest.approx([23.52, 48.13], abs=0.005)


@pytest.mark.parametrize("format", ["int", "e4m3", "nf4", "mxfp4", "nvfp4"])
@pytest.mark.parametrize("granularity", ["tensor", "group"])
def test_threshold_of_the_whole_range_is_min_max_and_parts_add_up(format: str, granularity: str) -> None:
    params = {"source": "file", "format": format, "granularity": granularity, "group": 60, "bits": 4}
    tensor = npy(np.random.default_rng(1).laplace(size=(64, 128)).astype(np.float32))
    swept = compute(Params(sweep="threshold", **params), tensor)
    plain = compute(Params(sweep="group", **params), tensor)
    step = at(plain, 64 * 128 if granularity == "tensor" else 64)
    if granularity == "tensor" and format not in ("mxfp4", "nvfp4"):
        assert swept.mean_square[-1] == pytest.approx(plain.mean_square[step], rel=1e-5)
    best, crossing = swept.balance
    assert swept.mean_square[best] == swept.mean_square.min() <= swept.mean_square[-1]
    if crossing is not None:
        assert swept.rounding[crossing] >= swept.clipping[crossing]
        assert swept.rounding[crossing - 1] < swept.clipping[crossing - 1]


def test_least_error_by_calibration_is_the_least_on_the_curve() -> None:
    curve = compute(Params(source="laplace", sweep="threshold", bits=4))
    found = compute(Params(source="laplace", calibration="mse", bits=4))
    assert found.mean_square[at(found, 4)] == pytest.approx(curve.mean_square.min(), rel=1e-5)


def test_stochastic_errors_have_twice_the_power_of_rounded_ones() -> None:
    nearest, chance = (compute(Params(source="normal", rounding=kind)) for kind in ("nearest", "stochastic"))
    ratio = chance.mean_square / nearest.mean_square
    assert ratio[at(chance, 5) : at(chance, 8)] == pytest.approx(2.0, rel=0.03)


def test_rows_whose_scale_has_no_inverse_in_single_precision_keep_errors_by_chance_finite() -> None:
    rows = np.random.default_rng(0).standard_normal((2, 8)) * np.array([[1.0], [1e-40]])
    params = Params(source="file", format="e5m2", granularity="channel", rounding="stochastic", sweep="threshold")
    both, first = compute(params, npy(rows)), compute(params, npy(rows[:1]))
    assert both.mean_square == pytest.approx(first.mean_square / 2)


def test_left_out_numbers_change_nothing_for_the_rest() -> None:
    rows = np.random.default_rng(0).standard_normal((4, 64)).astype(np.float32)
    holed = np.concatenate([rows, np.full((1, 64), np.nan, np.float32)])
    with_holes, without = (compute(Params(source="file"), npy(each)) for each in (holed, rows))
    assert with_holes.ratio_db == pytest.approx(without.ratio_db)
    assert with_holes.counts.sum() == without.counts.sum() == 256
    assert any("NaN: 64;" in remark for remark in with_holes.remarks)


@pytest.mark.parametrize("part", ["tensor", "formats"])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_what_was_left_out_is_in_no_histogram_on_whichever_side_of_zero_the_others_lie(part: str, sign: float) -> None:
    """Logarithms of probabilities are all negative, and some are −∞."""
    rows = sign * np.random.default_rng(0).uniform(1, 9, (4, 64)).astype(np.float32)
    holed = np.concatenate([rows, np.full((1, 64), -np.inf, np.float32)])
    with_holes, without = (compute(Params(source="file", part=part), npy(each)) for each in (holed, rows))
    assert with_holes.counts.tolist() == without.counts.tolist()
    assert with_holes.counts.sum() == 256


@pytest.mark.parametrize("value", [0.0, 3.0, -1e-9, 1e14])
@pytest.mark.parametrize("affine", [False, True])
def test_a_constant_tensor_comes_back_and_zero_has_the_scale_zero(value: float, affine: bool) -> None:
    for sweep in ("bits", "threshold", "group"):
        result = compute(Params(source="file", affine=affine, sweep=sweep), npy(np.full((3, 7), value, np.float32)))
        assert np.isfinite(result.mean_square).all()
        assert result.remarks
        if value == 0:
            assert not result.mean_square.any()
            assert not result.scale.any()
        elif sweep == "bits" and not affine and value > 0:
            assert result.mean_square[1:] == pytest.approx(0, abs=1e-12 * value**2)


@pytest.mark.parametrize(("field", "value", "where"), [
    ("bits", 0, {}), ("bits", 33, {}), ("bits", 9, {}), ("bits", 1, {"part": "training"}),
    ("bits", 1, {"part": "model"}), ("bits", 16, {"part": "model"}),
    ("group", 1, {"granularity": "group"}), ("clip", 0.0, {"sweep": "threshold"}), ("layer", "9.up", {}),
    ("percentile", 101.0, {"calibration": "percentile"}), ("index", 11, {}), ("index", 10, {"part": "pipeline"}),
    ("trained", 5_000, {"part": "training"}),
])  # fmt: skip
def test_settings_that_cannot_be_are_named(field: str, value: object, where: dict[str, Any]) -> None:
    with pytest.raises(InputError) as refused:
        Params(**{field: value}, **where)
    assert refused.value.field == field


def test_a_format_that_is_not_chosen_refuses_nothing() -> None:
    assert compute(Params(source="notes", format="e4m3", bits=9, narrow=True, signed=False)).mean_square[-1] > 0


@pytest.mark.parametrize("value", [1e30, -1e-30])
def test_numbers_whose_squares_have_no_place_are_refused(value: float) -> None:
    with pytest.raises(InputError, match="squared errors cannot be written in 32 bits"):
        compute(Params(source="file"), npy(np.full((3, 7), value)))


def test_notes_zero_point_is_no_other_where_codes_begin_at_zero_and_is_not_asked_for() -> None:
    params = Params(source="notes", affine=True, signed=False, zero_point="notes", bits=8)
    ignored = compute(params)
    assert "zero_point" not in link.encode(params)
    assert ignored.zero[at(ignored, 8)] == 85
    assert ignored.mean_square[at(ignored, 8)] == pytest.approx(7.252595e-5, rel=1e-7)


@pytest.mark.parametrize("numbers", [
    np.arange(1, 50) / 7, np.random.default_rng(1).random((16, 3000)).astype(np.float32),
])  # fmt: skip
def test_what_comes_back_as_zeros_is_lost_whole_and_its_ratio_is_0_db(numbers: np.ndarray) -> None:
    every = compute(Params(part="formats", source="file"), npy(numbers))
    assert (every.ratio_db[:, every.names.index("int1")] == 0).all()
    for sweep in ("bits", "threshold", "group"):
        found = compute(Params(source="file", sweep=sweep, bits=1), npy(numbers))
        assert (found.ratio_db[: 1 if sweep == "bits" else None] == 0).all()


def test_a_group_that_does_not_divide_is_told() -> None:
    told = [compute(Params(source="normal", granularity="group", group=group)).remarks for group in (100, 73)]
    assert told == [
        ("512 is no multiple of 100: the last group of each row has 12 numbers.",),
        ("512 is no multiple of 73: the last group of each row has 1 number.",),
    ]


def test_all_formats_agree_with_each_alone() -> None:
    tensor = npy(np.random.default_rng(1).standard_t(4, (64, 128)).astype(np.float32))
    table = compute(Params(part="formats", source="file", other="e4m3"), tensor)
    step = at(table, 64 * 128)
    for name, scheme in schemes(Scheme()).items():
        if name in ("mxfp4", "nvfp4") or not isinstance(scheme.bits, int):
            continue
        alone = compute(Params(source="file", format=scheme.format, bits=scheme.bits, affine=scheme.affine,
                               signed=scheme.signed, sweep="group"), tensor)  # fmt: skip
        place = table.names.index(name)
        assert table.mean_square[step, place] == pytest.approx(alone.mean_square[at(alone, 64 * 128)], rel=1e-6), name
    assert len(table.table()) == table.mean_square.size


def test_whole_numbers_with_corrections_are_the_product_of_what_the_codes_stand_for() -> None:
    x, w, b = example(3)
    for bits in (2, 5, 8):
        stage = run(x, w, b, bits, affine_weights=True)
        (s_x, s_w, s_y), (z_x, z_w, z_y) = stage.scales, stage.zeros
        meant = (s_x * (stage.x_code - z_x)) @ (s_w * (stage.w_code - z_w)) + s_x * s_w * stage.b_code
        assert stage.y == pytest.approx(meant, rel=1e-9, abs=1e-12)
        assert stage.back == pytest.approx(s_y * (stage.y_code - z_y))
        inside = (stage.y_code > -(2 ** (bits - 1))) & (stage.y_code < 2 ** (bits - 1) - 1)
        assert np.all(np.abs(stage.back - stage.y)[inside] <= s_y / 2 * (1 + 1e-6))


def test_requantised_layer_is_torchs_quantised_linear() -> None:
    if "x86" not in torch.backends.quantized.supported_engines:
        pytest.skip("torch was built without a quantised engine")
    x, w, b = example(0)
    stage = run(x, w, b, 8, affine_weights=False)
    (s_x, s_w, s_y), (z_x, _, z_y) = stage.scales, stage.zeros
    # torch's inputs are unsigned: 128 more, in code and zero-point.
    x_q = torch.quantize_per_tensor(torch.from_numpy(x).float(), s_x, int(z_x) + 128, torch.quint8)
    w_q = torch.quantize_per_tensor(torch.from_numpy(w.T.copy()).float(), s_w, 0, torch.qint8)
    packed = torch.ops.quantized.linear_prepack(w_q, torch.from_numpy(b).float())
    y = torch.ops.quantized.linear(x_q, packed, s_y, int(z_y) + 128)
    assert np.abs(y.int_repr().numpy().astype(int) - 128 - stage.y_code).max() <= 1  # they round the bias otherwise
    assert y.dequantize().numpy() == pytest.approx(stage.back, abs=1.01 * s_y)


def test_fixed_point_multiplier_holds_31_bits() -> None:
    for multiplier in (0.0071, 0.5, 0.99999999999, 1.0, 3.7):
        whole, shift = fixed_point(multiplier)
        assert 2**30 <= whole < 2**31
        assert whole * 2.0**-shift == pytest.approx(multiplier, rel=2**-31)
    codes = np.array([[5, -5, 7, 2**31 - 1]])
    assert requantised(codes, *fixed_point(0.5)).tolist() == [[3, -3, 4, 2**30]]


def test_model_with_nothing_changed_is_the_model_and_variants_are_their_own() -> None:
    model = stories().transformer
    one = forward_variants(model, held_out())[0]
    assert torch.allclose(one, forward(model, held_out()), atol=1e-4)
    scheme, rule = Scheme(bits=3, granularity="channel"), Calibration()
    changes = [{name: quantised(name, scheme, rule).weights} for name in ("1.up", "embedding")]
    together = evaluate([{}, *changes])[1]
    apart = [evaluate([change])[1][0] for change in changes]
    assert together[0] == pytest.approx(0, abs=1e-6)
    assert together[1:] == pytest.approx(apart, rel=1e-3)
    assert evaluate([{}])[0][0] == pytest.approx(reference()[1], rel=1e-5)
    assert reference()[1] < 1.0  # it knows the stories of people it never met


def test_weight_and_output_errors_are_those_of_the_matrices() -> None:
    one = quantised("2.down", Scheme(bits=4, granularity="channel"), Calibration())
    true, back = of_layer("2.down").astype(np.float64), one.weights.T.numpy().astype(np.float64)
    x = layer_inputs()["2.down"].astype(np.float64)
    assert one.weight_error == pytest.approx(np.square(back - true).sum() / np.square(true).sum(), rel=1e-4)
    assert one.output_error == pytest.approx(
        np.square(x @ (back - true).T).sum() / np.square(x @ true.T).sum(), rel=1e-4
    )


def test_more_bits_bring_the_model_nearer_and_activations_in_few_take_it_away() -> None:
    names = ("embedding", "0.value", "2.down")
    by_bits = [Scheme(bits=bits) for bits in (2, 4, 8)]
    rounded = [{name: quantised(name, scheme, Calibration()).weights for name in names} for scheme in by_bits]
    divergence = [evaluate([each])[1][0] for each in rounded]
    assert divergence[0] > divergence[1] > divergence[2] > 0
    assert evaluate([{}], 4)[1][0] > evaluate([{}], 8)[1][0] > 0


def test_straight_through_gradient_is_torchs_fake_quantise() -> None:
    draw = np.random.default_rng(0)
    weights, most = draw.standard_normal((1, 5, 4)), np.array([[[3.0]]])
    codes, inside = straight_through.fake_quantise(weights, most)
    scale = float(np.abs(weights).max() / 3)
    leaf = torch.from_numpy(weights).float().requires_grad_()
    theirs = torch.fake_quantize_per_tensor_affine(leaf, scale, 0, -3, 3)
    theirs.sum().backward()
    assert codes == pytest.approx(theirs.detach().numpy(), abs=1e-6)
    assert np.array_equal(inside, leaf.grad.numpy() != 0)


def test_networks_gradients_are_autograds() -> None:
    weights, biases = straight_through._started(5, 1, 2)
    x, y = (each[:, None] for each in straight_through.points(0))
    losses, gradients = straight_through.gradients(x, y, weights, biases)
    leaves = [torch.from_numpy(each).requires_grad_() for each in (*weights, *biases)]
    hidden = torch.tanh(torch.from_numpy(x) @ leaves[0] + leaves[3])
    out = torch.tanh(hidden @ leaves[1] + leaves[4]) @ leaves[2] + leaves[5]
    squared = (out - torch.from_numpy(y)).square().mean((1, 2))
    squared.sum().backward()
    assert losses == pytest.approx(squared.detach().numpy())
    for ours, leaf in zip(gradients, leaves, strict=True):
        assert ours == pytest.approx(leaf.grad.numpy(), abs=1e-12)


def test_few_bits_are_better_trained_on_than_rounded_to() -> None:
    result = straight_through.train(12, 250, 0, lambda fraction: None)
    assert np.all(result.aware[:2, -1] < result.after[:2, -1] / 1.5)
    assert result.aware[-1, -1] == pytest.approx(result.float_loss[-1], rel=1.0)
    assert result.float_loss[-1] < 0.05 * result.float_loss[0]


def test_every_part_has_a_table_and_a_size() -> None:
    for part in ("tensor", "formats", "pipeline", "training"):
        result = compute(Params(part=part, source="notes", trained=20))
        assert len(result.table())
        assert 0 < result.nbytes < 20e6


def test_a_model_whose_ranges_are_searched_for_is_estimated_to_take_longer() -> None:
    """By the processor's time on one core: 2 s at the largest magnitude, 8 s by the divergence, 25 s in pairs."""
    for measured, settings in (
        (1.9, {}),
        (7.6, {"calibration": "kl"}),
        (8.8, {"calibration": "mse", "granularity": "group", "group": 8}),
        (25.2, {"calibration": "mse", "granularity": "group", "group": 2}),
    ):
        estimate = estimate_seconds(quantization, Params(part="model", **settings), None)
        assert measured / 2 <= estimate <= 3 * measured, settings


def test_a_group_of_no_numbers_that_nothing_shares_a_scale_by_is_not_asked_for() -> None:
    """A link may say ``group=0`` beside one scale for the whole tensor."""
    beside, usual = (compute(Params(source="normal", group=group)).table() for group in (0, 64))
    pd.testing.assert_frame_equal(beside, usual)


def test_without_zero_points_the_layer_that_the_theory_names_is_off_by_five_to_eleven() -> None:
    x, w = np.array([[1.5, 5.0], [3.0, 3.5]]), np.array([[0.4, 2.0], [1.0, 1.8]])
    stages = run(x, w, np.zeros(2), 8, affine_weights=True)
    off = np.abs(stages.uncorrected - x @ w)
    most = np.abs(stages.y - x @ w).max()
    said = (ROOT / "assets/theory/quantization.md").read_text(encoding="utf-8")
    assert f"are off by {off.min():.0f} to {off.max():.0f}; with those terms by {most:.2f} at the most" in said
    assert "inputs 1.5, 5 and 3, 3.5, the weights 0.4, 2 and 1, 1.8, and 8 bits" in said


def test_of_a_half_that_is_not_clipped_rounding_makes_half_of_a_step_squared_by_12() -> None:
    """However small it is beside what the clipped half loses."""
    table = compute(Params(source="uniform", bits=16, signed=False)).table().iloc[-1]
    share = 1 - table.clipped_share
    assert table.by_rounding == pytest.approx(share * table.predicted_step2_over_12, rel=0.05)
