"""The round trip, its scales and its calibration against torch's quantisation operators and observers."""

import time

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from ml_dtypes import bfloat16, float4_e2m1fn, float8_e4m3fn
from torch.ao.quantization.observer import (
    MinMaxObserver,
    MovingAverageMinMaxObserver,
    PerChannelMinMaxObserver,
)

from core.adaptation.quantization import calibration as calibrating
from core.adaptation.quantization.blocks import lay_out
from core.adaptation.quantization.calibration import TRIED, Calibration, calibrated, search
from core.adaptation.quantization.fake_quantization import fake_quantized, per_block, ranges, round_trip
from core.adaptation.quantization.formats import BF16, FP16, KNOWN, NF4, round_to
from core.adaptation.quantization.scheme import ScaleAndZero, Scheme, scales_of
from core.errors import InputError

# torch's own operators are on their way out; they are what the world's quantised models were made with.
pytestmark = [pytest.mark.filterwarnings("ignore:.*quantize:UserWarning"),
              pytest.mark.filterwarnings("ignore:.*quantization.*:DeprecationWarning")]  # fmt: skip
NOTES = np.array([[0.5, -1.2, 3.4, 2.1, -0.7, 1.8, 0, 4.6, -2.3, 1.1]], np.float32)
SCHEMES = [
    *(Scheme(bits=bits, affine=affine, signed=signed, narrow=narrow, granularity=granularity, group=24)
      for bits in (2, 4, 8, 16) for affine in (False, True) for signed in (True, False) for narrow in (False, True)
      for granularity in ("tensor", "channel", "group") if affine or signed or not narrow),
    Scheme(bits=1), Scheme(bits=1, affine=True), Scheme(bits=4, halved=True, granularity="channel"),
    *(Scheme(format, granularity="group", group=24) for format in ("e4m3", "e5m2", "e2m1", "nf4")),
    *(Scheme(format) for format in ("mxfp4", "nvfp4", "bf16", "fp16")),
    Scheme(bits=4, granularity="group", group=24, scales="fp16"),
]  # fmt: skip
PLAIN = ScaleAndZero(np.ones(1, np.float32), np.zeros(1, np.float32))
every_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=str)


