"""The address: what comes back is what was sent, and nothing that anyone types can break a page.

Plan: round trip; how single values are written; what is refused, and what stands in its place; presets; rules
between fields; packed texts (damage, bombs); whole addresses; and random strings for every key.
"""

import base64
import zlib
from dataclasses import dataclass, field
from typing import Literal

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from core import link
from core.errors import InputError
from core.explorer import Preset
from core.signals import sampling
from core.value_text import MAX_TEXT


@dataclass(frozen=True)
class Params:
    merges: int = 3
    rate: float = 0.5
    stop: bool = False
    mode: Literal["bytes", "characters"] = "bytes"
    order: Literal[1, 2, 3] = 2
    text: str = field(default="low low lower", metadata={"longest": MAX_TEXT})
    sizes: tuple[int, ...] = field(default=(1, 2), metadata={"longest": MAX_TEXT})
    point: tuple[float, float] = (0.0, 1.0)
    words: tuple[str, ...] = field(default=("low",), metadata={"longest": MAX_TEXT})

    def __post_init__(self) -> None:
        if self.merges < 0:
            raise InputError("merges", self.merges, "it must not be negative")
        if self.stop and self.merges > 100:
            raise InputError("stop", self.stop, "it needs at most 100 merges", "Lower merges.")


PRESETS = (
    Preset("long", "Long", "many merges", {"merges": 200, "text": "aaaa"}),
    Preset("halting", "Halting", "stops early", {"merges": 50, "stop": True}),
)

# Any code point at all, lone surrogates included, which hypothesis leaves out unless asked.
any_text = st.text(st.characters(exclude_categories=()))
number = st.floats(allow_nan=False, allow_infinity=False)
params_with = st.builds(
    Params,
    merges=st.integers(0, 100),
    rate=number,
    stop=st.booleans(),
    mode=st.sampled_from(["bytes", "characters"]),
    order=st.sampled_from([1, 2, 3]),
    text=any_text,
    sizes=st.lists(st.integers(-(2**127), 2**127)).map(tuple),
    point=st.tuples(number, number),
    words=st.lists(any_text).map(tuple),
)


def only_problem(query, presets=()):
    decoded = link.decode(Params, query, presets)
    assert len(decoded.problems) == 1
    return decoded.params, decoded.problems[0]


@given(params_with)
@example(Params(words=("",)))
@example(Params(words=()))
@example(Params(words=("a,b", "\\", "\\,", "~", "")))
@example(Params(text="~tilde"))
@example(Params(text="\0\u202e\ud800\udc00 \U0001f600\ufeff\n"))
def test_every_setting_survives_the_address(params):
    address = "tokenizer?" + link.query_string(link.encode(params))
    slug, query = link.read_address(address)
    assert slug == "tokenizer"
    assert link.decode(Params, query) == link.Decoded(params, ())


def test_defaults_are_left_out():
    assert link.encode(Params()) == {}
    assert link.encode(Params(merges=6)) == {"merges": "6"}


@pytest.mark.parametrize(
    ("params", "written"),
    [
        (Params(rate=6.0), {"rate": "6"}),
        (Params(rate=1e20), {"rate": "1e20"}),
        (Params(stop=True), {"stop": "true"}),
        (Params(order=3), {"order": "3"}),
        (Params(text="low lower"), {"text": "low lower"}),
        (Params(text="größer"), {"text": "größer"}),
        (Params(sizes=(4, 5)), {"sizes": "4,5"}),
        (Params(words=("a,b", "c")), {"words": "a\\,b,c"}),
    ],
)
def test_short_values_stay_readable(params, written):
    assert link.encode(params) == written


def test_long_text_is_packed_when_that_is_shorter():
    query = link.encode(Params(text="low lower lowest " * 100))
    assert query["text"].startswith("~")
    assert len(query["text"]) < 60


def test_letters_without_pattern_are_not_made_longer_by_packing():
    letters = "qzjxkvbpygfwmucldrhsnioate" * 3
    assert len(link.encode(Params(text=letters))["text"]) <= len(letters)


@pytest.mark.parametrize("text", ["nan", "6.5", " 6", "6 ", "+6", "٣", "1e308", "", "0x6", "1_000", "six", "true"])
def test_a_whole_number_is_ascii_digits(text):
    params, problem = only_problem({"merges": text})
    assert params == Params()
    assert (problem.field, problem.value) == ("merges", text)
    assert "whole number" in str(problem)
    assert "The default, 3, is used instead." in str(problem)


