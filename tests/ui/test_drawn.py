"""The pictures of a state are made and packed once, and nobody sees another's."""

import gc
import weakref
from dataclasses import replace
from typing import Any

import pytest
from unpacking import unpack

from core.signals import sampling
from figures.plot import Views
from figures.signals import sampling as pictures
from ui import compare, drawn, languages, payload
from ui.memory import Computed
from ui.state import State

PARAMS = sampling.Params()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The params of which pictures were made."""
    monkeypatch.setattr(drawn, "_known", type(drawn._known)(drawn.MOST_BYTES, drawn._known.getsizeof))
    return []


def reader(made: list[Any], **values: object) -> State:
    def views(result: Any, params: Any) -> Views:
        made.append(params)
        return pictures.views(result, params)

    return State("sampling", sampling, values={**vars(PARAMS), **values}, views=views)


def computed(params: Any = PARAMS) -> Computed:
    return Computed(sampling.compute(params), 0.1, "cpu")


def packed(its: drawn.Drawn) -> list[bytes]:
    return [its.packed(view) for view in its.views.all()]


def test_all_who_see_a_state_get_the_pictures_of_the_first(made: list[Any]) -> None:
    one = computed()
    first = packed(drawn.drawn(reader(made), one, one.result, PARAMS))
    assert all(a is b for a, b in zip(first, packed(drawn.drawn(reader(made), one, one.result, PARAMS)), strict=True))
    assert made == [PARAMS]


def test_other_settings_and_a_result_that_was_computed_again_have_pictures_of_their_own(made: list[Any]) -> None:
    one, other = computed(), replace(PARAMS, phase=30.0)
    for params in (PARAMS, other):
        packed(drawn.drawn(reader(made), one, one.result, params))
    assert made == [PARAMS, other]
    again = computed()
    packed(drawn.drawn(reader(made), again, again.result, PARAMS))
    assert made == [PARAMS, other, PARAMS]


def test_a_result_that_memory_has_let_go_is_not_held_by_its_pictures(made: list[Any]) -> None:
    one = computed()
    gone = weakref.ref(one)
    packed(drawn.drawn(reader(made), one, one.result, PARAMS))
    del one
    gc.collect()
    assert gone() is None


def test_a_pinned_state_is_drawn_for_the_reader_alone_who_pinned_it(made: list[Any]) -> None:
    one, pinning = computed(), reader(made)
    pinning.pinned = reader(made, frequency=300.0)
    assert compare.prepare(pinning) == ""
    beside = packed(drawn.drawn(pinning, one, one.result, PARAMS))
    alone = packed(drawn.drawn(reader(made), one, one.result, PARAMS))
    assert len(beside) == len(alone) + 1  # the line that compares
    assert alone == packed(drawn.drawn(reader(made), one, one.result, PARAMS))


def test_each_language_has_pictures_of_its_own(made: list[Any]) -> None:
    one = computed()
    english = drawn.drawn(reader(made), one, one.result, PARAMS)
    main = next(english.views.all())
    said = unpack(payload.beside({}, english.packed(main)))[0]["summary"]
    with languages.speaking("fr", "sampling"):
        assert unpack(payload.beside({}, english.packed(main)))[0]["summary"] != said
    assert unpack(payload.beside({}, english.packed(main)))[0]["summary"] == said


def test_what_is_kept_stays_within_its_bytes_and_the_largest_are_not_kept(
    made: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = computed()
    packed(first := drawn.drawn(reader(made), one, one.result, PARAMS))
    size = first.nbytes
    monkeypatch.setattr(drawn, "_known", type(drawn._known)(3 * size, drawn._known.getsizeof))
    monkeypatch.setattr(drawn, "MOST_BYTES", 8 * 3 * size)
    for phase in range(10):
        packed(drawn.drawn(reader(made), one, one.result, replace(PARAMS, phase=float(phase))))
        assert drawn._known.currsize <= 3 * size
    assert drawn._known.currsize > 0
    monkeypatch.setattr(drawn, "MOST_BYTES", size)
    packed(large := drawn.drawn(reader(made), one, one.result, replace(PARAMS, phase=50.0)))
    assert large.key not in drawn._known
