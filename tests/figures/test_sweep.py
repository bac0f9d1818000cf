"""Places on a swept axis, and the values that stand for them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.plot import Cursor, Plot, Sweep
from ui import figure as figures
from ui import payload

EVEN = Sweep("axis", "Tone", 5, values=np.linspace(0.0, 4.0, 5))
LENGTHS = Sweep("axis", "Window", 3, values=np.array([64, 128, 1024]))
STEPS = Sweep("axis", "Step", 7)


@pytest.mark.parametrize("sweep", [EVEN, LENGTHS, STEPS])
def test_every_place_is_found_again_by_its_value(sweep: Sweep) -> None:
    assert [sweep.index_of(sweep.value_at(i)) for i in range(sweep.length)] == list(range(sweep.length))


@given(st.floats(-1e9, 1e9))
def test_a_value_between_two_places_is_the_nearer_one(value: float) -> None:
    found = EVEN.value_at(EVEN.index_of(value))
    assert all(abs(found - value) <= abs(other - value) for other in range(5))


def test_values_keep_their_kind_so_that_a_length_stays_a_whole_number() -> None:
    assert type(LENGTHS.value_at(1)) is int
    assert type(EVEN.value_at(1)) is float


def test_a_place_beyond_the_ends_is_the_end() -> None:
    assert (STEPS.index_of(99), STEPS.value_at(99), LENGTHS.value_at(-4)) == (6, 6, 64)


def test_what_is_shown_has_a_value_for_every_place() -> None:
    with pytest.raises(ValueError, match="must have 5 rows"):
        Sweep("axis", "Tone", 5, displayed=np.zeros(4))


def test_a_point_that_a_hand_may_drag_has_a_place_at_every_step_and_is_sent_with_both_coordinates() -> None:
    with pytest.raises(ValueError, match="must have 7 rows"):
        Sweep("axis", "Step", 7, held=(np.zeros(7), np.zeros(6)))
    sweep = Sweep("axis", "Step", 3, held=(np.array([1.0, 1.0, 1.0]), np.array([0.5, 0.25, 2.0])))
    header, arrays = figures.encoded(Plot("point", [], {}, "", 100, sweep))
    assert [arrays[name].tolist() for name in header["sweep"]["held"]] == [[1, 1, 1], [0.5, 0.25, 2]]


def test_an_axis_of_whole_numbers_is_sent_as_the_browser_holds_them() -> None:
    sizes = np.arange(1, 400, dtype=np.int64)
    sweep = Sweep("n", "n", len(sizes), values=sizes, cursor=Cursor(sizes, {"y": 2 * sizes}))
    header, arrays = figures.encoded(Plot("whole", [], {}, "", 100, sweep))
    assert {arrays[name].dtype.str[1:] for name in ("cursor", "cursor.y")} == {"u2"}
    assert arrays[header["sweep"]["cursor"]["x"]].tolist() == sizes.tolist()
    payload.pack(header, arrays)