@pytest.mark.parametrize("digits", ["9" * 41, "-" + "9" * 41, "9" * 100_000])
def test_digits_beyond_forty_are_refused(digits):
    assert "at most 40 digits" in str(only_problem({"merges": digits})[1])


@pytest.mark.parametrize("text", ["1e999", "-1e999"])
def test_a_number_of_either_sign_lies_within_those_that_a_computer_keeps(text):
    assert "between ±1.7·10³⁰⁸" in str(only_problem({"rate": text})[1])


@pytest.mark.parametrize("text", ["nan", "inf", "-Infinity", "1e999", "", "1,5", "0x1p3", " 1", "٣.٥", "."])
def test_a_number_is_finite_ascii_decimal(text):
    params, problem = only_problem({"rate": text})
    assert params.rate == 0.5
    assert problem.field == "rate"


@pytest.mark.parametrize(("text", "value"), [("6", 6.0), ("-.5", -0.5), ("5.", 5.0), ("1E-3", 1e-3)])
def test_usual_ways_of_writing_a_number_are_read(text, value):
    assert link.decode(Params, {"rate": text}).params.rate == value


@pytest.mark.parametrize(("text", "value"), [("true", True), ("1", True), ("false", False), ("0", False)])
def test_a_switch_is_true_or_false(text, value):
    assert link.decode(Params, {"stop": text}) == link.Decoded(Params(stop=value), ())
    assert "true or false" in str(only_problem({"stop": text.upper() + " "})[1])


def test_a_choice_is_one_of_its_options():
    assert link.decode(Params, {"mode": "characters", "order": "3"}).params == Params(mode="characters", order=3)
    assert "one of bytes, characters" in str(only_problem({"mode": "words"})[1])
    assert "one of 1, 2, 3" in str(only_problem({"order": "4"})[1])


@pytest.mark.parametrize("text", ["1", "1,2,3", "", "1,x"])
def test_a_pair_holds_two_numbers(text):
    params, problem = only_problem({"point": text})
    assert params == Params()
    assert problem.field == "point"


def test_an_unknown_key_is_named_and_the_others_are_used():
    params, problem = only_problem({"merge": "6", "rate": "1"})
    assert params == Params(rate=1.0)
    assert "“6”" in str(problem)
    assert "merges, rate" in str(problem)


def test_every_bad_field_gets_its_own_sentence():
    decoded = link.decode(Params, {"merges": "x", "rate": "y", "stop": "true"})
    assert decoded.params == Params(stop=True)
    assert [problem.field for problem in decoded.problems] == ["merges", "rate"]


def test_a_preset_sets_several_fields_and_other_keys_change_them():
    assert link.decode(Params, {"preset": "long"}, PRESETS).params == Params(merges=200, text="aaaa")
    changed = link.decode(Params, {"merges": "7", "preset": "long"}, PRESETS)
    assert changed == link.Decoded(Params(merges=7, text="aaaa"), ())


def test_an_unknown_preset_is_named():
    params, problem = only_problem({"preset": "short", "merges": "7"}, PRESETS)
    assert params == Params(merges=7)
    assert "There are: long, halting." in str(problem)


def test_a_field_that_cannot_be_used_falls_back_to_the_preset():
    params, problem = only_problem({"preset": "long", "merges": "nan"}, PRESETS)
    assert params.merges == 200
    assert "The value of the preset, 200, is used instead." in str(problem)


def test_a_value_outside_its_range_goes_back_to_the_default():
    params, problem = only_problem({"merges": "-1", "rate": "1"})
    assert params == Params(rate=1.0)
    assert str(problem) == ("merges = −1 cannot be used: it must not be negative. The default, 3, is used instead.")


def test_where_the_default_is_empty_the_setting_is_said_to_be_left_empty():
    problem = link.decode(sampling.Params, {"others": "50:x"}).problems[0]
    assert str(problem).endswith("alone for strength 1. It is left empty instead.")


def test_a_rule_between_fields_sends_the_blamed_field_back():
    params, problem = only_problem({"merges": "200", "stop": "true"})
    assert params == Params(merges=200)
    assert problem.field == "stop"
    assert "Lower merges. The default, False, is used instead." in str(problem)


