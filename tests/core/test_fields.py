"""What every explorer declares of its settings, held against what its Params and its links do."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from settings import changed, changes

from core import explorer, fields, link
from core.errors import InputError
from core.explorer import as_used
from core.text import moved

every_explorer = pytest.mark.parametrize("slug", explorer.slugs())


def params_of(slug: str) -> type[Any]:
    return explorer.find(slug).Params


@every_explorer
def test_every_setting_is_declared_with_a_label(slug: str) -> None:
    params = params_of(slug)
    assert set(fields.declared(params)) == {field.name for field in dataclasses.fields(params)}
    assert all(fields.resolved(one.label, params()) for one in fields.declared(params).values())


@every_explorer
def test_the_options_on_a_control_are_the_values_that_the_type_names(slug: str) -> None:
    params = params_of(slug)
    for name, values in fields.literals(params).items():
        declared = fields.declared(params)[name]
        assert isinstance(declared, fields.Choice)
        options = fields.resolved(declared.options, params())
        assert set(options) == set(values) or (callable(declared.options) and set(options) <= set(values)), name


@every_explorer
@given(data=st.data())
def test_settings_come_back_from_their_link_as_they_are_used(slug: str, data: st.DataObject) -> None:
    """Whatever is set: what its part and source leave unused is not in the link, and changes nothing."""
    params = params_of(slug)
    made = as_used(changed(params, data.draw(changes(params))))
    assert link.decode(params, link.encode(made)) == link.Decoded(made, ())
    assert as_used(made) == made


@every_explorer
def test_settings_that_begin_with_a_choice_by_hand_can_be_used_with_it(slug: str) -> None:
    params = params_of(slug)
    for name, declared in fields.declared(params).items():
        if isinstance(declared, fields.Choice):
            for option in fields.resolved(declared.options, params()):
                begun = fields.begun(params, name, option)
                assert not begun or params(**{name: option, **begun})


FROM_NOTHING = {
    "seed", "merges", "step", "time",  # how many; a seed is a name
    "seen", "successes",  # how many of the observations
    "rate",  # 0 is the sound's own
    "top_k",  # 0 keeps all
    "k",  # 0 is the mean: every textbook counts coefficients so
}  # fmt: skip


@every_explorer
def test_every_place_in_a_list_is_counted_from_1_for_a_reader(slug: str) -> None:
    """A whole number from 0 is a place, which a reader counts from 1, unless it is known to be an amount."""
    params = params_of(slug)
    for name, declared in fields.declared(params).items():
        if isinstance(declared, fields.Number) and declared.whole and name not in FROM_NOTHING:
            assert fields.resolved(declared.low, params()) + declared.base >= 1, name


def test_places_in_a_text_are_moved_one_by_one_and_back() -> None:
    for counted, seen in (("0 4-6", "1 5-7"), ("1.2 2.0", "2.3 3.1"), ("L1H2", "L2H3"), ("9,19", "10,20"), ("", "")):
        assert moved(counted, 1) == seen
        assert moved(seen, -1) == counted
    assert moved("9" * 5_000, 1) == "9" * 5_000  # more digits than any place has
    assert moved(moved("L0H1", -1), 1) == "L0H1"  # there is no layer 0, which is refused as it was typed


@pytest.mark.parametrize(("slug", "name", "value", "sentence"), [
    ("attention", "layer", 100, "Layer = 101 cannot be used: it must be a whole number from 1 to 100."),
    ("cross-attention", "head", -1, "Head = 0 cannot be used: it must be a whole number from 1 to 4."),
    ("attention-by-hand", "query", 0, "Query in focus = 0 cannot be used: it must be a whole number from 1 to 64."),
])  # fmt: skip
def test_a_place_is_refused_as_a_reader_counts_it(slug: str, name: str, value: int, sentence: str) -> None:
    params = params_of(slug)
    with pytest.raises(InputError) as caught:
        params(**{name: value})
    label = fields.declared(params)[name].label
    assert isinstance(label, str)
    assert fields.for_reader(caught.value, params()).at(label) == sentence
    assert str(caught.value).startswith(f"{name} = {str(value).replace('-', '−')} cannot be used")  # as in an address


def test_a_head_in_a_text_is_refused_by_the_name_that_the_page_gives_it() -> None:
    params = params_of("attention")
    with pytest.raises(InputError) as caught:
        params(off="0.1 1-2")
    assert fields.for_reader(caught.value, params()).at("Heads off").startswith("Heads off = “2-3” cannot be used")


def test_a_row_that_the_data_lack_is_refused_by_how_many_they_have() -> None:
    """Of 11 rows the twelfth was told to have to be from 1 to 1,000, and to be used instead of itself."""
    params = params_of("linear-regression")(row=11)
    with pytest.raises(InputError) as caught:
        explorer.find("linear-regression").compute(params)
    told = fields.for_reader(caught.value, params).at("Point that moves")
    assert told == "Point that moves = 12 cannot be used: it must be one of 11 rows. Choose one of them."


def test_a_place_of_a_link_that_cannot_be_used_is_said_with_the_place_that_stands_there_now() -> None:
    params = params_of("attention")
    decoded = link.decode(params, {"layer": "100"})
    (problem,) = decoded.problems
    assert fields.for_reader(problem, decoded.params).at("Layer").endswith("from 1 to 100. 2 is used instead.")