def normal(rows: int = 12, columns: int = 100, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((rows, columns)).astype(np.float32)


def trip(matrix, scheme, found=None):
    blocks = lay_out(matrix, scheme)
    scales = scales_of(scheme, found or ranges(blocks, scheme))
    back, errors = round_trip(blocks, scheme, scales)
    return blocks.matrix(back), errors, scales


def test_notes_numbers_with_the_right_zero_point() -> None:
    back, errors, scales = trip(NOTES, Scheme(affine=True))
    assert scales.scale[0] == pytest.approx(6.9 / 255, rel=1e-6)
    assert scales.zero[0] == -43
    codes = np.rint(back[0] / scales.scale[0]) + scales.zero[0]
    assert codes.tolist() == [-25, -87, 83, 35, -69, 24, -43, 127, -128, -2]
    assert back[0] == pytest.approx(
        [0.487059, -1.190588, 3.409412, 2.110588, -0.703529, 1.812941, 0, 4.6, -2.3, 1.109412], abs=1e-6
    )
    assert errors.mean_square(10)[0] == pytest.approx(7.252595e-5, rel=1e-4)
    assert errors.largest.max() == pytest.approx(0.012941, abs=1e-6)


@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize(("affine", "halved"), [(False, False), (False, True), (True, False)])
def test_one_scale_is_bit_exact_with_torchs_fake_quantise_and_observer(bits: int, affine: bool, halved: bool) -> None:
    matrix = normal() * 3
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    back, _, scales = trip(matrix, Scheme(bits=bits, affine=affine, halved=halved))
    x = torch.from_numpy(matrix)
    if affine or halved:
        kind = torch.per_tensor_affine if affine else torch.per_tensor_symmetric
        observer = MinMaxObserver(quant_min=low, quant_max=high, dtype=torch.qint8, qscheme=kind)
        observer(x)
        scale, zero = observer.calculate_qparams()
        assert (scale.item(), zero.item()) == (scales.scale[0], scales.zero[0])
    scale, zero = float(scales.scale[0]), int(scales.zero[0])
    theirs = torch.fake_quantize_per_tensor_affine(x, scale, zero, low, high)
    assert np.array_equal(back, theirs.numpy())
    if bits == 8:
        codes = torch.quantize_per_tensor(x, scale, zero, torch.qint8)
        assert np.array_equal(back, codes.dequantize().numpy())


def test_a_scale_for_each_channel_is_bit_exact_with_torchs() -> None:
    matrix = normal() * np.geomspace(0.01, 10, 12, dtype=np.float32)[:, None]
    back, _, scales = trip(matrix, Scheme(bits=8, affine=True, granularity="channel"))
    observer = PerChannelMinMaxObserver(dtype=torch.qint8, qscheme=torch.per_channel_affine)
    observer(torch.from_numpy(matrix))
    scale, zero = observer.calculate_qparams()
    assert np.array_equal(scale.numpy(), scales.scale)
    assert np.array_equal(zero.numpy(), scales.zero)
    codes = torch.quantize_per_channel(torch.from_numpy(matrix), scale, zero, 0, torch.qint8)
    assert np.array_equal(back, codes.dequantize().numpy())


@pytest.mark.parametrize(("format", "kind"), [("bf16", torch.bfloat16), ("fp16", torch.float16)])
def test_casts_are_torchs(format: str, kind: torch.dtype) -> None:
    matrix = normal() * np.geomspace(1e-8, 1e4, 12, dtype=np.float32)[:, None]
    assert np.array_equal(trip(matrix, Scheme(format))[0], torch.from_numpy(matrix).to(kind).float().numpy())


@pytest.mark.parametrize(("format", "kind"), [("e4m3", torch.float8_e4m3fn), ("e5m2", torch.float8_e5m2)])
def test_fp8_under_a_scale_is_torchs_cast_of_the_scaled_numbers(format, kind) -> None:
    matrix, codes = normal(), KNOWN[format].codes
    back, _, scales = trip(matrix, Scheme(format, granularity="channel"))
    scaled = torch.from_numpy(matrix) * torch.from_numpy(scales.inverse)[:, None]
    theirs = scaled.clamp(-codes.largest, codes.largest).to(kind).float() * torch.from_numpy(scales.scale)[:, None]
    assert np.array_equal(back, theirs.numpy())


def test_mxfp4_scales_are_powers_of_two_below_the_peak() -> None:
    matrix = normal(4, 64) * np.array([[1e-3], [1.0], [7.0], [1e5]], np.float32)
    back, _, scales = trip(matrix, Scheme("mxfp4"))
    blocks = matrix.reshape(-1, 32)
    peak = np.abs(blocks).max(1)
    assert np.array_equal(scales.scale, 2.0 ** (np.floor(np.log2(peak)) - 2))
    elements = np.clip(blocks / scales.scale[:, None], -6, 6).astype(float4_e2m1fn).astype(np.float32)
    assert np.array_equal(back.reshape(-1, 32), elements * scales.scale[:, None])


def test_nvfp4_scales_are_e4m3_numbers_of_one_single() -> None:
    matrix = normal(4, 64) * np.array([[1e-3], [1.0], [7.0], [30.0]], np.float32)
    back, _, scales = trip(matrix, Scheme("nvfp4"))
    blocks = matrix.reshape(-1, 16)
    whole = np.float32(np.abs(matrix).max() / (448 * 6))
    in_e4m3 = (np.abs(blocks).max(1) / 6 / whole).astype(float8_e4m3fn).astype(np.float32)
    assert np.array_equal(scales.scale, in_e4m3 * whole)
    assert in_e4m3.max() == 448
    assert np.all(np.abs(back) <= 448 * 6 * whole)


@every_scheme
def test_loops_and_numpys_operators_agree_to_the_bit(scheme: Scheme) -> None:
    for matrix in (normal(), normal(7, 1000, 1) * 1e-3, np.zeros((2, 5), np.float32)):
        blocks = lay_out(matrix, scheme)
        scales = scales_of(scheme, ranges(blocks, scheme))
        back, errors = round_trip(blocks, scheme, scales)
        theirs = fake_quantized(blocks.x, scheme, per_block(blocks, scales))
        assert np.array_equal(back, theirs)
        loose = 0.03 if scheme.format == "int" and scheme.bits == 16 else 1e-3  # singles themselves are as coarse
        square = np.square(theirs.astype(np.float64) - blocks.x).sum(1)
        assert (errors.rounding + errors.clipping)[:, 0] == pytest.approx(square, rel=loose, abs=1e-30)
        assert errors.largest[:, 0] == pytest.approx(np.abs(theirs - blocks.x).max(1), rel=loose)


@pytest.mark.parametrize("scheme", [*SCHEMES[::5], *SCHEMES[-8:]], ids=str)
@settings(max_examples=12, deadline=None)
@given(values=arrays(np.float32, (2, 48), elements=st.floats(-1000, 1000, width=32)))
def test_zero_is_kept_order_too_and_a_second_trip_changes_nothing(scheme: Scheme, values) -> None:
    values[np.abs(values) < 1e-6] = 0
    blocks = lay_out(values, scheme)
    scales = scales_of(scheme, ranges(blocks, scheme))
    back, errors = round_trip(blocks, scheme, scales)
    assert np.all(back[blocks.x == 0] == 0)
    again, _ = round_trip(lay_out(blocks.matrix(back), scheme), scheme, scales)
    assert again == pytest.approx(back, rel=1e-6)
    order = np.argsort(blocks.x, axis=1)
    assert np.all(np.diff(np.take_along_axis(back, order, 1), axis=1) >= 0)
    if scheme.format == "int" and not errors.clipped.any():
        scale = per_block(blocks, scales).scale
        assert np.all(np.abs(back - blocks.x) <= scale * 0.5 * (1 + 1e-4) + 1e-5 * np.abs(blocks.x))


def test_a_last_group_that_is_shorter_has_a_scale_of_its_own() -> None:
    matrix = normal(3, 100)
    back, _, scales = trip(matrix, Scheme(bits=4, granularity="group", group=64))
    assert len(scales.scale) == 6
    rest = trip(np.ascontiguousarray(matrix[:, 64:]), Scheme(bits=4, granularity="channel"))[0]
    assert np.array_equal(back[:, 64:], rest)


def test_scales_cost_bits() -> None:
    assert Scheme(bits=4, granularity="group", group=128).bits_per_number(4096, 4096) == 4.25
    assert Scheme(bits=4, granularity="group", group=128, scales="fp16").bits_per_number(4096, 4096) == 4.125
    assert Scheme(bits=4, affine=True, granularity="group", group=32).bits_per_number(64, 64) == 4 + 36 / 32
    assert Scheme("mxfp4").bits_per_number(64, 64) == 4.25
    assert Scheme("nvfp4").bits_per_number(64, 64) == 4.5 + 32 / 64**2
    assert Scheme("bf16").bits_per_number(64, 64) == 16


def test_a_narrow_range_that_would_leave_zero_out_is_refused() -> None:
    with pytest.raises(InputError, match="zero-point"):
        Scheme(signed=False, narrow=True)


# Above each of these bitsandbytes takes the next level of NF4: ``dQuantizeNF4`` in its csrc/kernels.cu.
NF4_MIDDLES = np.array([
    -0.8480964004993439, -0.6106329262256622, -0.4599952697753906, -0.33967943489551544, -0.23460740596055984,
    -0.13791173323988914, -0.045525018125772476, 0.03979014977812767, 0.1202552504837513, 0.2035212516784668,
    0.2920137718319893, 0.3893125355243683, 0.5016634166240692, 0.6427869200706482, 0.8614784181118011,
], np.float32)  # fmt: skip


def test_nf4_goes_half_way_to_the_lower_level_by_every_way_of_rounding_as_bitsandbytes_does() -> None:
    above = np.nextafter(NF4_MIDDLES, np.float32(1))
    matrix = np.concatenate([NF4_MIDDLES, above, [np.float32(1)]])[None]  # the last one makes the scale 1
    expected = np.concatenate([NF4.grid[:-1], NF4.grid[1:], [1.0]])
    blocks, scheme = lay_out(matrix, Scheme(format="nf4")), Scheme(format="nf4")
    scales = scales_of(scheme, ranges(blocks, scheme))
    assert scales.scale.ravel().tolist() == [1.0]
    looped, _ = round_trip(blocks, scheme, scales)
    for found in (looped[0], fake_quantized(matrix, scheme, PLAIN)[0], round_to(NF4, matrix[0])):
        assert np.array_equal(found, expected)


def test_stochastic_rounding_has_the_number_itself_for_its_mean() -> None:
    x = np.full(200_000, 0.3, np.float32)
    draw = np.random.default_rng(3).random(len(x), np.float32)
    for scheme, values in ((Scheme(bits=4), {0.0, 1.0}), (Scheme("e2m1"), {0.0, 0.5}), (Scheme("nf4"), None)):
        back = fake_quantized(x, scheme, PLAIN, draw)
        assert float(back.mean()) == pytest.approx(0.3, abs=4 * float(back.std()) / 200_000**0.5)
        assert values is None or set(back.tolist()) == values


def test_running_statistics_are_those_of_torchs_moving_average_observer() -> None:
    matrix = normal(96, 40) + 0.5
    observer = MovingAverageMinMaxObserver(averaging_constant=0.1)
    for start in range(0, 96, 16):
        observer(torch.from_numpy(matrix[start : start + 16]))
    assert calibrating.running(matrix) == pytest.approx((float(observer.min_val), float(observer.max_val)))


def test_percentile_is_numpys_in_every_group_and_skips_what_was_left_out() -> None:
    matrix = normal(6, 100)
    for scheme, groups in (
        (Scheme(), np.abs(matrix).reshape(1, -1)),
        (Scheme(granularity="channel"), np.abs(matrix)),
        (Scheme(granularity="group", group=25), np.abs(matrix).reshape(-1, 25)),
    ):
        ours = calibrating.percentile(lay_out(matrix, scheme), scheme, 97.3)
        assert ours == pytest.approx(np.percentile(groups, 97.3, axis=1), rel=1e-5)
    holed = matrix.copy()
    holed[0, :50] = 0
    ours = calibrating.percentile(lay_out(holed, Scheme()), Scheme(), 97.3, left_out=50)
    assert ours[0] == pytest.approx(np.percentile(np.abs(holed.ravel()[50:]), 97.3), rel=1e-5)


@pytest.mark.parametrize(
    "scheme",
    [
        Scheme(bits=3),
        Scheme(bits=3, halved=True),
        Scheme(bits=3, granularity="group", group=20),
        Scheme(bits=4, affine=True, granularity="channel"),
        Scheme("mxfp4"),
        Scheme("nvfp4"),
        Scheme("nf4", scales="fp16"),
        *(
            Scheme(name, granularity=by, group=20)
            for name in ("nf4", "e4m3", "e5m2", "e2m1")
            for by in ("tensor", "group")
        ),
    ],
    ids=str,
)
def test_least_error_is_found_by_trying_every_threshold(scheme: Scheme) -> None:
    matrix = np.random.default_rng(5).standard_t(3, (8, 100)).astype(np.float32)
    blocks = lay_out(matrix, scheme)
    found = ranges(blocks, scheme)
    best = calibrated(blocks, scheme, Calibration("mse"))
    apart = 1 if scheme.format == "nvfp4" else len(found.low)  # groups that are cut apart from each other
    squares, clipping = [], []
    for share in TRIED:
        _, errors = round_trip(blocks, scheme, scales_of(scheme, found.within(found.peak * share)))
        squares.append((errors.rounding + errors.clipping).reshape(apart, -1).sum(1))
        clipping.append(errors.clipping.sum())
    least = np.min(squares, axis=0)
    _, errors = round_trip(blocks, scheme, scales_of(scheme, best))
    assert (errors.rounding + errors.clipping).reshape(apart, -1).sum(1) == pytest.approx(least, rel=1e-5)
    over = search(blocks, scheme, found)
    assert over.rounding + over.clipping == pytest.approx(np.sum(squares, axis=1), rel=1e-5)
    assert over.clipping == pytest.approx(clipping, rel=1e-4, abs=1e-4 * max(clipping))
    assert over.clipped[0] > over.clipped[-1]
    assert over.clipped[-1] == 0 or scheme.format in ("mxfp4", "nvfp4") or scheme.scales == "fp16"  # rounded scales


@pytest.mark.parametrize("late", [0, 1])
def test_a_search_comes_to_the_same_bits_whichever_thread_is_done_first(late: int, monkeypatch) -> None:
    scheme, spread = Scheme(bits=4, granularity="channel"), np.logspace(-6, 0, 128, dtype=np.float32)[:, None]
    blocks = lay_out(normal(128, 1024) * spread, scheme)
    found, cells, tried = ranges(blocks, scheme), np.arange(2048) % 7, calibrating._tried
    expected, waits = search(blocks, scheme, found, cells=cells), iter([0.0] * late + [0.05])
    monkeypatch.setattr(calibrating, "_tried", lambda *args: time.sleep(next(waits, 0.0)) or tried(*args))
    for name, values in vars(search(blocks, scheme, found, cells=cells)).items():
        np.testing.assert_array_equal(values, getattr(expected, name), name)


@pytest.mark.parametrize(
    "scheme", [Scheme(bits=3, affine=True), Scheme("e4m3"), Scheme("nf4", granularity="group", group=50)], ids=str
)
def test_errors_by_chance_have_the_mean_that_is_told_and_cells_add_up(scheme: Scheme) -> None:
    matrix = np.random.default_rng(5).standard_t(3, (8, 100)).astype(np.float32)
    blocks = lay_out(matrix, scheme)
    found = ranges(blocks, scheme)
    cells = np.arange(len(blocks.x)) % 3
    over = search(blocks, scheme, found, rounding="stochastic", cells=cells)
    assert over.of_cells.sum(0) == pytest.approx(over.rounding + over.clipping)
    draw = np.random.default_rng(1).random((*blocks.x.shape, 400), np.float32)
    x = np.broadcast_to(blocks.x[:, :, None], draw.shape)
    for place in (29, 99):
        scales = scales_of(scheme, found.within(found.peak * TRIED[place]))
        own = per_block(blocks, scales)
        back = fake_quantized(x, scheme, ScaleAndZero(own.scale[:, :, None], own.zero[:, :, None]), draw)
        mean = np.square(back - x, dtype=np.float64).mean(2).sum()
        assert float(mean) == pytest.approx((over.rounding + over.clipping)[place], rel=0.02)


def test_divergence_cuts_a_far_outlier_and_keeps_a_uniform_range() -> None:
    draw = np.random.default_rng(0)
    spiked = draw.standard_normal((1, 50_000)).astype(np.float32)
    spiked[0, 0] = 50.0
    assert 2.0 < calibrating.least_divergence(spiked, 256) < 10.0
    even = draw.uniform(-1, 1, (1, 50_000)).astype(np.float32)
    assert calibrating.least_divergence(even, 256) > 0.95


@pytest.mark.parametrize("bits", [4, 8])
def test_even_numbers_over_full_scale_reach_20_log_of_the_steps(bits: int) -> None:
    # golden.md: 23.52 dB at 4 bits, 48.13 dB at 8.
    even = np.linspace(-1, 1, 1_000_000, dtype=np.float32)[None]
    _, errors, _ = trip(even, Scheme(bits=bits, narrow=True))
    ratio = 10 * np.log10(np.square(even, dtype=np.float64).mean() / errors.mean_square(even.size)[0])
    assert ratio == pytest.approx(20 * np.log10(2**bits - 2), abs=0.01)
    _, errors, _ = trip(even, Scheme(bits=bits, affine=True))
    ratio = 10 * np.log10(np.square(even, dtype=np.float64).mean() / errors.mean_square(even.size)[0])
    assert ratio == pytest.approx({4: 23.52, 8: 48.13}[bits], abs=0.3)


def test_bf16_of_every_magnitude_is_the_cast_of_ml_dtypes() -> None:
    draw, plain = np.random.default_rng(0), Scheme("bf16")
    every = np.unique(BF16.grid.astype(np.float32))  # each code, and what lies half way between two
    middles = ((BF16.grid[1:] + BF16.grid[:-1]) / 2).astype(np.float32)
    spread = np.ldexp(draw.uniform(-2, 2, 200_000), draw.integers(-150, 127, 200_000)).astype(np.float32)
    values = np.concatenate([every, middles, spread])[None]
    theirs = values.astype(bfloat16).astype(np.float32)
    blocks = lay_out(values, plain)
    back, errors = round_trip(blocks, plain, scales_of(plain, ranges(blocks, plain)))
    assert np.array_equal(blocks.matrix(back), theirs)
    assert not np.isnan(errors.largest).any()
    assert np.array_equal(fake_quantized(values, plain, PLAIN), theirs)


def test_formats_of_half_precision_know_their_ends() -> None:
    assert FP16.least == -14
    assert BF16.least == -126