def test_a_rule_that_blames_a_field_of_the_preset_sends_the_given_field_back():
    params, problem = only_problem({"preset": "halting", "rate": "1", "merges": "200"}, PRESETS)
    assert params == Params(merges=50, stop=True, rate=1.0)
    assert problem.field == "stop"
    assert "merges = 50" in str(problem)


def test_defaults_that_break_their_own_rule_are_a_mistake_in_the_explorer():
    @dataclass(frozen=True)
    class Broken:
        merges: int = -1

        def __post_init__(self) -> None:
            raise InputError("merges", self.merges, "it must not be negative")

    with pytest.raises(InputError):
        link.decode(Broken, {})


@pytest.mark.parametrize("packed", ["~", "~A", "~!!!", "~AAAA", "~ü", "~SywoKU", "~S8ovBwAA", "~_____w"])
def test_a_damaged_packed_text_is_refused(packed):
    params, problem = only_problem({"text": packed})
    assert params == Params()
    assert "packed text" in str(problem)


def test_a_packed_text_cut_anywhere_is_refused():
    packed = link.encode(Params(text="low lower lowest\n" * 3))["text"]
    for end in range(1, len(packed) - 1):
        assert only_problem({"text": packed[:end]})[1].field == "text"


def pack(data: bytes) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "~" + base64.urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip("=")


@pytest.mark.parametrize("size", [MAX_TEXT + 1, 4 * MAX_TEXT + 1, 100_000_000])
def test_a_text_that_unpacks_beyond_the_limit_is_refused(size):
    assert "at most 200,000 characters" in str(only_problem({"text": pack(b"a" * size)})[1])
    assert "at most 200,000 characters" in str(only_problem({"sizes": pack(b"1" * size)})[1])


def test_a_text_of_just_the_limit_is_read_packed_and_plain():
    text = "\U0001f600" * MAX_TEXT
    assert link.decode(Params, link.encode(Params(text=text))).params.text == text
    assert link.decode(Params, {"text": text}).params.text == text
    assert "must have at most" in str(only_problem({"text": text + "a"})[1])


def test_packed_bytes_that_are_no_text_are_refused():
    assert "damaged" in str(only_problem({"text": pack(b"\xff\xfe")})[1])


def test_links_have_room_for_eight_thousand_characters():
    assert link.fits("a" * 8_000)
    assert not link.fits("a" * 8_001)


@pytest.mark.parametrize(
    "address",
    [
        "tokenizer?merges=6",
        "/tokenizer?merges=6",
        "/tokenizer/?merges=6",
        "base/tokenizer?merges=6",
        "http://localhost:8501/tokenizer?merges=6",
        "https://example.org/base/tokenizer?merges=6#top?merges=7",
        "tokenizer?merges=5&merges=6",
        " tokenizer?merges=%36\n",
    ],
)
def test_an_address_is_read_whole_or_from_its_end(address):
    assert link.read_address(address) == ("tokenizer", {"merges": "6"})


def test_an_address_without_a_path_names_no_explorer():
    assert link.read_address("https://example.org?a=1") == ("", {"a": "1"})
    assert link.read_address("") == ("", {})


def test_empty_values_and_plus_signs_are_read_as_browsers_read_them():
    assert link.read_address("t?a=&b&c=x+y&d=x%2By")[1] == {"a": "", "b": "", "c": "x y", "d": "x+y"}


@given(st.dictionaries(st.text(), st.text()))
def test_any_query_survives_percent_encoding(query):
    assert link.read_address("t?" + link.query_string(query)) == ("t", query)


fields = st.sampled_from([*Params.__dataclass_fields__, "preset", link.WITHOUT])
odd_text = any_text | st.from_regex(r"~[A-Za-z0-9_-]*") | st.from_regex(r"-?[0-9.,e\\]*") | st.just("9" * 5_000)


@given(st.dictionaries(fields | any_text, odd_text))
def test_no_address_can_do_more_than_raise_problems(query):
    decoded = link.decode(Params, query, PRESETS)
    assert isinstance(decoded.params, Params)
    assert all(isinstance(problem, InputError) for problem in decoded.problems)
    # What was accepted is a setting like any other, and has an address of its own.
    assert link.decode(Params, link.encode(decoded.params)) == link.Decoded(decoded.params, ())


def test_an_address_names_the_texts_that_it_does_not_hold_with_a_mark_for_each():
    marks = {"text": link.marked("low " * 10_000), link.PINNED: link.marked("merges=6")}
    decoded = link.decode(Params, link.without(marks) | {"merges": "7"})
    assert (decoded.params, decoded.lacking) == (Params(merges=7), marks)
    assert [problem.at("Your text") for problem in decoded.problems[:1]] == [
        "“Your text” did not come with the link: it is too long for a link. Ask for a session file, or bring it again."
    ]
    assert link.marked("low") != link.marked("low ")


