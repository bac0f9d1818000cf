"""The wire format, read back by a second reader written from its description."""

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from unpacking import unpack

from ui.payload import pack

KINDS = ["u1", "u2", "u4", "i1", "i2", "i4", "f4", "f8"]


@given(
    st.dictionaries(st.text(max_size=20), st.text(max_size=50), max_size=5),
    st.dictionaries(
        st.text(st.characters(codec="ascii"), min_size=1, max_size=8),
        st.sampled_from(KINDS).flatmap(
            lambda kind: hnp.arrays(kind, hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=40))
        ),
        max_size=4,
    ),
)
def test_header_and_arrays_survive_the_wire(header: dict[str, str], arrays: dict[str, np.ndarray]) -> None:
    header = {f"h{key}": value for key, value in header.items()}
    read, found = unpack(pack(header, arrays))
    assert {key: read[key] for key in header} == header
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(found[name], array)


def test_weights_beside_the_zeros_of_a_mask_travel_a_tenth_smaller_than_by_repetitions_far_apart() -> None:
    scores = np.random.default_rng(0).normal(size=(512, 512)) * 2
    weights = np.tril(np.exp(scores)) / np.tril(np.exp(scores)).sum(1, keepdims=True)
    levels = np.round(65_535 * weights).astype(np.uint16)
    data = pack({}, {"weights": levels})
    assert len(data) < 0.9 * len(zlib.compress(levels.tobytes(), level=1))
    np.testing.assert_array_equal(unpack(data)[1]["weights"], levels)


def test_rows_that_come_again_travel_once() -> None:
    row = np.random.default_rng(0).integers(0, 50, 1_000).astype(np.uint16)
    assert len(pack({}, {"rows": np.tile(row, (500, 1))})) < 100 * row.nbytes


def test_large_payloads_travel_compressed() -> None:
    array = np.zeros(1_000_000)
    data = pack({}, {"a": array})
    assert len(data) < array.nbytes / 100
    np.testing.assert_array_equal(unpack(data)[1]["a"], array)


def test_noise_travels_as_it_lies_in_memory_beside_what_is_compressed() -> None:
    noise, zeros = np.random.default_rng(1).normal(size=20_000), np.zeros(20_000)
    data = pack({}, {"noise": noise, "zeros": zeros})
    assert noise.tobytes() in data
    assert len(data) < noise.nbytes + 1_000
    found = unpack(data)[1]
    np.testing.assert_array_equal(found["noise"], noise)
    np.testing.assert_array_equal(found["zeros"], zeros)


def test_digest_changes_with_a_single_element_and_with_the_header() -> None:
    array = np.zeros(1000)
    changed = array.copy()
    changed[617] = 1e-300
    digests = {
        unpack(pack(header, {"a": values}))[0]["digest"]
        for header, values in [({}, array), ({}, changed), ({"x": 1}, array)]
    }
    assert len(digests) == 3


@pytest.mark.parametrize("array", [np.zeros(2, np.int64), np.zeros(2, bool), np.array(["a"]), np.zeros(2, complex)])
def test_kinds_that_a_browser_lacks_are_refused(array: np.ndarray) -> None:
    with pytest.raises(TypeError, match="send one of"):
        pack({}, {"a": array})


def test_what_stands_aside_is_sent_and_does_not_change_the_digest() -> None:
    array = {"a": np.arange(3, dtype=np.uint8)}
    first, _ = unpack(pack({"kind": "x"}, array, {"received": 1}))
    second, _ = unpack(pack({"kind": "x"}, array, {"received": 2}))
    other, _ = unpack(pack({"kind": "y"}, array, {"received": 1}))
    assert (first["received"], second["received"]) == (1, 2)
    assert first["digest"] == second["digest"] != other["digest"]


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_json_lacks_is_null_and_logged_once(number: float, caplog: pytest.LogCaptureFixture) -> None:
    header, _ = unpack(pack({"name": "loss", "rows": [{"information": number}, (1.5, number)]}, {}))
    assert header["rows"] == [{"information": None}, [1.5, None]]
    assert [record.getMessage() for record in caplog.records] == [
        "a number that is not finite leaves a picture: 'loss'"
    ]
