"""Every code of every format against ml_dtypes and torch; the rules of rounding."""

import math

import ml_dtypes
import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.special import ndtri

from core.adaptation.quantization.formats import (
    BF16,
    E2M1,
    E4M3,
    E5M2,
    FP16,
    INTEGER_BITS,
    NF4,
    Integers,
    Levels,
    first_is_odd,
    round_to,
)
from core.errors import InputError

FLOATS = {
    E4M3: ml_dtypes.float8_e4m3fn,
    E5M2: ml_dtypes.float8_e5m2,
    E2M1: ml_dtypes.float4_e2m1fn,
    BF16: ml_dtypes.bfloat16,
    FP16: np.float16,
}
TORCH = {E4M3: torch.float8_e4m3fn, E5M2: torch.float8_e5m2, BF16: torch.bfloat16, FP16: torch.float16}
INTEGERS = [
    Integers(bits, signed, narrow)
    for bits in INTEGER_BITS
    for signed in (True, False)
    for narrow in (False, True)
    if not (narrow and bits == 1)
]
every_float = pytest.mark.parametrize("format", FLOATS, ids=str)
every_format = pytest.mark.parametrize("format", [*INTEGERS, *FLOATS, NF4], ids=str)


@every_float
def test_every_code_is_the_number_that_ml_dtypes_reads_from_it(format) -> None:
    whole = np.uint16 if format.bits == 16 else np.uint8
    with np.errstate(invalid="ignore"):  # signalling NaNs
        theirs = np.arange(2**format.bits).astype(whole).view(FLOATS[format]).astype(np.float64)
    assert np.array_equal(format.codes, theirs, equal_nan=True)
    number = ~np.isnan(theirs)  # the sign of what is no number means nothing
    assert np.array_equal(np.signbit(format.codes)[number], np.signbit(theirs)[number])


@pytest.mark.parametrize("format", TORCH, ids=str)
def test_every_code_is_the_number_that_torch_reads_from_it(format) -> None:
    whole = torch.arange(2**format.bits).to(torch.uint8 if format.bits == 8 else torch.uint16)
    theirs = whole.view(TORCH[format]).double().numpy()
    assert np.array_equal(format.codes, theirs, equal_nan=True)


@every_float
def test_casts_of_any_number_in_range_are_bit_exact(format) -> None:
    draw = np.random.default_rng(0)
    spread = draw.standard_normal(40_000) * 2.0 ** draw.integers(format.least - format.mantissa - 3, 9, 40_000)
    middles = (format.grid[1:] + format.grid[:-1]) / 2  # every tie there is
    values = np.concatenate([spread, middles, format.grid]).astype(np.float32)
    values = values[np.abs(values) < format.limit]
    ours = round_to(format, values)
    assert np.array_equal(ours, values.astype(FLOATS[format]).astype(np.float64))
    if format in TORCH:
        assert np.array_equal(ours, torch.from_numpy(values).to(TORCH[format]).double().numpy())


def test_range_ends_are_those_of_the_specifications() -> None:
    assert (E4M3.largest, E5M2.largest, E2M1.largest, FP16.largest) == (448, 57344, 6, 65504)
    assert E4M3.grid[E4M3.grid > 0][0] == 2**-9
    assert E5M2.grid[E5M2.grid > 0][0] == 2**-16
    assert E2M1.grid[E2M1.grid >= 0].tolist() == [0, 0.5, 1, 1.5, 2, 3, 4, 6]
    assert BF16.largest == pytest.approx(3.3895e38, rel=1e-4)


def test_nf4_is_made_of_quantiles_of_the_normal_law() -> None:
    # Dettmers et al. (2023), appendix E: equal shares between an offset and one half, on each side of 0.
    offset = ((1 - 1 / 30) + (1 - 1 / 32)) / 2
    above, below = (ndtri(np.linspace(offset, 0.5, count)[:-1]) for count in (9, 8))
    quantiles = np.concatenate([-below, [0.0], above[::-1]]) / above.max()
    assert NF4.grid.tolist() == pytest.approx(quantiles.tolist(), abs=1e-6)
    assert np.array_equal(NF4.grid, NF4.grid.astype(np.float32))


@pytest.mark.parametrize("bits", INTEGER_BITS)
def test_integers_have_two_to_the_bits_codes_and_a_narrow_range_one_less(bits: int) -> None:
    signed, unsigned = Integers(bits), Integers(bits, signed=False)
    assert (signed.low, signed.high) == (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    assert (unsigned.low, unsigned.high) == (0, 2**bits - 1)
    assert len(signed.grid) == len(unsigned.grid) == 2**bits
    if bits > 1:
        narrow = Integers(bits, narrow=True)
        assert narrow.low == -narrow.high
        assert narrow.steps == 2**bits - 2


@pytest.mark.parametrize("bits", [0, 33, -1, 9])
def test_other_numbers_of_bits_are_refused(bits: int) -> None:
    with pytest.raises(InputError, match="from 1 to 8 bits, or 16"):
        Integers(bits)


@every_format
def test_every_code_comes_back_as_itself(format) -> None:
    assert np.array_equal(round_to(format, format.grid), format.grid)


@every_format
def test_half_way_between_two_codes_goes_to_the_even_one_and_of_nf4_to_the_lower(format) -> None:
    grid = format.grid
    middle = (grid[1:] + grid[:-1]) / 2
    place = np.searchsorted(grid, round_to(format, middle))
    if format is NF4:
        assert place.tolist() == [*range(15)]
        return
    exact = (middle - grid[:-1]) == (grid[1:] - middle)
    assert np.all((place[exact] + first_is_odd(format)) % 2 == 0)
    assert (np.searchsorted(grid, 0.0) + first_is_odd(format)) % 2 == 0 or grid[0] > 0


finite = arrays(np.float64, 24, elements=st.floats(-1e6, 1e6))


@every_format
@given(values=finite)
def test_rounding_is_idempotent_monotone_and_within_half_a_gap(format, values) -> None:
    grid, back = format.grid, round_to(format, values)
    assert np.array_equal(round_to(format, back), back)
    order = np.argsort(values)
    assert np.all(np.diff(back[order]) >= 0)
    inside = (values >= grid[0]) & (values <= grid[-1])
    above = np.clip(np.searchsorted(grid, values), 1, len(grid) - 1)
    gap = grid[above] - grid[above - 1]
    assert np.all(np.abs(back - values)[inside] <= gap[inside] / 2)
    assert np.all(back[values > grid[-1]] == grid[-1])


def test_normal_numbers_round_within_half_an_epsilon() -> None:
    for format in FLOATS:
        assert math.isclose(np.diff(format.grid[format.grid >= 1])[0], 2.0**-format.mantissa)
    assert round_to(Levels(0, np.array([0.0])), np.array([-3.0, 4.0])).tolist() == [0, 0]