@pytest.mark.parametrize(
    "told", ["text", "text~", "text~0123456789a", "no~0123456789ab", "te\u0301xt~0123456789ab", ",~,"]
)
def test_what_an_address_says_it_does_not_hold_is_passed_over_where_it_is_no_setting_with_a_mark(told):
    assert link.decode(Params, {link.WITHOUT: told}) == link.Decoded(Params(), ())


def test_a_text_that_an_address_holds_is_not_missing():
    query = {"text": "low", **link.without({"text": link.marked("low")})}
    assert link.decode(Params, query) == link.Decoded(Params(text="low"), ())


@given(any_text)
def test_no_text_breaks_the_reading_of_an_address(address):
    slug, query = link.read_address(address)
    assert "/" not in slug or "%2f" in address.lower()
    assert all(isinstance(value, str) for value in query.values())
    link.query_string(query)


@given(params_with)
@example(Params(words=("\U0001f600", "\ud83d", "\ud83d\ude00", "\ude00\ud83d")))  # an emoji, and its halves
def test_a_single_setting_is_written_and_read_as_in_an_address(params: Params) -> None:
    for name, value in vars(params).items():
        assert link.read_value(Params, name, link.write_value(Params, name, value)) == value
        assert link.read_by_hand(Params, name, link.write_by_hand(Params, name, value)) == value
    for name, text in link.encode(params).items():
        assert link.read_value(Params, name, text) == getattr(params, name)


@given(params_with, params_with)
@example(Params(), Params())
@example(Params(text="~tilde & more = less"), Params(words=("a,b", "\\", "")))
def test_settings_to_compare_with_stand_in_one_value_beside_the_others(params: Params, pinned: Params) -> None:
    assume(link.fits(link.query_string(link.encode(pinned))))
    query = link.query_string(link.encode(params) | {"A": link.encode_pinned(pinned)})
    assert link.decode(Params, link.read_address(f"?{query}")[1]) == link.Decoded(params, (), pinned)


@pytest.mark.parametrize(
    ("packed", "why"),
    [
        ("merges=x", "its merges cannot be used: it must be a whole number"),
        ("merges=-1", "its merges cannot be used: it must not be negative"),
        ("colour=red", "its colour cannot be used: there is no such setting"),
        ("A=merges%3D6", "it must hold the settings of one state"),
        ("~S8ovBwAA", "damaged"),
        ("text=" + "x" * link.MAX_LINK, "it must have at most 8,000 characters"),
        ("text=%FF", "it must be text in UTF-8"),
    ],
)
def test_settings_to_compare_with_are_refused_as_a_whole_and_the_page_stands(packed: str, why: str) -> None:
    decoded = link.decode(Params, {"merges": "6", "A": packed})
    assert (decoded.params, decoded.pinned) == (Params(merges=6), None)
    assert [problem.field for problem in decoded.problems] == ["A"]
    assert why in decoded.problems[0].rule
    assert str(decoded.problems[0]).endswith("Nothing is pinned.")


@pytest.mark.parametrize(("name", "text"), [("merges", "x"), ("mode", "words"), ("stop", "2"), ("nothing", "1")])
def test_a_single_setting_that_cannot_be_read_is_named(name: str, text: str) -> None:
    with pytest.raises(InputError) as caught:
        link.read_value(Params, name, text)
    assert caught.value.field == name


@pytest.mark.parametrize("text", ["low", "{}", '["low", 1]', "[" * 100_000, ""])
def test_a_list_that_no_control_has_told_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="it must be a list of names"):
        link.read_by_hand(Params, "words", text)


@pytest.mark.parametrize(
    "values", [{"words": ({},)}, {"sizes": (0.5,)}, {"mode": "<b>"}, {"rate": float("nan")}, {"x": 1}]
)
def test_a_value_of_another_type_is_refused(values) -> None:
    with pytest.raises(InputError, match="a value that this setting can have"):
        link.check_kinds(Params, values)


def test_values_of_their_own_types_pass() -> None:
    link.check_kinds(Params, {"words": ("low", ""), "sizes": (1,), "mode": "bytes", "rate": 0.5, "text": "\ud800"})
